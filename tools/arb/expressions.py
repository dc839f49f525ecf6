"""Random expressions with the true values of their results, for tools/fuzz_expressions.ts.

    python3 tools/arb/expressions.py SEED COUNT > rows.tsv

Needs python-flint. A row is an expression, its columns as JSON, and the float64 that is nearest to the true value,
as a hexadecimal float, and the bits that Arb took, each after a tab; 0 without a sign is an exact one. The true value is an Arb ball whose precision
is doubled until all of it rounds to one float64; rows for which 16,384 bits do not suffice, or 1,024 where orders and dimensions are large, are left out. Derivatives, up
to the third, are those of dual numbers, and share nothing with the symbolic ones of specol. Functions across columns
have the columns S1 to S4 for "S*".
"""

import json
import math
import random
import re
import struct
import sys
from functools import reduce

from flint import acb, arb, ctx, fmpz

MAX_BITS = 16384
# Arb takes seconds for large orders and dimensions with more bits.
SLOW_PARAMETER = 60
SLOW_BITS = 1024
LARGEST_EXPONENT = 300000
LARGEST_EXPONENTIAL = 200000


class Hard(Exception):
    """The value cannot be computed here, or is not defined."""


# ---- Arithmetic of any order of derivatives: a number is an arb, or a pair of numbers.


class Dual:
    """value + slope e, e^2 = 0; both may be dual numbers of another e."""

    def __init__(self, value, slope):
        self.value, self.slope = value, slope


def plain(a):
    return plain(a.value) if isinstance(a, Dual) else a


def parts(a, b):
    if not isinstance(a, Dual):
        a = Dual(a, ZERO)
    if not isinstance(b, Dual):
        b = Dual(b, ZERO)
    return a, b


ZERO = arb(0)


def add(a, b):
    if isinstance(a, Dual) or isinstance(b, Dual):
        a, b = parts(a, b)
        return Dual(add(a.value, b.value), add(a.slope, b.slope))
    return a + b


def mul(a, b):
    if isinstance(a, Dual) or isinstance(b, Dual):
        a, b = parts(a, b)
        return Dual(mul(a.value, b.value), add(mul(a.value, b.slope), mul(a.slope, b.value)))
    if a.is_zero() or b.is_zero():
        return ZERO
    return a * b


def neg(a):
    return mul(arb(-1), a)


def sub(a, b):
    return add(a, neg(b))


def inverse(a):
    if isinstance(a, Dual):
        value = inverse(a.value)
        return Dual(value, neg(mul(mul(value, value), a.slope)))
    if a.contains(0):
        raise Hard
    return 1 / a


def div(a, b):
    return mul(a, inverse(b))


def chain(function, slope):
    """A function of duals from that of numbers and the function that is its derivative."""

    def run(a):
        if isinstance(a, Dual):
            return Dual(run(a.value), mul(slope(a.value), a.slope))
        limit(a)
        value = function(a)
        if not value.is_finite():
            raise Hard
        return value

    return run


def limit(a):
    if not a.is_finite():
        raise Hard
    if not a.is_zero() and abs(a) > arb(2) ** LARGEST_EXPONENT:
        raise Hard


def guarded_exp(a):
    if abs(a) > LARGEST_EXPONENTIAL:
        raise Hard
    return a.exp()


exp = chain(guarded_exp, lambda a: exp(a))
expm1 = chain(lambda a: guarded_exp(a) and a.expm1(), lambda a: exp(a))


def positive(a):
    if not a > 0:
        raise Hard
    return a


log = chain(lambda a: positive(a).log(), inverse)
log1p = chain(lambda a: positive(1 + a) and a.log1p(), lambda a: inverse(add(arb(1), a)))


def root(a):
    if a.is_zero():
        return a
    return positive(a).sqrt()


sqrt = chain(root, lambda a: inverse(mul(arb(2), sqrt(a))))


def angle(a):
    if abs(a) > arb(2) ** 20000:
        raise Hard
    return a


sin = chain(lambda a: angle(a).sin(), lambda a: cos(a))
cos = chain(lambda a: angle(a).cos(), lambda a: neg(sin(a)))


