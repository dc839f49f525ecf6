import { exponentOf } from "./key.ts";
import { DEGREE, EXPONENTS, FRACTION_BITS, ROW_EXPONENT } from "./layout.ts";

const WORD = 2 ** 32;
/** Room for the carries of the shader's sums and for the nudge. */
const MARGIN = 1 + 2 ** -20;

/** The position of a row in a table. */
export interface Place {
  readonly words: Uint32Array;
  readonly at: number;
}

/**
 * Writes a polynomial. The nudge, 1 or -1 units in the last place of c0, tells on which side of a
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
