// Writes a float as JavaScript's String(x) does: the fewest digits that read back as the same float, and of
// those the closest. But -0 is "-0", so that it reads back, and infinity is "inf".
//
// All take where to write and give the end: at most 25 bytes, and up to 16 after them are overwritten.
// `decimal` is the byte of the decimal separator.

import { writeDecimal, writeInteger } from "./decimal_layout";
import { scaleOf, shortest } from "./decimal_shortest";
import { exponentOf, powerOfTwo } from "./triple";

const MAGNITUDE: u64 = 0x7fffffffffffffff;
const FRACTION: u64 = 0x000fffffffffffff;
const HIDDEN_BIT: u64 = 0x0010000000000000;

export function writeFloat64(to: usize, x: f64, decimal: i32): usize {
  to = writeSign(to, x);
  const bits = reinterpret<u64>(x) & MAGNITUDE;
  const size = reinterpret<f64>(bits);
  if (size < 9007199254740992) { // 2^53
    const whole = <i64> size;
    if (<f64> whole == size) return writeInteger(to, whole);
  } else if (!(size < Infinity)) {
    return writeWord(to, x);
  }
  const fraction = bits & FRACTION;
  const exponent = <i32> (bits >> 52);
  const c = exponent == 0 ? fraction : fraction | HIDDEN_BIT;
  const q = max(exponent, 1) - 1075;
  const lopsided = fraction == 0 && exponent > 1;
  return writeShortest(to, c, q, lopsided, decimal);
}

export function writeFloat32(to: usize, x: f32, decimal: i32): usize {
  return writeNarrow(to, <f64> x, decimal, 24, -149);
}

/** x is a float16. */
export function writeFloat16(to: usize, x: f64, decimal: i32): usize {
  return writeNarrow(to, x, decimal, 11, -24);
}

/** A float of `bits` bits, its last place 2^least or more. */
function writeNarrow(to: usize, x: f64, decimal: i32, bits: i32, least: i32): usize {
  to = writeSign(to, x);
  const size = abs(x);
  if (!(size < Infinity)) return writeWord(to, x);
  const q = max(exponentOf(size) + 1 - bits, least);
  const c = <u64> <i64> (size * powerOfTwo(-q));
  if (q <= 0) {
    const whole = <i64> size;
    if (<f64> whole == size) return writeInteger(to, whole);
  }
  const lopsided = c == <u64> 1 << (bits - 1) && q > least;
  return writeShortest(to, c, q, lopsided, decimal);
}

/** c 2^q: one function for all types, for the module's size. */
function writeShortest(to: usize, c: u64, q: i32, lopsided: bool, decimal: i32): usize {
  const k = scaleOf(q, lopsided);
  return writeDecimal(to, shortest(c, q, k, lopsided), k, decimal);
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
