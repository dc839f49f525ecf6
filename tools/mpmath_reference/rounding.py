"""Correct rounding of an mpmath number to the bits of an IEEE 754 type, by integers alone."""

from collections import namedtuple

Format = namedtuple("Format", "precision min_exponent exponent_bits")

FORMATS = {
    "float64": Format(53, -1074, 11),
    "float32": Format(24, -149, 8),
    "float16": Format(11, -24, 5),
}


def rounded_bits(value, name):
    """Bits of the nearest number of the type, ties to even; value is an mpf that may be infinite."""
    fmt = FORMATS[name]
    negative, mantissa, exponent, length = value._mpf_
    mantissa = int(mantissa)
    infinite = ((1 << fmt.exponent_bits) - 1) << (fmt.precision - 1)
    if mantissa == 0 and exponent != 0:  # mpmath's infinities
        negative = value < 0
        return with_sign(infinite, negative, fmt)
    if mantissa == 0:  # a 0 has no exponent
        return 0
    quantum = max(exponent + length - fmt.precision, fmt.min_exponent)
    shift = quantum - exponent
    integer = mantissa << -shift if shift <= 0 else nearest(mantissa, shift)
    # Counted in steps from 0: each binade above the subnormals has 2^(precision-1) of them, and an
    # integer that rounded up to the next binade lands on its first one.
    steps = integer + ((quantum - fmt.min_exponent) << (fmt.precision - 1))
    return with_sign(min(steps, infinite), negative, fmt)


def nearest(mantissa, shift):
    floor, rest = divmod(mantissa, 1 << shift)
    half = 1 << (shift - 1)
    return floor + (rest > half or (rest == half and floor % 2 == 1))


def with_sign(bits, negative, fmt):
    return bits | (int(bool(negative)) << (fmt.precision - 1 + fmt.exponent_bits))
