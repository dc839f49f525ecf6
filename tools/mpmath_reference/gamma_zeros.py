"""The floats next to the zeros of the gamma family, by bisection."""

from functools import lru_cache

from floats import bisect, neighbour
from gamma import special_value, value
from subject import Subject

LGAMMA_END = 18  # from there on the zeros are nearer to the integers than floats are
DIGAMMA_END = 40
# Of even orders. Of the highest all zeros are next to half integers, with infinite neighbours.
POLYGAMMA_INTERVALS = (*range(12), 19, 20, 39)
HIGHEST_ORDER = 60


@lru_cache(None)
def zeros(subject):
    """The first float64 at or beyond each zero."""
    kernel, parameter = subject
    if kernel == "lgamma":
        return [zero for k in range(2, LGAMMA_END) for zero in lgamma_zeros(k)]
    if kernel == "digamma":
        return [crossing(subject, 1.0, 2.0)] + [between(subject, k) for k in range(DIGAMMA_END)]
    if kernel == "polygamma" and parameter % 2 == 0 and parameter <= HIGHEST_ORDER:
        return [between(subject, k) for k in POLYGAMMA_INTERVALS]
    if kernel == "multigammalnGrad":
        edge = (parameter - 1) / 2
        return [crossing(subject, neighbour(edge, 1, "float64"), edge + 4)]
    return []


def lgamma_zeros(k):
    """Those on both sides of the minimum between -k - 1 and -k."""
    minimum = between(Subject("digamma"), k)
    left, right = inside(k)
    return [crossing(Subject("lgamma"), left, minimum), crossing(Subject("lgamma"), minimum, right)]


def between(subject, k):
    """The zero between the poles -k - 1 and -k of a function that is monotonic there."""
    return crossing(subject, *inside(k))


def inside(k):
    """The ends of the interval from -k - 1 to -k, as far as a bisection needs to go."""
    right = -(2.0**-100) if k == 0 else neighbour(float(-k), -1, "float64")
    return neighbour(float(-k - 1), 1, "float64"), right


def crossing(subject, low, high):
    """The first float64 whose value has not the sign that it has at low; high if all have."""
    sign = positive(subject, low)
    return bisect(lambda x: positive(subject, x) != sign, low, high, "float64")


def positive(subject, x):
    assert special_value(subject, x) is None, f"{subject} at {x}"
    return value(subject, x, "float64") > 0
