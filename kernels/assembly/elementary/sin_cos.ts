// sin and cos of double-doubles high + low, two lanes at a time, |x| < 2^20: x = k pi/2 + r, |r| < 0.79, with an error of
// 2^-100, and Taylor's series of r. The first terms are double-doubles. With SHORT series the error is 2^-63, relative to the
// result or, next to zeros that are not at 0, to 2^-50; with LONG series it is 2^-97, relative to 1.

import { ROUNDER } from "../arithmetic/constants";
import { productRest } from "../arithmetic/double_double_lanes";
import { fastTwoSumError, twoSumError } from "../arithmetic/error_free";
import { firsts, seconds } from "../arithmetic/lanes";
import { INVERSE_FACTORIALS, QUARTER, TWO_OVER_PI } from "../arithmetic/constants_data";
import { LOW } from "../memory_map";

const LAST_BITS: usize = memory.data<u64>([1, 1], 16);
/** Terms of a series, and how many of them are double-doubles. */
const SHORT_TERMS: usize = 10;
const SHORT_DOUBLE: usize = 3;
const LONG_TERMS: usize = 15;
const LONG_DOUBLE: usize = 8;
/** How far apart 1/k! and 1/(k + 1)! are, and two neighbours of a series. */
const FACTORIAL: usize = 24;
const STEP: usize = 48;

/** sin, or with 1 for `quarters` cos, of h + l. Returns the high parts; the low ones are in LOW. */
export function sineLanes(h: v128, l: v128, quarters: i64, isLong: bool): v128 {
  const terms = isLong ? LONG_TERMS : SHORT_TERMS;
  const doubled = isLong ? LONG_DOUBLE : SHORT_DOUBLE;
  const steps = f64x2.add(f64x2.mul(h, v128.load(TWO_OVER_PI)), v128.load(ROUNDER));
  const k = f64x2.sub(steps, v128.load(ROUNDER));
  // pi/2 in three parts. The first two have 32 bits, so that their products with k are exact.
  const first = f64x2.sub(h, f64x2.mul(k, v128.load(QUARTER)));
  const second = f64x2.mul(k, v128.load(QUARTER, 16));
  const r1 = f64x2.sub(first, second);
  const e1 = twoSumError(first, f64x2.neg(second), r1);
  const third = f64x2.mul(k, v128.load(QUARTER, 32));
  // Of an angle of 2^20 the low part may be 2^-33: its sum with r1 is exact, and the sums that are rounded are below 2^-48.
  const r2 = f64x2.add(r1, l);
  const more = f64x2.add(f64x2.sub(e1, third), twoSumError(r1, l, r2));
  const r = f64x2.add(r2, more);
  const rLow = twoSumError(r2, more, r);
  const product = f64x2.mul(r, r);
  const rest = productRest(r, rLow, r, rLow, product);
  // -r^2, so that all coefficients are positive
  const square = f64x2.neg(f64x2.add(product, rest));
  const squareLow = f64x2.neg(fastTwoSumError(product, rest, f64x2.neg(square)));
  const turns = i64x2.add(steps, i64x2.splat(quarters));
  const turned = v128.and(turns, v128.load(LAST_BITS));
  const isOdd = i64x2.ne(turned, i64x2.splat(0));
  // Both series in one: a lane has the coefficients 1/(2k)! of cosine or 1/(2k + 1)! of sine, which is one more product.
  const series0 = INVERSE_FACTORIALS + FACTORIAL * (1 - <usize> i64x2.extract_lane(turned, 0));
  const series1 = INVERSE_FACTORIALS + FACTORIAL * (1 - <usize> i64x2.extract_lane(turned, 1));
  let y = firsts(v128.load(series0 + STEP * (terms - 1)), v128.load(series1 + STEP * (terms - 1)));
  for (let k: usize = terms - 2; k >= doubled; k--) {
    const c = firsts(v128.load(series0 + STEP * k), v128.load(series1 + STEP * k));
    y = f64x2.add(c, f64x2.mul(square, y));
  }
  let yLow = f64x2.splat(0);
  for (let k: usize = doubled; k > 0; k--) {
    const c0 = v128.load(series0 + STEP * (k - 1));
    const c1 = v128.load(series1 + STEP * (k - 1));
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
