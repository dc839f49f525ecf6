"""True values of expressions that cancel, for tests/kernels/expression_accuracy_test.ts.

    /usr/bin/python3 tools/mpmath_reference/expressions.py

writes tests/data/expressions.json: for each expression its columns and the float64 nearest to each true
value. Derivatives are written out by hand or taken numerically at 200 digits, never with specol's rules.
"""

import json
import random
from pathlib import Path

from mpmath import (besseli, cos, diff, digamma, exp, expm1, isinf, isnan, log, log1p, loggamma, mp,
                    mpf, pi, polygamma, sin, sqrt)

ROWS = 120
random.seed(18)
mp.dps = 100


def lgamma(x):
    return loggamma(x) if x > 0 else log(abs(pi / sin(pi * x))) - loggamma(1 - x)


def psi(n, x):
    return digamma(x) if n == 0 else polygamma(n, x)


def size(low, high):
    return 10 ** random.uniform(low, high)


def count():
    return float(random.choice([0, 1, 2, random.randrange(20), random.randrange(1000)]))


def share():
    return random.choice([random.random(), 1 - size(-9, -1), size(-9, -1)])


def negative():
    x = random.choice([random.uniform(-5, 0), random.uniform(-120, 0)])
    return x if abs(x - round(x)) > 1e-9 else x - 0.3


def i0e(x):
    return besseli(0, x) * exp(-x)


def multigammaln(x, p):
    return sum(loggamma(x - mpf(i) / 2) for i in range(p)) + mpf(p * (p - 1)) / 4 * log(pi)


NB = "lgamma(n + r) - lgamma(r) - lgamma(n + 1) + r * log(p) + n * log1p(-p)"
VM = "kappa * (cos(x - mu) - 1) - log(2 * pi * i0e(kappa))"
T = "lgamma((v + 1) / 2) - lgamma(v / 2) - log(v * pi) / 2 - (v + 1) / 2 * log1p(t ^ 2 / v)"


def student(t, v):
    return (loggamma((v + 1) / 2) - loggamma(v / 2) - log(v * pi) / 2 -
            (v + 1) / 2 * log1p(t**2 / v))


# What is computed: the columns, how they are made, and the expressions with their true values.
SUBJECTS = [
    (dict(n=count, r=lambda: size(-2, 7), p=share), [
        (NB, lambda n, r, p: loggamma(n + r) - loggamma(r) - loggamma(n + 1) + r * log(p) +
         n * log1p(-p)),
        (f"grad({NB}, r)", lambda n, r, p: digamma(n + r) - digamma(r) + log(p)),
        (f"grad({NB}, p)", lambda n, r, p: r / p - n / (1 - p)),
        (f"grad(grad({NB}, r), r)", lambda n, r, p: psi(1, n + r) - psi(1, r)),
    ]),
    (dict(a=lambda: size(-3, 8), b=lambda: size(-3, 8)), [
        ("betaln(a, b)", lambda a, b: loggamma(a) + loggamma(b) - loggamma(a + b)),
        ("grad(lbeta(a, b), a)", lambda a, b: digamma(a) - digamma(a + b)),
    ]),
    (dict(x=lambda: size(0, 8), d=lambda: size(-6, 1)), [
        ("digamma(x + d) - psi(x)", lambda x, d: digamma(x + d) - digamma(x)),
        ("trigamma(x + d) - trigamma(x)", lambda x, d: psi(1, x + d) - psi(1, x)),
        ("digamma(x) - log(x) + 1 / (2 * x)", lambda x, d: digamma(x) - log(x) + 1 / (2 * x)),
        ("polygamma(x, 3) - 2 / x ^ 3", lambda x, d: psi(3, x) - 2 / x**3),
    ]),
    (dict(x=lambda: random.uniform(-4, 4), mu=lambda: random.uniform(-4, 4),
          kappa=lambda: size(-3, 6)), [
        (VM, lambda x, mu, kappa: kappa * (cos(x - mu) - 1) - log(2 * pi * i0e(kappa))),
        (f"grad({VM}, kappa)",
         lambda x, mu, kappa: cos(x - mu) - besseli(1, kappa) / besseli(0, kappa)),
        (f"grad({VM}, mu)", lambda x, mu, kappa: kappa * sin(x - mu)),
    ]),
    (dict(t=lambda: random.gauss(0, 3), v=lambda: size(0, 9)), [
        (T, student),
        (f"grad({T}, v)", lambda t, v: diff(lambda u: student(t, u), v)),
    ]),
    (dict(x=lambda: 2 + size(-4, 6), p=lambda: float(random.randint(1, 5))), [
        ("multigammaln(x, p) - p * lgamma(x)",
         lambda x, p: multigammaln(x, int(p)) - p * loggamma(x)),
        ("grad(multigammaln(x, p), x) - p * digamma(x)",
         lambda x, p: sum(digamma(x - mpf(i) / 2) for i in range(int(p))) - p * digamma(x)),
        ("grad(grad(multigammaln(x, p), x), x)",
         lambda x, p: sum(psi(1, x - mpf(i) / 2) for i in range(int(p)))),
    ]),
    (dict(x=negative), [
        ("lgamma(x) - lgamma(x - 1)", lambda x: lgamma(x) - lgamma(x - 1)),
        ("digamma(x) + 1", lambda x: digamma(1 - x) - pi * cos(pi * x) / sin(pi * x) + 1),
        ("exp(x / 10) - expm1(x / 10)", lambda x: mpf(1)),
    ]),
    (dict(x=lambda: random.choice([1, -1]) * size(-12, 2.3), y=lambda: random.uniform(-3, 3)), [
        ("exp(x) - 1", lambda x, y: expm1(x)),
        ("expm1(x) - x", lambda x, y: expm1(x) - x),
        ("log1p(x * x) - x * x", lambda x, y: log1p(x * x) - x * x),
        ("sqrt(x * x + 1) - 1", lambda x, y: sqrt(x * x + 1) - 1),
        ("sin(x) - x", lambda x, y: sin(x) - x),
        ("cos(x) - 1", lambda x, y: cos(x) - 1),
        ("abs(x) ^ y - 1", lambda x, y: abs(x)**y - 1),
        ("abs(x) ^ y", lambda x, y: abs(x)**y),
        ("grad(abs(x) ^ y, y)", lambda x, y: abs(x)**y * log(abs(x))),
        ("log(abs(x)) * y", lambda x, y: log(abs(x)) * y),
        ("max(x, y) - min(x, y)", lambda x, y: abs(x - y)),
    ]),
    (dict(x=lambda: random.choice([1, -1]) * size(-4, 2.5)), [
        ("i0(x) - 1", lambda x: besseli(0, x) - 1),
        ("i1(x) / i0(x)", lambda x: besseli(1, x) / besseli(0, x)),
        ("log(i0(x)) - abs(x)", lambda x: log(besseli(0, x)) - abs(x)),
        ("grad(grad(i0(x)))", lambda x: (besseli(0, x) + besseli(2, x)) / 2),
        ("grad(grad(i1(x)))", lambda x: (3 * besseli(1, x) + besseli(3, x)) / 4),
        ("grad(grad(i0e(x)))", lambda x: diff(lambda z: besseli(0, z) * exp(-z), abs(x), 2)),
        ("grad(i1e(x))", lambda x: diff(lambda z: besseli(1, z) * exp(-z), abs(x))),
    ]),
]

