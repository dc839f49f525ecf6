"""Generates kernels/assembly/elementary/log_data.ts. Run:  /usr/bin/python3 tools/tables/gamma.py

Needs python3-mpmath (Debian).
"""

from mpmath import euler, factorial, ldexp, log, mp, mpf, nint, zeta

from emit import data, header, write

mp.dps = 60
REGULAR_TERMS = 4
LOG_STEPS = 128
LOG_BITS = 10  # of c: its products with halves of m are exact
LOG_HIGH = 42  # bits after the point: products with exponents are exact


def lgamma_series():
    """Taylor's coefficients of lgamma(1 + x)."""
    return [mpf(0), -euler] + [(-1) ** k * zeta(k) / k for k in range(2, REGULAR_TERMS)]


def digamma_series(n):
    """The same of polygamma(n, 1 + x); of digamma for n = 0."""
    first = [-euler] if n == 0 else [(-1) ** (n + 1) * factorial(n) * zeta(n + 1)]
    rest = [
        (-1) ** (n + 1 + k) * factorial(n + k) / factorial(k) * zeta(n + k + 1)
        for k in range(1, REGULAR_TERMS)
    ]
    return first + rest


def log_steps():
    """See kernels/assembly/elementary/log.ts."""
    numbers = []
    for k in range(LOG_STEPS):
        c = ldexp(nint(ldexp(1 / (1 + (mpf(k) + 0.5) / LOG_STEPS), LOG_BITS)), -LOG_BITS)
        high = ldexp(nint(ldexp(-log(c), LOG_HIGH)), -LOG_HIGH)
        numbers += [float(c), float(high), float(-log(c) - high)]
    return numbers


def splat(values):
    """Each twice, for two lanes."""
    return [v for v in values for _ in range(2)]


def main():
    parts = [header("tools/tables/gamma.py")]
    comment = "c near 1/m for parts of m in [1, 2), and -log c as high, with short products, and low"
    parts.append(data("LOG_STEPS", log_steps(), comment, width=3))
    high = ldexp(nint(ldexp(log(2), LOG_HIGH)), -LOG_HIGH)
    comment = f"ln 2 as high + low; high has {LOG_HIGH} bits, so that its products with exponents are exact"
    parts.append(data("CODY_WAITE_LN2_HIGH", splat([float(high)]), comment, width=2))
    parts.append(data("CODY_WAITE_LN2_LOW", splat([float(log(2) - high)]), "and low", width=2))

    series = [lgamma_series(), digamma_series(0), digamma_series(1), digamma_series(2)]
    terms = [c for f in series for c in f]
    comment = "f(1 + x) to x^3, by order from lgamma's on"
    parts.append(data("REGULAR_PARTS", [float(c) for c in terms], comment, width=REGULAR_TERMS))

    write("kernels/assembly/elementary/log_data.ts", parts)


main()
