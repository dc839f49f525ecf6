// Double-doubles high + low in two lanes: products, sums, quotients and series, and on them ln x, accurate phase.
//
// The errors of a product, a sum and a quotient are in their comments: the high part has an exact error, and roundings of
// low parts remain. A caller that adds the low part to the high one again (FastTwoSum) keeps them half an ulp apart.
//
// ln x, x = 2^k m: m c = 1 + z for a c of eight bits (LOG_STEPS), exactly; with w = z/(2 + z), |w| < 2^-6,
//
//   ln x = k ln 2 - ln c + 2w (1 + w^2/3 + w^4/5 + ...)
//
// Ten terms leave 2^-121. Terms from w^10/11 on, below 2^-63, are float64 numbers. k ln 2 has an error of 2^-105 of it,
// and two sums have 3 2^-106 of theirs: below 2^-103 (|k| + 1) in all. 20 ns for two lanes.

import { ONE } from "../arithmetic/constants";
import { exactTwoProdError, exactTwoSumError } from "../arithmetic/two_prod";
import { firsts, seconds } from "../arithmetic/lanes";
import { normal } from "../arithmetic/error_free";
import { LOW } from "../memory_map";
import { LN_2, LOG_STEPS, ODD_RECIPROCALS } from "../arithmetic/constants_data";

/** Error of what is returned, of the value or of 1. */
export const QUICK_ERROR: f64 = 2.524354896707238e-29; // 2^-95

const LOG_TERMS: i32 = 10;
const PAIRED_TERMS: i32 = 5;
const SIGNIFICAND: usize = memory.data<u64>([0xfffffffffffff, 0xfffffffffffff], 16);
const TWO_52: usize = memory.data<f64>([4503599627370496, 4503599627370496], 16);
const MIN_NORMAL: f64 = 2.2250738585072014e-308;
const TWO_54: f64 = 18014398509481984;
const BIAS: usize = memory.data<f64>([4503599627371519, 4503599627371519], 16); // 2^52 + 1023

/** The low part of a + b that has the high part `sum`, where |a| > |b|. */
// @ts-ignore: decorator
@inline
export function fastTwoSumError(a: v128, b: v128, sum: v128): v128 {
  return f64x2.add(f64x2.sub(a, sum), b);
}

/**
 * What is left of the product of two pairs that `product`, of their high parts, is not.
 * @error 7.01 2^-106 of the product
 */
// @ts-ignore: decorator
@inline
export function productRest(a: v128, aLow: v128, b: v128, bLow: v128, product: v128): v128 {
  const crossed = f64x2.add(f64x2.mul(a, bLow), f64x2.mul(aLow, b));
  return f64x2.add(exactTwoProdError(a, b, product), crossed);
}

/**
 * The same of a sum: the low parts are added with their error.
 * @error 4 2^-106 of the larger operand
 */
// @ts-ignore: decorator
@inline
export function sumRest(a: v128, aLow: v128, b: v128, bLow: v128, sum: v128): v128 {
  const lows = f64x2.add(aLow, bLow);
  const error = f64x2.add(exactTwoSumError(a, b, sum), lows);
  return f64x2.add(error, exactTwoSumError(aLow, bLow, lows));
}

/**
 * The same of a quotient.
 * @error 11 2^-106 of the quotient
 */
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
export function pairSeries(
  at: usize,
  step: usize,
  count: i32,
  paired: i32,
  x: v128,
  xLow: v128,
): v128 {
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
    yLow = f64x2.add(
      fastTwoSumError(c, product, y),
      f64x2.add(rest, v128.load64_splat(at + <usize> k * step, 8)),
    );
  }
  return normal(y, yLow);
}

/** ln(h + l), h > 0. Returns the high parts; the low ones are in LOW. */
export function quickLog(h: v128, l: v128): v128 {
  let less = v128.load(BIAS);
  const isSubnormal = f64x2.lt(h, f64x2.splat(MIN_NORMAL));
  if (v128.any_true(isSubnormal)) {
    h = v128.bitselect(f64x2.mul(h, f64x2.splat(TWO_54)), h, isSubnormal);
    less = f64x2.add(less, v128.and(f64x2.splat(54), isSubnormal));
  }
  const k = f64x2.sub(v128.or(i64x2.shr_u(h, 52), v128.load(TWO_52)), less);
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
  const twosLow = f64x2.add(
    exactTwoProdError(ln2, k, twos),
    f64x2.mul(v128.load64_splat(LN_2, 8), k),
  );
  const log = seconds(head0, head1);
  const logLow = firsts(v128.load(step0, 16), v128.load(step1, 16));
  const start = f64x2.add(twos, log);
  const startLow = sumRest(twos, twosLow, log, logLow, start);
  const sum = f64x2.add(start, line);
  return normal(sum, sumRest(start, startLow, line, lineLow, sum));
}
