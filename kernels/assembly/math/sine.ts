// sin and cos of pairs high + low as pairs, two lanes at a time, |x| < 2^20: to 2^-63 of it, or of 2^-50 next to zeros
// that are not at 0. x = k pi/2 + r, |r| < 0.79, and Taylor's series of r.

import { exactSumError } from "./expression_lanes";
import { fastError, productRest } from "./quick_functions";
import { LOW } from "./table";

// 1.5 2^52: adding it leaves the nearest integer in the low bits.
const ROUNDER: usize = memory.data<f64>([6755399441055744, 6755399441055744], 16);
const TERMS: i32 = 10;
const PAIRED_TERMS: i32 = 3;

/** A coefficient of each lane, or with 8 for `part` its low part. */
// @ts-ignore: decorator
@inline
function coefficient(k: i32, isCosine: v128, part: usize): v128 {
  const at = (<usize> k << 4) + part;
  return v128.bitselect(v128.load64_splat(COSINE + at), v128.load64_splat(SINE + at), isCosine);
}

/** sin, or with 1 for `quarters` cos, of h + l. Returns the high parts; the low ones are in LOW. */
export function sineLanes(h: v128, l: v128, quarters: i64): v128 {
  const steps = f64x2.add(f64x2.mul(h, f64x2.splat(0.6366197723675814)), v128.load(ROUNDER)); // 2/pi
  const k = f64x2.sub(steps, v128.load(ROUNDER));
  // pi/2 in three parts, of which the first two have 32 bits: their products with k are exact.
  const first = f64x2.sub(h, f64x2.mul(k, f64x2.splat(1.5707963267341256)));
  const second = f64x2.mul(k, f64x2.splat(6.077100506303966e-11));
  const r1 = f64x2.sub(first, second);
  const e1 = exactSumError(first, f64x2.neg(second), r1);
  const third = f64x2.mul(k, f64x2.splat(2.0222662487959506e-21));
  const more = f64x2.sub(f64x2.add(e1, l), third);
  const r = f64x2.add(r1, more);
  const rLow = fastError(r1, more, r);
  const product = f64x2.mul(r, r);
  const rest = productRest(r, rLow, r, rLow, product);
  const square = f64x2.add(product, rest);
  const squareLow = fastError(product, rest, square);
  const turns = i64x2.add(steps, i64x2.splat(quarters));
  const isOdd = i64x2.ne(v128.and(turns, i64x2.splat(1)), i64x2.splat(0));
  // Both series in one: each lane has its own coefficients, and a sine is one more product.
  let y = coefficient(TERMS - 1, isOdd, 0);
  for (let k = TERMS - 2; k >= PAIRED_TERMS; k--) {
    y = f64x2.add(coefficient(k, isOdd, 0), f64x2.mul(square, y));
  }
  let yLow = f64x2.splat(0);
  for (let k = PAIRED_TERMS - 1; k >= 0; k--) {
    const c = coefficient(k, isOdd, 0);
    const part = f64x2.mul(square, y);
    const partRest = productRest(square, squareLow, y, yLow, part);
    y = f64x2.add(c, part);
    yLow = f64x2.add(fastError(c, part, y), f64x2.add(partRest, coefficient(k, isOdd, 8)));
  }
  if (!i64x2.all_true(isOdd)) {
    const line = f64x2.mul(y, r);
    const lineRest = productRest(y, yLow, r, rLow, line);
    y = v128.bitselect(y, line, isOdd);
    yLow = v128.bitselect(yLow, lineRest, isOdd);
  }
  const total = f64x2.add(y, yLow);
  yLow = fastError(y, yLow, total);
  y = total;
  const sign = i64x2.shl(v128.and(turns, i64x2.splat(2)), 62);
  v128.store(LOW, v128.xor(yLow, sign));
  return v128.xor(y, sign);
}

// 1, -1/3!, 1/5!, ... and 1, -1/2!, 1/4!, ..., as pairs
const SINE: usize = memory.data<f64>([
  1, 0, -0.16666666666666666, -9.25185853854297e-18, 0.008333333333333333, 1.1564823173178714e-19,
  -0.0001984126984126984, 0, 0.0000027557319223985893, 0, -2.505210838544172e-8, 0,
  1.6059043836821613e-10, 0, -7.647163731819816e-13, 0, 2.8114572543455206e-15, 0, -8.22063524662433e-18, 0,
], 16);
const COSINE: usize = memory.data<f64>([
  1, 0, -0.5, 0, 0.041666666666666664, 2.3129646346357427e-18,
  -0.001388888888888889, 0, 0.0000248015873015873, 0, -2.755731922398589e-7, 0,
  2.08767569878681e-9, 0, -1.1470745597729725e-11, 0, 4.779477332387385e-14, 0, -1.5619206968586225e-16, 0,
], 16);
