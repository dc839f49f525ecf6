// sin and cos of double-doubles high + low as pairs, two lanes at a time, |x| < 2^20: x = k pi/2 + r, |r| < 0.79, which is known to
// 2^-100, and Taylor's series of r. The first terms are pairs. With SHORT of them the result is good to 2^-63 of it, or of
// 2^-50 next to zeros that are not at 0; with LONG series to 2^-97, or of 1.

import { exactTwoSumError } from "../arithmetic/two_prod";
import { firsts, seconds } from "../arithmetic/lanes";
import { fastTwoSumError, productRest } from "./log_double_double";
import { LOW } from "../memory_map";

// 1.5 2^52: adding it leaves the nearest integer in the low bits.
const ROUNDER: usize = memory.data<f64>([6755399441055744, 6755399441055744], 16);
const TWO_OVER_PI: usize = memory.data<f64>([0.6366197723675814, 0.6366197723675814], 16);
// pi/2 in three parts
const QUARTER: usize = memory.data<f64>([
  1.5707963267341256, 1.5707963267341256, 6.077100506303966e-11, 6.077100506303966e-11,
  2.0222662487959506e-21, 2.0222662487959506e-21,
], 16);
const LAST_BITS: usize = memory.data<u64>([1, 1], 16);
/** Terms of a series, and how many of them are pairs. */
const SHORT_TERMS: usize = 10;
const SHORT_PAIRS: usize = 3;
const LONG_TERMS: usize = 15;
const LONG_PAIRS: usize = 8;
/** Bytes of a series. */
const SERIES: usize = LONG_TERMS << 4;

/** sin, or with 1 for `quarters` cos, of h + l. Returns the high parts; the low ones are in LOW. */
export function sineLanes(h: v128, l: v128, quarters: i64, isLong: bool): v128 {
  const terms = isLong ? LONG_TERMS : SHORT_TERMS;
  const pairs = isLong ? LONG_PAIRS : SHORT_PAIRS;
  const steps = f64x2.add(f64x2.mul(h, v128.load(TWO_OVER_PI)), v128.load(ROUNDER));
  const k = f64x2.sub(steps, v128.load(ROUNDER));
  // pi/2 in three parts, of which the first two have 32 bits: their products with k are exact.
  const first = f64x2.sub(h, f64x2.mul(k, v128.load(QUARTER)));
  const second = f64x2.mul(k, v128.load(QUARTER, 16));
  const r1 = f64x2.sub(first, second);
  const e1 = exactTwoSumError(first, f64x2.neg(second), r1);
  const third = f64x2.mul(k, v128.load(QUARTER, 32));
  const more = f64x2.sub(f64x2.add(e1, l), third);
  const r = f64x2.add(r1, more);
  const rLow = fastTwoSumError(r1, more, r);
  const product = f64x2.mul(r, r);
  const rest = productRest(r, rLow, r, rLow, product);
  const square = f64x2.add(product, rest);
  const squareLow = fastTwoSumError(product, rest, square);
  const turns = i64x2.add(steps, i64x2.splat(quarters));
  const turned = v128.and(turns, v128.load(LAST_BITS));
  const isOdd = i64x2.ne(turned, i64x2.splat(0));
  // Both series in one: each lane has its own coefficients, and a sine is one more product.
  const series0 = SINE + <usize> i64x2.extract_lane(turned, 0) * SERIES;
  const series1 = SINE + <usize> i64x2.extract_lane(turned, 1) * SERIES;
  let y = firsts(v128.load(series0 + (terms - 1 << 4)), v128.load(series1 + (terms - 1 << 4)));
  for (let k: usize = terms - 2; k >= pairs; k--) {
    const c = firsts(v128.load(series0 + (k << 4)), v128.load(series1 + (k << 4)));
    y = f64x2.add(c, f64x2.mul(square, y));
  }
  let yLow = f64x2.splat(0);
  for (let k: usize = pairs; k > 0; k--) {
    const c0 = v128.load(series0 + (k - 1 << 4));
    const c1 = v128.load(series1 + (k - 1 << 4));
    const c = firsts(c0, c1);
    const part = f64x2.mul(square, y);
    const partRest = productRest(square, squareLow, y, yLow, part);
    y = f64x2.add(c, part);
    yLow = f64x2.add(fastTwoSumError(c, part, y), f64x2.add(partRest, seconds(c0, c1)));
  }
  if (!i64x2.all_true(isOdd)) {
    const line = f64x2.mul(y, r);
    const lineRest = productRest(y, yLow, r, rLow, line);
    y = v128.bitselect(y, line, isOdd);
    yLow = v128.bitselect(yLow, lineRest, isOdd);
  }
  const total = f64x2.add(y, yLow);
  yLow = fastTwoSumError(y, yLow, total);
  y = total;
  const sign = i64x2.shl(v128.and(turns, i64x2.splat(2)), 62);
  v128.store(LOW, v128.xor(yLow, sign));
  return v128.xor(y, sign);
}

// 1, -1/3!, 1/5!, ... and 1, -1/2!, 1/4!, ..., as pairs
const SINE: usize = memory.data<f64>([
  1, 0, -0.16666666666666666, -9.25185853854297e-18,
  0.008333333333333333, 1.1564823173178714e-19, -0.0001984126984126984, -1.7209558293420705e-22,
  2.7557319223985893e-6, -1.858393274046472e-22, -2.505210838544172e-8, 1.448814070935912e-24,
  1.6059043836821613e-10, 1.2585294588752098e-26, -7.647163731819816e-13, -7.03872877733453e-30,
  2.8114572543455206e-15, 1.6508842730861433e-31, -8.22063524662433e-18, -2.2141894119604265e-34,
  1.9572941063391263e-20, -1.3643503830087908e-36, -3.868170170630684e-23, 8.843177655482344e-40,
  6.446950284384474e-26, -1.9330404233703465e-42, -9.183689863795546e-29, -1.4303150396787322e-45,
  1.1309962886447716e-31, 1.0498015412959506e-47,
  1, 0, -0.5, 0,
  0.041666666666666664, 2.3129646346357427e-18, -0.001388888888888889, 5.300543954373577e-20,
  2.48015873015873e-5, 2.1511947866775882e-23, -2.755731922398589e-7, -2.3767714622250297e-23,
  2.08767569878681e-9, -1.20734505911326e-25, -1.1470745597729725e-11, -2.0655512752830745e-28,
  4.779477332387385e-14, 4.399205485834081e-31, -1.5619206968586225e-16, -1.1910679660273754e-32,
  4.110317623312165e-19, 1.4412973378659527e-36, -8.896791392450574e-22, 7.911402614872376e-38,
  1.6117375710961184e-24, -3.6846573564509766e-41, -2.4795962632247976e-27, 1.2953730964765229e-43,
  3.279889237069838e-30, 1.5117542744029879e-46,
], 16);
