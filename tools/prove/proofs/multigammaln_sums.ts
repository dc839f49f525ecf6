// The accurate phase of multigammaln and its gradient (multigammaln/accurate_double_double.ts): the whole sum is traced, with
// Barnes's G, over ranges of p and of t = x - (p - 1)/2, which are cut until the error is small enough, from all of them on. The error
// is compared with TERM_PART of the size of the terms that the source adds up. Values of Stirling's series come with what
// accurate_gamma.ts proves of them.
//
// From MIN_LONG on the source takes as many steps for every p: there p is a symbol, even or odd, and what is proved holds for every
// one up to 2^53. Below, the gradient adds terms times count - j for j < count, and ranges of p are traced to the last j of the
// largest: where count may be j or less, the factor may be 0, as if the sums that have ended went on with terms that are 0. For
// multigammaln, which multiplies factors there, there is a trace for each p. What a product of factors is off depends on their
// number alone, so that it is traced once, and for other z only its logarithm is computed.

import { errorDomain, ErrorGraph, onAllWays, type Pair, type Unit } from "../errors.ts";
import { largest, type Node, type Range } from "../graph.ts";
import { markTriples } from "../marked.ts";
import { type Bound, claimOf, type Effort, type Proof, shareOf } from "../proof.ts";
import type { Sources } from "../sources.ts";
import { type Float, type Lanes, Tracer, type Value } from "../tracer.ts";
import { logContract, type StirlingBounds, stirlingBounds, united } from "./accurate_gamma.ts";

const PATH = "multigammaln/accurate_double_double.ts";
const ARITHMETIC = "arithmetic/double_double.ts";
const POWERS = "arithmetic/power_of_two.ts";
const CONSTANTS = "arithmetic/constants_data.ts";
const SIZE = "arithmetic/term_size.ts";
const LOG = "elementary/log_double_double.ts";
const UNIT = 2 ** -53;
/** t is a multiple of 2^-53, and integers are exact up to 2^53. */
const LEAST = 2 ** -53;
const LARGEST_DIMENSION = 2 ** 53;
/** Of the gradient: all kinds that the source distinguishes, even and odd, and long. `every` has all of them. */
const DIMENSIONS: readonly number[] = [2, 3, 5, 24, 192, 1001, 2 ** 26];
/** With a product of factors, and the shortest one. */
const QUICK = [24, 2];
const ENOUGH = 0.99;
/** The same for Stirling's series, so that something is left for the sums. */
const STIRLING_ENOUGH = 0.8;
/** Of two ranges the other one is cut where the ends of one are closer than that, and neither where they are as close as this. */
const CLOSE = 1.3;
const CLOSEST = 1 + 2 ** -5;
/** No range of t that is longer is good enough, where t is larger than p. */
const MOST_OCTAVES = 4.01;

/** p = 2 halves + parity, for every number of halves in a range. */
interface Dimensions {
  parity: 0 | 1;
  halves: Range;
}

/** What numbers that depend on p alone are: `halves` times the halves of p, and `by`. They are exact. */
interface OfDimension {
  halves: number;
  by: number;
}

function pairOf(graph: ErrorGraph, value: Value): Pair {
  const [high, low] = value as Lanes;
  const node = (x: Float): Node => typeof x === "number" ? graph.constant(x) : x;
  return [node(high), node(low)];
}

const isNothing = ([high, low]: Pair): boolean =>
  high.value === 0 && low.value === 0 &&
  high.kind === "constant" && low.kind === "constant";

function normal(graph: ErrorGraph, high: Node, rest: Node): Lanes {
  const sum = graph.sum(high, rest);
  return [sum, graph.sumError(high, rest, sum, true)];
}

