// exp and expm1 of double-doubles high + low as pairs, two lanes at a time, to 2^-100 of the value, |x| < 700:
// x = k ln 2 + 32 r, |r| < 0.011, s = exp(r) - 1 by Taylor's series, and five times (1 + s)^2 - 1 = 2s + s^2, which keeps
// the digits of s.

import { ONE } from "../arithmetic/constants";
import { exactTwoProdError, exactTwoSumError } from "../arithmetic/two_prod";
import { fastTwoSumError, pairSeries, productRest } from "./log_double_double";
import { LOW } from "../memory_map";
import { INVERSE_FACTORIALS, LN_2 } from "../arithmetic/constants_data";

// 1.5 2^52: adding it leaves the nearest integer in the low bits.
const ROUNDER: f64 = 6755399441055744;
const INVERSE_LN_2: f64 = 1.4426950408889634;
const DOUBLINGS: i32 = 5;
const TERMS: i32 = 12;
const PAIRED_TERMS: i32 = 6;
/** Bytes of a coefficient 1/k!. */
const FACTORIAL: usize = 24;

/** exp(h + l), or less 1 with `isLess`. Returns the high parts; the low ones are in LOW. */
export function quickExp(h: v128, l: v128, isLess: bool): v128 {
  const steps = f64x2.add(f64x2.mul(h, f64x2.splat(INVERSE_LN_2)), f64x2.splat(ROUNDER));
  const k = f64x2.sub(steps, f64x2.splat(ROUNDER));
  const ln2 = v128.load64_splat(LN_2);
  const first = f64x2.mul(k, ln2);
  const second = f64x2.mul(k, v128.load64_splat(LN_2, 8));
  const near = f64x2.sub(h, first); // exact
  const error = f64x2.neg(exactTwoProdError(k, ln2, first));
  const moved = f64x2.add(l, error);
  const rest = f64x2.sub(moved, second);
  let lost = exactTwoSumError(l, error, moved);
  lost = f64x2.add(lost, exactTwoSumError(moved, f64x2.neg(second), rest));
  const sum = f64x2.add(near, rest);
  const part = f64x2.splat(0.03125); // 2^-5
  const r = f64x2.mul(sum, part);
  const rLow = f64x2.mul(f64x2.add(exactTwoSumError(near, rest, sum), lost), part);
  const series = pairSeries(INVERSE_FACTORIALS + FACTORIAL, FACTORIAL, TERMS, PAIRED_TERMS, r, rLow);
  let s = f64x2.mul(series, r);
  let sLow = productRest(series, v128.load(LOW), r, rLow, s);
  for (let i = 0; i < DOUBLINGS; i++) {
    const square = f64x2.mul(s, s);
    const squareLow = productRest(s, sLow, s, sLow, square);
    const twice = f64x2.add(s, s);
    s = f64x2.add(twice, square);
    sLow = f64x2.add(fastTwoSumError(twice, square, s), f64x2.add(f64x2.add(sLow, sLow), squareLow));
    const all = f64x2.add(s, sLow);
    sLow = fastTwoSumError(s, sLow, all);
    s = all;
  }
  const one = v128.load(ONE);
  const y = f64x2.add(one, s);
  const scale = i64x2.add(i64x2.shl(steps, 52), one);
  let value = f64x2.mul(y, scale);
  let low = f64x2.mul(f64x2.add(fastTwoSumError(one, s, y), sLow), scale);
  if (isLess) {
    const less = f64x2.sub(value, one);
    low = f64x2.add(exactTwoSumError(value, f64x2.neg(one), less), low);
    const isNear = f64x2.eq(k, f64x2.splat(0));
    value = v128.bitselect(s, less, isNear);
    low = v128.bitselect(sLow, low, isNear);
  }
  const total = f64x2.add(value, low);
  v128.store(LOW, fastTwoSumError(value, low, total));
  return total;
}
