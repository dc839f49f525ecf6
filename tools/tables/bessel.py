"""Generates kernels/assembly/math/bessel_data.ts. Run:  /usr/bin/python3 tools/tables/bessel.py

Needs python3-mpmath (Debian). Takes about a minute.
"""

from functools import lru_cache

from mpmath import besseli, exp, findroot, ldexp, mp, mpf, pi, sqrt

from emit import data, header, table, write
from rows import chebyshev_nodes, fit_row, interpolate, octave_rows

FIRST, LAST = -6, 10  # rows by octave from 2^-6 to 2^10; below: the head row; above: the far form
HEAD = ldexp(mpf(1), FIRST)
FAR_TERMS = 5  # errors below 2^-64, see the generated file


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


def main():
    a, b = hankel(0, 30), hankel(1, 30)
    root = sqrt(2 * pi)
    parts = [header("tools/tables/bessel.py")]

    # name, the function, the unscaled function whose head row stands before, zeros
    zero = findroot(i1e_grad, mpf("1.545"))
    for name, f, unscaled, zeros in [
        ("I0E", scaled(i0), i0, []),
        ("I1E", scaled(i1), i1, []),
        ("I1_GRAD", scaled(i1_grad), i1_grad, []),
        ("I0E_GRAD", i0e_grad, None, []),
        ("I1E_GRAD", i1e_grad, None, [zero]),
    ]:
        heads = [unscaled, f] if unscaled else [f]
        rows = [fit_row(head, 0, HEAD, centre=0) for head in heads]
        rows += octave_rows(f, FIRST, LAST, zeros=zeros)
        parts.append(table(name, rows))

    # The far form: x = m 4^k with m in [1, 4).
    for name, f in [
        ("FAR_HALF", lambda m: 1 / (root * sqrt(m))),
        ("FAR_THREE_HALVES", lambda m: -1 / (2 * root * m * sqrt(m))),
    ]:
        parts.append(table(name, octave_rows(f, 0, 2)))
    difference = [q - p for p, q in zip(a, b)][1:]  # i1e - i0e = t sum ..., leading -1/2
    with_slope = [-d - s for d, s in zip(difference, b)]  # i0e - i1e - i1e / x
    for name, series in [
        ("I0E_FAR", a),
        ("I1E_FAR", b),
        ("I0E_GRAD_FAR", difference),
        ("I1E_GRAD_FAR", with_slope),
    ]:
        fit, error = far(series, series[0])
        parts.append(data(name, fit, f"1/x in [0, 2^-{LAST}], error {mp.nstr(error, 2)} of the result"))

    write("kernels/assembly/math/bessel_data.ts", parts)


main()
