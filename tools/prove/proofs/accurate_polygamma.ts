// The accurate phase of polygamma of orders n from 3 on, and of 1 and 2 at the smallest and largest x, s = n + 1
// (gamma/hurwitz.ts, polygamma/accurate.ts), but for the series next to midpoints: errors of operations of double-doubles are
// counted, each as arithmetic/double_double.ts states it, in units of u^2, u = 2^-53, and compared with TERM_PART and s
// POWER_PART of the size of the terms.
//
//   a term       (b/y)^s, its sum, and what `passes` does with the whole: n!, base^s, a product and a quotient
//   the tail     the same for (b/Y)^s, and the series R in its factor Y/(s - 1) + 1/2 + R, in which all is positive
//   truncation   the first term of R that is left out (DLMF 2.11: s > 0), and terms below 2^-110 with those that follow
//
// y + j is exact: x is a multiple of 2^-96 if |x| is 2^-44 or more, and y + j is below 2^10 for the orders to 1022. Of a smaller x,
// all terms but one are below 2^-170.

import { type Bound, claimOf, type Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Float, type Lanes, Tracer } from "../tracer.ts";
import type { Node } from "../graph.ts";

const HURWITZ = "gamma/hurwitz.ts";
const ARITHMETIC = "arithmetic/double_double.ts";
const SQUARE = 2 ** -106;
/** Every s of an order with a table, and some beyond, where terms and their sums are the same. */
const LAST_ORDER = 1022;
const LARGE_ORDERS = Array.from({ length: 43 }, (_, i) => 2 ** (i + 10));
/** n! is rounded from a ball to two parts. */
const FACTORIAL_UNITS = 2;
const ROOM = 1 + 2 ** -20;

/** Errors of operations in units of u^2. */
interface Units {
  sum: number;
  product: number;
  quotient: number;
}

function unitsOf(sources: Sources): Units {
  const of = (name: string): number => claimOf(sources, ARITHMETIC, name) / SQUARE;
  return { sum: of("sum"), product: of("product"), quotient: of("quotient") };
}

/** The errors of (b/y)^s for an exact b and y, and of b^s, as the sources multiply them. */
function powerUnits(sources: Sources, { product, quotient }: Units, s: number): [number, number] {
  const errors = new Map<Float, number>();
  const make = (units: number): Lanes => {
    const node = tracer.graph.input(`x${errors.size}`, [0.5, 0.75]);
    errors.set(node, units);
    return [node, tracer.graph.constant(0)];
  };
  const errorOf = (a: Lanes): number => errors.get(a[0] as Node)!;
  const tracer: Tracer = new Tracer(sources, {
    [`${ARITHMETIC} product`]: (a: Lanes, b: Lanes) => make(errorOf(a) + errorOf(b) + product),
    [`${ARITHMETIC} quotient`]: (a: Lanes, b: Lanes) => make(errorOf(a) + errorOf(b) + quotient),
    // Times a power of two.
    [`${ARITHMETIC} scaled`]: (a: Lanes) => a,
    "arithmetic/power_of_two.ts exponentOf": () => 0,
    "arithmetic/power_of_two.ts powerOfTwo": () => 1,
  });
  const of = (path: string, name: string, args: readonly (Lanes | bigint)[]): number =>
    errorOf(tracer.call(path, name, args) as Lanes);
  const exponent = BigInt(s);
  const ratio = of(HURWITZ, "ratioPower", [exponent, make(0), make(0)]);
  return [ratio, of(ARITHMETIC, "power", [make(0), exponent])];
}

/** B(2k)/(2k)! from the sources, k = 1, 2, ... */
function bernoulli(sources: Sources, count: number): number[] {
  const tracer = new Tracer(sources);
  const at = tracer.number("arithmetic/constants_data.ts", "BERNOULLI");
  return Array.from({ length: count }, (_, k) => Math.abs(tracer.load(at + 24 * k) as number));
}

