import { assert, assertEquals, assertThrows } from "@std/assert";
import { expression } from "../../../mod.ts";

Deno.test("an expression is a function of its columns", () => {
  const f = expression("let t = n + r; lgamma(t) - lgamma(r)");
  assertEquals(f.inputs, ["n", "r"]);
  assertEquals(f.text, "let t = n + r; lgamma(t) - lgamma(r)");
  assertEquals(f({ n: 0, r: 12.3 }), 0);
  assertEquals(
    f({ n: new Float64Array([1, 2]), r: 3 }),
    new Float64Array([Math.log(3), Math.log(12)]),
  );
  assertEquals(f({ n: new Float64Array(0), r: 3 }), new Float64Array(0));
  assert(f({ n: new Float32Array([1]), r: 3 }) instanceof Float32Array);
  assert(f({ n: new Float32Array([1]), r: new Float64Array([3]) }) instanceof Float64Array);
  assertEquals(f.grad("r")({ n: 1, r: 4 }), 0.25);
  assertEquals(f.grad("r").grad("r")({ n: 1, r: 4 }), -1 / 16);
});

Deno.test("an array that is longer than a block has the same values as its numbers", () => {
  const f = expression("digamma(x + 1e-3) - digamma(x) + if(x > 3, sin(x), i0(x))");
  const x = Float64Array.from({ length: 20_000 }, (_, i) => (i + 1) / 997);
  const all = f({ x });
  for (let i = 0; i < x.length; i += 773) assertEquals(all[i], f({ x: x[i] }), `x = ${x[i]}`);
});

