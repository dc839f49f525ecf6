// That the sources compute the functions they are meant to. Most bounds of rounding errors compare the operations of a source with the
// same operations on exact numbers (errors.ts, majorant.ts, Gappa): a term that is left out is left out of both. So here the
// sources are run at numbers, in each of their parts, and what comes out is compared with Arb. The largest error must be within
// the bound there.
//
// What else ties proofs to functions: entries.ts and sollya.ts enclose polynomials on whole intervals, and `meaningOf` (majorant.ts)
// shows that the sources evaluate these; sampled.ts compares the arithmetic of expressions.

import { Random } from "../../../support/random.ts";
import { GAMMA_NAMES } from "../made_entries.ts";
import type { Range } from "../graph.ts";
import { type Bound, claimOf, type Proof } from "../proof.ts";
import type { Numbers } from "../sampled.ts";
import type { Sources } from "../sources.ts";
import { type Lanes, type Stub, Tracer, type Value } from "../tracer.ts";
import { distanceOf, type Meant, TrueValues } from "../true_values.ts";

/** Where in a range numbers are: next to its ends, and anywhere. Two after one another are two lanes. */
const PLACES: readonly Range[] = [[0, 2 ** -6], [0, 1], [1 - 2 ** -6, 1], [0, 1]];

/** What a source gives at x + low: numbers whose sum it is, and the bound of the error. */
interface Computed {
  value: readonly number[];
  bound: number;
}

type Two<T> = readonly [T, T];
/** At two numbers, one in each lane, which do not take the same way through a source. */
type Compute = (x: Two<number>, low: Two<number>) => Two<Computed>;

/** One number at a time. */
function oneByOne(compute: (x: number, low: number) => Computed): Compute {
  return (x, low) => [compute(x[0], low[0]), compute(x[1], low[1])];
}

/** What lanes of a double-double are. */
function lanesOf(
  value: readonly Value[],
  bound: (lane: 0 | 1, high: number) => number,
): Two<Computed> {
  const lane = (i: 0 | 1): Computed => {
    const parts = value.map((lanes) => (lanes as Lanes)[i] as number);
    return { value: parts, bound: bound(i, parts[0]) };
  };
  return [lane(0), lane(1)];
}

interface Case {
  name: string;
  source: string;
  meant: Meant;
  /** Of x, of either sign. */
  ranges: readonly Range[];
  /** A number in a range, by default by its logarithm. `place` is between 0 and 1. */
  draw?: (place: number, range: Range) => number;
  hasLow?: boolean;
  /** Makes what runs the source, once for all numbers. */
  open: (tracerOf: (stubs?: Record<string, Stub>) => Tracer) => Compute;
}

const stub = (f: (...args: never[]) => Value): Stub => f as Stub;
const both = (x: number): Lanes => [x, x];

function lanesAt(tracer: Tracer, name: "LOW" | "BOUND" = "LOW"): Two<number> {
  const at = tracer.number("memory_map.ts", name);
  return [tracer.load(at) as number, tracer.load(at + 8) as number];
}

/** Puts low parts where functions of lanes leave theirs. */
function putLows(tracer: Tracer, lows: Two<number>): void {
  const at = tracer.number("memory_map.ts", "LOW");
  lows.forEach((low, i) => tracer.store(at + 8 * i, low));
}

const evenly = (place: number, [from, to]: Range): number => from + place * (to - from);
const byLogarithm = (place: number, [from, to]: Range): number =>
  Math.sign(from) *
  Math.exp(evenly(place, [Math.log(Math.abs(from)), Math.log(Math.abs(to))]));

// Elementary functions.

const LOG = "elementary/log.ts";
const ACCURATE_LOG = "elementary/log_double_double.ts";
const EXP = "elementary/exp.ts";
const ACCURATE_EXP = "elementary/exp_double_double.ts";
const SINE = "elementary/sin_cos.ts";

