// How far what a kernel of double-doubles computes is from what it means, followed through its source by numbers: for long
// computations, of which Gappa would need hours.
//
// A symbol has the range that rounding, which is monotone, lets it have, and an error next to its exact counterpart, the
// same operations on exact numbers. The high part of a double-double has an error of its own, and the low part makes up
// for it: its error is minus that of the high part and something small. So errors are sums of multiples of those of other
// symbols, which cancel where both parts are added, and a number that bounds the others. TwoSum, TwoProd, and the functions
// of arithmetic/double_double_lanes.ts are units: what they lose is derived here, next to each.
//
// Bounds are computed in float64 and never subtracted, so that ROOM is more than enough for roundings here. Results are normal
// numbers or 0, and products of their size neither overflow nor underflow.

import { Graph, type Kind, largest, type Node, type Range, smallest } from "./graph.ts";
import {
  CONTRACTS,
  type Domain,
  type Float,
  type Lanes,
  type Tracer,
  type Value,
} from "./tracer.ts";

const UNIT = 2 ** -53;
const ROOM = 1 + 2 ** -20;

/** A multiple of the error of a symbol: that of its factors, which are exact, and a number. */
interface Part {
  symbol: Node;
  factors: readonly Node[];
  scale: number;
}

interface ErrorOf {
  parts: ReadonlyMap<string, Part>;
  rest: number;
  /** Whether it makes up for the error of another symbol. */
  isLow: boolean;
}

/** A symbol that knows its error: a map from symbols, of which there may be millions, takes longer. */
interface Known extends Node {
  error: ErrorOf | undefined;
  /** A bound of the error of a symbol that has one of its own. */
  own: number;
  multiples: Map<number, Node> | undefined;
}

const EXACT: ErrorOf = { parts: new Map(), rest: 0, isLow: false };

/** What rounding may do to a number: half of the last place of the largest one. */
function halfUlp(largestOne: number): number {
  if (largestOne === 0) return 0;
  const power = 2 ** Math.round(Math.log2(largestOne)); // the logarithm may be rounded to an integer
  return UNIT * (power <= largestOne ? power : power / 2);
}

function keyOf(symbol: Node, factors: readonly Node[]): string {
  return [symbol.id, ...factors.map(({ id }) => id).sort((a, b) => a - b)].join(" ");
}

function times(error: ErrorOf, scale: number, factor?: Node): ErrorOf {
  const parts = new Map<string, Part>();
  for (const part of error.parts.values()) {
    const factors = factor === undefined ? part.factors : [...part.factors, factor];
    parts.set(keyOf(part.symbol, factors), { ...part, factors, scale: part.scale * scale });
  }
  const size = Math.abs(scale) * (factor === undefined ? 1 : largest(factor.range));
  return { ...error, parts, rest: error.rest * size };
}

function plus(a: ErrorOf, b: ErrorOf): ErrorOf {
  const parts = new Map(a.parts);
  for (const [key, part] of b.parts) {
    const scale = (parts.get(key)?.scale ?? 0) + part.scale;
    if (scale === 0) parts.delete(key);
    else parts.set(key, { ...part, scale });
  }
  return { parts, rest: a.rest + b.rest, isLow: a.isLow || b.isLow };
}

export class ErrorGraph extends Graph {
  #count = 0;
  readonly #halfUlp: (size: number) => number;
  readonly #constants = new Map<number, Node>();
  /** Operations whose results are exact, for reasons that the caller has. */
  isExact: (kind: Kind, a: Node, b: Node) => boolean = () => false;
  /** Sums that are known. */
  known: (a: Node, b: Node) => Node | undefined = () => undefined;

  /**
   * `isLinear`: roundings are 2^-53 of a number, and not half of its last place, which may be less. Then bounds are linear in the
   * ranges of inputs.
   */
  constructor({ isLinear = false } = {}) {
    super();
    this.#halfUlp = isLinear ? (size) => UNIT * size : halfUlp;
  }

