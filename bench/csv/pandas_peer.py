"""Reads a file, adds lgamma of a column, writes it, and prints the seconds that this took."""

import sys
import time

import pandas
from scipy.special import gammaln

source, target, column, result = sys.argv[1:]

start = time.perf_counter()
table = pandas.read_csv(source)
table[result] = gammaln(table[column])
table.to_csv(target, index=False)
print(time.perf_counter() - start)
