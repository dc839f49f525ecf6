// Runs a statement with DuckDB: prints the seconds if it copies, else the first value that it
// gives.

const [specifier, statement] = Deno.args;
const { DuckDBInstance } = await import(specifier);
const instance = await DuckDBInstance.create(":memory:", { threads: "2" });
const connection = await instance.connect();
const start = performance.now();
const reader = await connection.runAndReadAll(statement);
const seconds = (performance.now() - start) / 1000;
console.log(statement.startsWith("COPY") ? seconds : reader.getRows()[0][0]);
