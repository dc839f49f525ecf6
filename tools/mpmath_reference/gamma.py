"""lgamma, digamma, polygamma and multigammaln with mpmath.

For x < 0 mpmath's own digamma and polygamma take time in proportion to |x|, and their reflections would
lose the digits of a fraction near a pole: here the distance from the nearest integer is taken first,
which is exact.

Nothing here follows support/reference/: the two are written apart so that one can check the other.
"""

from math import copysign, inf, nan

from mpmath import cospi, digamma, factorial, fsub, log, loggamma, mpf, pi, psi, sinpi, zeta

from certified import certified
from subject import Subject

# 21 for the gradient of 20, which the benchmark times.
ORDERS = (1, 2, 3, 7, 20, 21, 60, 171, 500, 1000)
DIMENSIONS = (1, 2, 3, 5, 10, 50, 1000)

SUBJECTS = (
    Subject("lgamma"),
    Subject("digamma"),
    *(Subject("polygamma", n) for n in ORDERS),
    *(Subject("multigammaln", p) for p in DIMENSIONS),
    *(Subject("multigammalnGrad", p) for p in DIMENSIONS),
)
FLOAT16_SUBJECTS = (
    Subject("lgamma"),
    Subject("digamma"),
    *(Subject("polygamma", n) for n in (1, 2, 3, 20)),
    *(Subject(kernel, p) for kernel in ("multigammaln", "multigammalnGrad") for p in (2, 3)),
)

PARITY = None  # of no function here

WORKING_BITS = {"float64": 240, "float32": 240, "float16": 128}  # 72 digits; 38
ZETA_POWER = 21


def special_value(subject, x):
    """The value at zeros, poles, infinities and outside of the domain, as a float; None elsewhere."""
    kernel, parameter = subject
    if kernel.startswith("multigammaln"):
        return at_edge(kernel, x, (parameter - 1) / 2)
    if x == -inf:
        return inf if kernel == "lgamma" else nan
    if x == inf:
        return inf if kernel in ("lgamma", "digamma") else (0.0 if parameter % 2 else -0.0)
    if x > 0 or x != int(x):
        return None
    if kernel == "lgamma" or (kernel == "polygamma" and parameter % 2):
        return inf
    # Beside these poles the values are infinite with one sign on the left, the other on the right.
    return -copysign(inf, x) if x == 0 else nan


def at_edge(kernel, x, edge):
    if x < edge:
        return nan
    if x == edge:
        return inf if kernel == "multigammaln" else -inf
    return inf if x == inf else None


def value(subject, x, kind):
    """The value at any other float, an mpf."""
    kernel, parameter = subject
    functions = {
        "lgamma": lambda: log_gamma(x),
        "digamma": lambda: psi0(x),
        "polygamma": lambda: polygamma(parameter, x),
        "multigammaln": lambda: multi_log_gamma(parameter, x),
        "multigammalnGrad": lambda: sum(digamma(term) for term in terms(parameter, x)),
    }
    return certified(functions[kernel], WORKING_BITS[kind])


def log_gamma(x):
    if x > 0:
        return loggamma(mpf(x))
    return log(pi / abs(sinpi(from_integer(x)))) - loggamma(fsub(1, x, exact=True))


def psi0(x):
    if x > 0:
        return digamma(mpf(x))
    r = from_integer(x)
    return digamma(fsub(1, x, exact=True)) - pi * cospi(r) / sinpi(r)


def polygamma(n, x):
    """(-1)^(n+1) n! times the sum of 1/(x + k)^s over k >= 0, with s = n + 1."""
    s = n + 1
    total = hurwitz(s, mpf(x)) if x > 0 else sum_beyond_poles(s, x)
    return (-1) ** s * factorial(n) * total


def hurwitz(s, a):
    # mpmath's polygamma slows down with the order, except at large a; there, its zeta loses digits.
    if s <= ZETA_POWER or a > s:
        return (-1) ** s * psi(s - 1, a) / factorial(s - 1)
    return zeta(s, a)


def sum_beyond_poles(s, x):
    """
    The sum for x < 0: the terms on the right of 0, those on its left as if there were no end of them,
    and what is too much in these.
    """
    r = from_integer(x)
    right = fsub(r, 0 if r > 0 else -1, exact=True)
    left = fsub(1, right, exact=True)
    too_much = hurwitz(s, fsub(1, x, exact=True))
    if right == left and s % 2:  # what cancels exactly may be larger by thousands of digits
        return too_much
    return hurwitz(s, right) + (-1) ** s * (hurwitz(s, left) - too_much)


def multi_log_gamma(p, x):
    return mpf(p * (p - 1)) / 4 * log(pi) + sum(loggamma(term) for term in terms(p, x))


def terms(p, x):
    return (fsub(x, mpf(i) / 2, exact=True) for i in range(p))


def from_integer(x):
    """The distance from the nearest integer, exact: x has no bits below those of the difference."""
    return mpf(x - round(x))
