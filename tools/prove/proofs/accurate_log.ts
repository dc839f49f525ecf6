// ln of double-doubles (elementary/log_double_double.ts): for each c, and k up to 8 and in quarters of octaves beyond, of either sign.
// Next to 1, where expressions need the error relative to a small logarithm, by octaves of x - 1; and 1 + x of log1p
// (expression/elementary.ts), by octaves of x.

import { errorDomain, ErrorGraph } from "../errors.ts";
import { largest, type Node, type Range, smallest } from "../graph.ts";
import { markTriples } from "../marked.ts";
import { type Bound, claimOf, type Effort, type Proof } from "../proof.ts";
import { largestValue, sollyaNumber } from "../sollya.ts";
import type { Sources } from "../sources.ts";
import { type Lanes, Tracer } from "../tracer.ts";

const PATH = "elementary/log_double_double.ts";
const CONSTANTS = "arithmetic/constants_data.ts";
const EXPRESSIONS = "expression/elementary.ts";
const STEPS = 32;
/** With --quick one of so many c is tried. */
const QUICK_STRIDE = 5;
const QUICK_OCTAVES = 97;
const UNIT = 2 ** -53;
/** Smaller results are left, and so are numbers from there on. */
const LEAST_LOW = -930;
const MOST_OCTAVE = 499;
/** 0 to 8, and quarters of octaves up to the exponent of the least number, -1074. */
const EXPONENTS = [
  ...Array.from({ length: 9 }, (_, k) => [k, k]),
  ...Array.from({ length: 29 }, (_, i) => [i, i + 1].map((j) => 2 ** (j >> 2) * (8 + 2 * (j & 3)))),
];

const both = (node: Node): Lanes => [node, node];

async function prove(sources: Sources, { level }: Effort): Promise<readonly Bound[]> {
  const claimed = claimOf(sources, PATH, "logDoubleDouble");
  let proved = 0;
  let ofLarger = 0;
  let ofItself = 0;
  for (let step = 0; step < STEPS; step += level === "quick" ? QUICK_STRIDE : 1) {
    for (const [least, most] of EXPONENTS) {
      for (const sign of least === 0 ? [1] : [1, -1]) {
        const error = errorOf(sources, step, [least * sign, most * sign]);
        proved = Math.max(proved, error / (least + 1));
        // |ln x| is at least (|k| - 1) ln 2.
        ofLarger = Math.max(ofLarger, error / Math.max(1, (least - 1) * 0.693));
        const nearest = Math.log1p((sign > 0 ? step : step + 1) / STEPS);
        const ofLog = (least * Math.LN2 + sign * nearest) * 0.999;
        if (ofLog > 0.001) ofItself = Math.max(ofItself, error / ofLog);
      }
    }
  }
  const worst = await largestValue(stepErrors(sources));
  if (worst > 2 ** -150) throw new Error(`-ln c is wrong by ${worst}`);
  const common = { phase: "accurate", source: PATH, by: "errors, Sollya" } as const;
  const tracer = new Tracer(sources);
  const larger = tracer.number(PATH, "DOUBLE_DOUBLE_ERROR");
  const sumError = tracer.number(EXPRESSIONS, "SUM_ERROR");
  return [
    { ...common, name: "ln of double-doubles, of |k| + 1", claimed, proved },
    { ...common, name: "the same, of the larger of it and 1", claimed: larger, proved: ofLarger },
    {
      ...common,
      name: "the same, of itself",
      claimed: larger,
      proved: Math.max(ofItself, largestNextToOne(sources, level === "quick" ? QUICK_OCTAVES : 1)),
    },
    {
      ...common,
      name: "1 + x of log1p, of itself",
      source: EXPRESSIONS,
      claimed: sumError,
      proved: largestOfSum(sources),
      by: "errors",
    },
  ];
}

/** The relative error where k ln 2 - ln c is 0: of c = 1, and of c = 1/2 for k = -1, whose constants are those of ln 2. */
function largestNextToOne(sources: Sources, stride: number): number {
  const tracer = new Tracer(sources);
  const at = tracer.number(CONSTANTS, "LOG_STEPS");
  const stepAt = (step: number) => [0, 8, 16, 24].map((by) => tracer.load(at + 32 * step + by));
  const ln2 = [0, 8, 16].map((by) => tracer.load(tracer.number(CONSTANTS, "LN_2") + by));
  if (`${stepAt(0)}` !== "1,0,0,0" || `${stepAt(STEPS - 1)}` !== `0.5,${ln2}`) {
    throw new Error("The first and the last c are not 1 and 1/2");
  }
  let worst = 0;
  // x - 1 from its least size on, with a low part of up to half an ulp; and low parts alone.
  for (const [sign, size] of [[1, UNIT], [-1, UNIT / 2]]) {
    for (let octave = Math.log2(2 * size); octave < -5; octave++) {
      const ends = [sign * 2 ** octave, sign * 2 ** (octave + 1)];
      const z: Range = [Math.min(...ends), Math.max(...ends)];
      worst = Math.max(worst, relativeError(sources, z, [-size, size]));
    }
    for (let octave = LEAST_LOW; octave < -53; octave += stride) {
      const ends = [sign * 2 ** octave, sign * 2 ** (octave + 1)];
      const low: Range = [Math.min(...ends), Math.max(...ends)];
      worst = Math.max(worst, relativeError(sources, [0, 0], low));
    }
  }
  return worst;
}

