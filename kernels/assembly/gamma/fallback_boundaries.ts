// The lanes of lgamma and digamma without rows that a pair and its bound do not decide how to round:
// the pairs of gamma/accurate_boundaries.ts, in two lanes, decide almost all of them. Others go to
// gamma/fallback.ts.

import { ONE } from "../arithmetic/constants";
import { ENDS_PART, farLanes, poleLanes, UP } from "./accurate_boundaries";
import { resolve } from "./fallback";
import { FIRST_FAR, tableOf } from "./table";
import { LGAMMA } from "./special_values";
import { isUndecided } from "../rounding/ziv_test";
import { countLanes } from "../batch/result_cache";
import { LOW } from "../memory_map";
import { isForced } from "../rounding/forced";

/**
 * As `resolve`, for lgamma and digamma, where x is finite and outside of the rows in the lanes of the
 * mask.
 */
export function resolveEnds(order: i32, x: v128, high: v128, low: v128, bound: v128, mask: v128): v128 {
  let y = f64x2.add(high, low);
  if (!isForced()) {
    const isFar = f64x2.ge(x, f64x2.splat(FIRST_FAR));
    const isOpen = order == LGAMMA ? mask : v128.and(mask, isFar);
    let fine = y;
    let fineLow = low;
    if (v128.any_true(v128.and(mask, isFar))) {
      fine = farLanes(order, x, f64x2.splat(0));
      fineLow = v128.load(LOW);
    }
    if (order == LGAMMA && v128.any_true(v128.andnot(mask, isFar))) {
      fine = v128.bitselect(fine, poleLanes(LGAMMA, x, tableOf(LGAMMA, false)), isFar);
      fineLow = v128.bitselect(fineLow, v128.load(LOW), isFar);
    }
    const fineBound = f64x2.mul(f64x2.abs(fine), f64x2.splat(ENDS_PART));
    const isDecided = v128.andnot(isOpen, isUndecided(fine, fineLow, fineBound));
    const up = v128.bitselect(f64x2.splat(order == LGAMMA ? UP : 1), v128.load(ONE), isFar);
    y = v128.bitselect(f64x2.mul(f64x2.add(fine, fineLow), up), y, isDecided);
    mask = v128.andnot(mask, isDecided);
    countLanes(x, isDecided);
  }
  return v128.any_true(mask) ? v128.bitselect(resolve(order, 0, x, high, low, bound, mask), y, mask) : y;
}
