"""Values of the gamma and Bessel families by Arb, for tests/kernels/special_balls_test.ts.

    python tools/arb/special_balls.py [COUNT [SEED]] > tests/data/special_balls.tsv
    python tools/arb/special_balls.py COUNT SEED BITS > FILE
    SPECOL_BALLS=FILE deno task test tests/kernels/special_balls_test.ts

needs python-flint. COUNT is the number of random points of each function. With BITS, such as 4200, values have so many
bits, and most of the points are next to poles, zeros, middles between poles and ends of domains, or have huge
parameters or arguments: the test then compares balls of up to BITS - 32 bits. A line has the function,
its parameters, x as an integer times a power of two, and the value likewise: it is within one unit
of the last place of what is written.
"""

import random
import sys

from flint import acb, arb, ctx, fmpz

BITS = int(sys.argv[3]) if len(sys.argv) > 3 else 640
"""Bits of the values."""


def dyadic(m, e):
    return arb((fmpz(m), fmpz(e)))


def zeta(s, x):
    """The sum of (x + j)^-s, for any x that is no pole."""
    if x > 0:
        return arb(s).zeta(x)
    below = (x + arb(0.5)).floor().unique_fmpz()
    d = x - below
    sign = -1 if s % 2 else 1
    near, other, mirrored = (arb(s).zeta(y) for y in (abs(d), 1 - abs(d), 1 - x))
    return near + sign * (other - mirrored) if d > 0 else other + sign * (near - mirrored)


def polygamma(n, x):
    value = zeta(n + 1, x) * (arb(n + 1).lgamma().exp() if n > 3000 else arb(n + 1).gamma())
    return value if n % 2 else -value


def lgamma(x):
    return x.lgamma() if x > 0 else (arb.pi() / abs(x.sin_pi())).log() - (1 - x).lgamma()


def digamma(x):
    return x.digamma() if x > 0 else (1 - x).digamma() - arb.pi() * x.cot_pi()


def derivative(k, x):
    return lgamma(x) if k == 0 else digamma(x) if k == 1 else polygamma(k - 1, x)


