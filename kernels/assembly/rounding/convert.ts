// Between float64 and the shorter types, with counts rounded up to four; and how many are NaN.

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

/** The index of the first element that `nonfinite_f64` counted last; -1 if it counted none. */
export let nonfinite_first: i32 = -1;

/**
 * Counts the float64 of `y` that are infinite or NaN, but not those whose `x` is NaN, or whose byte of `valid` is not
 * 1. `x` and `valid` are 0 where there are none.
 */
export function nonfinite_f64(y: usize, x: usize, valid: usize, count: i32): i32 {
  let counts = i64x2.splat(0);
  for (let i: usize = 0; i < <usize> (count & ~1); i += 2) {
    const pair = v128.load(y + (i << 3));
    // y - y is 0, or NaN where y is infinite or NaN.
    const rest = f64x2.sub(pair, pair);
    let found = f64x2.ne(rest, rest);
    if (valid != 0 && v128.any_true(found)) found = v128.and(found, bothOf(load<u16>(valid + i)));
    if (x != 0 && v128.any_true(found)) {
      const from = v128.load(x + (i << 3));
      found = v128.and(found, f64x2.eq(from, from));
    }
    counts = i64x2.sub(counts, found);
  }
  let sum = <i32> (i64x2.extract_lane(counts, 0) + i64x2.extract_lane(counts, 1));
  if ((count & 1) != 0) sum += i32(isCounted(y, x, valid, <usize> count - 1));
  nonfinite_first = -1;
  if (sum > 0) { while (!isCounted(y, x, valid, ++nonfinite_first)) {} }
  return sum;
}

/** Two lanes of ones, each where a byte is 1. */
// @ts-ignore: decorator
@inline
function bothOf(valid: u16): v128 {
  const bytes = i16x8.splat(<i16> valid);
  return i64x2.eq(
    i64x2.extend_low_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes))),
    i64x2.splat(1),
  );
}

// @ts-ignore: decorator
@inline
function isCounted(y: usize, x: usize, valid: usize, i: usize): bool {
  if (isFinite(load<f64>(y + (i << 3)))) return false;
  if (x != 0 && isNaN(load<f64>(x + (i << 3)))) return false;
  return valid == 0 || load<u8>(valid + i) == 1;
}

/** Counts the float32 that are infinite or NaN. */
export function nonfinite_f32(from: usize, count: i32): i32 {
  let counts = i32x4.splat(0);
  const end = from + (<usize> count << 2);
  for (const whole = from + (<usize> (count & ~3) << 2); from < whole; from += 16) {
    const x = v128.load(from);
    const rest = f32x4.sub(x, x);
    counts = i32x4.sub(counts, f32x4.ne(rest, rest));
  }
  let sum = i32x4.extract_lane(counts, 0) + i32x4.extract_lane(counts, 1) +
    i32x4.extract_lane(counts, 2) + i32x4.extract_lane(counts, 3);
  for (; from < end; from += 4) sum += i32(!isFinite(load<f32>(from)));
  return sum;
}
