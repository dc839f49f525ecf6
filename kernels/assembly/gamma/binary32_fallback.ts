// float32 of the gamma family, computed as float64: all elements of polygamma from order 3 on and of multigammaln, and those
// of gamma/binary32.ts without an entry, or that fail Ziv's test. A correctly rounded float64 rounds to the right float32
// unless it is the midpoint between two of them, as the value may lie on either side of it: midpoints and their neighbours,
// one float64 in 2^28, are computed once more and rounded to odd (gamma/fallback.ts).
//
// Single elements take 60 to 100 ns, and their results are kept in the cache: float32 columns repeat numbers.

import { NAN_32, toFloat32 } from "../rounding/ziv_test";
import { cachedResult, isCached, keep, placeOf } from "../batch/result_cache";
import { oddValue } from "./fallback";
import { valuesByRegion } from "./regions";
import { poleValues32 } from "./special_values";

/** What float32 results have in the cache in the place of p. */
const BINARY32: f64 = -1;
/** Four x, and their results. */
const ELEMENTS: usize = memory.data(32, 16);
/** One element in four lanes. */
const LANES: usize = memory.data(32, 16);

/** Replaces the results `y` of four x by the right ones in the lanes `failed`. */
export function fallBack32(order: i32, x: v128, y: v128, failed: v128): v128 {
  // Columns may have many zeros and other poles, and NaN for what is missing.
  const isPole = v128.and(
    f32x4.eq(x, f32x4.nearest(x)),
    v128.and(f32x4.le(x, f32x4.splat(0)), f32x4.gt(x, f32x4.splat(-Infinity))),
  );
  const isNaN = f32x4.ne(x, x);
  y = v128.bitselect(poleValues32(order, x), y, isPole);
  y = v128.bitselect(i32x4.splat(NAN_32), y, isNaN);
  let lanes = i32x4.bitmask(v128.andnot(failed, v128.or(isNaN, isPole)));
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
  if (v128.any_true(areNextToMiddles(f64x2.splat(y), f64x2.splat(y)))) y = oddValue(order, 0, x);
  keep(place, order, BINARY32, x, y);
  return y;
}

/** Which of four float64 have neighbours that round to different float32. */
// @ts-ignore: decorator
@inline
function areNextToMiddles(y0: v128, y1: v128): v128 {
  const one = i64x2.splat(1);
  const inner = toFloat32(i64x2.sub(y0, one), i64x2.sub(y1, one));
  const outer = toFloat32(i64x2.add(y0, one), i64x2.add(y1, one));
  // The neighbours of 0 and infinity in this sense are NaN, and these have exact results.
  return v128.or(f32x4.lt(inner, outer), f32x4.gt(inner, outer));
}

/**
 * Rounds the float64 results at `wide` for `count` float32 to these; an order and p are what fallBackLanes takes. `from` and
 * `to` may be the same place.
 */
export function narrowValues(
  order: i64,
  p: f64,
  from: usize,
  wide: usize,
  to: usize,
  count: i32,
): void {
  for (const end = from + (<usize> count << 2); from < end; from += 16, to += 16, wide += 32) {
    const y0 = v128.load(wide);
    const y1 = v128.load(wide, 16);
    const x = v128.load(from);
    const y = toFloat32(y0, y1);
    v128.store(to, v128.bitselect(i32x4.splat(NAN_32), y, f32x4.ne(y, y)));
    let lanes = i32x4.bitmask(areNextToMiddles(y0, y1));
    if (lanes == 0) continue;
    v128.store(ELEMENTS, x);
    for (; lanes != 0; lanes &= lanes - 1) {
      const at = <usize> ctz(lanes) << 2;
      store<f32>(to + at, <f32> oddValue(order, p, <f64> load<f32>(ELEMENTS + at)));
    }
  }
}
