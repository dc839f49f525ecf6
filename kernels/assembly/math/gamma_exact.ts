// The gamma family in triple-double, for what the tables cannot reach: the neighbourhood of zeros, orders
// beyond MOST_ORDER, and the values from which rows are made. Slow, some microseconds a value.
//
// All come from Euler-Maclaurin's formula at Y = y + N, far enough that its terms become small enough
// (DLMF 5.11.1, 5.11.2, 25.11.5):
//
//   lgamma(y)        = (Y - 1/2) ln Y - Y + ln(2 pi)/2 + R - ln |y (y + 1) ... (y + N - 1)|
//   digamma(y)       = ln Y - 1/(2Y) - R - sum 1/(y + j)
//   b^s zeta(s, y)   = sum (b/(y + j))^s + (b/Y)^s (Y/(s - 1) + 1/2 + R)
//
// for y of either sign; but y < FAR_NEGATIVE by reflection, see gamma_reflection.ts.

import { LOW } from "./table";
import { BERNOULLI, BERNOULLI_TERMS, HALF_LN_TAU, INVERSE_E, LN_PI, TAU } from "./triple_data";
import {
  add,
  addNumber,
  copy,
  divide,
  logarithm,
  multiply,
  multiplyNumber,
  negate,
  powerOfTwo,
  rounded,
  scale,
  set,
  setSum,
  subtract,
  TRIPLE,
} from "./triple";
import {
  exponent,
  FREE_POWERS,
  normalise,
  numberPower,
  power,
  powerOfRatio,
} from "./triple_power";

const SMALLEST_Y: f64 = 24;
/** The same, and terms to leave out, where 80 bits are enough. */
const SMALLEST_COARSE_Y: f64 = 14;
const NEGLIGIBLE_COARSE: f64 = 1e-26;
/** Of terms this small beside the sum one float64 is enough for that. */
const SMALL: f64 = 1e-11;
const FAR_NEGATIVE: f64 = -50;
const NEGLIGIBLE: f64 = 1e-37; // 2^-123: half of it may cancel, and 60 bits are left
const LOOPED_FACTORIAL: i64 = 4096;
const EXACT_FACTOR: f64 = 67108864; // 2^26: products of smaller integers are exact
/** Beyond these a polygamma that comes here is infinite, or 0. */
const NEAR_0: f64 = 1e-30;
const NEAR_INFINITY: f64 = 1e60;

// What each function has for itself; none calls one that is in use.
const TERM: usize = FREE_POWERS; // eulerMaclaurin
const PART: usize = TERM + TRIPLE;
const INVERSE: usize = PART + TRIPLE;
const Y: usize = INVERSE + TRIPLE; // lgamma, digamma, zeta
const PRODUCT: usize = Y + TRIPLE;
const REST: usize = PRODUCT + TRIPLE;
const BASE: usize = REST + TRIPLE; // the exported functions
const ARGUMENT: usize = BASE + TRIPLE;
const SUM: usize = ARGUMENT + TRIPLE;
const VALUE: usize = SUM + TRIPLE;
const FACTORIAL: usize = VALUE + TRIPLE; // stays, for the next element
export const FREE_EXACT: usize = FACTORIAL + TRIPLE;

let factorialOrder: i64 = -1;
let factorialExponent: i64 = 0;

/** R = sum B(2k)/(2k)! t(k), where t(1) is in TERM and t(k + 1) = t(k) (a + 2k - 1) (a + 2k)/Y^2. */
function eulerMaclaurin(to: usize, a: f64, negligible: f64 = NEGLIGIBLE): void {
  set(INVERSE, 1);
  divide(INVERSE, INVERSE, Y);
  multiply(INVERSE, INVERSE, INVERSE);
  set(to, 0);
  for (let k = 1; k <= BERNOULLI_TERMS; k++) {
    multiply(PART, TERM, BERNOULLI + TRIPLE * (k - 1));
    add(to, to, PART);
    if (abs(load<f64>(PART)) < negligible) break;
    multiply(TERM, TERM, INVERSE);
    const first = a + <f64> (2 * k - 1);
    const second = first + 1;
    if (second < EXACT_FACTOR) {
      multiplyNumber(TERM, TERM, first * second);
    } else {
      multiplyNumber(TERM, TERM, first);
      multiplyNumber(TERM, TERM, second);
    }
  }
}

