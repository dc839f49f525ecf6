// The lanes of the gamma family that a pair and the bound of its error do not decide how to round:
// they are computed again, better. A kernel asks `failsZivTest` of rounding/ziv_test.ts, and calls `fallBackLanes`
// for the few lanes that are.

import { DIGAMMA } from "./special_values";
import { evaluateFarZeros, isNextToFarZero } from "./zeros_asymptotic";
import { fine, accurateBound, accurateHigh, accurateLanes, accurateLow, accurateValue } from "./accurate_table";
import {
  quick,
  quickBound,
  quickExponent,
  quickHigh,
  quickLow,
  quickValue,
} from "./accurate";
import { BOUNDED, evaluateCompensated, evaluateRow } from "./fast_row";
import { FIRST_FAR } from "./table";
import { lastMargin, lastValue } from "./last_phase";
import { evaluateClose, evaluateZeros, isClose, zeroRow } from "./zeros";
import { accurateMultigammaln, accurateSum, accurateSumBound, accurateSumHigh, accurateSumLow } from "../multigammaln/accurate";
import { quickMultigammaln } from "../multigammaln/accurate_double_double";
import { countAgain, countLanes, forget, isKnown, keep, known, placeOf } from "../batch/result_cache";
import { accuratePolygamma } from "../polygamma/accurate";
import { isNearMidpoint } from "../polygamma/midpoint";
import { failsZivTest } from "../rounding/ziv_test";
import { BOUND, LOW } from "../memory_map";
import { force } from "../rounding/forced";

/**
 * float64, for tests: the largest error of a pair in units of its bound, and where that is; how many
 * elements took the last phase.
 */
const WORST: usize = memory.data<f64>([0, 0, 0], 16);

/**
 * Which function: an order of gamma/special_values.ts, and p where it is that of multigammaln or of its
 * gradient.
 */
export function fallBackLanes(order: i64, p: f64, x: v128, high: v128, low: v128, bound: v128, mask: v128): v128 {
  let y = f64x2.add(high, low);
  if (order <= 2 && p == 0 && mode == NORMAL && i64x2.all_true(mask)) {
    // Two lanes take little longer than one.
    if (order == DIGAMMA && areNextToFarZeros(x)) return fallBackFarZeros(x);
    if (areAlike(x)) return fallBackTwo(<i32> order, x, high);
  }
  if (i64x2.extract_lane(mask, 0)) {
    y = f64x2.replace_lane(y, 0, value(order, p, f64x2.extract_lane(x, 0), f64x2.extract_lane(high, 0)));
    if (mode == PROBE_PAIRS) {
      probe(order, p, f64x2.extract_lane(x, 0), f64x2.extract_lane(high, 0), f64x2.extract_lane(low, 0), f64x2.extract_lane(bound, 0));
      probeFine(order, p, f64x2.extract_lane(x, 0));
    }
  }
  if (i64x2.extract_lane(mask, 1)) {
    y = f64x2.replace_lane(y, 1, value(order, p, f64x2.extract_lane(x, 1), f64x2.extract_lane(high, 1)));
    if (mode == PROBE_PAIRS) {
      probe(order, p, f64x2.extract_lane(x, 1), f64x2.extract_lane(high, 1), f64x2.extract_lane(low, 1), f64x2.extract_lane(bound, 1));
      probeFine(order, p, f64x2.extract_lane(x, 1));
    }
  }
  return y;
}

/**
 * The same for lanes of y whose rows are in `rows`, at t: a compensated evaluation of these decides most of
 * them.
 */