function elementary(sources: Sources): Case[] {
  const logPart = claimOf(sources, ACCURATE_LOG, "logDoubleDouble");
  const expCase = (name: "exp" | "expm1"): Case => ({
    ...{ name: `${name} of double-doubles`, source: ACCURATE_EXP },
    ...{ meant: { name }, hasLow: true },
    ranges: [[1e-9, 1e-3], [-1e-9, -1e-3], [0.01, 1], [-0.01, -1], [1, 690], [-1, -690]],
    open: (tracerOf) => {
      const tracer = tracerOf();
      const part = tracer.number(ACCURATE_EXP, name === "exp" ? "EXP_ERROR" : "EXPM1_ERROR");
      return (x, low) => {
        const high = tracer.call(ACCURATE_EXP, "expDoubleDouble", [x, low, name === "expm1"]);
        return lanesOf([high, lanesAt(tracer)], (_, y) => part * Math.abs(y));
      };
    },
  });
  const sineCase = (name: "sin" | "cos", isLong: boolean): Case => ({
    ...{ name: `${name}, ${isLong ? "long" : "short"}`, source: SINE },
    ...{ meant: { name }, hasLow: true },
    ranges: [[1e-9, 1e-3], [-0.01, -0.8], [0.8, 7], [-7, -1e5], [1e5, 1e6]],
    open: (tracerOf) => {
      const tracer = tracerOf();
      const row = tracer.number("expression/elementary.ts", isLong ? "SINE_ROW" : "FAST_SINE");
      const [part, more] = [16, 24].map((at) => tracer.load(row + at) as number);
      return (x, low) => {
        const high = tracer.call(SINE, "sineLanes", [x, low, name === "sin" ? 0 : 1, isLong]);
        return lanesOf([high, lanesAt(tracer)], (_, y) => part * Math.abs(y) + more);
      };
    },
  });
  return [
    {
      ...{ name: "ln of double-doubles", source: ACCURATE_LOG },
      ...{ meant: { name: "log" }, hasLow: true },
      ranges: [[1e-320, 1e-310], [1e-290, 1e300], [0.5, 0.99], [1.01, 4], [0.999, 1.001]],
      open: (tracerOf) => {
        const tracer = tracerOf();
        return (x, low) => {
          const high = tracer.call(ACCURATE_LOG, "logDoubleDouble", [x, low]);
          const bound = (i: 0 | 1) => logPart * (Math.abs(Math.floor(Math.log2(x[i]))) + 1);
          return lanesOf([high, lanesAt(tracer)], bound);
        };
      },
    },
    {
      ...{ name: "ln", source: LOG, meant: { name: "log" } },
      ranges: [[1e-320, 1e-310], [1e-290, 1e300], [0.5, 4]],
      open: (tracerOf) => {
        const tracer = tracerOf();
        const bound = tracer.number(LOG, "LOG_ERROR");
        return (x) => lanesOf([tracer.call(LOG, "logPair", [x]), lanesAt(tracer)], () => bound);
      },
    },
    expCase("exp"),
    expCase("expm1"),
    {
      ...{ name: "exp", source: EXP, meant: { name: "exp" } },
      ranges: [[1e-9, 1e-3], [0.01, 700]],
      open: (tracerOf) => {
        const tracer = tracerOf();
        const part = tracer.number(EXP, "EXP_ERROR");
        tracer.call(EXP, "prepareExp", []);
        return (x) => {
          const steps = tracer.call(EXP, "expSteps", [x]);
          const all = tracer.call(EXP, "expRest", [x, steps]) as Two<number>;
          const parts = ([0, 1] as const).map((lane) => {
            const [high, low] = tracer.call(EXP, "expStep", [steps, lane]) as Two<number>;
            // Products of 27 bits with 24 and with 29 are exact.
            const top = Math.fround(all[lane]);
            return [high, low, high * top, high * (all[lane] - top), low * all[lane]];
          });
          const names = ["scaleOnce", "scaleTwice"];
          const [value, same] = names.map((name) =>
            parts[0].map((y, i) => tracer.call(EXP, name, [[y, parts[1][i]], steps]))
          );
          if (`${value}` !== `${same}`) throw new Error("exp is scaled in two ways");
          return lanesOf(value, (_, y) => part * y);
        };
      },
    },
    ...[false, true].flatMap((isLong) => [sineCase("sin", isLong), sineCase("cos", isLong)]),
  ];
}

