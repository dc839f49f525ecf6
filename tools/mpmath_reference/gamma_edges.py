"""Where results of the gamma family overflow, become subnormal or vanish, by bisection."""

from math import inf

import gamma
from floats import MIN_EXPONENT, bisect, neighbour
from result import result

SMALLEST_NORMAL = {"float64": 2.0**-1022, "float32": 2.0**-126}
POLES = (0, -1, -7)


def edges(subject, kind):
    """The first number of the type beyond each."""
    largest = neighbour(inf, -1, kind)
    smallest = 2.0 ** MIN_EXPONENT[kind]
    limits = (inf, SMALLEST_NORMAL[kind], smallest)
    if subject.kernel in ("lgamma", "multigammaln"):
        return changes(subject, kind, limits=(inf,), between=(subject_start(subject), largest))
    if subject.kernel == "multigammalnGrad" and subject.parameter > 1:
        return []  # too far from 0 for floats as near to the pole as it takes
    found = changes(subject, kind, limits=limits, between=(smallest, largest))
    if subject.kernel == "multigammalnGrad":
        return found
    for pole in POLES:
        at_left = -smallest if pole == 0 else neighbour(float(pole), -1, kind)
        found += changes(subject, kind, limits=limits, between=(pole - 0.25, at_left))
        if pole != 0:
            right = (neighbour(float(pole), 1, kind), pole + 0.25)
            found += changes(subject, kind, limits=limits, between=right)
    return found


def changes(subject, kind, *, limits, between):
    """The first x whose |y| is on the other side of a limit than at the beginning; |y| is monotonic."""
    found = []
    for limit in limits:
        def reaches(x):
            return abs(result(gamma, subject, x, kind)) >= limit

        low, high = between
        if reaches(low) != reaches(high):
            found.append(bisect(lambda x: reaches(x) != reaches(low), low, high, kind))
    return found


def subject_start(subject):
    """Where the argument is beyond the pole and the minimum."""
    return 2.0 if subject.parameter is None else (subject.parameter - 1) / 2 + 4
