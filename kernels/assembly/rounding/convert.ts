// Between float64 and the shorter types, with counts rounded up to four; and which results are not finite.

import { firstHalf, secondHalf } from "../arithmetic/lanes";
import { NAN_32, NAN_64, toFloat32 } from "./ziv_test";

export function widen_f32(from: usize, to: usize, count: i32): void {
  for (const end = from + (<usize> count << 2); from < end; from += 16, to += 32) {
    const x = v128.load(from);
    v128.store(to, firstHalf(x));
    v128.store(to, secondHalf(x), 16);
  }
}

export function narrow_f32(from: usize, to: usize, count: i32): void {
  for (const end = to + (<usize> count << 2); to < end; from += 32, to += 16) {
    const y = toFloat32(v128.load(from), v128.load(from, 16));
    v128.store(to, v128.bitselect(i32x4.splat(NAN_32), y, f32x4.ne(y, y)));
  }
}

const F64_BIAS: u64 = 1023;
const F16_BIAS: u64 = 15;

export function widen_f16(from: usize, to: usize, count: i32): void {
  for (const end = to + (<usize> count << 3); to < end; from += 2, to += 8) {
    const bits = <u64> load<u16>(from);
    const sign = (bits & 0x8000) << 48;
    const rest = bits & 0x7fff;
    // Normal: rebias. Infinity and NaN: the exponent of all ones. Zero and subnormal: a count of 2^-24.
    let wide = (rest << 42) + ((F64_BIAS - F16_BIAS) << 52);
    if (rest >= 0x7c00) wide = (rest << 42) | (<u64> 0x7ff << 52);
    if (rest < 0x0400) wide = reinterpret<u64>(<f64> rest * 5.960464477539063e-8); // 2^-24
    store<u64>(to, sign | wide);
  }
}

/** Rounds once, from float64: to nearest, ties to even. */
export function narrow_f16(from: usize, to: usize, count: i32): void {
  for (const end = to + (<usize> count << 1); to < end; from += 8, to += 2) {
    const bits = load<u64>(from);
    const sign = <u32> (bits >> 48) & 0x8000;
    const rest = bits & 0x7fffffffffffffff;
    let half: u32;
    if (rest > 0x7ff0000000000000) {
      half = 0x7e00;
    } else if (rest >= ((F64_BIAS - F16_BIAS + 1) << 52)) {
      // Normal: add half of the last place, less one if that place is even, and cut. A carry runs into
      // the exponent, as it should, and up to infinity.
      const rebiased = rest - ((F64_BIAS - F16_BIAS) << 52);
      const rounded = (rebiased + ((1 << 41) - 1) + ((rebiased >> 42) & 1)) >> 42;
      half = rounded < 0x7c00 ? <u32> rounded : 0x7c00;
    } else {
      // Subnormal: a count of 2^-24, rounded to even by the float64 unit.
      half = <u32> nearest(reinterpret<f64>(rest) * 16777216.0); // 2^24
    }
    store<u16>(to, sign | half);
  }
}

/** to[i] = to[i] by[i], with one NaN for all. */
export function multiply_f64(to: usize, by: usize, count: i32): void {
  for (const end = to + (<usize> count << 3); to < end; to += 16, by += 16) {
    const y = f64x2.mul(v128.load(to), v128.load(by));
    v128.store(to, v128.bitselect(i64x2.splat(NAN_64), y, f64x2.ne(y, y)));
  }
}

/**
 * The next element of `y` from `from` on that is infinite or NaN, though its `x` is not NaN and its byte of `valid` is
 * 1; `count` if there is none. `x` and `valid` are 0 where there are none.
 */
export function next_nonfinite_f64(y: usize, x: usize, valid: usize, from: i32, count: i32): i32 {
  let i = from;
  for (; i < count - 1; i += 2) {
    const pair = v128.load(y + (<usize> i << 3));
    // y - y is 0, or NaN where y is infinite or NaN.
    const rest = f64x2.sub(pair, pair);
    if (!v128.any_true(f64x2.ne(rest, rest))) continue;
    if (isCounted(y, x, valid, i)) return i;
    if (isCounted(y, x, valid, i + 1)) return i + 1;
  }
  return i < count && isCounted(y, x, valid, i) ? i : count;
}

// @ts-ignore: decorator
@inline
function isCounted(y: usize, x: usize, valid: usize, i: usize): bool {
  if (isFinite(load<f64>(y + (i << 3)))) return false;
  if (x != 0 && isNaN(load<f64>(x + (i << 3)))) return false;
  return valid == 0 || load<u8>(valid + i) == 1;
}

/** The next element of `y` from `from` on that is infinite or NaN; `count` if there is none. */
export function next_nonfinite_f32(y: usize, from: i32, count: i32): i32 {
  let i = from;
  for (; i < count - 3; i += 4) {
    const four = v128.load(y + (<usize> i << 2));
    const rest = f32x4.sub(four, four);
    if (v128.any_true(f32x4.ne(rest, rest))) break;
  }
  while (i < count && isFinite(load<f32>(y + (<usize> i << 2)))) i++;
  return i;
}
