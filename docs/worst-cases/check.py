#!/usr/bin/env python3
"""Checks any library at the worst cases in this folder.

    python3 check.py lgamma.wc 'math:lgamma'                  a Python callable of one float
    python3 check.py digamma.wc 'scipy.special:digamma'
    python3 check.py polygamma.2.wc 'scipy.special:polygamma' --before 2     called as polygamma(2, x)
    python3 check.py lgamma.wc 'libm.so.6:lgamma'             double f(double) of a shared object
    python3 check.py i0.wc 'jax.scipy.special:i0' --setup 'import jax; jax.config.update("jax_enable_x64", True)'

Prints how many results are not correctly rounded, the worst error in ulp and where. Exit status 1 if any is wrong.
"""

import argparse
import ctypes
import functools
import importlib
import math
import struct
import sys


def read_points(path):
    """The arguments, and the correctly rounded results."""
    with open(path) as lines:
        for line in lines:
            if line.startswith("#") or not line.strip():
                continue
            x, y = line.split("#")
            yield float.fromhex(x.strip()), float.fromhex(y.strip())


def find_function(name):
    """module:function of Python, or library.so:function of C."""
    owner, function = name.split(":")
    if ".so" in owner or owner.endswith((".dylib", ".dll")):
        found = getattr(ctypes.CDLL(owner), function)
        found.restype = ctypes.c_double
        found.argtypes = [ctypes.c_double]
        return found
    return functools.reduce(getattr, function.split("."), importlib.import_module(owner))


def place(y):
    """Numbers float64 in order, so that neighbours differ by 1."""
    bits = struct.unpack("<q", struct.pack("<d", y))[0]
    return bits if bits >= 0 else -(2**63) - bits


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("function")
    parser.add_argument("--before", type=float, action="append", default=[], help="an argument before x")
    parser.add_argument("--after", type=float, action="append", default=[], help="an argument after x")
    parser.add_argument("--setup", default="", help="Python to run first")
    options = parser.parse_args()
    exec(options.setup, {})
    function = find_function(options.function)
    whole = lambda values: [int(value) if value.is_integer() else value for value in values]
    count = wrong = 0
    worst, where = 0, None
    for x, y in read_points(options.file):
        try:
            found = float(function(*whole(options.before), x, *whole(options.after)))
        except OverflowError:  # how Python's math says infinity
            found = math.inf
        count += 1
        if found == y or math.isnan(found) and math.isnan(y):
            continue
        wrong += 1
        distance = math.inf if math.isnan(found) else abs(place(found) - place(y))
        if distance > worst:
            worst, where = distance, x
    print(f"{wrong} of {count} not correctly rounded", end="")
    print(f", worst {worst} ulp at {where.hex()}" if wrong else "")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
