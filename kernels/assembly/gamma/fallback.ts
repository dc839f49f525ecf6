// Elements of the gamma family that fail Ziv's test in the fast phase: lgamma, digamma, polygamma of all orders, and
// multigammaln and its gradient. Each takes the accurate phase of its function, and the last phase (gamma/last_phase.ts) if
// Ziv's test fails there too. Results are kept in a cache, because columns repeat numbers (batch/result_cache.ts).

import { accurate, hasAccuratePhase } from "./accurate_phase";
import { evaluateCompensated } from "./compensated_entry";
import { BOUNDED, evaluateEntry } from "../tables/entry";
import { lastMargin, lastValue } from "./last_phase";
import { DIGAMMA } from "./special_values";
import { evaluateZeros, zeroEntry } from "./zeros";
import { accurateMultigammaln } from "../multigammaln/accurate";
import {
  cachedResult,
  countAccurate,
  forget,
  isCached,
  keep,
  placeOf,
} from "../batch/result_cache";
import { accuratePolygamma } from "../polygamma/accurate";
import { failsZivTest } from "../rounding/ziv_test";
import {
  firstLanePassesZivTest,
  rounded,
  roundedToOdd,
  skipZivTest,
  testedBound,
  testedExponent,
  testedHigh,
  testedLow,
} from "../rounding/ziv_test_scalar";
import { BOUND, LOW } from "../memory_map";
import { force, forcedLanes } from "../rounding/forced";

/**
 * float64, for tests: the largest error of a double-double in units of its bound, and where that is; how many
 * elements took the last phase.
 */
const WORST: usize = memory.data<f64>([0, 0, 0], 16);

/** high + low, with errors within `bound`, correctly rounded: lanes that fail Ziv's test fall back. */
// @ts-ignore: decorator
@inline
export function roundLanes(
  order: i64,
  p: f64,
  x: v128,
  high: v128,
  low: v128,
  bound: v128,
): v128 {
  const y = f64x2.add(high, low);
  const mask = v128.or(failsZivTest(high, low, bound), forcedLanes());
  if (!v128.any_true(mask)) return y;
  return v128.bitselect(fallBackLanes(order, p, x, high, low, bound, mask), y, mask);
}

/**
 * The lanes of a mask, correctly rounded. The function is that of an order (gamma/special_values.ts) or, with p > 0,
 * multigammaln of dimension p or its gradient. high + low is the double-double that failed Ziv's test with that bound.
 */
export function fallBackLanes(
  order: i64,
  p: f64,
  x: v128,
  high: v128,
  low: v128,
  bound: v128,
  mask: v128,
): v128 {
  let y = f64x2.add(high, low);
  if (i64x2.extract_lane(mask, 0)) {
    const x0 = f64x2.extract_lane(x, 0);
    const high0 = f64x2.extract_lane(high, 0);
    y = f64x2.replace_lane(y, 0, value(order, p, x0, high0));
    if (mode == PROBE_PAIRS) {
      probeFast(order, p, x0, high0, f64x2.extract_lane(low, 0), f64x2.extract_lane(bound, 0));
    }
  }
  if (i64x2.extract_lane(mask, 1)) {
    const x1 = f64x2.extract_lane(x, 1);
    const high1 = f64x2.extract_lane(high, 1);
    y = f64x2.replace_lane(y, 1, value(order, p, x1, high1));
    if (mode == PROBE_PAIRS) {
      probeFast(order, p, x1, high1, f64x2.extract_lane(low, 1), f64x2.extract_lane(bound, 1));
    }
  }
  return y;
}

/**
 * The same for lanes of y whose table entries, at t, are in `entries`: a compensated evaluation of these decides most
 * lanes.
 */
