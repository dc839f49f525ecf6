// lgamma, digamma and polygamma at any triple-double argument that is no pole, far and near, of
// either sign, to about 2^-140 of the largest term: the way that decides how to round where
// gamma/accurate.ts does not, and the value that whole expressions ask for (probe/precise.ts). Some
// microseconds each.
//
// Why that always decides: a true value lies nearer to a midpoint than 2^-140 of itself with
// probability 2^-86, and there are 2^64 inputs. The values that are near to one by their form are
// cared for: where a sum is a number of few bits and something below 2^-150 of it, the sign of that
// something is kept (NUDGE).
//
// A result is the triple at RESULT times 2^resultExponent.

import {
  FACTORIAL,
  factorialExponent,
  FREE_EXACT,
  prepareFactorial,
  scaledZeta,
  tripleDigamma,
  tripleLgamma,
} from "./triple_double";
import { DIGAMMA, LGAMMA } from "./special_values";
import {
  add,
  addNumber,
  copy,
  divide,
  exponentOf,
  logarithm,
  multiply,
  multiplyNumber,
  negate,
  powerOfTwo,
  rounded,
  scale,
  set,
  subtract,
  TRIPLE,
} from "../arithmetic/triple_double";
import { EULER, LN_2 } from "../arithmetic/constants_data";
import { exponent, normalise, power } from "../arithmetic/triple_double_power";

/** The result, in memory. */
export const RESULT: usize = FREE_EXACT;
const POINT: usize = RESULT + TRIPLE;
const BASE: usize = POINT + TRIPLE;
const OTHER: usize = BASE + TRIPLE;
const ARGUMENT: usize = OTHER + TRIPLE;
const UNIT: usize = ARGUMENT + TRIPLE;
export const FREE_PRECISE: usize = UNIT + TRIPLE;
export let resultExponent: i64 = 0;

/**
 * Beyond these, powers of two apart, a term of every formula is felt nowhere, and products would
 * overflow.
 */
const HUGE: f64 = 1.6069380442589903e60; // 2^200
const TINY: f64 = 6.223015277861142e-61; // 2^-200
const FAR_NEGATIVE: f64 = -50;
const SHIFT: i32 = 200;
const NUDGE: f64 = 7.006492321624085e-46; // 2^-150

/** For those who put a number of ordinary size into RESULT. */
export function clearExponent(): void {
  resultExponent = 0;
}

/** Distance of x from the nearest integer, exactly, into `to`. */
function fromPole(to: usize, x: usize): void {
  const whole = nearest<f64>(load<f64>(x));
  addNumber(to, x, -whole);
  const more = nearest<f64>(load<f64>(to)); // where x has a low part of its own
  if (more != 0) addNumber(to, to, -more);
}

function isFar(x: usize): bool {
  return abs(load<f64>(x)) >= HUGE;
}

/** ln x for any x > 0: subnormal and huge ones too. */
export function preciseLog(to: usize, x: usize): void {
  const a = load<f64>(x);
  if (a < TINY || a > HUGE) {
    const isTiny = a < TINY;
    // Subnormal numbers become normal first.
    scale(UNIT, x, isTiny ? powerOfTwo(3 * SHIFT) : powerOfTwo(-3 * SHIFT));
    logarithm(to, UNIT);
    multiplyNumber(UNIT, LN_2, <f64> (isTiny ? -3 * SHIFT : 3 * SHIFT));
    add(to, to, UNIT);
  } else {
    logarithm(to, x);
  }
}

