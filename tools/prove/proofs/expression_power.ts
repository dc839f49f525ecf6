// Powers of expressions (expression/power.ts), a^b = exp(b ln a), in both phases, from what proofs/fast_double_double.ts,
// proofs/accurate_log.ts and proofs/accurate_exp.ts prove. Where b ln a is off by d, below 2^-10, the power is off by at
// most 1.0005 d of it; with x + e and y + f, of which e is below x/256, that is (y + f) ln(1 + e/x) + f ln x, and
// |ln(1 + e/x)| is at most 1.0021 e/x. All of these are multiples of numbers and bounds, and so are the kernel's: their
// coefficients are compared.

import { entryOf, putBy } from "../blocks.ts";
import { errorDomain, ErrorGraph } from "../errors.ts";
import { largest, type Node, type Range, smallest } from "../graph.ts";
import type { Bound, Proof } from "../proof.ts";
import { checkSampled, drawNumbers, sumText } from "../sampled.ts";
import type { Sources } from "../sources.ts";
import { type Float, type Lanes, Tracer } from "../tracer.ts";

const PATH = "expression/power.ts";
const FAST = "elementary/fast_double_double.ts";
const LOG = "elementary/log_double_double.ts";
const EXP = "elementary/exp_double_double.ts";
const UNIT = 2 ** -53;
const PARTS = 8;
/** What proofs of exp allow the low part of its argument to be, of the high one. */
export const EXPONENT_LOW = 2 ** -51;
/** What the power is off, of the exponent; and ln(1 + e/x), of e/x. */
const OF_EXPONENT = 1.0005;
const OF_BASE = 1.0021;
/** More than what the roundings of a bound may take, which the limit of results has room for (expression/output.ts). */
const ROOM = 1 + 2 ** -45;

interface Operands {
  y: Float;
  yLow?: Float;
  xBound?: number;
  yBound?: number;
  /** ln x and its low part. */
  log: readonly [Float, Float];
}

interface Computed {
  /** What exp is called with. */
  exponent: readonly [Float, Float];
  /** The bound of a power of 1. */
  bound: Float;
}

/** The bound of a power, and how it is computed; x is 1. */
function computed(
  sources: Sources,
  isAccurate: boolean,
  operands: Operands,
  graph = new ErrorGraph(),
): Computed {
  const { y, yLow = 0, xBound = 0, yBound = 0, log } = operands;
  const put = (high: Float, low: Float): Lanes => {
    const at = tracer.number("memory_map.ts", "LOW");
    for (const lane of [0, 8]) tracer.store(at + lane, low);
    return [high, high];
  };
  let exponent: readonly [Float, Float] = [0, 0];
  const tracer: Tracer = new Tracer(
    sources,
    {
      [isAccurate ? `${LOG} logDoubleDouble` : `${FAST} logLanes`]: () => put(...log),
      [isAccurate ? `${EXP} expDoubleDouble` : `${FAST} expLanes`]: (high: Lanes, low: Lanes) => {
        exponent = [high[0], low[0]];
        return put(1, 0);
      },
    },
    errorDomain(graph, {
      // y is no integer, and nothing is special.
      decide: (condition) => / != /.test(condition),
      nearest: (x) => graph.input("nearest", x.range),
    }),
  );
  const [, , bound] = putBy(tracer, PATH, "powerBlock", [
    ...[entryOf(tracer), entryOf(tracer, [1, 0, xBound]), entryOf(tracer, [y, yLow, yBound]), 2],
    isAccurate,
  ]);
  return { exponent, bound };
}

/** The largest relative error of b ln a, without that of ln a. */
function exponentError(sources: Sources, isAccurate: boolean): number {
  const width = (1 - 2 ** -52) / PARTS;
  let worst = 0;
  for (let i = 0; i < PARTS; i++) {
    for (let k = 0; k < PARTS; k++) {
      const [ofLn, ofY] = [i, k].map((j): Range => [1 + j * width, 1 + (j + 1) * width]);
      const graph = new ErrorGraph();
      const log = graph.input("log", ofLn, UNIT);
      const logLow = graph.low(log, [-UNIT, UNIT], 0);
      const y = graph.input("y", ofY);
      const yLow = graph.input("yLow", [-UNIT, UNIT]);
      const { exponent } = computed(sources, isAccurate, { y, yLow, log: [log, logLow] }, graph);
      const [high, low] = exponent as [Node, Node];
      if (largest(low.range) > EXPONENT_LOW * smallest(high.range)) {
        throw new Error("The low part of an exponent is larger than exp allows");
      }
      // The product of both low parts is left out.
      const error = graph.errorOf(high, low) + UNIT ** 2;
      worst = Math.max(worst, error / (ofLn[0] * ofY[0]));
    }
  }
  return worst;
}

/** What is needed, in units of what a bound has. */
function boundOf(sources: Sources, isAccurate: boolean, ofLog: number, ofExp: number): number {
  const has = (y: number, xBound = 0, yBound = 0) =>
    computed(sources, isAccurate, { y, xBound, yBound, log: [1, 0] }).bound as number;
  const ofExponent = has(2) - has(1);
  const rest = 2 * has(1) - has(2);
  const size = 2 ** -9; // far above those
  const ofX = (has(1, size) - has(1)) / size;
  const ofY = (has(1, 0, size) - has(1)) / size;
  const ofBoth = ((has(1, size, size) - has(1)) / size - ofX - ofY) / size;
  const needed: readonly (readonly [number, number])[] = [
    // y + yLow times what ln a is off.
    [(exponentError(sources, isAccurate) + ofLog * (1 + UNIT)) * OF_EXPONENT, ofExponent],
    [ofExp * OF_EXPONENT, rest],
    [OF_EXPONENT * OF_BASE * (1 + UNIT), ofX],
    [OF_EXPONENT * (1 + UNIT), ofY],
    [OF_EXPONENT * OF_BASE, ofBoth],
  ];
  return Math.max(...needed.map(([least, found]) => least / found)) * ROOM;
}

async function prove(sources: Sources): Promise<readonly Bound[]> {
  for (const isAccurate of [false, true]) {
    await checkSampled("The exponent of a power", 2 ** -100, (random) => {
      const [y, log] = [0, 1].map(() => drawNumbers(random, [1, 20]));
      const { exponent } = computed(sources, isAccurate, { y: y[0], yLow: y[1], log });
      return { computed: exponent as readonly number[], meant: `${sumText(y)} * ${sumText(log)}` };
    });
  }
  const tracer = new Tracer(sources);
  const common = { name: "powers", source: PATH, claimed: 1, by: "errors, coefficients" };
  const fast = boundOf(
    sources,
    false,
    tracer.number(FAST, "LOG_ERROR"),
    tracer.number(FAST, "EXP_ERROR"),
  );
  const accurate = boundOf(
    sources,
    true,
    tracer.number(LOG, "DOUBLE_DOUBLE_ERROR"),
    tracer.number(EXP, "EXP_ERROR"),
  );
  return [
    { ...common, phase: "fast", proved: fast },
    { ...common, phase: "accurate", proved: accurate },
  ];
}

export const proof: Proof = { isQuick: true, prove };