export function fallBackInTable(
  order: i64,
  p: f64,
  x: v128,
  t: v128,
  y: v128,
  mask: v128,
  entries: usize,
): v128 {
  const entry0 = <usize> load<u32>(entries);
  const entry1 = <usize> load<u32>(entries, 4);
  if (mode == PROBE_PAIRS) {
    const high = evaluateEntry(t, t, entry0, entry1, true, false, BOUNDED);
    fallBackLanes(order, p, x, high, v128.load(LOW), v128.load(BOUND), mask);
  }
  const high = evaluateCompensated(t, entry0, entry1);
  const low = v128.load(LOW);
  const bound = v128.load(BOUND);
  if (mode == NORMAL) {
    const isDecided = v128.andnot(mask, failsZivTest(high, low, bound));
    y = v128.bitselect(f64x2.add(high, low), y, isDecided);
    mask = v128.andnot(mask, isDecided);
    if (!v128.any_true(mask)) return y;
  }
  return v128.bitselect(fallBackLanes(order, p, x, high, low, bound, mask), y, mask);
}

/** f(x), which is almost the given f. */
function value(order: i64, p: f64, x: f64, f: f64): f64 {
  const place = placeOf(order, x);
  if (mode == NORMAL && isCached(place, order, p, x)) return cachedResult(place);
  countAccurate(1);
  const y = computeAccurately(order, p, x, f);
  keep(place, order, p, x, y);
  return y;
}

function computeAccurately(order: i64, p: f64, x: f64, f: f64): f64 {
  if (mode == NORMAL && p == 0) {
    const entry = zeroEntry(order, x, f);
    if (entry != 0 && firstLanePassesZivTest(evaluateZeros(f64x2.splat(x), entry, entry))) {
      return rounded;
    }
  }
  if (mode != PROBE_PAIRS && accuratePhase(order, p, x) && mode == NORMAL) return rounded;
  store<f64>(WORST, load<f64>(WORST, 16) + 1, 16);
  return lastValue(order, p, x, false);
}

/** Whether f(x) passes Ziv's test in the accurate phase of its function. */
function accuratePhase(order: i64, p: f64, x: f64): bool {
  let passes: bool;
  if (p > 0) passes = accurateMultigammaln(x, p, order == DIGAMMA);
  else if (hasAccuratePhase(order, x)) {
    passes = firstLanePassesZivTest(accurate(<i32> order, f64x2.splat(x)));
  } else passes = order > DIGAMMA ? accuratePolygamma(order, x) : skipZivTest();
  if (mode == PROBE_ACCURATE) probeTested(order, p, x);
  return passes;
}

/** f(x) rounded to odd, for float32, by the accurate phase or else by the last; x is no pole, and f(x) not 0. */
export function oddValue(order: i64, p: f64, x: f64): f64 {
  accuratePhase(order, p, x);
  const y = roundedToOdd();
  return y == y ? y : lastValue(order, p, x, true);
}

/** Compares the results of the fast phase, and of the entries of zeros, with the value. */
function probeFast(order: i64, p: f64, x: f64, high: f64, low: f64, bound: f64): void {
  probe(order, p, x, high, low, bound);
  const entry = p == 0 ? zeroEntry(order, x, 0) : 0;
  if (entry == 0) return;
  firstLanePassesZivTest(evaluateZeros(f64x2.splat(x), entry, entry));
  probeTested(order, p, x);
}

/** Compares the double-double of the last Ziv test with the value. */
function probeTested(order: i64, p: f64, x: f64): void {
  if (testedBound > 0) probe(order, p, x, testedHigh, testedLow, testedBound, testedExponent);
}

/** Compares a double-double with the value. */
function probe(
  order: i64,
  p: f64,
  x: f64,
  high: f64,
  low: f64,
  bound: f64,
  exponent: i64 = 0,
): void {
  if (!(abs(high) < Infinity && bound < Infinity) || abs(high) < 1e-250) return;
  const margin = lastMargin(order, p, x, high, low, bound, exponent);
  if (margin <= load<f64>(WORST)) return;
  store<f64>(WORST, margin);
  store<f64>(WORST, x, 8);
}

// For tests: which elements fall back.
const NORMAL: i32 = 0; // those that fail Ziv's test
const PROBE_PAIRS: i32 = 1; // all, and the double-doubles of the fast phase are compared with the value
const PROBE_ACCURATE: i32 = 2; // all, and those of the accurate phase are compared
let mode: i32 = NORMAL;

/** For tests: chooses which elements fall back, and empties the cache; returns where WORST is. */
export function gamma_probe(what: i32): usize {
  mode = what;
  forget();
  force(what != NORMAL);
  memory.fill(WORST, 0, 24);
  return WORST;
}