Deno.test("arithmetic has the values that it should have", () => {
  const cases: [string, Record<string, number>, number][] = [
    ["1 / 3", {}, 1 / 3],
    ["0.1 + 0.2 - 0.3", {}, 2.7755575615628914e-17],
    ["(1e16 + x) - 1e16", { x: 0.3 }, 0.3],
    ["(x + y) - y", { x: 1e-30, y: 1e30 }, 1e-30],
    ["sin(x) ^ 2 + cos(x) ^ 2 - 1", { x: 0.7 }, 0],
    ["log(exp(x)) - x", { x: 0.7 }, 0],
    ["sqrt(2) * sqrt(2) - 2", {}, 0],
    ["sin(pi)", {}, 0],
    ["lgamma(x * y) - 16", { x: 0.1, y: 1.1e-7 }, 2.325370557798668],
    ["log1p(x * x) - x * x", { x: -1.5333700761486086e-9 }, -2.7641266563372817e-36],
    ["sin(x)", { x: 1e22 }, -0.8522008497671888],
    ["cos(x)", { x: 1e22 }, 0.523214785395139],
    ["sin(x)", { x: 1.7976931348623157e308 }, 0.004961954789184062],
    ["cos(x)", { x: -1.7976931348623157e308 }, -0.9999876894265599],
    ["sin(x)", { x: 6381956970095103 * 2 ** 797 }, 1],
    ["cos(x)", { x: 6381956970095103 * 2 ** 797 }, -4.687165924254628e-19],
    ["sin(x + 0.1)", { x: 1e10 }, -0.3979040104869869],
    ["sin(x)", { x: -40000000.5 }, 0.9445416571096714],
    ["sin(x)", { x: Infinity }, NaN],
    ["x / 0", { x: 1 }, Infinity],
    ["x - x", { x: Infinity }, NaN],
    ["x * 0", { x: Infinity }, NaN],
    ["exp(x)", { x: 1000 }, Infinity],
    ["exp(x)", { x: -1000 }, 0],
    ["log(x)", { x: 0 }, -Infinity],
    ["log(x)", { x: -1 }, NaN],
    ["log(x)", { x: 5e-324 }, -744.4400719213812],
    ["sqrt(x)", { x: -1 }, NaN],
    ["x ^ 0", { x: 0 }, 1],
    ["x ^ 0.5", { x: -1 }, NaN],
    ["x ^ 5", { x: -2 }, -32],
    ["x ^ -1", { x: 4 }, 0.25],
    ["2 ^ x", { x: -1074 }, 5e-324],
    ["10 ^ x", { x: 308 }, 1e308],
    ["min(x, 2)", { x: NaN }, NaN],
    ["min(x, 2)", { x: 1 }, 1],
    ["if(x > 0, 1 / x, 7)", { x: 0 }, 7],
    ["if(x > 0, 1, 2)", { x: NaN }, NaN],
    ["1 / 3 * 3 == 1", {}, 1],
    ["x < y", { x: 1, y: 2 }, 1],
    ["x >= y", { x: 1, y: 2 }, 0],
    ["x != y", { x: Infinity, y: Infinity }, 0],
    ["-x ^ 2", { x: 3 }, -9],
    ["abs(x)", { x: -0 }, 0],
    ["lgamma(x) + 1", { x: -2 }, Infinity],
    ["digamma(x) + 1", { x: -2 }, NaN],
    ["polygamma(x, n)", { x: 1, n: 1.5 }, NaN],
    ["polygamma(x, n)", { x: 1, n: 1 }, 1.6449340668482264],
    ["multigammaln(x, p)", { x: 0.9, p: 3 }, NaN],
    ["i0(x) * 1e-300", { x: 713 }, 67051282.636709966],
    ["grad(abs(x))", { x: 0 }, 0],
    ["grad(max(x, 1))", { x: 1 }, 1],
    ["grad(i0e(x))", { x: 0 }, 0],
    ["grad(x ^ y, y)", { x: 0, y: 2 }, 0],
    // Parts that are beyond the range of float64, results that are, and what is 0 for certain.
    ["exp(x) / exp(x - 1)", { x: 1000 }, Math.E],
    ["log(1 + exp(x))", { x: 800 }, 800],
    ["log(1 + exp(800)) + x", { x: 1 }, 801],
    ["log(lgamma(1e308)) + 0 * x", { x: 1 }, 715.7589298283167],
    ["x - lgamma(1e308)", { x: 1 }, -Infinity],
    ["inf - x", { x: 1 }, Infinity],
    ["exp(-x) * exp(x - 3)", { x: 800 }, 0.049787068367863944],
    ["i0(x) / i0(x)", { x: 900 }, 1],
    ["exp(x) * 2", { x: 1000 }, Infinity],
    ["log(i0(x))", { x: 1e308 }, 1e308],
    ["log(i0(x))", { x: -Infinity }, Infinity],
    ["log(i1(x))", { x: 1e308 }, 1e308],
    ["log(i1(x))", { x: -Infinity }, NaN],
    ["log(i1(x))", { x: 0 }, -Infinity],
    ["grad(log(i0(x)))", { x: -1e308 }, -1],
    ["log(exp(x) + exp(y))", { x: 1e300, y: -1e300 }, 1e300],
    ["exp(x) / (exp(x) + exp(y))", { x: 1e300, y: 2 }, 1],
    ["(x + y) / 2", { x: 1.75e308, y: 1.75e308 }, 1.75e308],
    ["x * 2 / 2", { x: 1.5e308 }, 1.5e308],
    ["x / 2 * 2", { x: 5e-324 }, 5e-324],
    ["if(sqrt(x * x) == x, 1, 2)", { x: 0.1 }, 1],
    ["x * x * y", { x: 1e200, y: 1e-200 }, 1e200],
    ["-x * x", { x: 1e200 }, -Infinity],
    ["exp(-x ^ 2 / 2) * 3", { x: 50 }, 0],
    ["1 / (1 + exp(x))", { x: 800 }, 0],
    ["lgamma(n + r) - lgamma(r)", { n: 0, r: 2.5 }, 0],
    ["lgamma(x) - lgamma(x + 0 * y)", { x: -2, y: 1 }, NaN],
    ["log(exp(x)) - x", { x: 1.5 }, 0],
    ["expm1(x) + 1", { x: -252.5 }, 2.191004751696298e-110],
    ["log(1 + x) - x", { x: 1e-60 }, -5e-121],
    ["multigammaln(x, 3) + 0 * y", { x: 1, y: 1 }, Infinity],
    ["multigammaln(x, 3) + 0 * y", { x: 0.9, y: 1 }, NaN],
    ["grad(grad(multigammaln(x, 2)))", { x: 0.4 }, NaN],
    ["multigammaln(x, 14) + 0 * y", { x: 6.5, y: 1 }, Infinity],
    ["multigammaln(x, 15) + 0 * y", { x: 6.9, y: 1 }, NaN],
    ["grad(if(x < 1, x, nan))", { x: 2 }, NaN],
    // Rounding moves these to poles.
    ["lgamma(x + 0.25) * 2", { x: -1e60 }, -2.7431021115928546e62],
    ["lgamma(x + 3) - lgamma(x)", { x: -1e100 }, NaN],
    ["polygamma(x + 1, 1) * 2", { x: -1e100 }, Infinity],
  ];
  for (const [text, columns, expected] of cases) {
    assertEquals(expression(text)(columns), expected, text);
  }
});

