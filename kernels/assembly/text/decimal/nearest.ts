// The float64 nearest to w 10^q for w of 64 bits: the way of Eisel and Lemire (Lemire, "Number parsing at a
// gigabyte per second", 2021), without their case analysis of ties.
//
// w' = w 2^l has its first bit set, and t is the power's significand (text/decimal/powers.ts): p = w' t has 191 or
// 192 bits, of which the first 53 are the result's (fewer if that is subnormal), and the next says how to
// round, unless p may lie on either side of the middle. The table holds T, T - 1 <= t < T.
//
//   w' times the high half of T: its first 64 bits are too small by less than 2, and too large by less than
//   2^-64. Only if they are the middle's, or one less, is more needed:
//   w' T: its first 128 bits, z, are such that z - 1 < p/2^64 < z + 1. Only if z is the middle is that not
//   enough. Then the caller compares exactly.

import { floorLog2, MIN_POWER, multiplyHigh, powerHigh, powerLow } from "./powers";

const MAX_POWER: i32 = 308;
export const INFINITY_BITS: u64 = 0x7ff0000000000000;
/** Stands in the place of the sign: the result is this float64 or the next. */
export const UNDECIDED: u64 = 0x8000000000000000;

/** The bits of the nearest float64, or of the one below and UNDECIDED; w is not 0. */
// @ts-ignore: decorator
@inline
export function nearestBits(w: u64, q: i32): u64 {
  if (q < MIN_POWER) return 0; // 2^64 10^-343 is below half of the least float64
  if (q > MAX_POWER) return INFINITY_BITS;
  const zeros = <i32> clz(w);
  const high = powerHigh(q);
  const shifted = w << zeros;
  let product = multiplyHigh(shifted, high);
  // Below the result's last bit is the one that says how to round, and `drop` more.
  let drop = 9 + <i32> (product >> 63);
  // p 2^-128 = product = w 10^q 2^(zeros - floorLog2(q) - 1), and 2^-1074 is the last place of exponent 1.
  let exponent = floorLog2(q) - zeros + drop + 1077;
  if (exponent < 1) {
    drop += 1 - exponent;
    exponent = 1;
    if (drop > 63) return 0;
  }
  const middle = <u64> 1 << drop;
  const below = (middle << 1) - 1;
  if ((product & below) + 1 - middle <= 1) {
    const low = shifted * high;
    const rest = low + multiplyHigh(shifted, powerLow(q));
    if (rest < low) product++;
    if ((product & below) == middle && rest == 0) {
      return UNDECIDED | bitsOf(product >> drop >> 1, exponent);
    }
  }
  return bitsOf(((product >> drop) + 1) >> 1, exponent);
}

/** A significand with its first bit, or a subnormal one, beside its exponent; what is too large is infinite. */
// @ts-ignore: decorator
@inline
function bitsOf(significand: u64, exponent: i32): u64 {
  return min<u64>(significand + (<u64> (exponent - 1) << 52), INFINITY_BITS);
}
