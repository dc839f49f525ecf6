// Accurate phase of lgamma, digamma and polygamma of orders 1 and 2, two lanes: double-doubles with a bound of their
// error, about 98 bits. Stirling's series (gamma/stirling.ts) gives f at arguments that are not next to 0. The others are
// at a distance a from a pole and have a term of their own (DLMF 5.5.1, 5.5.3, 5.5.4 and derivatives):
//
//   0 < x < 2^-20   f(x) = f(1 + x) - ln s,  - 1/s,    + 1/s^2,  - 2/s^3    s = x
//   x < 0           f(x) = -f(1 - x) - ln s            order -1
//                   f(x) = f(1 - x) - k/s              order 0              s = sin(pi r)/pi, k = cos(pi r),
//                   f(x) = -f(1 - x) + 1/s^2           order 1              r = x - nearest(x)
//                   f(x) = f(1 - x) - 2k/s^3           order 2
//
// Both have the argument 1 + |x|, and the first is the second with s = x, k = 1. Sine and cosine come from Taylor's series at
// pi c, c = |r| or 1/2 - |r|, whichever is at most 1/4: both are exact, so that s and k have small relative errors.
//
// Error: 15 terms have a truncation error of (pi/4)^30/30!, 2^-118. Of the term of a pole 2^-99 is lost, and of 1 for a
// logarithm, or 2^-97 of orders 1 and 2, where it is a product of such factors: deno task prove accurate_gamma proves it.
// BOUND is the sum of this and the bound of f(1 + |x|). tests/kernels/bounds_test.ts searches for the largest
// error in units of it: 0.06. Next to a zero of f the bound may be more than an ulp. gamma/zeros.ts has tables for the zeros
// down to -127; next to others some elements take the last phase. 200 to 500 ns.

import { ONE, SIGN_64 } from "../arithmetic/constants";
import { INVERSE_FACTORIALS, PI } from "../arithmetic/constants_data";
import {
  normal,
  polynomial,
  productRest,
  quotientRest,
  sumRest,
} from "../arithmetic/double_double_lanes";
import { twoSumError } from "../arithmetic/error_free";
import { logDoubleDouble } from "../elementary/log_double_double";
import { BOUND, LOW } from "../memory_map";
import { DIGAMMA, LGAMMA } from "./special_values";
import { stirling } from "./stirling";

/** Below it the pole at 0 is a term of its own. */
const POLE: f64 = 9.5367431640625e-7; // 2^-20
/** Below it the sine is its argument, to 2^-118. */
const SMALL_ANGLE: f64 = 8.673617379884035e-19; // 2^-60
/** Outside of these powers, or their low parts, would underflow or overflow. */
const SMALLEST: f64 = 7.006492321624085e-46; // 2^-150
const LARGEST: f64 = 1.427247692705959e45; // 2^150
/** Errors of a term, of it or of 1: of lgamma and digamma, and of higher orders. */
const LOG_OR_QUOTIENT_PART: f64 = 1.5777218104420236e-30; // 2^-99
const POWER_PART: f64 = 6.310887241768095e-30; // 2^-97
/** Terms of the series of sine and cosine, how many are double-doubles, and how far apart 1/k! and 1/(k + 2)! are. */
const TERMS: i32 = 15;
const PAIRED_TERMS: i32 = 8;
const FACTORIAL: usize = 24;
const STEP: usize = 48;

/** Whether this is the accurate phase of an order for x, which is finite and no pole. */
export function hasAccuratePhase(order: i64, x: f64): bool {
  return order == LGAMMA ||
    abs(x) > SMALLEST && (order == DIGAMMA || order <= 2 && abs(x) < LARGEST);
}