Deno.test("an order in a column has the same maximum as a number", () => {
  const most = 2 ** 53 - 1;
  for (const f of ["polygamma", "multigammaln"]) {
    const value = expression(`${f}(x, n)`);
    const slope = value.grad("x");
    const x = 9e15;
    const literal = expression(`${f}(x, ${most})`);
    assertEquals(value({ x, n: most }), literal({ x }));
    assertEquals(slope({ x, n: most }), literal.grad("x")({ x }));
    assertThrows(() => expression(`${f}(x, ${most + 1})`), SyntaxError, "must be an integer");
    assertEquals([value({ x, n: most + 1 }), slope({ x, n: most + 1 })], [NaN, NaN]);
  }
});

Deno.test("wrong texts and wrong columns are errors that say what is wrong", () => {
  assertThrows(
    () => expression("lgama(x)"),
    SyntaxError,
    "did you mean lgamma?\n  lgama(x)\n  ^^^^^",
  );
  assertThrows(() => expression("grad(x * y)"), SyntaxError, "has several columns");
  assertThrows(
    () => expression(3 as unknown as string),
    TypeError,
    "text must be a string, or an object of strings, got 3",
  );
  const f = expression("x + y");
  assertThrows(
    () => f({ x: 1 } as never),
    TypeError,
    "column y must be a number, a list of numbers or an array of floats or integers",
  );
  assertThrows(
    () => f({ x: new Float64Array(2), y: new Float64Array(3) }),
    RangeError,
    "arrays must have the same length, got 2 and, in column y, 3",
  );
  assertThrows(() => f.grad("z" as "x"), RangeError, "input must be one of x, y, got z");
});

Deno.test("inputs may be lists, arrays of integers and numbers", () => {
  const rise = expression("lgamma(n + r) - lgamma(r)");
  const expected = new Float64Array([0, Math.log(2)]);
  for (
    const n of [[0, 1], new Int32Array([0, 1]), new Uint8Array([0, 1]), new Float64Array([0, 1])]
  ) {
    assertEquals(rise({ n, r: 2 }), expected);
  }
  assertEquals(rise({ n: new Float32Array([1]), r: 2 }), new Float32Array([Math.log(2)]));
  assertEquals(rise({ n: [], r: 2 }), new Float64Array(0));
  for (const n of [new DataView(new ArrayBuffer(8)), "1", null, {}, 1n, true]) {
    assertThrows(
      () => rise({ n: n as never, r: 2 }),
      TypeError,
      "column n must be a number, a list",
    );
  }
  assertThrows(
    () => rise({ n: [1, "1"] as never, r: 2 }),
    TypeError,
    'element 1 of column n must be a number, got "1"',
  );
});

Deno.test("valueAndGrad returns the value and the derivatives with respect to all inputs", () => {
  const likelihood = expression("let t = n + r; lgamma(t) - lgamma(r) + xlogy(n, p)");
  const columns = { n: [0, 3, 5], r: 2.5, p: [0, 0.5, 0.25] };
  const { value, gradient } = likelihood.valueAndGrad(columns);
  assertEquals(value, likelihood(columns));
  assertEquals(Object.keys(gradient), ["n", "r", "p"]);
  for (const input of likelihood.inputs) {
    assertEquals(gradient[input], likelihood.grad(input)(columns), input);
  }
  assertEquals(expression("x^2").valueAndGrad({ x: 3 }), { value: 9, gradient: { x: 6 } });
});

Deno.test("several expressions are computed in one pass, and use the names of earlier ones", () => {
  const all = expression({ ll: "k * cos(t)", dk: "grad(ll, k)", twice: "2 * ll" });
  assertEquals(all.inputs, ["k", "t"]);
  assertEquals(all({ k: 0.5, t: 0 }), { ll: 0.5, dk: 1, twice: 1 });
  assertEquals(all({ k: 0.5, t: [0, 0] }).twice, new Float64Array([1, 1]));
  assertThrows(
    () => expression({ a: "b + 1", b: "x" }),
    SyntaxError,
    "b is both an input and a result",
  );
  assertThrows(() => expression({}), TypeError, "nothing to compute");
  assertThrows(() => expression({ a: 3 as never }), TypeError, "a must be a string, got 3");
});
