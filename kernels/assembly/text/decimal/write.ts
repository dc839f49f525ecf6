// Writes a float with the digits of JavaScript's String(x): the fewest that read back as the same float, and of
// those the closest. -0 is "-0", so that it reads back, infinity is "inf", and an exponent follows from 1e16 on.
//
// All take where to write and give the end: at most 25 bytes, and up to 16 after them are overwritten.
// `decimal` is the byte of the decimal separator. `preparePowers` of text/decimal/powers.ts has been called.

import { writeInteger } from "./layout";
import { NARROW, SHORT, writeExact, writeShortest, writeShortestNarrow } from "./shortest";

const FRACTION: u64 = 0x000fffffffffffff;

/** x is a float64, or with `narrow` 1 or 2 a float32 or float16. */
export function writeFloat(to: usize, x: f64, decimal: i32, narrow: i32): usize {
  return writeFloatHere(to, x, decimal, narrow);
}

/** The same in the place of the call, for loops. */
// @ts-ignore: decorator
@inline
export function writeFloatHere(to: usize, x: f64, decimal: i32, narrow: i32): usize {
  if (narrow == 0) return writeFloat64(to, x, decimal);
  if (narrow == 1) return writeFloat32(to, <f32> x, decimal);
  return writeFloat16(to, x, decimal);
}

// @ts-ignore: decorator
@inline
function writeFloat64(to: usize, x: f64, decimal: i32): usize {
  to = writeSign(to, x);
  const bits = reinterpret<u64>(x);
  const exponent = <i32> (bits << 1 >> 53);
  if (<u32> (exponent - 1) >= 2046) return writeUnusual(to, x, decimal);
  const q = exponent - 1075;
  const c = bits & FRACTION | 1 << 52;
  if (isInteger(<i32> ctz(c), q)) return writeInteger(to, c >> -q);
  if (c == 1 << 52) return writeUnusual(to, x, decimal);
  return writeShortest(to, c, q, decimal);
}

/**
 * Whether c 2^q, where c ends with so many zero bits, is a whole number up to the size of c: its digits are those of
 * the integer. It is one test, since numbers may be above and below that size at random.
 */
// @ts-ignore: decorator
@inline
function isInteger(zeros: i32, q: i32): bool {
  return (zeros + q | -q) >= 0;
}

/** What is 0, subnormal, a power of two or not finite; the sign is written. */
function writeUnusual(to: usize, x: f64, decimal: i32): usize {
  const size = abs(x);
  if (size == 0) return writeInteger(to, 0);
  if (!(size < Infinity)) return writeWord(to, x);
  const bits = reinterpret<u64>(size);
  const exponent = <i32> (bits >> 52);
  const fraction = bits & FRACTION;
  const c = exponent == 0 ? fraction : 1 << 52;
  return writeExact(to, c, max(exponent, 1) - 1075, exponent > 1, decimal);
}

// @ts-ignore: decorator
@inline
function writeFloat32(to: usize, x: f32, decimal: i32): usize {
  to = writeSign(to, <f64> x);
  const bits = reinterpret<u32>(x);
  const exponent = <i32> (bits >> 23 & 0xff);
  const fraction = bits & 0x7fffff;
  if (<u32> (exponent - 1) >= 254) return writeUnusualNarrow(to, <f64> x, fraction, -149, decimal);
  const q = exponent - 150;
  const c = fraction | 1 << 23;
  if (isInteger(<i32> ctz(c), q)) return writeInteger(to, c >> -q);
  if (fraction == 0) return writeExact(to, c, q, exponent > 1, decimal);
  return writeShortestNarrow(to, c, q, decimal, NARROW);
}

/** x is a float16. */
// @ts-ignore: decorator
@inline
function writeFloat16(to: usize, x: f64, decimal: i32): usize {
  to = writeSign(to, x);
  const bits = <i32> (reinterpret<u64>(x) >> 42);
  const exponent = (bits >> 10 & 0x7ff) - 1008; // as a float16 has it; 0 and less: subnormal
  const fraction = bits & 0x3ff;
  const q = exponent - 25;
  const c = fraction | 0x400;
  if (<u32> (exponent - 1) >= 30) {
    return writeUnusualNarrow(to, x, exponent > -10 ? c >> (1 - exponent) : 0, -24, decimal);
  }
  if (isInteger(<i32> ctz(c), q)) return writeInteger(to, c >> -q);
  if (fraction == 0) return writeExact(to, c, q, exponent > 1, decimal);
  return writeShortestNarrow(to, c, q, decimal, SHORT);
}

/** What is 0, subnormal, c 2^q, or not finite. */
function writeUnusualNarrow(to: usize, x: f64, c: u32, q: i32, decimal: i32): usize {
  if (x == 0) return writeInteger(to, 0);
  if (!(abs(x) < Infinity)) return writeWord(to, x);
  return writeExact(to, c, q, false, decimal);
}

/** "-" before what is negative, as -0 is. */
// @ts-ignore: decorator
@inline
function writeSign(to: usize, x: f64): usize {
  store<u8>(to, 0x2d);
  return to + <usize> (reinterpret<u64>(x) >> 63);
}

/** NaN or inf; the sign is written, and NaN has none. */
function writeWord(to: usize, x: f64): usize {
  if (x == x) {
    store<u32>(to, 0x666e69); // "inf", the last letter first
    return to + 3;
  }
  to -= <usize> (reinterpret<u64>(x) >> 63);
  store<u32>(to, 0x4e614e); // "NaN"
  return to + 3;
}
