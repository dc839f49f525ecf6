// Comparisons and floor of double-doubles with bounds (expression/compare.ts, expression/floor.ts): a difference, and the distances from
// the integers below and above, are rounded, and bounds that are compared with them are larger by a constant for it.
//
//   compare   the difference is known if it is more than twice the bounds and LOW_ERROR of the low parts. So its error may be that,
//             and half of the difference
//   floor     the distance from below is known if it is more than twice the bound: half of it may be its error. That from above may be
//             off by DISTANCE_ERROR
//
// All operands of a few bits are tried, as sums are in expression_arithmetic.ts: what is allowed are multiples of a last place.

import { entryOf, putBy } from "../blocks.ts";
import { Graph, type Node } from "../graph.ts";
import type { Bound, Effort, Proof } from "../proof.ts";
import { evaluateShort, shortNumbers } from "../small_format.ts";
import type { Sources } from "../sources.ts";
import { Tracer } from "../tracer.ts";

const COMPARE = "expression/compare.ts";
const FLOOR = "expression/floor.ts";
const UNIT = 2 ** -53;
const [SHORT_BITS, QUICK_BITS] = [4, 3];

/** Low parts of a number. */
const lowsOf = (bits: number, of: number): number[] =>
  shortNumbers(bits, -bits - 1, 2).filter((low) =>
    Math.abs(low) <= 2 ** (Math.floor(Math.log2(Math.abs(of))) - bits)
  );

/** What LOW_ERROR must be at least, in units of a last place. */
function compareUnits(sources: Sources, bits: number): number {
  let worst = 0;
  for (const isEqual of [true, false]) {
    const graph = new Graph();
    const tracer = new Tracer(sources, {}, { graph, decide: () => isEqual });
    const [x, y, xLow, yLow] = ["x", "y", "xLow", "yLow"].map((name) => graph.input(name, [-2, 2]));
    const args = [entryOf(tracer, [x, xLow, 0]), entryOf(tracer, [y, yLow, 0]), 0];
    const [difference] = tracer.call(COMPARE, "differenceOf", args) as [Node, Node];
    for (const a of shortNumbers(bits, 0, 1).filter((value) => value > 0)) {
      for (const b of shortNumbers(bits, 0, bits + 3)) {
        if (b === 0 || Math.abs(b) > a || (a === b) !== isEqual) continue;
        for (const aLow of lowsOf(bits, a)) {
          for (const bLow of lowsOf(bits, b)) {
            const inputs = { x: a, y: b, xLow: aLow, yLow: bLow };
            const [found] = evaluateShort(bits, [difference], inputs);
            const error = Math.abs(found - (a - b + aLow - bLow)) - Math.abs(found) / 2;
            const lows = Math.abs(aLow) + Math.abs(bLow);
            // Of equal high parts nothing is added to the bounds.
            if (error > 0) worst = Math.max(worst, isEqual ? Infinity : error / lows);
          }
        }
      }
    }
  }
  return worst * 2 ** bits;
}

/** What DISTANCE_ERROR must be at least, in units of a last place of 1. */
function floorUnits(sources: Sources, bits: number): number {
  let worst = 0;
  for (const isInteger of [true, false]) {
    const graph = new Graph();
    const [x, low, floor, floorLow] = ["x", "xLow", "floor", "floorLow"].map((name) =>
      graph.input(name, [-2, 2])
    );
    // What is compared with numbers: the distances, as the bound is 0.
    const found: Node[] = [];
    const tracer = new Tracer(sources, {}, {
      graph,
      decide: (condition, a, b) => {
        if (/ == /.test(condition)) return isInteger;
        if (typeof a === "number" && typeof b !== "number") found.push(b);
        return true;
      },
      floor: (of) => of === x ? floor : floorLow,
    });
    putBy(tracer, FLOOR, "floorBlock", [entryOf(tracer), entryOf(tracer, [x, low, 0]), 2]);
    const [distance, above] = new Set(found);
    for (const value of shortNumbers(bits, 1, bits + 2).filter((each) => each !== 0)) {
      if (Number.isInteger(value) !== isInteger) continue;
      for (const part of lowsOf(bits, value)) {
        const below = Math.floor(value);
        const inputs = {
          x: value,
          xLow: part,
          floor: below,
          floorLow: isInteger ? Math.floor(part) : 0,
        };
        const [gap, rest] = evaluateShort(bits, [distance, above], inputs);
        const exact = value + part - Math.floor(value + part);
        if (gap > 0 && Math.abs(gap - exact) > gap / 2) worst = Infinity;
        worst = Math.max(worst, Math.abs(rest - (1 - exact)));
      }
    }
  }
  return worst * 2 ** bits;
}

function prove(sources: Sources, { level }: Effort): Promise<readonly Bound[]> {
  const bits = level === "quick" ? QUICK_BITS : SHORT_BITS;
  const tracer = new Tracer(sources);
  const common = { phase: "both", by: `all operands of ${bits} bits` } as const;
  return Promise.resolve([
    {
      ...{ ...common, name: "differences that are compared", source: COMPARE },
      claimed: tracer.number(COMPARE, "LOW_ERROR"),
      proved: compareUnits(sources, bits) * UNIT,
    },
    {
      ...{ ...common, name: "distances from floor", source: FLOOR },
      claimed: tracer.number(FLOOR, "DISTANCE_ERROR"),
      proved: floorUnits(sources, bits) * UNIT,
    },
  ]);
}

export const proof: Proof = { isQuick: true, prove };