/** lgamma of y, no pole, that is not far below 0. */
export function tripleLgamma(to: usize, y: usize): void {
  copy(Y, y);
  set(PRODUCT, 1);
  for (; load<f64>(Y) < SMALLEST_Y; addNumber(Y, Y, 1)) multiply(PRODUCT, PRODUCT, Y);
  if (load<f64>(PRODUCT) < 0) negate(PRODUCT, PRODUCT);
  logarithm(PRODUCT, PRODUCT);
  set(TERM, 1);
  divide(TERM, TERM, Y);
  eulerMaclaurin(REST, 0);
  logarithm(to, Y);
  addNumber(PART, Y, -0.5);
  multiply(to, to, PART);
  subtract(to, to, Y);
  subtract(to, to, PRODUCT);
  add(to, to, HALF_LN_TAU);
  add(to, to, REST);
}

/** digamma of y, no pole, that is not far below 0. */
export function tripleDigamma(to: usize, y: usize): void {
  copy(Y, y);
  // The sum as one fraction, REST/PRODUCT.
  set(REST, 0);
  set(PRODUCT, 1);
  for (; load<f64>(Y) < SMALLEST_Y; addNumber(Y, Y, 1)) {
    multiply(REST, REST, Y);
    add(REST, REST, PRODUCT);
    multiply(PRODUCT, PRODUCT, Y);
  }
  divide(PRODUCT, REST, PRODUCT);
  set(PART, 1);
  divide(PART, PART, Y);
  multiply(TERM, PART, PART);
  scale(PART, PART, 0.5);
  add(PRODUCT, PRODUCT, PART);
  eulerMaclaurin(REST, 1);
  logarithm(to, Y);
  subtract(to, to, PRODUCT);
  subtract(to, to, REST);
}

/** b^s zeta(s, y), y no pole that is not far below 0, s >= 2; `coarse`: to 80 bits. Uses `exponent`. */
export function scaledZeta(to: usize, s: i64, y: usize, b: usize, coarse: bool = false): void {
  const enough = (coarse ? SMALLEST_COARSE_Y : SMALLEST_Y) + 0.5 * <f64> s;
  const negligible = coarse ? NEGLIGIBLE_COARSE : NEGLIGIBLE;
  copy(Y, y);
  if (s == 3) addCubes(to, b, enough);
  else set(to, 0);
  let isSmall = false;
  for (; load<f64>(Y) < enough; addNumber(Y, Y, 1)) {
    if (isSmall) set(PRODUCT, numberPower(load<f64>(b) / load<f64>(Y), s));
    else powerOfRatio(PRODUCT, b, Y, s);
    const size = abs(load<f64>(PRODUCT));
    if (load<f64>(Y) > 0 && size < negligible) return;
    add(to, to, PRODUCT);
    isSmall = coarse && size < SMALL;
  }
  powerOfRatio(PRODUCT, b, Y, s);
  set(TERM, <f64> s);
  divide(TERM, TERM, Y);
  eulerMaclaurin(REST, <f64> s, negligible);
  addNumber(REST, REST, 0.5);
  set(PART, <f64> (s - 1));
  divide(PART, Y, PART);
  add(REST, REST, PART);
  multiply(REST, REST, PRODUCT);
  add(to, to, REST);
}

/** The sum of (b/Y)^3, as one fraction, for Y up to `enough`: order 2 has to be fast next to its zeros. */
function addCubes(to: usize, b: usize, enough: f64): void {
  set(to, 0);
  set(PRODUCT, 1);
  for (; load<f64>(Y) < enough; addNumber(Y, Y, 1)) {
    multiply(REST, Y, Y);
    multiply(REST, REST, Y);
    multiply(to, to, REST);
    add(to, to, PRODUCT);
    multiply(PRODUCT, PRODUCT, REST);
  }
  divide(to, to, PRODUCT);
  for (let k = 0; k < 3; k++) multiply(to, to, b);
}

