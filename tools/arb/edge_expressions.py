"""Random expressions at special values with the true values of their results, for tools/fuzz_expressions.ts.

    python3 tools/arb/edge_expressions.py SEED COUNT > rows.tsv

Needs python-flint. The rows are those of tools/arb/expressions.py, with columns as hexadecimal floats, infinities and
NaN. A value is an exact rational as long as it can be one, a zero with a sign, an infinity or NaN, or else an Arb ball. So
this tells ties, zeros and their signs, poles, equal numbers, and what has no value, which the other generator leaves out.
The texts are expanded from rules, and read by Python's parser.
"""

import ast
import json
import math
import operator
import random
import signal
import struct
import sys

from expressions import UNARY, Hard, nearest, psi, rounded
from flint import arb, ctx, fmpq

MAX_BITS = 4096
MAX_SECONDS = 1
# Rationals with more digits become balls: specol has 4,608 bits.
MAX_DIGITS = 4000
LARGEST_EXPONENTIAL = arb(2) ** 60
# Larger orders and dimensions are left to tools/arb/parameter_expressions.py; those beyond 2^53 have no value in specol.
MAX_PARAMETER = 300
LARGEST_PARAMETER = 2**53


class Zero:
    def __init__(self, negative=False):
        self.negative = negative


# ---- Values: fmpq that are not 0, Zero, float that are infinite or NaN, arb that are not known exactly.


def of_float(x):
    if not math.isfinite(x):
        return x
    return Zero(math.copysign(1, x) < 0) if x == 0 else fmpq(*x.as_integer_ratio())


def of_rational(q, negative=False):
    if q == 0:
        return Zero(negative)
    return arb(q) if int(q.p).bit_length() + int(q.q).bit_length() > MAX_DIGITS else q


def of_ball(a):
    if not a.is_finite():
        raise Hard
    return a


def is_nan(a):
    return isinstance(a, float) and math.isnan(a)


def is_negative(a):
    """Of a zero, its sign."""
    if isinstance(a, Zero):
        return a.negative
    if isinstance(a, arb) and a.contains(0):
        raise Hard
    return bool(a < 0)


def rational(a):
    return fmpq(0) if isinstance(a, Zero) else a


def compare(a, b):
    if isinstance(a, float) or isinstance(b, float):
        x, y = (v if isinstance(v, float) else 0 for v in (a, b))
        return (x > y) - (x < y)
    difference = add(a, neg(b))
    return 0 if isinstance(difference, Zero) else -1 if is_negative(difference) else 1


def neg(a):
    return Zero(not a.negative) if isinstance(a, Zero) else -a


def add(a, b):
    if isinstance(a, float) or isinstance(b, float):
        return sum(v for v in (a, b) if isinstance(v, float))
    if isinstance(a, Zero) and isinstance(b, Zero):
        return Zero(a.negative and b.negative)
    if isinstance(a, arb) or isinstance(b, arb):
        return of_ball(arb(rational(a)) + arb(rational(b)))
    return of_rational(rational(a) + rational(b))


def mul(a, b):
    if is_nan(a) or is_nan(b):
        return math.nan
    negative = is_negative(a) != is_negative(b)
    if isinstance(a, float) or isinstance(b, float):
        if isinstance(a, Zero) or isinstance(b, Zero):
            return math.nan
        return -math.inf if negative else math.inf
    if isinstance(a, Zero) or isinstance(b, Zero):
        return Zero(negative)
    if isinstance(a, arb) or isinstance(b, arb):
        return of_ball(arb(a) * arb(b))
    return of_rational(a * b)


def inverse(a):
    if isinstance(a, Zero):
        return -math.inf if a.negative else math.inf
    if isinstance(a, float):
        return a if is_nan(a) else Zero(a < 0)
    return of_ball(1 / a) if isinstance(a, arb) else 1 / a


def power(a, b):
    if isinstance(b, Zero) or isinstance(a, fmpq) and a == 1:
        return fmpq(1)
    if is_nan(a) or is_nan(b):
        return math.nan
    if isinstance(b, float):
        order = compare(magnitude(a), fmpq(1))
        return fmpq(1) if order == 0 else math.inf if (order > 0) == (b > 0) else Zero()
    whole = is_integer(b)
    odd = whole and int(b.p) % 2 == 1
    if isinstance(a, (Zero, float)):
        negative = odd and is_negative(a)
        if isinstance(a, Zero) != is_negative(b):
            return Zero(negative)
        return -math.inf if negative else math.inf
    if is_negative(a):
        if not whole:
            return math.nan
        return neg(power(-a, b)) if odd else power(-a, b)
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        base, roots = a, int(b.q)
        while roots % 2 == 0 and root(base) is not None:
            base, roots = root(base), roots // 2
        digits = int(base.p).bit_length() + int(base.q).bit_length()
        if roots == 1 and abs(int(b.p)) * digits < MAX_DIGITS:
            return of_rational(base ** int(b.p))
    return exponential(arb(a).log() * arb(b))


