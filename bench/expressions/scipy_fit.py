"""Reads a file, fits a negative binomial distribution to its column n, writes the estimates, and prints the seconds
that this took."""

import sys
import time

import pandas
from scipy.optimize import minimize
from scipy.stats import nbinom

begin = time.perf_counter()
n = pandas.read_csv(sys.argv[1], usecols=["n"])["n"].to_numpy(float)
found = minimize(lambda x: -nbinom.logpmf(n, x[0], x[1]).sum(), [1, 0.5], method="Nelder-Mead").x
with open(sys.argv[2], "w") as file:
    print(repr(float(found[0])), repr(float(found[1])), file=file)
print(time.perf_counter() - begin)
