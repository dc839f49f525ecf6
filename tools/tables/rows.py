"""Fits the rows of a piecewise table: see kernels/assembly/tables/entry.ts for how a row is evaluated.

A row is  centre, c0, c1h, c1 or c9, c2 .. c8, c1l  and stands for

    f(centre + d) = c0 + d c1h + d (c1l + d (c2 + ... + d (c8 + d c9)))

- `centre` is a double in the middle eighth of the row at which f is almost a double (Gal's accurate
  tables), so that c0 needs no low part. d = x - centre is exact.
- c1h has few enough bits for d c1h to be exact. c1l is the rest of the slope c1.
- where f has a zero in the row, or at its end, `centre` is the double nearest to the zero.

Everything is computed with mpmath at DIGITS decimal digits and rounded once.
"""

from random import Random

from mpmath import cos, frexp, ldexp, mp, mpf, nint, pi, sign, sqrt

DIGITS = 60
mp.dps = DIGITS

NODES = 24  # of the local interpolant that stands for f; its error is far below 2^-100
DEGREE = 8  # errors of 2^-58 and below, and twelve doubles in a row; or 9, with c9 in the place of c1
SLOPE_BITS = 6  # a row is 1/32 octave wide: |d| <= 2^-6 octave has 47 bits, and 47 + 6 = 53
NUDGE = mpf(2) ** -50  # of c1, see Row.values: felt by a float64, far below a float32
NOISE = mpf(10) ** -45  # of f at a zero that is a double
GAL_SEED = 1
GAL_TRIES = 1 << 16
GAL_TERMS = 14  # of the local expansion: enough to 2^-70 on the eighth of the row that is tried
GAL_GOAL = mpf(2) ** -9  # how near to a double f(centre) is to be, in ulp, unless the caller wants more
FELT = mpf(2) ** -70  # of f: bits of a coefficient that change less are left out, and the module compresses better


def ulp(x):
    """The distance between doubles at x (normal range)."""
    return ldexp(mpf(1), frexp(abs(x))[1] - 53)


def chebyshev_nodes(low, high, count):
    middle, half = (low + high) / 2, (high - low) / 2
    return [middle + half * cos(pi * (2 * k + 1) / (2 * count)) for k in range(count)]


def interpolate(nodes, values):
    """Coefficients in ascending powers, by Newton's divided differences."""
    table = list(values)
    for level in range(1, len(nodes)):
        for k in range(len(nodes) - 1, level - 1, -1):
            table[k] = (table[k] - table[k - 1]) / (nodes[k] - nodes[k - level])
    result = [table[-1]]
    for k in range(len(nodes) - 2, -1, -1):
        shifted = [mpf(0)] + result
        for i, c in enumerate(result):
            shifted[i] -= nodes[k] * c
        shifted[0] += table[k]
        result = shifted
    return result


def evaluate(coefficients, d):
    result = mpf(0)
    for c in reversed(coefficients):
        result = result * d + c
    return result


def round_bits(x, bits):
    """x rounded to `bits` significant bits."""
    if x == 0:
        return mpf(0)
    scale = ldexp(mpf(1), bits - frexp(abs(x))[1])
    return nint(x * scale) / scale


def felt(c, k, c0, reach):
    """c, the coefficient of d^k, without the bits that are not felt where |d| is at most `reach`."""
    if c == 0:
        return mpf(0)
    size = frexp(abs(c) * reach**k / (abs(c0) * FELT))[1]
    return round_bits(c, min(53, max(size, 1)))


def gal_offset(local, middle, width, goal, reach):
    """How far from middle, in whole ulps of it, f is almost a double: the first good place of many."""
    step = ulp(middle)
    # Of the larger doubles, where f passes a power of two.
    unit = max(ulp(evaluate(local, d)) for d in (-width / 16, width / 16))
    reach = int(width / reach / step)
    # Places at random: evenly spaced ones can all have the same fraction of an ulp.
    places = Random(GAL_SEED)
    best = None
    for _ in range(GAL_TRIES):
        offset = places.randint(-reach, reach) * step
        scaled = evaluate(local[:GAL_TERMS], offset) / unit
        distance = abs(scaled - nint(scaled))
        if best is None or distance < best[0]:
            best = (distance, offset)
        if distance < goal:
            break
    return best[1]


