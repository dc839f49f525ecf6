// sin and cos of double-doubles in expressions (elementary/sin_cos.ts): for every multiple k of pi/2 of the reduction at once, by octaves
// of the angle r that is left, next to the bounds of expression/elementary.ts.

import { boundOnParts, errorDomain, ErrorGraph } from "../errors.ts";
import { exactNumber } from "../gappa.ts";
import { largest, type Node, type Range } from "../graph.ts";
import { markTriples } from "../marked.ts";
import type { Bound, Proof } from "../proof.ts";
import { largestValue, sollyaNumber } from "../sollya.ts";
import type { Sources } from "../sources.ts";
import { type Lanes, Tracer } from "../tracer.ts";

const PATH = "elementary/sin_cos.ts";
const ROWS = "expression/elementary.ts";
const CONSTANTS = "arithmetic/constants_data.ts";
const UNIT = 2 ** -53;
/** |r| is at most pi/4, and what rounding x 2/pi and pi/2 adds to it. */
const MOST = Math.PI / 4 + 2 ** -30;
/** Below the absolute part of the bounds is all that matters. */
const FIRST_OCTAVE = -50;
const ENOUGH = 0.9;
/** What is added to x - k pi/2 at last: k third, and two errors of sums below 1. */
const SMALL = 2 ** -48;
/** Where a row of expression/elementary.ts has them. */
const [MOST_AT, RELATIVE_AT, ABSOLUTE_AT] = [8, 16, 24];

const both = (node: Node): Lanes => [node, node];

interface Case {
  isLong: boolean;
  isSine: boolean;
  /** What the sum of three parts is off, of pi/2. */
  reduction: number;
}

/** The largest error on a range of r, in units of its bound. */
function ratioOf(sources: Sources, { isLong, isSine, reduction }: Case, range: Range): number {
  const graph = new ErrorGraph();
  const tracer: Tracer = new Tracer(
    sources,
    {},
    errorDomain(graph, {
      // steps + quarters: only its last bits are used, as those of sine or cosine. The sign changes both parts of the result.
      bits: () => isSine ? 0n : 1n,
    }),
  );
  const row = tracer.number(ROWS, isLong ? "SINE_ROW" : "FAST_SINE");
  const [most, relative, absolute] = [MOST_AT, RELATIVE_AT, ABSOLUTE_AT].map((at) =>
    tracer.load(row + at) as number
  );
  const quarters = tracer.number(CONSTANTS, "QUARTER");
  const [first, second, third] = [0, 16, 32].map((at) => tracer.load(quarters + at) as number);
  const rounder = tracer.load(tracer.number("arithmetic/constants.ts", "ROUNDER")) as number;
  const turns = Math.ceil(most / (Math.PI / 2));
  const k = graph.input("k", [-turns, turns]);
  // The second part is off by what the third one is, which makes up for it.
  const secondPart = graph.input("second", [second, second], third + reduction);
  const thirdPart = graph.low(secondPart, [third, third], reduction);
  for (const lane of [0, 8]) {
    tracer.store(quarters + 16 + lane, secondPart);
    tracer.store(quarters + 32 + lane, thirdPart);
  }
  const h = graph.input("h", [-most, most]);
  const lowSize = UNIT * largest(h.range);
  const l = graph.input("l", [-lowSize, lowSize]);
  const after = graph.input("after k first", [-MOST - turns * second, MOST + turns * second]);
  // Three sums lead to r. They are as large as r, but for what is still to be added.
  const still = [lowSize + SMALL, SMALL, 0];
  const sums: Node[] = [after];
  let isInner = false;
  graph.known = (a, b) => {
    if (b.kind === "constant" && b.value === -rounder) return k;
    const isProduct = b.kind === "scaled" && b.args[0].kind === "product" &&
      b.args[0].args.includes(k);
    // h is a multiple of 2^-53 if k is not 0, as k first is: what is left is below 1, and exact.
    if (a === h && isProduct) return after;
    if (isInner || a !== sums.at(-1) || sums.length > still.length) return undefined;
    isInner = true;
    const sum = graph.sum(a, b);
    isInner = false;
    const more = still[sums.length - 1];
    sum.range = [range[0] - more, range[1] + more];
    sums.push(sum);
    return sum;
  };
  graph.isExact = (kind, a, b) => kind === "product" && a === k && b !== thirdPart;
  if (![first, second].every((part) => isShort(part, turns))) {
    throw new Error("The products of parts of pi/2 are not exact");
  }
  const terms = tracer.number(PATH, isLong ? "LONG_TERMS" : "SHORT_TERMS");
  markTriples(tracer, graph, tracer.number(CONSTANTS, "INVERSE_FACTORIALS"), 24, 2 * terms);
  const high = tracer.lanes(PATH, "sineLanes", [both(h), both(l), isSine ? 0 : 1, isLong]);
  const low = tracer.loadNode(tracer.number("memory_map.ts", "LOW"));
  // Terms have signs in turn, and get smaller.
  let truncated = largest(range) ** (2 * terms + (isSine ? 1 : 0));
  for (let i = 2; i <= 2 * terms + (isSine ? 1 : 0); i++) truncated /= i;
  if (sums.length !== still.length + 1) throw new Error("The reduction has other sums");
  const error = graph.errorOf(high, low) + 1.01 * truncated;
  const least = isSine ? 0.9 * Math.max(0, range[0]) : 0.7;
  return error / (relative * least + absolute);
}

/** Whether a number times an integer up to `turns` is a float64. */
function isShort(part: number, turns: number): boolean {
  const [digits] = exactNumber(part).split("b");
  return Math.abs(Number(digits)) * turns < 2 ** 53;
}

async function reductionError(sources: Sources): Promise<number> {
  const tracer = new Tracer(sources);
  const at = tracer.number(CONSTANTS, "QUARTER");
  const parts = [0, 16, 32].map((place) => sollyaNumber(tracer.load(at + place) as number));
  return await largestValue([`${parts.join(" + ")} - pi/2`]);
}

async function prove(sources: Sources): Promise<readonly Bound[]> {
  const reduction = await reductionError(sources);
  return [false, true].flatMap((isLong) =>
    [true, false].map((isSine): Bound => {
      const ratioOn = (range: Range) => ratioOf(sources, { isLong, isSine, reduction }, range);
      let proved = ratioOn([-(2 ** FIRST_OCTAVE), 2 ** FIRST_OCTAVE]);
      for (let octave = FIRST_OCTAVE; octave < 0; octave++) {
        const range: Range = [2 ** octave, Math.min(2 ** (octave + 1), MOST)];
        proved = Math.max(proved, boundOnParts(range, ratioOn, ENOUGH));
      }
      return {
        name: `${isSine ? "sin" : "cos"} of double-doubles`,
        phase: isLong ? "accurate" : "fast",
        source: PATH,
        claimed: 1,
        proved,
        by: "errors, Sollya",
      };
    })
  );
}

export const proof: Proof = { isQuick: true, prove };
