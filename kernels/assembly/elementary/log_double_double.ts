// ln x in double-double, accurate phase. x = 2^k m, and m c = 1 + z for a c of eight bits (LOG_STEPS), exactly; with
// w = z/(2 + z), |w| < 2^-6,
//
//   ln x = k ln 2 - ln c + 2w (1 + w^2/3 + w^4/5 + ...)
//
// Ten terms have a truncation error of 2^-121. Terms from w^10/11 on, below 2^-63, are float64 numbers. 20 ns for two lanes.

import { ONE } from "../arithmetic/constants";
import {
  normal,
  polynomial,
  productRest,
  quotientRest,
  sumRest,
} from "../arithmetic/double_double_lanes";
import { exactTwoProdError, fastTwoSumError } from "../arithmetic/error_free";
import { firsts, seconds } from "../arithmetic/lanes";
import { high, low } from "../arithmetic/double_double";
import { exponents, significands } from "./log";
import { LOW } from "../memory_map";
import { LN_2, LOG_STEPS, ODD_RECIPROCALS } from "../arithmetic/constants_data";

/** Error of the result, relative to the larger of it and 1. */
export const DOUBLE_DOUBLE_ERROR: f64 = 2.524354896707238e-29; // 2^-95

const LOG_TERMS: i32 = 10;
const DOUBLE_TERMS: i32 = 5;
const MIN_NORMAL: f64 = 2.2250738585072014e-308;
const TWO_54: f64 = 18014398509481984;

/** ln a of one double-double (arithmetic/double_double.ts), a > 0. */
export function logAt(a: v128): v128 {
  const log = logDoubleDouble(f64x2.splat(high(a)), f64x2.splat(low(a)));
  return f64x2(f64x2.extract_lane(log, 0), load<f64>(LOW));
}

/** 2^-k of a normal h = 2^k m. */
// @ts-ignore: decorator
@inline
function inverseScale(h: v128): v128 {
  return i64x2.shl(i64x2.sub(i64x2.splat(2046), i64x2.shr_u(h, 52)), 52);
}

/** Where c of an h with these bits is. */
// @ts-ignore: decorator
@inline
function stepOf(bits: u64): usize {
  return LOG_STEPS + (<usize> (bits >> 47) & 31) * 32;
}

/**
 * ln(h + l), h > 0. Returns the high parts; the low ones are in LOW.
 * @error 2^-102.4 of |k| + 1
 */
export function logDoubleDouble(h: v128, l: v128): v128 {
  let lifted = f64x2.splat(0);
  const isSubnormal = f64x2.lt(h, f64x2.splat(MIN_NORMAL));
  if (v128.any_true(isSubnormal)) {
    h = v128.bitselect(f64x2.mul(h, f64x2.splat(TWO_54)), h, isSubnormal);
    lifted = v128.and(f64x2.splat(54), isSubnormal);
  }
  const k = f64x2.sub(exponents(h), lifted);
  const m = significands(h);
  const step0 = stepOf(i64x2.extract_lane(h, 0));
  const step1 = stepOf(i64x2.extract_lane(h, 1));
  const head0 = v128.load(step0);
  const head1 = v128.load(step1);
  const c = firsts(head0, head1);
  // m c has 61 bits: z is exact.
  const p = f64x2.mul(m, c);
  const first = f64x2.sub(p, v128.load(ONE));
  const more = f64x2.add(exactTwoProdError(m, c, p), f64x2.mul(f64x2.mul(l, inverseScale(h)), c));
  const z = f64x2.add(first, more);
  const zLow = fastTwoSumError(first, more, z);
  const two = f64x2.splat(2);
  const below = f64x2.add(two, z);
  const belowLow = f64x2.add(fastTwoSumError(two, z, below), zLow);
  const w = f64x2.div(z, below);
  const wLow = quotientRest(z, zLow, below, belowLow, w);
  const product = f64x2.mul(w, w);
  const square = normal(product, productRest(w, wLow, w, wLow, product));
  const tail = polynomial(ODD_RECIPROCALS, 24, LOG_TERMS, DOUBLE_TERMS, square, v128.load(LOW));
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
