"""Runs a statement with DuckDB: prints the seconds if it copies, else the first value that it gives."""

import sys
import time

import duckdb

statement = sys.argv[1]
connection = duckdb.connect(config={"threads": 2})
start = time.perf_counter()
result = connection.execute(statement)
seconds = time.perf_counter() - start
print(seconds if statement.startswith("COPY") else result.fetchone()[0])