interface Tail {
  /** The error of the factor Y/(s - 1) + 1/2 + R beside itself, in u^2. */
  units: number;
  /** What is left out of it. */
  truncated: number;
}

/**
 * The factor of the tail at Y = 16 + s/2: beyond, R and its terms are smaller. A coefficient of R has 2k products and one more; a step
 * of the series a product with t, which has an inverse and a product, and a sum. Of terms below SMALL there are four roundings each.
 */
function tailOf(sources: Sources, { sum, product, quotient }: Units, s: number): Tail {
  const tracer = new Tracer(sources);
  const [maxTerms, negligible, small, enough] = ["MAX_TERMS", "NEGLIGIBLE", "SMALL", "ENOUGH"]
    .map((name) => tracer.number(HURWITZ, name));
  const y = enough + s / 2;
  const ofT = 2 * quotient + product;
  const numbers = bernoulli(sources, maxTerms + 1);
  const terms: number[] = [];
  let next = 0;
  let power = 1;
  for (let k = 0; k <= maxTerms; k++) {
    const term = numbers[k] * power;
    if (k === maxTerms || k > 0 && term < negligible) {
      next = term * ROOM;
      break;
    }
    terms.push(term);
    power *= (s + 2 * k + 1) / y * ((s + 2 * k + 2) / y);
  }
  let units = 0;
  let largest = 0;
  terms.forEach((term, k) => {
    const ofCoefficient = (2 * k + 1) * product + 2;
    const own = term > small / 2 ? ofCoefficient : ofCoefficient + 4 * (k + 1) / 2 ** -53;
    units += term * (own + k * (ofT + product + sum));
    largest += term;
  });
  // R is s/Y times that, which is a sum with terms of both signs: its error counts beside the whole factor, 1/2 + Y/(s - 1) at least.
  const least = 0.5 + y / (s - 1);
  const series = s / y * (units + largest * (quotient + 2 * product));
  return {
    units: series / least + quotient + 2 * sum,
    truncated: s / y * next / least,
  };
}

/** The larger part of the bound that the error is, for a term and for the tail. */
function partOf(sources: Sources, units: Units, s: number): number {
  const tracer = new Tracer(sources);
  const [termPart, sumPart] = ["TERM_PART", "SUM_PART"].map((name) =>
    tracer.number("arithmetic/term_size.ts", name)
  );
  const powerPart = tracer.number(HURWITZ, "POWER_PART");
  if (sumPart * termPart < units.sum * SQUARE) {
    throw new Error("SUM_PART is below the error of a sum");
  }
  const [ratio, base] = powerUnits(sources, units, s);
  const last = FACTORIAL_UNITS + units.product + base + units.quotient;
  // The sum that a term is added to may be larger before than after, by the term. A third term of the reflection is a product.
  const term = ratio + 2 * units.sum + last + ratio + units.product;
  const tail = tailOf(sources, units, s);
  const allowed = termPart + s * powerPart;
  const negligible = tracer.number(HURWITZ, "NEGLIGIBLE") * (1 + (16 + s / 2) / (s - 1));
  const ofTerm = term * SQUARE + negligible;
  const ofTail = (tail.units + units.product + term) * SQUARE + tail.truncated + negligible;
  return Math.max(ofTerm, ofTail) * ROOM / allowed;
}

function prove(sources: Sources): Promise<readonly Bound[]> {
  const units = unitsOf(sources);
  let proved = 0;
  let worst = 0;
  for (const n of [...Array.from({ length: LAST_ORDER }, (_, i) => i + 1), ...LARGE_ORDERS]) {
    const part = partOf(sources, units, n + 1);
    if (part > proved) [proved, worst] = [part, n];
  }
  return Promise.resolve([{
    name: `Hurwitz's series, orders from 1; worst ${worst}`,
    phase: "accurate",
    source: HURWITZ,
    claimed: 1,
    proved,
    by: "operations counted",
  }]);
}

export const proof: Proof = { isQuick: true, prove };
