import { formatExpressionsHelp } from "./expressions_help.ts";

/** A topic of help that is not a command: `specol help CSV`. */
export interface Topic {
  /** What the user types, in capitals. */
  readonly name: string;
  /** One line for the list of topics. */
  readonly summary: string;
  /** The text. Each fits a terminal of 80 columns. */
  text(): string;
}

const COLUMNS = `Choosing columns, with -c, --by, --upstream and inside rowsum("...", EXPR)

  x            the column named x
  "a, b"       anything in quotes is taken as a name; "" is a quote inside it
  3            the third column; column numbers start at 1
  -1           the last column
  2-5, 2-      columns 2 to 5; column 2 and all after it
  y_*, y_?     columns whose names match: * is any text, ? any character
  !y_2         all but y_2; exclusions are applied last

Separate terms with commas: -c 'x,y_*,!y_2'. Quote the list for the shell.
-c is optional if the table has a single numeric column.

Results are appended as x_lgamma, x_polygamma2 or x_lgamma_grad.
  --as 'log_{column}'   choose their names: {column}, {function}, {index}, and
                        {parameter} where the function has one
  --replace             put each result in place of its column
  --only                write only the results`;

const CSV = `CSV options

Reading:
  -d ';'                     delimiter; tabs are detected
  --decimal ,                numbers such as 1,5
  --thousands ,              numbers such as 1,234.5
  --no-header                columns are named column1, column2, and so on
  --skip 2, --comment '#'    skip lines before the header; skip comment lines
  --quote none               quotes have no special meaning
  --null-value NA,-          cells that mean null, besides empty cells
  --on-invalid null|nan      accept cells that are not numbers, and count them
  --types 'zip=utf8'         column types for Arrow and Parquet output
Writing:
  --to-null NA               text of null results; default: an empty cell
  --digits 6                 round floats to 6 significant digits
  --to-delimiter ';'         delimiter of the output
  --to-decimal ,             decimal point of the output

Cells that are not computed are copied byte for byte, with their quotes, spaces
and line endings. Numbers are written with the fewest digits that read back
exactly. An error names the file, line and column of the cell. Options that do
not apply to the formats of a run are errors, not ignored.`;

const FORMATS = `Formats

  csv, tsv   .csv .tsv       text tables; see specol help CSV
  jsonl      .jsonl .ndjson  JSON lines: one object per line
  arrow      .arrow .feather Arrow IPC file
  arrows     .arrows         Arrow IPC stream
  parquet    .parquet        Parquet; columns are appended without rewriting
  npy        .npy            NumPy array of any shape

The input format is detected by extension, then by the first bytes; --from
overrides this. gzip and zstd input is detected. The output format comes from
the extension of -o, else it is that of the input; --to overrides this. A last
extension of .gz or .zst compresses the output.

From npy, a 1-d array is column x and a 2-d array columns x0, x1, and so on. To
npy, a table has shape (rows) or (rows, columns), and nulls become NaN. npy to
npy keeps the shape; --grad adds a last axis of length 2.

Floats keep their type and integers are computed as float64; --dtype converts.
Several inputs are read as one table; their columns are matched by name.`;

const PIECES = `Running in pieces, on several machines

  specol lgamma -c n big.csv --part 3/8 -o out.3.csv --manifest out.3.json
  specol concat --missing out.*.json     # numbers of pieces that are missing
  specol concat out.*.json -o out.csv

--part I/N reads piece I of N: about 1/N of the bytes of the input files, split
between records, rows or batches. The same command with another I can run on any
machine that sees the files, in any order, and again after a failure. The joined
file is byte for byte the one that a single run would have written (for Parquet:
the same rows), for reduce too.

--manifest writes a record of a piece once its output is complete and on disk.
With manifests, concat finds the order, and rejects missing, duplicate and
truncated pieces and those of other runs or inputs.

Inputs must be files, not compressed or compressed with bgzip.`;

const STATUS = `Messages and exit status

Data goes to standard output, messages go to standard error.

  0    done, perhaps with warnings
  1    bad data, or an input or output error
  2    wrong usage: an unknown option, function or column
  130  interrupted

With -o, the output file appears complete or not at all, and may be the input.
On standard output, the rows before an error have already been written.

Values outside a function's domain give NaN, and poles give infinity. specol
counts both and warns; --strict makes them errors. -v prints the plan, counts
per column and timings; -q prints errors only.`;

/** The topics, in the order in which help lists them. */
export const TOPICS: readonly Topic[] = [
  {
    name: "EXPRESSIONS",
    summary: "the language of map, reduce, fit and --where",
    text: formatExpressionsHelp,
  },
  { name: "COLUMNS", summary: "how to choose columns and name results", text: () => COLUMNS },
  { name: "CSV", summary: "dialects, nulls and numbers in CSV", text: () => CSV },
  { name: "FORMATS", summary: "formats, detection and conversion", text: () => FORMATS },
  { name: "PIECES", summary: "run in pieces on several machines", text: () => PIECES },
  { name: "STATUS", summary: "messages, NaN and exit status", text: () => STATUS },
];
