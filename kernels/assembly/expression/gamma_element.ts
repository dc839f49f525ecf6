// The gamma family of expressions at one double-double, to 2^-100 of its terms (gamma/stirling.ts, gamma/hurwitz.ts): the
// accurate phase, and in the fast phase the elements without table entries, which are x < 0 and regions at the ends. 0.3 to
// 25 microseconds for an element.

import {
  difference,
  fromTriple,
  high,
  low,
  number,
  sum,
  sumWithNumber,
  timesNumber,
} from "../arithmetic/double_double";
import { DIGAMMA, LGAMMA, MULTIGAMMALN, MULTIGAMMALN_GRAD } from "./instructions";
import { slopeBound } from "./slope_bound";
import { put } from "./slot";
import { isParameter } from "./special_value";
import { setTermSize, TERM_PART, termSize } from "../arithmetic/term_size";
import { zeta } from "../gamma/hurwitz";
import { stirlingAt } from "../gamma/stirling";
import { accuratePolygamma, accuratePolygammaAt } from "../polygamma/accurate";
import { testedBound, testedExponent, testedHigh, testedLow } from "../rounding/ziv_test_scalar";
import { multigammalnPair } from "../multigammaln/accurate_double_double";
import { LN_PI } from "../arithmetic/constants_data";
import { exponentOf, powerOfTwo } from "../arithmetic/power_of_two";

/** Below this, reflection takes less time than steps to positive numbers; Stirling's series needs positive ones. */
const FAR_NEGATIVE: f64 = -40;
/** Others fall back. */
const LEAST: f64 = 1e-8;
const MOST: f64 = 1e10;
const MAX_ORDER: f64 = 12;
const MAX_DIMENSION: f64 = 64;
const LARGEST: f64 = 1e120;
/** Low parts of results are normal numbers. */
const MAX_EXPONENT: i64 = 900;
/** What sums of x + xLow and integers lose, as parts of |x| + 1. */
const STEP_ERROR: f64 = 7.888609052210118e-31; // 2^-100

/** Puts a function of the gamma family, with its bound; whether it did. */
export function gammaElement(op: i32, at: usize, x: f64, xLow: f64, n: f64, k: f64): bool {
  if (!isParameter(op, n)) return false;
  const isMulti = op == MULTIGAMMALN || op == MULTIGAMMALN_GRAD;
  if (isMulti && xLow == 0 && (op == MULTIGAMMALN || k == 1)) return putSum(op, at, x, n);
  const pole = x < 0.5 ? abs(x - nearest(x)) : x;
  if (!(pole > LEAST && abs(x) < MOST)) return false;
  const order = op == LGAMMA || op == MULTIGAMMALN ? -1 : op == DIGAMMA ? 0 : isMulti ? k - 1 : n;
  if (order > MAX_ORDER) return !isMulti && putPolygamma(at, <i64> n, x, xLow);
  if (isMulti && !(n <= MAX_DIMENSION && x - 0.5 * (n - 1) > LEAST)) return false;
  setTermSize(0);
  const y = f64x2.replace_lane(f64x2.splat(x), 1, xLow);
  let value = isMulti ? number(0) : valueOf(<i64> order, y);
  if (isMulti) {
    for (let i: f64 = 0; i < n; i++) {
      value = sum(value, valueOf(<i64> order, sumWithNumber(y, -0.5 * i)));
    }
    if (op == MULTIGAMMALN) {
      value = sum(value, timesNumber(timesNumber(fromTriple(LN_PI), n), 0.25 * (n - 1)));
    }
  }
  let bound = TERM_PART * (2 * termSize + n * n) * (1 + 0.25 * order * order);
  if (xLow != 0 || isMulti) bound += STEP_ERROR * (1 + abs(x)) * slopeBound(op, x, high(value), n);
  put(at, high(value), low(value), bound, false);
  return true;
}

/** multigammaln or its derivative at a number without a low part, at a cost that does not grow with p. */
function putSum(op: i32, at: usize, x: f64, p: f64): bool {
  if (!(x - 0.5 * (p - 1) > LEAST && x < LARGEST)) return false;
  const value = multigammalnPair(x, p, op == MULTIGAMMALN_GRAD);
  put(at, high(value), low(value), TERM_PART * termSize, false);
  return true;
}

/** polygamma of a large order, whose factorial and powers have exponents of their own. */
function putPolygamma(at: usize, n: i64, x: f64, xLow: f64): bool {
  if (x > 0) {
    accuratePolygammaAt(n, f64x2.replace_lane(f64x2.splat(x), 1, xLow));
  } else {
    if (xLow != 0) return false;
    accuratePolygamma(n, x);
  }
  const exponent = testedExponent + <i64> exponentOf(testedHigh);
  if (!(testedBound > 0) || abs(exponent) > MAX_EXPONENT) return false;
  const half = <i32> testedExponent >> 1;
  const scale = powerOfTwo(half);
  const rest = powerOfTwo(<i32> testedExponent - half);
  put(at, testedHigh * scale * rest, testedLow * scale * rest, testedBound * scale * rest, false);
  return true;
}

/** lgamma (order -1), digamma (0) or polygamma. */
function valueOf(order: i64, y: v128): v128 {
  if (high(y) < (order <= 2 ? 0 : FAR_NEGATIVE)) return reflected(order, y);
  if (order <= 2) return stirlingAt(<i32> order, y);
  let factor: f64 = order & 1 ? 1 : -1;
  for (let k: i64 = 2; k <= order; k++) factor *= <f64> k;
  const before = termSize;
  const value = timesNumber(zeta(order + 1, y, number(1)), factor);
  setTermSize(before + abs(factor) * (termSize - before));
  return value;
}

/** With r the distance from the nearest pole: (-1)^s (f(r) + ... - f(1 - x)) as in gamma/fast_reflection.ts. */
function reflected(order: i64, x: v128): v128 {
  const r = sumWithNumber(x, -nearest(high(x)));
  const isBelow = high(r) < 0;
  const a = isBelow ? f64x2.neg(r) : r;
  const isOdd = (order & 1) == 0; // s = order + 1 is
  const near = valueOf(order, a);
  const other = valueOf(order, sumWithNumber(f64x2.neg(a), 1));
  const mirror = valueOf(order, sumWithNumber(f64x2.neg(x), 1));
  let both = isOdd ? difference(near, other) : sum(near, other);
  if (isOdd && isBelow) both = f64x2.neg(both);
  return isOdd ? sum(both, mirror) : difference(both, mirror);
}
