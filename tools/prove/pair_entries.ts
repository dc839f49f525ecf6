// Entries of tables/entry_double_double.ts, as the probe build makes them: what their polynomials are off (Arb,
// tools/arb/entries.c), and what evaluating them loses (majorants).

import type { Probe } from "../../support/probe_module.ts";
import { type Approximated, type Enclosures, type Entry, pieceOf, PIECES } from "./entries.ts";
import type { Range } from "./graph.ts";
import { type Bounded, evaluateAt, Majorants, meaningOf, polynomialIn } from "./majorant.ts";
import type { Sources } from "./sources.ts";
import { type Lanes, Tracer, type Value } from "./tracer.ts";

const EVALUATION = "tables/entry_double_double.ts";
const ROOM = 1 + 2 ** -20;

const both = (x: Value): Lanes => [x, x] as unknown as Lanes;

/** What an entry's pair is off, and the size of its low part, as parts of the function. */
export interface Pair {
  error: number;
  low: number;
}

export interface PairEntry extends Entry {
  sizes: Record<string, number>;
}

/** The coefficients' names: of a double-double two. */
const names = (pairs: number, count: number): string[][] =>
  Array.from({ length: count }, (_, k) => k < pairs ? [`c${k}`, `c${k}l`] : [`c${k}`]);

/** The size and the error of the low part. */
export function pairMajorant(sources: Sources, pairs: number, count: number): Bounded {
  const tracer = new Tracer(sources);
  const input = (name: string) => tracer.graph.input(name, [2 ** -9, 1]);
  const entry = tracer.allocate(16 + 8 * (pairs + count));
  [0, 8].forEach((at) => tracer.store(entry + at, 0)); // its breakpoint: d is x
  names(pairs, count).flat().forEach((name, i) => tracer.store(entry + 16 + 8 * i, input(name)));
  const high = tracer.lanes(EVALUATION, "evaluatePairs", [
    ...[both(input("d")), entry, entry, pairs, count],
  ]);
  const low = tracer.loadNode(tracer.number("memory_map.ts", "LOW"));
  const inputs: Record<string, number> = { d: 3 };
  let sum = 0;
  names(pairs, count).forEach((of, k) =>
    of.forEach((name, part) => {
      inputs[name] = 7 * k + part + 1;
      sum += inputs[name] * inputs.d ** k;
    })
  );
  if (meaningOf(tracer.graph, [high, low], inputs) !== sum) {
    throw new Error(`${EVALUATION} evaluatePairs is not the polynomial of its entry`);
  }
  return new Majorants([high, low], {}).of(low);
}

export function readPairs(
  { memory }: Probe,
  address: number,
  [low, high]: Range,
  [pairs, count]: readonly [number, number],
): PairEntry {
  const numbers = new Float64Array(memory.buffer, address, 2 + pairs + count);
  const breakpoint = numbers[0];
  let at = 2;
  const sizes: Record<string, number> = {};
  const terms = names(pairs, count).map((of) => {
    const values = of.map((name) => {
      const value = numbers[at++];
      sizes[name] = Math.abs(value);
      return value;
    });
    return [values[0], values[1] ?? 0] as const;
  });
  const reach = Math.max(high - breakpoint, breakpoint - low);
  const ulp = ulpOf(Math.min(Math.abs(low), Math.abs(high)) || high);
  if (breakpoint !== 0 && (breakpoint % ulp !== 0 || reach > 2 ** 53 * ulp)) {
    throw new Error(`d at ${breakpoint} is not exact`);
  }
  return { low, high, breakpoint, terms, sizes };
}

const ulpOf = (x: number): number => 2 ** (Math.floor(Math.log2(Math.abs(x))) - 52);

/** What is compared: with a part of |f|, 1 by default, and more, over |d| next to a zero. */
export interface Allowed {
  /** Whether f has a zero next to the breakpoint. */
  hasZero?: boolean;
  part?: number;
  more?: (entry: PairEntry, d: number) => number;
  /** The least |d| but 0, by default an ulp of the breakpoint. */
  spacing?: number;
}

/**
 * The largest errors of entries. Around a zero of the function all is divided by d: f = c0 + d (c1 + ...), d is 0, `spacing`, or
 * at least twice as much, and |c0| less than 1.5 times that times |c1|.
 */
