import { assert, assertEquals } from "@std/assert";
import { expression } from "../../mod.ts";
import { compareBounds } from "../../tools/expression_bounds.ts";
import { compareRows } from "../../tools/fuzz_expressions.ts";

const TABLES = [
  ["random_expressions.tsv", "random expressions, moderate and extreme, have the values of Arb"],
  ["hard_expressions.tsv", "expressions at the edges of float64 have the values of Arb"],
  [
    "edge_expressions.tsv",
    "expressions at special values have those of exact rationals and of Arb",
  ],
  ["cancelling_expressions.tsv", "expressions in which digits cancel have the values of Arb"],
  [
    "parameter_expressions.tsv",
    "polygamma and multigammaln of many orders and dimensions have the values of Arb",
  ],
] as const;

/** An expression, its columns and its value. */
type Row = [text: string, columns: Record<string, number>, value: number];

function assertValues(rows: readonly Row[]): void {
  for (const [text, columns, value] of rows) {
    const found = expression(text)(columns);
    assert(
      Object.is(found, value),
      `${text} at ${JSON.stringify(columns)}: ${found}, not ${value}`,
    );
  }
}

for (const [file, name] of TABLES) {
  Deno.test(name, async () => {
    const path = new URL(`../data/${file}`, import.meta.url);
    const rows = (await Deno.readTextFile(path)).trimEnd().split("\n");
    const found: string[] = [];
    const { wrong, undecided } = compareRows(rows, (row) => found.push(row));
    assertEquals({ wrong, undecided }, { wrong: 0, undecided: 0 }, found.join("\n"));
  });
}

Deno.test("the product of two numbers that are known badly is known worse", () => {
  // All digits of the differences cancel, so that their bounds are larger than they are.
  const rows: readonly Row[] = [
    [
      "z + (i0e(x) - y) * (i0e(x) - y)",
      { x: 5.807607846508135, y: 0.1695412458060582, z: 5.144029434314141e-26 },
      5.144029434314144e-26,
    ],
    [
      "z + (lgamma(x) - y) * (lgamma(x) - y)",
      { x: 9.188374967901256, y: 11.00991593746953, z: 2.106994456295072e-22 },
      2.106994456295073e-22,
    ],
    [
      "z + (digamma(x) - y) * (digamma(x) - y)",
      { x: 9.283063149054154, y: 2.1733641358565334, z: 1.31687153518442e-23 },
      1.3168715351844203e-23,
    ],
  ];
  assertValues(rows);
});

