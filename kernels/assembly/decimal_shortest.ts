// The shortest decimal that reads back as a float, and of those the closest to it: Schubfach (Giulietti,
// "The Schubfach way to render doubles", 2020), with one multiplication instead of three.
//
// The float is v = c 2^q; what lies within 2^q/2 of it reads back as v, the ends too if c is even. (Below a
// power of two floats are twice as dense, and the lower half is 2^q/4: `lopsided`.) With 10^k at most the
// interval's width, an integer n at least is such that n 10^k lies inside, and one multiple of ten at most: that
// is the shortest if there is one; else the n nearest to x = v 10^-k is the closest of the shortest.
//
//   x = (c 2^(h + 1)) t / 2^128, h = q + floorLog2(-k), with t about T of decimal_powers.ts: whole and 64 bits.
//   Half of the width is t 2^h / 2^128.
//
// Both have errors below 2^-63, and are compared with 60 bits of fraction. Where a difference is smaller
// than that can tell, which for a random float never happens, integers are compared.

import { compareDecimal, DECIMAL, setNumber } from "./decimal_big";
import { floorLog2, multiplyHigh, powerHigh, powerLow } from "./decimal_powers";

const TEN: u64 = 10 << 60;
const HALF: u64 = 1 << 59;
/** Units of 2^-60 that two numbers may be wrong by, and more. */
const DOUBT: u64 = 4;

/** floor(log10(2^q)), or of 3/4 2^q, the width if lopsided; |q| <= 1100. */
// @ts-ignore: decorator
@inline
export function scaleOf(q: i32, lopsided: bool): i32 {
  // log10(2) 2^20 and log10(4/3) 2^20, rounded.
  return (q * 315653 - (lopsided ? 131008 : 0)) >> 20;
}

// @ts-ignore: decorator
@inline
function near(a: u64, b: u64): i32 {
  return i32(a - b + DOUBT <= 2 * DOUBT);
}

/** n, given k = scaleOf(q, lopsided); it may be a multiple of ten. */
// @ts-ignore: decorator
@inline
export function shortest(c: u64, q: i32, k: i32, lopsided: bool): u64 {
  const high = powerHigh(-k);
  const h = q + floorLog2(-k);
  const factor = c << (h + 1);
  const low = factor * high;
  const fraction = low + multiplyHigh(factor, powerLow(-k));
  const whole = multiplyHigh(factor, high) + (fraction < low ? 1 : 0);

  const tens = whole / 10;
  const part = fraction >> 4;
  const above = (whole - tens * 10) << 60 | part; // x less the multiple of ten below
  const below = TEN - above;
  const reachUp = high >> (4 - h);
  const reachDown = lopsided ? reachUp >> 1 : reachUp;
  if (near(above, reachDown) | near(below, reachUp) | near(part, HALF)) {
    return exactShortest(c, q, k, lopsided, whole);
  }
  // Which of the three is as good as random: no branches. (Where `part` is near `reachDown` only the tests know:
  // all floats that are lopsided are tried.)
  const nearest = whole + <u64> (i32(part > HALF) | i32(part > reachDown));
  const upper = select<u64>(tens * 10 + 10, nearest, below < reachUp);
  return select<u64>(tens * 10, upper, above < reachDown);
}

/** The sign of n 10^k - m 2^e. */
function compare(n: u64, k: i32, m: u64, e: i32): i32 {
  setNumber(DECIMAL, n);
  return compareDecimal(k, m, e);
}

/** The same by integers: whole is floor(v 10^-k). */
function exactShortest(c: u64, q: i32, k: i32, lopsided: bool, whole: u64): u64 {
  // The ends are quarters of 2^q. One that belongs to the interval may be equal.
  const first = 4 * c - (lopsided ? 1 : 2);
  const last = 4 * c + 2;
  const open = <i32> (c & 1);
  const tens = whole - whole % 10;
  if (compare(tens, k, first, q - 2) >= open) return tens;
  if (compare(tens + 10, k, last, q - 2) <= -open) return tens + 10;
  if (compare(whole, k, first, q - 2) < open) return whole + 1;
  const middle = compare(10 * whole + 5, k - 1, c, q);
  return whole + (middle < 0 || middle == 0 && (whole & 1) != 0 ? 1 : 0);
}
