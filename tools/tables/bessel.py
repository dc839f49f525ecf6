"""Generates kernels/assembly/math/bessel_data.ts and bessel_fine_data.ts.
Run:  /usr/bin/python3 tools/tables/bessel.py

Needs python3-mpmath (Debian). Takes about ten minutes.
"""

import struct
from fractions import Fraction
from functools import lru_cache
from math import factorial

from mpmath import besseli, cos, exp, findroot, floor, ldexp, log, mp, mpf, nint, pi, sqrt

from emit import data, header, table, write
from rows import DEGREE, chebyshev_nodes, evaluate, fit_row, interpolate, octave_rows, round_bits

FIRST, LAST = -6, 10  # rows by octave from 2^-6 to 2^10; below: the head row; above: the far form
HEAD = ldexp(mpf(1), FIRST)
FAR_TERMS = 5  # errors below 2^-64, see the generated file
GOAL = mpf(2) ** -12  # how near to a double f(centre) is to be, in ulp
STEEP = {"degree": DEGREE + 1, "slope_bits": 26, "reach": 64}  # of the scaled gradients, see bessel_rows.ts
ROUNDING = mpf(2) ** -53
# Of l and q, see bessel_rows.ts: of the pair, of its product with exp and with the factor of the far form.
NEAR_ROUNDINGS, EXP_ROUNDINGS, FAR_ROUNDINGS = (4, mpf("7.2")), (8, mpf("11.2")), (7, mpf("9.2"))
FACTOR_ROUNDINGS = mpf("7.1")  # of w
FACTOR_ERROR = mpf(2) ** mpf("-64.7")  # of its polynomial
FINE_TERMS = 12  # of a row's correction, see bessel_second.ts
HEAD_TERMS = 13
HANKEL_TERMS = 10
BIG_WORDS = 40
LN2_HIGH_BITS = 34  # as in exp.py


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
    row.short_error = row.measure(row.local, 5)
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
    """B of bessel_rows.ts: the largest error of a row's coefficients, but for one rounding of q."""
    worst = max(relative_bound(row, 0, -1) for row in rows)
    return bound(f"{name}_BOUND", max(worst, 0) + mpf(2) ** -68)


def quick_bound(name, rows, slopes, curves, more=0):
    """What the rounding test of the loops allows for, in all these rows."""
    worst = max(relative_bound(row, slopes, curves) for row in rows)
    return bound(f"{name}_QUICK", worst + more + mpf(2) ** -70)


def row_bound(row, slopes, curves, more):
    """The largest error of a row's pair, as an absolute number of 20 bits; `more` is a part of f that adds to it."""
    worst = max(error + more * size for error, size in errors(row, slopes, curves)) * mpf("1.01")
    return float(round_bits(worst * (1 + mpf(2) ** -19), 20))


def chebyshev_coefficients(f, low, high, count):
    nodes = chebyshev_nodes(low, high, 2 * count)
    values = [f(x) for x in nodes]
    n = len(nodes)
    return [
        sum(v * cos(pi * k * (2 * j + 1) / (2 * n)) for j, v in enumerate(values)) * (2 if k else 1) / n
        for k in range(count)
    ]


def correction(row, zero_row):
    """What the row lacks, as Chebyshev coefficients relative to c0; of the row with a zero, what is left
    after the low part of c0, divided by d and relative to c1h."""
    centre, c0, c1h = row.head
    lacking = lambda d: evaluate(row.local, d) - (c0 + d * (c1h + evaluate(row.fit, d)))
    low, high = row.low - centre, row.high - centre
    if zero_row:
        rest = [row.local[1] - c1h - row.fit[0]] + [a - b for a, b in zip(row.local[2:], row.fit[1:] + [mpf(0)] * 40)]
        return [c / c1h for c in chebyshev_coefficients(lambda d: evaluate(rest, d), low, high, FINE_TERMS)]
    return [c / c0 for c in chebyshev_coefficients(lacking, low, high, FINE_TERMS)]


def fine(name, rows, zero=None):
    all_terms = [correction(row, zero is not None and row.low <= zero < row.high) for row in rows]
    largest = max(abs(c) for terms in all_terms for c in terms)
    bits = int(floor(log(mpf(32767) / largest, 2)))
    lines = []
    worst = mpf(0)
    for terms in all_terms:
        scaled = [ldexp(c, bits) for c in terms]
        whole = [int(nint(c)) for c in scaled]
        worst = max(worst, ldexp(sum(abs(a - b) for a, b in zip(scaled, whole)), -bits))
        lines.append("  " + ", ".join(map(str, whole)) + ",")
    return (
        f"// Error at most 2^{mp.nstr(log(worst, 2), 4)}.\n"
        f"export const {name}: usize = memory.data<i16>([\n" + "\n".join(lines) + "\n], 16);\n"
        f"export const {name}_UNIT: f64 = {float(ldexp(mpf(1), -bits))!r}; // 2^-{bits}\n"
    )


def pairs(values):
    result = []
    for v in values:
        high = float(v)
        result += [high, float(v - mpf(high))]
    return result


def words(name, value, comment):
    """The first BIG_WORDS * 32 bits of a fraction, the first word first."""
    with mp.workprec(BIG_WORDS * 32 + 64):
        whole = int(floor(ldexp(value(), BIG_WORDS * 32)))
    parts = [whole >> 32 * (BIG_WORDS - 1 - k) & 0xFFFFFFFF for k in range(BIG_WORDS)]
    lines = ["  " + ", ".join(hex(w) for w in parts[k : k + 8]) + "," for k in range(0, BIG_WORDS, 8)]
    return f"// {comment}\nexport const {name}: usize = memory.data<u32>([\n" + "\n".join(lines) + "\n], 16);\n"


