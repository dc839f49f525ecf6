// Blocks of float32 for i0e, i1e and their derivatives with elements from 2^10 on, from the rows' first
// coefficients, as below it: a = m 4^k as in bessel_scaled.ts, near elements with k = 0 and w = 0.
//
// G(m) (1 + w) is good to 2^-33: of i0e and i1e, whose w is below 2^-11.4, it is computed in float32 lanes
// (2^-33.8), of the steep derivatives, with w below 2^-9.8, in float64 (2^-34 and the row's error, 2^-34.2).
// Elements that this leaves undecided are computed in full, four at a time, after the others. A block with NaN,
// or with results that are subnormal as float32, is computed in full.

import { FAR_HALF, FAR_THREE_HALVES } from "./bessel_data";
import { ROWS, SPACE, SPACE_A, SPACE_B, SPACE_C, TABLE } from "./block";
import { MAGNITUDE_32, ONE } from "./constants";
import { firstHalf, secondHalf } from "./lanes";
import { toFloat32, undecided } from "./rounding";
import { symmetric32 } from "./symmetry";
import { evaluateShort, FIRST, ROW, rowNumbers32, rowOffsets } from "./table";

const BEFORE_FAR: usize = memory.data<i32>([0x447fffff, 0x447fffff, 0x447fffff, 0x447fffff], 16); // < 2^10
const ONE_32: usize = memory.data<i32>([0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000], 16);
const EVEN_EXPONENT_32: usize = memory.data<i32>([0x7f000000, 0x7f000000, 0x7f000000, 0x7f000000], 16);
const INFINITE: i32 = 0x7f800000;
/** From here on a steep result, 0.2 a^(-3/2), is a subnormal float32, and from there on 0. */
const STEEP_SUBNORMAL: i32 = 0x67000000; // 2^79
const STEEP_ZERO: i32 = 0x71800000; // 2^100
const BITS: i32 = 33;

// float32 for each element: m, w or 1/a, and 2^-k.
const REDUCED: usize = SPACE_A;
const FACTOR: usize = SPACE_B;
const SCALE: usize = SPACE_C;
/** x of the fours that were undecided, and u16 for each four: their place. */
export const UNDECIDED: usize = SPACE_C + SPACE;
export const UNDECIDED_PLACES: usize = UNDECIDED + SPACE;

/** How far the far table is from TABLE, in four lanes. */
const TO_FAR: usize = 16;

/** Whether the last block had far elements. */
export let hadFar: bool = false;

/** Fills ROWS, REDUCED, FACTOR and SCALE; whether all elements may go this way. */
// @ts-ignore: decorator
@inline
function reduce(from: usize, count: i32, table: usize, far: usize, steep: bool): bool {
  const farTable = (steep ? FAR_THREE_HALVES : FAR_HALF) - <usize> (-FIRST * 32 + 1) * ROW;
  v128.store(TABLE, i32x4.splat(<i32> table));
  v128.store(TO_FAR, i32x4.splat(<i32> (farTable - table)));
  const c0 = f32x4.splat(<f32> load<f64>(far));
  const c1 = f32x4.splat(<f32> load<f64>(far, 8));
  const c2 = f32x4.splat(<f32> load<f64>(far, 16));
  const zero = i32x4.splat(steep ? STEEP_ZERO : INFINITE);
  let most = i32x4.splat(0);
  let isSubnormal = i32x4.splat(0);
  for (let at: usize = 0, end = <usize> count << 2; at < end; at += 16) {
    const a = v128.and(v128.load(from + at), v128.load(MAGNITUDE_32));
    most = i32x4.max_s(most, a);
    const isFar = i32x4.gt_s(a, v128.load(BEFORE_FAR));
    const one = v128.load(ONE_32);
    const power = v128.and(i32x4.sub(a, one), v128.and(isFar, v128.load(EVEN_EXPONENT_32))); // 2k
    const m = i32x4.sub(a, power);
    v128.store(at, m, REDUCED);
    const isZero = i32x4.ge_s(a, zero);
    v128.store(at, v128.andnot(i32x4.sub(one, i32x4.shr_u(power, 1)), isZero), SCALE);
    if (steep) {
      const isSmall = i32x4.ge_s(a, i32x4.splat(STEEP_SUBNORMAL));
      isSubnormal = v128.or(isSubnormal, v128.andnot(isSmall, isZero));
    }
    const rows = i32x4.max_s(rowNumbers32(m), i32x4.splat(0));
    const bases = i32x4.add(v128.and(isFar, v128.load(TO_FAR)), v128.load(TABLE));
    v128.store(at, i32x4.add(bases, rowOffsets(rows)), ROWS);
    if (steep) {
      v128.store(at, isFar, FACTOR);
    } else {
      const t = v128.and(f32x4.div(one, a), isFar);
      const series = f32x4.add(c0, f32x4.mul(t, f32x4.add(c1, f32x4.mul(t, c2))));
      v128.store(at, f32x4.mul(t, series), FACTOR);
    }
  }
  hadFar = v128.any_true(i32x4.gt_s(most, v128.load(BEFORE_FAR)));
  const isNumber = !v128.any_true(i32x4.gt_s(most, i32x4.splat(INFINITE)));
  return isNumber && !v128.any_true(isSubnormal);
}

