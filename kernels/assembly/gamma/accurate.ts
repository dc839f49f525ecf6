// Accurate phase of polygamma of n >= 3 and of multigammaln, and gamma functions of single double-doubles for expressions and
// tables, to 2^-100 of the terms; some hundred nanoseconds each. One element in 2^40 fails Ziv's test here too and goes to
// gamma/last_phase.ts, and so do those next to zeros, where little is left, and subnormal results.
//
// All come from Euler-Maclaurin's formula at Y = y + N, where the terms are small enough (DLMF 5.11.1, 5.11.2,
// 25.11.5):
//
//   lgamma(y)        = (Y - 1/2) ln Y - Y + ln(2 pi)/2 + R - ln |y (y + 1) ... (y + N - 1)|
//   digamma(y)       = ln Y - 1/(2Y) - R - sum 1/(y + j)
//   b^s zeta(s, y)   = sum (b/(y + j))^s + (b/Y)^s (Y/(s - 1) + 1/2 + R)
//
// Each function adds the size of its terms to `size`, and BOUND of that bounds the error. With u = 2^-53 a sum is good to
// 3 u^2 of its operands, a product to 8 u^2 and a quotient to 6 u^2. A term has at most seven operations of its own: 56 u^2,
// below BOUND, 64 u^2. Each further sum that it is in adds SUM_PART, 3/64, of what is summed so far. Powers are counted
// apart: what a ratio loses counts s times and what its squares lose s times in all, 14 u^2 s, and there are 8 u^2 log2(s)
// for products; POWER_PART is 81 u^2 for each of s.
//
// Series end with a term below 2^-110, or after MAX_TERMS, and the remainder is below the next term. With Y = 16 + s/2 the
// next term is at most 2^-107 of the sum for s = 20, 2^-99 for s = 100 and 2^-95 for any s: a sixteenth of s POWER_PART.

import { FACTORIAL, factorialExponent, prepareFactorial } from "../polygamma/factorial";
import { DIGAMMA, LGAMMA } from "./special_values";
import {
  difference,
  fromTriple,
  high,
  inverse,
  logarithm,
  low,
  number,
  power,
  powerExponent,
  product,
  quotient,
  scaled,
  sum,
  sumWithNumber,
  timesNumber,
} from "../arithmetic/double_double";
import { exponentOf, powerOfTwo } from "../arithmetic/power_of_two";
import { TRIPLE } from "../arithmetic/constants";
import { BERNOULLI, HALF_LN_TAU } from "../arithmetic/constants_data";

/** Relative to `size`. */
export const BOUND: f64 = 7.888609052210118e-31; // 2^-100
const NEGLIGIBLE: f64 = 7.703719777548943e-34; // 2^-110
/** Of terms this small a float64 is enough. */
const SMALL: f64 = 2.220446049250313e-16; // 2^-52
/** What each sum loses, 3 2^-106 of it, in units of BOUND. */
const SUM_PART: f64 = 0.046875; // 3/64
const ENOUGH: f64 = 16;
export const FAR_NEGATIVE: f64 = -40;
/** Where numbers are neither so small nor so large that their products would overflow. */
export const SMALLEST: f64 = 1e-240;
export const LARGEST: f64 = 1e280;

const QUARTER_ULP: f64 = 2.7755575615628914e-17; // 2^-55

/** How large the terms of the last sum were. */
export let size: f64 = 0;

/** Sets it, for sums of what is here. */
export function setSize(value: f64): void {
  size = value;
}

/** What `decide` found. */
export let quickValue: f64 = 0;
// What it was decided by, times 2^quickExponent, for a test.
export let quickHigh: f64 = 0;
export let quickLow: f64 = 0;
export let quickBound: f64 = 0;
export let quickExponent: i64 = 0;

// The coefficients of Euler-Maclaurin's series, B(2k)/(2k)! a (a + 1) ...: pairs for each small a,
// and for one other.
export const MAX_TERMS: i32 = 28;
const KEPT: i32 = 23;
const COEFFICIENTS: usize = memory.data(16 * 28 * 24, 16);
let coefficientsOf: f64 = -1;