/** Operations on single double-doubles, as those on lanes (errors.ts). */
export const OPERATIONS: Record<string, Unit> = {
  [`${ARITHMETIC} sum`]: (graph, args) => {
    const [a, b] = args.map((arg) => pairOf(graph, arg));
    if (isNothing(a) || isNothing(b)) return isNothing(a) ? b : a;
    const sum = graph.sum(a[0], b[0]);
    return normal(graph, sum, graph.sumRest(a, b, sum));
  },
  [`${ARITHMETIC} product`]: (graph, args) => {
    const [a, b] = args.map((arg) => pairOf(graph, arg));
    const product = graph.product(a[0], b[0]);
    return normal(graph, product, graph.productRest(a, b, product));
  },
  [`${ARITHMETIC} timesNumber`]: (graph, args) => {
    if (args[1] === 0) return [0, 0]; // ln 2 times an exponent of 0
    const a = pairOf(graph, args[0]);
    const b: Pair = pairOf(graph, [args[1] as Float, 0]);
    const product = graph.product(a[0], b[0]);
    return normal(graph, product, graph.productRest(a, b, product));
  },
  [`${ARITHMETIC} quotient`]: (graph, args) => {
    const [a, b] = args.map((arg) => pairOf(graph, arg));
    const quotient = graph.quotient(a[0], b[0]);
    return normal(graph, quotient, graph.quotientRest(a, b, quotient));
  },
};

/** An exact number of two parts in a range, but for the rounding of its ends. */
function exactPair(graph: ErrorGraph, [from, to]: Range): Pair {
  const range: Range = [from * (1 - UNIT), to * (1 + UNIT)];
  const size = UNIT * largest(range);
  const high = graph.input("exact", range, size);
  return [high, graph.low(high, [-size, size], 0)];
}

/** Stirling's series on wide ranges: what it is on their octaves, which many dimensions share. */
function stirlingOverOctaves(sources: Sources, order: number): (range: Range) => StirlingBounds {
  const boundsOn = stirlingBounds(sources, order);
  const known = new Map<string, StirlingBounds>();
  const onOctave = (range: Range): StirlingBounds => {
    let bounds = known.get(range.join());
    if (bounds === undefined) {
      bounds = boundsInParts(range, 6);
      known.set(range.join(), bounds);
    }
    return bounds;
  };
  const boundsInParts = (range: Range, cuts: number): StirlingBounds => {
    const bounds = boundsOn(range);
    if (bounds.ratio <= STIRLING_ENOUGH || cuts === 0) return bounds;
    const middle = (range[0] + range[1]) / 2;
    const first = boundsInParts([range[0], middle], cuts - 1);
    return first.ratio > 1 ? bounds : united([first, boundsInParts([middle, range[1]], cuts - 1)]);
  };
  return ([from, to]) => {
    const parts: StirlingBounds[] = [];
    // Ends are wider than what they are meant to be, by roundings.
    while (from * 2.001 < to) {
      parts.push(onOctave([from, from * 2.001]));
      from *= 2;
    }
    return united([...parts, onOctave([from, to])]);
  };
}

/** A product of factors z + j, of which only the logarithm is taken: its relative error, and the range of its logarithm to base 2. */
interface Product {
  error: number;
  log2: Range;
}

/** The trace of multigammaln, of order -1, or of its gradient. */
interface Trace {
  order: number;
  minLong: number;
  /** The largest error on a part of all dimensions and of all t, in units of the bound. */
  ratioOn: (dimensions: Dimensions, t: Range) => number;
}

/** Of z (z + 1) to the power count - 1, (z + 2) (z + 3) to count - 2, and so on, the logarithm to base 2. */
function log2OfFactors(z: Range, count: number): Range {
  const at = (y: number): number => {
    let total = 0;
    for (let i = 0; i < 2 * count - 2; i++) total += (count - 1 - (i >> 1)) * Math.log2(y + i);
    return total;
  };
  const [from, to] = z.map(at);
  return [from - 2 ** -40 * (Math.abs(from) + 1), to + 2 ** -40 * (Math.abs(to) + 1)];
}

