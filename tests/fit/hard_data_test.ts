import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { fit } from "../../mod.ts";

// Data and starts on which optimisers fail. The true values have closed forms, or come from mpmath
// with 40 digits as roots of the gradient. What R 4.2.2 answers is in docs/statistics.md.

const NB = "lgamma(n + r) - lgamma(r) - lgamma(n + 1) + r * log(p) + n * log1p(-p)";
const NB_MEAN =
  "lgamma(n + r) - lgamma(r) - lgamma(n + 1) + r * log(r / (r + m)) + n * log(m / (r + m))";
const NB_KERNEL = "lgamma(n + r) - lgamma(r) + r * log(r / (r + m)) + n * log(m / (r + m))";
const POISSON = "n * log(m) - m";
const NORMAL = "-(x - m)^2 / (2 * s^2) - log(s)";
const GAMMA = "k * log(b) - lgamma(k) + (k - 1) * log(x) - b * x";
const LOGISTIC = "y * (a + b * x) - log1p(exp(a + b * x))";
const BINOMIAL = "k * log(p) + (n - k) * log1p(-p)";
const BETA_BINOMIAL = "lchoose(n, k) + lbeta(k + a, n - k + b) - lbeta(a, b)";
const CAUCHY = "-log(s) - log1p(((x - m) / s)^2)";
const STUDENT = "lgamma((v + 1) / 2) - lgamma(v / 2) - log(v * pi) / 2 - log(s) - " +
  "(v + 1) / 2 * log1p(((x - m) / s)^2 / v)";
const POISSON_LINE = "let m = exp(a + b * x); n * log(m) - m";
const ROSENBROCK = "-(1 - a)^2 - 100 * (b - a^2)^2 + 0 * n";

const EXPONENTIAL = "-log(s) - x / s";
const GAMMA_SCALE = "(k - 1) * log(x) - x / s - lgamma(k) - k * log(s)";
const LOGISTIC_DENSITY = "-(x - m) / s - log(s) - 2 * log1p(exp(-(x - m) / s))";
const GUMBEL = "-(x - m) / s - exp(-(x - m) / s) - log(s)";

const WAITS = [1.2, 0.3, 2.2, 0.7, 1.9, 0.05];
const COUNTS = [3, 5, 0, 1, 2, 9, 0, 1, 2, 12, 0, 4];
const NB_TRUTH = { r: 0.9243624138491828, p: 0.22143798793857658 };
const NB_MEAN_TRUTH = { r: 0.9243624138491828, m: 3.25 };

/** Days that 146 pupils were absent from school (Quine, 1975): how many were absent 0, 1, 2, … days. */
const ABSENT: Readonly<Record<number, number>> = {
  ...{ 0: 9, 1: 4, 2: 6, 3: 6, 4: 1, 5: 19, 6: 8, 7: 6, 8: 4, 9: 2, 10: 4, 11: 7, 12: 2 },
  ...{ 13: 3, 14: 8, 15: 3, 16: 3, 17: 4, 18: 1, 19: 1, 20: 3, 21: 1, 22: 4, 23: 3, 24: 1, 25: 2 },
  ...{ 27: 2, 28: 2, 30: 2, 32: 2, 33: 1, 34: 1, 36: 3, 37: 1, 38: 1, 40: 2, 41: 1, 43: 1, 45: 1 },
  ...{ 46: 1, 47: 1, 48: 1, 53: 2, 54: 1, 57: 1, 60: 1, 67: 1, 69: 1, 81: 1 },
};
const DAYS = Object.entries(ABSENT).flatMap(([days, pupils]) => Array(pupils).fill(Number(days)));

const STEEP = {
  x: [
    ...[1931.540537936941, 1567.898487932215, -1307.7549748946328, -39.518198529881516],
    ...[309.6142418678529, 183.61718049185816, -345.5014130198091, 793.48329482809],
  ],
  y: [1, 0, 0, 1, 0, 1, 1, 0],
};

type Columns = Readonly<Record<string, readonly number[]>>;
type Parameters = Readonly<Record<string, number>>;
/** An expression, its columns, starts, and the parameters at its maximum. */
type Case = [text: string, columns: Columns, starts: Parameters[], truth: Parameters];

