// Modified Bessel functions of balls, I0 and I1, their derivatives of any order, and those of exp(-|x|) times them: last
// phase, with the remainders in the radius.
//
// |x| < bits/2 or so: the power series (DLMF 10.25.2), differentiated d times,
//
//   I_n^(d)(x) = sum over k of (2k + n)!/((2k + n - d)! k! (k + n)!) x^(2k + n - d) 2^-(2k + n)
//
//   whose terms have one sign. From some k on, the quotient of two terms is below 1/2 and decreases, so that all that
//   follows is at most twice the first omitted term. With exp(-|x|), the derivative is the sum of (-1)^(d - j)
//   binomial(d, j) I_n^(j)(x) exp(-x) for x > 0, which cancels: d log2(4x) bits are added.
//
// beyond: Hankel's expansion (DLMF 10.40.1), differentiated d times. Poisson's integral (DLMF 10.32.2) is
//
//   exp(-z) I_0(z) = J_0(z)/pi,   exp(-z) I_1(z) = 4z J_1(z)/pi,
//   J_n(z) = integral of (w (1 - w))^(n - 1/2) exp(-2zw) over w from 0 to 1,
//
//   and with m = d + n its derivatives are
//
//   (-1/2)^d J_n^(d)(z) = integral of w^(m - 1/2) (1 - w)^(n - 1/2) exp(-2zw)
//                       = sum over k < K of c(k) g(k) + E,   g(k) = gamma(k + m + 1/2)/(2z)^(k + m + 1/2),
//
//   c(k) the coefficients of (1 - w)^(n - 1/2), |c(k)| <= 1. The remainder of this binomial series is at most
//   w^K (1 - w)^(-1/2): for n = 0 the c(k) decrease, and for n = 1 the |c(k)|, k >= 1, add up to 1. Up to w = 15/16 that
//   is at most 4 w^K, and from there on its integral is at most exp(-15z/8)/2. The g(k) are integrals up to infinity:
//   from w = 1 on, as w^M <= exp(M (w - 1)), each is at most exp(-2z)/(2z - M), M = K + m. So
//
//   |E| <= 4 g(K) + exp(-15z/8)/2 + K exp(-2z)/(2z - M) <= 16 K^2 |c(K) g(K)| + (K + 1) exp(-15z/8)   if 2z - M >= 1,
//
//   because |c(K)| >= 1/(4 K^2) for both n.
//
//   Nothing cancels but for n = 1, where (4z J_1)^(d) = 4z J_1^(d) + 4d J_1^(d - 1) loses log2(2d + 1) bits.
//
// 20 to 60 microseconds at 192 bits.

import {
  absolute,
  add,
  copy,
  divide,
  divideInteger,
  exponentOf,
  HUGE,
  isUnknown,
  LIMIT,
  mark,
  multiply,
  multiplyInteger,
  negate,
  newBall,
  plain,
  precision,
  release,
  round,
  scale,
  setHuge,
  setInteger,
  setLower,
  setPrecision,
  setTiny,
  setUnknown,
  setUpper,
  signOf,
  square,
  squareRoot,
  stateOf,
  upperExponent,
  widen,
  widenPower,
} from "../arithmetic/ball";
import { toNumber } from "../arithmetic/ball_number";
import { pi } from "../elementary/ball_constants";
import { exp } from "../elementary/ball_exp";

const GUARD_BITS: i32 = 16;
/** The largest quotient of two terms from which on the rest is bounded; 1/2 less what float64 numbers may round. */
const MAX_RATIO: f64 = 0.49;
/** exp(-15z/8) = 2^(-2.705 z) */
const BITS_OF_Z: f64 = 2.7;
const MAX_Z: f64 = 1e15;

/**
 * The `derivative`-th derivative of I of order 0 or 1, or of exp(-|x|) times it if it is scaled. Scaled derivatives have a
 * jump or a kink at 0: they are unknown if x may be 0, and of exactly 0 they are the mean of both sides.
 */
export function besselBall(to: usize, x: usize, order: i32, derivative: i32, scaled: bool): void {
  const bits = precision();
  const begin = mark();
  const sign = signOf(x);
  const isOdd = ((order + derivative) & 1) != 0;
  const z = newBall();
  const result = newBall();
  plain(z, x);
  absolute(z, z);
  if (stateOf(x) == HUGE) {
    beyondExponents(result, x, derivative, sign < 0 && isOdd, scaled);
  } else if (isUnknown(x) || sign == 2 && scaled && derivative > 0) {
    setUnknown(result);
  } else if (sign == 0 && isOdd) {
    setInteger(result, 0);
  } else {
    const size = upperExponent(z);
    const isFar = sign != 2 && sign != 0 &&
      (size > 24 || toNumber(z) > 0.5 * <f64> bits + 4 * <f64> derivative + 24);
    const lost = scaled && !isFar ? derivative * (2 + <i32> max<i64>(0, size)) : derivative;
    setPrecision(bits + GUARD_BITS + lost);
    if (sign == 2) copy(z, x);
    if (isFar != scaled) timesExp(result, z, order, derivative, isFar);
    else if (isFar) farScaled(result, z, order, derivative);
    else nearGrowing(result, z, order, derivative);
    if (sign == -1 && isOdd) negate(result, result);
  }
  setPrecision(bits);
  round(to, result);
  release(begin);
}

/** exp(|x|) for an x that has no ball, or x^(-1/2 - d), which has the sign of (-1)^d. */
function beyondExponents(to: usize, x: usize, d: i32, negative: bool, scaled: bool): void {
  if (exponentOf(x) < 64) setUnknown(to);
  else if (scaled) setTiny(to, negative != ((d & 1) != 0), -(exponentOf(x) >> 1));
  else setHuge(to, negative, LIMIT);
}

