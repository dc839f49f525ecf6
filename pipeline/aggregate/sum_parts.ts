import { shortSum, sumText } from "./sum_text.ts";

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

/** Splits the state of a sum into float64 numbers. */
export function partsOfSum(state: DataView): SumParts {
  const [first, second] = shortSum(state) ?? [NaN, NaN];
  const sum = first + second;
  // A longer sum is NaN here.
  if (!(Math.abs(sum) < 2 ** MAX_EXPONENT)) return splitSum(sumText(state));
  if (second === 0) return { scaled: -0, parts: [Object.is(second, -0) ? 0 : first] };
  // What the float64 next to the sum leaves (Knuth's TwoSum).
  const added = sum - first;
  const rest = (first - (sum - added)) + (second - added);
  return { scaled: -0, parts: rest === 0 ? [sum] : [sum, rest] };
}

/** Splits a sum, given as text (sum_text.ts), into float64 numbers, which depend on it alone. */
export function splitSum(text: string): SumParts {
  if (!/^-?[0-9a-f]+$/.test(text) || text === "-0") {
    return { scaled: -0, parts: [Number(text)] }; // of nothing, 0
  }
  const isNegative = text.startsWith("-");
  const size = BigInt(`0x${isNegative ? text.slice(1) : text}`);
  let rest = isNegative ? -size : size;
  if (rest === 0n) return { scaled: -0, parts: [0] };
  let scaled = -0;
  const parts: number[] = [];
  while (rest !== 0n) {
    const bits = bitLength(rest < 0n ? -rest : rest);
    const shift = BigInt(Math.max(0, bits - TOP_BITS));
    // The nearest float64, and what is left, which may have the other sign. The last of the first bits
    // stands for all that come after it.
    const first = rest >> shift;
    const hasMore = first << shift !== rest;
    const top = Number(hasMore ? first | 1n : first);
    rest -= BigInt(top) << shift;
    const power = Number(shift) + UNIT_EXPONENT;
    if (bits + UNIT_EXPONENT > MAX_EXPONENT && scaled === 0) {
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
