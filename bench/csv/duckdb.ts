import type { Program } from "../files/program.ts";
import { type CsvPeer, type Task, versionOf } from "./peer.ts";

const SCRIPT = new URL("./duckdb_program.ts", import.meta.url).pathname;
const LOCK = new URL("../../tools/deno.lock", import.meta.url).pathname;

// Not among the imports of deno.json, whose packages everyone downloads.
const PACKAGE = "npm:@duckdb/node-api@1.5.5-r.5";

const TYPES = { integer: "BIGINT", float: "DOUBLE", text: "VARCHAR" } as const;

/** DuckDB with two threads: one statement, with the types of the columns told. */
export const duckdb: CsvPeer = {
  name: "DuckDB",
  install: `deno cache --lock=tools/deno.lock ${PACKAGE}`,
  computes: "lgamma",
  printsSeconds: true,
  isSlow: false,
  readsQuotes: true,
  version: () => versionOf(...commandLine("SELECT version()")),
  program({ from, to, shape, result }: Task): Program {
    const columns = shape.columns.map(({ name, type }) => `'${name}': '${TYPES[type]}'`);
    // The order of the rows is kept: that is the default.
    const [command, ...args] = commandLine(
      `COPY (SELECT *, lgamma(${shape.columns[shape.of].name}) AS ${result} ` +
        `FROM read_csv('${from}', auto_detect = false, header = true, delim = ',', quote = '"', ` +
        `escape = '"', columns = {${columns.join(", ")}})) ` +
        `TO '${to}' (FORMAT csv, HEADER, DELIMITER ',')`,
    );
    return { command, args };
  },
};

function commandLine(statement: string): [string, ...string[]] {
  const options = ["--allow-all", "--quiet", `--lock=${LOCK}`];
  return [Deno.execPath(), "run", ...options, SCRIPT, PACKAGE, statement];
}