def log_gamma(a):
    if a > 0:
        return a.lgamma()
    if a.contains_integer():
        raise Hard
    return (arb.pi() / abs(a.sin_pi())).log() - (1 - a).lgamma()


def psi(n):
    def run(a):
        if not a > 0 and a.contains_integer():
            raise Hard
        if n == 0:
            return a.digamma()
        return acb(a).polygamma(acb(n)).real

    return chain(run, lambda a: psi(n + 1)(a))


lgamma = chain(log_gamma, lambda a: psi(0)(a))


def bessel(order, scaled):
    def run(a):
        return abs(a).bessel_i(order, scaled) * (-1 if order == 1 and a < 0 else 1) if not a.contains(0) \
            else (a.bessel_i(order) if a.is_zero() else hard())

    def slope(a):
        x = plain(a)
        if x.contains(0):
            raise Hard
        i0, i1 = bessel(0, scaled)(a), bessel(1, scaled)(a)
        d = i1 if order == 0 else sub(i0, div(i1, a))
        return d if not scaled else sub(d, mul(arb(1 if x > 0 else -1), i0 if order == 0 else i1))

    return chain(run, slope)


def hard():
    raise Hard


def power(a, b):
    """a^b; an exponent that is an integer takes any a."""
    y = plain(b)
    if isinstance(b, arb) and y.is_integer() and abs(y) < 60:
        n = int(y.unique_fmpz())
        result = arb(1)
        for _ in range(abs(n)):
            result = mul(result, a)
        return result if n >= 0 else inverse(result)
    if y.is_zero() and isinstance(b, arb):
        return arb(1)
    return exp(mul(b, log(a)))


def sign_of(a):
    x = plain(a)
    if x.is_zero():
        return 0
    if x.contains(0):
        raise Hard
    return 1 if x > 0 else -1


def floor(a):
    """Only where it is known which integer it is. Its derivatives are 0."""
    x = plain(a)
    limit(x)
    if abs(x) > arb(2) ** 5000:
        raise Hard
    found = x.floor().unique_fmpz()
    if found is None or x.floor().contains(found + 1) or x.floor().contains(found - 1):
        raise Hard
    return arb(found)


def ceil(a):
    return neg(floor(neg(a)))


def expit(a):
    return inverse(add(arb(1), exp(neg(a))))


def logit(a):
    x = plain(a)
    if not (x > 0 and x < 1):
        raise Hard
    return sub(log(a), log(sub(arb(1), a)))


def tanh(a):
    return sub(mul(arb(2), expit(mul(arb(2), a))), arb(1))


def times(a, function, b):
    """a function(b), which is 0 where a is 0; derivatives there are left to other rows."""
    if plain(a).is_zero():
        if isinstance(a, Dual) or isinstance(b, Dual):
            raise Hard
        return ZERO
    return mul(a, function(b))


def xlogy(a, b):
    return times(a, log, b)


def xlog1py(a, b):
    return times(a, log1p, b)


def logaddexp(a, b):
    # The larger comes out first, so that no exponential is too large.
    large, small = (a, b) if plain(a) > plain(b) else (b, a)
    return add(large, log1p(exp(sub(small, large))))


def lbeta(a, b):
    return sub(add(lgamma(a), lgamma(b)), lgamma(add(a, b)))


def lchoose(n, k):
    one = arb(1)
    return sub(sub(lgamma(add(n, one)), lgamma(add(k, one))), lgamma(add(sub(n, k), one)))


# ---- Expressions: (name, operands), and what each is as text and as a number.

UNARY = {
    "exp": exp, "expm1": expm1, "log": log, "log1p": log1p, "sqrt": sqrt, "sin": sin, "cos": cos,
    "lgamma": lgamma, "digamma": psi(0), "i0": bessel(0, False), "i1": bessel(1, False),
    "i0e": bessel(0, True), "i1e": bessel(1, True),
    "tanh": tanh, "expit": expit, "logit": logit, "floor": floor, "ceil": ceil, "trigamma": psi(1),
}
OF_TWO = {"xlogy": xlogy, "xlog1py": xlog1py, "logaddexp": logaddexp, "lbeta": lbeta, "lchoose": lchoose}
ACROSS = ["rowsum", "rowmean", "rowmin", "rowmax", "rowlogsumexp"]
CELLS = ["S1", "S2", "S3", "S4"]
ORDERS = [1, 2, 3, 5, 20, 1, 2, 3, 5, 20, 13, 60, 300, 1022, 1023, 1500]
DIMENSIONS = [1, 2, 3, 10, 1, 2, 3, 10, 12, 13, 64, 65, 256, 300]
BINARY = {"+": add, "-": sub, "*": mul, "/": div, "^": power}