/** lgamma of x; `x` may not be RESULT. */
export function preciseLgamma(x: usize): void {
  const a = load<f64>(x);
  resultExponent = 0;
  if ((a == 1 || a == 2) && load<f64>(x, 8) == 0) { // the zeros that are numbers
    set(RESULT, 0);
  } else if (abs(a) < TINY) { // -ln |x|
    copy(POINT, x);
    if (a < 0) negate(POINT, POINT);
    preciseLog(RESULT, POINT);
    negate(RESULT, RESULT);
  } else if (a >= HUGE) { // x (ln x - 1)
    preciseLog(RESULT, x);
    addNumber(RESULT, RESULT, -1);
    scale(POINT, x, powerOfTwo(-3 * SHIFT));
    multiply(RESULT, RESULT, POINT);
    resultExponent = 3 * SHIFT;
  } else if (a > FAR_NEGATIVE) {
    tripleLgamma(RESULT, x);
  } else {
    // ln |gamma(x)| = ln(gamma(a) gamma(1 - a)) - ln gamma(1 - x)
    fromPole(BASE, x);
    if (load<f64>(BASE) < 0) negate(BASE, BASE);
    tripleLgamma(RESULT, BASE);
    negate(POINT, BASE);
    addNumber(POINT, POINT, 1);
    tripleLgamma(OTHER, POINT);
    add(RESULT, RESULT, OTHER);
    negate(POINT, x);
    addNumber(POINT, POINT, 1);
    tripleLgamma(OTHER, POINT);
    subtract(RESULT, RESULT, OTHER);
  }
}

/** digamma of x; `x` may not be RESULT. */
export function preciseDigamma(x: usize): void {
  const a = load<f64>(x);
  resultExponent = 0;
  if (abs(a) < TINY) { // -1/x - Euler's constant
    scale(POINT, x, powerOfTwo(3 * SHIFT)); // a subnormal x becomes normal
    const k = normalise(POINT, POINT) - 3 * SHIFT;
    set(UNIT, -1);
    divide(RESULT, UNIT, POINT);
    resultExponent = -k;
    scale(UNIT, EULER, powerOfTwo(<i32> max<i64>(k, -1000)));
    subtract(RESULT, RESULT, UNIT);
  } else if (a >= HUGE) {
    preciseLog(RESULT, x);
  } else if (a > FAR_NEGATIVE) {
    tripleDigamma(RESULT, x);
  } else {
    fromPole(BASE, x);
    const isBelow = load<f64>(BASE) < 0;
    if (isBelow) negate(BASE, BASE);
    tripleDigamma(RESULT, BASE);
    negate(POINT, BASE);
    addNumber(POINT, POINT, 1);
    tripleDigamma(OTHER, POINT);
    subtract(RESULT, RESULT, OTHER);
    if (isBelow) negate(RESULT, RESULT);
    negate(POINT, x);
    addNumber(POINT, POINT, 1);
    tripleDigamma(OTHER, POINT);
    add(RESULT, RESULT, OTHER);
  }
}

/** polygamma of x, n >= 1; `x` may not be RESULT. */
export function precisePolygamma(x: usize, n: i64): void {
  const s = n + 1;
  const isOdd = (s & 1) != 0;
  const a = load<f64>(x);
  // n! base^-s times a sum whose first term is 1.
  if (a > 0) copy(BASE, x);
  else fromPole(BASE, x);
  let k: i64 = 0;
  const size = abs(load<f64>(BASE));
  if (a < 0 && isOdd && size == 0.5 && load<f64>(BASE, 8) == 0) {
    // Half-way between negative poles all but f(1 - x) cancel.
    negate(BASE, x);
    addNumber(BASE, BASE, 1);
    scaledZeta(RESULT, s, BASE, BASE);
    k = normalise(BASE, BASE);
  } else if (size < 1 && <f64> s * <f64> (-exponentOf(size) - 2) > <f64> SHIFT) {
    // The other terms, whose bases are 1/2 or more, are below 2^-200 of the first.
    set(RESULT, 1);
    scale(BASE, BASE, powerOfTwo(3 * SHIFT));
    k = normalise(BASE, BASE) - 3 * SHIFT;
  } else if (isFar(BASE) && size > <f64> n * HUGE) {
    // base/n (1 + n/(2 base) + ...)
    scale(BASE, BASE, powerOfTwo(-3 * SHIFT));
    k = normalise(BASE, BASE) + 3 * SHIFT;
    set(UNIT, <f64> n);
    divide(RESULT, BASE, UNIT);
    addNumber(RESULT, RESULT, load<f64>(RESULT) * NUDGE);
    finishPolygamma(n, k, k);
    return;
  } else if (a > FAR_NEGATIVE) {
    scaledZeta(RESULT, s, x, BASE);
    k = normalise(BASE, BASE);
  } else {
    const isBelow = load<f64>(BASE) < 0;
    negate(POINT, BASE);
    if (isBelow) copy(POINT, BASE);
    addNumber(POINT, POINT, 1); // 1 - |r|
    copy(UNIT, BASE);
    if (isBelow) negate(UNIT, UNIT);
    scaledZeta(RESULT, s, UNIT, UNIT);
    addScaled(s, isOdd ? -1 : 1);
    negate(POINT, x);
    addNumber(POINT, POINT, 1);
    addScaled(s, isOdd ? (isBelow ? -1 : 1) : -1);
    k = normalise(BASE, BASE);
  }
  finishPolygamma(n, k, 0);
}