function traceOf(sources: Sources, order: number): Trace {
  const stirlingOn = stirlingOverOctaves(sources, order);
  let decide = (_: string): boolean => false;
  const graph = new ErrorGraph();
  let t: Range = [0, 0];
  let halves: Range = [0, 0];
  let parity = 0;
  let x: Node = graph.constant(0);
  let z: Node = graph.constant(0);
  /** How far the exponent of a product of factors may be from that in the trace. */
  let spread = 0;
  /** The last j that may not be below the count of all dimensions. */
  let ended = 0;

  // Numbers that depend on p alone.
  let dependent = new Map<string, Node>();
  const dependence = new Map<Node, OfDimension>();
  const dependenceOf = (a: Node): OfDimension | undefined => {
    if (a.kind === "constant") return { halves: 0, by: a.value };
    if (a.kind !== "scaled") return dependence.get(a);
    const of = dependenceOf(a.args[0]);
    return of && { halves: of.halves * a.value, by: of.by * a.value };
  };
  const rangeOf = (of: OfDimension): Range => {
    const [a, b] = halves.map((end) => of.halves * end + of.by);
    return [Math.min(a, b), Math.max(a, b)];
  };
  const ofDimension = (of: OfDimension): Node => {
    if (of.halves === 0) return graph.constant(of.by);
    const key = `${of.halves} ${of.by}`;
    let node = dependent.get(key);
    if (node === undefined) {
      const [from, to] = rangeOf(of);
      const isRest = ended > 0 && of.halves === 1 && of.by === -ended;
      node = graph.input("of p", [isRest ? Math.max(0, from) : from, to]);
      dependence.set(node, of);
      dependent.set(key, node);
    }
    return node;
  };
  graph.known = (a, b) => {
    const [ofA, ofB] = [dependenceOf(a), dependenceOf(b)];
    if (ofA === undefined || ofB === undefined) return undefined;
    const of: OfDimension = { halves: ofA.halves + ofB.halves, by: ofA.by + ofB.by };
    return [ofA, ofB, of].every(isExact) ? ofDimension(of) : undefined;
  };
  /** Whether these are whole numbers, or halves that are small enough. */
  const isExact = (of: OfDimension): boolean => {
    const isWhole = Number.isInteger(of.halves) && Number.isInteger(of.by);
    const most = isWhole ? LARGEST_DIMENSION : LARGEST_DIMENSION / 2;
    return Number.isInteger(2 * of.halves) && Number.isInteger(2 * of.by) &&
      largest(rangeOf(of)) <= most;
  };

  const [sum, product] = ["sum", "product"].map((name) => OPERATIONS[`${ARITHMETIC} ${name}`]);
  const [ofSum, ofProduct] = ["sum", "product"].map((name) => claimOf(sources, ARITHMETIC, name));
  const products = new Map<Node, Product>();
  const productOf = (a: Float): Product | undefined => {
    if (typeof a === "number") return undefined;
    if (a.kind !== "scaled") return products.get(a);
    const of = productOf(a.args[0]);
    const moved = Math.log2(a.value);
    return of && { error: of.error, log2: [of.log2[0] + moved, of.log2[1] + moved] };
  };
  const factor = (error: number, [from, to]: Range): Lanes => {
    const node = graph.input("factor", [1, 2]);
    products.set(node, { error: error * (1 + 2 ** -20), log2: [from - 2 ** -40, to + 2 ** -40] });
    return [node, graph.constant(0)];
  };
  const logPart = claimOf(sources, LOG, "logDoubleDouble");
  /** The relative errors of products of so many twos' factors, which do not depend on z. */
  const ofCounts = new Map<number, number>();
  let counted = 0;
  /** The logarithm of a product that has been scaled to 1 or more. */
  const logOf = (error: number, [from, to]: Range): Lanes => {
    spread = to - from + 2;
    const lost = logPart + error * 1.01;
    const high = graph.input("log", [0, to * 0.6931472], UNIT * to + lost);
    const size = UNIT * largest(high.range) + lost;
    return [high, graph.low(high, [-size, size], lost)];
  };
  const contracts: Record<string, Unit> = {
    ...OPERATIONS,
    // The size of a term that only some dimensions have is left out.
    [`${SIZE} addTermSize`]: () => ended > 0 ? 0 : undefined,
    [`${ARITHMETIC} product`]: (of, args, tracer) => {
      const [[a], [b]] = args as [Lanes, Lanes];
      if (a === 1) return args[1];
      const [ofA, ofB] = [a, b].map(productOf);
      if (ofA === undefined || ofB === undefined) return product(of, args, tracer);
      return factor(ofA.error + ofB.error + ofProduct, [
        ofA.log2[0] + ofB.log2[0],
        ofA.log2[1] + ofB.log2[1],
      ]);
    },
    [`${ARITHMETIC} sum`]: (of, args, tracer) => {
      const [[a], [b]] = args as [Lanes, Lanes];
      const by = dependenceOf(typeof b === "number" ? graph.constant(b) : b);
      if (a === z && order < 0 && typeof b === "number") {
        const [from, to] = z.range.map((end) => Math.log2(end + b));
        return factor(ofSum, [from, to]);
      }
      // x is t + (p - 1)/2.
      if (a === x && by !== undefined) {
        const [from, to] = rangeOf({
          halves: 1 + by.halves,
          by: (parity - 1) / 2 + by.by,
        });
        return exactPair(of, [t[0] + from, t[1] + to]);
      }
      return sum(of, args, tracer);
    },
    // 2x + 1 - 2 halves
    [`${PATH} smallestTwo`]: () => {
      const pair = exactPair(graph, [2 * t[0] + parity, 2 * t[1] + parity]);
      z = pair[0];
      return pair;
    },
    // Of the least number of a range. Others have more, up to `spread`.
    [`${POWERS} exponentOf`]: (_, [a]) => Math.floor(productOf(a as Node)!.log2[0]),
    // The number has been scaled by its own exponent. That may be larger than in the trace by up to `spread`; each one adds 1 to the
    // size of terms, and 0.03 times the bound of 1 to the error.
    [`${LOG} logAt`]: (_, [a]) => {
      const of = productOf((a as Lanes)[0]);
      if (of === undefined) return undefined;
      const [from, to] = of.log2;
      const away = log2OfFactors(z.range, counted)[0] - from;
      if (Math.abs(away - Math.round(away)) > 2 ** -20) {
        throw new Error("A product of other factors");
      }
      ofCounts.set(counted, of.error);
      return logOf(of.error, [0, to]);
    },
    // Traced once for each count.
    [`${PATH} logOfFactors`]: (of, [, count], tracer) => {
      counted = typeof count === "number" ? count : (count as Node).value;
      const error = ofCounts.get(counted);
      if (error === undefined) return undefined;
      const [from, to] = log2OfFactors(z.range, counted);
      const exponent = Math.floor(from - 2 ** -20);
      tracer.call(SIZE, "addTermSize", [Math.abs(exponent)]);
      const ln2 = tracer.call(ARITHMETIC, "fromTriple", [tracer.number(CONSTANTS, "LN_2")]);
      const scale = OPERATIONS[`${ARITHMETIC} timesNumber`](of, [ln2, exponent], tracer);
      return sum(of, [logOf(error, [0, to - exponent]), scale], tracer);
    },
    // A ratio with this bound in both is largest at one of its ends; where these are close, its error has one and the size the other.
    ["gamma/stirling.ts stirlingAt"]: (_, [f, y], tracer) => {
      if (f !== order) throw new Error(`Stirling's series of order ${f}`);
      const [argument] = y as [Node, Node];
      const { value, bound, ratio } = stirlingOn(argument.range);
      const isWide = bound[1] > 1.1 * bound[0];
      const least = isWide && decide(`Stirling's bound at ${argument.id}`) ? bound[1] : bound[0];
      tracer.call(SIZE, "addTermSize", [least / termPart]);
      const error = ratio * (isWide ? least : bound[1]);
      const size = UNIT * largest(value) + error;
      const high = graph.input("Stirling", value, size);
      return [high, graph.low(high, [-size, size], error)];
    },
  };
  const [[logName, log]] = Object.entries(logContract(sources));
  const tracer: Tracer = new Tracer(
    sources,
    {
      [`${POWERS} powerOfTwo`]: ((k: number) => 2 ** Number(k)) as never,
      // Of numbers that are known too: the product of no factors is 1.
      [logName]: ((...args: Lanes[]) => log(graph, args, tracer)) as never,
    },
    errorDomain(graph, {
      contracts,
      decide: (condition, a, b) => {
        const [ofA, ofB] = [a, b].map((each) =>
          typeof each === "number" ? undefined : dependenceOf(each)
        );
        // Whether j is below the count: it is for the largest.
        if (order === 0 && typeof a === "number" && ofB) {
          ended = a;
          return true;
        }
        // Whether p is even: both are equal, or apart by 1.
        if (ofA && ofB && ofA.halves === ofB.halves) return ofA.by === ofB.by;
        // A term that may be negligible is added, as it is without the test: that adds its errors.
        if (b === negligible) return false;
        return decide(condition);
      },
      floor: (a) => {
        const of = dependenceOf(a)!;
        return ofDimension({ ...of, by: Math.floor(of.by) });
      },
      absolute: (a) => {
        const ends = a.range.map(Math.abs);
        return graph.input("absolute", [0, Math.max(...ends)]);
      },
    }),
  );
  const bernoulli = tracer.number(PATH, "BERNOULLI_TERMS");
  for (
    const [name, count] of [
      ["LN_2", 1],
      ["LN_PI", 1],
      ["HALF_LN_TAU", 1],
      ["BERNOULLI", bernoulli],
    ] as const
  ) {
    markTriples(tracer, graph, tracer.number(CONSTANTS, name), 24, count);
  }
  const termPart = tracer.number(SIZE, "TERM_PART");
  const negligible = tracer.number(PATH, "NEGLIGIBLE");
  const ratioOn: Trace["ratioOn"] = (dimensions, range) => {
    t = range;
    ({ halves, parity } = dimensions);
    return Math.max(...onAllWays((answer) => {
      decide = answer;
      dependent = new Map();
      dependence.clear();
      products.clear();
      spread = 0;
      ended = 0;
      const p = halves[0] === halves[1]
        ? graph.constant(2 * halves[0] + parity)
        : ofDimension({ halves: 2, by: parity });
      const edge = rangeOf({ halves: 1, by: (parity - 1) / 2 });
      x = graph.input("x", [t[0] + edge[0], t[1] + edge[1]]);
      const argument = p.kind === "constant" ? p.value : p;
      const value = tracer.call(PATH, "multigammalnPair", [x, argument, order === 0]);
      const [high, low] = value as [Node, Node];
      const size = tracer.global(SIZE, "termSize") as Float;
      const least = (typeof size === "number" ? size : size.range[0]) - spread;
      const test = 2 * UNIT * largest(low.range);
      const error = graph.errorOf(high, low) + 8 * negligible + test;
      return least > 0 ? error / (termPart * least) : Infinity;
    }));
  };
  return { order, minLong: tracer.number(PATH, "MIN_LONG"), ratioOn };
}