Deno.test("infinities, NaN and the signs of zeros are those of IEEE 754", () => {
  const rows: readonly Row[] = [
    ["1/x - 1/x", { x: 0 }, NaN],
    ["x - y", { x: Infinity, y: Infinity }, NaN],
    ["polygamma(x + y, 1) - polygamma(x, 1)", { x: -1, y: 5e-324 }, -Infinity],
    ["digamma(x + 1) * 2", { x: -1e100 }, NaN],
    ["(-1)^y", { y: 1e308 }, 1],
    ["x^y", { x: 1.5, y: 1e308 }, Infinity],
    ["x^y", { x: 0.5, y: 1e308 }, 0],
    ["x - x^i0(y)", { x: 3, y: 0 }, 0],
    // Numbers that are too large to be split have no exact product.
    ["(x * y) * z", { x: -Number.MAX_VALUE, y: 1e-300, z: 0 }, -0],
    ["grad(expm1(1e-10) / (x * y), x)", { x: 5e-324, y: Number.MAX_VALUE }, -Infinity],
    ["grad(x * i1(x + x), x)", { x: 4e41 }, Infinity],
    ["grad(i1(x)) / i1(x)", { x: 1e25 }, 1],
    ...[8e17, 3e18, 9e18, -9e18].map((x) =>
      ["sqrt(i0(x))", { x }, Infinity] as [string, Record<string, number>, number]
    ),
    // A quotient next to the largest number, and what underflows next to an infinity or in a divisor.
    ["y / x", { x: 1e16, y: Number.MAX_VALUE }, 1.7976931348623156e292],
    ["(x * x) * y", { x: 1e-300, y: Infinity }, Infinity],
    ["(x * x) / (y * 2)", { x: 5e-324, y: 0 }, Infinity],
    ["x / ((y + 1) * (x / z))", { x: -5e-324, y: -Infinity, z: -2.5 }, 0],
    ["grad(sqrt((x * x) / x), x)", { x: 2.1514770465034e-264 }, 3.408800978024373e131],
    ["i0((x * (y - z)) + ((z - y) * x))", { x: Number.MAX_VALUE, y: 0.5, z: -5e-324 }, 1],
    // Functions keep the sign of 0 in every phase, and digamma its side of the pole.
    ["max(y, 0.5) / sqrt(x)", { x: -0, y: -1e-200 }, -Infinity],
    ["((x / y) - 1) * z", { x: 3.7, y: 3.7, z: -0 }, -0],
    ["i1e(x / y)", { x: 3.7, y: -Infinity }, -0],
    ["if(expm1(z) * (1 + 1e-40) > expm1(z), sqrt(x) - sqrt(y), 1)", { x: -0, y: 0, z: 1 }, -0],
    ["floor(digamma(x / y))", { x: -3, y: Infinity }, Infinity],
    ["x + digamma(-0)", { x: 1 }, Infinity],
    // 1^nan and nan^0 are 1, and an infinity is the power of an odd integer that no float64 holds.
    ["x ^ y + 1", { x: 1, y: NaN }, 2],
    ["(x / y) ^ (z - z) + x * x * x", { x: 1e-200, y: NaN, z: 3 }, 1],
    ["x ^ (y - z)", { x: -Infinity, y: 1e308, z: 1 }, -Infinity],
    ["x ^ (y - z)", { x: -0, y: 1e308, z: 1 }, -0],
    ["x ^ (y - z)", { x: -0, y: 1e308, z: 2 }, 0],
    // A quotient is not exact because its remainder is lost next to a low part.
    ["0.1 - (x * 0.1) / (y + x)", { x: -2.5e-47, y: -9.5e-265 }, 3.8e-219],
    [
      "grad((x * 0.1) / (y + x), x)",
      { x: -2.0522678319033685e-47, y: -9.495668693188746e-265 },
      -2.254537574725069e-172,
    ],
    // What underflows in arithmetic has the sign of its true value, -5e-624, however many digits
    // that takes.
    ["((1e-300 - y) + (z - 1)) * (y ^ 2 + z) + z", { y: -0, z: -5e-324 }, -0],
    ["(1e-300 / 3 - 1) * x + x", { x: -5e-324 }, -0],
    // Functions of numbers beyond all exponents.
    ["digamma(exp(-x)) * exp(-x)", { x: 1e19 }, -1],
    ["polygamma(-exp(-x), 2) * exp(-3 * x)", { x: 1e25 }, 2],
    ["polygamma(exp(x), 3) * exp(3 * x)", { x: 1e25 }, 2],
    ["lgamma(exp(x)) / exp(x) - x", { x: 1e20 }, -1],
    ["digamma(exp(x)) - x", { x: 1e40 }, 0],
    ["lgamma(exp(-x)) / x", { x: 1e40 }, 1],
    ["i1(exp(-x)) * exp(x)", { x: 1e20 }, 0.5],
    ["i1e(-exp(x)) * exp(x / 2)", { x: 1e20 }, -0.3989422804014327],
    // Numbers whose exponents have 42 to 60 bits.
    ["log(x ^ 1.5e15 + exp(y))", { x: 1e-176, y: -5.9e17 }, -5.9e17],
    ["x ^ 1.5e15 < exp(y)", { x: 1e-176, y: -5.9e17 }, 1],
    ["log(sin(exp(x)))", { x: -5.7e17 }, -5.7e17],
    [
      "log(expm1(x ^ y))",
      { x: 1.5793650827938261e-176, y: 1559762360849306.2 },
      -6313886115354729e2,
    ],
    ["inf - tanh(x ^ y)", { x: 1.5793650827938261e-176, y: 1559762360849306.2 }, Infinity],
    ["1 + i1e(exp(x))", { x: 7e16 }, 1],
    ["digamma(exp(-x)) * exp(-x)", { x: 5.7e17 }, -1],
    ["max((x ^ x / (y * x)) ^ (1e16 + 0.1 / y), 1)", { x: 2 ** -52, y: 2 ** -52 }, Infinity],
    // An exponential that is far below 1, times what is indistinguishable from 0.
    ["1 + exp(-y) * (x - exp(log(x)))", { x: 3, y: 1e17 }, 1],
    // 0 times a number whose sign needs more digits.
    ["floor(x - x) * (1 + expm1(log(y)))", { x: 3, y: 5e-324 }, 0],
    ["ceil(x - x) * (1 + expm1(log(y)))", { x: 3, y: 5e-324 }, 0],
    ["1 / (0 * (1 + expm1(log(y))))", { y: 5e-324 }, Infinity],
    ["1 / (0 * (-1 - expm1(log(y))))", { y: 5e-324 }, -Infinity],
    // Orders and dimensions that are none.
    ["polygamma(-y, floor(y)) + 1", { y: -0.17934253660384425 }, NaN],
    ["multigammaln(lgamma(y), x)", { x: 0, y: 0.013671875 }, NaN],
    ["multigammaln(lgamma(y), x)", { x: 1.5, y: 0.013671875 }, NaN],
    ["multigammaln(x, y) * i1(1e254)", { x: 1, y: 1 }, 0],
    ["polygamma(x, 1 + 1e-17) + 1", { x: 3 }, NaN],
    ["polygamma(x, 2 + 1e-30)", { x: 3 }, NaN],
    // 2^53 + 1 is no float64.
    ["9007199254740992 + 1 - x", { x: 2 ** 53 }, 1],
    ["3 * 3002399751580331 - x", { x: 2 ** 53 }, 1],
    ["lchoose(y, 9007199254740992)", { y: -5.59375 }, 164.64995303981962],
    ["x + y", { x: -0, y: -0 }, -0],
    ["x + 0", { x: -0 }, 0],
    ["-(x - y)", { x: 2, y: 2 }, -0],
  ];
  assertValues(rows);
});

