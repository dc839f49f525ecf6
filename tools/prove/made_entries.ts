// Table entries that are made at run time, each as the probe build makes it: what its polynomial is
// off (Arb, tools/arb/entries.c), and what evaluating it loses (majorants of tables/entry.ts and
// gamma/compensated_entry.ts), together are at most the bound that the entry carries, or that
// polygamma/error_bounds.ts states.

import type { Probe } from "../../support/probe_module.ts";
import {
  type Approximated,
  type Enclosures,
  type Entry,
  oddPart,
  pieceOf,
  PIECES,
} from "./entries.ts";
import type { Node } from "./graph.ts";
import { type Bounded, evaluateAt, Majorants, meaningOf, polynomialIn } from "./majorant.ts";
import type { Bound, Effort } from "./proof.ts";
import type { Sources } from "./sources.ts";
import { type Lanes, Tracer, type Value } from "./tracer.ts";

const CURVE = ["c2", "c3", "c4", "c5", "c6", "c7", "c8"];
const UNIT = 2 ** -53;
/** The entries of an octave of the gamma family, and its octaves from 2^-20 on (gamma/table.ts). */
export const GAMMA_PER_OCTAVE = 64;
/** The functions of gamma/, in the order of the numbers that kernels give them. */
export const GAMMA_NAMES = ["lgamma", "digamma", "polygamma 1", "polygamma 2"] as const;
export const GAMMA_OCTAVES = [-20, 40] as const;
/** Those of the terms of the reflection at a, the distance from a pole. */
export const MIRRORED_OCTAVES = [-44, -1] as const;
/** With --quick one of so many entries is enclosed. */
const QUICK_STRIDE = 61;

export interface MadeEntry extends Entry {
  c0: number;
  c0l: number;
  c1h: number;
  c1l: number;
  curve: readonly number[];
  bound: number;
}

/**
 * The error of low, and its size, of an entry of the gamma family or of polygamma from order 3 on. `isMoved`:
 * at x + p, where f may have a zero in the entry.
 */
export function majorantOf(
  sources: Sources,
  isGamma: boolean,
  { isMoved = false, isCompensated = false } = {},
): Bounded {
  const tracer = new Tracer(sources);
  const { graph } = tracer;
  graph.isOrdered = () => !isCompensated; // as checkEntry finds; TwoSum needs no order
  // Signs do not matter here, but must be known to a compensated evaluation.
  const input = (name: string) => graph.input(name, [isCompensated ? 2 ** -9 : -1, 1]);
  const [d, c0, c1h, c1l, c0l] = ["d", "c0", "c1h", "c1l", "c0l"].map(input);
  const entry = tracer.allocate(96);
  [0, c0, c1h, isGamma ? 0 : c0l, ...CURVE.map(input), c1l].forEach((node, i) =>
    tracer.store(entry + 8 * i, node)
  );
  const both = (x: Value) => [x, x] as unknown as Lanes;
  const high = isCompensated
    ? tracer.lanes("gamma/compensated_entry.ts", "evaluateCompensated", [both(d), entry, entry])
    : tracer.lanes("tables/entry.ts", "evaluateEntry", [
      ...[both(d), both(isMoved ? input("p") : 0), entry, entry, isGamma && isMoved, isMoved],
      tracer.number("tables/entry.ts", isGamma ? "PAIR" : "PAIR_WITH_LOW"),
    ]);
  const low = tracer.loadNode(tracer.number("memory_map.ts", "LOW"));
  const inputs: Record<string, number> = {
    d: 2,
    c0: 3,
    c1h: 5,
    c1l: 7,
    c0l: isGamma ? 0 : 9,
    p: 13,
  };
  CURVE.forEach((name, k) => inputs[name] = 11 + k);
  let meant = CURVE.reduce(
    (sum, name, k) => sum + inputs[name] * 2 ** (k + 2),
    inputs.c0 + inputs.c0l,
  );
  meant += 2 * (inputs.c1h + inputs.c1l);
  // p times three terms of the slope.
  if (isMoved) {
    meant += inputs.p * (inputs.c1h + inputs.c1l + 2 * inputs.c2 * 2 + 3 * inputs.c3 * 4);
  }
  if (meaningOf(graph, [high, low], inputs) !== meant) {
    throw new Error("What is evaluated is not the polynomial of an entry");
  }
  const isLine = ({ kind, args }: Node) => kind === "product" && args.includes(c1h);
  return new Majorants([high, low], { isExact: isLine }).of(low);
}

