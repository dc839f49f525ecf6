// log, lgamma and digamma of a pair high + low as a pair, to 2^-95 of the value, or of 1 where that is smaller:
// some hundred nanoseconds each. What expressions lose by cancelling is mostly found here; what is not, in
// triple_functions.ts.
//
// The formulas are those of gamma_exact.ts with Y >= 24, where 14 terms leave 2^-108, and of triple.ts for the
// logarithm. Of a series, terms below 2^-48 of the sum are float64 numbers.

import { productError, sumError } from "./pair_functions";
import { BERNOULLI, HALF_LN_TAU, LN_2, LOG_STEPS, ODD_RECIPROCALS } from "./triple_data";

/** The low part of what was returned last. */
export let quickLow: f64 = 0;

/** Error of what is returned, of the value or of 1. */
export const QUICK_ERROR: f64 = 2.524354896707238e-29; // 2^-95

const LEAST_Y: f64 = 24;
const TERMS: i32 = 14;
const PAIRED_TERMS: i32 = 5;
const LOG_TERMS: i32 = 10;
const PAIRED_LOG_TERMS: i32 = 5;

// B(2k)/(2k (2k - 1)) and B(2k)/(2k), as pairs, made when they are first needed.
const LGAMMA_TERMS: usize = memory.data(16 * 14, 16);
const DIGAMMA_TERMS: usize = memory.data(16 * 14, 16);
let isReady: bool = false;

// @ts-ignore: decorator
@inline
function settle(high: f64, rest: f64): f64 {
  const sum = high + rest;
  quickLow = (high - sum) + rest;
  return sum;
}

// @ts-ignore: decorator
@inline
function sum(a: f64, aLow: f64, b: f64, bLow: f64): f64 {
  const s = a + b;
  // As accurate as a pair can be: the low parts are added with their error.
  const t = aLow + bLow;
  const e = sumError(a, b, s) + t;
  return settle(s, e + sumError(aLow, bLow, t));
}

// @ts-ignore: decorator
@inline
function product(a: f64, aLow: f64, b: f64, bLow: f64): f64 {
  const p = a * b;
  return settle(p, productError(a, b, p) + (a * bLow + aLow * b));
}

// @ts-ignore: decorator
@inline
function quotient(a: f64, aLow: f64, b: f64, bLow: f64): f64 {
  const q = a / b;
  const p = q * b;
  return settle(q, (((a - p) - productError(q, b, p)) + (aLow - q * bLow)) / b);
}

/** c0 + c1 x + ..., coefficients `step` bytes apart: from the last one, the first `paired` of them as pairs. */
function series(at: usize, step: usize, count: i32, paired: i32, x: f64, xLow: f64): f64 {
  let y: f64 = 0;
  for (let k = count - 1; k >= paired; k--) y = load<f64>(at + <usize> k * step) + x * y;
  let yLow: f64 = 0;
  for (let k = paired - 1; k >= 0; k--) {
    const c = at + <usize> k * step;
    y = product(y, yLow, x, xLow);
    y = sum(load<f64>(c), load<f64>(c, 8), y, quickLow);
    yLow = quickLow;
  }
  return y;
}

function makeTerms(): void {
  isReady = true;
  let factorial: f64 = 1; // (2k - 2)!, exact up to 22!, and rounded where float64 numbers are enough
  for (let k = 0; k < TERMS; k++) {
    const from = BERNOULLI + <usize> k * 24;
    const to = <usize> k << 4;
    store<f64>(LGAMMA_TERMS + to, product(load<f64>(from), load<f64>(from, 8), factorial, 0));
    store<f64>(LGAMMA_TERMS + to, quickLow, 8);
    const odd = factorial * <f64> (2 * k + 1);
    store<f64>(DIGAMMA_TERMS + to, product(load<f64>(from), load<f64>(from, 8), odd, 0));
    store<f64>(DIGAMMA_TERMS + to, quickLow, 8);
    factorial = odd * <f64> (2 * k + 2);
  }
}

/** ln(h + l), h > 0 a normal number. */
export function quickLog(h: f64, l: f64): f64 {
  const bits = reinterpret<u64>(h);
  const k = <i32> (bits >> 52) - 1023;
  const down = reinterpret<f64>((<i64> -k + 1023) << 52);
  const m = h * down;
  const at = LOG_STEPS + (<usize> (bits >> 47) & 31) * 32;
  const c = load<f64>(at);
  // m c has 61 bits: z is exact.
  const p = m * c;
  const z = p - 1;
  const zLow = productError(m, c, p) + l * down * c;
  const zHigh = settle(z, zLow);
  const zRest = quickLow;
  const below = sum(zHigh, zRest, 2, 0);
  const w = quotient(zHigh, zRest, below, quickLow);
  const wLow = quickLow;
  const square = product(w, wLow, w, wLow);
  const tail = series(ODD_RECIPROCALS, 24, LOG_TERMS, PAIRED_LOG_TERMS, square, quickLow);
  const line = product(tail, quickLow, w + w, wLow + wLow);
  const lineLow = quickLow;
  const exponent = <f64> k;
  const twos = product(load<f64>(LN_2), load<f64>(LN_2, 8), exponent, 0);
  const head = sum(twos, quickLow, load<f64>(at, 8), load<f64>(at, 16));
  return sum(head, quickLow, line, lineLow);
}