def make(depth, rng, columns="xy"):
    if depth == 0 or rng.random() < 0.12:
        r = rng.random()
        if r < 0.75:
            return ("column", rng.choice(columns))
        return ("number", rng.choice(["1", "2", "3", "0.5", "0.1", "7", "-1", "1e10", "1e-10", "2.5", "100"]))
    def below():
        return make(depth - 1, rng, columns)

    r = rng.random()
    if r < 0.5:
        return (rng.choice(list("++--**//^")), below(), below())
    if r < 0.55:
        return ("polygamma", below(), rng.choice(ORDERS))
    if r < 0.6:
        return ("multigammaln", below(), rng.choice(DIMENSIONS))
    if r < 0.66:
        return (rng.choice(["min", "max", "if", "abs"]), below(), below())
    if r < 0.74:
        return (rng.choice(list(OF_TWO)), below(), below())
    if r < 0.76 and "_" not in columns:
        return (rng.choice(ACROSS), make(min(2, depth - 1), rng, "__xy"))
    names = list(UNARY)
    return (rng.choice(names[:7] if rng.random() < 0.5 else names), below())


def text(e):
    kind = e[0]
    if kind == "column":
        return e[1]
    if kind == "number":
        return f"({e[1]})" if e[1].startswith("-") else e[1]
    if kind in BINARY:
        return f"({text(e[1])} {kind} {text(e[2])})"
    if kind in ("polygamma", "multigammaln"):
        return f"{kind}({text(e[1])}, {e[2]})"
    if kind == "if":
        return f"if({text(e[1])} < {text(e[2])}, {text(e[2])}, {text(e[1])} * 2)"
    if kind == "abs":
        return f"abs({text(e[1])})"
    if kind == "grad":
        return f"grad({text(e[1])}, {e[2]})"
    if kind in ACROSS:
        return f'{kind}("S*", {text(e[1])})'
    return f"{kind}({', '.join(text(a) for a in e[1:])})"


def value(e, columns):
    kind = e[0]
    if kind == "column":
        return columns[e[1]]
    if kind == "number":
        return exact(float(e[1]))
    if kind == "grad":
        # Every column becomes dual once more, so that derivatives of different order do not mix.
        inner = {name: Dual(c, arb(1 if name == e[2] else 0)) for name, c in columns.items()}
        result = value(e[1], inner)
        return result.slope if isinstance(result, Dual) else ZERO
    if kind in ("polygamma", "multigammaln") and e[2] >= SLOW_PARAMETER and ctx.prec > SLOW_BITS:
        raise Hard
    if kind == "polygamma":
        return psi(e[2])(value(e[1], columns))
    if kind == "multigammaln":
        a, p = value(e[1], columns), e[2]
        if not plain(a) > arb(p - 1) / 2:
            raise Hard
        result = mul(arb(p * (p - 1)) / 4, arb.pi().log())
        for i in range(p):
            result = add(result, lgamma(sub(a, arb(i) / 2)))
        return result
    if kind in ACROSS:
        return across(kind, [value(e[1], {**columns, "_": columns[name]}) for name in CELLS])
    if kind in UNARY:
        return UNARY[kind](value(e[1], columns))
    a = value(e[1], columns)
    if kind == "abs":
        sign = sign_of(a)
        if sign == 0 and isinstance(a, Dual):
            raise Hard
        return a if sign >= 0 else neg(a)
    b = value(e[2], columns)
    if kind in BINARY:
        return BINARY[kind](a, b)
    if kind in OF_TWO:
        return OF_TWO[kind](a, b)
    if kind == "if":
        return b if is_less(a, b) else mul(arb(2), a)
    return a if is_less(a, b) == (kind == "min") else b