/** w 1/a of the steep ones, 0 for near elements; `isFar` all ones or 0, as float64. */
// @ts-ignore: decorator
@inline
function steepFactor(a: v128, isFar: v128, far: usize): v128 {
  const t = v128.and(f64x2.div(v128.load(ONE), a), isFar);
  const series = f64x2.add(v128.load64_splat(far, 8), f64x2.mul(t, v128.load64_splat(far, 16)));
  return f64x2.mul(t, f64x2.add(v128.load64_splat(far), f64x2.mul(t, series)));
}

// @ts-ignore: decorator
@inline
function corrected(y: v128, w: v128): v128 {
  return f64x2.add(y, f64x2.mul(y, w));
}

/**
 * Computes a block; returns how many fours stay undecided, in UNDECIDED, or -1 if it must not go this way.
 */
export function farShort(
  from: usize,
  to: usize,
  count: i32,
  table: usize,
  far: usize,
  symmetry: i32,
  steep: bool,
): i32 {
  return steep
    ? farShortOf(from, to, count, table, far, symmetry, true)
    : farShortOf(from, to, count, table, far, symmetry, false);
}

// @ts-ignore: decorator
@inline
function farShortOf(
  from: usize,
  to: usize,
  count: i32,
  table: usize,
  far: usize,
  symmetry: i32,
  steep: bool,
): i32 {
  if (!reduce(from, count, table, far, steep)) return -1;
  let left: i32 = 0;
  for (let i = 0; i < count; i += 4) {
    const at = <usize> i << 2;
    const x = v128.load(from + at);
    const m = v128.load(at, REDUCED);
    let y0 = evaluateShort(firstHalf(m), load<u32>(at, ROWS), load<u32>(at, ROWS + 4));
    let y1 = evaluateShort(secondHalf(m), load<u32>(at, ROWS + 8), load<u32>(at, ROWS + 12));
    const factor = v128.load(at, FACTOR);
    let w0: v128;
    let w1: v128;
    if (steep) {
      const a = v128.and(x, v128.load(MAGNITUDE_32));
      w0 = steepFactor(firstHalf(a), i64x2.extend_low_i32x4_s(factor), far);
      w1 = steepFactor(secondHalf(a), i64x2.extend_high_i32x4_s(factor), far);
    } else {
      w0 = firstHalf(factor);
      w1 = secondHalf(factor);
    }
    y0 = corrected(y0, w0);
    y1 = corrected(y1, w1);
    if (undecided(y0, y1, BITS)) {
      v128.store(UNDECIDED + (<usize> left << 4), x);
      store<u16>(UNDECIDED_PLACES + (<usize> left << 1), <u16> i);
      left++;
    }
    // No result is subnormal, and the last product is exact.
    let scale = v128.load(at, SCALE);
    if (steep) scale = f32x4.mul(f32x4.mul(scale, scale), scale);
    v128.store(to + at, symmetric32(symmetry, x, f32x4.mul(toFloat32(y0, y1), scale)));
  }
  return left;
}