/** Adds sign |base|^s zeta(s, y), y in POINT and |base| in UNIT, to RESULT. */
function addScaled(s: i64, sign: f64): void {
  scaledZeta(OTHER, s, POINT, UNIT);
  if (sign < 0) negate(OTHER, OTHER);
  add(RESULT, RESULT, OTHER);
}

/** RESULT 2^shift times (-1)^s n! (BASE 2^k)^-s. */
function finishPolygamma(n: i64, k: i64, shift: i64): void {
  const s = n + 1;
  prepareFactorial(n);
  power(OTHER, BASE, s);
  const baseExponent = exponent;
  multiply(RESULT, RESULT, FACTORIAL);
  divide(RESULT, RESULT, OTHER);
  if (s & 1) negate(RESULT, RESULT);
  resultExponent = shift + factorialExponent - baseExponent - k * s + normalise(RESULT, RESULT);
}

/**
 * f(x) of an order (gamma/special_values.ts), x no pole and finite; `odd`: rounded to odd, for float32.
 */
export function preciseValue(order: i64, x: f64, odd: bool): f64 {
  set(ARGUMENT, x);
  if (order == LGAMMA) preciseLgamma(ARGUMENT);
  else if (order == DIGAMMA) preciseDigamma(ARGUMENT);
  else precisePolygamma(ARGUMENT, order);
  return roundResult(odd);
}

/** RESULT as a float64, rounded once, also where it is subnormal. */
export function roundResult(odd: bool): f64 {
  if (load<f64>(RESULT) == 0) return 0;
  resultExponent += normalise(RESULT, RESULT);
  const k = resultExponent;
  const high = load<f64>(RESULT);
  const low = oddSum(load<f64>(RESULT, 8), load<f64>(RESULT, 16));
  if (k > 1024) return high * Infinity;
  if (k < -1080) return high * 0;
  const half = <i32> k >> 1;
  const first = powerOfTwo(half); // in two steps, so that only the result can overflow
  const second = powerOfTwo(<i32> k - half);
  if (odd) return rounded(RESULT, true) * first * second;
  if (k >= -1022) return (high + low) * first * second;
  // To a multiple of unit: the nearest of the high part, and the low part where that is half-way.
  const unit = powerOfTwo(<i32> (-1074 - k));
  const large = 4503599627370496.0 * unit; // 2^52
  let near = (abs(high) + large) - large;
  const distance = abs(high) - near;
  const isOutward = (high < 0) == (low < 0);
  if (low != 0 && distance == 0.5 * unit && isOutward) near += unit;
  else if (low != 0 && distance == -0.5 * unit && !isOutward) near -= unit;
  return copysign<f64>(near * powerOfTwo(-1000) * powerOfTwo(<i32> (k + 1000)), high);
}

/** a + b rounded to odd, so that adding it to a larger number rounds once. */
function oddSum(a: f64, b: f64): f64 {
  const sum = a + b;
  const taken = sum - a;
  const error = (a - (sum - taken)) + (b - taken);
  const bits = reinterpret<i64>(sum);
  if (error == 0 || (bits & 1) != 0) return sum;
  return reinterpret<f64>(bits + ((sum < 0) == (error < 0) ? 1 : -1));
}
