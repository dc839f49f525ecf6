// Fast phase of lgamma, digamma and polygamma of orders 1 and 2 where there are no table entries, two lanes, as
// double-doubles at y + its low part:
//
//   0 < |y| < 2^-20    the pole, -ln |y| or +-1/y^s, and the beginning of Taylor's series of f(1 + y)
//   [2^40, inf)        Stirling's series and its derivatives, two or three terms of them
//
// Errors are below 2^-62 of the value: see `outsidePart`. A low part may be as large as 2^-7 of the high one. 5 to 12 ns.

import { LOW } from "../memory_map";
import { HALF, INFINITE, ONE, SIGN_64, ZERO } from "../arithmetic/constants";
import { REGULAR_PARTS } from "../elementary/log_data";
import { HUGE, hugeValues } from "./asymptotic_order_2";
import { movedDigamma, movedLgamma } from "./asymptotic";
import { fallBackLanes } from "./fallback";
import { FIRST_FAR, FIRST_NEAR } from "./table";
import { DIGAMMA, LGAMMA } from "./special_values";
import { logPair } from "../elementary/log";
import { productLow, reciprocalLow } from "../arithmetic/double_double_lanes";
import { failsZivTest } from "../rounding/ziv_test";
import { forcedLanes } from "../rounding/forced";

const TWO_300: f64 = 2.037035976334486e90;
const SIXTH: usize = memory.data<f64>([0.16666666666666666, 0.16666666666666666], 16);
/** Bounds of errors: see `outsidePart`. */
const LOG_PART: f64 = 8.829135285310985e-20; // 2^-63.3
const POLE_PART: f64 = 1.6940658945086007e-21; // 2^-69
/**
 * From here on polygamma(1) is 1/y rounded. It is larger by 2^-110 of it at most; and a middle m
 * between two float64 is at least 2^-106 of 1/y from it, as m y is a multiple of 2^-106 that is not
 * 1. Where 1/y is subnormal, m has fewer bits, and is no nearer.
 */
const RECIPROCALS: f64 = 1.298074214633707e33; // 2^110
/** Polygamma is infinite where |y| is below these, for orders 1 and 2. */
const EDGE_1: f64 = 7.4e-155; // 2^-512
const EDGE_2: f64 = 2.2e-103; // 2^-341
/** Smaller powers are below the error budget everywhere: see `regularPart` and `aboveBudget`. */
const SMALLEST_ABOVE_BUDGET: usize = memory.data<f64>([1e-18, 1e-18], 16);
const SMALLEST_INVERSE: usize = memory.data<f64>([1e-30, 1e-30], 16);

/** Where there are no entries. */
// @ts-ignore: decorator
@inline
export function outside(y: v128): v128 {
  return v128.or(f64x2.lt(y, f64x2.splat(FIRST_NEAR)), f64x2.ge(y, f64x2.splat(FIRST_FAR)));
}

/** The values of `count` numbers next to 0 or from 2^40 on, infinity included. */
export function outsideValues(order: i32, from: usize, to: usize, count: i32): void {
  if (order == LGAMMA) outsideList(LGAMMA, from, to, count);
  else if (order == DIGAMMA) outsideList(DIGAMMA, from, to, count);
  else if (order == 1) outsideList(1, from, to, count);
  else outsideList(2, from, to, count);
}