def is_less(a, b):
    """Equal numbers are left to other rows: of which of them the derivative is, depends on the function."""
    order = sign_of(sub(plain(a), plain(b)))
    if order == 0:
        raise Hard
    return order < 0


def across(kind, terms):
    if kind == "rowlogsumexp":
        most = terms[0]
        for term in terms[1:]:
            most = term if plain(term) > plain(most) else most
        return add(most, log(reduce(add, [exp(sub(term, most)) for term in terms])))
    if kind in ("rowsum", "rowmean"):
        total = reduce(add, terms)
        return total if kind == "rowsum" else div(total, arb(len(terms)))
    return reduce(lambda a, b: a if is_less(a, b) == (kind == "rowmin") else b, terms)


def exact(x):
    m, e = math.frexp(x)
    return arb((fmpz(int(m * 2**53)), fmpz(e - 53)))


def column(rng, extreme):
    r = rng.random()
    sign = 1 if rng.random() < 0.7 else -1
    if not extreme:
        if r < 0.6:
            return sign * rng.uniform(0.01, 20)
        return sign * (rng.choice([1, 2, 3, 0.5, 1.5, 10, 0.25]) + (0 if rng.random() < 0.5 else 2.0 ** -rng.randint(20, 52)))
    if r < 0.5:
        return sign * 10 ** rng.uniform(-300, 300)
    if r < 0.7:
        return sign * struct.unpack("d", struct.pack("Q", rng.getrandbits(63) % 0x7FF0000000000000))[0]
    if r < 0.8:
        return sign * rng.choice([5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 1e-310, 1e16, 2.0**53, 2.0**-52])
    return sign * 10 ** rng.uniform(-20, 20)


def nearest(ball):
    """The float64 nearest to all of a ball, or None."""
    if ball.is_zero():
        return 0
    ends = []
    for end in (ball.lower(), ball.upper()):
        if not end.is_finite():
            return None
        m, e = end.man_exp()
        ends.append(rounded(int(m), int(e)))
    return ends[0] if ends[0] == ends[1] and math.copysign(1, ends[0]) == math.copysign(1, ends[1]) else None


def rounded(m, e):
    if m == 0:
        return 0.0
    sign = 1 if m > 0 else -1
    bits = abs(m).bit_length()
    if bits + e > 1024:
        return sign * math.inf
    if bits + e < -1080:
        return sign * 0.0
    last = max(bits + e - 53, -1074)
    shift = last - e
    if shift > 0:
        units, rest = divmod(abs(m), 1 << shift)
        half = 1 << (shift - 1)
        if rest > half or rest == half and units & 1:
            units += 1
    else:
        units = abs(m) << -shift
    if units.bit_length() + last > 1024:
        return sign * math.inf
    return sign * math.ldexp(units, last)


def hexadecimal(found):
    return "0" if isinstance(found, int) else found.hex()


def truth(e, columns):
    bits = 256
    while bits <= MAX_BITS:
        ctx.prec = bits
        try:
            result = value(e, {name: exact(x) for name, x in columns.items()})
            found = nearest(plain(result))
            if found is not None:
                return found, bits
        except Hard:
            if bits >= 2048:
                return None, bits
        bits *= 2
    return None, bits


def main(seed, count):
    rng = random.Random(seed)
    made = 0
    while made < count:
        e = make(rng.randint(1, 5), rng)
        r = rng.random()
        if r < 0.25:
            e = ("grad", e, "x")
        if r < 0.1:
            e = ("grad", e, rng.choice("xy"))
        if r < 0.04:
            e = ("grad", e, rng.choice("xy"))
        source = text(e)
        if len(source) > 300 or not re.search(r"\bx\b", source):
            continue
        extreme = rng.random() < 0.5
        for _ in range(4):
            columns = {name: column(rng, extreme) for name in ["x", "y"] + (CELLS if "S*" in source else [])}
            found, bits = truth(e, columns)
            if found is None:
                continue
            print(source, json.dumps(columns), hexadecimal(found), bits, sep="\t")
            made += 1


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
