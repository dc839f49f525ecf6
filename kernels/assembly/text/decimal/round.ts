// Writes a float with at most so many significant digits: the decimal of that many that is nearest to it, of two
// that are as near the one with an even last digit.
//
// The shortest digits D of x (text/decimal/shortest.ts) are rounded instead of x. That is the same unless D is the
// middle M of two candidates: were M between x and D, it would read back as x, be no longer than D, and lie closer
// to x. Where D is M, x is compared with it by integers.

import { ZERO } from "./digits";
import { writeDecimal } from "./layout";
import { compareWithFloat } from "./shortest";
import { writeFloat } from "./write";

const MINUS: u8 = 0x2d;
const EXPONENT: u8 = 0x65; // e

/** Writes x as `writeFloat` does, with 1 to 17 digits. What is overwritten after them is that of all digits. */
export function writeRounded(to: usize, x: f64, decimal: i32, narrow: i32, digits: i32): usize {
  const end = writeFloat(to, x, decimal, narrow);
  if (x == 0 || !(abs(x) < Infinity)) return end;
  if (load<u8>(to) == MINUS) to++;

  // The text is n 10^k, and n has `count` digits.
  let n: u64 = 0;
  let k = 0;
  let count = 0;
  let isFraction = false;
  let at = to;
  for (; at < end && load<u8>(at) != EXPONENT; at++) {
    const byte = load<u8>(at);
    if (byte == <u8> decimal) {
      isFraction = true;
      continue;
    }
    n = 10 * n + (byte - ZERO);
    if (n != 0) count++;
    if (isFraction) k--;
  }
  if (at < end) k += readExponent(at + 1, end);

  const drop = count - digits;
  if (drop <= 0) return end;
  let unit: u64 = 10;
  for (let i = 1; i < drop; i++) unit *= 10;
  const kept = n / unit;
  const rest = n - kept * unit;
  const rounded = kept + u64(isUp(rest, unit >> 1, kept, n, k, x));
  return writeDecimal(to, rounded / 10, <i32> (rounded % 10), k + drop, decimal);
}

/** A sign, and digits up to `end`. */
function readExponent(at: usize, end: usize): i32 {
  let exponent = 0;
  for (let digit = at + 1; digit < end; digit++) {
    exponent = 10 * exponent + (load<u8>(digit) - ZERO);
  }
  return load<u8>(at) == MINUS ? -exponent : exponent;
}

/** Whether x, whose shortest digits are n 10^k, is above the middle after the digits that are kept, or goes up to even. */
function isUp(rest: u64, half: u64, kept: u64, n: u64, k: i32, x: f64): bool {
  if (rest != half) return rest > half;
  const side = compareWithFloat(n, k, abs(x));
  return side < 0 || (side == 0 && (kept & 1) != 0);
}