/** n! into FACTORIAL and `factorialExponent`. */
function prepareFactorial(n: i64): void {
  if (n == factorialOrder) return;
  factorialOrder = n;
  if (n <= LOOPED_FACTORIAL) {
    set(FACTORIAL, 1);
    factorialExponent = 0;
    for (let k: i64 = 2; k <= n; k++) {
      multiplyNumber(FACTORIAL, FACTORIAL, <f64> k);
      factorialExponent += normalise(FACTORIAL, FACTORIAL);
    }
    return;
  }
  // Stirling: (n/e)^n sqrt(2 pi n) exp(R), R about 1/(12 n).
  set(Y, <f64> n);
  set(TERM, 1);
  divide(TERM, TERM, Y);
  eulerMaclaurin(REST, 0);
  set(FACTORIAL, 1);
  for (let k = 12; k > 0; k--) { // exp(R), as 1 + R/1 (1 + R/2 (1 + ...
    multiply(FACTORIAL, FACTORIAL, REST);
    set(PART, <f64> k);
    divide(FACTORIAL, FACTORIAL, PART);
    addNumber(FACTORIAL, FACTORIAL, 1);
  }
  multiply(PART, Y, TAU);
  squareRoot(PRODUCT, PART);
  multiply(FACTORIAL, FACTORIAL, PRODUCT);
  multiply(PART, Y, INVERSE_E);
  power(PRODUCT, PART, n);
  multiply(FACTORIAL, FACTORIAL, PRODUCT);
  factorialExponent = exponent + normalise(FACTORIAL, FACTORIAL);
}

/** n! as the pair in LOW, its high part in [1, 2), times two to what is returned. */
export function factorialPair(n: i64): i64 {
  prepareFactorial(n);
  store<f64>(LOW, load<f64>(FACTORIAL));
  store<f64>(LOW, load<f64>(FACTORIAL, 8), 8);
  return factorialExponent;
}

/** The square root of a, by Newton's method from the float64 one. */
function squareRoot(to: usize, a: usize): void {
  set(to, sqrt(load<f64>(a)));
  for (let k = 0; k < 2; k++) {
    divide(REST, a, to);
    add(to, to, REST);
    scale(to, to, 0.5);
  }
}

/** x - round(x), exactly; of two nearest integers the even one, which matters to nobody. */
// @ts-ignore: decorator
@inline
function fromPole(x: f64): f64 {
  return x - nearest<f64>(x);
}

/** lgamma(x) for x that is not far below 0, no pole. */
export function exactLgamma(x: f64, odd: bool): f64 {
  set(ARGUMENT, x);
  tripleLgamma(SUM, ARGUMENT);
  return rounded(SUM, odd);
}

/** digamma(x) for x that is no pole. */
export function exactDigamma(x: f64, odd: bool): f64 {
  if (x > FAR_NEGATIVE) {
    set(ARGUMENT, x);
    tripleDigamma(SUM, ARGUMENT);
    return rounded(SUM, odd);
  }
  const r = fromPole(x);
  set(ARGUMENT, abs(r));
  tripleDigamma(SUM, ARGUMENT);
  setSum(ARGUMENT, 1, -abs(r));
  tripleDigamma(VALUE, ARGUMENT);
  subtract(SUM, SUM, VALUE);
  if (r < 0) negate(SUM, SUM);
  setSum(ARGUMENT, 1, -x);
  tripleDigamma(VALUE, ARGUMENT);
  add(SUM, SUM, VALUE);
  return rounded(SUM, odd);
}