Deno.test("every error is within its bound, however large or small a number is", () => {
  const rows: readonly Row[] = [
    // The low part of an angle, and of a number next to the pole of log1p, is not small beside the rest.
    [
      "(cos(x + y) - z) / x",
      { x: -1000000.0390127179, y: 0.03901283167429714, z: 0.9367520877131028 },
      9.274703150840824e-19,
    ],
    ["logit(x * y) - 33.5", { x: 0.4452073892552594, y: 2.2461442108424823 }, -0.2419234141727399],
    [
      "log1p(-(x * y)) + 33.5",
      { x: 0.4452073892552594, y: 2.2461442108424823 },
      0.24192341417273633,
    ],
    // A slope, a low part, what is left of a square, and a bound may be below all numbers.
    [
      "polygamma((exp(x) - y) - z, 1) - c",
      {
        x: 562.9648642994528,
        y: 3.108379743207245e244,
        z: 4.1334241689414075e235,
        c: 9.18956619197589e-235,
      },
      2.0956486406602955e-238,
    ],
    ["((x + y) * 0.5 - x * 0.5) * 1e10", { x: 1e-200, y: 5e-324 }, 2.470328229e-314],
    ["(sqrt(x + y) - sqrt(x)) * 1e100", { x: 1, y: 5e-324 }, 2.470328229206233e-224],
    ["log(x + y) < y", { x: 1, y: 5e-324 }, 1],
    // The first 26 bits of a subnormal number are not its largest.
    [
      "((1 - x) + y) * z * c - d",
      { x: 1, y: -5.874767589226889e147, z: 7.4818249e-316, c: 1.107963276532183e152, d: -4.8e-16 },
      -6.993984353337784e-18,
    ],
    // Next to 1 a low part is not small beside the distance from 1, and may be all of it.
    [
      "log(x * y) - z",
      { x: 1.9468487780424613, y: 0.5136505779383086, z: 9.68684934283518e-17 },
      -5.637098523592072e-20,
    ],
    [
      "log(x + y) - z",
      { x: 0.08023344944278543, y: 0.9197665505572147, z: 1.1111508991084476e-16 },
      -9.278744832910759e-20,
    ],
    [
      "if(exp(z) * (1 + y) > exp(z), log(x - floor(x)) < 0, z)",
      { x: -5e-324, y: 4e-22, z: 0.3 },
      1,
    ],
    // The remainder of a quotient of subnormal numbers has few bits.
    ["x / y + z", { x: 3.397855240342e-311, y: 1.097175380402e-311, z: 15.2 }, 18.296911670672664],
  ];
  assertValues(rows);
});

