"""Generates kernels/assembly/bessel/data.ts.
Run:  /usr/bin/python3 tools/tables/bessel.py

Needs python3-mpmath (Debian). Takes about five minutes. Bounds are found at 40 places of a row; that they hold
everywhere in it is then proved by `deno task prove bessel_tables`, which reads the generated file.
"""

import struct
from functools import lru_cache

from mpmath import besseli, exp, findroot, ldexp, log, mp, mpf, pi, sqrt

from emit import data, header, table, write
from rows import DEGREE, chebyshev_nodes, evaluate, fit_row, interpolate, octave_rows, round_bits

FIRST, LAST = -6, 10  # rows by octave from 2^-6 to 2^10; below: the head row; above: the far form
HEAD = ldexp(mpf(1), FIRST)
FAR_TERMS = 5  # errors below 2^-64, see the generated file
GOAL = mpf(2) ** -12  # how near to a double f(centre) is to be, in ulp
STEEP = {"degree": DEGREE + 1, "slope_bits": 26, "reach": 64}  # of the scaled gradients, see bessel/fast_entry.ts
ROUNDING = mpf(2) ** -53
# Of l and q, see bessel/fast_entry.ts: of the pair, of its product with exp and with the factor of the far form.
NEAR_ROUNDINGS, EXP_ROUNDINGS, FAR_ROUNDINGS = (4, mpf("7.2")), (8, mpf("11.2")), (7, mpf("9.2"))
FACTOR_ROUNDINGS = mpf("8.1")  # of w
FACTOR_ERROR = mpf(2) ** mpf("-64.7")  # of its polynomial


@lru_cache(maxsize=None)
def orders(x):
    """I0(x), I1(x) with digits to spare for the cancellation in the scaled gradients."""
    with mp.workdps(mp.dps + 20):
        return besseli(0, x), besseli(1, x)


def i0(x):
    return orders(x)[0]


def i1(x):
    return orders(x)[1]


def i1_grad(x):
    with mp.workdps(mp.dps + 20):
        return orders(x)[0] - orders(x)[1] / x if x else mpf(1) / 2


def scaled(f):
    def g(x):
        with mp.workdps(mp.dps + 20):
            return exp(-x) * f(x)

    return g


def i0e_grad(x):
    with mp.workdps(mp.dps + 20):
        return exp(-x) * (orders(x)[1] - orders(x)[0])


def i1e_grad(x):
    with mp.workdps(mp.dps + 20):
        return exp(-x) * (orders(x)[0] - orders(x)[1] * (1 + 1 / x)) if x else mpf(1) / 2


def hankel(order, count):
    """a_k of I_v(x) exp(-x) sqrt(2 pi x) = sum a_k x^-k (DLMF 10.40.1)."""
    mu = 4 * order * order
    terms = [mpf(1)]
    for k in range(1, count):
        terms.append(-terms[-1] * (mu - (2 * k - 1) ** 2) / (8 * k))
    return terms


def scaled_series(a, b):
    """The same of the four scaled functions, of those of i0e and i1e; of the derivatives from x^-1 on."""
    difference = [q - p for p, q in zip(a, b)][1:]  # i1e - i0e = t sum ..., leading -1/2
    with_slope = [-d - s for d, s in zip(difference, b)]  # i0e - i1e - i1e / x
    return [("I0E", a), ("I1E", b), ("I0E_GRAD", difference), ("I1E_GRAD", with_slope)]


def far(series, lead):
    """Chebyshev fit of (series / lead - 1) / t on t = 1/x in [0, 2^-LAST], ascending."""
    rest = [s / lead for s in series[1:]]
    nodes = chebyshev_nodes(mpf(0), ldexp(mpf(1), -LAST), FAR_TERMS)

    def value(t):
        result = mpf(0)
        for c in reversed(rest):
            result = result * t + c
        return result

    fit = [float(c) for c in interpolate(nodes, [value(t) for t in nodes])]
    error = max(
        abs(sum(mpf(c) * t**k for k, c in enumerate(fit)) - value(t)) * t
        for t in chebyshev_nodes(mpf(0), ldexp(mpf(1), -LAST), 40)
    )
    return fit, error


def pack(row, more=None):
    """Puts c9, as a float32, into the low half of c8, of which 20 bits are enough; and the bound of the pair's
    error into the place of c1. `more`: what the factor of the far form adds to that, as a part of f."""
    c8 = row.fit[7]
    c9 = row.fit[8] if len(row.fit) > 8 else mpf(0)
    low = struct.unpack("<I", struct.pack("<f", float(c9)))[0]
    high = struct.unpack("<Q", struct.pack("<d", float(c8)))[0] >> 32
    packed = struct.unpack("<d", struct.pack("<Q", high << 32 | low))[0]
    row.fit = row.fit[:7] + [mpf(packed)] + [mpf(struct.unpack("<f", struct.pack("<I", low))[0])]
    row.degree = DEGREE + 1
    row.error = row.measure(row.local, row.degree)
    c1l, *others = row.fit
    slopes, curves = NEAR_ROUNDINGS if more is None else FAR_ROUNDINGS
    bound = row_bound(row, slopes, curves, (more or 0) + mpf(2) ** -70)
    stored = [float(v) for v in [*row.head, bound, *others[:-1], c1l]]
    row.values = lambda: stored
    return row