/** lgamma(h + l), 0 < h < 2^500. */
export function quickLgamma(h: f64, l: f64): f64 {
  if (!isReady) makeTerms();
  let y = h;
  let yLow = l;
  let p: f64 = 1;
  let pLow: f64 = 0;
  while (y < LEAST_Y) {
    p = product(p, pLow, y, yLow);
    pLow = quickLow;
    y = sum(y, yLow, 1, 0);
    yLow = quickLow;
  }
  const t = quotient(1, 0, y, yLow);
  const tLow = quickLow;
  const square = product(t, tLow, t, tLow);
  const tail = series(LGAMMA_TERMS, 16, TERMS, PAIRED_TERMS, square, quickLow);
  const rest = product(tail, quickLow, t, tLow);
  const restLow = quickLow;
  const log = quickLog(y, yLow);
  const logLow = quickLow;
  const half = sum(y, yLow, -0.5, 0);
  const main = product(half, quickLow, log, logLow);
  const less = sum(main, quickLow, -y, -yLow);
  const more = sum(less, quickLow, load<f64>(HALF_LN_TAU), load<f64>(HALF_LN_TAU, 8));
  let f = sum(more, quickLow, rest, restLow);
  let fLow = quickLow;
  if (h < LEAST_Y) {
    const shifted = quickLog(p, pLow);
    f = sum(f, fLow, -shifted, -quickLow);
    fLow = quickLow;
  }
  quickLow = fLow;
  return f;
}

/** digamma(h + l), 0 < h < 2^500. */
export function quickDigamma(h: f64, l: f64): f64 {
  if (!isReady) makeTerms();
  let y = h;
  let yLow = l;
  // The sum of 1/(y + j) as one fraction, q/p.
  let p: f64 = 1;
  let pLow: f64 = 0;
  let q: f64 = 0;
  let qLow: f64 = 0;
  while (y < LEAST_Y) {
    q = product(q, qLow, y, yLow);
    q = sum(q, quickLow, p, pLow);
    qLow = quickLow;
    p = product(p, pLow, y, yLow);
    pLow = quickLow;
    y = sum(y, yLow, 1, 0);
    yLow = quickLow;
  }
  const t = quotient(1, 0, y, yLow);
  const tLow = quickLow;
  const square = product(t, tLow, t, tLow);
  const squareLow = quickLow;
  const tail = series(DIGAMMA_TERMS, 16, TERMS, PAIRED_TERMS, square, squareLow);
  const rest = product(tail, quickLow, square, squareLow);
  const all = sum(rest, quickLow, 0.5 * t, 0.5 * tLow);
  let taken = all;
  let takenLow = quickLow;
  if (h < LEAST_Y) {
    const poles = quotient(q, qLow, p, pLow);
    taken = sum(taken, takenLow, poles, quickLow);
    takenLow = quickLow;
  }
  const log = quickLog(y, yLow);
  return sum(log, quickLow, -taken, -takenLow);
}

/** sin or cos of h + l, |h| < 2^20: to 2^-63 of it, or of 2^-50 next to zeros that are not at 0. */
export function pairSin(h: f64, l: f64, quarters: i32): f64 {
  const k = nearest(h * 0.6366197723675814); // 2/pi
  // pi/2 in three parts, of which the first two have 32 bits: their products with k are exact.
  const first = h - k * 1.5707963267341256;
  const second = k * 6.077100506303966e-11;
  const r1 = first - second;
  const e1 = sumError(first, -second, r1);
  const third = k * 2.0222662487959506e-21;
  const r = settle(r1, (e1 + l) - third);
  const rLow = quickLow;
  quarters += <i32> k;
  const square = product(r, rLow, r, rLow);
  const squareLow = quickLow;
  let y: f64;
  if ((quarters & 1) != 0) {
    y = series(COSINE, 16, 10, 3, square, squareLow);
  } else {
    const tail = series(SINE, 16, 10, 3, square, squareLow);
    y = product(tail, quickLow, r, rLow);
  }
  if ((quarters & 2) == 0) return y;
  quickLow = -quickLow;
  return -y;
}

// 1, -1/3!, 1/5!, ... and 1, -1/2!, 1/4!, ..., as pairs
const SINE: usize = memory.data<f64>([
  1, 0, -0.16666666666666666, -9.25185853854297e-18, 0.008333333333333333, 1.1564823173178714e-19,
  -0.0001984126984126984, 0, 0.0000027557319223985893, 0, -2.505210838544172e-8, 0,
  1.6059043836821613e-10, 0, -7.647163731819816e-13, 0, 2.8114572543455206e-15, 0, -8.22063524662433e-18, 0,
], 16);
const COSINE: usize = memory.data<f64>([
  1, 0, -0.5, 0, 0.041666666666666664, 2.3129646346357427e-18,
  -0.001388888888888889, 0, 0.0000248015873015873, 0, -2.755731922398589e-7, 0,
  2.08767569878681e-9, 0, -1.1470745597729725e-11, 0, 4.779477332387385e-14, 0, -1.5619206968586225e-16, 0,
], 16);