// lgamma, digamma, polygamma of orders 1 and 2.

const STIRLING = "gamma/stirling.ts";
const ACCURATE = "gamma/accurate_phase.ts";
const ASYMPTOTIC = "gamma/fast_asymptotic.ts";
const POLE = "gamma/fast_pole.ts";
const BOUNDARIES = "gamma/fast_boundaries.ts";

function gammaFamily(): Case[] {
  return GAMMA_NAMES.flatMap((name, i): Case[] => {
    const order = i - 1;
    const meant: Meant = order < 1
      ? { name: order < 0 ? "lgamma" : "digamma" }
      : { name: "polygamma", parameter: order };
    /** A function whose bounds are in memory. */
    const accurate = (of: string, hasLow: boolean): Case["open"] => (tracerOf) => {
      const tracer = tracerOf();
      return (x, low) => {
        const high = hasLow
          ? tracer.call(STIRLING, "stirling", [order, x, low])
          : tracer.call(of, "accurate", [order, x]);
        const bounds = lanesAt(tracer, "BOUND");
        return lanesOf([high, lanesAt(tracer)], (i) => bounds[i]);
      };
    };
    const boundary = (source: string, part: string, ranges: readonly Range[]): Case => ({
      ...{ name: `${name}, ${part}`, source, meant, ranges },
      hasLow: source === ASYMPTOTIC,
      open: (tracerOf) => {
        const tracer = tracerOf();
        const [bound] = tracer.call(BOUNDARIES, "boundaryPart", [order, both(ranges[0][0])]) as Two<
          number
        >;
        return (x, low) => {
          const high = source === POLE
            ? tracer.call(POLE, "polePair", [order, x])
            : tracer.call(ASYMPTOTIC, "asymptoticPair", [order, x, low]);
          return lanesOf([high, lanesAt(tracer)], (_, y) => bound * Math.abs(y));
        };
      },
    });
    const least = order > 1 ? 1e-90 : 1e-140;
    return [
      {
        ...{ name: `${name}, y > 0`, source: STIRLING, meant, hasLow: true },
        ranges: [[1e-6, 0.5], [0.5, 23.9], [24, 30], [2 ** 54, 2 ** 80], [30, 1e40]],
        open: accurate(STIRLING, true),
      },
      {
        ...{ name: `${name}, with poles`, source: ACCURATE, meant },
        // On each side of poles and of the middles between them, next to these, and next to 0.
        ranges: [
          ...[[-0.24, -0.01], [-0.49, -0.26], [-0.74, -0.51], [-0.99, -0.76]] as const,
          ...[[-1.24, -1.01], [-1.49, -1.26], [-21.74, -21.51], [-1e6, -1e3]] as const,
          ...[[-5 - 2 ** -40, -5 - 2 ** -45], [-5 + 2 ** -40, -5 + 2 ** -45]] as const,
          ...[[1e-40, 1e-20], [1e-9, 9e-7], [-1e-40, -1e-20], [0.1, 30]] as const,
        ],
        draw: evenly,
        open: accurate(ACCURATE, false),
      },
      boundary(ASYMPTOTIC, "far", [[2 ** 40, 2 ** 44], [2 ** 40, 2 ** 80]]),
      boundary(POLE, "next to 0", [
        ...[[2 ** -30, 2 ** -20], [least, 2 ** -30], [-(2 ** -30), -(2 ** -20)]] as const,
      ]),
    ];
  });
}

// polygamma of higher orders.

