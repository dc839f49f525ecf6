import { CSV_PEERS, versionOf } from "../csv/peers.ts";
import type { GroupFunction } from "./make_groups.ts";
import { type Program, PYTHON } from "../program.ts";
import type { GroupFormat } from "./shapes.ts";

/** A program that people use to group rows. */
export interface GroupsPeer {
  readonly name: string;
  readonly install: string;
  version(): Promise<string | undefined>;
  /**
   * What it adds up besides the counts. xan and polars have no lgamma and compute log(n + 1), which costs
   * less.
   */
  readonly computes: GroupFunction;
  /** The formats of which it is measured. */
  readonly reads: readonly GroupFormat[];
  /** The program that adds up a file by its key. */
  program(from: string, to: string): Program;
}

const R_SCRIPT = new URL("./data_table.R", import.meta.url).pathname;
const POLARS_SCRIPT = new URL("./polars_groups.py", import.meta.url).pathname;
const DUCKDB_SCRIPT = new URL("./duckdb_groups.py", import.meta.url).pathname;

const dataTable = CSV_PEERS.find(({ name }) => name === "data.table")!;
const xan = CSV_PEERS.find(({ name }) => name === "xan")!;

/** DuckDB, data.table, xan and polars with two threads each, a process for each run. */
export const GROUPS_PEERS: readonly GroupsPeer[] = [
  {
    name: "DuckDB",
    install: "deno task peers FOLDER, and SPECOL_PYTHON=FOLDER/bin/python",
    computes: "lgamma",
    reads: ["csv", "parquet", "arrow"],
    version: () => versionOf(PYTHON, "-c", "import duckdb; print(duckdb.__version__)"),
    program: (from, to) => ({ command: PYTHON, args: ["-B", DUCKDB_SCRIPT, from, to] }),
  },
  {
    name: dataTable.name,
    install: dataTable.install,
    reads: ["csv"],
    version: dataTable.version,
    computes: "lgamma",
    program: (from, to) => ({ command: "Rscript", args: ["--vanilla", R_SCRIPT, from, to] }),
  },
  {
    name: xan.name,
    install: xan.install,
    reads: ["csv"],
    version: xan.version,
    computes: "log",
    program: (from, to) => ({
      command: "xan",
      args: ["groupby", "-t", "2", "key", "sum(log(n + 1)) as s, sum(n) as t", from, "-o", to],
    }),
  },
  {
    name: "polars",
    install: "deno task peers FOLDER, and SPECOL_PYTHON=FOLDER/bin/python",
    computes: "log",
    reads: ["parquet", "arrow"],
    version: () => versionOf(PYTHON, "-c", "import polars; print(polars.__version__)"),
    program: (from, to) => ({ command: PYTHON, args: ["-B", POLARS_SCRIPT, from, to] }),
  },
];