Deno.test("numbers of the fast and the accurate phase are within their bounds of the last phase", () => {
  const found: string[] = [];
  const { fast, accurate, wrong } = compareBounds(
    { seed: 1, count: 1000 },
    (row) => found.push(row),
  );
  assertEquals(wrong, 0, found.join("\n"));
  assert(fast > 3000 && accurate > 3000);
});

Deno.test("slopes of a power in its base have slopes in the exponent where that is 0 or 1", () => {
  const rows: readonly [text: string, x: number, y: number, value: number][] = [
    ["grad(x ^ y, x)", 2, 0, 0],
    ["grad(grad(x ^ y, x), y)", 2, 0, 0.5],
    ["grad(grad(x ^ y, y), x)", 2, 0, 0.5],
    ["grad(grad(grad(x ^ y, x), x), y)", 2, 0, -0.25],
    ["grad(grad(grad(x ^ y, x), x), y)", 2, 1, 0.5],
    ["grad(grad(grad(x ^ y, x), y), y)", 1, 0, 0],
    ["grad(x ^ y, x)", 0, 0, 0],
    ["grad(grad(x ^ y, x), y)", 0, 0, 0],
    ["grad(grad(x ^ y, x), y)", 0, 3, 0],
    ["grad(grad(x ^ y / 3, x), y)", 1.5, 0, 2 / 9],
    ["grad(grad((x ^ y + x ^ (2 * y)) * 4, x), y)", 1.5, 0, 8],
    ["grad(grad(grad(x ^ y, y), x), y)", 1.5, 0, 2 * Math.log(1.5) / 1.5],
  ];
  for (const [text, x, y, value] of rows) {
    assertEquals(expression(text)({ x, y }), value, `${text} at ${x}, ${y}`);
  }
});

Deno.test("a derivative is that of the chosen branches, and what they do not depend on adds nothing", () => {
  const rows: readonly Row[] = [
    ["grad(log(y) ^ if(2 < x, x, 4), x)", { x: -12.6, y: 0.346 }, 0],
    ["grad(log(y) ^ if(2 < x, x, 4), x)", { x: 3, y: 5 }, 1.9839224602892154],
    ["grad(grad(log(y) ^ if(2 < x, x, 4), x), y)", { x: -12.6, y: 0.346 }, 0],
    ["grad(grad(log(y) ^ if(2 < x, x, 4), y), x)", { x: -12.6, y: 0.346 }, 0],
    ["grad(log(max(x, 0)))", { x: -1 }, 0],
    ["grad(1 / max(x, 0))", { x: -1 }, 0],
    ["grad(sqrt(max(x, 0)))", { x: -1 }, 0],
    ["grad(lgamma(min(x, -3)))", { x: 4 }, 0],
    ["grad(-min(x, 3) * inf)", { x: 4 }, 0],
    ["grad(log(abs(max(x, -1))))", { x: -4 }, 0],
    ["grad(log(min(max(x, 0), 0)))", { x: 4 }, 0],
    ["grad((if(x < 1, x, 2) - min(x, 2)) / y, x)", { x: 3, y: 0 }, 0],
    // Outside the domain, too.
    ["grad(x - multigammaln(y, 2), x)", { x: 3, y: -1 }, 1],
    ["grad(polygamma(x, n), x)", { x: 2.5, n: -1 }, NaN],
    // A number that is 0 is no derivative that is 0.
    ["grad(0 * log(x))", { x: -1 }, -0],
    ["grad(0 * log(x))", { x: 0 }, NaN],
    ["grad(if(x > 0, 1, 0) * log(x))", { x: 0 }, NaN],
    // What is not constant in the chosen branch counts.
    ["grad(log(max(x, 0)))", { x: 0.5 }, 2],
    ["grad(1 / max(x, 0))", { x: 0 }, -Infinity],
    ["grad(exp(if(x < nan, x, 2)))", { x: 3 }, NaN],
    // a^0 is 1 for every a, even one that is not decided.
    ["cos(exp(x)) ^ y", { x: 1e5, y: 0 }, 1],
    ["(1 / (log(exp(x)) - x)) ^ 0", { x: 2 }, 1],
    ["grad(x ^ 0, x)", { x: 0 }, 0],
    ["grad(x ^ y, x)", { x: 0, y: 0 }, 0],
    ["grad(x ^ y, x)", { x: -2, y: 3 }, 12],
    ["grad(grad(x ^ y, x), x)", { x: 0, y: 1 }, 0],
  ];
  assertValues(rows);
});