/** Where those of a are. */
export function prepareSeries(a: f64): usize {
  const isKept = a < <f64> KEPT;
  const at = COEFFICIENTS + <usize> (isKept ? <i32> a : KEPT) * 16 * MAX_TERMS;
  if (isKept ? load<f64>(at) != 0 : a == coefficientsOf) return at;
  if (!isKept) coefficientsOf = a;
  let factor = number(1);
  for (let k = 0; k < MAX_TERMS; k++) {
    v128.store(at + (<usize> k << 4), product(factor, fromTriple(BERNOULLI + TRIPLE * k)));
    factor = timesNumber(timesNumber(factor, a + <f64> (2 * k + 1)), a + <f64> (2 * k + 2));
  }
  return at;
}

/** B(2)/2! + B(4)/4! (a + 1) (a + 2) t + ..., t = 1/Y^2. */
export function series(a: f64, t: v128): v128 {
  const coefficients = prepareSeries(a);
  const t0 = high(t);
  let count = 1;
  let pairs = 1;
  for (let power = t0; count < MAX_TERMS; count++, power *= t0) {
    const term = abs(power * load<f64>(coefficients + (<usize> count << 4)));
    if (term > SMALL) pairs = count + 1;
    if (term < NEGLIGIBLE) break;
  }
  let rest: f64 = 0;
  for (let k = count - 1; k >= pairs; k--) {
    rest = rest * t0 + load<f64>(coefficients + (<usize> k << 4));
  }
  let result = number(rest);
  for (let k = pairs - 1; k >= 0; k--) {
    result = sum(product(result, t), v128.load(coefficients + (<usize> k << 4)));
  }
  return result;
}

/** lgamma of y > FAR_NEGATIVE. Adds to `size`. */
export function lgamma(y: v128): v128 {
  let factors = number(1);
  let isShifted = false;
  for (; high(y) < ENOUGH; y = sumWithNumber(y, 1)) {
    factors = isShifted ? product(factors, y) : y;
    isShifted = true;
  }
  const over = inverse(y);
  const log = logarithm(y);
  let result = difference(product(sumWithNumber(y, -0.5), log), y);
  result = sum(result, sum(fromTriple(HALF_LN_TAU), product(over, series(0, product(over, over)))));
  size += high(y) * (1 + high(log));
  if (isShifted) {
    if (high(factors) < 0) factors = f64x2.neg(factors);
    const taken = logarithm(factors);
    size += abs(high(taken)) + 1;
    result = difference(result, taken);
  }
  return result;
}

/** digamma of y > FAR_NEGATIVE. Adds to `size`. */
export function digamma(y: v128): v128 {
  let result = number(0);
  for (; high(y) < ENOUGH; y = sumWithNumber(y, 1)) {
    const over = inverse(y);
    size += abs(high(over));
    result = difference(result, over);
  }
  const over = inverse(y);
  const log = logarithm(y);
  const square = product(over, over);
  const rest = sum(scaled(over, 0.5), product(square, series(1, square)));
  size += high(log);
  return sum(result, difference(log, rest));
}

/** b^s zeta(s, y). Adds to `size`. */
export function zeta(s: i64, y: v128, b: v128): v128 {
  const end = ENOUGH + 0.5 * <f64> s;
  let result = number(0);
  for (; high(y) < end; y = sumWithNumber(y, 1)) {
    const term = ratioPower(s, b, y);
    const part = abs(high(term));
    result = sum(result, term);
    size += part + SUM_PART * abs(high(result));
    if (high(y) > 0 && part < NEGLIGIBLE) return result;
  }
  const over = inverse(y);
  let rest = timesNumber(product(over, series(<f64> s, product(over, over))), <f64> s);
  rest = sum(sumWithNumber(rest, 0.5), quotient(y, number(<f64> (s - 1))));
  rest = product(rest, ratioPower(s, b, y));
  size += abs(high(rest));
  return sum(result, rest);
}

/** A smaller power is a product in turn. */
const FEW: i64 = 8;

/** (b/y)^s, or 0 where that is tiny. */
export function ratioPower(s: i64, b: v128, y: v128): v128 {
  const ratio = quotient(b, y);
  if (s < FEW) {
    let result = product(ratio, ratio);
    for (; s > 2; s--) result = product(result, ratio);
    return result;
  }
  if (high(ratio) == 1 && low(ratio) == 0) return ratio;
  if (high(ratio) == 0) return number(0);
  const result = power(ratio, s);
  if (powerExponent < -200) return number(0);
  return scaled(result, powerOfTwo(<i32> powerExponent));
}