/** By the power series, without exp(-|x|). */
function nearGrowing(to: usize, x: usize, order: i32, d: i32): void {
  const bits = precision();
  const begin = mark();
  const term = newBall();
  const quarter = newBall();
  const sum = newBall();
  // The first k with 2k + order >= d, and its power of x, which is 0 or 1.
  let k = max(0, (d - order + 1) >> 1);
  let n = 2 * k + order;
  setInteger(term, 1);
  for (let i = 2; i <= n; i++) multiplyInteger(term, term, i);
  for (let i = 2; i <= k; i++) divideInteger(term, term, i);
  for (let i = 2; i <= k + order; i++) divideInteger(term, term, i);
  scale(term, term, -n);
  if (n > d) multiply(term, term, x);
  setUpper(quarter, x);
  let size = abs(toNumber(quarter));
  setLower(quarter, x);
  size = max(size, abs(toNumber(quarter)));
  size = 0.25 * size * size;
  if (size == Infinity) {
    release(begin);
    return setUnknown(to);
  }
  square(quarter, x);
  scale(quarter, quarter, -2);
  copy(sum, term);
  while (!isUnknown(sum)) {
    const up = <i64> (n + 1) * (n + 2);
    const down = <i64> (n + 1 - d) * (n + 2 - d);
    const factorials = <i64> (k + 1) * (k + 1 + order);
    multiply(term, term, quarter);
    if (d > 0) {
      multiplyInteger(term, term, up);
      divideInteger(term, term, down);
    }
    divideInteger(term, term, factorials);
    if (signOf(term) == 0) break;
    k++;
    n += 2;
    // The quotient of the next two terms is smaller than that of the last two, and so are all that follow.
    const ratio = size * (<f64> up / <f64> down) / <f64> factorials;
    if (ratio < MAX_RATIO && upperExponent(sum) - upperExponent(term) > <i64> bits) {
      scale(term, term, 1);
      widen(sum, term);
      break;
    }
    add(sum, sum, term);
  }
  copy(to, sum);
  release(begin);
}

/**
 * The d-th derivative of exp(-x) times the power series, x >= 0 or d = 0, or of exp(x) times what Hankel's expansion gives,
 * x > 0: the sum of binomial(d, j) times the j-th derivative of that, and (-1)^(d - j) for exp(-x).
 */
function timesExp(to: usize, x: usize, order: i32, d: i32, isFar: bool): void {
  const begin = mark();
  const sum = newBall();
  const value = newBall();
  const binomial = newBall();
  setInteger(sum, 0);
  setInteger(binomial, 1);
  for (let j = 0; j <= d; j++) {
    if (isFar) farScaled(value, x, order, j);
    else nearGrowing(value, x, order, j);
    multiply(value, value, binomial);
    if (!isFar && ((d - j) & 1)) negate(value, value);
    add(sum, sum, value);
    multiplyInteger(binomial, binomial, d - j);
    divideInteger(binomial, binomial, j + 1);
  }
  absolute(value, x);
  if (!isFar) negate(value, value);
  exp(value, value);
  multiply(to, sum, value);
  release(begin);
}

/** The d-th derivative of exp(-z) I(z) by Hankel's expansion. */
function farScaled(to: usize, z: usize, order: i32, d: i32): void {
  const begin = mark();
  const result = newBall();
  const part = newBall();
  hankel(result, z, order, d);
  if (order == 1) {
    // 4z J^(d) + 4d J^(d - 1)
    multiply(result, result, z);
    if (d > 0) {
      hankel(part, z, order, d - 1);
      multiplyInteger(part, part, d);
      add(result, result, part);
    }
    scale(result, result, 2);
  }
  pi(part);
  divide(to, result, part);
  release(begin);
}

/** The d-th derivative of J. */
function hankel(to: usize, z: usize, order: i32, d: i32): void {
  const bits = precision();
  const begin = mark();
  const over = newBall();
  const term = newBall();
  const sum = newBall();
  const m = d + order;
  // g(0) = sqrt(pi/(2z)) 1 3 5 ... (2m - 1)/(4z)^m
  setInteger(term, 1);
  divide(over, term, z);
  pi(term);
  scale(term, term, -1);
  multiply(term, term, over);
  squareRoot(term, term);
  for (let i = 1; i <= m; i++) {
    multiply(term, term, over);
    multiplyInteger(term, term, 2 * i - 1);
    scale(term, term, -2);
  }
  setLower(sum, z);
  const least = min(toNumber(sum), MAX_Z);
  copy(sum, term);
  let before = upperExponent(term);
  for (let k = 1;; k++) {
    multiply(term, term, over);
    multiplyInteger(term, term, <i64> (2 * k - 1 - 2 * order) * (2 * k - 1 + 2 * m));
    divideInteger(term, term, 8 * k);
    if (isUnknown(term) || !(2 * least - <f64> (k + m) >= 1)) {
      setUnknown(sum);
      break;
    }
    const e = upperExponent(term);
    if (upperExponent(sum) - e > <i64> bits || e > before) {
      multiplyInteger(term, term, 16 * <i64> k * k);
      widen(sum, term);
      widenPower(sum, <i64> (64 - clz(<i64> k + 1)) - <i64> floor(BITS_OF_Z * least));
      break;
    }
    before = e;
    add(sum, sum, term);
  }
  scale(sum, sum, d);
  if (d & 1) negate(sum, sum);
  copy(to, sum);
  release(begin);
}