// @ts-ignore: decorator
@inline
function outsideList(order: i32, from: usize, to: usize, count: i32): void {
  const end = order <= DIGAMMA ? INFINITE : order == 1 ? ZERO : SIGN_64; // at infinity
  for (const stop = from + (<usize> count << 3); from < stop; from += 16, to += 16) {
    const y = v128.load(from);
    const isReciprocal = f64x2.ge(y, f64x2.splat(RECIPROCALS));
    if (order == 1 && i64x2.all_true(isReciprocal)) {
      v128.store(to, f64x2.div(v128.load(ONE), y));
      continue;
    }
    // Order 2 is not worth a copy of its own.
    const high = order == 2
      ? outsidePair(order, y, f64x2.splat(0))
      : outsideInline(order, y, f64x2.splat(0));
    const low = v128.load(LOW);
    let value = f64x2.add(high, low);
    const isFinite = f64x2.lt(f64x2.abs(high), v128.load(INFINITE));
    const bound = f64x2.mul(v128.and(f64x2.abs(high), isFinite), outsidePart(order, y));
    let mask = v128.or(failsZivTest(high, low, bound), forcedLanes());
    if (order > 0) {
      // What was rounded may be infinite where the true value is not, and subnormal where parts
      // are lost.
      const isEdge = f64x2.ge(f64x2.abs(y), f64x2.splat(order == 1 ? EDGE_1 : EDGE_2));
      mask = v128.or(v128.andnot(isEdge, isFinite), mask);
      if (order == 1) {
        value = v128.bitselect(f64x2.div(v128.load(ONE), y), value, isReciprocal);
        mask = v128.andnot(mask, isReciprocal);
      } else {
        const isHuge = v128.and(f64x2.ge(y, f64x2.splat(HUGE)), f64x2.lt(y, v128.load(INFINITE)));
        if (v128.any_true(isHuge)) {
          value = hugeValues(y, value, isHuge);
          mask = v128.andnot(mask, isHuge);
        }
      }
    }
    if (v128.any_true(mask)) {
      mask = v128.and(mask, f64x2.lt(y, v128.load(INFINITE)));
      value = v128.bitselect(fallBackLanes(order, 0, y, high, low, bound, mask), value, mask);
    }
    v128.store(to, v128.bitselect(v128.load(end), value, f64x2.eq(y, v128.load(INFINITE))));
  }
}

/**
 * A bound of the error of a double-double, relative to its high part. Without a logarithm the low part, below 2^-20 of the
 * high one, has a relative error of 2^-50; with one, see elementary/log.ts.
 */
// @ts-ignore: decorator
@inline
export function outsidePart(order: i32, y: v128): v128 {
  if (order == LGAMMA) return f64x2.splat(LOG_PART);
  if (order > DIGAMMA) return f64x2.splat(POLE_PART);
  return v128.bitselect(f64x2.splat(POLE_PART), f64x2.splat(LOG_PART), f64x2.lt(y, v128.load(ONE)));
}

/** The high parts; the low ones are in LOW. */
export function outsidePair(order: i32, y: v128, yLow: v128): v128 {
  return outsideInline(order, y, yLow);
}

// @ts-ignore: decorator
@inline
function outsideInline(order: i32, y: v128, yLow: v128): v128 {
  const isSmall = f64x2.lt(y, v128.load(ONE));
  let high: v128;
  let low: v128;
  if (order == LGAMMA) {
    // Both regions need the same logarithm.
    const log = logPair(f64x2.abs(y));
    const logLow = v128.load(LOW);
    high = f64x2.neg(log);
    low = high;
    if (v128.any_true(isSmall)) low = f64x2.sub(regularPart(order, y), logLow);
    if (!i64x2.all_true(isSmall)) {
      high = v128.bitselect(high, movedLgamma(y, yLow, log, logLow), isSmall);
      low = v128.bitselect(low, v128.load(LOW), isSmall);
    }
  } else {
    const inverse = f64x2.div(v128.load(ONE), y);
    if (order == DIGAMMA) {
      high = f64x2.neg(inverse);
      low = high;
      if (v128.any_true(isSmall)) low = f64x2.sub(regularPart(order, y), reciprocalLow(y, inverse));
      if (!i64x2.all_true(isSmall)) {
        high = v128.bitselect(high, movedDigamma(y, yLow), isSmall);
        low = v128.bitselect(low, v128.load(LOW), isSmall);
      }
    } else if (order == 1) {
      const inverseLow = reciprocalLow(y, inverse);
      const small = v128.and(inverse, isSmall);
      high = f64x2.mul(small, small);
      low = f64x2.add(
        regularPart(order, y),
        productLow(small, inverseLow, small, inverseLow, high),
      );
      // 1/y + 1/(2y^2) + 1/(6y^3)
      const t = aboveBudget(inverse);
      const square = f64x2.mul(t, t);
      const moved = f64x2.add(f64x2.sub(v128.load(HALF), yLow), f64x2.mul(t, v128.load(SIXTH)));
      high = v128.bitselect(high, inverse, isSmall);
      low = v128.bitselect(low, f64x2.add(inverseLow, f64x2.mul(square, moved)), isSmall);
    } else {
      const inverseLow = reciprocalLow(y, inverse);
      high = nearPolygamma2(v128.and(inverse, isSmall), inverseLow);
      low = f64x2.add(regularPart(order, y), v128.load(LOW));
      if (!i64x2.all_true(isSmall)) {
        high = v128.bitselect(high, farPolygamma2(yLow, inverse, inverseLow), isSmall);
        low = v128.bitselect(low, v128.load(LOW), isSmall);
      }
    }
  }
  // Beside an infinite value the low part is NaN.
  v128.store(LOW, v128.and(low, f64x2.lt(f64x2.abs(high), v128.load(INFINITE))));
  return high;
}