Deno.test("results that the budget does not decide are NaN, and those indistinguishable from 0 are 0", () => {
  assertEquals(expression("cos(exp(x))")({ x: 1e5 }), NaN);
  assertEquals(expression("cos(exp(x))")({ x: 1e103 }), NaN);
  assertEquals(expression("log(exp(x)) - x")({ x: 5 }), 0);
  assertEquals(expression("i0(x) * exp(-x) - i0e(x)")({ x: 3 }), 0);
  assertEquals(expression("if(log(exp(x)) == x, 1, 2)")({ x: 5 }), 1);
  assertEquals(expression("if(digamma(x) + 1/x == digamma(x + 1), 1, 2)")({ x: 3.7 }), 1);
});

Deno.test("roots and powers of what is indistinguishable from 0 are 0, and its ceiling has no sign", () => {
  assertEquals(expression("sqrt(log(exp(x)) - x)")({ x: 5 }), 0);
  assertEquals(expression("(log(exp(x)) - x) ^ 2.5")({ x: 5 }), 0);
  assertEquals(expression("(log(exp(x)) - x) ^ -2.5")({ x: 5 }), NaN);
  assertEquals(expression("ceil(grad(log(y + y) - log(y), y))")({ y: 5 }), 0);
});

Deno.test("nan ^ 0 and 1 ^ nan are 1 where 0 and 1 are indistinguishable from what is written", () => {
  assertEquals(expression("sqrt(x) ^ (log(exp(y)) - y)")({ x: -1, y: 5 }), 1);
  assertEquals(expression("(sin(y) ^ 2 + cos(y) ^ 2) ^ sqrt(x)")({ x: -1, y: 5 }), 1);
  assertEquals(expression("sqrt(x) ^ (log(exp(y)) - 4)")({ x: -1, y: 5 }), NaN);
});

Deno.test("multigammaln of dimension 1 and its derivatives have the domain of every dimension", () => {
  for (const text of ["multigammaln(x, 1)", "grad(multigammaln(x, 1), x)"]) {
    assertEquals(expression(`${text} * 2`)({ x: -0.5 }), NaN, text);
  }
  for (const x of [-0.5, 0, 0.3, 1, 2, 30]) {
    for (const f of ["F", "grad(F, x)", "grad(grad(F, x), x)"]) {
      const [literal, column] = ["1", "p"].map((p) =>
        expression(`${f.replace("F", `multigammaln(x, ${p})`)} * 2`)({
          x,
          ...p === "p" ? { p: 1 } : {},
        })
      );
      assertEquals(literal, column, `${f} at ${x}`);
    }
  }
});

Deno.test("a gamma function beside a part that needs more bits than it may have is no obstacle", () => {
  const alone = expression("cos(exp(y))")({ y: 3000 });
  const beside = expression("lgamma(x) + cos(exp(y))")({ x: 2, y: 3000 });
  assertEquals(beside, alone);
});