Deno.test("maxima are found from starts that are far away, and in data of any size", () => {
  const x = [0.4, 1.2, 0.9, 3.1, 0.2, 2.2, 1.7];
  const gamma = { k: 1.6812498798522013, b: 1.2132731091716915 };
  const y = [5, 6, 8];
  const normal = { m: 19 / 3, s: Math.sqrt(14) / 3 };
  const outlier = [-1.2, 0.3, 0.8, -0.4, 9e6, 0.1, 1.1, -0.7];
  const line = { a: -0.736427142215541, b: 0.9403380301389926 };
  const cases: Case[] = [
    [POISSON, { n: [3, 5, 4, 4] }, [1, 1e50, 1e100, 1e300, 1e-100].map((m) => ({ m })), { m: 4 }],
    [POISSON, { n: [3e15, 5e15] }, [{ m: 1 }, { m: 1e15 }, { m: 1e30 }], { m: 4e15 }],
    [POISSON, { n: [3e100, 5e100] }, [{ m: 1 }], { m: 4e100 }],
    [`${POISSON} + 1e12`, { n: [3, 5, 4, 4] }, [{ m: 1 }], { m: 4 }],
    [
      NB,
      { n: COUNTS },
      [
        { r: 1, p: 0.5 },
        { r: 1e6, p: 1e-9 },
        { r: 1e-6, p: 1e-9 },
        { r: 0.01, p: 0.999 },
        { r: 1e100, p: 0.5 },
      ],
      NB_TRUTH,
    ],
    [
      NB_MEAN,
      { n: COUNTS },
      [{ r: 1, m: 1 }, { r: 1e6, m: 1e-3 }, { r: 1e-6, m: 1e6 }, { r: 1e8, m: 1e8 }],
      NB_MEAN_TRUTH,
    ],
    [NB_MEAN, { n: DAYS }, [{ r: 1, m: 1 }, { r: 1e4, m: 0.1 }], {
      r: 1.0667845831359695,
      m: 2403 / 146,
    }],
    // Without its constant term the sum is 2.8e17, in which a change by 1 cannot be seen.
    [NB_KERNEL, { n: [3e15, 5e15, 4e12] }, [{ r: 1, m: 1 }], {
      r: 0.3503318371626302,
      m: 2668e12,
    }],
    [
      NORMAL,
      { x: y },
      [{ m: 0, s: 1 }, { m: 1e9, s: 1 }, { m: 0, s: 1e12 }, { m: 0, s: 1e-6 }],
      normal,
    ],
    [NORMAL, { x: y.map((value) => value * 1e6) }, [{ m: 1, s: 1 }], {
      m: normal.m * 1e6,
      s: normal.s * 1e6,
    }],
    [GAMMA, { x }, [{ k: 1, b: 1 }, { k: 1e6, b: 1e-6 }, { k: 1e-6, b: 1e6 }], gamma],
    [GAMMA, { x: x.map((value) => value * 1e6) }, [{ k: 1, b: 1 }], {
      k: gamma.k,
      b: gamma.b / 1e6,
    }],
    [BINOMIAL, { k: [3, 4], n: [10, 10] }, [{ p: 0.999999 }, { p: 1e-12 }], { p: 0.35 }],
    [CAUCHY, { x: outlier }, [{ m: 0, s: 1 }, { m: 1e3, s: 1 }], {
      m: 0.038377453096001796,
      s: 0.6815820489749504,
    }],
    [POISSON_LINE, { x: [1, 2, 3, 4], n: [1, 3, 9, 20] }, [
      { a: 0, b: 0 },
      { a: 5, b: 50 },
      { a: -50, b: -50 },
    ], line],
    // From a slope that is far too steep, steps are halved up to 54 times.
    [LOGISTIC, STEEP, [{ a: 1, b: 1 }, { a: 0, b: 0 }], {
      a: -0.037477853354708504,
      b: 0.00009692556602011195,
    }],
    // Far below its best value, a scale makes the sum a straight line of its reciprocal.
    ...[1e3, 1e4, 1e6, 1e8, 1e12].map((unit): Case => [
      EXPONENTIAL,
      { x: WAITS.map((wait) => wait * unit) },
      [{ s: 1 }],
      { s: unit * 6.35 / 6 },
    ]),
    ...[1e3, 1e4, 1e6].map((unit): Case => [
      GAMMA_SCALE,
      { x: WAITS.map((wait) => wait * unit) },
      [{ k: 1, s: 1 }],
      { k: 1.0488208337647058, s: 1.0090697088219374 * unit },
    ]),
    ...[1e3, 1e4, 1e6, 1e8].flatMap((unit): Case[] => {
      const x = WAITS.map((wait) => wait * unit);
      return [
        [LOGISTIC_DENSITY, { x }, [{ m: 0, s: 1 }], {
          m: 1.0287659951725694 * unit,
          s: 0.4894675544498861 * unit,
        }],
        [GUMBEL, { x }, [{ m: 0, s: 1 }, { m: 0, s: 0.1 }], {
          m: 0.6738758887624445 * unit,
          s: 0.6606317506411925 * unit,
        }],
      ];
    }),
    [ROSENBROCK, { n: [1] }, [{ a: -1.2, b: 1 }, { a: -120, b: 1e4 }], { a: 1, b: 1 }],
  ];
  for (const [text, columns, starts, truth] of cases) {
    for (const start of starts) {
      const { converged, parameters, reason } = fit(text, columns, { start });
      const where = `${text} from ${JSON.stringify(start)}`;
      assertEquals(converged, true, `${where}: ${reason}`);
      for (const [name, value] of Object.entries(truth)) {
        const error = Math.abs(parameters[name] / value - 1);
        assert(error < 1e-11, `${where}: ${name} = ${parameters[name]} is not ${value}`);
      }
    }
  }
});