def root(a):
    p, q = math.isqrt(int(a.p)), math.isqrt(int(a.q))
    return fmpq(p, q) if p * p == a.p and q * q == a.q else None


def exponential(a):
    if not abs(a) < LARGEST_EXPONENTIAL:
        raise Hard
    return of_ball(a.exp())


def is_integer(a):
    if isinstance(a, arb) and a.contains_integer():
        raise Hard
    return isinstance(a, fmpq) and a.q == 1


def magnitude(a):
    return Zero() if isinstance(a, Zero) else abs(a)


def floor(a):
    if isinstance(a, (Zero, float)):
        return a
    if isinstance(a, fmpq):
        return of_rational(fmpq(a.p // a.q))
    found = a.floor().unique_fmpz()
    if found is None:
        raise Hard
    return of_rational(fmpq(found), is_negative(a))


# ---- Functions: values that are known without computation, which domain they have, and the value at an integer below 1.

SAME = None
EVERYWHERE = (-math.inf, math.inf)
FUNCTIONS = {
    "exp": ({-math.inf: 0, 0: 1, math.inf: math.inf}, EVERYWHERE, None),
    "expm1": ({-math.inf: -1, 0: SAME, math.inf: math.inf}, EVERYWHERE, None),
    "log": ({0: -math.inf, 1: 0, math.inf: math.inf}, (0, math.inf), None),
    "log1p": ({-1: -math.inf, 0: SAME, math.inf: math.inf}, (-1, math.inf), None),
    "sqrt": ({0: SAME, math.inf: math.inf}, (0, math.inf), None),
    "sin": ({-math.inf: math.nan, 0: SAME, math.inf: math.nan}, EVERYWHERE, None),
    "cos": ({-math.inf: math.nan, 0: 1, math.inf: math.nan}, EVERYWHERE, None),
    "tanh": ({-math.inf: -1, 0: SAME, math.inf: 1}, EVERYWHERE, None),
    "expit": ({-math.inf: 0, 0: fmpq(1, 2), math.inf: 1}, EVERYWHERE, None),
    "logit": ({0: -math.inf, fmpq(1, 2): 0, 1: math.inf}, (0, 1), None),
    "lgamma": ({-math.inf: math.inf, 1: 0, 2: 0, math.inf: math.inf}, EVERYWHERE, math.inf),
    "i0": ({-math.inf: math.inf, 0: 1, math.inf: math.inf}, EVERYWHERE, None),
    "i1": ({-math.inf: -math.inf, 0: SAME, math.inf: math.inf}, EVERYWHERE, None),
    "i0e": ({-math.inf: 0, 0: 1, math.inf: 0}, EVERYWHERE, None),
    "i1e": ({-math.inf: -0.0, 0: SAME, math.inf: 0}, EVERYWHERE, None),
}


def function(name, a):
    known, (least, most), pole = FUNCTIONS[name]
    if is_nan(a):
        return a
    for point, value in known.items():
        if compare(a, of_float(point) if not isinstance(point, fmpq) else point) == 0:
            if value is SAME:
                return a
            return value if isinstance(value, fmpq) else of_float(float(value))
    if compare(a, of_float(float(least))) < 0 or compare(a, of_float(float(most))) > 0:
        return math.nan
    if pole is not None and (isinstance(a, Zero) or is_negative(a) and is_integer(a)):
        return pole
    if name == "sqrt" and isinstance(a, fmpq) and root(a) is not None:
        return root(a)
    return exponential(arb(a)) if name == "exp" else of_ball(UNARY[name](arb(a)))


def polygamma(a, n):
    if is_nan(a) or is_nan(n):
        return math.nan
    if isinstance(n, Zero):
        return polygamma_of(a, 0)
    if not is_integer(n) or n < 0:
        return math.nan
    return polygamma_of(a, int(n.p))


def polygamma_of(a, n):
    if n > LARGEST_PARAMETER:
        return math.nan
    odd = n % 2 == 1
    if isinstance(a, float):
        return math.nan if a < 0 else a if n == 0 else Zero(not odd)
    if isinstance(a, Zero):
        return math.inf if odd or a.negative else -math.inf
    if is_negative(a) and is_integer(a):
        return math.inf if odd else math.nan
    if n > MAX_PARAMETER:
        raise Hard
    return of_ball(psi(n)(arb(a)))


def multigammaln(a, p):
    if is_nan(a) or is_nan(p) or not is_integer(p) or is_negative(p):
        return math.nan
    dimension = int(p.p)
    if dimension > LARGEST_PARAMETER:
        return math.nan
    order = compare(a, of_rational((p - 1) / 2))
    if order < 0:
        return math.nan
    if order == 0 or isinstance(a, float):
        return math.inf
    if dimension > MAX_PARAMETER:
        raise Hard
    value = of_rational(p * (p - 1) / 4)
    if dimension > 1:
        value = mul(value, arb.pi().log())
    for i in range(dimension):
        value = add(value, function("lgamma", add(a, of_rational(fmpq(-i, 2)))))
    return value


def extreme(a, b, sign):
    if is_nan(a) or is_nan(b):
        return math.nan
    if isinstance(a, Zero) and isinstance(b, Zero):
        return a if a.negative == (sign < 0) else b
    return a if compare(a, b) * sign >= 0 else b


def truth(a):
    """Whether a value is not 0."""
    if isinstance(a, arb) and a.contains(0):
        raise Hard
    return not isinstance(a, Zero)


def condition(holds):
    return fmpq(1) if holds else Zero()


def both(values):
    if any(not is_nan(a) and not truth(a) for a in values):
        return Zero()
    return math.nan if any(is_nan(a) for a in values) else fmpq(1)


def negation(a):
    return a if is_nan(a) else condition(not truth(a))


CALLS = {
    "abs": magnitude,
    "floor": floor,
    "ceil": lambda a: neg(floor(neg(a))),
    "digamma": lambda a: polygamma(a, Zero()),
    "trigamma": lambda a: polygamma(a, fmpq(1)),
    "polygamma": polygamma,
    "multigammaln": multigammaln,
    "min": lambda a, b: extreme(a, b, -1),
    "max": lambda a, b: extreme(a, b, 1),
}
OPERATORS = {
    ast.Add: add,
    ast.Sub: lambda a, b: add(a, neg(b)),
    ast.Mult: mul,
    ast.Div: lambda a, b: mul(a, inverse(b)),
    ast.Pow: power,
}
COMPARISONS = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


def evaluate(node, columns):
    def of(part):
        return evaluate(part, columns)

    if isinstance(node, ast.Constant):
        return of_float(float(node.value))
    if isinstance(node, ast.Name):
        constants = {"inf": math.inf, "nan": math.nan}
        return arb.pi() if node.id == "pi" else of_float({**constants, **columns}[node.id])
    if isinstance(node, ast.UnaryOp):
        return (negation if isinstance(node.op, ast.Not) else neg)(of(node.operand))
    if isinstance(node, ast.BinOp):
        return OPERATORS[type(node.op)](of(node.left), of(node.right))
    if isinstance(node, ast.BoolOp):
        values = [of(part) for part in node.values]
        return both(values) if isinstance(node.op, ast.And) else negation(both([negation(a) for a in values]))
    if isinstance(node, ast.Compare):
        a, b = of(node.left), of(node.comparators[0])
        if is_nan(a) or is_nan(b):
            return math.nan
        return condition(COMPARISONS[type(node.ops[0])](compare(a, b), 0))
    name = node.func.id
    if name == "where":
        chosen = of(node.args[0])
        return chosen if is_nan(chosen) else of(node.args[1 if truth(chosen) else 2])
    values = [of(argument) for argument in node.args]
    return CALLS[name](*values) if name in CALLS else function(name, *values)


# ---- Texts and columns

NUMBERS = "0 1 2 3 4 0.5 0.1 1.5 7 10 1e308 5e-324 1e-310 1e16 9007199254740992 3002399751580331 1e-20 inf nan pi".split()
RULES = {
    "E": ["A"] * 6 + ["L"] * 3 + ["F(E)"] * 4 + ["min(E, E)", "max(E, E)", "if(C, E, E)", "T", "T"],
    "A": ["(E + E)", "(E - E)", "E * E", "E / (E)", "(E)^(E)", "-(E)"],
    "L": ["x", "y", "x", "y", "N"],
    "C": ["E < E", "E <= E", "E == E", "E != E", "not (C)", "(C) and (C)", "(C) or (C)", "E"],
    "F": [*FUNCTIONS, "abs", "floor", "ceil", "digamma", "trigamma"],
    "V": ["x", "y"],
    "N": NUMBERS,
    # Exact results and ties, inverse functions, orders and dimensions, large exponents.
    "T": [
        "exp(log(L)) * y", "log(exp(L)) + y", "sqrt(x * x + y * y)", "(x^0.5)^2 - y", "(x^N)^(N)", "x * y - x", "(x + y) / N",
        "x^3 - y^3", "polygamma(E, V)", "polygamma(E, floor(V))", "multigammaln(E, V)", "polygamma(E, 30)",
        "multigammaln(E, 5)", "F(x) / x", "exp(N * x) * F(y)", "x^(y * 1e15)", "exp(1e17 * x)", "(N + N) - N",
        "(-1)^(E)", "floor(x / y)", "exp(lgamma(floor(abs(x))))", "(x - y) + 0 * (E)",
    ],
}
SPECIAL = [
    0.0, math.inf, math.nan, 1.0, 2.0, 0.5, 1.5, 3.0, 4.0, 5e-324, sys.float_info.max, sys.float_info.min, 1e16, 2.0**53, 0.25,
    100.0, 1e-20, 16.0, 27.0, 709.782712893384, 745.1332191019412, 170.0, 1e300, 1e-300,
]


def expand(rng, text, depth):
    """Replaces every capital letter by one of its rules."""
    result = ""
    for i, letter in enumerate(text):
        if letter in RULES and not text[i + 1 : i + 2].islower():
            rule = "L" if depth <= 0 and letter in "ETC" else letter
            result += expand(rng, rng.choice(RULES[rule]), depth - 1) if rule != "N" else rng.choice(NUMBERS)
        else:
            result += letter
    return result


def column(rng):
    sign = rng.choice([1, 1, -1])
    kind = rng.randrange(6)
    if kind < 2:
        return sign * rng.choice(SPECIAL)
    if kind == 2:
        x = rng.choice(SPECIAL)
        for _ in range(rng.randint(1, 3)):
            x = math.nextafter(x, rng.choice([-math.inf, math.inf]))
        return sign * x
    if kind == 3:
        # Few digits: products and powers are exact, or ties.
        digits = rng.getrandbits(rng.choice([1, 3, 8, 20, 27, 53])) | 1
        return sign * math.ldexp(digits, rng.choice([-rng.randint(0, 60), rng.randint(-1074, 900), 0, -52]))
    if kind == 4:
        return sign * struct.unpack("d", struct.pack("Q", rng.getrandbits(63) % 0x7FF0000000000000))[0]
    return sign * (float(rng.randint(0, 40)) if rng.random() < 0.5 else rng.uniform(0.01, 30))


def to_float(a):
    """The nearest float64, or None where the ball has several."""
    if isinstance(a, float):
        return a
    if isinstance(a, Zero):
        return -0.0 if a.negative else 0.0
    if isinstance(a, arb):
        found = nearest(a)
        return None if isinstance(found, int) else found
    p, q = int(a.p), int(a.q)
    # More digits than any float64 has, and one more for what is left.
    shift = max(0, q.bit_length() - abs(p).bit_length() + 1300)
    units, rest = divmod(abs(p) << shift, q)
    return math.copysign(rounded(2 * units + (rest != 0), -shift - 1), p)


def truth_of(text, columns):
    tree = ast.parse(text.replace("if(", "where(").replace("^", "**"), mode="eval").body
    bits = 128
    while bits < MAX_BITS:
        bits *= 2
        ctx.prec = bits
        try:
            found = to_float(evaluate(tree, columns))
            if found is not None:
                return found, bits
        except (Hard, OverflowError):
            pass
    return None, bits


def stop(*_):
    raise TimeoutError


def main(seed, count):
    rng = random.Random(seed)
    signal.signal(signal.SIGALRM, stop)
    made = 0
    while made < count:
        text = expand(rng, rng.choice("EEETC"), rng.randint(1, 4))
        if len(text) > 200 or not any(name in text for name in "xy"):
            continue
        for _ in range(4):
            columns = {"x": column(rng), "y": column(rng)}
            signal.alarm(MAX_SECONDS)
            try:
                found, bits = truth_of(text, columns)
            except TimeoutError:
                continue
            finally:
                signal.alarm(0)
            if found is None:
                continue
            shown = {name: x.hex() for name, x in columns.items()}
            print(text, json.dumps(shown), found.hex(), bits, sep="\t")
            made += 1


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