/** polygamma(x, n), n >= 1, for finite x that is no pole. */
export function exactPolygamma(x: f64, n: i64, odd: bool): f64 {
  const s = n + 1;
  const isOdd = (s & 1) != 0;
  const r = fromPole(x);
  // Halfway between negative poles all but f(1 - x) cancel.
  const isHalfway = x < 0 && isOdd && abs(r) == 0.5;
  const base = isHalfway ? 1 - x : x > 0 ? x : r;
  const sign: f64 = isOdd ? -1 : 1;
  // n! x^-s for the n that come here: those beyond MOST_ORDER, and others next to zeros.
  if (abs(base) < NEAR_0) return sign * (isOdd && base < 0 ? -Infinity : Infinity);
  if (base > NEAR_INFINITY) return sign * 0;
  set(BASE, base);
  set(ARGUMENT, x);
  if (isHalfway) {
    setSum(BASE, 1, -x); // which has a bit more than x
    scaledZeta(SUM, s, BASE, BASE);
  } else if (x > FAR_NEGATIVE) {
    scaledZeta(SUM, s, ARGUMENT, BASE);
  } else {
    scaledZeta(SUM, s, BASE, BASE);
    setSum(ARGUMENT, 1, -base);
    addOther(s, isOdd ? -1 : 1);
    setSum(ARGUMENT, 1, -x);
    addOther(s, isOdd ? 1 : -1);
  }
  prepareFactorial(n);
  const k = normalise(BASE, BASE);
  power(VALUE, BASE, s);
  multiply(SUM, SUM, FACTORIAL);
  divide(SUM, SUM, VALUE);
  const total = factorialExponent - exponent - k * s + normalise(SUM, SUM);
  return sign * timesPowerOfTwo(rounded(SUM, odd), total);
}

/** Adds sign base^s zeta(s, y), y in ARGUMENT, to SUM. */
function addOther(s: i64, sign: f64): void {
  scaledZeta(VALUE, s, ARGUMENT, BASE);
  if (sign < 0) negate(VALUE, VALUE);
  add(SUM, SUM, VALUE);
}

/** a 2^k, |a| in [1, 2), in steps, so that only the result can overflow or be subnormal. */
function timesPowerOfTwo(a: f64, k: i64): f64 {
  const bounded = <i32> max<i64>(-1200, min<i64>(1200, k));
  const first = max(-1000, min(1000, bounded));
  return a * powerOfTwo(first) * powerOfTwo(bounded - first);
}

/** From this p on exactMultigammaln adds only the smallest terms one by one. */
const LEAST_LONG: i64 = 192;
const ADDED: i64 = 66;
const MIDDLE_TERMS: i32 = 10;

/** The sum of lgamma(x - i/2) and (p (p - 1)/4) ln pi, or of digamma(x - i/2); x > (p - 1)/2. */
export function exactMultigammaln(x: f64, p: i64, gradient: bool, odd: bool): f64 {
  set(SUM, 0);
  let first: i64 = 0;
  if (gradient && p >= LEAST_LONG) {
    first = p - ADDED;
    addDigammas(x, first);
  }
  for (let i = first; i < p; i++) {
    setSum(ARGUMENT, x, -0.5 * <f64> i);
    if (gradient) tripleDigamma(VALUE, ARGUMENT);
    else tripleLgamma(VALUE, ARGUMENT);
    add(SUM, SUM, VALUE);
  }
  if (!gradient) {
    multiplyNumber(VALUE, LN_PI, <f64> p);
    multiplyNumber(VALUE, VALUE, 0.25 * <f64> (p - 1));
    add(SUM, SUM, VALUE);
  }
  return rounded(SUM, odd);
}

/**
 * Adds digamma(x - i/2), i = 0 .. count - 1, to SUM: multigammaln_middle.ts has the formula, whose integral is
 * the difference of two lgamma.
 */
function addDigammas(x: f64, count: i64): void {
  addDigammaEnd(x, 0.25, 1);
  addDigammaEnd(x, -0.5 * <f64> (count - 1) - 0.25, -1);
}

function addDigammaEnd(x: f64, distance: f64, sign: f64): void {
  setSum(ARGUMENT, x, distance);
  tripleLgamma(VALUE, ARGUMENT);
  scale(VALUE, VALUE, 2 * sign);
  add(SUM, SUM, VALUE);
  set(BASE, 1);
  let factorial: f64 = 1;
  let power: f64 = 0.5;
  for (let k = 1; k <= MIDDLE_TERMS; k++) {
    // B(2k) (2^(1 - 2k) - 1)/(2k)! h^(2k - 1) (2k - 1)! zeta(2k, y)
    scaledZeta(VALUE, 2 * k, ARGUMENT, BASE);
    multiply(VALUE, VALUE, BERNOULLI + TRIPLE * (k - 1));
    multiplyNumber(VALUE, VALUE, sign * factorial);
    multiplyNumber(VALUE, VALUE, power * (power - 1));
    add(SUM, SUM, VALUE);
    factorial *= <f64> (2 * k * (2 * k + 1));
    power *= 0.25;
  }
}