export function fallBackInTable(order: i64, p: f64, x: v128, t: v128, y: v128, mask: v128, rows: usize): v128 {
  const row0 = <usize> load<u32>(rows);
  const row1 = <usize> load<u32>(rows, 4);
  if (mode == PROBE_PAIRS) {
    const high = evaluateRow(t, t, row0, row1, true, false, BOUNDED);
    fallBackLanes(order, p, x, high, v128.load(LOW), v128.load(BOUND), mask);
  }
  const high = evaluateCompensated(t, f64x2.splat(0), row0, row1);
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

// @ts-ignore: decorator
@inline
function areNextToFarZeros(x: v128): bool {
  return isNextToFarZero(f64x2.extract_lane(x, 0)) && isNextToFarZero(f64x2.extract_lane(x, 1));
}

/** Two lanes take little longer than one. What this leaves, the last phase decides. */
function fallBackFarZeros(x: v128): v128 {
  countLanes(x, i64x2.splat(-1));
  const high = evaluateFarZeros(x);
  const low = v128.load(LOW);
  const mask = failsZivTest(high, low, v128.load(BOUND));
  let y = f64x2.add(high, low);
  if (i64x2.extract_lane(mask, 0)) y = f64x2.replace_lane(y, 0, third(DIGAMMA, 0, f64x2.extract_lane(x, 0)));
  if (i64x2.extract_lane(mask, 1)) y = f64x2.replace_lane(y, 1, third(DIGAMMA, 0, f64x2.extract_lane(x, 1)));
  return y;
}

/** Whether both x have one sign, and no lgamma that is scaled. */
// @ts-ignore: decorator
@inline
function areAlike(x: v128): bool {
  const signs = i64x2.bitmask(x);
  return (signs == 0 || signs == 3) && i64x2.all_true(f64x2.lt(x, f64x2.splat(FIRST_FAR)));
}

/** The accurate phase of two x, whose values are almost those given; what it leaves, one by one. */
function fallBackTwo(order: i32, x: v128, f: v128): v128 {
  const high = accurateLanes(order, x, false);
  const low = v128.load(LOW);
  let mask = failsZivTest(high, low, v128.load(BOUND));
  if (isMidpoint(order, f64x2.extract_lane(x, 0)) || isMidpoint(order, f64x2.extract_lane(x, 1))) mask = i64x2.splat(-1);
  let y = f64x2.add(high, low);
  countLanes(x, v128.not(mask));
  if (i64x2.extract_lane(mask, 0)) {
    y = f64x2.replace_lane(y, 0, value(order, 0, f64x2.extract_lane(x, 0), f64x2.extract_lane(f, 0)));
  }
  if (i64x2.extract_lane(mask, 1)) {
    y = f64x2.replace_lane(y, 1, value(order, 0, f64x2.extract_lane(x, 1), f64x2.extract_lane(f, 1)));
  }
  return y;
}

/** f(x), which is almost the given f. */
function value(order: i64, p: f64, x: f64, f: f64): f64 {
  const place = placeOf(order, x);
  if (mode == NORMAL && isKnown(place, order, p, x)) return known(place);
  const y = computeAgain(order, p, x, f);
  keep(place, order, p, x, y);
  return y;
}

function computeAgain(order: i64, p: f64, x: f64, f: f64): f64 {
  countAgain(1);
  const isFar = order == DIGAMMA && p == 0 && mode == NORMAL && isNextToFarZero(x);
  if (p == 0 && mode == NORMAL) {
    const row = zeroRow(order, x, f);
    if (row != 0 && isDecided(evaluateZeros(f64x2.splat(x), row, row))) return zeroValue;
    if (isFar && isDecided(evaluateFarZeros(f64x2.splat(x)))) return zeroValue;
    if (order <= 2 && !isFar && !isMidpoint(order, x) && fine(<i32> order, x)) return accurateValue;
    if (order >= 1 && accuratePolygamma(order, x, false)) return quickValue;
  }
  if (p > 0 && mode == NORMAL && accurateMultigammaln(x, p, order == DIGAMMA)) return accurateSum;
  const isQuick = mode != PROBE_PAIRS && !isFar &&
    (p > 0 ? quickMultigammaln(x, p, order == DIGAMMA) : quick(order, x));
  if (isQuick && mode == NORMAL) return quickValue;
  const y = third(order, p, x);
  if (mode == PROBE_QUICK) probeQuick(order, p, x);
  return y;
}

function third(order: i64, p: f64, x: f64): f64 {
  store<f64>(WORST, load<f64>(WORST, 16) + 1, 16);
  return lastValue(order, p, x, false);
}

/** Compares what the accurate phase decides by with the value. */
function probeQuick(order: i64, p: f64, x: f64): void {
  if (quickBound > 0) probe(order, p, x, quickHigh, quickLow, quickBound, quickExponent);
}

/** Whether fine rows of order 2 are not good at x: f is small there beside their slopes. */
function isMidpoint(order: i64, x: f64): bool {
  return order == 2 && x < 0 && isNearMidpoint(3, abs(x - nearest<f64>(x)));
}

let zeroValue: f64 = 0;

/** Whether a high part, with LOW and BOUND, decides f(x), `zeroValue`. */
function isDecided(pair: v128): bool {
  const high = f64x2.extract_lane(pair, 0);
  const low = load<f64>(LOW);
  const bound = load<f64>(BOUND);
  zeroValue = high + (low - bound);
  return zeroValue == high + (low + bound);
}

/** Compares the pairs of the fine row and of a zero's row with the value, if x has them. */
function probeFine(order: i64, p: f64, x: f64): void {
  if (p == 0 && order <= 2) {
    fine(<i32> order, x);
    if (accurateBound > 0) probe(order, p, x, accurateHigh, accurateLow, accurateBound);
    probeLanes(<i32> order, x);
  } else if (p > 0) {
    accurateMultigammaln(x, p, order == DIGAMMA);
    if (accurateSumBound > 0) probe(order, p, x, accurateSumHigh, accurateSumLow, accurateSumBound);
  }
  if (p == 0 && order >= 1) {
    accuratePolygamma(order, x, true);
    probeQuick(order, p, x);
  }
  if (p == 0 && order == DIGAMMA && isNextToFarZero(x)) probePair(order, x, evaluateFarZeros(f64x2.splat(x)));
  const row = p == 0 ? zeroRow(order, x, 0) : 0;
  if (row == 0) return;
  probePair(order, x, evaluateZeros(f64x2.splat(x), row, row));
  if (isClose(row, x)) probePair(order, x, evaluateClose(f64x2.splat(x), row, row));
}

/** Compares a high part, with LOW and BOUND, with the value. */
function probePair(order: i64, x: f64, pair: v128): void {
  probe(order, 0, x, f64x2.extract_lane(pair, 0), load<f64>(LOW), load<f64>(BOUND));
}

/** Compares the pair that `fallBackTwo` decides by with the value, if it has rows. */
function probeLanes(order: i32, x: f64): void {
  const pair = accurateLanes(order, f64x2.splat(x), false);
  if (load<f64>(BOUND) < Infinity && x < FIRST_FAR && !isMidpoint(order, x)) probePair(order, x, pair);
}

/** Compares a pair with the value. */
function probe(order: i64, p: f64, x: f64, high: f64, low: f64, bound: f64, exponent: i64 = 0): void {
  if (!(abs(high) < Infinity && bound < Infinity) || abs(high) < 1e-250) return;
  const margin = lastMargin(order, p, x, high, low, bound, exponent);
  if (margin <= load<f64>(WORST)) return;
  store<f64>(WORST, margin);
  store<f64>(WORST, x, 8);
}

// For tests: what comes here.
const NORMAL: i32 = 0; // the elements that are undecided
const PROBE_PAIRS: i32 = 1; // all, and the pairs of kernels are compared with the best value
const PROBE_QUICK: i32 = 2; // all, and gamma/accurate.ts is compared with it
let mode: i32 = NORMAL;

/** For tests: changes what comes here, and forgets what did; returns where WORST is. */
export function gamma_probe(what: i32): usize {
  mode = what;
  forget();
  force(what != NORMAL);
  memory.fill(WORST, 0, 24);
  return WORST;
}
