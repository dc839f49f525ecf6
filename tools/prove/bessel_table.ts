// The shipped tables of the Bessel functions (bessel/data.ts) as entries.

import type { Approximated, Entry } from "./entries.ts";
import type { Sources } from "./sources.ts";
import { Tracer } from "./tracer.ts";

const PATH = "bessel/data.ts";
const ENTRY = 96;
const PER_OCTAVE = 32;
/** The first entries end here, and the others have these octaves. */
const HEAD_END = 2 ** -6;
const OCTAVES = [-6, 10] as const;
const FAR_OCTAVES = [0, 2] as const;

/** The twelve numbers of an entry, by their names; `d` is the difference that is multiplied by them. */
export interface BesselEntry extends Entry {
  c0: number;
  c1h: number;
  c1l: number;
  /** c1, or of steep functions the bound of the error. */
  fourth: number;
  /** c2 to c8, and c9 of steep functions. */
  curve: readonly number[];
  of: Approximated;
}

export interface BesselTable {
  name: string;
  isSteep: boolean;
  /** The entry of the function that is not scaled, below 2^-6, and that of the scaled one. */
  growingHead?: BesselEntry;
  head?: BesselEntry;
  entries: readonly BesselEntry[];
}

/** tools/arb/entries.c's numbers of the functions: twice these, + 1 if they are scaled. */
const KINDS = [
  { name: "I0E", kind: 0, isSteep: false },
  { name: "I1E", kind: 1, isSteep: false },
  { name: "I1_GRAD", kind: 2, isSteep: false },
  { name: "I0E_GRAD", kind: 3, isSteep: true },
  { name: "I1E_GRAD", kind: 4, isSteep: true },
] as const;

const view = new DataView(new ArrayBuffer(8));

/** The float32 in the low half of a float64. */
function lowHalf(x: number): number {
  view.setFloat64(0, x);
  return view.getFloat32(4);
}

/** Reads the entries of a table in turn. */
function* numbersOf(tracer: Tracer, name: string): Generator<number[], never> {
  for (let at = tracer.number(PATH, name);; at += ENTRY) {
    yield Array.from({ length: 12 }, (_, i) => tracer.load(at + 8 * i) as number);
  }
}

function makeEntry(
  [breakpoint, c0, c1h, fourth, ...others]: readonly number[],
  [low, high]: readonly [number, number],
  isSteep: boolean,
  of: Approximated,
): BesselEntry {
  const c1l = others[7];
  const curve = others.slice(0, 7);
  if (isSteep) curve.push(lowHalf(curve[6]));
  const terms = [[c0, 0], [c1h, c1l], ...curve.map((c) => [c, 0])] as [number, number][];
  return { low, high, breakpoint, c0, c1h, c1l, fourth, curve, terms, of };
}

/** The entries of octaves. */
function* intervals([first, last]: readonly [number, number]): Generator<[number, number]> {
  for (let octave = first; octave < last; octave++) {
    for (let i = 0; i < PER_OCTAVE; i++) {
      const width = 2 ** octave / PER_OCTAVE;
      yield [2 ** octave + i * width, 2 ** octave + (i + 1) * width];
    }
  }
}

/** The tables of the functions up to 2^10. */
export function nearTables(sources: Sources): BesselTable[] {
  const tracer = new Tracer(sources);
  return KINDS.map(({ name, kind, isSteep }) => {
    const numbers = numbersOf(tracer, name);
    const next = (interval: readonly [number, number], scaled: number) =>
      makeEntry(numbers.next().value, interval, isSteep, {
        family: "bessel",
        parameter: 2 * kind + scaled,
      });
    const growingHead = isSteep ? undefined : next([0, HEAD_END], 0);
    const head = next([0, HEAD_END], 1);
    const entries = [...intervals(OCTAVES)].map((interval) => next(interval, 1));
    return { name, isSteep, growingHead, head, entries };
  });
}

/** Those of the powers of x that the asymptotic forms are multiples of. */
export function farTables(sources: Sources): BesselTable[] {
  const tracer = new Tracer(sources);
  return ["FAR_HALF", "FAR_THREE_HALVES"].map((name, parameter) => {
    const numbers = numbersOf(tracer, name);
    const isSteep = parameter === 1;
    const of: Approximated = { family: "power", parameter };
    const entries = [...intervals(FAR_OCTAVES)].map((interval) =>
      makeEntry(numbers.next().value, interval, isSteep, of)
    );
    return { name, isSteep, entries };
  });
}

/** The factor of an asymptotic form, a polynomial in 1/x: `which` is tools/arb/entries.c's. */
export function factorOf(sources: Sources, name: string, which: number): BesselEntry {
  const tracer = new Tracer(sources);
  const at = tracer.number(PATH, name);
  const fit = Array.from({ length: 5 }, (_, i) => tracer.load(at + 8 * i) as number);
  const entry = makeEntry(
    [0, 1, fit[0], 0, ...fit.slice(1), 0, 0, 0, 0],
    [0, 2 ** -10],
    false,
    { family: "hankel", parameter: which, terms: 20 },
  );
  return entry;
}
