// log, lgamma and digamma of double-doubles high + low as pairs, two lanes at a time, to 2^-95 of the value, or of 1 where that
// is smaller: what expressions lose by cancelling is mostly found here; what is not, in elementary/ball_log.ts. Each
// returns the high parts, and leaves the low ones in LOW.
//
// The formulas are those of gamma/accurate.ts with Y >= 24, where 14 terms leave 2^-108. Of a series, terms below 2^-48 of the sum are float64 numbers. Y is reached in steps of four, with
// u = y^2 + 3y:  y (y + 1) (y + 2) (y + 3) = u (u + 2), and 1/y + ... + 1/(y + 3) = (2y + 3) (2u + 2) / (u (u + 2)).

import { ONE } from "../arithmetic/constants";
import { exactTwoProdError, exactTwoSumError } from "../arithmetic/two_prod";
import { firsts, seconds } from "../arithmetic/lanes";
import { normal } from "../arithmetic/error_free";
import { LOW } from "../memory_map";
import { BERNOULLI, HALF_LN_TAU, LN_2, LOG_STEPS, ODD_RECIPROCALS } from "../arithmetic/constants_data";

/** Error of what is returned, of the value or of 1. */
export const QUICK_ERROR: f64 = 2.524354896707238e-29; // 2^-95

const MIN_Y: f64 = 24;
const TERMS: i32 = 14;
const LOG_TERMS: i32 = 10;
const PAIRED_TERMS: i32 = 5;
const SIGNIFICAND: usize = memory.data<u64>([0xfffffffffffff, 0xfffffffffffff], 16);
const TWO_52: usize = memory.data<f64>([4503599627370496, 4503599627370496], 16);
const BIAS: usize = memory.data<f64>([4503599627371519, 4503599627371519], 16); // 2^52 + 1023

// B(2k)/(2k (2k - 1)) and B(2k)/(2k), as pairs, made when they are first needed.
const LGAMMA_TERMS: usize = memory.data(16 * 14, 16);
const DIGAMMA_TERMS: usize = memory.data(16 * 14, 16);
let isReady: bool = false;

/** The low part of a + b that has the high part `sum`, where |a| > |b|. */
// @ts-ignore: decorator
@inline
export function fastTwoSumError(a: v128, b: v128, sum: v128): v128 {
  return f64x2.add(f64x2.sub(a, sum), b);
}

/** What is left of the product of two pairs that `product`, of their high parts, is not. */
// @ts-ignore: decorator
@inline
export function productRest(a: v128, aLow: v128, b: v128, bLow: v128, product: v128): v128 {
  const crossed = f64x2.add(f64x2.mul(a, bLow), f64x2.mul(aLow, b));
  return f64x2.add(exactTwoProdError(a, b, product), crossed);
}

/** The same of a sum: the low parts are added with their error. */
// @ts-ignore: decorator
@inline
function sumRest(a: v128, aLow: v128, b: v128, bLow: v128, sum: v128): v128 {
  const lows = f64x2.add(aLow, bLow);
  const error = f64x2.add(exactTwoSumError(a, b, sum), lows);
  return f64x2.add(error, exactTwoSumError(aLow, bLow, lows));
}

/** The same of a quotient. */
// @ts-ignore: decorator
@inline
export function quotientRest(a: v128, aLow: v128, b: v128, bLow: v128, quotient: v128): v128 {
  const product = f64x2.mul(quotient, b);
  const first = f64x2.sub(f64x2.sub(a, product), exactTwoProdError(quotient, b, product));
  return f64x2.div(f64x2.add(first, f64x2.sub(aLow, f64x2.mul(quotient, bLow))), b);
}

/**
 * c0 + c1 x + ..., coefficients `step` bytes apart: the first `paired` of them are pairs, and each is larger than what
 * is added to it.
 */
export function pairSeries(at: usize, step: usize, count: i32, paired: i32, x: v128, xLow: v128): v128 {
  let y = v128.load64_splat(at + <usize> (count - 1) * step);
  for (let k = count - 2; k >= paired; k--) {
    y = f64x2.add(v128.load64_splat(at + <usize> k * step), f64x2.mul(x, y));
  }
  let yLow = f64x2.splat(0);
  for (let k = paired - 1; k >= 0; k--) {
    const c = v128.load64_splat(at + <usize> k * step);
    const product = f64x2.mul(x, y);
    const rest = productRest(x, xLow, y, yLow, product);
    y = f64x2.add(c, product);
    yLow = f64x2.add(fastTwoSumError(c, product, y), f64x2.add(rest, v128.load64_splat(at + <usize> k * step, 8)));
  }
  return normal(y, yLow);
}

function makeTerms(): void {
  isReady = true;
  let factorial: f64 = 1; // (2k - 2)!, exact up to 22!, and rounded where float64 numbers are enough
  for (let k = 0; k < TERMS; k++) {
    const from = BERNOULLI + <usize> k * 24;
    const odd = factorial * <f64> (2 * k + 1);
    storeTerm(LGAMMA_TERMS + (<usize> k << 4), from, factorial);
    storeTerm(DIGAMMA_TERMS + (<usize> k << 4), from, odd);
    factorial = odd * <f64> (2 * k + 2);
  }
}

