// sin and cos of pairs high + low as pairs, two lanes at a time, |x| < 2^20: to 2^-63 of it, or of 2^-50 next to zeros
// that are not at 0. x = k pi/2 + r, |r| < 0.79, and Taylor's series of r.

import { exactSumError } from "./expression_lanes";
import { fastError, pairSeries, productRest } from "./quick_functions";
import { LOW } from "./table";

// 1.5 2^52: adding it leaves the nearest integer in the low bits.
const ROUNDER: usize = memory.data<f64>([6755399441055744, 6755399441055744], 16);
const TERMS: i32 = 10;
const PAIRED_TERMS: i32 = 3;

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
  let y = f64x2.splat(0);
  let yLow = y;
  if (v128.any_true(isOdd)) {
    y = pairSeries(COSINE, 16, TERMS, PAIRED_TERMS, square, squareLow);
    yLow = v128.load(LOW);
  }
  if (!i64x2.all_true(isOdd)) {
    const tail = pairSeries(SINE, 16, TERMS, PAIRED_TERMS, square, squareLow);
    const line = f64x2.mul(tail, r);
    const lineRest = productRest(tail, v128.load(LOW), r, rLow, line);
    const sine = f64x2.add(line, lineRest);
    yLow = v128.bitselect(yLow, fastError(line, lineRest, sine), isOdd);
    y = v128.bitselect(y, sine, isOdd);
  }
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