  #new(kind: Kind, args: readonly Node[], range: Range, name = "", value = 0): Known {
    const id = this.#count++;
    const node: Known = {
      id,
      kind,
      args,
      value,
      name,
      range,
      error: undefined,
      own: 0,
      multiples: undefined,
    };
    if (!range.every(Number.isFinite)) throw new RangeError(`${kind} has the range ${range}`);
    return node;
  }

  #of(node: Node): ErrorOf {
    return (node as Known).error ?? EXACT;
  }

  /** A symbol with an error of its own. */
  #high(node: Known, own: number): Node {
    if (own === 0) return node;
    const part: Part = { symbol: node, factors: [], scale: 1 };
    node.own = own;
    node.error = { parts: new Map([[keyOf(node, []), part]]), rest: 0, isLow: false };
    return node;
  }

  #size({ parts, rest }: ErrorOf): number {
    let total = rest;
    for (const { symbol, factors, scale } of parts.values()) {
      const size = factors.reduce((all, factor) => all * largest(factor.range), Math.abs(scale));
      total += size * (symbol as Known).own;
    }
    return total;
  }

  /** A bound of the error of a symbol, or of the sum of two. */
  errorOf(...nodes: readonly Node[]): number {
    return this.#size(nodes.map((node) => this.#of(node)).reduce(plus, EXACT)) * ROOM;
  }

  override constant(value: number): Node {
    let node = this.#constants.get(value);
    if (node === undefined) {
      node = this.#new("constant", [], [value, value], "", value);
      this.#constants.set(value, node);
    }
    return node;
  }

  override input(name: string, range: Range, error = 0): Node {
    return this.#high(this.#new("input", [], range, name), error);
  }

  /** A low part that makes up for the error of a high part, but for `rest`. */
  low(high: Node, range: Range, rest: number, kind: Kind = "input"): Node {
    return this.#low(this.#new(kind, [], range, "low"), times(this.#of(high), -1), rest);
  }

  #low(node: Known, error: ErrorOf, rest: number): Node {
    node.error = { parts: error.parts, rest: error.rest + rest, isLow: true };
    return node;
  }

  override negated(a: Node): Node {
    return this.scaled(a, -1);
  }

  override scaled(a: Node, value: number): Node {
    if (a.kind === "constant") return this.constant(a.value * value);
    if (a.kind === "scaled") return this.scaled(a.args[0], a.value * value);
    if (value === 1) return a;
    const multiples = (a as Known).multiples ??= new Map<number, Node>();
    const known = multiples.get(value);
    if (known !== undefined) return known;
    const ends = a.range.map((end) => end * value).sort((x, y) => x - y) as [number, number];
    const node = this.#new("scaled", [a], ends, "", value);
    node.error = times(this.#of(a), value);
    multiples.set(value, node);
    return node;
  }

  override sum(a: Node, b: Node): Node {
    const range: Range = [a.range[0] + b.range[0], a.range[1] + b.range[1]];
    if (a.kind === "constant" && b.kind === "constant" && this.isExact("sum", a, b)) {
      return this.constant(range[0]);
    }
    if (isZero(a)) return b;
    if (isZero(b)) return a;
    if (a === b) return this.scaled(a, 2);
    const known = this.known(a, b) ?? this.#fastRest(a, b) ?? this.#fastRest(b, a);
    if (known !== undefined) return known;
    return this.#rounded("sum", a, b, range, plus(this.#of(a), this.#of(b)));
  }

  /** The rest of the sum s of a and b that FastTwoSum finds as (a - s) + b. */
  #fastRest(less: Node, b: Node): Node | undefined {
    if (less.kind !== "sum") return undefined;
    for (const [a, minus] of [less.args, [less.args[1], less.args[0]]]) {
      const s = minus.args[0];
      if (minus.kind !== "scaled" || minus.value !== -1 || s.kind !== "sum" || a === b) continue;
      if (s.args.includes(a) && s.args.includes(b)) return this.sumError(a, b, s, true);
    }
    return undefined;
  }

  /** The first bits of a number, which is exact. */
  override short(a: Node, rounding: string, part: number): Node {
    if (this.errorOf(a) !== 0) throw new Error("The bits of a number that is not exact");
    const spread = largest(a.range) * part;
    return this.#new("short", [a], [a.range[0] - spread, a.range[1] + spread], rounding, part);
  }

  override product(a: Node, b: Node): Node {
    if (isZero(a) || isZero(b)) return this.constant(0);
    for (const [x, y] of [[a, b], [b, a]]) {
      if (
        x.kind === "constant" && 2 ** Math.round(Math.log2(Math.abs(x.value))) === Math.abs(x.value)
      ) {
        return this.scaled(y, x.value);
      }
    }
    const all = [0, 1].flatMap((i) => [0, 1].map((j) => a.range[i] * b.range[j]));
    const low = Math.min(...all);
    const range: Range = [a === b && low < 0 ? 0 : low, Math.max(...all)];
    // a b - A B = a (b - B) + B (a - A)
    const [ofA, ofB] = [this.#of(a), this.#of(b)];
    const error = ofA.parts.size === 0 && ofA.rest === 0
      ? times(ofB, 1, a)
      : ofB.parts.size === 0 && ofB.rest === 0
      ? times(ofA, 1, b)
      : {
        parts: new Map(),
        rest: largest(a.range) * this.#size(ofB) +
          (largest(b.range) + this.#size(ofB)) * this.#size(ofA),
        isLow: ofA.isLow || ofB.isLow,
      };
    return this.#rounded("product", a, b, range, error);
  }

  override quotient(a: Node, b: Node): Node {
    const least = smallest(b.range);
    if (least === 0) throw new RangeError(`A divisor may be 0: ${b.range}`);
    const all = [0, 1].flatMap((i) => [0, 1].map((j) => a.range[i] / b.range[j]));
    const range: Range = [Math.min(...all), Math.max(...all)];
    // a/b - A/B = (a - A)/B - a/b (b - B)/B
    const ofB = this.#size(this.#of(b));
    if (ofB === 0 && b.kind === "constant") {
      return this.#rounded("quotient", a, b, range, times(this.#of(a), 1 / b.value));
    }
    if (ofB * 2 > least) throw new RangeError("A divisor is not known");
    const rest = (this.#size(this.#of(a)) + largest(range) * ofB) / (least - ofB);
    return this.#rounded("quotient", a, b, range, { parts: new Map(), rest, isLow: false });
  }

  #rounded(kind: Kind, a: Node, b: Node, range: Range, error: ErrorOf): Node {
    const node = this.#new(kind, [a, b], range);
    if (this.isExact(kind, a, b)) {
      node.error = error;
      return node;
    }
    const rest = this.#halfUlp(largest(range));
    // One that makes up for less than its own rounding is no low part any more: it has a low part.
    if (error.isLow && this.#size({ ...error, rest: 0 }) > rest) {
      return this.#low(node, error, rest);
    }
    return this.#high(node, this.#size(error) + rest);
  }

  /** What is left of the error of a double-double. */
  #pairRest(high: Node, low: Node): number {
    return this.#size(plus(this.#of(high), this.#of(low)));
  }

  /**
   * a + b - sum. FastTwoSum is exact if |a| >= |b|. If not, |sum - a| is below 2 |b| (1 + u) and rounded, and so is b less
   * that, below 2 u |b| (1 + u) + 2 u |b|: 2.1 u |b| is lost at most.
   */
  sumError(a: Node, b: Node, sum: Node, isFast: boolean): Node {
    const isSum = sum.kind === "sum" && sum.args.includes(a) && sum.args.includes(b);
    if (!isSum) {
      if (sum === a && isZero(b) || sum === b && isZero(a)) return this.constant(0);
      if (a === b && sum.kind === "scaled" && sum.args[0] === a) return this.constant(0);
      if (a.kind === "constant" && b.kind === "constant" && sum.kind === "constant") {
        return this.constant(
          (a.value - (sum.value - (sum.value - a.value))) + (b.value - (sum.value - a.value)),
        );
      }
      throw new Error("The error of another sum");
    }
    const isOrdered = !isFast || smallest(a.range) >= largest(b.range);
    const lost = isOrdered ? 0 : 2.1 * UNIT * largest(b.range);
    const size = (this.#halfUlp(largest(sum.range)) + lost) * ROOM;
    const error = plus(plus(this.#of(a), this.#of(b)), times(this.#of(sum), -1));
    return this.#low(this.#new("rest", [sum], [-size, size]), error, lost);
  }

  /** a b - product, to a part of it. */
  productError(a: Node, b: Node, product: Node, part = 0): Node {
    // Times a power of two, 1, or 0.
    if (product.kind !== "product" || product === a || product === b) return this.constant(0);
    if (!product.args.includes(a) || !product.args.includes(b)) {
      throw new Error("The error of another product");
    }
    const lost = part * largest(product.range);
    const size = (this.#halfUlp(largest(product.range)) + lost) * ROOM;
    const node = this.#new("rest", [product], [-size, size]);
    const [ofA, ofB] = [this.#of(a), this.#of(b)];
    const isExact = ({ parts, rest }: ErrorOf) => parts.size === 0 && rest === 0;
    let error: ErrorOf = times(this.#of(product), -1);
    if (isExact(ofA)) error = plus(error, times(ofB, 1, a));
    else if (isExact(ofB)) error = plus(error, times(ofA, 1, b));
    else {
      // What the operands are off is no rounding of the product: it stays.
      const rest = largest(a.range) * this.#size(ofB) +
        (largest(b.range) + this.#size(ofB)) * this.#size(ofA);
      error = { ...error, rest: error.rest + rest };
    }
    return this.#low(node, error, lost);
  }

  /**
   * What is left of (a + al) (b + bl): a b - product, exactly, and a bl + al b. al bl is left out, both products
   * and both sums are rounded, and what the operands are off counts with the other operand.
   */
  productRest([a, al]: Pair, [b, bl]: Pair, product: Node): Node {
    const restOfA = this.#pairRest(a, al);
    const restOfB = this.#pairRest(b, bl);
    const [sizeA, sizeB] = [a, b].map(({ range }) => largest(range));
    const [lowA, lowB] = [al, bl].map(({ range }) => largest(range));
    const scaled = product.kind === "product" ? largest(product.range) : 0;
    const crossed = (sizeA * lowB + lowA * sizeB) * (1 + 2 * UNIT);
    const size = this.#halfUlp(scaled) + crossed;
    const lost = lowA * lowB + restOfA * (sizeB + lowB) +
      restOfB * (sizeA + lowA + restOfA) +
      this.#halfUlp(sizeA * lowB) + this.#halfUlp(lowA * sizeB) + this.#halfUlp(crossed) +
      this.#halfUlp(size);
    return this.#complement(product, size, lost);
  }

  /** What is left of a sum: the error of a + b and that of al + bl are exact, and both are added to al + bl. */
  sumRest([a, al]: Pair, [b, bl]: Pair, sum: Node): Node {
    const lows = largest(al.range) + largest(bl.range);
    const size = (this.#halfUlp(largest(sum.range)) + lows) * (1 + 4 * UNIT);
    const lost = this.#pairRest(a, al) + this.#pairRest(b, bl) + 2 * this.#halfUlp(size);
    return this.#complement(sum, size, lost);
  }

  /**
   * What is left of a quotient q: n/b, n = (a - q b) + (al - q bl), of which a - q b is exact, as the rest of a division is. The
   * exact one is n/(b + bl).
   */
  quotientRest([a, al]: Pair, [b, bl]: Pair, quotient: Node): Node {
    const restOfA = this.#pairRest(a, al);
    const restOfB = this.#pairRest(b, bl);
    const least = smallest(b.range);
    const lowB = largest(bl.range);
    const q = largest(quotient.range);
    const below = least - lowB - restOfB;
    if (below <= 0) throw new RangeError("A divisor is not known");
    const lows = largest(al.range) + q * lowB;
    const n = (this.#halfUlp(q) * largest(b.range) + lows) * (1 + 4 * UNIT);
    const size = n / least;
    const roundings = this.#halfUlp(q * lowB) + this.#halfUlp(lows * (1 + UNIT)) + this.#halfUlp(n);
    const lost = n * (lowB + restOfB) / least / below + (restOfA + q * restOfB) / below +
      roundings / least + this.#halfUlp(size);
    return this.#complement(quotient, size * (1 + UNIT), lost);
  }

  /** a - b quotient, where b is exact, to a part of a: the error of the quotient, times -b, makes up for it. */
  remainder(a: Node, b: Node, quotient: Node, part: number): Node {
    const lost = part * largest(a.range);
    const size = this.#halfUlp(largest(quotient.range)) * largest(b.range) + lost;
    const error = plus(this.#of(a), times(this.#of(quotient), -b.value));
    return this.#low(this.#new("rest", [quotient], [-size * ROOM, size * ROOM]), error, lost);
  }

  #complement(high: Node, size: number, lost: number): Node {
    return this.low(high, [-size * ROOM, size * ROOM], lost, "rest");
  }
}

function isZero({ kind, value }: Node): boolean {
  return kind === "constant" && value === 0;
}

/**
 * What a trace gives on each of the ways that conditions leave open. Some may be impossible, which does no harm: what holds
 * on all ways holds on those that are taken.
 */
export function onAllWays<T>(trace: (decide: (condition: string) => boolean) => T): T[] {
  const results: T[] = [];
  const open: boolean[][] = [[]];
  for (let taken = open.pop(); taken !== undefined; taken = open.pop()) {
    const answers = new Map<string, boolean>();
    const way = taken;
    results.push(trace((condition) => {
      let answer = answers.get(condition);
      if (answer === undefined) {
        const i = answers.size;
        if (i === way.length) {
          open.push([...way, false]);
          way.push(true);
        }
        answer = way[i];
        answers.set(condition, answer);
      }
      return answer;
    }));
  }
  return results;
}

/**
 * A bound on a range from those on its parts, in units of what is claimed: it is cut into halves until it is at most
 * `enough`, or `cuts` times. One above 1 is returned at once.
 */
export function boundOnParts(
  [from, to]: Range,
  boundOn: (part: Range) => number,
  enough: number,
  cuts = 6,
): number {
  const bound = boundOn([from, to]);
  if (bound <= enough || cuts === 0) return bound;
  const middle = (from + to) / 2;
  const first = boundOnParts([from, middle], boundOn, enough, cuts - 1);
  return first > 1 ? first : Math.max(first, boundOnParts([middle, to], boundOn, enough, cuts - 1));
}

export type Pair = readonly [Node, Node];

const LANES_PATH = "arithmetic/double_double_lanes.ts";
const EARLY = "arithmetic/error_free.ts";
const SCALAR = "arithmetic/error_free_scalar.ts";

/** What is traced with an ErrorGraph. `contracts` are functions with proofs of their own. */
export function errorDomain(
  graph: ErrorGraph,
  more: Omit<Domain, "graph" | "unit"> & { contracts?: Record<string, Unit> } = {},
): Domain {
  return {
    graph,
    ...more,
    unit: (tracer, key, args) => {
      const unit = more.contracts?.[key] ?? UNITS.get(key);
      return unit?.(graph, args, tracer);
    },
  };
}

export type Unit = (graph: ErrorGraph, args: readonly Value[], tracer: Tracer) => Value;

function nodeOf(graph: Graph, value: Float): Node {
  return typeof value === "number" ? graph.constant(value) : value;
}

/** A function of lanes, for each lane. */
function laneUnit(make: (graph: ErrorGraph, nodes: readonly Node[]) => Node): Unit {
  return (graph, args) => {
    const lane = (i: number) => make(graph, args.map((arg) => nodeOf(graph, (arg as Lanes)[i])));
    const isSame = args.every((arg) => (arg as Lanes)[0] === (arg as Lanes)[1]);
    const first = lane(0);
    return [first, isSame ? first : lane(1)];
  };
}

const UNITS = new Map<string, Unit>([
  [
    `${SCALAR} fastTwoSumError`,
    (graph, args) => {
      const [a, b, sum] = args.map((arg) => nodeOf(graph, arg as Float));
      return graph.sumError(a, b, sum, true);
    },
  ],
  [`${EARLY} twoSumError`, laneUnit((graph, [a, b, sum]) => graph.sumError(a, b, sum, false))],
  [`${EARLY} fastTwoSumError`, laneUnit((graph, [a, b, sum]) => graph.sumError(a, b, sum, true))],
  [`${EARLY} exactTwoProdError`, laneUnit((graph, [a, b, p]) => graph.productError(a, b, p))],
  [
    `${EARLY} twoProdError`,
    laneUnit((graph, [a, b, p]) =>
      graph.productError(a, b, p, CONTRACTS.get(`${EARLY} twoProdError`))
    ),
  ],
  [
    `${LANES_PATH} productRest`,
    laneUnit((graph, [a, al, b, bl, p]) => graph.productRest([a, al], [b, bl], p)),
  ],
  [
    `${LANES_PATH} sumRest`,
    laneUnit((graph, [a, al, b, bl, s]) => graph.sumRest([a, al], [b, bl], s)),
  ],
  [
    `${LANES_PATH} quotientRest`,
    laneUnit((graph, [a, al, b, bl, q]) => graph.quotientRest([a, al], [b, bl], q)),
  ],
]);
