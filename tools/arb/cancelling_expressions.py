"""Random expressions in which digits cancel, with the true values of their results, for tools/fuzz_expressions.ts.

    python3 tools/arb/cancelling_expressions.py SEED COUNT > rows.tsv

Needs python-flint. The rows are those of tools/arb/expressions.py. An expression is built together with its true value:
of a part, a column with a few or all of its digits may be subtracted, or it is moved next to a limit of a phase, or it is
scaled to any size. So operands have low parts and bounds of errors of all sizes, and an error that is larger than its bound
becomes visible, whether it is one of the fast or of the accurate phase.
"""

import json
import math
import random
import re
import signal
import sys

from expressions import ACROSS, CELLS, OF_TWO, UNARY, Hard, column, exact, hexadecimal, nearest, plain, text, value
from flint import arb, ctx

MAX_BITS = 4096
BUILD_BITS = 800
MAX_SECONDS = 2
MAX_COLUMNS = 12
MAX_TEXT = 400
# Next to these a phase begins or ends, or a function has a zero, a pole or a value that is exact.
LIMITS = [
    0, 0.5, 1, 1.4616321449683623, 1.5, 2, 3, 7, 8, 20, 24, 40, 100, 171.6, 600, 640, 700, 709.7, 713.98, 745, 1e3, 1e4, 1e6, 1e9,
    1e10, 1e16, 1e25, 1e30, 1e100, 1e150, 1e154, 1e250, 1e300, 1.7e308, 0.015625, 1e-3, 1e-8, 1e-9, 1e-30, 1e-50, 1e-100, 1e-160,
    1e-250, 1e-270, 1e-280, 1e-290, 1e-308, 5e-324, 1.5451275179725427, 2.4570247382208006, 0.5040830082644554, 3.141592653589793,
]
# Larger operands of these have results beyond all exponents, or cost more.
LARGEST_LOGARITHM = {"exp": 2.5, "expm1": 2.5, "i0": 2.5, "i1": 2.5, "tanh": 3, "expit": 3}
POWERS = ["2", "3", "0.5", "-1", "-2", "1.5", "0.1", "10", "1e-10", "-0.5", "7"]
ORDERS = [0, 1, 2, 3, 4, 5, 7, 12, 13, 20, 40]
DIMENSIONS = [1, 2, 3, 5, 10, 12, 13, 23, 24, 40]


class Builder:
    def __init__(self, rng):
        self.rng = rng
        self.columns = {name: column(rng, False) for name in CELLS}

    def value(self, e):
        return plain(value(e, {name: exact(x) for name, x in self.columns.items()}))

    def new_column(self, x):
        if not math.isfinite(x) or len(self.columns) > MAX_COLUMNS + len(CELLS):
            raise Hard
        name = f"v{len(self.columns) - len(CELLS)}"
        self.columns[name] = x
        return ("column", name)

    def leaf(self):
        r = self.rng.random()
        return self.new_column(self.limit() if r < 0.3 else column(self.rng, r < 0.5))

    def limit(self):
        """A limit, or a number next to it."""
        factor = 1 + self.rng.choice([-1, 0, 1]) * 2.0 ** -self.rng.randint(1, 52)
        return self.rng.choice([1, 1, -1]) * self.rng.choice(LIMITS) * factor

    def shortened(self, v):
        """The float64 nearest to a value, or one that has some of its digits."""
        x = nearest(v)
        if x is None:
            raise Hard
        bits = self.rng.choice([self.rng.randint(3, 14), self.rng.randint(15, 52), 53])
        m, e = math.frexp(x)
        return math.ldexp(round(m * 2.0**bits) / 2.0**bits, e) if math.isfinite(x) else x

    def cancelled(self, e):
        c = self.new_column(self.shortened(self.value(e)))
        return ("-", e, c) if self.rng.random() < 0.9 else ("-", c, e)

    def moved(self, e):
        """The same next to a limit."""
        distance = nearest(self.value(e) - exact(self.limit()))
        return e if distance is None else ("-", e, self.new_column(float(distance)))

    def scaled(self, e, logarithm):
        """The same with another size, in one or two steps."""
        v = self.value(e)
        if v.contains(0):
            return e
        rest = logarithm - float((abs(v).log() / arb(10).log()).mid())
        while abs(rest) > 1:
            step = max(-300, min(300, rest))
            e = ("*", e, self.new_column(10**step))
            rest -= step
        return e

    def adapted(self, e, largest=308):
        r = self.rng.random()
        if r < 0.35:
            return self.moved(e)
        if r < 0.6:
            return self.scaled(e, self.rng.choice([self.rng.uniform(-320, largest), self.rng.uniform(-3, min(3, largest))]))
        return e

    def part(self, depth):
        rng = self.rng
        if depth == 0:
            return self.leaf()
        e = self.part(depth - 1)
        if rng.random() < 0.3:
            e = self.cancelled(e)
        r = rng.random()
        if r < 0.35:
            other = self.part(depth - 1) if rng.random() < 0.4 else self.leaf()
            return (rng.choice("++--**//^"), self.adapted(e), other)
        if r < 0.4:
            return (rng.choice(["min", "max", "if", "abs"]), e, self.new_column(self.shortened(self.value(e))))
        if r < 0.47:
            return ("^", self.adapted(e), ("number", rng.choice(POWERS)))
        if r < 0.55:
            return (rng.choice(list(OF_TWO)), *rng.sample([self.adapted(e), self.leaf()], 2))
        if r < 0.63:
            return ("polygamma", self.adapted(e), rng.choice(ORDERS))
        if r < 0.69:
            return ("multigammaln", self.adapted(e), rng.choice(DIMENSIONS))
        if r < 0.72:
            return (rng.choice(ACROSS), (rng.choice("+-*"), ("column", "_"), e))
        name = rng.choice(list(UNARY))
        return (name, self.adapted(e, LARGEST_LOGARITHM.get(name, 308)))

    def expression(self):
        rng = self.rng
        e = self.part(rng.choice([1, 2, 2, 2, 3]))
        while rng.random() < 0.2:
            e = ("grad", e, rng.choice([name for name in self.columns if name.startswith("v")]))
        if rng.random() < 0.3:
            e = self.scaled(e, rng.choice([0, rng.uniform(-300, 300), rng.uniform(-323, -305)]))
        r = rng.random()
        if r < 0.1:
            return (rng.choice(["if", "min", "max"]), e, self.new_column(self.shortened(self.value(e))))
        return self.cancelled(e) if r < 0.8 else e


def truth(e, columns):
    bits = 256
    while bits <= MAX_BITS:
        ctx.prec = bits
        found = nearest(plain(value(e, {name: exact(x) for name, x in columns.items()})))
        if found is not None:
            return found, bits
        bits *= 2
    raise Hard


def row(rng):
    ctx.prec = BUILD_BITS
    builder = Builder(rng)
    e = builder.expression()
    source = text(e)
    if len(source) > MAX_TEXT:
        raise Hard
    used = {name: x for name, x in builder.columns.items() if re.search(rf"\b{name}\b", source) or name in CELLS and "S*" in source}
    return source, json.dumps(used), *truth(e, used)


def stop(*_):
    raise Hard


def main(seed, count):
    rng = random.Random(seed)
    signal.signal(signal.SIGALRM, stop)
    while count > 0:
        signal.setitimer(signal.ITIMER_REAL, MAX_SECONDS)
        try:
            source, columns, found, bits = row(rng)
        except (Hard, ValueError, OverflowError, ZeroDivisionError):
            continue
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        print(source, columns, hexadecimal(found), bits, sep="\t")
        count -= 1


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