const POWERS = "polygamma/powers.ts";
const HIGHER = "polygamma/accurate.ts";
const OF_EXPRESSIONS = "expression/polygamma.ts";
const FACTORIAL = "polygamma/factorial.ts";
const ZIV = "rounding/ziv_test_scalar.ts";

/** n! as a double-double, n < 171: of 26 it has a low part. */
function factorial(n: number): Two<number> {
  let all = 1n;
  for (let k = 2n; k <= n; k++) all *= k;
  return [Number(all), Number(all - BigInt(Number(all)))];
}

function accuratePolygamma(n: number): Case {
  return {
    ...{ name: `polygamma ${n}`, source: HIGHER, draw: evenly },
    meant: { name: "polygamma", parameter: n },
    ranges: [
      ...[[0.01, 1], [1, 30], [100, 1e4], [-0.4, -0.1], [-38.9, -38.6]] as const,
      ...[[-50.4, -50.1], [-50.9, -50.6]] as const,
      // On both sides of midpoints, and on one.
      ...n % 2 === 0 ? [[-2.5003, -2.4997], [-50.5, -50.5]] as const : [],
    ],
    open: (tracerOf) => {
      let found: Computed = { value: [], bound: 0 };
      const tracer: Tracer = tracerOf({
        [`${FACTORIAL} prepareFactorial`]: stub((order: bigint) => {
          const at = tracer.number(FACTORIAL, "FACTORIAL");
          factorial(Number(order)).forEach((part, i) => tracer.store(at + 8 * i, part));
          return undefined;
        }),
        [`${ZIV} passesZivTestScaled`]: stub((value: Two<number>, bound: number, by: bigint) => {
          const scale = 2 ** Number(by);
          found = { value: value.map((y) => y * scale), bound: bound * scale };
          return true;
        }),
      });
      return oneByOne((x) => {
        tracer.call(HIGHER, "accuratePolygamma", [BigInt(n), x]);
        return found;
      });
    },
  };
}

/** What the fast phase makes of true values of g, in expressions; kernels do the same in other loops. */
function fastPolygamma(values: TrueValues, n: number, isNegative: boolean): Case {
  const middle: readonly Range[] = n % 2 === 0 ? [[-20.5003, -20.4997]] : [];
  return {
    ...{ name: `polygamma ${n}, of a true g`, source: OF_EXPRESSIONS, draw: evenly },
    meant: { name: "polygamma", parameter: n },
    hasLow: !isNegative,
    ranges: isNegative ? [[-0.4, -0.1], [-20.9, -20.6], ...middle] : [[0.05, 1], [1, 30]],
    open: (tracerOf) => {
      const tracer: Tracer = tracerOf({
        "polygamma/table.ts factorialOf": stub(() => at),
        [`${OF_EXPRESSIONS} zetas`]: stub((_: number, y: Two<number>, low: Two<number>) => {
          const points = ([0, 1] as const).map((i) => [y[i], low[i]] as const);
          const [a, b] = values.at({ name: "zeta", parameter: n + 1 }, points);
          putLows(tracer, [a[1], b[1]]);
          return [a[0], b[0]];
        }),
      });
      const at = tracer.allocate(32);
      [...factorial(n), 0].forEach((part, i) => tracer.store(at + 8 * i, part));
      return (x, low) => {
        const high = tracer.call(OF_EXPRESSIONS, "polygammaLanes", [n, x, low]);
        const bounds = lanesAt(tracer, "BOUND");
        return lanesOf([high, lanesAt(tracer)], (i) => bounds[i]);
      };
    },
  };
}

