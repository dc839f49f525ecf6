import { computeNumber } from "../../kernels/engine.ts";
import type { Kernel } from "../../kernels/job.ts";
import {
  BINADE,
  BINADES,
  BINADES_AT,
  DEGREE,
  exponentOf,
  EXPONENTS,
  FRACTION_BITS,
  HEAD,
  OUTSIDE,
  OUTSIDES_AT,
  QUAD,
  ROW_EXPONENT,
  ROWS_AT,
  type Special,
  specialAt,
  SPECIALS,
} from "./layout.ts";
import type { Block } from "./make_block.ts";

const WORD = 2 ** 32;
/** Room for the carries of the shader's sums and for the nudge. */
const MARGIN = 1 + 2 ** -20;

/** The position of a row in a table. */
export interface Place {
  readonly words: Uint32Array;
  readonly at: number;
}

/**
 * Writes a polynomial. The nudge, 1 or -1 units in the last place of c0, gives the side of a
 * polynomial that is exact in float64 the function lies. It decides ties and nothing else.
 */
export function writeRow({ words, at }: Place, coefficients: Float64Array, nudge = 0): void {
  // The shader sums the highest powers first, and no partial sum may reach 2^exponent.
  let largest = 0;
  for (let i = 0, sum = 0; i <= DEGREE; i++) {
    sum += Math.abs(coefficients[DEGREE - i]);
    largest = Math.max(largest, sum);
  }
  const exponent = largest === 0 ? 0 : exponentOf(largest * MARGIN) + 1;
  words[at + ROW_EXPONENT] = exponent;
  const unit = 2 ** (FRACTION_BITS - exponent);
  for (let i = 0; i <= DEGREE; i++) {
    const scaled = coefficients[DEGREE - i] * unit;
    const high = Math.floor(scaled / WORD);
    words[at + 2 * i] = scaled - high * WORD;
    words[at + 2 * i + 1] = high;
  }
  if (nudge !== 0) nudgeInteger(words, at + 2 * DEGREE, nudge);
}

function nudgeInteger(words: Uint32Array, at: number, nudge: number): void {
  const low = words[at] + nudge;
  words[at] = low;
  words[at + 1] += low < 0 ? -1 : low >= WORD ? 1 : 0;
}

/** Writes a row whose value is a constant: any float64, including infinities and NaN. */
export function writeConstant(place: Place, value: number): void {
  const coefficients = new Float64Array(DEGREE + 1);
  if (value !== 0 && Number.isFinite(value)) {
    coefficients[0] = value;
    return writeRow(place, coefficients);
  }
  // The exponent marks 0, infinity or NaN, and c0 gives the sign.
  coefficients[0] = Object.is(value, -0) || value < 0 ? -1 : 1;
  writeRow(place, coefficients);
  place.words[place.at + ROW_EXPONENT] = Number.isNaN(value)
    ? EXPONENTS.nan
    : value === 0
    ? EXPONENTS.zero
    : EXPONENTS.infinity;
}

/** The parts of a kernel's table. */
export interface TableParts {
  readonly flags?: number;
  /** At most four blocks. */
  readonly blocks: readonly (Block | undefined)[];
  /** Words of the head, each after its position; see HEAD. */
  readonly head?: readonly (readonly [number, number])[];
  /** The argument of the special result `pole`; if omitted, a negative integer. */
  readonly pole?: number;
}

/** Assembles the table of a kernel. Its CPU kernel gives the results at special arguments. */
export function kernelTable(kernel: Kernel, parts: TableParts): Uint32Array<ArrayBuffer> {
  const { flags = 0, blocks, head = [], pole = -1 } = parts;
  const length = blocks.reduce((sum, block) => sum + (block?.rows.length ?? 0), QUAD * ROWS_AT);
  const words = new Uint32Array(length);
  words[HEAD.flags] = flags;
  for (const [at, word] of head) words[at] = word;
  const specials: Readonly<Record<Special, number>> = {
    zero: 0,
    minusZero: -0,
    infinity: Infinity,
    minusInfinity: -Infinity,
    pole,
    nan: NaN,
  };
  for (const special of SPECIALS) {
    const value = computeNumber(kernel, specials[special]);
    writeConstant({ words, at: QUAD * specialAt(special) }, value);
  }
  let rowsAt = ROWS_AT;
  blocks.forEach((block, i) => {
    if (block === undefined) return;
    const { outside, binades, rows } = block;
    const outsideAt = QUAD * (OUTSIDES_AT + i);
    words.set(outside, outsideAt);
    words[outsideAt + OUTSIDE.before] += rowsAt;
    words[outsideAt + OUTSIDE.after] += rowsAt;
    const binadesAt = QUAD * (BINADES_AT + i * BINADES);
    words.set(binades, binadesAt);
    for (let j = 0; j < BINADES; j++) words[binadesAt + QUAD * j + BINADE.row] += rowsAt;
    words.set(rows, QUAD * rowsAt);
    rowsAt += rows.length / QUAD;
  });
  return words;
}
