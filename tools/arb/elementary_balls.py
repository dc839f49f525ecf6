"""True values of elementary functions, for tests/kernels/ball_elementary_test.ts.

    python3 tools/arb/elementary_balls.py > tests/data/ball_elementary.tsv

Needs python-flint. A row is a function, an argument m 2^e as m and e, and the value with 800 bits, as m and e.
"""

import random

from flint import arb, ctx, fmpz

FUNCTIONS = {
    "exp": arb.exp, "expm1": arb.expm1, "log": arb.log, "log1p": arb.log1p,
    "sin": arb.sin, "cos": arb.cos, "sinPi": arb.sin_pi, "cosPi": arb.cos_pi,
}


def argument(rng):
    r = rng.random()
    if r < 0.5:
        return rng.getrandbits(53) | 1, rng.randint(-60, -45)
    if r < 0.75:
        return rng.getrandbits(53) | 1, rng.randint(-300, 100)
    if r < 0.9:
        return 2**60 + rng.choice([-1, 1]) * rng.getrandbits(rng.randint(1, 50)), -60
    return rng.getrandbits(200) | 1, rng.randint(-260, -190)


def main():
    ctx.prec = 800
    rng = random.Random(20261118)
    for name, function in FUNCTIONS.items():
        made = 0
        while made < 40:
            m, e = argument(rng)
            if name not in ("log", "log1p") and rng.random() < 0.5:
                m = -m
            value = function(arb((fmpz(m), fmpz(e))))
            if value.is_zero() or not value.is_finite() or value.rel_accuracy_bits() < 700:
                continue
            mantissa, exponent = value.mid().man_exp()
            if abs(int(exponent)) > 4000:
                continue  # too long for the integers of the test
            print(name, m, e, int(mantissa), int(exponent), sep="\t")
            made += 1


main()