/** The intervals of a table's entries, by their numbers from 0 on. */
export function* intervals(
  [first, last]: readonly [number, number],
  perOctave: number,
  { level }: Effort,
): Generator<{ number: number; interval: readonly [number, number] }> {
  const step = level === "quick" ? QUICK_STRIDE : 1;
  let number = 0;
  for (let octave = first; octave < last; octave++) {
    const width = 2 ** octave / perOctave;
    for (let i = 0; i < perOctave; i++) {
      const low = 2 ** octave + i * width;
      if (number % step === 0) yield { number, interval: [low, low + width] };
      number++;
    }
  }
}

export function readEntry(
  { memory }: Probe,
  address: number,
  [low, high]: readonly [number, number],
  isGamma: boolean,
): MadeEntry {
  const [breakpoint, c0, c1h, fourth, ...others] = new Float64Array(memory.buffer, address, 12);
  const c1l = others[7];
  const curve = others.slice(0, 7);
  const c0l = isGamma ? 0 : fourth;
  const terms = [[c0, c0l], [c1h, c1l], ...curve.map((c) => [c, 0])] as [number, number][];
  const bound = isGamma ? fourth : 0;
  return { low, high, breakpoint, c0, c0l, c1h, c1l, curve, bound, terms };
}

/** That d and d c1h are exact, and that FastTwoSum's operands are ordered. */
export function checkEntry({ low, high, breakpoint, c0, c1h }: MadeEntry, hasZeros: boolean): void {
  const fail = (what: string) => {
    throw new Error(`The entry at ${breakpoint}: ${what}`);
  };
  const reach = Math.max(high - breakpoint, breakpoint - low);
  if (!hasZeros && c0 !== 0 && Math.abs(c0) < Math.abs(c1h) * reach) fail("c0 is below d c1h");
  const ulp = 2 ** (Math.floor(Math.log2(Math.min(low || breakpoint, breakpoint))) - 52);
  if (breakpoint % ulp !== 0) fail("d is not exact");
  if (reach / ulp * oddPart(c1h) > 2 ** 53) fail("d c1h is not exact");
}

/** What is added to the errors of a piece of an entry, and how they are compared. */
export interface Comparison {
  /** Whether Ziv's test follows, which adds the bound to the low part, and subtracts it. */
  isTested?: boolean;
  /** The bound in a piece, if it is not the entry's own; `line` is the least |c0 + d c1h|. */
  allowed?: (entry: number, piece: number, line: number) => number;
  /** What is lost besides in a piece, by the numbers of the entry and the piece; `line` is the largest |c0 + d c1h|. */
  lost?: (entry: number, piece: number, line: number) => number;
  /** The absolute value of the argument's low part, p, of a moved entry. */
  low?: (entry: MadeEntry) => number;
}

/** The largest error in units of the bound, with the bounds of |p - f| in the pieces of entries. */
export function worstRatio(
  bounds: readonly Float64Array[],
  entries: readonly MadeEntry[],
  majorant: Bounded,
  { isTested, allowed: boundIn, lost, low }: Comparison = {},
): number {
  let ratio = 0;
  entries.forEach((entry, i) => {
    const sizes: Record<string, number> = { p: low?.(entry) ?? 0 };
    for (const name of ["c0", "c0l", "c1h", "c1l"] as const) sizes[name] = Math.abs(entry[name]);
    entry.curve.forEach((c, k) => sizes[CURVE[k]] = Math.abs(c));
    const error = polynomialIn("d", majorant.error, sizes);
    const size = isTested ? polynomialIn("d", majorant.size, sizes) : [];
    const own = entry.bound;
    for (let piece = 0; piece < PIECES; piece++) {
      const ends = pieceOf(entry, piece);
      const d = Math.max(...ends.map(Math.abs));
      const lines = ends.map((t) => Math.abs(entry.c0 + t * entry.c1h));
      const allowed = (boundIn?.(i, piece, Math.min(...lines)) ?? own) * (1 - 2 ** -40);
      const test = isTested ? UNIT * (evaluateAt(d, size) + allowed) : 0;
      const more = lost?.(i, piece, Math.max(...lines)) ?? 0;
      const found = (bounds[i][piece] + evaluateAt(d, error) + test + more) / allowed;
      if (!(found <= ratio)) ratio = found;
    }
  });
  return ratio;
}

/** Half an ulp below the end of an entry. */
export function halfUlp({ high }: MadeEntry): number {
  return 2 ** (Math.ceil(Math.log2(high)) - 1 - 53);
}

/** A row of the table of proofs. */
export function boundOf(
  name: string,
  arb: Enclosures,
  of: Approximated,
  entries: readonly MadeEntry[],
  majorant: Bounded,
  comparison: Comparison = { isTested: true },
): Bound {
  const proved = worstRatio(arb.enclose(of, entries), entries, majorant, comparison);
  const by = `Arb, majorants (${entries.length} entries)`;
  return { name, phase: "fast", source: "made at run time", claimed: 1, proved, by };
}
