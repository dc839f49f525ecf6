// lgamma and digamma of float64 from 2^40 on, where one logarithm and a term or two are enough.

import { HALF, INFINITE, ONE } from "./constants";
import { FORCED, resolve } from "./gamma_resolve";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { logPair } from "./log";
import { TOP_BITS } from "./pair";
import { LOW } from "./table";

const HALF_LN_TAU: usize = memory.data<f64>([0.9189385332046728, 0.9189385332046728], 16);
const LARGEST_FELT: usize = memory.data<f64>([1e30, 1e30], 16);
/** The bound of errors: see `outsidePart` of gamma_pairs.ts. */
const LARGE_PART: usize = memory.data<f64>([7.666467083416865e-20, 7.666467083416865e-20], 16); // 2^-63.5

/**
 * (y - 1/2) ln y - y + ln(2 pi)/2, as y (ln y - 1) and the rest; 1/(12y) is below 2^-71 of it.
 * Products of halves are exact, and none overflows before the result does. `moved`: yLow is not 0.
 */
// @ts-ignore: decorator
@inline
export function farLgamma(y: v128, yLow: v128, log: v128, logLow: v128, moved: bool): v128 {
  const half = v128.load(HALF);
  const factor = f64x2.sub(log, v128.load(ONE)); // exact: a multiple of 2^-42
  const factorTop = v128.and(factor, v128.load(TOP_BITS));
  const factorRest = f64x2.add(f64x2.sub(factor, factorTop), logLow);
  const top = v128.and(y, v128.load(TOP_BITS));
  let low = f64x2.sub(f64x2.sub(v128.load(HALF_LN_TAU), f64x2.mul(log, half)), f64x2.mul(logLow, half));
  if (moved) low = f64x2.add(low, f64x2.mul(yLow, log));
  const products = f64x2.add(f64x2.mul(f64x2.sub(y, top), factorTop), f64x2.mul(y, factorRest));
  v128.store(LOW, f64x2.add(products, low));
  return f64x2.mul(top, factorTop);
}

/** ln y - 1/(2y); 1/(12y^2) is below 2^-72 of it. */
// @ts-ignore: decorator
@inline
export function farDigamma(y: v128, yLow: v128, moved: bool): v128 {
  const shift = moved ? f64x2.sub(v128.load(HALF), yLow) : v128.load(HALF);
  const rest = f64x2.div(shift, f64x2.min(y, v128.load(LARGEST_FELT)));
  const log = logPair(y, false);
  v128.store(LOW, f64x2.sub(v128.load(LOW), rest));
  return log;
}

/** As `outsideValues`, for lgamma and digamma of float64 from 2^40 on, infinity included. */
export function largeValues(order: i32, from: usize, to: usize, count: i32): void {
  if (order == LGAMMA) largeList(LGAMMA, from, to, count);
  else largeList(DIGAMMA, from, to, count);
}

// @ts-ignore: decorator
@inline
function largeList(order: i32, from: usize, to: usize, count: i32): void {
  for (const stop = from + (<usize> count << 3); from < stop; from += 16, to += 16) {
    const y = v128.load(from);
    let high: v128;
    if (order == LGAMMA) {
      const log = logPair(y, false);
      high = farLgamma(y, y, log, v128.load(LOW), false);
    } else {
      high = farDigamma(y, y, false);
    }
    const isFinite = f64x2.lt(order == LGAMMA ? high : y, v128.load(INFINITE));
    const low = v128.and(v128.load(LOW), isFinite);
    const bound = f64x2.mul(v128.and(high, isFinite), v128.load(LARGE_PART));
    let value = f64x2.add(high, f64x2.sub(low, bound));
    let mask = f64x2.ne(value, f64x2.add(high, f64x2.add(low, bound)));
    mask = v128.or(mask, v128.load(FORCED));
    if (v128.any_true(mask)) {
      mask = v128.and(mask, f64x2.lt(y, v128.load(INFINITE)));
      value = v128.bitselect(resolve(order, 0, y, high, low, bound, mask), value, mask);
    }
    v128.store(to, order == LGAMMA ? value : v128.bitselect(value, y, isFinite));
  }
}