export function pairOf(
  arb: Enclosures,
  of: Approximated,
  entries: readonly PairEntry[],
  majorant: Bounded,
  { hasZero = false, part = 1, more = () => 0, spacing }: Allowed = {},
): Pair {
  const bounds = arb.enclose({ ...of, isQuotient: hasZero }, entries);
  const unitOf = ({ breakpoint }: PairEntry): number => spacing ?? ulpOf(breakpoint);
  const inner = entries.filter(({ terms: [[c0]] }) => hasZero && c0 !== 0)
    .map((entry) => ({
      ...entry,
      low: entry.breakpoint - unitOf(entry),
      high: entry.breakpoint + unitOf(entry),
    }));
  const innerBounds = arb.enclose({ ...of, isQuotient: true }, inner);
  const worst: Pair = { error: 0, low: 0 };
  const add = (error: number, low: number, least: number, allowed: number): void => {
    worst.error = Math.max(worst.error, error / allowed * ROOM);
    worst.low = Math.max(worst.low, low / least * ROOM);
  };
  entries.forEach((entry, i) => {
    const { breakpoint, sizes, terms } = entry;
    const error = polynomialIn("d", majorant.error, sizes);
    const size = polynomialIn("d", majorant.size, sizes);
    const all = terms.map(([high]) => Math.abs(high));
    const [[c0], [c1]] = terms;
    // What has no factor d: at d = 0, and over the least d but those next to it.
    const unit = unitOf(entry);
    const over = c0 === 0 ? 0 : 1 / (2 * unit);
    const constant = (error[0] ?? 0) + bounds[i][PIECES];
    const lowConstant = size[0] ?? 0;
    // Where x is coarse, an entry may be for one x alone.
    const isAlone = hasZero && c0 !== 0 && unit > Math.max(...pieceOf(entry, PIECES - 1));
    const isNear = c0 === 0 ? constant === 0 : isAlone || all[0] * over <= 0.75 * all[1];
    if (hasZero && !isNear) throw new Error(`${breakpoint} is not next to a zero`);
    for (let piece = 0; piece < PIECES && !isAlone; piece++) {
      const ends = pieceOf(entry, piece);
      const d = Math.max(...ends.map(Math.abs));
      const nearest = ends[0] * ends[1] <= 0 ? 0 : Math.min(...ends.map(Math.abs));
      const curve = evaluateAt(d, all.slice(2));
      const lines = ends.map((t) => c0 + t * c1);
      const line = lines[0] * lines[1] <= 0 ? 0 : Math.min(...lines.map(Math.abs));
      const least = hasZero ? all[1] - d * curve - all[0] * over : line - d * d * curve;
      if (!(least > 0)) throw new Error(`The entry at ${breakpoint} has a zero`);
      const own = bounds[i][piece] + evaluateAt(d, hasZero ? error.slice(1) : error);
      const low = evaluateAt(d, hasZero ? size.slice(1) : size);
      const [lost, lowLost] = hasZero ? [constant * over, lowConstant * over] : [0, 0];
      add(own + lost, low + lowLost, least, part * least + more(entry, nearest));
    }
    if (!hasZero || c0 === 0) return;
    const [own, low] = [error, size].map((of) => evaluateAt(unit, of.slice(1)));
    const nearby = Math.max(...innerBounds[inner.findIndex((of) => of.breakpoint === breakpoint)]);
    for (const t of isAlone ? [0] : [0, unit, -unit]) {
      // The sum is rounded, by less than 2^-10 of it if it is no smaller than 2^-40 c0.
      const f = Math.abs(c0 + t * c1) -
        (t === 0 ? 0 : unit * unit * evaluateAt(unit, all.slice(2)));
      if (f < 2 ** -40 * all[0]) throw new Error(`${breakpoint} is next to a zero`);
      const [lost, left] = t === 0 ? [0, 0] : [unit * (own + nearby), unit * low];
      const also = Math.abs(t) * more(entry, Math.abs(t));
      add(constant + lost, lowConstant + left, f, part * f * (1 - 2 ** -10) + also);
    }
  });
  return worst;
}
