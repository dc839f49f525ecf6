"""Adds up a file by its key with polars, as its users do: it reads only the columns that are asked for."""

import os
import sys

os.environ["POLARS_MAX_THREADS"] = "2"
import polars as pl

source, target = sys.argv[1:]
scan = pl.scan_parquet if source.endswith(".parquet") else pl.scan_ipc
# polars has no lgamma.
sums = [(pl.col("n") + 1).log().sum().alias("s"), pl.col("n").sum().alias("t")]
scan(source).group_by("key").agg(sums).collect().write_csv(target)