Deno.test("a parameter whose best value is 0 has not run off to 0", () => {
  const symmetric = { x: [-0.1, 0.1, 0.3, -0.3, 0.7, -0.7] };
  const cases: [string, Columns, Parameters, Parameters][] = [
    [NORMAL, symmetric, { m: 1, s: 1 }, { m: 0 }],
    [CAUCHY, symmetric, { m: 1, s: 1 }, { m: 0 }],
    [LOGISTIC_DENSITY, symmetric, { m: 1, s: 1 }, { m: 0 }],
    [POISSON_LINE, { x: [-1, 0, 1.1], n: [3, 3, 3] }, { a: 0.5, b: 1 }, { a: Math.log(3), b: 0 }],
    [POISSON_LINE, { x: [-1, 0, 1.1], n: [1, 1, 1] }, { a: 1, b: 1 }, { a: 0, b: 0 }],
    ["-(y - a - b * x)^2", { x: [1, 2, 3, 4], y: [0.2, 0.4, 0.61, 0.8] }, { a: 1, b: 0 }, {
      a: 0,
      b: 0.201,
    }],
  ];
  for (const [text, columns, start, truth] of cases) {
    const { converged, parameters, reason } = fit(text, columns, { start });
    assertEquals(converged, true, `${text}: ${reason}`);
    for (const [name, value] of Object.entries(truth)) {
      const error = Math.abs(parameters[name] - value);
      assert(error < 1e-15, `${text}: ${name} = ${parameters[name]} is not ${value}`);
    }
  }
});

Deno.test("least squares do not depend on the units of the data", () => {
  // By Arb, as the root of the gradient.
  const truth: Parameters = { a: 3.0804951062225343, b: 0.7335182100111942 };
  const x = [0, 1, 2, 3, 4, 5];
  for (const unit of [1, 2 ** -33, 2 ** -66, 2 ** -300, 2 ** 300]) {
    const y = [3.1, 1.4, 0.8, 0.3, 0.2, 0.1].map((value) => value * unit);
    const { converged, parameters, reason } = fit(
      "(y - a * exp(-b * x))^2",
      { x, y },
      { start: { a: unit, b: 1 }, minimize: true },
    );
    assertEquals(converged, true, `${unit}: ${reason}`);
    const errors = [parameters.a / unit / truth.a - 1, parameters.b / truth.b - 1];
    assert(errors.every((error) => Math.abs(error) < 1e-13), `${unit}: ${errors}`);
  }
});

