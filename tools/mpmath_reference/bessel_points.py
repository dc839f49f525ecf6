"""The arguments at which references are made: deterministic, and where implementations go wrong."""

import random
from math import inf, ldexp

from mpmath import mpf

import bessel
from bessel import OVERFLOW, UNSCALED, values
from floats import MAX_EXPONENT, MIN_EXPONENT, bisect, distinct
from floats import log_uniform, neighbour, neighbourhood, to_kind
from result import result
from rounding import rounded_bits
from survey import bad_inputs

SEED = 20

# The pieces of our tables, of which no point is taken on trust: 32 to the octave.
FIRST_OCTAVE, TABLE_END, LAST_OCTAVE = -5, 10, 12
PIECES = 32

I1E_GRAD_ZERO = 1.5451272579925427  # of i1e' = i0e - i1e (1 + 1/x)
ROUND_NUMBERS = [0.0, inf, 1.0, 2.0, 3.0, 8.0, 10.0, 64.0, 100.0, 500.0, 700.0, 713.0]
ROUND_NUMBERS += [1e4, 1e6, 1e8, 1e16]
# Cephes and most of its heirs change their expansion at 8, others at 3.75, 7.75, 15 and 30.
BRANCHES_OF_OTHERS = [3.75, 7.5, 7.75, 8.0, 15.0, 20.0, 30.0, 500.0]
EXTREMES = {
    "float64": [5e-324, 2.2250738585072014e-308, 1e-300, 1.7976931348623157e308, 1e200],
    "float32": [2.0**-149, 2.0**-126, 2.0**128 - 2.0**104],
}


def references(subject, kind):
    """The arguments, and their results."""
    xs = points(subject, kind)
    return xs, [result(bessel, subject, x, kind) for x in xs]


def points(subject, kind):
    """Sorted distinct arguments for one kernel, floats exactly representable in the type."""
    kernel = subject.kernel
    rng = random.Random(f"{SEED} {kernel} {kind}")
    top = OVERFLOW if kernel in UNSCALED else inf
    positive = piece_points(rng, kind) + special_points(kernel, kind)
    positive += [log_uniform(rng, MIN_EXPONENT[kind], MAX_EXPONENT[kind]) for _ in range(150)]
    positive += [log_uniform(rng, -30, 11) for _ in range(250)]
    if kernel in UNSCALED:
        # Few arguments beyond the overflow are enough, and those below pass through exp.
        beyond = [x for x in positive if top < x < inf]
        positive = [x for x in positive if not top < x < inf] + beyond[::20]
        positive += [rng.uniform(1, 714) for _ in range(200)]
    signed = [rng.choice((x, x, -x)) for x in positive]
    signed += [0.0, -0.0, inf, -inf] + bad_inputs(subject, kind)
    return distinct(signed, kind)


def piece_points(rng, kind):
    """Of each piece a random point, and its lower end or the last number before it."""
    octaves = range(FIRST_OCTAVE, LAST_OCTAVE)
    ends = [ldexp(1 + i / PIECES, octave) for octave in octaves for i in range(PIECES)]
    inside = [rng.uniform(low, high) for low, high in zip(ends, ends[1:])]
    if kind == "float32":
        return inside + rng.sample(ends, 60)
    return inside + [rng.choice((end, neighbour(end, -1, kind))) for end in ends]


def special_points(kernel, kind):
    chosen = ROUND_NUMBERS + BRANCHES_OF_OTHERS + EXTREMES[kind]
    small = (-200, -100, -60, -54, -53, -52, -30, -27, -26, -25, -24, -12, -11)
    chosen += [ldexp(m, e) for m in (1, 1.5) for e in small]
    if kernel == "i1eGrad":
        chosen += neighbourhood(to_kind(I1E_GRAD_ZERO, kind), 12, kind)
        chosen += [I1E_GRAD_ZERO + s * 2.0**-e for s in (1, -1) for e in range(2, 50, 3)]
    if kernel in UNSCALED:
        chosen += neighbourhood(overflow_edge(kernel, kind), 3, kind)
    # Where our own table begins and where the asymptotic form takes over from it.
    chosen += neighbourhood(ldexp(1, FIRST_OCTAVE), 2, kind)
    return chosen + neighbourhood(ldexp(1, TABLE_END), 2, kind)


def overflow_edge(kernel, kind):
    """The first argument whose correctly rounded result is infinite."""
    infinite = rounded_bits(mpf("inf"), kind)
    return bisect(lambda x: rounded_bits(values(x)[kernel], kind) == infinite, 1.0, OVERFLOW, kind)
