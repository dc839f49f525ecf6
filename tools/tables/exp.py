"""Generates kernels/assembly/elementary/exp_data.ts. Run:  /usr/bin/python3 tools/tables/exp.py"""

from mpmath import exp, factorial, log, mp, mpf

from emit import data, header, write
from rows import chebyshev_nodes, interpolate, round_bits

EXP_STEPS = 128
SMALL_STEPS = 1024  # of the table that elementary/exp.ts makes
EXP_HIGH_BITS = 27  # times the 26 high bits of a value is exact
LN2_HIGH_BITS = 34  # times a step count below 2^18 is exact
SMALL_HIGH_BITS = 32  # times a step count below 2^21 is exact
TAIL_TERMS = 3


def powers(count, steps):
    """2^(k/steps) as hi, lo."""
    pairs = []
    for k in range(count):
        e = exp(log(2) * k / steps)
        high = round_bits(e, EXP_HIGH_BITS)
        pairs += [float(high), float(e - high)]
    return pairs


def reduction(steps, bits):
    step = log(2) / steps
    high = round_bits(step, bits)
    return [float(1 / step), float(high), float(step - high)]


def main():
    parts = [header("tools/tables/exp.py")]
    parts.append(data("EXP_STEP", powers(EXP_STEPS, EXP_STEPS),
                      f"2^(k/{EXP_STEPS}) as hi, lo; hi has {EXP_HIGH_BITS} bits", width=2))
    parts.append(data("EXP_REDUCE", reduction(EXP_STEPS, LN2_HIGH_BITS),
                      f"{EXP_STEPS}/ln 2; ln 2/{EXP_STEPS} as hi, lo; hi has {LN2_HIGH_BITS} bits"))
    parts.append(data("EXP_SMALL_STEP", powers(SMALL_STEPS // EXP_STEPS, SMALL_STEPS), f"2^(k/{SMALL_STEPS}) likewise", width=2))
    parts.append(data("EXP_SMALL_REDUCE", reduction(SMALL_STEPS, SMALL_HIGH_BITS),
                      f"{SMALL_STEPS}/ln 2; ln 2/{SMALL_STEPS} as hi, lo; hi has {SMALL_HIGH_BITS} bits"))
    half = log(2) / SMALL_STEPS / 2
    nodes = chebyshev_nodes(-half, half, TAIL_TERMS)
    tail = lambda r: sum(r**k / factorial(k + 2) for k in range(20))  # also at 0
    fit = [float(c) for c in interpolate(nodes, [tail(r) for r in nodes])]
    error = max(
        abs(1 + r + r * r * sum(mpf(c) * r**k for k, c in enumerate(fit)) - exp(r))
        for r in chebyshev_nodes(-half, half, 40)
    )
    parts.append(data("EXP_TAIL", fit, f"(exp r - 1 - r)/r^2, |r| <= ln 2/{2 * SMALL_STEPS}, error {mp.nstr(error, 2)}"))
    write("kernels/assembly/elementary/exp_data.ts", parts)


main()
