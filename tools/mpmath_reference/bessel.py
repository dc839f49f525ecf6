"""Modified Bessel functions of order 0 and 1, scaled or not, and their derivatives, with mpmath.

The formulas are those of NUMERICS.md as they stand there. They cancel, so the working precision grows
with the exponent of x until 72 digits are left whatever cancels. From HANKEL on, mpmath's own functions
would need as many digits as x has: there, Hankel's expansion, with exact integer coefficients.

Nothing here follows support/reference/: the two are written apart so that one can check the other.
"""

from functools import lru_cache
from math import copysign, frexp, inf

from mpmath import besseli, exp, mp, mpf, pi, sign, sqrt

from subject import Subject

KERNELS = ("i0", "i0e", "i1", "i1e", "i1Grad", "i0eGrad", "i1eGrad")
UNSCALED = ("i0", "i1", "i1Grad")
ODD = ("i1", "i1e", "i0eGrad")
SUBJECTS = FLOAT16_SUBJECTS = tuple(Subject(kernel) for kernel in KERNELS)
PARITY = {kernel: -1 if kernel in ODD else 1 for kernel in KERNELS}

# Values at +0, and limits at +inf: 0 as -0 where it is reached from below.
AT_ZERO = {"i0": 1.0, "i0e": 1.0, "i1": 0.0, "i1e": 0.0, "i1Grad": 0.5, "i0eGrad": 0.0, "i1eGrad": 0.5}
AT_INFINITY = {"i0": inf, "i0e": 0.0, "i1": inf, "i1e": 0.0, "i1Grad": inf, "i0eGrad": -0.0, "i1eGrad": -0.0}

WORKING_BITS = 240  # 72 digits
HANKEL = 1024.0
OVERFLOW = 720.0  # i0, i1 and i1' are beyond the largest float64 from here on


def special_value(subject, x):
    """The value at a zero or an infinity, as a float; None elsewhere."""
    if x != 0 and abs(x) != inf:
        return None
    limit = (AT_ZERO if x == 0 else AT_INFINITY)[subject.kernel]
    return -limit if subject.kernel in ODD and copysign(1, x) < 0 else limit


def value(subject, x, _kind):
    """The value at any other float, an mpf."""
    return values(x)[subject.kernel]


@lru_cache(1)  # all are wanted of one x after the other
def values(x):
    """The value of every kernel at a finite float x other than 0, by name; "inf" once overflowed."""
    exponent = frexp(x)[1]
    # Near the zero of i1e' at 1.545 a float64 leaves some 55 bits less; at small x, i1 is
    # x/2 + x^3/16, and its second term decides ties between subnormals; at large x, i0e' is
    # smaller than i0e by 1/x.
    mp.prec = WORKING_BITS + 60 + 3 * abs(exponent)
    if abs(x) >= HANKEL:
        mp.prec = WORKING_BITS + 60
        return hankel(mpf(x))
    return direct(mpf(x))


def direct(x):
    i0, i1 = besseli(0, x), besseli(1, x)
    i1_grad = i0 - i1 / x
    scale, s = exp(-abs(x)), sign(x)
    beyond = abs(x) > OVERFLOW
    return {
        "i0": mpf("inf") if beyond else i0,
        "i0e": scale * i0,
        "i1": s * mpf("inf") if beyond else i1,
        "i1e": scale * i1,
        "i1Grad": mpf("inf") if beyond else i1_grad,
        "i0eGrad": scale * (i1 - s * i0),
        "i1eGrad": scale * (i1_grad - s * i1),
    }


def hankel(x):
    s, a = sign(x), abs(x)
    root = 1 / sqrt(2 * pi * a)
    sums = {"i0": mpf(0), "i1": mpf(0), "i0eGrad": mpf(0), "i1eGrad": mpf(0)}
    power, previous1 = mpf(1), 0
    n0 = n1 = 1  # numerators over k! 8^k of the k-th coefficients of I0 and I1
    k = 0
    # The derivatives begin with the term 1/x: they need the terms that are small beside that.
    while power * abs(n1) * a > mpf(2) ** -mp.prec:
        sums["i0"] += n0 * power
        sums["i1"] += n1 * power
        sums["i0eGrad"] += (n1 - n0) * power
        # The 1/x of i1e/x moves each of its coefficients to the next power, whose denominator is 8k.
        sums["i1eGrad"] += (n0 - n1 - 8 * k * previous1) * power
        k += 1
        previous1 = n1
        n0 *= (2 * k - 1) ** 2
        n1 *= (2 * k - 1) ** 2 - 4
        power /= 8 * k * a
    return {
        "i0": mpf("inf"),
        "i0e": root * sums["i0"],
        "i1": s * mpf("inf"),
        "i1e": s * root * sums["i1"],
        "i1Grad": mpf("inf"),
        "i0eGrad": s * root * sums["i0eGrad"],
        "i1eGrad": root * sums["i1eGrad"],
    }