/** f(x). Returns the high parts; the low ones are in LOW, bounds of their errors in BOUND. */
export function accurate(order: i32, x: v128): v128 {
  const one = v128.load(ONE);
  const isNextToPole = f64x2.lt(x, f64x2.splat(POLE));
  const a = f64x2.abs(x);
  const shifted = f64x2.add(one, a);
  const y = v128.bitselect(shifted, x, isNextToPole);
  const yLow = v128.and(twoSumError(one, a, shifted), isNextToPole);
  let f = stirling(order, y, yLow);
  if (!v128.any_true(isNextToPole)) return f;
  let fLow = v128.load(LOW);
  const bound = v128.load(BOUND);
  let term = poleTerm(order, x);
  let termLow = v128.load(LOW);
  let sign = i64x2.splat(0); // of the term
  if (order & 1) {
    const reflected = v128.and(x, v128.load(SIGN_64)); // f(1 - x) is subtracted
    f = v128.xor(f, reflected);
    fLow = v128.xor(fLow, reflected);
  } else {
    sign = v128.andnot(v128.load(SIGN_64), f64x2.sub(x, f64x2.nearest(x)));
  }
  term = v128.and(v128.xor(term, sign), isNextToPole);
  termLow = v128.and(v128.xor(termLow, sign), isNextToPole);
  const sum = f64x2.add(f, term);
  const sizes = order == LGAMMA ? f64x2.add(f64x2.abs(term), one) : f64x2.abs(term);
  v128.store(
    BOUND,
    f64x2.add(
      bound,
      f64x2.mul(sizes, f64x2.splat(order <= DIGAMMA ? LOG_OR_QUOTIENT_PART : POWER_PART)),
    ),
  );
  return normal(sum, sumRest(f, fLow, term, termLow, sum));
}

/** -ln s, k/s, 1/s^2 or 2k/s^3 for |r| or x. */
function poleTerm(order: i32, x: v128): v128 {
  const one = v128.load(ONE);
  const none = f64x2.splat(0);
  const isNegative = f64x2.lt(x, none);
  const r = f64x2.abs(v128.bitselect(f64x2.sub(x, f64x2.nearest(x)), x, isNegative));
  const isFolded = v128.and(f64x2.gt(r, f64x2.splat(0.25)), isNegative);
  const c = v128.bitselect(f64x2.sub(f64x2.splat(0.5), r), r, isFolded);
  const pi = v128.load64_splat(PI);
  const piLow = v128.load64_splat(PI, 8);
  const isAngle = v128.and(isNegative, f64x2.gt(c, f64x2.splat(SMALL_ANGLE)));
  const angle = f64x2.mul(v128.and(c, isAngle), pi);
  const angleLow = productRest(v128.and(c, isAngle), none, pi, piLow, angle);
  const square = f64x2.mul(angle, angle);
  const squareLow = productRest(angle, angleLow, angle, angleLow, square);
  const minus = f64x2.neg(square);
  const minusLow = f64x2.neg(squareLow);
  const quotient = polynomial(
    INVERSE_FACTORIALS + FACTORIAL,
    STEP,
    TERMS,
    PAIRED_TERMS,
    minus,
    minusLow,
  );
  const quotientLow = v128.load(LOW);
  const cosine = polynomial(INVERSE_FACTORIALS, STEP, TERMS, PAIRED_TERMS, minus, minusLow);
  const cosineLow = v128.load(LOW);
  // sin(pi c)/pi and cos(pi c), or next to 1/2 cos(pi c)/pi and sin(pi c)
  const sine = f64x2.mul(c, quotient);
  const sineLow = productRest(c, none, quotient, quotientLow, sine);
  let s = sine;
  let sLow = sineLow;
  let k = cosine;
  let kLow = cosineLow;
  if (v128.any_true(isFolded)) {
    const overPi = f64x2.div(cosine, pi);
    s = v128.bitselect(overPi, s, isFolded);
    sLow = v128.bitselect(quotientRest(cosine, cosineLow, pi, piLow, overPi), sLow, isFolded);
    const timesPi = f64x2.mul(sine, pi);
    k = v128.bitselect(timesPi, k, isFolded);
    kLow = v128.bitselect(productRest(sine, sineLow, pi, piLow, timesPi), kLow, isFolded);
  }
  s = normal(s, sLow);
  sLow = v128.load(LOW);
  if (order == LGAMMA) {
    const log = logDoubleDouble(s, sLow);
    v128.store(LOW, f64x2.neg(v128.load(LOW)));
    return f64x2.neg(log);
  }
  if (order == 1) {
    k = one;
    kLow = none;
  }
  // k/s, and for orders 1 and 2 that times 1/s or 2/s^2
  const first = f64x2.div(k, s);
  const firstRest = quotientRest(k, kLow, s, sLow, first);
  if (order == DIGAMMA) return normal(first, firstRest);
  const over = f64x2.div(one, s);
  const overRest = quotientRest(one, none, s, sLow, over);
  const second = f64x2.mul(first, over);
  const secondRest = productRest(first, firstRest, over, overRest, second);
  if (order == 1) return normal(second, secondRest);
  const twice = f64x2.add(over, over);
  const third = f64x2.mul(second, twice);
  return normal(
    third,
    productRest(second, secondRest, twice, f64x2.add(overRest, overRest), third),
  );
}