function storeTerm(to: usize, from: usize, factor: f64): void {
  const a = v128.load64_splat(from);
  const b = f64x2.splat(factor);
  const product = f64x2.mul(a, b);
  const rest = productRest(a, v128.load64_splat(from, 8), b, f64x2.splat(0), product);
  store<f64>(to, f64x2.extract_lane(normal(product, rest), 0));
  store<f64>(to, load<f64>(LOW), 8);
}

/** ln(h + l), h > 0 a normal number. */
export function quickLog(h: v128, l: v128): v128 {
  const k = f64x2.sub(v128.or(i64x2.shr_u(h, 52), v128.load(TWO_52)), v128.load(BIAS));
  const down = i64x2.shl(i64x2.sub(i64x2.splat(2046), i64x2.shr_u(h, 52)), 52); // 2^-k
  const m = v128.or(v128.and(h, v128.load(SIGNIFICAND)), v128.load(ONE));
  const step0 = LOG_STEPS + (<usize> (i64x2.extract_lane(h, 0) >> 47) & 31) * 32;
  const step1 = LOG_STEPS + (<usize> (i64x2.extract_lane(h, 1) >> 47) & 31) * 32;
  const head0 = v128.load(step0);
  const head1 = v128.load(step1);
  const c = firsts(head0, head1);
  // m c has 61 bits: z is exact.
  const p = f64x2.mul(m, c);
  const first = f64x2.sub(p, v128.load(ONE));
  const more = f64x2.add(exactTwoProdError(m, c, p), f64x2.mul(f64x2.mul(l, down), c));
  const z = f64x2.add(first, more);
  const zLow = fastTwoSumError(first, more, z);
  const two = f64x2.splat(2);
  const below = f64x2.add(two, z);
  const belowLow = f64x2.add(fastTwoSumError(two, z, below), zLow);
  const w = f64x2.div(z, below);
  const wLow = quotientRest(z, zLow, below, belowLow, w);
  const product = f64x2.mul(w, w);
  const square = normal(product, productRest(w, wLow, w, wLow, product));
  const tail = pairSeries(ODD_RECIPROCALS, 24, LOG_TERMS, PAIRED_TERMS, square, v128.load(LOW));
  const tailLow = v128.load(LOW);
  const w2 = f64x2.add(w, w);
  const line = f64x2.mul(tail, w2);
  const lineLow = productRest(tail, tailLow, w2, f64x2.add(wLow, wLow), line);
  const ln2 = v128.load64_splat(LN_2);
  const twos = f64x2.mul(ln2, k);
  const twosLow = f64x2.add(exactTwoProdError(ln2, k, twos), f64x2.mul(v128.load64_splat(LN_2, 8), k));
  const log = seconds(head0, head1);
  const logLow = firsts(v128.load(step0, 16), v128.load(step1, 16));
  const start = f64x2.add(twos, log);
  const startLow = sumRest(twos, twosLow, log, logLow, start);
  const sum = f64x2.add(start, line);
  return normal(sum, sumRest(start, startLow, line, lineLow, sum));
}

/** What y = h + l is multiplied by, and moved, to be large: see `rise`. */
const Y: usize = memory.data(32, 16);
const P: usize = memory.data(32, 16);

/** Adds four to the lanes of Y that are small, until none is; multiplies P by, or adds the inverses of, what was passed. */
// @ts-ignore: decorator
@inline
function rise(h: v128, l: v128, isDigamma: bool): void {
  let y = h;
  let yLow = l;
  let p = f64x2.splat(isDigamma ? 0 : 1);
  let pLow = f64x2.splat(0);
  const three = f64x2.splat(3);
  const two = f64x2.splat(2);
  for (;;) {
    const isSmall = f64x2.lt(y, f64x2.splat(MIN_Y));
    if (!v128.any_true(isSmall)) break;
    // u = y (y + 3), and v = u (u + 2)
    const y3 = f64x2.add(y, three);
    const y3Low = f64x2.add(exactTwoSumError(y, three, y3), yLow);
    const product = f64x2.mul(y, y3);
    const rest = productRest(y, yLow, y3, y3Low, product);
    const u = f64x2.add(product, rest);
    const uLow = fastTwoSumError(product, rest, u);
    const u2 = f64x2.add(u, two);
    const u2Low = f64x2.add(exactTwoSumError(u, two, u2), uLow);
    const v = f64x2.mul(u, u2);
    const vLow = productRest(u, uLow, u2, u2Low, v);
    let next: v128;
    let nextLow: v128;
    if (isDigamma) {
      // (2y + 3) (2u + 2) / v
      const sum = f64x2.add(y, y3);
      const sumLow = f64x2.add(exactTwoSumError(y, y3, sum), f64x2.add(yLow, y3Low));
      const us = f64x2.add(u, u2);
      const usLow = f64x2.add(exactTwoSumError(u, u2, us), f64x2.add(uLow, u2Low));
      const top = f64x2.mul(sum, us);
      const topLow = productRest(sum, sumLow, us, usLow, top);
      const quotient = f64x2.div(top, v);
      const quotientLow = quotientRest(top, topLow, v, vLow, quotient);
      next = f64x2.add(p, quotient);
      nextLow = sumRest(p, pLow, quotient, quotientLow, next);
    } else {
      next = f64x2.mul(p, v);
      nextLow = productRest(p, pLow, v, vLow, next);
    }
    const settledNext = f64x2.add(next, nextLow);
    pLow = v128.bitselect(fastTwoSumError(next, nextLow, settledNext), pLow, isSmall);
    p = v128.bitselect(settledNext, p, isSmall);
    const y4 = f64x2.add(y, f64x2.splat(4));
    const y4Rest = f64x2.add(exactTwoSumError(y, f64x2.splat(4), y4), yLow);
    const moved = f64x2.add(y4, y4Rest);
    yLow = v128.bitselect(fastTwoSumError(y4, y4Rest, moved), yLow, isSmall);
    y = v128.bitselect(moved, y, isSmall);
  }
  v128.store(Y, y);
  v128.store(Y, yLow, 16);
  v128.store(P, p);
  v128.store(P, pLow, 16);
}

