import { CSV_PEERS, duckdbCommand } from "../csv/peers.ts";
import type { Program } from "../program.ts";

/** A program that people use to group rows. */
export interface GroupsPeer {
  readonly name: string;
  readonly install: string;
  version(): Promise<string | undefined>;
  /** The program that adds up a file by its key, and prints its seconds. */
  program(from: string, to: string): Program;
}

const R_SCRIPT = new URL("./data_table.R", import.meta.url).pathname;

const PROGRAMS: Readonly<Record<string, GroupsPeer["program"]>> = {
  DuckDB(from, to) {
    const [command, ...args] = duckdbCommand(
      `COPY (SELECT key, sum(lgamma(n + 1)) AS s, sum(n) AS t FROM read_csv('${from}', ` +
        `auto_detect = false, header = true, delim = ',', ` +
        `columns = {'key': 'VARCHAR', 'n': 'BIGINT', 'x': 'DOUBLE'}) GROUP BY key) ` +
        `TO '${to}' (FORMAT csv, HEADER, DELIMITER ',')`,
    );
    return { command, args };
  },
  "data.table": (from, to) => ({ command: "Rscript", args: ["--vanilla", R_SCRIPT, from, to] }),
};

/** DuckDB and data.table with two threads each. */
export const GROUPS_PEERS: readonly GroupsPeer[] = CSV_PEERS.flatMap(({ name, install, version }) =>
  name in PROGRAMS ? [{ name, install, version, program: PROGRAMS[name] }] : []
);