Deno.test("what has no maximum names the parameter that runs off or goes to 0", () => {
  const cases: [string, Columns, Parameters, RegExp][] = [
    // All counts equal, counts that vary less than those of Poisson, one row, and zeros.
    [NB, { n: [3, 3, 3, 3] }, { r: 1, p: 0.5 }, /as r runs off/],
    [NB, { n: [3, 4, 3, 5, 4] }, { r: 1, p: 0.5 }, /as r runs off/],
    [NB, { n: [3, 4, 3, 5, 4] }, { r: 1e4, p: 0.01 }, /as r runs off/],
    [NB_MEAN, { n: [3, 4, 3, 5, 4] }, { r: 1, m: 1 }, /as r runs off/],
    // Large counts that are nearly Poisson: in (r, p), rounding of p hides how the sum is curved.
    [NB, { n: [2825, 2926] }, { r: 1e-9, p: 1e-9 }, /as r runs off/],
    [NB, { n: [4894, 4894] }, { r: 1e4, p: 0.999 }, /as r runs off/],
    [NB, { n: [6795, 6782, 6626] }, { r: 1, p: 0.5 }, /as r runs off/],
    [NB, { n: [2098, 2109] }, { r: 1e8, p: 1e-8 }, /as r runs off/],
    [NB, { n: [1, ...Array(99).fill(0)] }, { r: 1e4, p: 0.01 }, /as r runs off/],
    [NB, { n: [5] }, { r: 1, p: 0.5 }, /as r runs off.*1 row does not determine 2 parameters/],
    [NB, { n: [0, 0, 0] }, { r: 1, p: 0.5 }, /the sum rises up to its edge/],
    [POISSON, { n: [0, 0, 0] }, { m: 1 }, /as m goes to 0/],
    [NORMAL, { x: [5, 5, 5] }, { m: 1, s: 1 }, /as s goes to 0/],
    [NORMAL, { x: [0] }, { m: 1, s: 1 }, /as s goes to 0.*1 row does not determine 2/],
    [GAMMA, { x: [2, 2, 2] }, { k: 1, b: 1 }, /as k runs off/],
    // Parameters at a bound.
    [BINOMIAL, { k: [0, 0], n: [10, 10] }, { p: 0.5 }, /as p goes to 0/],
    [BINOMIAL, { k: [10, 10], n: [10, 10] }, { p: 0.5 }, /the sum rises up to its edge/],
    [BETA_BINOMIAL, { k: [10, 10], n: [10, 10] }, { a: 1, b: 1 }, /as b goes to 0/],
    [BETA_BINOMIAL, { k: [5, 5, 5], n: [10, 10, 10] }, { a: 1, b: 1 }, /as a runs off/],
    ["-sqrt(m) - n * m", { n: [1, 2] }, { m: 1 }, /as m goes to 0/],
    ["log(if(n <= m, 1, 0)) - log(m)", { n: [1, 2, 5] }, { m: 9 }, /rises up to its edge/],
    // Separated classes: all, and all but a tie.
    [LOGISTIC, { x: [1, 2, 3, 4], y: [0, 0, 1, 1] }, { a: 0, b: 0 }, /as [ab] runs off/],
    [LOGISTIC, { x: [1, 2, 2, 3], y: [0, 0, 1, 1] }, { a: 0, b: 0 }, /as [ab] runs off/],
    [LOGISTIC, { x: [1, 2, 3, 4, 5], y: [1, 1, 1, 1, 1] }, { a: 0, b: 0 }, /as a runs off/],
    // From where hardly anything is left to gain.
    [LOGISTIC, { x: [100.9, 103.1], y: [1, 1] }, { a: 0.2, b: 1 }, /as a runs off/],
    ["-exp(-a) + 0 * n", { n: [1] }, { a: 700 }, /as a runs off/],
    // Tails that are lighter than those of any Student t.
    [STUDENT, { x: [-1, -0.5, 0, 0.5, 1, -0.2, 0.2] }, { m: 0, s: 1, v: 3 }, /as v runs off/],
    ["n * m", { n: [1, 2] }, { m: 1 }, /as m runs off/],
  ];
  for (const [text, columns, start, expected] of cases) {
    const { converged, reason } = fit(text, columns, { start });
    assertEquals(converged, false, text);
    assertMatch(reason!, /^there is no maximum/);
    assertMatch(reason!, expected, `${text}: ${reason}`);
  }
});