def fit_head(rest, high, count):
    """`count` coefficients of rest on [0, high], in d, or in d^2 where rest is even or odd: the sign of
    the first term then decides how the smallest arguments round."""
    for start in (0, 1):
        if all(abs(c) < 1e-25 for c in rest[1 - start : 8 : 2]):
            terms = (count - start + 1) // 2
            nodes = chebyshev_nodes(mpf(0), high**2, terms)
            fit = interpolate(nodes, [evaluate(rest, sqrt(u)) / sqrt(u) ** start for u in nodes])
            result = [mpf(0)] * count
            result[start::2] = fit
            return result
    nodes = chebyshev_nodes(mpf(0), high, count)
    return interpolate(nodes, [evaluate(rest, d) for d in nodes])


class Row:
    """One fitted row. `error` is its largest error relative to f, the rounding of evaluation apart."""

    def __init__(self, low, high, centre, local, degree, slope_bits):
        # local: f as a polynomial in d = x - centre
        self.local = local
        c0 = mpf(float(local[0])) if abs(local[0]) > NOISE else mpf(0)
        c1h = round_bits(local[1], slope_bits)
        if centre == 0:
            # d has all its 53 bits here, and f's first terms are short: they are kept as they are,
            # so that the smallest arguments come out exact.
            assert abs(c0 - local[0]) < 1e-40 and abs(c1h - local[1]) < 1e-40
            fit = [mpf(0)] + fit_head(local[2:], high, DEGREE - 1)
        else:
            nodes = chebyshev_nodes(low - centre, high - centre, degree)
            rest = [local[1] - c1h] + local[2:]
            fit = interpolate(nodes, [evaluate(rest, d) for d in nodes])
            if not low <= centre - c0 / local[1] <= high:  # f has no zero here
                reach = max(centre - low, high - centre)
                fit = fit[:1] + [felt(c, k, c0, reach) for k, c in enumerate(fit[1:], start=2)]
        self.low, self.high, self.width = low, high, high - low
        self.head = [mpf(float(v)) for v in (centre, c0, c1h)]
        self.fit = [mpf(float(v)) for v in fit]  # c1l, c2, c3, ...
        self.degree = degree
        self.error = self.measure(local, degree)

    def values(self):
        """The row as it lies in memory."""
        _, c0, c1h = self.head
        c1l, *others = self.fit
        if self.degree > DEGREE:
            return [float(v) for v in [*self.head, others[-1], *others[:-1], c1l]]
        c1 = c1h + c1l
        if c0 == 0 and c1l == 0:
            # f is c1 d next to 0, and c1 d may be just between two subnormal float32: what follows in
            # the series decides, and is too small to be seen. c1 alone is moved that way.
            c1 += NUDGE * c1 * sign(next(c for c in others if c) * c1)
        return [float(v) for v in [*self.head, c1, *others, c1l]]

    def measure(self, local, degree):
        centre, c0, c1h = self.head
        fit = self.fit[:degree]
        worst = mpf(0)
        for d in chebyshev_nodes(self.low - centre, self.high - centre, 4 * len(fit) + 1):
            exact = evaluate(local, d)
            worst = max(worst, abs((c0 + d * (c1h + evaluate(fit, d))) / exact - 1))
        return worst


def local_expansion(f, low, high, centre):
    """f as a polynomial in d = x - centre, good to some 40 digits on [low, high]."""
    nodes = [x - centre for x in chebyshev_nodes(low, high, NODES)]
    if centre == 0:
        start = f(mpf(0))
        return [start] + interpolate(nodes, [(f(d) - start) / d for d in nodes])
    return interpolate(nodes, [f(centre + d) for d in nodes])


def fit_row(f, low, high, *, zeros=(), centre=None, goal=GAL_GOAL, degree=DEGREE, slope_bits=SLOPE_BITS, reach=16):
    """Fits f on [low, high). `zeros`: those of f, of which a row has one at most, its ends included.
    `centre`: to force one. `reach`: how many times the centre is nearer to the middle than the row is wide."""
    low, high = mpf(low), mpf(high)
    for zero in zeros:
        if low <= zero <= high:
            centre = mpf(float(zero))
    if centre is None:
        middle = (low + high) / 2
        centre = middle + gal_offset(local_expansion(f, low, high, middle), middle, high - low, goal, reach)
    return Row(low, high, mpf(centre), local_expansion(f, low, high, mpf(centre)), degree, slope_bits)


def octave_rows(f, first, last, *, per_octave=32, **options):
    """Rows of equal width, `per_octave` to each octave, from 2^first to 2^last."""
    rows = []
    for exponent in range(first, last):
        width = ldexp(mpf(1), exponent) / per_octave
        start = ldexp(mpf(1), exponent)
        for k in range(per_octave):
            rows.append(fit_row(f, start + k * width, start + (k + 1) * width, **options))
    return rows
