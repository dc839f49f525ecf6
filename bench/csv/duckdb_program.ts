// Runs a statement with DuckDB: prints the seconds if it copies, else the first value that it gives.

// Not among the imports of deno.json, whose packages everyone downloads.
const PACKAGE = "@duckdb/node-api@1.5.5-r.5";

const [statement] = Deno.args;
const { DuckDBInstance } = await import(`npm:${PACKAGE}`);
const instance = await DuckDBInstance.create(":memory:", { threads: "2" });
const connection = await instance.connect();
const start = performance.now();
const reader = await connection.runAndReadAll(statement);
const seconds = (performance.now() - start) / 1000;
console.log(statement.startsWith("COPY") ? seconds : reader.getRows()[0][0]);
