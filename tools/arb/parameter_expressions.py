"""polygamma and multigammaln of many orders and dimensions inside expressions, with the true values of their results,
for tests/kernels/hard_expressions_test.ts.

    python3 tools/arb/parameter_expressions.py SEED COUNT > tests/data/parameter_expressions.tsv

Needs python-flint. The rows are those of tools/arb/expressions.py. Arguments are numbers and products, which have low
parts; results are multiplied by 3, or a number that agrees with them in 8 bits is subtracted, which shows errors of the
fast phase above its bound.
"""

import json
import math
import random
import sys

from expressions import exact, hexadecimal, nearest
from flint import acb, arb, ctx

MAX_BITS = 6000


def multigammaln(a, p, k):
    """The derivative k, by the sum of its terms, two at a time where there is a formula for that (DLMF 5.5.5)."""
    if k > 1:
        return sum((acb(a - arb(i) / 2).polygamma(acb(k - 1)).real for i in range(p)), arb(0))
    half = p // 2
    terms = [2 * a - 1 - 2 * j for j in range(half)]
    if k == 0:
        total = sum((y.lgamma() for y in terms), arb(0))
        total += sum((2 - 2 * (a - j) for j in range(half)), arb(0)) * arb(2).log()
        total += (arb(half) / 2 + arb(p) * (p - 1) / 4) * arb.pi().log()
    else:
        total = 2 * sum((y.digamma() for y in terms), arb(0)) - 2 * half * arb(2).log()
    if p % 2 == 0:
        return total
    last = a - arb(p - 1) / 2
    return total + (last.lgamma() if k == 0 else last.digamma())


def polygamma(a, n):
    """By Hurwitz's zeta function; terms at negative arguments are added one by one."""
    total = arb(0)
    while not a > 0:
        total += 1 / a ** (n + 1)
        a = a + 1
    total += acb(n + 1).zeta(acb(a)).real
    return arb(n + 1).gamma() * total * (1 if n % 2 else -1)


def truth(compute):
    bits = 200
    while bits <= MAX_BITS:
        ctx.prec = bits
        value = compute()
        found = nearest(value) if value.is_finite() else None
        if found is not None:
            return found
        bits *= 2
    return None


def shortened(x, bits):
    m, e = math.frexp(x)
    return math.ldexp(round(m * 2**bits) / 2**bits, e)


def grad(text, k):
    return text if k == 0 else f"grad({grad(text, k - 1)}, x)"


def row(rng):
    if rng.random() < 0.5:
        n, k = rng.choice([rng.randint(3, 15), rng.randint(3, 60), int(10 ** rng.uniform(0.5, 3)), rng.randint(900, 1022)]), 0
        middle = -rng.randint(0, 40) - 0.5 + rng.choice([0, 2.0 ** -rng.randint(3, 40)])
        x = rng.choice([rng.uniform(0.05, 20), 10 ** rng.uniform(-3, 5), n * 10 ** rng.uniform(-1, 0.5), -rng.uniform(0, 60), middle])
        text, name, compute = "polygamma(%s, %s)", "n", lambda a: polygamma(a, n)
    else:
        n = rng.choice([rng.randint(2, 70), rng.randint(13, 300), int(10 ** rng.uniform(1, 3.3))])
        k = rng.choice([0, 0, 1, 1, 2, 3] if n < 260 else [0, 1])
        t = rng.choice([rng.uniform(0.05, 20), 10 ** rng.uniform(-8, 8), n * 10 ** rng.uniform(-1, 1.5), 10 ** rng.uniform(-3, 1)])
        x = (n - 1) / 2 + t
        text, name, compute = grad("multigammaln(%s, %s)", k), "p", lambda a: multigammaln(a, n, k)
    form = rng.randrange(4)
    if form == 0:
        return text % ("x", n) + " * 3", {"x": x}, lambda: 3 * compute(exact(x))
    if form == 1:
        y = rng.choice([1 + 2.0**-30, rng.uniform(1, 2)])
        return text % ("x * y", n) + " * 3", {"x": x, "y": y}, lambda: 3 * compute(exact(x) * exact(y)) * exact(y) ** k
    ctx.prec = 400
    c = shortened(float(compute(exact(x))), 8)
    return text % ("x", name if form == 2 else n) + " - c", {"x": x, "c": c, name: n}, lambda: compute(exact(x)) - exact(c)


def main(seed, count):
    rng = random.Random(seed)
    while count > 0:
        try:
            text, columns, compute = row(rng)
        except (OverflowError, ValueError):
            continue
        if not all(math.isfinite(x) for x in columns.values()) or columns.get("c") == 0:
            continue
        found = truth(compute)
        if found is not None:
            print(text, json.dumps(columns), hexadecimal(found), sep="\t")
            count -= 1


main(int(sys.argv[1]), int(sys.argv[2]))