/**
 * The value at small y without the pole: Taylor's series of f(1 + y). Below 1e-18 a power of y is below the error budget
 * everywhere, and may underflow.
 */
// @ts-ignore: decorator
@inline
function regularPart(order: i32, y: v128): v128 {
  const terms = REGULAR_PARTS + (<usize> (order + 1) << 5);
  const t = v128.and(y, f64x2.gt(f64x2.abs(y), v128.load(SMALLEST_ABOVE_BUDGET)));
  const lower = f64x2.add(v128.load64_splat(terms), f64x2.mul(t, v128.load64_splat(terms, 8)));
  const upper = f64x2.add(v128.load64_splat(terms, 16), f64x2.mul(t, v128.load64_splat(terms, 24)));
  return f64x2.add(lower, f64x2.mul(f64x2.mul(t, t), upper));
}

/** Powers of a tiny inverse would underflow, which is slow, and are below the error budget everywhere. */
// @ts-ignore: decorator
@inline
function aboveBudget(inverse: v128): v128 {
  return v128.and(inverse, f64x2.gt(inverse, v128.load(SMALLEST_INVERSE)));
}

/** -2/y^3 */
// @ts-ignore: decorator
@inline
function nearPolygamma2(inverse: v128, inverseLow: v128): v128 {
  const square = f64x2.mul(inverse, inverse);
  const squareLow = productLow(inverse, inverseLow, inverse, inverseLow, square);
  const cube = f64x2.mul(square, inverse);
  const cubeLow = productLow(square, squareLow, inverse, inverseLow, cube);
  v128.store(LOW, f64x2.neg(f64x2.add(cubeLow, cubeLow)));
  return f64x2.neg(f64x2.add(cube, cube));
}

/** -1/y^2 - 1/y^3 - 1/(2y^4); 1/y larger by 2^300 where parts of products would be lost. */
// @ts-ignore: decorator
@inline
function farPolygamma2(yLow: v128, inverse: v128, inverseLow: v128): v128 {
  const half = v128.load(HALF);
  const t = aboveBudget(inverse);
  const isTiny = f64x2.lt(inverse, f64x2.splat(1e-120));
  const up = v128.bitselect(f64x2.splat(TWO_300), v128.load(ONE), isTiny);
  const down = v128.bitselect(f64x2.splat(1 / TWO_300), v128.load(ONE), isTiny);
  const large = f64x2.mul(inverse, up);
  const largeLow = f64x2.mul(inverseLow, up);
  const high = f64x2.mul(large, large);
  const low = productLow(large, largeLow, large, largeLow, high);
  const moved = f64x2.add(f64x2.sub(v128.load(ONE), f64x2.add(yLow, yLow)), f64x2.mul(t, half));
  const rest = f64x2.mul(f64x2.mul(t, f64x2.mul(t, t)), moved);
  v128.store(LOW, f64x2.neg(f64x2.add(rest, f64x2.mul(f64x2.mul(low, down), down))));
  return f64x2.neg(f64x2.mul(f64x2.mul(high, down), down));
}
