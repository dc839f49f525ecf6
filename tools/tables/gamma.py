"""Generates kernels/assembly/gamma_data.ts. Run:  /usr/bin/python3 tools/tables/gamma.py

Needs python3-mpmath (Debian). Takes some minutes.
"""

from mpmath import bernoulli, digamma, findroot, ldexp, log, loggamma, mp, mpf, polygamma

from emit import data, header, table, write
from rows import chebyshev_nodes, interpolate, octave_rows

FIRST, LAST = -6, 6  # rows by octave from 2^-6 to 2^6; below: a pole and the head; above: Stirling
GAL_GOAL = mpf(2) ** -12  # reflection takes differences of the values
HEAD_TERMS = 9
FAR_TERMS = 5


def head(f):
    """Coefficients of f(1 + x) on [0, 2^FIRST], ascending."""
    nodes = chebyshev_nodes(mpf(0), ldexp(mpf(1), FIRST), HEAD_TERMS)
    return [float(c) for c in interpolate(nodes, [f(1 + x) for x in nodes])]


def main():
    parts = [header("tools/tables/gamma.py")]
    root = findroot(digamma, mpf("1.4616321449683623"))
    for name, f, zeros in [
        ("LGAMMA", lambda x: loggamma(x).real, [mpf(1), mpf(2)]),
        ("DIGAMMA", digamma, [root]),
        ("POLYGAMMA_1", lambda x: polygamma(1, x), []),
        ("POLYGAMMA_2", lambda x: polygamma(2, x), []),
    ]:
        rows = octave_rows(f, FIRST, LAST, zeros=zeros, goal=GAL_GOAL, degree=9)
        parts.append(table(name, rows, short=False))
    rows = octave_rows(log, 0, 1, zeros=[mpf(1)], goal=GAL_GOAL, degree=9)
    parts.append(table("LOG", rows, short=False))

    for name, f in [
        ("LGAMMA_HEAD", loggamma),
        ("DIGAMMA_HEAD", digamma),
        ("POLYGAMMA_1_HEAD", lambda x: polygamma(1, x)),
        ("POLYGAMMA_2_HEAD", lambda x: polygamma(2, x)),
    ]:
        parts.append(data(name, head(f), f"of 1 + x, x in [0, 2^{FIRST}], ascending powers"))

    # Stirling's series and its derivative, DLMF 5.11.1 and 5.11.2.
    orders = [2 * k for k in range(1, FAR_TERMS + 1)]
    stirling = [float(bernoulli(k) / (k * (k - 1))) for k in orders]
    parts.append(data("LGAMMA_FAR", stirling, "times x^-1, x^-3, ..."))
    parts.append(data("DIGAMMA_FAR", [float(-bernoulli(k) / k) for k in orders], "times x^-2, x^-4, ..."))

    derivatives = [float(bernoulli(k)) for k in orders]
    parts.append(data("POLYGAMMA_1_FAR", derivatives, "times x^-3, x^-5, ..."))
    derivatives = [float(-(k + 1) * bernoulli(k)) for k in orders]
    parts.append(data("POLYGAMMA_2_FAR", derivatives, "times x^-4, x^-6, ..."))

    write("kernels/assembly/gamma_data.ts", parts)


main()
