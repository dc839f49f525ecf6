// Writes a float as JavaScript's String(x) does: the fewest digits that read back as the same float, and of
// those the closest. But -0 is "-0", so that it reads back, and infinity is "inf".
//
// All take where to write and give the end: at most 25 bytes, and up to 16 after them are overwritten.
// `decimal` is the byte of the decimal separator. `preparePowers` of decimal_powers.ts has been called.

import { writeInteger } from "./decimal_layout";
import { writeExact, writeShortest, writeShortestNarrow } from "./decimal_shortest";

export function writeFloat64(to: usize, x: f64, decimal: i32): usize {
  to = writeSign(to, x);
  const bits = reinterpret<u64>(x) << 1;
  const exponent = <i32> (bits >> 53);
  const fraction = bits << 11 >> 12;
  const q = exponent - 1075;
  const c = fraction | 1 << 52;
  // Tests are nested, not joined: V8 makes one branch of each, and more of `&&`.
  if (<i32> ctz(c) + q >= 0) {
    // Up to 2^53 whole numbers have the digits that they have as integers.
    if (q <= 0) return writeInteger(to, c >> -q);
  }
  if (<u32> (exponent - 1) >= 2046) return writeUnusual(to, x, decimal);
  if (fraction == 0) return writeUnusual(to, x, decimal);
  return writeShortest(to, c, q, decimal);
}

/** What is 0, subnormal, a power of two or not finite. */
function writeUnusual(to: usize, x: f64, decimal: i32): usize {
  const size = abs(x);
  if (size == 0) return writeInteger(to, 0);
  if (!(size < Infinity)) return writeWord(to, x);
  const bits = reinterpret<u64>(size);
  const exponent = <i32> (bits >> 52);
  const fraction = bits & 0x000fffffffffffff;
  const c = exponent == 0 ? fraction : 1 << 52;
  return writeExact(to, c, max(exponent, 1) - 1075, exponent > 1, decimal);
}

export function writeFloat32(to: usize, x: f32, decimal: i32): usize {
  to = writeSign(to, <f64> x);
  const bits = reinterpret<u32>(x);
  const exponent = <i32> (bits >> 23 & 0xff);
  const fraction = bits & 0x7fffff;
  const q = exponent - 150;
  const c = fraction | 1 << 23;
  if (<i32> ctz(c) + q >= 0) {
    if (q <= 0) return writeInteger(to, c >> -q);
  }
  if (<u32> (exponent - 1) >= 254) return writeUnusualNarrow(to, <f64> x, fraction, -149, decimal);
  if (fraction == 0) return writeExact(to, c, q, exponent > 1, decimal);
  return writeShortestNarrow(to, c, q, decimal);
}

/** x is a float16. */
export function writeFloat16(to: usize, x: f64, decimal: i32): usize {
  to = writeSign(to, x);
  const bits = <i32> (reinterpret<u64>(x) >> 42);
  const exponent = (bits >> 10 & 0x7ff) - 1008; // as a float16 has it; 0 and less: subnormal
  const fraction = bits & 0x3ff;
  const q = exponent - 25;
  const c = fraction | 0x400;
  if (<u32> (exponent - 1) >= 30) {
    return writeUnusualNarrow(to, x, exponent > -10 ? c >> (1 - exponent) : 0, -24, decimal);
  }
  if (<i32> ctz(c) + q >= 0) {
    if (q <= 0) return writeInteger(to, c >> -q);
  }
  if (fraction == 0) return writeExact(to, c, q, exponent > 1, decimal);
  return writeShortestNarrow(to, c, q, decimal);
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
