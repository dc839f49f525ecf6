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
// all terms but one are below 2^-170. Of larger orders, all terms but one are below 2^-1000 if x < 1, and otherwise those with y +
// j > 1.1 y are negligible.
//
// Orders beyond 1022 are proved by their octaves: what is counted is largest at one of the ends of a range of s.

import { type Bound, claimOf, type Proof } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Float, type Lanes, Tracer } from "../tracer.ts";
import type { Node, Range } from "../graph.ts";

const HURWITZ = "gamma/hurwitz.ts";
const ARITHMETIC = "arithmetic/double_double.ts";
const UNIT = 2 ** -53;
const SQUARE = UNIT ** 2;
/** Every order to this one by itself, and the others by octaves of s. */
const LAST_ORDER = 1022;
const LARGEST_S = 2 ** 53;
/** Orders of which the products in powers are counted in the source, to find as many as there should be. */
const COUNTED_ORDERS = [...Array.from({ length: LAST_ORDER }, (_, i) => i + 1), 1023, 2 ** 53 - 1];
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

/** The errors of (b/y)^s for an exact b and y, and of b^s: a product of s factors has s - 1 products, in any order. */
function powerUnits({ product, quotient }: Units, s: number): [number, number] {
  return [s * quotient + (s - 1) * product, (s - 1) * product];
}

/** The same as the sources multiply them. */
function countPowerUnits(
  sources: Sources,
  { product, quotient }: Units,
  s: number,
): [number, number] {
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
 * The factor of the tail at Y = 16 + s/2, for every s of a range: beyond, R and its terms are smaller. (s + j)/Y rises or falls with
 * s, s/Y rises, and Y/(s - 1) falls. A coefficient of R has 2k products and one more; a step
 * of the series a product with t, which has an inverse and a product, and a sum. Of terms below SMALL there are four roundings each.
 */
function tailOf(sources: Sources, { sum, product, quotient }: Units, [from, to]: Range): Tail {
  const tracer = new Tracer(sources);
  const [maxTerms, negligible, small, enough] = ["MAX_TERMS", "NEGLIGIBLE", "SMALL", "ENOUGH"]
    .map((name) => tracer.number(HURWITZ, name));
  /** The least and the largest (s + j)/Y. */
  const ratios = (j: number): number[] =>
    [from, to].map((s) => (s + j) / (enough + s / 2)).sort((a, b) => a - b);
  const ofT = 2 * quotient + product;
  // Beyond 2^53 the factors of a coefficient, s + j, are rounded.
  const ofFactor = product + (to + 2 * maxTerms > 2 ** 53 ? 2 ** 53 : 0);
  const numbers = bernoulli(sources, maxTerms + 1);
  let next = 0;
  let [least, most] = [1, 1];
  let units = 0;
  let largest = 0;
  for (let k = 0;; k++) {
    const term = numbers[k] * most;
    if (k === maxTerms || k > 0 && term < negligible) {
      next = term * ROOM;
      break;
    }
    if (k > 0 && numbers[k] * least < negligible) {
      throw new Error(`Some s of ${from} to ${to} stop`);
    }
    units += term * (2 * k * ofFactor + product + 2 + k * (ofT + product + sum));
    // Of a small term a float64 is enough.
    if (numbers[k] * least <= small * ROOM) {
      units += 4 * (k + 1) / UNIT * Math.min(term, small * ROOM);
    }
    largest += term;
    const [first, second] = [ratios(2 * k + 1), ratios(2 * k + 2)];
    least *= first[0] * second[0];
    most *= first[1] * second[1];
  }
  // R is s/Y times that, which is a sum with terms of both signs: its error counts beside the whole factor, 1/2 + Y/(s - 1) at least.
  const part = ratios(0)[1] / (0.5 + (enough + to / 2) / (to - 1));
  return {
    units: part * (units + largest * (quotient + 2 * product)) + quotient + 2 * sum,
    truncated: part * next,
  };
}

/** The larger part of the bound that the error is, for a term and for the tail, for every s of a range. */
function partOf(sources: Sources, units: Units, [from, to]: Range): number {
  const tracer = new Tracer(sources);
  const [termPart, sumPart] = ["TERM_PART", "SUM_PART"].map((name) =>
    tracer.number("arithmetic/term_size.ts", name)
  );
  const powerPart = tracer.number(HURWITZ, "POWER_PART");
  if (sumPart * termPart < units.sum * SQUARE) {
    throw new Error("SUM_PART is below the error of a sum");
  }
  const tail = tailOf(sources, units, [from, to]);
  const negligible = tracer.number(HURWITZ, "NEGLIGIBLE") * (1 + (16 + from / 2) / (from - 1));
  // With these, the errors and the bound are linear in s: their quotient is largest at one of the ends.
  return Math.max(...[from, to].map((s) => {
    const [ratio, base] = powerUnits(units, s);
    const last = FACTORIAL_UNITS + units.product + base + units.quotient;
    // The sum that a term is added to may be larger before than after, by the term. A third term of the reflection is a product.
    const term = ratio + 2 * units.sum + last + ratio + units.product;
    const ofTerm = term * SQUARE + negligible;
    const ofTail = (tail.units + units.product + term) * SQUARE + tail.truncated + negligible;
    return Math.max(ofTerm, ofTail) * ROOM / (termPart + s * powerPart);
  }));
}

function prove(sources: Sources): Promise<readonly Bound[]> {
  const units = unitsOf(sources);
  for (const n of COUNTED_ORDERS) {
    const [counted, meant] = [countPowerUnits(sources, units, n + 1), powerUnits(units, n + 1)];
    if (counted.some((count, i) => Math.abs(count - meant[i]) > 1e-9 * meant[i])) {
      throw new Error(`Powers of order ${n} have errors of ${counted} and not ${meant}`);
    }
  }
  const ranges: Range[] = Array.from({ length: LAST_ORDER }, (_, i) => [i + 2, i + 2]);
  for (let s = LAST_ORDER + 2; s < LARGEST_S; s *= 2) ranges.push([s, 2 * s]);
  let proved = 0;
  let worst = "";
  for (const range of ranges) {
    const part = partOf(sources, units, range);
    if (part > proved) [proved, worst] = [part, `${range[0] - 1}`];
  }
  return Promise.resolve([{
    name: `Hurwitz's series, every order from 1; worst ${worst}`,
    phase: "accurate",
    source: HURWITZ,
    claimed: 1,
    proved,
    by: "operations counted",
  }]);
}

export const proof: Proof = { isQuick: true, prove };