/**
 * f of an order from lgamma's on, at c that is no pole and not far below 0; two lanes
 * (arithmetic/double_double.ts).
 */
export function polygammaPair(order: i32, c: f64): v128 {
  const y = number(c);
  if (order == LGAMMA) return lgamma(y);
  if (order == DIGAMMA) return digamma(y);
  let factor: f64 = order & 1 ? 1 : -1;
  for (let k = 2; k <= order; k++) factor *= <f64> k;
  return timesNumber(zeta(order + 1, y, number(1)), factor);
}

/** 1 - x, exactly. */
export function oneMinus(x: f64): v128 {
  return sumWithNumber(number(-x), 1);
}

/** What `decide` found, rounded to odd, for float32; NaN where that is not decided. */
export function quickOdd(): f64 {
  const sum = quickHigh + quickLow;
  const rest = quickLow - (sum - quickHigh);
  const bits = reinterpret<i64>(sum);
  const isEven = (bits & 1) == 0;
  // On which side of an even number the value is decides; an odd one is next to it on either side.
  const least = isEven ? abs(rest) : abs(sum) * QUARTER_ULP;
  if (!(quickBound > 0 && quickBound < least)) return NaN;
  const y = isEven ? reinterpret<f64>(bits + ((rest < 0) == (sum < 0) ? 1 : -1)) : sum;
  // In three steps, so that only the result can overflow.
  const k = <i32> max<i64>(-2400, min<i64>(2400, quickExponent));
  const third = k / 3;
  return y * powerOfTwo(third) * powerOfTwo(third) * powerOfTwo(k - 2 * third);
}

/** Leaves nothing to decide by. */
export function undecided(): bool {
  quickBound = 0;
  return false;
}

export function decide(value: v128, bound: f64): bool {
  quickHigh = high(value);
  quickLow = low(value);
  quickBound = bound;
  quickExponent = 0;
  quickValue = high(value) + (low(value) - bound);
  return quickValue == high(value) + (low(value) + bound);
}

/** The same to a multiple of `unit`, which is a whole ulp or more. */
function decideSubnormal(value: v128, bound: f64, unit: f64): bool {
  const size = abs(high(value));
  const large = 4503599627370496.0 * unit; // 2^52
  const near = (size + large) - large;
  const rest = (size - near) + (high(value) < 0 ? -low(value) : low(value));
  const half = 0.5 * unit;
  quickValue = copysign<f64>(
    rest > half ? near + unit : rest < -half ? near - unit : near,
    high(value),
  );
  return abs(abs(rest) - half) > bound;
}

/** What part of b^s is lost, for each of s. */
const POWER_PART: f64 = 1e-30;

/**
 * Whether n! base^-s times a value is decided, with the sign of polygamma; `part` of the value, times BOUND and what
 * powers lose, is a bound of its error.
 */
export function decidePolygamma(n: i64, value: v128, base: v128, part: f64): bool {
  const s = n + 1;
  prepareFactorial(n);
  const powers = power(base, s);
  const exponent = factorialExponent - powerExponent;
  value = quotient(product(value, v128.load(FACTORIAL)), powers);
  if (s & 1) value = f64x2.neg(value);
  const bound = abs(high(value)) * part * (BOUND + POWER_PART * <f64> s);
  let isDecided = decide(value, bound);
  quickExponent = exponent;
  const k = exponent + exponentOf(quickHigh);
  if (k > 1100 || k < -1080) { // infinite, or 0
    quickValue = copysign<f64>(k > 0 ? Infinity : 0, quickHigh);
    return bound < 0.5 * abs(quickHigh);
  }
  if (k < -1021) isDecided = decideSubnormal(value, bound, powerOfTwo(<i32> (-1074 - exponent)));
  if (!isDecided) return false;
  const half = <i32> exponent >> 1;
  quickValue = quickValue * powerOfTwo(half) * powerOfTwo(<i32> exponent - half);
  return true;
}
