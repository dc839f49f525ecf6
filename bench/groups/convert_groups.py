"""Writes a CSV file as Parquet or Arrow, as pyarrow does unless it is told otherwise."""

import sys

from pyarrow import csv, feather, parquet

source, target = sys.argv[1:]
table = csv.read_csv(source)
if target.endswith(".parquet"):
    parquet.write_table(table, target)
else:
    feather.write_feather(table, target, compression="uncompressed")