def errors(row, slopes, curves):
    """The error of a row's pair at places of the row, and f there: that of its coefficients, and so many roundings of
    l and q."""
    centre, c0, c1h = row.head
    c1l, *others = row.fit
    for d in chebyshev_nodes(row.low - centre, row.high - centre, 40):
        exact = evaluate(row.local, d)
        q = d * d * evaluate(others, d)
        error = abs(c0 + d * (c1h + c1l) + q - exact) * mpf("1.02")
        yield error + ROUNDING * (slopes * abs(c1l * d) + curves * abs(q)), abs(exact)


def relative_bound(row, slopes, curves):
    return max(error / size for error, size in errors(row, slopes, curves))


def bound(name, value):
    return f"export const {name}: f64 = {float(value)!r}; // 2^{mp.nstr(log(value, 2), 4)}\n"


def table_bound(name, rows):
    """B of bessel/fast_entry.ts: the largest error of a row's coefficients, but for one rounding of q."""
    worst = max(relative_bound(row, 0, -1) for row in rows)
    return bound(f"{name}_BOUND", max(worst, 0) + mpf(2) ** -68)


def test_bound(name, rows, slopes, curves, more=0):
    """What the rounding test of the loops allows for, in all these rows."""
    worst = max(relative_bound(row, slopes, curves) for row in rows)
    return bound(f"{name}_TEST_BOUND", worst + more + mpf(2) ** -70)


def row_bound(row, slopes, curves, more):
    """The largest error of a row's pair, as an absolute number of 20 bits; `more` is a part of f that adds to it."""
    worst = max(error + more * size for error, size in errors(row, slopes, curves)) * mpf("1.01")
    return float(round_bits(worst * (1 + mpf(2) ** -19), 20))


def main():
    a, b = hankel(0, 30), hankel(1, 30)
    root = sqrt(2 * pi)
    parts = [header("tools/tables/bessel.py") + "// deno task prove bessel_tables encloses them with Arb.\n"]

    # name, the function, the unscaled function whose head row comes before, zeros
    zero = findroot(i1e_grad, mpf("1.545"))
    tables = {}
    for name, f, unscaled, zeros in [
        ("I0E", scaled(i0), i0, []),
        ("I1E", scaled(i1), i1, []),
        ("I1_GRAD", scaled(i1_grad), i1_grad, []),
        ("I0E_GRAD", i0e_grad, None, []),
        ("I1E_GRAD", i1e_grad, None, [zero]),
    ]:
        heads = [unscaled, f] if unscaled else [f]
        rows = [fit_row(head, 0, HEAD, centre=0, slope_bits=26 if not unscaled else 6) for head in heads]
        rows += octave_rows(f, FIRST, LAST, zeros=zeros, goal=GOAL, **({} if unscaled else STEEP))
        if not unscaled:
            rows = [pack(row) for row in rows]
        tables[name] = rows[len(heads) :]
        parts.append(table(name, rows))
        parts.append(table_bound(name, rows))
        if unscaled:
            parts.append(test_bound(f"{name}_EXP", rows[:1] + tables[name], *EXP_ROUNDINGS))
        if name in ("I0E", "I1E"):
            # The first row of i1e has a bound of its own.
            parts.append(test_bound(name, rows[1 if name == "I0E" else 2 :], *NEAR_ROUNDINGS))
        print(parts[-1], flush=True)

    # The far form: x = m 4^k with m in [1, 4).
    far_series = scaled_series(a, b)
    difference, with_slope = far_series[2][1], far_series[3][1]

    def factor_bound(*series):
        """What the factor 1 + w of the far form adds to a bound."""
        w = max(abs(terms[1] / terms[0]) for terms in series) * ldexp(mpf("1.01"), -LAST)
        return FACTOR_ERROR + FACTOR_ROUNDINGS * ROUNDING * w

    halves = octave_rows(lambda m: 1 / (root * sqrt(m)), 0, 2, goal=GOAL)
    parts.append(table("FAR_HALF", halves))
    parts.append(table_bound("FAR_HALF", halves))
    for name, terms in far_series[:2]:
        parts.append(test_bound(f"{name}_FAR", halves, *FAR_ROUNDINGS, factor_bound(terms)))
    steep = octave_rows(lambda m: -1 / (2 * root * m * sqrt(m)), 0, 2, goal=GOAL, **STEEP)
    steep = [pack(row, factor_bound(difference, with_slope)) for row in steep]
    parts.append(table("FAR_THREE_HALVES", steep))
    parts.append(table_bound("FAR_THREE_HALVES", steep))
    for name, terms in far_series:
        fit, error = far(terms, terms[0])
        parts.append(data(f"{name}_FAR", fit, f"1/x in [0, 2^-{LAST}], error {mp.nstr(error, 2)} of the result"))

    write("kernels/assembly/bessel/data.ts", parts)


if __name__ == "__main__":
    main()
