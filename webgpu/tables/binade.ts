import type { Evaluate, KeyRange } from "./bounds.ts";
import { CHECKS, fit, NODES } from "./fit.ts";
import { DEGREE, exponentOfKey, KEY_FRACTION, ROW_WORDS } from "./layout.ts";
import { writeRow } from "./write_table.ts";

const POINTS: readonly number[] = [...NODES, ...CHECKS];
/** The maximum error of a row: its distance from the function, relative to its largest value. */
const TOLERANCE = 2 ** -50;
/** The maximum error of a row where rounding errors of the function cause it. */
const MAX_NOISE = 2 ** -46;
/**
 * A binade with this many rows is accepted whatever its error. No function comes near this number,
 * but none may fill the memory.
 */
const MAX_ROWS = 2 ** 13;

/** The rows of a part of a binade. 2^bits rows would fill the binade. */
export interface Binade {
  readonly bits: number;
  /** The number of its first row, counted from the beginning of the binade. */
  readonly first: number;
  /** The values that the rows were made from. */
  readonly values: Float64Array;
  /** The rows as they are stored. */
  readonly words: Uint32Array;
}

/** The keys of one binade to make rows for, and how many rows to try first. */
export interface BinadeRequest extends KeyRange {
  readonly bits: number;
  readonly nudge: number;
}

/** Makes the rows of a binade, as few as are accurate enough. */
export function makeBinade(evaluate: Evaluate, request: BinadeRequest): Binade {
  const whole = 2 ** KEY_FRACTION;
  const { from, to, nudge } = request;
  const start = 2 ** exponentOfKey(from);
  let before = Infinity;
  for (let { bits } = request;; bits++) {
    const keys = 2 ** (KEY_FRACTION - bits);
    const first = Math.floor((from % whole) / keys);
    const last = Math.floor(((to - 1) % whole) / keys);
    const makeRows = (pieces: readonly number[]): Rows =>
      fitRows(evaluate(pointsOf(pieces, { start, bits })), nudge);
    // Rows of half the length have 2^-9 of the error. Where they do not, the rest is noise.
    const isLast = bits === KEY_FRACTION || last - first >= MAX_ROWS;
    const isEnough = (error: number): boolean =>
      isLast || error <= TOLERANCE || (error <= MAX_NOISE && error > before / 8);
    // The first and the last row quickly show whether more rows are needed.
    let { error } = last - first < 4 ? { error: 0 } : makeRows([first, last]);
    if (isEnough(error)) {
      const rows = makeRows(Array.from({ length: last - first + 1 }, (_, i) => first + i));
      if (isEnough(rows.error)) return { bits, first, ...rows };
      error = rows.error;
    }
    before = error;
  }
}

function pointsOf(
  pieces: readonly number[],
  { start, bits }: { start: number; bits: number },
): Float64Array {
  const x = new Float64Array(pieces.length * POINTS.length);
  const step = start / 2 ** bits;
  let at = 0;
  for (const piece of pieces) {
    for (const t of POINTS) x[at++] = start + step * (piece + t);
  }
  return x;
}

interface Rows {
  readonly values: Float64Array;
  readonly words: Uint32Array;
  /** The largest error of all rows. */
  readonly error: number;
}

function fitRows(values: Float64Array, nudge: number): Rows {
  const count = values.length / POINTS.length;
  const words = new Uint32Array(count * ROW_WORDS);
  const coefficients = new Float64Array(DEGREE + 1);
  let error = 0;
  for (let row = 0; row < count; row++) {
    const found = fit(values, row * POINTS.length, coefficients);
    error = Math.max(error, found);
    writeRow({ words, at: row * ROW_WORDS }, coefficients, found === 0 ? nudge : 0);
  }
  return { values, words, error };
}
