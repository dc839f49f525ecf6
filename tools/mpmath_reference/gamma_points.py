"""The arguments at which references of the gamma family are made: see bessel_points.py."""

import random
from math import inf, ldexp

import gamma
from floats import MAX_EXPONENT, MIN_EXPONENT, distinct, log_uniform, neighbour, neighbourhood, to_kind
from gamma_edges import edges
from gamma_zeros import zeros
from result import result
from survey import bad_inputs

SEED = 20

# The pieces of our tables, 32 to the octave; polygamma of any order has more of them.
FIRST_OCTAVE, TABLE_END, POLYGAMMA_TABLE_END = -6, 6, 14
PIECES = 32
TABLED_ORDERS = (1, 2, 3)

DEEPEST = 40  # every interval between poles down to here
POLES = (0, -1, -2, -3, -7, -20, -39, -40)
POLE_DISTANCES = (1, 3, 8, 16, 23, 27, 30, 36, 42, 48)
ROUND_NUMBERS = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 7.0, 8.0, 10.0, 15.0, 16.0, 20.0, 33.0, 64.0, 100.0]
ROUND_NUMBERS += [171.5, 200.0, 400.0, 500.0, 1e3, 1e4, 1e6, 1e8, 1e16]
EXTREMES = {
    "float64": [5e-324, 2.0**-1022, 1e-300, 1e-155, 1e-154, 1e-100, 2.0**-522, 1e100, 1e300, 1e305],
    # -1/x^2 at 2^75 and 720/x^7 at 2^22 are halfway between subnormal float32: the next term decides.
    "float32": [2.0**-149, 2.0**-126, 1e-38, 1e-19, 1e-13, 1e19, 1e36, 2.0**75, 2.0**22, 2.0**127],
}
# Bugs that others have had, and the neighbours of the zeros of lgamma.
BUGS = [1 + 2.0**-52, 1 - 2.0**-53, 2 - 2.0**-52, 2 + 2.0**-51, 1.4616321449683623, -9.5, -16.5, -8.5]
BUGS += [-(2.0**-522), -(2.0**-30), -1 + 2.0**-53, -1 - 2.0**-52, -1e-300]

# How many points there are of each; the slow ones have fewer.
COUNT = {"lgamma": 1200, "digamma": 1200, "polygamma": 600, "multigammaln": 450, "multigammalnGrad": 450}
TABLED_COUNT = 900
SLOW_ORDER, SLOW_ORDER_COUNT = 500, 240
SLOW_DIMENSION, SLOW_DIMENSION_COUNT = 50, 160
SLOWEST_DIMENSION, SLOWEST_DIMENSION_COUNT = 1000, 90
TRIVIAL_SHARE = 0.1


def references(subject, kind):
    """Sorted distinct arguments, floats exactly representable in the type, and their results."""
    rng = random.Random(f"{SEED} {subject} {kind}")
    make = multi_points if subject.kernel.startswith("multi") else pole_points
    needed, wanted, others = make(rng, subject, kind)
    # Without the zeros, which are added at the end: -0.0 and 0.0 are one key.
    found = {x: result(gamma, subject, x, kind) for x in distinct(needed, kind) if x != 0}
    # Of high orders most arguments give 0 or infinity: a few of these are enough.
    trivial = TRIVIAL_SHARE * count(subject)
    rng.shuffle(others)
    for x in (to_kind(x, kind) for x in wanted + others):
        if len(found) >= count(subject):
            break
        if x == 0:
            continue
        y = result(gamma, subject, x, kind)
        is_trivial = y == 0 or y != y or abs(y) == inf
        if not is_trivial or trivial > 0:
            found[x] = y
        trivial -= is_trivial
    at_zeros = [(x, result(gamma, subject, x, kind)) for x in (-0.0, 0.0)]
    return zip(*sorted([*found.items(), *at_zeros], key=lambda pair: pair[0]))


