import { CSV_PEERS, versionOf } from "../csv/peers.ts";
import type { GroupFunction } from "./make_groups.ts";
import { type Program, PYTHON } from "../program.ts";

/** A program that people use to group rows. */
export interface GroupsPeer {
  readonly name: string;
  readonly install: string;
  version(): Promise<string | undefined>;
  /** What it adds up besides the counts. xan has no lgamma and computes log(n + 1), which costs less. */
  readonly computes: GroupFunction;
  /** The program that adds up a file by its key. */
  program(from: string, to: string): Program;
}

const R_SCRIPT = new URL("./data_table.R", import.meta.url).pathname;
const DUCKDB_SCRIPT = new URL("./duckdb_groups.py", import.meta.url).pathname;

const dataTable = CSV_PEERS.find(({ name }) => name === "data.table")!;
const xan = CSV_PEERS.find(({ name }) => name === "xan")!;

/** DuckDB, data.table and xan with two threads each, a process for each run. */
export const GROUPS_PEERS: readonly GroupsPeer[] = [
  {
    name: "DuckDB",
    install: "deno task peers FOLDER, and SPECOL_PYTHON=FOLDER/bin/python",
    computes: "lgamma",
    version: () => versionOf(PYTHON, "-c", "import duckdb; print(duckdb.__version__)"),
    program: (from, to) => ({ command: PYTHON, args: ["-B", DUCKDB_SCRIPT, from, to] }),
  },
  {
    name: dataTable.name,
    install: dataTable.install,
    version: dataTable.version,
    computes: "lgamma",
    program: (from, to) => ({ command: "Rscript", args: ["--vanilla", R_SCRIPT, from, to] }),
  },
  {
    name: xan.name,
    install: xan.install,
    version: xan.version,
    computes: "log",
    program: (from, to) => ({
      command: "xan",
      args: ["groupby", "-t", "2", "key", "sum(log(n + 1)) as s, sum(n) as t", from, "-o", to],
    }),
  },
];
