"""Expressions at the edges of float64 with the true values of their results, for tests/kernels/hard_expressions_test.ts.

    python3 tools/arb/hard_expressions.py > tests/data/hard_expressions.tsv

Needs python-flint. The rows are those of tools/arb/expressions.py: an expression, its columns as JSON, and the float64
nearest to the true value. That is an Arb ball whose precision is doubled until all of it rounds to one float64. Where a
part is beyond what Arb holds, the row has another text that is the same function of the same columns, and Arb computes
that one. The script fails if a row is not decided.
"""

import ast
import json

import expressions
from expressions import BINARY, UNARY, Dual, Hard, exact, hexadecimal, nearest, plain, psi
from flint import acb, arb, ctx

expressions.LARGEST_EXPONENT = 2**70
expressions.LARGEST_EXPONENTIAL = arb(2) ** 2000
MAX_BITS = 2**16
# How many terms of polygamma are added up, beside one for each bit.
LEAST_TERMS = 64

ROWS = [
    ("log(x) * 1", {"x": 1e308}),
    ("log1p(x) * 1", {"x": 1.7e308}),
    ("x^0.3", {"x": 1e308}),
    ("digamma(x*y)", {"x": 1e20, "y": 1e15}),
    ("grad(lgamma(z^(-3)), z)", {"z": 1e-11}),
    ("grad(lgamma(z^(-3)), z)", {"z": 1e-40}),
    ("polygamma(x, 300) * 1", {"x": -50.5}),
    ("2^y", {"y": 997.0}),
    ("2^y", {"y": 1000.5}),
    ("2^y", {"y": 1023.5}),
    ("2^y", {"y": 1024.0}),
    ("2^y", {"y": -1074.0}),
    ("grad(y^(-3), y)", {"y": 1e-300}),
    ("grad(y^(-3), y)", {"y": 1e-70}),
    ("log(x^3)", {"x": 1e-200}),
    ("multigammaln(x, p) * 1", {"x": 1.5e6, "p": 3e6}),
    ("multigammaln(x, p) * 1", {"x": 2e6, "p": 3e6}),
    ("multigammaln(x, p) * 1", {"x": 2e6, "p": 2e6}),
    ("multigammaln(x + 0, 1e9)", {"x": 6e8}),
    ("multigammaln(x + 0, 1e9)", {"x": 1e12}),
    ("polygamma(x + 0, 1000000)", {"x": 368000.0}),
    ("polygamma(x + 0, 1000000)", {"x": 400000.0}),
    ("polygamma(x + 0, 1000000)", {"x": 367879.5}),
    ("lgamma(x + 0.25) * 2", {"x": -1e15}),
    ("lgamma(x + 0.25) * 2", {"x": -1e60}),
    ("digamma(x + 1.5) * 2", {"x": -1e15}),
    ("lgamma(-exp(y))", {"y": 200.0}),
    ("lchoose(n, k)", {"n": 30.23, "k": 1e300}),
    ("lchoose(n, k)", {"n": 30.23, "k": 1e15}),
    ("lchoose(30.23, 1e300) + x", {"x": 0.0}),
    ("x^(1+y) - x", {"x": 3.7, "y": 1e-25}),
    ("x^cos(y) - x", {"x": 3.0, "y": 1e-10}),
    ("x^(9/y)", {"x": -2.5, "y": 3.0}),
    ("x^(y/y)", {"x": -2.5, "y": 3.0}),
    ("expm1(x)", {"x": 1e-323}),
    ("expm1(x)", {"x": 1e-307}),
    ("i1(x)/x", {"x": 1.5e-323}),
    ("i1(i1(i1(x)))", {"x": 1e-250}),
    ("exp(x)^y", {"x": -1000.0, "y": 0.1}),
    ("lgamma(exp(-x))", {"x": 720.0}),
    ("i0e(exp(x)) * exp(x/2)", {"x": 720.0}),
    ("i0e(exp(x)) * exp(x/2)", {"x": 850.0}),
    ("i0e(exp(x)) * exp(x/2)", {"x": 1000.0}),
    ("expm1(x)/x", {"x": 5e-324}),
    ("log1p(x)/x", {"x": 5e-324}),
    ("((x^2 + y^2) - x^2) * x", {"x": 1e300, "y": 1e-180}),
    ("lgamma(x+y) - lgamma(x)", {"x": 1e300, "y": 1e-170}),
    ("(x^2)^0.5", {"x": 1e-261}),
    ("1-cos(1-cos(1-cos(x-y)))", {"x": 1.0, "y": 0.999}),
    ("1-cos(1-cos(1-cos(x-y)))", {"x": 1.0, "y": 0.9999999999999999}),
    ("1-cos(1-cos(1-cos(x-y)))", {"x": 3.5, "y": 1.25}),
    ("1-cos(1-cos(1-cos(x-y)))", {"x": 1e-30, "y": 1e-32}),
    ("2+sin(exp(x))", {"x": 3000.0}),
    ("cos(exp(x))", {"x": 1000.0}),
    ("lgamma(exp(x))", {"x": 720.0}),
    ("log(exp(exp(x)))", {"x": 20.0}),
    ("log(exp(x) + exp(y))", {"x": 1e300, "y": 1.0}, "x + log1p(exp(y - x) + 0)"),
    ("exp(x) / (1 + exp(x))", {"x": 1e300}, "1 / (1 + exp(-x))"),
    ("exp(-exp(x))", {"x": 50.0}),
    ("log(1 + exp(x))", {"x": 800.0}),
    ("i0(x) * exp(-x)", {"x": 1e6}),
    ("x*y - x*y*(1 + 1e-30)", {"x": 1e200, "y": 1e100}),
    ("(x + y) - x - y", {"x": 1e16, "y": 0.1}),
    ("((x + y) - x) - y + 1e-300", {"x": 1e16, "y": 0.1}),
    ("(x*y)*z", {"x": 1.7e308, "y": 1e-300, "z": 1e-5}),
    ("(x*y)*z + 1", {"x": -1.7e308, "y": 1e-310, "z": 3.0}),
    ("x*y/z", {"x": 1e300, "y": 1e300, "z": 1e299}),
    ("x*y*z", {"x": 1e300, "y": 1e300, "z": 1e-290}),
    ("x/y/z", {"x": 1e-300, "y": 1e300, "z": 1e-299}),
    ("sqrt(x*x + y*y)", {"x": 1e300, "y": 1e300}),
    ("sqrt(x*x + y*y)", {"x": 1e-200, "y": 3e-200}),
    ("sqrt(x*x + y*y) - x", {"x": 1e200, "y": 1.0}),
    ("sqrt(x + 1) - sqrt(x)", {"x": 1e16}),
    ("sqrt(x + 1) - sqrt(x)", {"x": 1e30}),
    ("exp(x) - 1 - x", {"x": 1e-20}),
    ("exp(x) - 1 - x - x^2/2", {"x": 1e-60}),
    ("exp(x) * exp(-x) - 1 + y", {"x": 300.0, "y": 1e-40}),
    ("exp(x) / exp(y)", {"x": 1e5, "y": 99999.0}),
    ("exp(x) / exp(y)", {"x": 1e10, "y": 1e10 - 700}),
    ("exp(exp(x)) / exp(exp(x) + 1)", {"x": 20.0}),
    ("log(exp(x) - 1)", {"x": 1e-30}),
    ("log(exp(x) - 1)", {"x": 5000.0}),
    ("log1p(exp(x)) - x", {"x": 40.0}),
    ("log1p(exp(x)) - x", {"x": 700.0}),
    ("log(1 + x) - x + x^2/2", {"x": 1e-25}),
    ("log(x + y) - log(x)", {"x": 1e308, "y": 1e280}),
    ("log(log(x*x*x))", {"x": 1e300}),
    ("log(x^1000)", {"x": 1e-300}),
    ("(x^1000)^0.001", {"x": 3.5e-290}),
    ("(x^100)^(1/100)", {"x": 1e200}),
    ("x^y - 1", {"x": 1.0000000000000002, "y": 1e-10}),
    ("x^y", {"x": 1.0000000000000002, "y": 3e18}),
    ("x^y", {"x": 0.9999999999999999, "y": 6e18}),
    ("x^y", {"x": -1e-300, "y": -1.0}),
    ("(0 - x)^3 + x^3 * (1 + y)", {"x": 7.3, "y": 1e-40}),
    ("x^0.5 - sqrt(x * (1 + y))", {"x": 2.0, "y": 1e-35}),
    ("sin(x) - x", {"x": 1e-100}),
    ("sin(x) - x + x^3/6", {"x": 1e-10}),
    ("1 - cos(x)", {"x": 1e-160}),
    ("1 - cos(x)", {"x": 1e-170}),
    ("sin(x)", {"x": 1.7976931348623157e308}),
    ("cos(x * y)", {"x": 1e300, "y": 1e300}),
    ("sin(x)/x - 1", {"x": 1e-9}),
    ("cos(x) - sin(y)", {"x": 0.7853981633974483, "y": 0.7853981633974483}),
    ("sin(x) * 1e300 * 1e300", {"x": 1e-300}),
    ("sin(exp(x)) * exp(-x)", {"x": 700.0}),
    ("sin(exp(x)) * exp(-x)", {"x": 1500.0}),
    ("lgamma(x) - x*log(x) + x + log(x)/2", {"x": 1e12}),
    ("lgamma(x) - x*log(x) + x + log(x)/2", {"x": 1e30}),
    ("lgamma(1 + x)", {"x": 1e-300}),
    ("lgamma(1 + x) / x", {"x": 1e-300}),
    ("lgamma(2 + x) / x", {"x": 1e-200}),
    ("lgamma(x + 1) - lgamma(x)", {"x": 1e300}),
    ("lgamma(x + y) - lgamma(x)", {"x": 1e17, "y": 1e-5}),
    ("exp(lgamma(x))", {"x": 171.6}),
    ("exp(lgamma(x) - lgamma(x - 1))", {"x": 1e15}),
    ("exp(lgamma(x)) / exp(lgamma(y))", {"x": 5000.0, "y": 4990.5}),
    ("lgamma(x) + log(x)", {"x": 1e-300}),
    ("lgamma(x) + log(x)", {"x": 1e-8}),
    ("lgamma(-x) + lgamma(1 + x)", {"x": 1e-20}),
    ("lgamma(x + 0.5)", {"x": -1e5}),
    ("digamma(x) - log(x)", {"x": 1e15}),
    ("digamma(x) - log(x)", {"x": 1e200}),
    ("digamma(x) + 1/x", {"x": 1e-200}),
    ("digamma(x) - log(x) + 1/(2*x)", {"x": 1e20}),
    ("digamma(x + y) - digamma(x)", {"x": 1.4616321449683622, "y": 1e-30}),
    ("digamma(1.4616321449683623 + x)", {"x": 1e-20}),
    ("polygamma(x, 1) - 1/x", {"x": 1e18}),
    ("polygamma(x, 1) * x * x", {"x": 1e-200}),
    ("polygamma(x, 2) + polygamma(x + 1e-20, 2)", {"x": 0.5}),
    ("polygamma(x, 20) / polygamma(x, 19)", {"x": 1e-100}),
    ("polygamma(x, 20) / polygamma(x, 19)", {"x": 1e100}),
    ("polygamma(x, 100) / polygamma(x, 101)", {"x": 0.001}),
    ("polygamma(x * 1.1, 40) - polygamma(x * 1.1 + 1e-25, 40)", {"x": 3.0}),
    ("log(polygamma(x, 301))", {"x": 1e-5}),
    ("log(polygamma(x, 301))", {"x": 1e5}),
    ("multigammaln(x, 20) - multigammaln(x, 19)", {"x": 50.0}),
    ("multigammaln(x * 1.1, 40) - multigammaln(x * 1.1 - 1e-20, 40)", {"x": 30.0}),
    ("multigammaln(x + y, 100)", {"x": 49.5, "y": 1e-30}),
    ("i0(x) - 1", {"x": 1e-100}),
    ("i0(x) - 1 - x^2/4", {"x": 1e-30}),
    ("i0(x) - 1", {"x": 1e-180}),
    ("i0(x) - i1(x)", {"x": 500.0}),
    ("i0(x) - i1(x)", {"x": 700.0}),
    ("log(i0(x)) - x", {"x": 1e10}),
    ("i0e(x) - i1e(x)", {"x": 1e12}),
    ("i0e(x) * sqrt(2 * 3.25 * x)", {"x": 1e300}),
    ("i0(x) * exp(-x) * sqrt(x)", {"x": 1e5}),
    ("i1(x) / i0(x)", {"x": 1e8}),
    ("i1(x) / i0(x) - 1", {"x": 1e15}),
    ("1 - i1e(x) / i0e(x)", {"x": 1e100}),
    ("i1(x) / x - 0.5", {"x": 1e-50}),
    ("i1(x)", {"x": 5e-324}),
    ("i1(-x) + i1(x) * (1 + 1e-40)", {"x": 2.5}),
    ("sqrt(i0(x))", {"x": 1420.0}),
    ("sqrt(i0(x))", {"x": 1400.0}),
    ("log(sqrt(i0(x * 1)))", {"x": 1e15}),
    ("grad(exp(x) / (1 + exp(x)), x)", {"x": 800.0}),
    ("grad(exp(x) / (1 + exp(x)), x)", {"x": -740.0}),
    ("grad(log(1 + exp(x)), x)", {"x": 1e4}),
    ("grad(log(1 + exp(x)), x)", {"x": -1e3}),
    ("grad(grad(log(1 + exp(x)), x), x)", {"x": 50.0}),
    ("grad(grad(sqrt(x*x + y*y), x), x)", {"x": 1e-150, "y": 1e150}),
    ("grad(x^y, y)", {"x": 1e-300, "y": 0.5}),
    ("grad(x^x, x)", {"x": 143.0}),
    ("grad(log(i0(x)), x)", {"x": 1e6}),
    ("grad(grad(log(i0(x)), x), x)", {"x": 1e4}),
    ("grad(i0e(x), x)", {"x": 1e200}),
    ("grad(lgamma(x) - x*log(x) + x, x)", {"x": 1e20}),
    ("grad(grad(lgamma(x), x), x) - 1/x - 1/(2*x^2)", {"x": 1e10}),
    ("grad(sin(x)/x, x)", {"x": 1e-8}),
    ("grad(grad(1/x, x), x)", {"x": 1e-100}),
    ("grad(grad(1/x, x), x)", {"x": 1e-103}),
    ("x - (x + 1) + 1", {"x": 1e308}),
    ("(x - y)/(x + y)", {"x": 1.7e308, "y": 1.6e308}),
    ("(x - y)/(x + y)", {"x": 1.5e-323, "y": 5e-324}),
    ("x*x - y*y", {"x": 1.0000000000000002, "y": 1.0}),
    ("x*x - y*y", {"x": 1e-162, "y": 1.0000000000000002e-162}),
    ("(x + y)^2 - x^2 - 2*x*y", {"x": 1e150, "y": 1e-100}),
    ("((x + 1)^2 - x^2 - 1)/x", {"x": 1e-310}),
    ("1/(1/x)", {"x": 5e-324}),
    ("1/(1/x + 1/y)", {"x": 5e-324, "y": 1e308}),
    ("exp(-x*x/2) / exp(-x*x/2 - 1)", {"x": 1e6}),
    ("log(exp(x)^2 + 1) - 2*x", {"x": 20.0}),
    ("exp(log(x) * y)", {"x": 2.0, "y": 1023.9999999999999}),
    ("expm1(x) - x", {"x": 1e-155}),
    ("log1p(x) - x", {"x": 1e-161}),
    ("expm1(x) / expm1(-x)", {"x": 1e-320}),
    ("log1p(x * y)", {"x": 1e200, "y": 1e200}),
    ("log1p(0 - x) + x", {"x": 1e-12}),
    ("sqrt(sqrt(sqrt(x*x)*x)*x)", {"x": 1e-308}),
]


