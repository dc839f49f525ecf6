"""Adds up a file by its key with DuckDB, as its users do: one statement, whose types it detects."""

import sys

import duckdb

source, target = sys.argv[1:]
duckdb.connect(config={"threads": 2}).execute(
    "COPY (SELECT key, sum(lgamma(n + 1)) AS s, sum(n) AS t "
    f"FROM read_csv('{source}') GROUP BY key) TO '{target}'"
)
