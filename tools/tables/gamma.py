"""Generates kernels/assembly/elementary/log_data.ts. Run:  /usr/bin/python3 tools/tables/gamma.py

Needs python3-mpmath (Debian).
"""

from mpmath import euler, factorial, ldexp, log, log1p, lu_solve, matrix, mp, mpf, nint, zeta

from emit import data, header, write

mp.dps = 60
REGULAR_TERMS = 4
LOG_STEPS = 128
LOG_BITS = 10  # of c: its products with halves of m are exact
LOG_HIGH = 42  # bits after the point: products with exponents are exact
CURVE_RADIUS = mpf(2) ** -8
# Near where the error of the curve is largest, in units of the radius.
CURVE_EXTREMA = ["1", "0.88", "0.53", "-0.53", "-0.88", "-1"]
CURVE_STEPS = 12


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


def log_middles():
    """1/m and ln m in the middles of parts of [1, 2): see kernels/assembly/elementary/log.ts."""
    heads, lows = [], []
    for k in range(LOG_STEPS):
        m = 1 + (mpf(k) + 0.5) / LOG_STEPS
        high = ldexp(nint(ldexp(log(m), LOG_HIGH)), -LOG_HIGH)
        heads += [float(1 / m), float(high)]
        lows += [float(log(m) - high)]
    return heads + lows


def log_curve():
    """p0 to p4 such that the largest |z + z^2 p(z) - log(1 + z)| for |z| <= 2^-8 is smallest (Remez)."""
    points = [CURVE_RADIUS * mpf(x) for x in CURVE_EXTREMA]
    powers = range(2, len(points) + 1)
    for _ in range(CURVE_STEPS):
        equations = [[z**k for k in powers] + [(-1) ** i] for i, z in enumerate(points)]
        fit = list(lu_solve(matrix(equations), matrix([log1p(z) - z for z in points])))
        terms = list(zip(powers, fit))
        for i, z in list(enumerate(points))[1:-1]:  # Newton's method, to where the error's derivative is 0
            slope = sum(k * c * z ** (k - 1) for k, c in terms) + z / (1 + z)
            curve = sum(k * (k - 1) * c * z ** (k - 2) for k, c in terms) + 1 / (1 + z) ** 2
            points[i] = z - slope / curve
    return [float(c) for _, c in terms], abs(fit[-1])


def splat(values):
    """Each twice, for two lanes."""
    return [v for v in values for _ in range(2)]


def main():
    parts = [header("tools/tables/gamma.py")]
    comment = "c near 1/m for parts of m in [1, 2), and -log c as high, with short products, and low"
    parts.append(data("LOG_STEPS", log_steps(), comment, width=3))
    comment = "1/m and the high part of log m, in the middles m of such parts; then all low parts"
    parts.append(data("LOG_MIDDLES", log_middles(), comment, width=4))

    curve, error = log_curve()
    comment = f"-1/2, 1/3, -1/4, ..., the best for |z| < 2^-8: error 2^{mp.nstr(log(error, 2), 4)}"
    parts.append(data("LOG_CURVE", splat(curve), comment, width=2))
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
