"""A number that mpmath computes, trusted because it computes it twice."""

from mpmath import fabs, ldexp, mp

MOST_BITS = 100_000


def certified(evaluate, bits):
    """
    evaluate() to two thirds of `bits` at least. What cancels is found out by computing with more bits:
    while the two differ, both get twice as many.
    """
    agreed = 2 * bits // 3
    while bits <= MOST_BITS:
        mp.prec = bits
        rough = evaluate()
        mp.prec = bits + bits // 3
        fine = evaluate()
        # Not "<": an exact 0 agrees with itself.
        if fabs(rough - fine) <= ldexp(fabs(fine), -agreed):
            return fine
        bits *= 2
    raise ArithmeticError(f"{bits // 2} bits are not enough")
