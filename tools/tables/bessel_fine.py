"""Generates kernels/assembly/bessel/accurate_data.ts: what the accurate phase of the Bessel functions needs.
Run:  /usr/bin/python3 tools/tables/bessel_fine.py

Needs python3-mpmath (Debian). Takes some seconds.
"""

from fractions import Fraction
from math import factorial

from mpmath import findroot, ldexp, log, mp, mpf, pi, sqrt

from bessel import FIRST, hankel, i0, i0e_grad, i1e_grad, scaled, scaled_series
from emit import data, header, write
from rows import round_bits

LAST = 7  # from 2^LAST on rows are made of Hankel's series
HEAD_TERMS = 13
HANKEL_TERMS = 6  # from 2^20 on: what they leave out is below 2^-110
LN2_HIGH_BITS = 34  # as in exp.py


def pairs(values):
    result = []
    for v in values:
        high = float(v)
        result += [high, float(v - mpf(high))]
    return result


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


def centres(zero):
    """i0e and i0e' in pairs at the middle of each row, and of the row with the zero of i1e' at the nearest float64."""
    result = []
    for octave in range(FIRST, LAST):
        for k in range(32):
            low, unit = ldexp(mpf(32 + k), octave - 5), ldexp(mpf(1), octave - 5)
            centre = zero if low <= zero < low + unit else low + unit / 2
            result += pairs([scaled(i0)(centre), i0e_grad(centre)])
    return result


def main():
    mp.dps = 60
    zero = mpf(float(findroot(i1e_grad, mpf("1.545"))))
    parts = [header("tools/tables/bessel_fine.py")]
    parts.append(data("CENTRES", centres(zero), f"i0e and i0e' at the centres of rows from 2^{FIRST} to 2^{LAST}, in pairs", width=4))
    parts.append(data("ZERO", [float(zero), *pairs([i1e_grad(zero)])], "the zero of i1e' rounded, and i1e' there as a pair"))
    parts.append(data("ROOTS_OF_2", pairs([mpf(2) ** (mpf(2) ** -k) for k in range(1, 8)]), "2^(1/2), 2^(1/4) ... 2^(1/128), in pairs", width=2))
    behind = log(2) / 128
    behind -= round_bits(behind, LN2_HIGH_BITS)
    parts.append(data("LN2_LAST", [float(behind - mpf(float(behind)))], "ln 2/128 behind the two parts of EXP_REDUCE"))
    parts.append(data("INVERSE_ROOT_TAU", pairs([1 / sqrt(2 * pi)]), "1/sqrt(2 pi)"))
    for name in ["I0", "I1", "I1_GRAD", "I0E", "I1E", "I0E_GRAD", "I1E_GRAD"]:
        parts.append(data(f"{name}_HEAD", head_terms(name), "Taylor's series at 0, in pairs", width=2))
    for name, terms in scaled_series(hankel(0, 30), hankel(1, 30)):
        parts.append(data(f"{name}_HANKEL", pairs([t / terms[0] for t in terms[:HANKEL_TERMS]]), "in 1/x, in pairs", width=2))
    write("kernels/assembly/bessel/accurate_data.ts", parts)


main()
