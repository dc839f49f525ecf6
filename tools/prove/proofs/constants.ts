// The constants of arithmetic/constants_data.ts, which are the sums of three numbers, and the coefficients that
// gamma/hurwitz.ts makes of them, for gamma/stirling.ts.

import { TRIPLE_PART } from "../marked.ts";
import type { Bound, Proof } from "../proof.ts";
import { largestValue, sollyaNumber } from "../sollya.ts";
import type { Sources } from "../sources.ts";
import { Tracer } from "../tracer.ts";
import { OTHER_PART, PAIRED_PART } from "./accurate_gamma.ts";

const PATH = "arithmetic/constants_data.ts";
const STIRLING = "gamma/stirling.ts";
const HURWITZ = "gamma/hurwitz.ts";
const BERNOULLI_COUNT = 64;

/** B(2k)/(2k)!, k = 1, 2, ..., as fractions: x/2 coth(x/2) has these coefficients, and its product with sinh those of cosh. */
function bernoulliTerms(count: number): [bigint, bigint][] {
  // sum over j of b(j) 4^(k - j)/(2 (k - j) + 1)! = 4^k/(2k)!, for coth(x) x, divided by 4^k in the end
  const factorial = (n: number): bigint => n < 2 ? 1n : BigInt(n) * factorial(n - 1);
  const terms: [bigint, bigint][] = [[1n, 1n]];
  for (let k = 1; k <= count; k++) {
    let [a, b]: [bigint, bigint] = [1n, factorial(2 * k)];
    for (let j = 0; j < k; j++) {
      const [c, d] = terms[j];
      const below = d * factorial(2 * (k - j) + 1);
      [a, b] = [a * below - c * b, b * below];
      const divisor = gcd(a < 0n ? -a : a, b);
      [a, b] = [a / divisor, b / divisor];
    }
    terms.push([a, b]);
  }
  return terms.map(([a, b], k) => [a, b * 4n ** BigInt(k)]);
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** The constants by their names, each as Sollya computes it. */
function constants(): Record<string, string[]> {
  const range = (count: number, text: (k: number) => string) =>
    Array.from({ length: count }, (_, k) => text(k));
  const factorial = (n: number): bigint => n < 2 ? 1n : BigInt(n) * factorial(n - 1);
  return {
    BERNOULLI: bernoulliTerms(BERNOULLI_COUNT).slice(1).map(([a, b]) => `(${a}/${b})`),
    ODD_RECIPROCALS: range(14, (k) => `(1/${2 * k + 1})`),
    INVERSE_FACTORIALS: range(30, (k) => `(1/${factorial(k)})`),
    LN_2: ["log(2)"],
    HALF_LN_TAU: ["(log(2 * pi)/2)"],
    LN_PI: ["log(pi)"],
    PI: ["pi"],
  };
}

async function prove(sources: Sources): Promise<readonly Bound[]> {
  const tracer = new Tracer(sources);
  const partsAt = (at: number, count: number): string =>
    Array.from({ length: count }, (_, i) => sollyaNumber(tracer.load(at + 8 * i) as number)).join(
      " + ",
    );
  const errors = Object.entries(constants()).flatMap(([name, values]) => {
    const at = tracer.number(PATH, name);
    return values.map((value, i) => `(${partsAt(at + 24 * i, 3)})/${value} - 1`);
  });
  const [terms, paired] = ["TERMS", "PAIRED_TERMS"].map((name) => tracer.number(STIRLING, name));
  const bernoulli = bernoulliTerms(terms);
  const orders = [-1, 0, 1, 2];
  const made = (from: number, to: number): string[] =>
    orders.flatMap((order) => {
      const at = tracer.call(HURWITZ, "prepareSeries", [order + 1]) as number;
      return Array.from({ length: to - from }, (_, k) => {
        const i = from + k;
        const [a, b] = bernoulli[i + 1];
        let factor = 1n; // (2i + 1 + order)!/(order + 1)!, of the term i + 1
        for (let j = BigInt(order + 2); j <= BigInt(2 * i + 1 + order); j++) factor *= j;
        return `(${partsAt(at + 16 * i, 2)})/(${a * factor}/${b}) - 1`;
      });
    });
  const common = { phase: "accurate", by: "Sollya, each" } as const;
  return [
    {
      ...common,
      name: "constants of three numbers",
      source: PATH,
      claimed: TRIPLE_PART,
      proved: await largestValue(errors),
    },
    {
      ...common,
      name: "coefficients of Stirling's series",
      source: STIRLING,
      claimed: PAIRED_PART,
      proved: await largestValue(made(0, paired)),
    },
    {
      ...common,
      name: "those that are float64 numbers",
      source: STIRLING,
      claimed: OTHER_PART,
      proved: await largestValue(made(paired, terms)),
    },
  ];
}

export const proof: Proof = { isQuick: true, prove };
