// lgamma and digamma of float64 from 2^40 on, where one logarithm and a term or two are enough:
//
//   lgamma   (y - 1/2) ln y - y + ln(2 pi)/2, as y (ln y - 1) and the rest; 1/(12y) is below 2^-83 of it
//   digamma  ln y - 1/(2y); 1/(12y^2) is below 2^-83
//
// Bounds of errors, in 2^-62. Of digamma: 3.3 of the logarithm (elementary/log.ts), and one rounding of the
// test. Of lgamma, times y: 3.3 of the logarithm, and four roundings of numbers below 2^-8 or,
// where ln y is above 512, a little more: 8 at most.

import { HALF, INFINITE, ONE, ZERO } from "../arithmetic/constants";
import { fallBackLanes } from "./fallback";
import { DIGAMMA, LGAMMA } from "./special_values";
import { exponents, headOf, logHigh, logLow, logPair, logRest, partOf } from "../elementary/log";
import { TOP_BITS } from "../arithmetic/error_free";
import { LOW } from "../memory_map";
import { forcedLanes, isForced } from "../rounding/forced";

const HALF_LN_TAU: usize = memory.data<f64>([0.9189385332046728, 0.9189385332046728], 16);
const LARGEST_ABOVE_BUDGET: usize = memory.data<f64>([1e30, 1e30], 16);
const DIGAMMA_BOUND: usize = memory.data<f64>([9.540979117872439e-19, 9.540979117872439e-19], 16); // 4.4 2^-62
const LGAMMA_BOUND: usize = memory.data<f64>([2.4936650467166602e-18, 2.4936650467166602e-18], 16); // 11.5 2^-62
/** From here on lgamma is infinite; just below it, a part of it may be. */
const INFINITE_FROM: f64 = 2.5599833278516387e305;

/** The high part of lgamma: products of halves are exact. `log` is that of the logarithm. */
// @ts-ignore: decorator
@inline
function lgammaHigh(y: v128, log: v128): v128 {
  const factor = f64x2.sub(log, v128.load(ONE)); // exact: a multiple of 2^-42
  return f64x2.mul(v128.and(y, v128.load(TOP_BITS)), v128.and(factor, v128.load(TOP_BITS)));
}

/** The low part; `more` is added. */
// @ts-ignore: decorator
@inline
function lgammaLow(y: v128, log: v128, logLow: v128, more: v128): v128 {
  const factor = f64x2.sub(log, v128.load(ONE));
  const factorTop = v128.and(factor, v128.load(TOP_BITS));
  const factorRest = f64x2.add(f64x2.sub(factor, factorTop), logLow);
  const top = v128.and(y, v128.load(TOP_BITS));
  const plain = f64x2.sub(more, f64x2.mul(f64x2.add(log, logLow), v128.load(HALF)));
  const products = f64x2.add(f64x2.mul(f64x2.sub(y, top), factorTop), plain);
  return f64x2.add(products, f64x2.mul(y, factorRest));
}

/** lgamma at y + yLow, from the logarithm of y. */
// @ts-ignore: decorator
@inline
export function movedLgamma(y: v128, yLow: v128, log: v128, logLow: v128): v128 {
  const more = f64x2.add(v128.load(HALF_LN_TAU), f64x2.mul(yLow, log));
  v128.store(LOW, lgammaLow(y, log, logLow, more));
  return lgammaHigh(y, log);
}

/** digamma at y + yLow. */
// @ts-ignore: decorator
@inline
export function movedDigamma(y: v128, yLow: v128): v128 {
  const log = logPair(y);
  v128.store(LOW, f64x2.sub(v128.load(LOW), f64x2.div(f64x2.sub(v128.load(HALF), yLow), y)));
  return log;
}

/** a/y where it is above the error budget. */
// @ts-ignore: decorator
@inline
function aboveBudget(a: v128, y: v128): v128 {
  return f64x2.div(a, f64x2.min(y, v128.load(LARGEST_ABOVE_BUDGET)));
}

/** The values of elements from 2^40 on, infinity included, of lgamma and digamma. */
export function asymptoticValues(order: i32, from: usize, to: usize, count: i32): void {
  if (order == LGAMMA) evaluate(LGAMMA, from, to, count);
  else evaluate(DIGAMMA, from, to, count);
}

// @ts-ignore: decorator
@inline
function evaluate(order: i32, from: usize, to: usize, count: i32): void {
  const areForced = isForced();
  for (const stop = from + (<usize> count << 3); from < stop; from += 16, to += 16) {
    const y = v128.load(from);
    const part0 = partOf(load<u64>(from));
    const part1 = partOf(load<u64>(from, 8));
    const head0 = headOf(part0);
    const head1 = headOf(part1);
    const k = exponents(y);
    const log = logHigh(k, head0, head1);
    const rest = logRest(k, part0, part1);
    let high = log;
    let low: v128;
    let bound: v128;
    if (order == LGAMMA) {
      high = lgammaHigh(y, log);
      low = lgammaLow(y, log, logLow(y, head0, head1, rest), v128.load(HALF_LN_TAU));
      bound = f64x2.mul(y, v128.load(LGAMMA_BOUND));
    } else {
      // Of infinity it is NaN, which is not decided.
      const more = f64x2.sub(f64x2.sub(y, y), aboveBudget(v128.load(HALF), y));
      low = logLow(y, head0, head1, f64x2.add(rest, more));
      bound = v128.load(DIGAMMA_BOUND);
    }
    let value = f64x2.add(high, f64x2.sub(low, bound));
    const most = f64x2.add(high, f64x2.add(low, bound));
    // What is infinite is not decided either.
    const mask = order == LGAMMA
      ? f64x2.ne(f64x2.sub(most, value), v128.load(ZERO))
      : f64x2.ne(most, value);
    if (areForced || v128.any_true(mask)) value = fallBack(order, y, value, high, low, bound, mask);
    v128.store(to, value);
  }
}

/** Computes the lanes of a mask again, and those that are infinite. */
function fallBack(
  order: i32,
  y: v128,
  value: v128,
  high: v128,
  low: v128,
  bound: v128,
  mask: v128,
): v128 {
  const isFinite = f64x2.lt(y, f64x2.splat(order == LGAMMA ? INFINITE_FROM : Infinity));
  value = v128.bitselect(value, v128.load(INFINITE), isFinite);
  mask = v128.and(v128.or(mask, forcedLanes()), isFinite);
  if (!v128.any_true(mask)) return value;
  return v128.bitselect(fallBackLanes(order, 0, y, high, low, bound, mask), value, mask);
}
