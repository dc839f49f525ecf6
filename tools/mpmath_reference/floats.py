"""The numbers of an IEEE 754 type, as Python's floats: neighbours, and the bits that they have."""

import struct
from math import ldexp

CODES = {"float64": ("<d", "<q"), "float32": ("<f", "<i"), "float16": ("<e", "<h")}
MIN_EXPONENT = {"float64": -1074, "float32": -149}
MAX_EXPONENT = {"float64": 1024, "float32": 128}


def to_kind(x, kind):
    """The nearest number of the type."""
    code, _ = CODES[kind]
    return struct.unpack(code, struct.pack(code, x))[0]


def from_bits(bits, kind):
    code, _ = CODES[kind]
    return struct.unpack(code, bits.to_bytes(struct.calcsize(code), "little"))[0]


def neighbour(x, steps, kind):
    return from_ordinal(ordinal(x, kind) + steps, kind)


def neighbourhood(x, reach, kind):
    return [neighbour(x, step, kind) for step in range(-reach, reach + 1)]


def bisect(holds, low, high, kind):
    """The first number from low to high of which `holds` is true, if it is false before and true after."""
    below, above = ordinal(low, kind), ordinal(high, kind)
    while above - below > 1:
        middle = (below + above) // 2
        if holds(from_ordinal(middle, kind)):
            above = middle
        else:
            below = middle
    return from_ordinal(above, kind)


def log_uniform(rng, low, high):
    return ldexp(rng.uniform(1, 2), rng.randrange(low, high))


def distinct(xs, kind):
    """Sorted numbers of the type, each once; by bits, because -0.0 and 0.0 are two."""
    bits = {struct.pack("<d", to_kind(x, kind)) for x in xs}
    return sorted((struct.unpack("<d", b)[0] for b in bits), key=lambda x: (x, str(x)))


def ordinal(x, kind):
    """Counts the numbers of the type from 0, those of either zero as one."""
    code, integer = CODES[kind]
    (bits,) = struct.unpack(integer, struct.pack(code, x))
    return bits if bits >= 0 else -(bits + sign_bit(kind))


def from_ordinal(count, kind):
    code, integer = CODES[kind]
    bits = count if count >= 0 else -count - sign_bit(kind)
    return struct.unpack(code, struct.pack(integer, bits))[0]


def sign_bit(kind):
    return 1 << (8 * struct.calcsize(CODES[kind][0]) - 1)