def multigammaln(a, p):
    """By Barnes' G-function: the sum of lgamma(a - k), k < m, is log G(a + 1) - log G(a + 1 - m)."""
    m, n = (p + 1) // 2, p // 2
    x, half = acb(a), acb(a) - acb(1) / 2
    terms = log_g(x + 1) - log_g(x + 1 - m) + log_g(half + 1) - log_g(half + 1 - n)
    return arb(p) * (p - 1) / 4 * arb.pi().log() + terms.real


def log_g(x):
    return x.log_barnes_g()


def polygamma(a, n):
    """By the sum (-1)^(n+1) n! (1/a^(n+1) + 1/(a+1)^(n+1) + ...), for large n."""
    total = arb(0)
    for k in range(LEAST_TERMS + ctx.prec):
        total += (-(n + 1) * (a + k).log()).exp()
    last = a + LEAST_TERMS + ctx.prec
    # What is left is between 0 and its first term plus the integral from there.
    rest = (-(n + 1) * last.log()).exp() * (1 + last / n)
    total += arb(rest.upper() / 2, rest.upper() / 2)
    return (arb(n + 1).lgamma()).exp() * total * (1 if n % 2 else -1)


def evaluate(node, columns):
    if isinstance(node, ast.Constant):
        return exact(float(node.value))
    if isinstance(node, ast.Name):
        return columns[node.id]
    if isinstance(node, ast.UnaryOp):
        return BINARY["*"](arb(-1), evaluate(node.operand, columns))
    if isinstance(node, ast.BinOp):
        name = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}[type(node.op)]
        a, b = evaluate(node.left, columns), evaluate(node.right, columns)
        if name == "^" and isinstance(b, arb):
            return power(a, b)
        return BINARY[name](a, b)
    name, args = node.func.id, node.args
    if name == "grad":
        inner = {key: Dual(c, arb(key == args[1].id)) for key, c in columns.items()}
        return evaluate(args[0], inner).slope
    a = evaluate(args[0], columns)
    if name in UNARY:
        return UNARY[name](a)
    b = evaluate(args[1], columns)
    if name == "lchoose":
        one, lgamma = arb(1), UNARY["lgamma"]
        return lgamma(a + one) - lgamma(b + one) - lgamma(a - b + one)
    n = int(b.unique_fmpz())
    if name == "multigammaln":
        return multigammaln(a, n)
    return polygamma(a, n) if n > 1000 else psi(n)(a)


def power(a, b):
    """a^b; an integer that Arb cannot tell from b, for a < 0, is b where b is a quotient of integers."""
    if plain(a) < 0 and b.unique_fmpz() is not None:
        n = int(b.unique_fmpz())
        return BINARY["^"](a, arb(n))
    return BINARY["^"](a, b)


def truth(text, columns):
    tree = ast.parse(text.replace("^", "**"), mode="eval").body
    bits = 256
    while bits <= MAX_BITS:
        ctx.prec = bits
        try:
            found = nearest(plain(evaluate(tree, {name: exact(x) for name, x in columns.items()})))
            if found is not None:
                return found
        except Hard:
            pass
        bits *= 2
    raise SystemExit(f"not decided: {text} at {columns}")


def main():
    for text, columns, *same in ROWS:
        found = truth(same[0] if same else text, columns)
        print(text, json.dumps(columns), hexadecimal(found), sep="\t", flush=True)


main()