/** The error of ln(1 + z + l), relative to what it is at least. */
function relativeError(sources: Sources, z: Range, low: Range): number {
  const { error, truncated } = traceOf(sources, 0, [0, 0], [1 + z[0], 1 + z[1]], low);
  const least = z[1] === 0 && z[0] === 0 ? smallest(low) : smallest(z) - largest(low);
  const most = largest(z) + largest(low);
  // |ln(1 + a)| is at least 0.96 |a|.
  // Where |w| is less, the series leaves out less than as small a part of that; |w| is at most 0.6 |z|.
  return (error + truncated * most * 2 ** 6) / (0.96 * least);
}

/** The relative error of 1 + x as a double-double. */
function largestOfSum(sources: Sources): number {
  let worst = 0;
  for (let octave = LEAST_LOW; octave < MOST_OCTAVE; octave++) {
    for (const sign of [1, -1]) {
      // Below -1/2 the sum of 1 and x is exact, and that of its error, which is 0, and the low part too.
      if (sign < 0 && octave >= -1) continue;
      const graph = new ErrorGraph();
      const tracer = new Tracer(sources, {}, errorDomain(graph));
      const x = graph.scaled(graph.input("x", [2 ** octave, 2 ** (octave + 1)]), sign);
      const size = UNIT * 2 ** octave;
      const low = graph.input("low", [-size, size]);
      const log1p = tracer.number("expression/instructions.ts", "LOG1P");
      const [[sum], [rest]] = tracer.argumentsOf(
        [PATH, "logDoubleDouble"],
        EXPRESSIONS,
        "valueOf",
        [log1p, both(x), both(low), true],
      ) as [[Node, Node], [Node, Node]];
      worst = Math.max(worst, graph.errorOf(sum, rest) / sum.range[0]);
    }
  }
  return worst;
}

/** What c and -ln c are not to each other. */
function stepErrors(sources: Sources): string[] {
  const tracer = new Tracer(sources);
  const at = tracer.number(CONSTANTS, "LOG_STEPS");
  return Array.from({ length: STEPS }, (_, i) => {
    const [c, ...parts] = [0, 8, 16, 24].map((place) =>
      sollyaNumber(tracer.load(at + 32 * i + place) as number)
    );
    return `${parts.join(" + ")} + log(${c})`;
  });
}

function errorOf(sources: Sources, step: number, ends: readonly number[]): number {
  const from = 1 + step / STEPS;
  const size = 2 * UNIT;
  const { error, truncated } = traceOf(
    sources,
    step,
    [Math.min(...ends), Math.max(...ends)],
    [from, from + 1 / STEPS - size],
    [-size, size],
  );
  return error + truncated;
}

interface Traced {
  error: number;
  /** What the series leaves out where |w| is 2^-6. */
  truncated: number;
}

/** The logarithm of 2^k (m + low), with the c of that step. */
function traceOf(
  sources: Sources,
  step: number,
  exponents: Range,
  significands: Range,
  lows: Range,
): Traced {
  const graph = new ErrorGraph();
  // m c is next to 1, and 1 is subtracted exactly.
  graph.isExact = (kind, _, b) => kind === "sum" && b.value === -1;
  const k = exponents.every((end) => end === 0) ? graph.constant(0) : graph.input("k", exponents);
  const tracer: Tracer = new Tracer(
    sources,
    {
      "elementary/log.ts exponents": () => both(k),
      "elementary/log.ts significands": () => both(m),
      [`${PATH} inverseScale`]: () => [1, 1],
      [`${PATH} stepOf`]: () => at,
    },
    errorDomain(graph),
  );
  const m = significands[0] === significands[1]
    ? graph.constant(significands[0])
    : graph.input("m", significands, largest(lows));
  const low = graph.low(m, lows, 0);
  const at = tracer.number(CONSTANTS, "LOG_STEPS") + 32 * step;
  markTriples(tracer, graph, at + 8, 24, 1);
  markTriples(tracer, graph, tracer.number(CONSTANTS, "LN_2"), 24, 1);
  const terms = tracer.number(PATH, "LOG_TERMS");
  markTriples(tracer, graph, tracer.number(CONSTANTS, "ODD_RECIPROCALS"), 24, terms);
  const log = tracer.lanes(PATH, "logDoubleDouble", [both(m), both(low)]);
  const rest = tracer.loadNode(tracer.number("memory_map.ts", "LOW"));
  // |w| is at most 2^-6, and the first term that is left out 2 w^21/21.
  const truncated = 2 * (2 ** -6) ** (2 * terms + 1) / (2 * terms + 1) * 1.001;
  return { error: graph.errorOf(log, rest), truncated };
}

export const proof: Proof = { isQuick: true, prove };