def count(subject):
    kernel, parameter = subject
    if kernel == "polygamma":
        if parameter in TABLED_ORDERS:
            return TABLED_COUNT
        return SLOW_ORDER_COUNT if parameter >= SLOW_ORDER else COUNT[kernel]
    if kernel.startswith("multi") and parameter >= SLOW_DIMENSION:
        return SLOWEST_DIMENSION_COUNT if parameter >= SLOWEST_DIMENSION else SLOW_DIMENSION_COUNT
    return COUNT[kernel]


def pole_points(rng, subject, kind):
    """For a function with poles at 0 and the negative integers: points to take, and to choose from."""
    largest = neighbour(inf, -1, kind)
    limits = edges(subject, kind)
    needed = [inf, -inf, largest, -largest] + near(zeros(subject) + limits, kind) + bad_inputs(subject, kind)
    beside = [pole + s * 2.0**-k for pole in POLES for s in (1, -1) for k in POLE_DISTANCES]
    beside += [-(2.0**e) - f for e in range(5, 53, 6) for f in (0.5, 0.25)]
    others = piece_points(rng, table_end(subject), kind)
    others += [log_uniform(rng, -30, POLYGAMMA_TABLE_END) for _ in range(150)]
    if subject.kernel == "polygamma":
        # Where it neither overflows nor vanishes; of even orders at the negative half integers too.
        low, high = min(x for x in limits if x > 0), max(limits)
        shares = (rng.random() for _ in range(200))
        middle = [low ** (1 - share) * high**share for share in shares]
        others = [x for x in others if low < x < high] + middle
        beside += [-int(x) - 0.5 for x in middle[:20] if x < 2.0**23]
    others += [log_uniform(rng, MIN_EXPONENT[kind], MAX_EXPONENT[kind]) for _ in range(100)]
    others += [-log_uniform(rng, MIN_EXPONENT[kind], 0) for _ in range(40)]
    others += [-log_uniform(rng, 5, 52 if kind == "float64" else 23) for _ in range(60)]
    for k in range(DEEPEST):
        others += [-rng.uniform(k, k + 1) for _ in range(4)] + [-k - 0.5]
        others += [-k + rng.choice((1, -1)) * log_uniform(rng, -45, -2) for _ in range(3)]
    rng.shuffle(beside)
    either_sign = [s * x for x in ROUND_NUMBERS + EXTREMES[kind] for s in (1, -1)]
    return needed, BUGS + either_sign + beside, others


def multi_points(rng, subject, kind):
    """For multigammaln and its gradient: points to take, and to choose from."""
    edge = (subject.parameter - 1) / 2
    needed = [inf, -inf, -0.5, -1.0, -1e300 if kind == "float64" else -1e30, edge / 2, edge]
    needed += [neighbour(edge, step, kind) for step in (-1, 1, 2, 3)] + [neighbour(inf, -1, kind)]
    needed += near(zeros(subject) + edges(subject, kind), kind) + bad_inputs(subject, kind)
    wanted = [x for x in ROUND_NUMBERS + EXTREMES[kind] if x > edge]
    wanted += [edge + 2.0**-k for k in range(0, 50, 3)]
    pieces = piece_points(rng, TABLE_END, kind)
    others = [edge + t for t in pieces] + pieces[::2]
    others += [edge + log_uniform(rng, -60, 30) for _ in range(100)]
    others += [log_uniform(rng, 0, MAX_EXPONENT[kind]) for _ in range(100)]
    others += [edge + k / 2 for k in range(1, 60)]
    return needed, wanted, [x for x in others if x > edge]


def near(xs, kind):
    return [y for x in xs for y in neighbourhood(to_kind(x, kind), 2, kind)]


def table_end(subject):
    general = subject.kernel == "polygamma" and subject.parameter not in TABLED_ORDERS
    return POLYGAMMA_TABLE_END if general else TABLE_END


def piece_points(rng, end, kind):
    """Of each piece a random point, and its lower end or the last number before it."""
    octaves = range(FIRST_OCTAVE, end)
    ends = [ldexp(1 + i / PIECES, octave) for octave in octaves for i in range(PIECES)]
    inside = [rng.uniform(low, high) for low, high in zip(ends, ends[1:])]
    return inside + [rng.choice((end, neighbour(end, -1, kind))) for end in ends]
