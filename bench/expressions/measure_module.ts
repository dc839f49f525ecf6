import {
  expression,
  i0,
  i0Grad,
  lgamma,
  lgammaGrad,
  polygamma,
  polygammaGrad,
  valueAndGrad,
} from "../../mod.ts";
import { assertSame } from "../assert_same.ts";
import type { Section, SectionRow } from "../section.ts";
import { EXPRESSION_CALL_NS } from "../targets.ts";
import { atMost } from "../verdict.ts";
import { LIKELIHOOD } from "./negative_binomial.ts";

/** Turns of each contender: fewer of those that take long. */
const ROUNDS = 30;
const LONG_ROUNDS = 5;
const LONG = 1e5;
/** Calls of a turn take about so many numbers. */
const NUMBERS = 20_000;
const LENGTHS = [1, 10, 100, 1e4, 1e6];

/** The nanoseconds of each function, which take turns; the best turn counts. */
function timeInTurns(
  functions: readonly (() => unknown)[],
  calls: number,
  rounds: number = ROUNDS,
): number[] {
  const best = functions.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    functions.forEach((run, k) => {
      const begun = performance.now();
      for (let i = 0; i < calls; i++) run();
      best[k] = Math.min(best[k], (performance.now() - begun) / calls * 1e6);
    });
  }
  return best;
}

/** Times calls of the module: expressions of single numbers, and a value with its gradients. */
export function measureModule(): Section {
  return {
    name: "module",
    title: "calls of the module: a value with its gradients, beside a call for each",
    columns: [
      { title: "ns", digits: 0 },
      { title: "calls ns", digits: 0 },
      { title: "x calls", digits: 2 },
    ],
    rows: [...numbers(), ...LENGTHS.flatMap((length) => [...arrays(length)])],
  };
}

function* numbers(): Generator<SectionRow> {
  const cases: [string, string, Record<string, number>][] = [
    ["negative binomial", LIKELIHOOD, { n: 7, r: 2.5, p: 0.3 }],
    ["von Mises", "kappa * cos(t) - log(2 * pi * i0(kappa))", { kappa: 3, t: 0.5 }],
    ["exp(-x)", "exp(-x)", { x: 3 }],
  ];
  for (const [name, text, row] of cases) {
    const f = expression(text);
    const slopes = f.inputs.map((input) => f.grad(input));
    const { value, gradient } = f.valueAndGrad(row);
    assertSame(
      Float64Array.of(value, ...Object.values(gradient)),
      Float64Array.of(f(row), ...slopes.map((slope) => slope(row))),
      name,
    );
    const [one, all, both] = timeInTurns([
      () => f(row),
      () => [f(row), ...slopes.map((slope) => slope(row))],
      () => f.valueAndGrad(row),
    ], 1000);
    yield {
      name: `${name}, a number`,
      figures: [one, undefined, undefined],
      verdicts: [atMost(one, { limit: EXPRESSION_CALL_NS, subject: "ns" })],
    };
    yield pairRow(`${name}, valueAndGrad`, both, all);
  }
  for (const [name, f, slope] of [["lgamma", lgamma, lgammaGrad], ["i0", i0, i0Grad]] as const) {
    let x = 0;
    const next = (): number => ++x % 7 + 0.5;
    const [calls, both] = timeInTurns([
      () => {
        const at = next();
        return { value: f(at), gradient: slope(at) };
      },
      () => valueAndGrad(f, next()),
    ], NUMBERS);
    yield pairRow(`${name}, a number`, both, calls);
  }
}

function* arrays(length: number): Generator<SectionRow> {
  const x = Float64Array.from({ length }, (_, i) => 0.3 + i % 1000 / 97);
  const calls = Math.ceil(NUMBERS / length);
  const pairs: [string, () => unknown, () => unknown][] = [
    ["lgamma", () => [lgamma(x), lgammaGrad(x)], () => valueAndGrad(lgamma, x)],
    ["i0", () => [i0(x), i0Grad(x)], () => valueAndGrad(i0, x)],
    [
      "polygamma(2)",
      () => [polygamma(x, 2), polygammaGrad(x, 2)],
      () => valueAndGrad(polygamma, x, 2),
    ],
  ];
  const f = expression("lgamma(x + r) - lgamma(r)");
  const slopes = f.inputs.map((input) => f.grad(input));
  pairs.push([
    "expression",
    () => [f({ x, r: 2.5 }), ...slopes.map((slope) => slope({ x, r: 2.5 }))],
    () => f.valueAndGrad({ x, r: 2.5 }),
  ]);
  for (const [name, separate, together] of pairs) {
    const [all, both] = timeInTurns(
      [separate, together],
      calls,
      length < LONG ? ROUNDS : LONG_ROUNDS,
    );
    yield pairRow(`${name}, ${length}`, both, all);
  }
}

function pairRow(name: string, both: number, calls: number): SectionRow {
  return {
    name,
    figures: [both, calls, both / calls],
    verdicts: [atMost(both / calls, { limit: 1, subject: "x calls" })],
  };
}