SOFTPLUS = "log(1 + exp(x))"

# What triple-double does not decide: digits that cancel a hundred times, parts beyond the range of float64,
# and differences that are 0 for reasons that nobody can see.
DEEP = [
    (dict(x=lambda: size(-2, 3), y=lambda: random.choice([1, -1]) * size(-45, -20)), [
        ("lgamma(x + x * y) - lgamma(x)", lambda x, y: loggamma(x + x * y) - loggamma(x)),
        ("digamma(x + x * y) - digamma(x)", lambda x, y: digamma(x + x * y) - digamma(x)),
        ("polygamma(x + x * y, 3) - polygamma(x, 3)", lambda x, y: psi(3, x + x * y) - psi(3, x)),
        ("multigammaln(x + 2 + y, 3) - multigammaln(x + 2, 3)",
         lambda x, y: multigammaln(x + 2 + y, 3) - multigammaln(x + 2, 3)),
        ("i0(x / 5 + y) - i0(x / 5)", lambda x, y: besseli(0, x / 5 + y) - besseli(0, x / 5)),
        ("i1e(x + y) - i1e(x)",
         lambda x, y: besseli(1, x + y) * exp(-x - y) - besseli(1, x) * exp(-x)),
        ("log(1 + y) - y", lambda x, y: log(1 + y) - y),
        ("sin(x + y) - sin(x)", lambda x, y: sin(x + y) - sin(x)),
        ("(1 + y) ^ x - 1", lambda x, y: (1 + y)**x - 1),
        ("expm1(y) - y - y * y / 2", lambda x, y: expm1(y) - y - y * y / 2),
        ("lgamma(x + 1) - lgamma(x) - log(x)", lambda x, y: mpf(0)),
    ]),
    (dict(x=lambda: random.choice([1, -1]) * size(0, 5), y=lambda: random.uniform(-3, 3)), [
        (SOFTPLUS, lambda x, y: log(1 + exp(x))),
        (f"{SOFTPLUS} - x", lambda x, y: log(1 + exp(-x))),
        (f"grad({SOFTPLUS}, x)", lambda x, y: 1 / (1 + exp(-x))),
        ("exp(x) / exp(x + y)", lambda x, y: exp(-y)),
        ("log(i0(x)) - log(i0e(x)) - abs(x)", lambda x, y: mpf(0)),
        ("exp(x) * exp(-x) - 1", lambda x, y: mpf(0)),
    ]),
    (dict(x=lambda: random.choice([1, -1]) * size(-300, 300),
          y=lambda: random.choice([1, -1]) * size(-140, 140)), [
        ("(x + y) * (x - y) - x * x", lambda x, y: -y * y),
        ("x * y / y", lambda x, y: x),
        ("sqrt(x * x + y * y)", lambda x, y: sqrt(x * x + y * y)),
        ("x / (x + y) + y / (x + y)", lambda x, y: mpf(1)),
        ("abs(x) ^ 3.5 / abs(x) ^ 2.5", lambda x, y: abs(x)),
    ]),
]


