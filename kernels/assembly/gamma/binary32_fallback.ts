// The elements of gamma/binary32.ts without an entry, and those that fail Ziv's test: as float64. A float64 that is correctly
// rounded rounds to the right float32 unless it is a middle between two of them, next to which the value may lie on either
// side: that one, and its neighbours, are computed once more by the accurate phase and rounded to odd. Results are kept in
// the cache: float32 columns repeat numbers. 60 to 100 ns for an element.

import { NAN_32 } from "../rounding/ziv_test";
import { firstLanePassesZivTest, roundedToOdd } from "../rounding/ziv_test_scalar";
import { cachedResult, isCached, keep, placeOf } from "../batch/result_cache";
import { accurate } from "./accurate_phase";
import { lastValue } from "./last_phase";
import { valuesByRegion } from "./regions";
import { poleValues32 } from "./special_values";

/** What float32 results have in the cache in the place of p. */
const BINARY32: f64 = -1;
/** Four x, and their results. */
const ELEMENTS: usize = memory.data(32, 16);
/** One element in four lanes. */
const LANES: usize = memory.data(32, 16);

/** Replaces the results `y` of four x by the right ones in the lanes `open`. */
export function fallBack32(order: i32, x: v128, y: v128, open: v128): v128 {
  // Columns may have many zeros and other poles, and NaN for what is missing.
  const isPole = v128.and(
    f32x4.eq(x, f32x4.nearest(x)),
    v128.and(f32x4.le(x, f32x4.splat(0)), f32x4.gt(x, f32x4.splat(-Infinity))),
  );
  const isNaN = f32x4.ne(x, x);
  y = v128.bitselect(poleValues32(order, x), y, isPole);
  y = v128.bitselect(i32x4.splat(NAN_32), y, isNaN);
  let lanes = i32x4.bitmask(v128.andnot(open, v128.or(isNaN, isPole)));
  if (lanes == 0) return y;
  v128.store(ELEMENTS, x);
  v128.store(ELEMENTS, y, 16);
  for (; lanes != 0; lanes &= lanes - 1) {
    const element = ELEMENTS + (<usize> ctz(lanes) << 2);
    store<f32>(element, <f32> wideValue(order, <f64> load<f32>(element)), 16);
  }
  return v128.load(ELEMENTS, 16);
}

/** A float64 that rounds to the float32 that f(x) does. */
function wideValue(order: i32, x: f64): f64 {
  const place = placeOf(order, x);
  if (isCached(place, order, BINARY32, x)) return cachedResult(place);
  v128.store(LANES, f64x2.splat(x));
  v128.store(LANES, f64x2.splat(x), 16);
  valuesByRegion(order, LANES, LANES, 4);
  let y = load<f64>(LANES);
  if (isNextToMiddle(y)) y = oddValue(order, x);
  keep(place, order, BINARY32, x, y);
  return y;
}

/** Whether one of the numbers next to a y that is rounded may round to another float32. */
function isNextToMiddle(y: f64): bool {
  if (y == 0 || !(abs(y) < Infinity)) return false;
  const bits = reinterpret<i64>(y);
  return <f32> reinterpret<f64>(bits - 1) != <f32> reinterpret<f64>(bits + 1);
}

/** f(x) rounded to odd, by the accurate phase or else by the last. */
function oddValue(order: i32, x: f64): f64 {
  firstLanePassesZivTest(accurate(order, f64x2.splat(x)));
  const y = roundedToOdd();
  return y == y ? y : lastValue(order, 0, x, true);
}
