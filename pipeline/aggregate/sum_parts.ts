/** A number that float64 does not hold, as the sum of several: `SUM_SCALE * scaled`, and the parts. */
export interface SumParts {
  /** -0 unless the number is beyond the largest float64. */
  readonly scaled: number;
  /** Float64 numbers from the largest to the smallest. */
  readonly parts: readonly number[];
}

/** What the first part of a number beyond the largest float64 is multiplied by. */
export const SUM_SCALE = 2 ** 60;

/** Bits of a sum that are looked at at a time, and of its unit, 2^-1074. */
const TOP_BITS = 64;
const UNIT_EXPONENT = -1074;
/** Parts of this size and more are scaled. */
const MAX_EXPONENT = 1023;

/** Splits a sum, given as text (sum_text.ts), into float64 numbers. */
export function splitSum(text: string): SumParts {
  if (!/^-?[0-9a-f]+$/.test(text) || text === "-0") {
    return { scaled: -0, parts: text === "" ? [] : [Number(text)] };
  }
  const isNegative = text.startsWith("-");
  let rest = BigInt(`0x${isNegative ? text.slice(1) : text}`);
  if (rest === 0n) return { scaled: -0, parts: [0] };
  const sign = isNegative ? -1 : 1;
  let scaled = -0;
  const parts: number[] = [];
  while (rest !== 0n) {
    const size = rest < 0n ? -rest : rest;
    const bits = size.toString(16).length * 4;
    const shift = Math.max(0, bits - TOP_BITS);
    // The nearest float64 to the first bits, and what is left, which may have the other sign.
    const top = Number(BigInt.asIntN(TOP_BITS + 2, rest >> BigInt(shift)));
    rest -= BigInt(top) << BigInt(shift);
    const exponent = shift + UNIT_EXPONENT;
    if (bits + UNIT_EXPONENT > MAX_EXPONENT && scaled === 0) {
      scaled = sign * (top / SUM_SCALE) * 2 ** exponent;
    } else {
      parts.push(sign * top * 2 ** exponent);
    }
  }
  return { scaled, parts };
}
