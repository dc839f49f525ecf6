"""Reads a file, adds lgamma of a column, writes it, and prints the seconds that this took."""

import os
import sys
import time

os.environ["POLARS_MAX_THREADS"] = "2"
import polars
from scipy.special import gammaln

source, target, column, result = sys.argv[1:]

start = time.perf_counter()
table = polars.read_csv(source)
# polars has no lgamma: SciPy's is applied to the whole column.
table = table.with_columns(polars.Series(result, gammaln(table[column].to_numpy())))
table.write_csv(target)
print(time.perf_counter() - start)