/** lgamma(h + l), 0 < h < 2^500. */
export function quickLgamma(h: v128, l: v128): v128 {
  if (!isReady) makeTerms();
  rise(h, l, false);
  const y = v128.load(Y);
  const yLow = v128.load(Y, 16);
  const one = v128.load(ONE);
  const t = f64x2.div(one, y);
  const tLow = quotientRest(one, f64x2.splat(0), y, yLow, t);
  const product = f64x2.mul(t, t);
  const square = normal(product, productRest(t, tLow, t, tLow, product));
  const tail = pairSeries(LGAMMA_TERMS, 16, TERMS, PAIRED_TERMS, square, v128.load(LOW));
  const tailLow = v128.load(LOW);
  const series = f64x2.mul(tail, t);
  const seriesLow = productRest(tail, tailLow, t, tLow, series);
  const log = quickLog(y, yLow);
  const logLow = v128.load(LOW);
  // (y - 1/2) ln y - y + ln(2 pi)/2
  const less = f64x2.splat(-0.5);
  const half = f64x2.add(y, less);
  const halfLow = f64x2.add(exactTwoSumError(y, less, half), yLow);
  const main = f64x2.mul(half, log);
  const mainLow = productRest(half, halfLow, log, logLow, main);
  const taken = f64x2.sub(main, y);
  const takenLow = sumRest(main, mainLow, f64x2.neg(y), f64x2.neg(yLow), taken);
  const constant = v128.load64_splat(HALF_LN_TAU);
  const more = f64x2.add(taken, constant);
  const moreLow = sumRest(taken, takenLow, constant, v128.load64_splat(HALF_LN_TAU, 8), more);
  const all = f64x2.add(more, series);
  const allLow = sumRest(more, moreLow, series, seriesLow, all);
  const isMoved = f64x2.lt(h, f64x2.splat(MIN_Y));
  if (!v128.any_true(isMoved)) return normal(all, allLow);
  const passed = v128.and(quickLog(v128.load(P), v128.load(P, 16)), isMoved);
  const passedLow = v128.and(v128.load(LOW), isMoved);
  const f = f64x2.sub(all, passed);
  return normal(f, sumRest(all, allLow, f64x2.neg(passed), f64x2.neg(passedLow), f));
}

/** digamma(h + l), 0 < h < 2^500. */
export function quickDigamma(h: v128, l: v128): v128 {
  if (!isReady) makeTerms();
  rise(h, l, true);
  const y = v128.load(Y);
  const yLow = v128.load(Y, 16);
  const one = v128.load(ONE);
  const t = f64x2.div(one, y);
  const tLow = quotientRest(one, f64x2.splat(0), y, yLow, t);
  const product = f64x2.mul(t, t);
  const square = normal(product, productRest(t, tLow, t, tLow, product));
  const squareLow = v128.load(LOW);
  const tail = pairSeries(DIGAMMA_TERMS, 16, TERMS, PAIRED_TERMS, square, squareLow);
  const tailLow = v128.load(LOW);
  const rest = f64x2.mul(tail, square);
  const restLow = productRest(tail, tailLow, square, squareLow, rest);
  const half = f64x2.splat(0.5);
  const near = f64x2.mul(half, t);
  const taken = f64x2.add(near, rest);
  const takenLow = sumRest(near, f64x2.mul(half, tLow), rest, restLow, taken);
  const all = f64x2.add(taken, v128.load(P));
  const allLow = sumRest(taken, takenLow, v128.load(P), v128.load(P, 16), all);
  const log = quickLog(y, yLow);
  const logLow = v128.load(LOW);
  const f = f64x2.sub(log, all);
  return normal(f, sumRest(log, logLow, f64x2.neg(all), f64x2.neg(allLow), f));
}
