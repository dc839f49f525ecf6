"""Generates kernels/assembly/math/exp_data.ts. Run:  /usr/bin/python3 tools/tables/exp.py"""

from mpmath import exp, log, mp, mpf

from emit import data, header, write
from rows import chebyshev_nodes, interpolate, round_bits

EXP_STEPS = 128
EXP_HIGH_BITS = 27  # times the 26 high bits of a value is exact
LN2_HIGH_BITS = 34  # times a step count below 2^18 is exact
EXP_DEGREE = 5


def main():
    parts = [header("tools/tables/exp.py")]
    steps = [exp(log(2) * k / EXP_STEPS) for k in range(EXP_STEPS)]
    pairs = []
    for e in steps:
        high = round_bits(e, EXP_HIGH_BITS)
        pairs += [float(high), float(e - high)]
    parts.append(data("EXP_STEP", pairs, f"2^(k/{EXP_STEPS}) as hi, lo; hi has {EXP_HIGH_BITS} bits", width=2))
    step = log(2) / EXP_STEPS
    high = round_bits(step, LN2_HIGH_BITS)
    parts.append(
        data("EXP_REDUCE", [float(1 / step), float(high), float(step - high)],
             f"{EXP_STEPS}/ln 2; ln 2/{EXP_STEPS} as hi, lo; hi has {LN2_HIGH_BITS} bits")
    )
    nodes = chebyshev_nodes(-step / 2, step / 2, EXP_DEGREE - 1)
    fit = interpolate(nodes, [(exp(r) - 1 - r) / r**2 for r in nodes])
    fit = [float(c) for c in fit]
    error = max(
        abs(1 + r + r * r * sum(mpf(c) * r**k for k, c in enumerate(fit)) - exp(r))
        for r in chebyshev_nodes(-step / 2, step / 2, 40)
    )
    parts.append(data("EXP_TAIL", fit, f"(exp r - 1 - r)/r^2, |r| <= ln 2/{2 * EXP_STEPS}, error {mp.nstr(error, 2)}"))
    write("kernels/assembly/math/exp_data.ts", parts)


main()