# Parts whose exponents have hundreds of bits, and digits that cancel only because numbers are far apart.
FAR = [
    (dict(x=lambda: random.choice([1, -1]) * size(3, 308)), [
        ("log(i0(x))", lambda x: abs(x) + log(hankel(0, abs(x)))),
        ("log(abs(i1(x)))", lambda x: abs(x) + log(hankel(1, abs(x)))),
        ("grad(log(i0(x)), x)", lambda x: hankel(1, abs(x)) / hankel(0, abs(x)) * (1 if x > 0 else -1)),
        ("log(exp(x) + exp(x / 2))", lambda x: log1p(exp(-abs(x) / 2)) + (x if x > 0 else x / 2)),
        ("exp(x) / (1 + exp(x))", lambda x: 1 / (1 + exp(-x))),
        ("exp(x) * i0e(x) / i0(x)", lambda x: exp(x - abs(x))),
    ]),
    (dict(x=lambda: size(-300, -20)), [
        ("log(i0(x))", lambda x: log(besseli(0, x))),
        ("i0(x) - 1", lambda x: besseli(0, x) - 1),
        ("lgamma(128 + x) - lgamma(128)", lambda x: loggamma(128 + x) - loggamma(128)),
        ("digamma(3 + x) - digamma(3)", lambda x: digamma(3 + x) - digamma(3)),
        ("lgamma(1 + x) / x", lambda x: loggamma(1 + x) / x),
    ]),
    (dict(x=lambda: size(20, 250)), [
        ("exp(lgamma(x + 0.5) - lgamma(x)) / sqrt(x)",
         lambda x: exp(loggamma(x + 0.5) - loggamma(x)) / sqrt(x)),
        ("lgamma(x + 1) - lgamma(x)", lambda x: log(x)),
        ("polygamma(x, 2) * x ^ 2 + 1", lambda x: psi(2, x) * x**2 + 1),
        ("(x + 1) / (2 * x)", lambda x: (x + 1) / (2 * x)),
    ]),
    (dict(x=lambda: 10 + size(-6, 6)), [
        ("multigammaln(x, 21) - x", lambda x: multigammaln(x, 21) - x),
        ("multigammaln(x, 14) - multigammaln(x, 13)",
         lambda x: loggamma(x - mpf(13) / 2) + mpf(13) / 2 * log(pi)),
        ("grad(multigammaln(x, 21), x) - 1", lambda x: sum(digamma(x - mpf(i) / 2) for i in range(21)) - 1),
    ]),
]


def hankel(order, x):
    """exp(-x) I(x) of an order, x > 500."""
    term = total = mpf(1)
    for k in range(1, 400):
        term *= mpf((2 * k - 1)**2 - 4 * order**2) / (8 * k * x)
        total += term
    return total / sqrt(2 * pi * x)


def rounded(value):
    return None if isnan(value) else float(value)


def main():
    subjects = []
    for makers, expressions in SUBJECTS + DEEP + FAR:
        is_deep = (makers, expressions) not in SUBJECTS
        rows = [[float(make()) for make in makers.values()] for _ in range(24 if is_deep else ROWS)]
        columns = {name: [row[i] for row in rows] for i, name in enumerate(makers)}
        values = {}
        for text, truth in expressions:
            is_special = any(name in text for name in ("gamma", "i0", "i1"))
            mp.dps = (200 if is_special else 1500) if is_deep else 100
            if (makers, expressions) in FAR:
                mp.dps = 800
            values[text] = [rounded(truth(*map(mpf, row))) for row in rows]
        assert not any(isinf(x) for column in columns.values() for x in column)
        subjects.append({"columns": columns, "values": values})
    path = Path(__file__).parents[2] / "tests/data/expressions.json"
    path.write_text(json.dumps(subjects, separators=(",", ":")).replace('{"columns"', '\n{"columns"') + "\n")
    print(f"{sum(len(values) for subject in subjects for values in subject['values'].values())} values")


main()
