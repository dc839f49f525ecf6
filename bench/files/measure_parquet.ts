import { atLeast, atMost } from "../verdict.ts";
import { type Program, PYTHON, runProgram, specol } from "../program.ts";
import { race, type Timing } from "../race.ts";
import type { Section, SectionRow } from "../section.ts";
import { PARQUET_MEMORY, PARQUET_TIMES_DUCKDB } from "../targets.ts";

/** The codecs of the files that are measured. */
const CODECS = ["snappy", "zstd"] as const;

const MAKE = `
import sys, duckdb
path, rows, codec = sys.argv[1:]
duckdb.sql("select setseed(0.5)")
duckdb.sql(f"""copy (select i as id, 'site' || (i % 1000) as site, random() * 100 as x, random() * 10 as y
  from range({rows}) t(i)) to '{path}' (format parquet, codec '{codec}')""")
`;

// The start of Python and its imports are not counted, in favour of the peer.
const RUN = `
import sys, time, duckdb
connection = duckdb.connect()
connection.execute("set enable_progress_bar = false")  # it would print among the seconds
start = time.perf_counter()
connection.execute(sys.argv[1])
print(time.perf_counter() - start)
`;

/** Compares every column with that of the input, and results with those of DuckDB. */
const VERIFY = `
import sys, duckdb
path, output = sys.argv[1:]
def one(query): return duckdb.sql(query).fetchall()
hashes = "count(*), " + ", ".join(f"bit_xor(hash({name}, file_row_number))" for name in ["id", "site", "x", "y"])
table = "read_parquet('{}', file_row_number = true)"
if output.endswith(".csv"):
    text = f"read_csv('{output}', columns = {{'x': 'DOUBLE'}}, header = true, parallel = false)"
    assert one(f"select count(*), bit_xor(hash(x)), sum(x::decimal(38, 20)) from {text}") == \\
        one(f"select count(*), bit_xor(hash(x)), sum(x::decimal(38, 20)) from '{path}'"), "other values"
else:
    assert one(f"select {hashes} from {table.format(output)}") == one(f"select {hashes} from {table.format(path)}"), "other columns"
    ((worst,),) = one(f"select max(abs(x_lgamma - lgamma(x)) / greatest(1, abs(lgamma(x)))) from '{output}'")
    assert worst < 1e-14, worst
`;

function python(script: string, ...args: readonly string[]): Program {
  return { command: PYTHON, args: ["-c", script, ...args] };
}

/** lgamma of a column appended to a Parquet file, and a column written as CSV, compared with DuckDB. */
export async function measureParquet(
  { folder, rows, rounds }: { folder: string; rows: number; rounds: number },
): Promise<Section> {
  const lines: SectionRow[] = [];
  for (const codec of CODECS) {
    const input = `${folder}/x.${codec}.parquet`;
    await runProgram(python(MAKE, input, String(rows), codec));
    const timings = async (
      output: string,
      programs: { readonly ours: Program; readonly query: string },
    ): Promise<Timing[]> => {
      const verify = async () => void await runProgram(python(VERIFY, input, output));
      return await race([
        { name: "specol", program: programs.ours, verify },
        { name: "DuckDB", program: python(RUN, programs.query), verify, printsSeconds: true },
      ], { output, rounds });
    };
    const appended = `${folder}/y.parquet`;
    lines.push(...rowsOf(
      `append, ${codec}`,
      await timings(appended, {
        ours: specol("lgamma", "-c", "x", input, "-o", appended),
        query: `copy (select *, lgamma(x) as x_lgamma from '${input}') to '${appended}' ` +
          `(format parquet, codec '${codec}')`,
      }),
      PARQUET_TIMES_DUCKDB.append,
    ));
    const text = `${folder}/y.csv`;
    lines.push(...rowsOf(
      `one column to CSV, ${codec}`,
      await timings(text, {
        ours: specol("convert", "-c", "x", input, "-o", text),
        query: `copy (select x from '${input}') to '${text}' (format csv)`,
      }),
      PARQUET_TIMES_DUCKDB.csv,
    ));
    await Deno.remove(input);
  }
  return {
    name: "Parquet",
    title:
      `${rows / 1e6} million rows of four columns in Parquet: lgamma of one appended, and one ` +
      `written as CSV, best of ${rounds} turns`,
    columns: [
      { title: "s", digits: 2 },
      { title: "x DuckDB", digits: 2 },
      { title: "MB memory", digits: 0 },
    ],
    rows: lines,
  };
}

function rowsOf(work: string, [ours, duckdb]: readonly Timing[], times: number): SectionRow[] {
  return [ours, duckdb].map(({ name, seconds, peak }) => ({
    name: `${work}: ${name}`,
    figures: [seconds, duckdb.seconds / seconds, peak && peak / 1e6],
    verdicts: name === "DuckDB" ? [] : [
      atLeast(duckdb.seconds / seconds, { limit: times, subject: "x DuckDB" }),
      atMost((peak ?? 0) / 1e6, { limit: PARQUET_MEMORY, subject: "MB memory" }),
    ],
  }));
}