def multigammaln(p, k, x):
    smallest = x - arb(p - 1) / 2
    total = arb(p) * (p - 1) / 4 * arb.pi().log() if k == 0 else arb(0)
    if p <= 300:
        return total + sum((derivative(k, smallest + arb(i) / 2) for i in range(p)), arb(0))
    for b, m in ((smallest, p - p // 2), (smallest + arb(0.5), p // 2)):
        if k == 0:
            total += (acb(b + m).log_barnes_g() - acb(b).log_barnes_g()).real
        else:
            primitive = lambda z: (z - 1) * derivative(k, z) + (k > 1 and (k - 1) * derivative(k - 1, z))
            total += primitive(b + m) - primitive(b) - (m if k == 1 else 0)
    return total


def bessel(order, d, scaled, x):
    z = abs(x)

    def plain(j):
        terms = (int(fmpz.bin_uiui(j, i)) * z.bessel_i(arb(abs(order - j + 2 * i)), bool(scaled)) for i in range(j + 1))
        return sum(terms, arb(0)) / arb(2) ** j

    if scaled:
        value = sum(((-1) ** (d - j) * int(fmpz.bin_uiui(d, j)) * plain(j) for j in range(d + 1)), arb(0))
    else:
        value = plain(d)
    return -value if x < 0 and (order + d) % 2 else value


FUNCTIONS = {
    "lgamma": lgamma,
    "digamma": digamma,
    "polygamma": polygamma,
    "multigammaln": multigammaln,
    "bessel": bessel,
}


def value(name, parameters, m, e):
    for more in (200, 800, 2000, 6000, 20000, 60000):
        ctx.prec = BITS + more
        found = FUNCTIONS[name](*parameters, dyadic(m, e))
        if found.is_finite() and found.rel_accuracy_bits() > BITS + 8:
            ctx.prec = BITS
            middle, exponent = (+found).mid().man_exp()
            return int(middle), int(exponent)
    raise ValueError(f"no value of {name} {parameters} at {m} {e}")


def draw(chance, low, high, sign=True):
    bits = chance.choice([1, 20, 53, 53, 300])
    m = chance.getrandbits(bits) | 1 << (bits - 1) | 1
    e = round(chance.uniform(low, high)) - bits
    if sign and e < 0 and chance.random() < 0.4:
        m = -m
    return m, e


def points(count, chance):
    """Special points first: next to poles, zeros and ends; then random ones."""
    for k, d in ((0, 60), (1, 30), (2, 52), (20, 40), (1000, 40), (2**40, 12)):
        for sign in (1, -1):
            m = -(k << d) + sign
            for name, parameters in (("lgamma", ()), ("digamma", ()), ("polygamma", (1,)), ("polygamma", (2,))):
                yield name, parameters, m, -d
    for x in ((1 << 52) + 1, (1 << 53) - 1, 6582605942100979, -11065438494434187):
        yield "lgamma", (), x, -52
        yield "digamma", (), x, -52
    for e in (-100000, -1074, 1023, 100000):
        yield "lgamma", (), 3, e
        yield "digamma", (), 3, e
        yield "polygamma", (1,), 3, e
        yield "bessel", (0, 0, 1), 3, e
        yield "bessel", (1, 0, 1), 3, e
    for n, m, e in ((300, -101, -1), (10**6 + 1, -5, -1), (10**6, 3, 20), (2**53, 3, 0), (171, 200, 0), (300, -9, -4)):
        yield "polygamma", (n,), m, e
    for n, k, d in ((2, 1, 60), (4, 3, 80), (30, 115, 348)):  # so near to -k/2 that float64 does not see it
        for sign in (1, -1):
            yield "polygamma", (n,), -(k << d - 1) + sign, -d
    for p in (2, 301, 1000, 10**6 + 3, 2**53):
        for k in (0, 1, 2, 3) if p < 10**6 else (1, 2):
            for t in (3 << 60, 1, 1 << 40):
                yield "multigammaln", (p, k), (p - 1 << 39) + t, -40
    for order in (0, 1):
        for d in (0, 1, 2, 5):
            for scaled in (0, 1):
                for m, e in ((-3, -30), (3, -1), (-77, 0), (713, 0), (100001, -2)):
                    yield "bessel", (order, d, scaled), m, e
    for _ in range(count):
        yield "lgamma", (), *draw(chance, -60, 60)
        yield "digamma", (), *draw(chance, -60, 60)
        yield "polygamma", (chance.choice([1, 2, 3, 8, 40, 200]),), *draw(chance, -20, 8)
        p = chance.choice([1, 2, 3, 8, 40, 150])
        m, e = draw(chance, -20, 20, False)
        e = min(e, -1)
        yield "multigammaln", (p, chance.choice([0, 1, 2])), m + (p - 1 << -1 - e), e
        parameters = chance.choice([0, 1]), chance.choice([0, 0, 1, 2, 3]), chance.choice([0, 1])
        yield "bessel", parameters, *draw(chance, -20, 11)


def wide_points(count, chance):
    """Huge parameters, and arguments far beyond the range of float64."""
    for _ in range(count):
        yield chance.choice(["lgamma", "digamma"]), (), *draw(chance, -100000, 100000, False)
        n = int(2 ** chance.uniform(2, 53))
        yield "polygamma", (n,), *draw(chance, -3, 3 + n.bit_length(), False)
        yield "polygamma", (chance.choice([4, 30, 101, 1000, 1023]),), *draw(chance, -60, 9)
        p = int(2 ** chance.uniform(3, 53))
        k = chance.choice([0, 1, 2, 3]) if p < 10**6 else chance.choice([1, 2])
        m, e = draw(chance, -60, 60, False)
        e = min(e, -1)
        yield "multigammaln", (p, k), m + (p - 1 << -1 - e), e
        order, d, scaled = chance.choice([0, 1]), chance.randint(0, 9), chance.choice([0, 1])
        yield "bessel", (order, d, scaled), *draw(chance, -2000, 12)
        yield "bessel", (order, d, 1), *draw(chance, 10, 1000)


ZEROS = (1.4616321449683623, -0.5040830082644554, -1.5734984731623905, -2.4570247382208006, -3.955294284858598)
"""Of digamma and lgamma, as starts of Newton's method."""


def zero(start):
    """A zero of lgamma or digamma, to 400 bits."""
    ctx.prec = 500
    x = arb(start)
    for _ in range(10):
        x = (x - lgamma(x) / digamma(x) if start < -2 else x - digamma(x) / polygamma(1, x)).mid()
    return x


def near_points(count, chance):
    """Points from 2^-2 to 2^-400 away from where functions are 0, infinite or hardest."""
    zeros = [zero(start) for start in ZEROS]
    for _ in range(count):
        away = (chance.getrandbits(30) | 1, -chance.randint(32, 400))
        sign = chance.choice([1, -1])
        integer, half = -chance.choice([0, 0, 1, 2, 3, 10, 77, 1000]), -chance.randint(0, 60)

        def at(m, e):
            """m 2^e plus the distance, as one integer times a power of two."""
            low = min(e, away[1])
            return (m << (e - low)) + sign * (away[0] << (away[1] - low)), low

        for name, parameters in (("lgamma", ()), ("digamma", ()), ("polygamma", (chance.choice([1, 2, 5, 30]),))):
            yield name, parameters, *at(integer, 0)
            yield name, parameters, *at(2 * half - 1, -1)
        yield "lgamma", (), *at(chance.choice([1, 2]), 0)
        middle, exponent = chance.choice(zeros).man_exp()
        for name in ("lgamma", "digamma"):
            yield name, (), *at(int(middle), int(exponent))
        p = chance.choice([2, 3, 9, 40])
        m, e = at(p - 1, -1)
        if sign > 0:
            yield "multigammaln", (p, chance.choice([0, 1])), m, e
        order, d, scaled = chance.choice([0, 1]), chance.choice([0, 1]), chance.choice([0, 1])
        yield "bessel", (order, d, scaled), *at(chance.choice([0, 1, 16, 710, 1024]), 0)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    more = (*near_points(count, chance), *wide_points(count, chance)) if len(sys.argv) > 3 else ()
    for name, parameters, m, e in (*points(count, chance), *more):
        found = value(name, parameters, m, e)
        print(name, ",".join(map(str, parameters)), f"{m:x}", e, f"{found[0]:x}", found[1], sep="\t")


main()
