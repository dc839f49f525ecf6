// Accurate phase of lgamma and digamma in the boundary regions, which have no table: double-doubles
// (gamma/accurate_boundaries.ts) in two lanes decide almost all lanes that fail Ziv's test. The others
// go to gamma/fallback.ts.

import { ONE } from "../arithmetic/constants";
import { ENDS_PART, farLanes, poleLanes, UP } from "./accurate_boundaries";
import { fallBackLanes } from "./fallback";
import { FIRST_FAR, tableOf } from "./table";
import { LGAMMA } from "./special_values";
import { failsZivTest } from "../rounding/ziv_test";
import { countLanes } from "../batch/result_cache";
import { LOW } from "../memory_map";
import { isForced } from "../rounding/forced";

/**
 * As `fallBackLanes`, for lgamma and digamma, where x is finite and outside of the rows in the lanes of the
 * mask.
 */
export function fallBackAtBoundaries(order: i32, x: v128, high: v128, low: v128, bound: v128, mask: v128): v128 {
  let y = f64x2.add(high, low);
  if (!isForced()) {
    const isFar = f64x2.ge(x, f64x2.splat(FIRST_FAR));
    const isOpen = order == LGAMMA ? mask : v128.and(mask, isFar);
    let fine = y;
    let accurateLow = low;
    if (v128.any_true(v128.and(mask, isFar))) {
      fine = farLanes(order, x, f64x2.splat(0));
      accurateLow = v128.load(LOW);
    }
    if (order == LGAMMA && v128.any_true(v128.andnot(mask, isFar))) {
      fine = v128.bitselect(fine, poleLanes(LGAMMA, x, tableOf(LGAMMA, false)), isFar);
      accurateLow = v128.bitselect(accurateLow, v128.load(LOW), isFar);
    }
    const accurateBound = f64x2.mul(f64x2.abs(fine), f64x2.splat(ENDS_PART));
    const isDecided = v128.andnot(isOpen, failsZivTest(fine, accurateLow, accurateBound));
    const up = v128.bitselect(f64x2.splat(order == LGAMMA ? UP : 1), v128.load(ONE), isFar);
    y = v128.bitselect(f64x2.mul(f64x2.add(fine, accurateLow), up), y, isDecided);
    mask = v128.andnot(mask, isDecided);
    countLanes(x, isDecided);
  }
  return v128.any_true(mask) ? v128.bitselect(fallBackLanes(order, 0, x, high, low, bound, mask), y, mask) : y;
}