/** Two parts of a range, in the middle of its octaves or of the range: of whole numbers, if it is one of them. */
function cut([from, to]: Range, isWhole: boolean): readonly [Range, Range] {
  const middle = to > 2 * from
    ? 2 ** Math.round((Math.log2(from) + Math.log2(to)) / 2)
    : isWhole
    ? Math.floor((from + to) / 2)
    : (from + to) / 2;
  return [[from, middle], [isWhole ? middle + 1 : middle, to]];
}

/** The largest ratio on all parts. That range is cut first, until its ends are close enough, on which the size of terms depends most. */
function worstOn(trace: Trace, dimensions: Dimensions, t: Range): number {
  const { parity, halves } = dimensions;
  // multigammaln grows with t where that is larger than p: a range of several octaves would tell nothing.
  const isTooWide = trace.order < 0 && t[0] > halves[1] && isWider(t, MOST_OCTAVES);
  const ratio = isTooWide ? Infinity : ratioOr(() => trace.ratioOn(dimensions, t));
  if (ratio <= ENOUGH) return ratio;
  // The size grows with x = t + (p - 1)/2, and that of the gradient with 1/t too; that of a short sum with its count, wherever t is.
  const isShort = halves[0] < trace.minLong / 2;
  const isOfT = isShort
    ? !isWider(halves, CLOSE)
    : Math.max(t[1], trace.order < 0 ? 0 : 1 / t[0]) > halves[1];
  const [first, second] = isOfT ? [t, halves] : [halves, t];
  // Short sums are cut to single dimensions.
  const canCut = (range: Range): boolean =>
    isWider(range, isShort && range === halves ? 1 : CLOSEST);
  const isFirst = isWider(first, CLOSE) || !canCut(second);
  if (isFirst && !canCut(first)) return ratio;
  const isT = isFirst === isOfT;
  let worst = 0;
  for (const part of cut(isT ? t : halves, !isT)) {
    const on = isT ? dimensions : { parity, halves: part };
    worst = Math.max(worst, worstOn(trace, on, isT ? part : t));
    if (worst > 1) return worst;
  }
  return worst;
}