function higherOrders(values: TrueValues): Case[] {
  const common = { source: POWERS, hasLow: true } as const;
  const far = (n: number): Case => ({
    ...{ ...common, name: `g of order ${n} from 2^14` },
    meant: { name: "zeta", parameter: n + 1 },
    // In the last one y/3 + 1/2 is a double-double.
    ranges: [[2 ** 14, 2 ** 15], [2 ** 14, 2 ** 30], [3 * (2 ** 13 - 0.4), 3 * (2 ** 13 - 0.1)]],
    open: (tracerOf) => {
      const tracer = tracerOf();
      const part = tracer.number("polygamma/error_bounds.ts", "ZETA_PART");
      return (x, low) => {
        const high = tracer.call(POWERS, "farZeta", [n, x, low]);
        return lanesOf([high, lanesAt(tracer)], (_, y) => part * y);
      };
    },
  });
  const powers = (n: number): Case => ({
    ...{ ...common, name: `powers of order ${n}` },
    meant: { name: "power", parameter: n + 1 },
    ranges: [[1, 1.3]],
    open: (tracerOf) => {
      const tracer = tracerOf();
      const part = tracer.call("polygamma/error_bounds.ts", "powerPart", [n]) as number;
      return (x, low) => {
        const args = [both(1), x, low, n + 1, both(1), both(0)];
        const high = tracer.call(POWERS, "timesPowerOfRatio", args);
        return lanesOf([high, lanesAt(tracer)], (_, y) => part * y);
      };
    },
  });
  return [
    ...[3, 130].map(far),
    ...[3, 10, 130].map(powers),
    ...[3, 26].map(accuratePolygamma),
    ...[3, 26].flatMap((n) => [false, true].map((is) => fastPolygamma(values, n, is))),
  ];
}

// The gamma family of expressions, one element at a time.

const ELEMENTS = "expression/gamma_element.ts";

function gammaElements(): Case[] {
  const element = (op: string, n: number, ranges: readonly Range[]): Case => ({
    ...{ name: `${op} ${n} of an element`, source: ELEMENTS, draw: evenly, hasLow: true },
    meant: {
      name: op === "MULTIGAMMALN_GRAD" ? "multigammalnGrad" : op.toLowerCase(),
      parameter: n,
    },
    ranges,
    open: (tracerOf) => {
      let found: Computed = { value: [], bound: 0 };
      const tracer = tracerOf({
        "expression/slot.ts put": stub((_: number, high: number, rest: number, bound: number) => {
          found = { value: [high, rest], bound };
          return undefined;
        }),
      });
      const args = [tracer.number("expression/instructions.ts", op), 0];
      return oneByOne((x, low) => {
        found = { value: [], bound: 0 };
        tracer.call(ELEMENTS, "gammaElement", [...args, x, low, n, 1]);
        return found;
      });
    },
  });
  const all: readonly Range[] = [[0.05, 1], [1, 30], [-5.9, -5.6], [-60.9, -60.6]];
  return [
    element("LGAMMA", 0, all),
    element("DIGAMMA", 0, all),
    element("POLYGAMMA", 2, all),
    element("POLYGAMMA", 3, all),
    element("MULTIGAMMALN", 3, [[1.01, 2]]),
    element("MULTIGAMMALN_GRAD", 3, [[1.01, 2]]),
  ];
}

// multigammaln.

const SUMS = "multigammaln/accurate_double_double.ts";
const MULTI = "multigammaln/boundaries.ts";
const SIZE = "arithmetic/term_size.ts";

