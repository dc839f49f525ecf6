// lgamma and digamma of two double-doubles from 2^40 on, where one logarithm and a term or two are enough:
//
//   lgamma   (y - 1/2) ln y - y + ln(2 pi)/2, as y (ln y - 1) and the rest; 1/(12y) is below 2^-83 of it
//   digamma  ln y - 1/(2y); 1/(12y^2) is below 2^-83
//
// Fast phase. Errors, in 2^-62: of digamma 3.3 of the logarithm (elementary/log.ts), and one rounding of Ziv's test. Of
// lgamma, times y: 3.3 of the logarithm, and five roundings, with that of the test, of numbers below 2^-8 or, where ln y is
// above 512, a little more: 10 at most. The value is 26.7 y or more, so that both are below 2^-63.4 of it. 5 ns.

import { HALF, ONE } from "../arithmetic/constants";
import { logPair } from "../elementary/log";
import { TOP_BITS } from "../arithmetic/error_free";
import { LOW } from "../memory_map";

const HALF_LN_TAU: usize = memory.data<f64>([0.9189385332046728, 0.9189385332046728], 16);

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