function isWider([from, to]: Range, part: number): boolean {
  return to > part * from;
}

/** The ratio, or Infinity where the ranges are too wide to say anything. */
function ratioOr(ratio: () => number): number {
  try {
    return ratio();
  } catch (error) {
    if (error instanceof RangeError) return Infinity;
    throw error;
  }
}

function prove(sources: Sources, effort: Effort): Promise<readonly Bound[]> {
  const numbers = new Tracer(sources);
  const minLong = numbers.number(PATH, "MIN_LONG");
  const isEvery = effort.level === "every";
  const short = Array.from({ length: minLong - 2 }, (_, k) => k + 2);
  const parities = shareOf([0, 1] as const, effort);
  const which = parities.map((parity) => parity === 0 ? "even" : "odd").join(" and ");
  const names = ["multigammaln", "its gradient"];
  const bounds = names.flatMap((name, i): Bound[] => {
    const trace = traceOf(sources, i - 1);
    const last = i === 0 ? "LARGEST" : "LARGEST_GRADIENT";
    const t: Range = [LEAST, numbers.number("multigammaln/accurate.ts", last)];
    const common = { phase: "accurate", source: PATH, claimed: 1, by: "errors" } as const;
    const some = isEvery ? [] : DIMENSIONS;
    const each = effort.level === "quick" ? [QUICK[i]] : i === 0 ? short : some;
    const dimensions = shareOf(each, effort);
    const ratios = dimensions.map((p) => {
      const half = Math.floor(p / 2);
      return worstOn(trace, { parity: p % 2 === 0 ? 0 : 1, halves: [half, half] }, t);
    });
    const proved = Math.max(0, ...ratios);
    const worst = dimensions[ratios.indexOf(proved)];
    const ofEach: Bound[] = dimensions.length === 0 ? [] : [{
      ...common,
      name: `sums of ${name}, ${dimensions.length} dimensions; worst ${worst}`,
      proved,
    }];
    // Those of the gradient take more parts, and minutes.
    const ranges: Range[] = [];
    if (isEvery && i > 0) ranges.push([1, minLong / 2 - 1]);
    if (isEvery || effort.level === "usual" && i === 0) {
      ranges.push([minLong / 2, LARGEST_DIMENSION / 2]);
    }
    const ofRanges = parities.length === 0 ? [] : ranges.map((halves): Bound => ({
      ...common,
      name: `sums of ${name}, every ${which} dimension ${
        2 * halves[0] < minLong ? `below ${minLong}` : `from ${minLong} on`
      }`,
      proved: Math.max(...parities.map((parity) => worstOn(trace, { parity, halves }, t))),
    }));
    return [...ofEach, ...ofRanges];
  });
  return Promise.resolve(bounds);
}

export const proof: Proof = { isQuick: false, prove };
