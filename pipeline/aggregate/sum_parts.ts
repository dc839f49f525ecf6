import { shortTotal, sumText } from "./sum_text.ts";

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

/** Integers up to here are float64 numbers. */
const MAX_EXACT = 2n ** 53n;

/** Splits the state of a sum into float64 numbers. */
export function partsOfSum(state: DataView, unit: number): SumParts {
  const short = shortTotal(state);
  if (short === undefined) return splitSum(sumText(state, unit));
  return splitTotal(short, unit - 1 + UNIT_EXPONENT);
}

/** Splits a sum, given as text (sum_text.ts), into float64 numbers. */
export function splitSum(text: string): SumParts {
  if (!/^-?[0-9a-f]+$/.test(text) || text === "-0") {
    return { scaled: -0, parts: [Number(text)] }; // of nothing, 0
  }
  const isNegative = text.startsWith("-");
  const size = BigInt(`0x${isNegative ? text.slice(1) : text}`);
  return splitTotal(isNegative ? -size : size, UNIT_EXPONENT);
}

/**
 * Splits total 2^exponent. The parts depend on that number alone: zero bits at the end of `total`
 * change nothing.
 */
function splitTotal(total: bigint, exponent: number): SumParts {
  // A sum of zeros alone has no unit.
  if (total === 0n) return { scaled: -0, parts: [0] };
  if (total >= -MAX_EXACT && total <= MAX_EXACT && exponent + 54 <= MAX_EXPONENT) {
    return { scaled: -0, parts: [Number(total) * 2 ** exponent] };
  }
  let rest = total;
  let scaled = -0;
  const parts: number[] = [];
  while (rest !== 0n) {
    const bits = bitLength(rest < 0n ? -rest : rest);
    const shift = Math.max(0, bits - TOP_BITS);
    // The nearest float64 to the first bits, and what is left, which may have the other sign.
    const top = Number(BigInt.asIntN(TOP_BITS + 2, rest >> BigInt(shift)));
    rest -= BigInt(top) << BigInt(shift);
    const power = shift + exponent;
    if (bits + exponent > MAX_EXPONENT && scaled === 0) {
      scaled = (top / SUM_SCALE) * 2 ** power;
    } else {
      parts.push(top * 2 ** power);
    }
  }
  return { scaled, parts };
}

/** The number of bits of a positive integer. */
function bitLength(size: bigint): number {
  const digits = size.toString(16);
  return 4 * digits.length - Math.clz32(parseInt(digits[0], 16)) + 28;
}