function multigammaln([name, order]: readonly [string, number]): Case[] {
  const after = (p: number): Case["draw"] => (place, range) =>
    (p - 1) / 2 + byLogarithm(place, range);
  const sums = (p: number): Case => ({
    ...{ name: `sums of ${name}, p ${p}`, source: SUMS, draw: after(p) },
    meant: { name, parameter: p },
    ranges: [[2 ** -30, 1], [1, 1e5]],
    open: (tracerOf) => {
      const tracer = tracerOf();
      const part = tracer.number(SIZE, "TERM_PART");
      return oneByOne((x) => {
        const value = tracer.call(SUMS, "multigammalnPair", [x, p, order === 0]) as Two<number>;
        return { value, bound: part * tracer.number(SIZE, "termSize") };
      });
    },
  });
  const far = (p: number): Case => {
    const start = (p < 24 ? 2 ** 40 : Math.max(2 ** 14, 4 * p)) + p / 2;
    return {
      ...{ name: `${name} far from the pole, p ${p}`, source: MULTI },
      meant: { name, parameter: p },
      // Its series matters where p is as large as it may be beside x.
      ranges: p > 1000 ? [[start, 1.1 * start]] : [[start, 1.1 * start], [start, 1e60]],
      open: (tracerOf) => {
        const tracer = tracerOf();
        const table = tracer.allocate(1024);
        tracer.call(MULTI, "prepareFar", [table, order, p]);
        return (x) => {
          const high = tracer.call(MULTI, "farPairs", [table, order, x]) as Two<number>;
          const [bounds, [low0, low1]] = [lanesAt(tracer, "BOUND"), lanesAt(tracer)];
          const twice = [[2 * high[0], 2 * high[1]], [2 * low0, 2 * low1]] as const;
          return lanesOf(twice, (i) => 2 * bounds[i]);
        };
      },
    };
  };
  const pole = (p: number): Case => ({
    ...{ name: `${name} next to the pole, p ${p}`, source: MULTI },
    ...{ meant: { name, parameter: p }, draw: after(p) },
    ranges: [[2 ** -30, 2 ** -20], [2 ** -40, 2 ** -30]],
    open: (tracerOf) => {
      const tracer = tracerOf();
      const table = tracer.allocate(1024);
      tracer.store(table + tracer.number(MULTI, "IS_MADE"), 0);
      tracer.call(MULTI, "prepareBoundaries", [table, order, p]);
      return ([x0, x1]) => {
        const edge = (p - 1) / 2; // the differences are exact
        const high = tracer.call(MULTI, "polePairs", [table, order, [x0 - edge, x1 - edge]]);
        const bounds = lanesAt(tracer, "BOUND");
        return lanesOf([high, lanesAt(tracer)], (i) => bounds[i]);
      };
    },
  });
  return [...[2, 11, 192, 301].map(sums), ...[3, 301, 4095].map(far), ...[3, 24].map(pole)];
}

// Bessel functions.

const BESSEL = "bessel/accurate.ts";
const KINDS = "bessel/kinds.ts";
const FAR_TERMS = "bessel/fast_asymptotic.ts";
/** Kinds, functions, and of those that grow the scaled ones. */
const BESSEL_KINDS: readonly (readonly [kind: string, name: string, scaled?: string])[] = [
  ["I0", "i0", "i0e"],
  ["I1", "i1", "i1e"],
  ["I0E", "i0e"],
  ["I1E", "i1e"],
  ["I0E_SLOPE", "i0eGrad"],
  ["I1E_SLOPE", "i1eGrad"],
];