def head_terms(name):
    """Taylor's series of a function at 0, in pairs; of f/x where f(0) is 0."""
    count = HEAD_TERMS + 3
    order0 = [Fraction(1, 4 ** (k // 2) * factorial(k // 2) ** 2) if k % 2 == 0 else Fraction(0) for k in range(count)]
    order1 = [order0[k + 1] * (k + 1) for k in range(count - 1)]
    slope = [order1[k + 1] * (k + 1) for k in range(count - 2)]
    decay = [Fraction((-1) ** k, factorial(k)) for k in range(count)]
    times_decay = lambda s: [sum(s[j] * decay[k - j] for j in range(k + 1)) for k in range(len(s))]
    scaled0, scaled1 = times_decay(order0), times_decay(order1)
    terms = {
        "I0": order0,
        "I1": order1[1:],
        "I1_GRAD": slope,
        "I0E": scaled0,
        "I1E": scaled1[1:],
        "I0E_GRAD": [p - q for p, q in zip(scaled1, scaled0)],
        "I1E_GRAD": [scaled1[k + 1] * (k + 1) for k in range(len(scaled1) - 1)],
    }[name]
    return pairs([mpf(c.numerator) / c.denominator for c in terms[:HEAD_TERMS]])


def main():
    a, b = hankel(0, 30), hankel(1, 30)
    root = sqrt(2 * pi)
    parts = [header("tools/tables/bessel.py")]

    # name, the function, the unscaled function whose head row stands before, zeros
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
            parts.append(quick_bound(f"{name}_EXP", rows[:1] + tables[name], *EXP_ROUNDINGS))
        if name in ("I0E", "I1E"):
            # The first row of i1e has a bound of its own.
            parts.append(quick_bound(name, rows[1 if name == "I0E" else 2 :], *NEAR_ROUNDINGS))
        print(parts[-1], flush=True)

    # The far form: x = m 4^k with m in [1, 4).
    difference = [q - p for p, q in zip(a, b)][1:]  # i1e - i0e = t sum ..., leading -1/2
    with_slope = [-d - s for d, s in zip(difference, b)]  # i0e - i1e - i1e / x
    far_series = [("I0E", a), ("I1E", b), ("I0E_GRAD", difference), ("I1E_GRAD", with_slope)]

    def factor_bound(*series):
        """What the factor 1 + w of the far form adds to a bound."""
        w = max(abs(terms[1] / terms[0]) for terms in series) * ldexp(mpf("1.01"), -LAST)
        return FACTOR_ERROR + FACTOR_ROUNDINGS * ROUNDING * w

    halves = octave_rows(lambda m: 1 / (root * sqrt(m)), 0, 2, goal=GOAL)
    parts.append(table("FAR_HALF", halves))
    parts.append(table_bound("FAR_HALF", halves))
    for name, terms in far_series[:2]:
        parts.append(quick_bound(f"{name}_FAR", halves, *FAR_ROUNDINGS, factor_bound(terms)))
    steep = octave_rows(lambda m: -1 / (2 * root * m * sqrt(m)), 0, 2, goal=GOAL, **STEEP)
    steep = [pack(row, factor_bound(difference, with_slope)) for row in steep]
    parts.append(table("FAR_THREE_HALVES", steep))
    parts.append(table_bound("FAR_THREE_HALVES", steep))
    for name, terms in far_series:
        fit, error = far(terms, terms[0])
        parts.append(data(f"{name}_FAR", fit, f"1/x in [0, 2^-{LAST}], error {mp.nstr(error, 2)} of the result"))

    write("kernels/assembly/math/bessel_data.ts", parts)

    one = -FIRST * 32  # rows below 1
    zero_row = next(row for row in tables["I1E_GRAD"] if row.low <= zero < row.high)
    parts = [header("tools/tables/bessel.py")]
    parts.append(fine("I0E_FINE", tables["I0E"]))
    parts.append(fine("I1E_FINE", tables["I1E"][:one]))
    parts.append(fine("I0E_GRAD_FINE", tables["I0E_GRAD"][one:]))
    parts.append(fine("I1E_GRAD_FINE", tables["I1E_GRAD"][one : one + 32], zero))
    parts.append(data("ZERO_ROW", [float(zero_row.low), float(zero_row.local[0] - zero_row.head[1])],
                      "the row of I1E_GRAD with a zero: where it begins, and the low part of its c0"))
    behind = log(2) / 128
    behind -= round_bits(behind, LN2_HIGH_BITS)
    parts.append(data("LN2_LAST", [float(behind - mpf(float(behind)))], "ln 2/128 behind the two parts of EXP_REDUCE"))
    parts.append(data("INVERSE_ROOT_TAU", pairs([1 / root]), "1/sqrt(2 pi)"))
    for name in ["I0", "I1", "I1_GRAD", "I0E", "I1E", "I0E_GRAD", "I1E_GRAD"]:
        parts.append(data(f"{name}_HEAD", head_terms(name), "Taylor's series at 0, in pairs", width=2))
    for name, terms in far_series:
        parts.append(data(f"{name}_HANKEL", pairs([t / terms[0] for t in terms[:HANKEL_TERMS]]), "in 1/x, in pairs", width=2))
    parts.append(words("BIG_LN2", lambda: log(2), "ln 2"))
    parts.append(words("BIG_PI", lambda: pi / 4, "pi/4"))
    write("kernels/assembly/math/bessel_fine_data.ts", parts)


main()