Deno.test("counts with the variance of Poisson do not converge: larger sizes give the same sum", () => {
  for (const start of [{ r: 8e6, p: 0.17 }, { r: 1e4, p: 0.999 }, { r: 1e8, p: 1e-8 }]) {
    for (const n of [[0, 2], [0, 3, 3], [2, 0]]) {
      const { converged, reason, standardErrors } = fit(NB, { n }, { start });
      assertEquals(converged, false, JSON.stringify({ n, start }));
      assertMatch(reason!, /other values of r|as r runs off/);
      if (/other values of r /.test(reason!)) assertEquals(standardErrors.r, NaN);
    }
  }
});

Deno.test("a search that has gone too far along a ridge comes back", () => {
  // By mpmath with 40 digits, as the root of the gradient.
  const { converged, parameters } = fit(NB, { n: [146, 120] }, { start: { r: 1e-4, p: 0.99 } });
  assertEquals(converged, true);
  assert(Math.abs(parameters.r / 488.56389844048575 - 1) < 1e-11, `r = ${parameters.r}`);
});

Deno.test("a column with a large offset does not make the Hessian singular", () => {
  // Days since an epoch, say: a and b are correlated to 12 digits.
  const x = [
    ...[1000000.080653175, 999999.7493251103, 1000000.3606454652, 999998.166837967],
    ...[1000000.0968651607, 999999.2833479604, 1000001.6039286595, 1000000.4299154362],
    ...[999999.9643933612, 1000000.8962139043],
  ];
  const y = [1, 1, 1, 1, 1, 0, 1, 1, 0, 0];
  const found = fit(LOGISTIC, { x, y }, { start: { a: 0, b: 0 } });
  assertEquals(found.converged, true);
  const truth: Parameters = { a: -28543.752435889723735, b: 0.028544598052974516406 };
  for (const [name, value] of Object.entries(truth)) {
    const error = Math.abs(found.parameters[name] - value) / found.standardErrors[name];
    assert(error < 1e-9, `${name} = ${found.parameters[name]} is not ${value}`);
  }
});

Deno.test("directions in which the sum is flat are named", () => {
  const both = fit("-(n - a - b)^2", { n: [5, 6] }, { start: { a: 1, b: 1 } });
  assertMatch(both.reason!, /other values of a and b give the same sum/);
  const one = fit("-(n - a)^2 + 0 * b", { n: [5, 6] }, { start: { a: 1, b: 1 } });
  assertMatch(one.reason!, /other values of b give the same sum/);
  assertEquals(one.parameters.a, 5.5);
  assertEquals([one.standardErrors.a, one.standardErrors.b], [0.5, NaN]);
});

Deno.test("a search that does not arrive does not claim that there is no maximum", () => {
  const { converged, reason } = fit(NB, { n: COUNTS }, { start: { r: 1e12, p: 0.999999 } });
  assertEquals(converged, false);
  assertMatch(reason!, /100 iterations were not enough: r is still changing/);
});

Deno.test("no rows, and numbers that are not finite, are refused", () => {
  const cases: [number[], string][] = [
    [[], "there is no row"],
    [[3, 4, 4, 4, 4, NaN, 4], "the expression is NaN in element 5 at the starting point, m = 1"],
    [[3, Infinity], "the expression is NaN in element 1"],
  ];
  for (const [n, message] of cases) {
    assertThrows(() => fit(POISSON, { n }, { start: { m: 1 } }), RangeError, message);
  }
  // Every term is finite, and their sum is not.
  const huge = { n: [1e308, 1e308] };
  const sums = "the sum or one of its derivatives is not finite at the starting point, m = 2";
  assertThrows(() => fit("n * m / 2", huge, { start: { m: 2 } }), RangeError, sums);
  const wrong = { start: { m: 1 }, minimize: "yes" } as never;
  assertThrows(() => fit(POISSON, { n: [1] }, wrong), TypeError, 'must be a boolean, got "yes"');
});