Deno.test("an order that is indistinguishable from an integer is one, and others have no value", () => {
  const third = expression("polygamma(x, 3)")({ x: 2.5 });
  assertEquals(expression("polygamma(x, exp(log(n)))")({ x: 2.5, n: 3 }), third);
  assertEquals(expression("polygamma(x, n / 3 * 3)")({ x: 2.5, n: 3 }), third);
  assertEquals(expression("polygamma(x, sqrt(n))")({ x: 2.5, n: 2 }), NaN);
});

Deno.test("a constant that the budget does not decide leaves every row undecided, and others none", () => {
  const x = Float64Array.from({ length: 5 }, (_, i) => i);
  const values = expression("x + cos(exp(1e5))")({ x });
  assertEquals(values, x.map(() => NaN));
  // Those of a program have one budget together.
  const many = Array.from({ length: 200 }, (_, i) => `cos(exp(${i}e4))`).join(" + ");
  assertEquals(expression(`x + ${many}`)({ x: 1 }), NaN);
  // One that a row decides is not given up.
  assertEquals(expression("x * exp(1000) / exp(999)")({ x: 1 }), Math.E);
  assertEquals(expression("x + if(log(exp(5)) == 5, 1, 2)")({ x: 1 }), 2);
});

Deno.test("rows do not depend on constants that the last phase has kept from other rows", () => {
  // Every row needs the last phase, at several precisions.
  const text =
    "(x + sqrt(2) * log(3)) ^ 2 - x ^ 2 - 2 * x * sqrt(2) * log(3) - 2 * log(3) ^ 2 + log(3) * 1e-30";
  const x = [3, 1e200, 7.5, 1e-300, 1e300, 3];
  const alone = x.map((x) => expression(text)({ x }));
  const together = [...expression(text)({ x: Float64Array.from(x) })];
  assertEquals(together, alone);
  assertEquals(
    [...expression(text)({ x: Float64Array.from(x).reverse() })].reverse(),
    alone,
  );
});

Deno.test("a sum of 20,000 terms is computed, and so is its derivative", () => {
  const text = Array.from({ length: 20000 }, (_, i) => `x^${i % 3}`).join(" + ");
  assertEquals(expression(text)({ x: 2 }), 6667 + 6667 * 2 + 6666 * 4);
  assertEquals(expression(`grad(${text}, x)`)({ x: 2 }), 6667 + 6666 * 4);
});

Deno.test("a block of equal numbers has the results of single numbers, and so has what is made of them", () => {
  const texts = [
    "lgamma(n + r) - lgamma(r) - lgamma(n + 1) + r * log(p) + n * log1p(-p)",
    "grad(lgamma(n + r) - lgamma(r) + r * log(p), r)",
    "r * p - r",
    "if(r < n, sqrt(r) ^ p, -i0(p) / r) + floor(r * 3) - max(p, r)",
    "polygamma(r, 3) * multigammaln(r + 5, 3) + n * (exp(r) == p) + sin(1e5 * p)",
  ];
  // Four blocks: r is one number in the first two, another in the third, and two in the last.
  const length = 4 * 512 - 3;
  const n = Float64Array.from({ length }, (_, i) => i % 7);
  const p = Float64Array.from({ length }, (_, i) => i < 700 ? 0.3 : 1 / (2 + i % 5));
  for (const special of [2.5, 0, -0.5, 1e-310, 1e300, Infinity, NaN]) {
    const r = Float64Array.from({ length }, (_, i) => i < 1024 ? special : i < 1900 ? 1.25 : 7);
    for (const text of texts) {
      const compute = expression(text);
      const single = n.map((_, i) => compute({ n: n[i], r: r[i], p: p[i] }) as number);
      assertEquals(compute({ n, r, p }), single, `${text} at ${special}`);
      if (!compute.inputs.includes("n")) continue;
      assertEquals(
        compute({ n, r: special, p: 0.3 }),
        n.map((x) => compute({ n: x, r: special, p: 0.3 }) as number),
        `${text} with numbers, at ${special}`,
      );
    }
  }
});
