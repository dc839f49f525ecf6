"""Adds up a file by its key with DuckDB, as its users do: one statement. It detects the types of CSV."""

import sys

import duckdb

source, target = sys.argv[1:]
if source.endswith(".arrow"):
    import pyarrow as pa

    arrow = pa.ipc.open_file(pa.memory_map(source)).read_all()
    table = "arrow"
else:
    table = f"read_{'csv' if source.endswith('.csv') else 'parquet'}('{source}')"
duckdb.connect(config={"threads": 2}).execute(
    "COPY (SELECT key, sum(lgamma(n + 1)) AS s, sum(n) AS t "
    f"FROM {table} GROUP BY key) TO '{target}'"
)
