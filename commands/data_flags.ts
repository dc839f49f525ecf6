import { FORMATS, listFormats } from "../formats/registry.ts";
import { DEFAULT_CHUNK_SIZES } from "../pipeline/thresholds.ts";
import { CSV_FLAGS } from "./csv_flags.ts";
import { type Arguments, type Flag, HELP } from "./command.ts";
import { parseSize } from "./option_values.ts";

const WHEN = ["auto", "always", "never"];

/** The option that chooses columns. */
export const COLUMNS: Flag = {
  name: "columns",
  short: "c",
  value: "LIST",
  rule: "such as n,y_*",
  takesColumns: true,
  summary: 'columns to compute: x,"a b",3,5-7,y_*,!y_2',
  group: "Columns",
};

/** The option that lets results replace their columns. */
export const REPLACE: Flag = {
  name: "replace",
  summary: "replace each column with its result",
  group: "Columns",
};

/** The option that writes only the results. */
export const ONLY: Flag = {
  name: "only",
  summary: "write only the results, not the other columns",
  group: "Columns",
};

/** Gives numbers names. */
export const PARAM: Flag = {
  name: "param",
  value: "NAME=VALUE",
  rule: "such as k=0.8",
  repeats: true,
  summary: "define a constant; grad can differentiate by it",
  group: "Columns",
};

/** The option that adds each row's input file. */
export const FILE_COLUMN: Flag = {
  name: "file-column",
  value: "NAME",
  summary: "add a column NAME with each row's input file",
  group: "Columns",
  rare: true,
};

/** The option that makes a value outside the domain an error. */
export const STRICT: Flag = {
  name: "strict",
  summary: "fail on values outside the domain and at poles",
  group: "Running",
};

/** The options of functions that commands with expressions lack, and what to do instead. */
export const EXPRESSION_LACKS: Readonly<Record<string, string>> = {
  c: "name columns in the expression",
  columns: "name columns in the expression",
  grad: "write grad(EXPR, x) in the expression",
};

/**
 * The options of every command that reads and writes data. They are in two parts: those before the
 * options of the command itself and those after them.
 */
export const FILE_FLAGS: readonly Flag[] = [
  {
    name: "output",
    short: "o",
    value: "FILE",
    summary: "write to FILE, which appears only when complete",
    group: "Output",
  },
  {
    name: "from",
    value: "FORMAT",
    choices: FORMATS,
    summary: "csv, tsv, jsonl, arrow, arrows, npy or parquet",
    group: "Input",
  },
  {
    name: "where",
    value: "EXPR",
    rule: "such as 'n > 0'",
    mayBeEmpty: true,
    summary: "keep only rows where EXPR is true: n > 0 and s == 'a'",
    group: "Input",
  },
  {
    name: "part",
    value: "I/N",
    rule: "as 3/8",
    summary: "read only piece I of N; concat joins the outputs",
    group: "Input",
    rare: true,
  },
  {
    name: "to",
    value: "FORMAT",
    choices: FORMATS,
    summary: "output format; default: by extension, else as input",
    group: "Output",
  },
  {
    name: "dtype",
    value: "TYPE",
    choices: ["float16", "float32", "float64"],
    summary: "type of results: float16, float32 or float64",
    group: "Output",
  },
  {
    name: "manifest",
    value: "FILE",
    summary: "write a record of the finished run to FILE",
    group: "Output",
    rare: true,
  },
  ...CSV_FLAGS,
];

/** The memory that groups may take, unless the user chooses another, and the most that addresses allow. */
const DEFAULT_MEMORY = "1G";
const MAX_MEMORY = 2 ** 32;

/** The option that limits the memory of groups. */
export const MEMORY: Flag = {
  name: "memory",
  value: "SIZE",
  summary: `memory for groups, up to 4G, default ${DEFAULT_MEMORY}`,
  group: "Running",
};

/** Reads the option that limits the memory of groups. */
export function parseMemory({ options }: Arguments): number {
  return parseSize(options.get("memory") ?? DEFAULT_MEMORY, "memory", MAX_MEMORY);
}

/** The option that chooses the device. */
export const DEVICE: Flag = {
  name: "device",
  value: "NAME",
  choices: ["cpu", "webgpu", "auto"],
  summary: "compute on: cpu, webgpu (float32, float16) or auto",
  group: "Running",
  rare: true,
};

/** The options that change how a run is done, but not its results. */
export const RUN_FLAGS: readonly Flag[] = [
  {
    name: "jobs",
    short: "j",
    value: "N",
    rule: "an integer >= 1",
    summary: "number of threads; default: the number of cores",
    group: "Running",
  },
  {
    name: "chunk-size",
    value: "SIZE",
    summary:
      `buffer size, up to 256M; default ${DEFAULT_CHUNK_SIZES.cpu}, GPU ${DEFAULT_CHUNK_SIZES.webgpu}`,
    group: "Running",
    rare: true,
  },
  {
    name: "verbose",
    short: "v",
    summary: "print the plan, per-column counts and timings",
    group: "Running",
  },
  {
    name: "quiet",
    short: "q",
    summary: "print only errors: no warnings, progress or summary",
    group: "Running",
  },
  {
    name: "progress",
    value: "WHEN",
    choices: WHEN,
    summary: "show progress: auto (on a terminal), always, never",
    group: "Running",
    rare: true,
  },
  {
    name: "color",
    value: "WHEN",
    choices: WHEN,
    summary: "colour messages: auto (on a terminal), always, never",
    group: "Running",
    rare: true,
  },
  HELP,
];

/** The help text about the data that every command reads and writes. */
export const DATA_NOTES: string = `INPUT: ${listFormats("or")}; gzip, zstd; default: stdin.
Columns that are not computed are copied: CSV cells and Parquet pages byte for
byte. npy to npy keeps the shape; in other formats a 1-d array becomes column x,
and a 2-d array x0, x1, and so on. Integers are computed as float64.`;

/** The help text about memory; `specol COMMAND -v` prints the complete rule. */
export const MEMORY_NOTE =
  "Memory: up to 250 MB (Parquet: 300), plus 30 MB per thread beyond the second.";