function bessel(values: TrueValues): Case[] {
  const accurate = ([kind, name, scaled]: typeof BESSEL_KINDS[number]): Case => ({
    ...{ name: `${name}, of a true factor`, source: BESSEL, meant: { name } },
    ranges: scaled ? [[0.01, 700]] : [[2 ** 20, 2 ** 22], [2 ** 20, 2 ** 60]],
    open: (tracerOf) => {
      const factor: Meant = scaled
        ? { name: scaled }
        : { name: "far", parameter: kind.endsWith("SLOPE") ? 1 : 0 };
      const tracer: Tracer = tracerOf({
        "bessel/accurate_table.ts accurateEntry": stub(() => 0),
        "bessel/accurate_table.ts powerEntry": stub(() => 0),
        "tables/entry.ts entryNumber": stub(() => 0),
        [`${BESSEL} evaluate`]: stub((x: Two<number>) => {
          const [a, b] = values.at(factor, x.map((each) => [each, 0]));
          putLows(tracer, [a[1], b[1]]);
          return [a[0], b[0]];
        }),
      });
      const part = tracer.number(BESSEL, "ACCURATE_BOUND");
      const args = [tracer.number(KINDS, kind), scaled ? 0 : 1];
      return (x) => {
        const high = tracer.call(BESSEL, "accuratePair", [...args, x]) as Two<number>;
        const scales = [0, 1].map((i) => 2 ** tracer.number(BESSEL, `exponent${i}`));
        const pairs = [high, lanesAt(tracer)].map(([y, z]): Two<number> => [
          y * scales[0],
          z * scales[1],
        ]);
        return lanesOf(pairs, (_, y) => part * Math.abs(y));
      };
    },
  });
  const fast = (kind: string, which: number): Case => ({
    ...{ name: `${kind}, far`, source: FAR_TERMS },
    meant: { name: "hankel", parameter: which },
    ranges: [[2 ** 10, 2 ** 11], [2 ** 11, 2 ** 79]],
    open: (tracerOf) => {
      const tracer = tracerOf();
      // The smallest one of those that entries have there.
      const bound = tracer.number("bessel/data.ts", "I0E_FAR_TEST_BOUND");
      const terms = tracer.call("bessel/tables.ts", "hankelTermsOf", [tracer.number(KINDS, kind)]);
      const wanted = { truths: [true, true] } as const;
      return (x) =>
        lanesOf(
          [both(1), tracer.call(FAR_TERMS, "correction", [x, wanted, terms])],
          () => bound,
        );
    },
  });
  const far = BESSEL_KINDS.filter(([, , scaled]) => scaled === undefined);
  return [...BESSEL_KINDS.map(accurate), ...far.map(([kind], which) => fast(kind, which))];
}

/** All that is compared. */
function casesOf(sources: Sources, values: TrueValues): Case[] {
  return [
    ...elementary(sources),
    ...gammaFamily(),
    ...higherOrders(values),
    ...gammaElements(),
    ...multigammaln(["multigammaln", -1]),
    ...multigammaln(["multigammalnGrad", 0]),
    ...bessel(values),
  ];
}

/** The numbers at which one case is compared, those of the same two lanes after one another. */
function pointsOf({ ranges, draw = byLogarithm, hasLow = false }: Case): Numbers[] {
  const random = new Random(1);
  return ranges.flatMap((range) =>
    PLACES.map((place): Numbers => {
      const x = draw(random.between(...place), range);
      const ulp = 2 ** (Math.floor(Math.log2(Math.abs(x))) - 52);
      return [x, hasLow ? ulp * random.between(-0.5, 0.5) * (1 - 2 ** -20) : 0];
    })
  );
}

/** The largest error at numbers of each range, in units of its bound. */
function ratioOf(sources: Sources, values: TrueValues, one: Case): number {
  const points = pointsOf(one);
  const compute = one.open((stubs) => new Tracer(sources, stubs));
  const meant = values.at(one.meant, points);
  let worst = 0;
  for (let i = 0; i < points.length; i += 2) {
    const [[x0, low0], [x1, low1]] = points.slice(i);
    compute([x0, x1], [low0, low1]).forEach(({ value, bound }, lane) => {
      const error = distanceOf(value, meant[i + lane]);
      if (error > 0) worst = Math.max(worst, error / bound);
    });
  }
  return worst;
}

async function prove(sources: Sources): Promise<readonly Bound[]> {
  using values = await TrueValues.open();
  const cases = casesOf(sources, values);
  const ratios = cases.map((one) => ratioOf(sources, values, one));
  const wrong = cases.flatMap(({ name, source }, i) =>
    ratios[i] <= 1 ? [] : `${name} (${source}) is off by ${ratios[i].toPrecision(3)} of its bound`
  );
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  const proved = Math.max(...ratios);
  const worst = cases[ratios.indexOf(proved)];
  const count = cases.reduce((sum, { ranges }) => sum + PLACES.length * ranges.length, 0);
  return [{
    name: `${cases.length} computations beside true values; worst ${worst.name}`,
    phase: "both",
    source: worst.source,
    claimed: 1,
    proved,
    by: `Arb, at ${count} numbers`,
  }];
}

export const proof: Proof = { isQuick: true, prove };
