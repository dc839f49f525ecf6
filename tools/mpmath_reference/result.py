"""The correctly rounded result of a family's function, as a float."""

from floats import from_bits
from rounding import rounded_bits


def result(family, subject, x, kind):
    special = family.special_value(subject, x)
    if special is not None:
        return special
    return from_bits(rounded_bits(family.value(subject, x, kind), kind), kind)
