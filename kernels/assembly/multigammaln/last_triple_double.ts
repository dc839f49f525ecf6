// multigammaln and its derivative in triple-double, as sums of what gamma/last_triple_double.ts gives. From
// LONG on the time does not grow with p. For x > (p - 1)/2 the arguments x - i/2 are two chains
// with steps of 1, and with Barnes's G, for which G(z + 1) = Gamma(z) G(z), the sum of lgamma over
// a chain from b to b + m - 1 is ln G(b + m) - ln G(b) (DLMF 5.17):
//
//   ln G(w + 1) = w^2/2 ln w - 3/4 w^2 + w/2 ln(2 pi) - ln(w)/12 + a constant + sum B(2k + 2)/(4k (k + 1)) w^(-2k)
//
// The sum of digamma is a difference of two lgamma. If x is FAR times as large as p, either
// difference would cancel, and Taylor's series around the middle of all arguments has three terms.

import { scaledZeta, tripleDigamma, tripleLgamma } from "../gamma/triple_double";
import { clearExponent, FREE_PRECISE, preciseDigamma, preciseLgamma, RESULT, roundResult } from "../gamma/last_triple_double";
import { add, addNumber, copy, divide, logarithm, multiply, multiplyNumber, scale, set, setSum, TRIPLE } from "../arithmetic/triple_double";
import { BERNOULLI, BERNOULLI_TERMS, HALF_LN_TAU, LN_PI } from "../arithmetic/constants_data";

const ARGUMENT: usize = FREE_PRECISE;
const SUM: usize = ARGUMENT + TRIPLE;
const VALUE: usize = SUM + TRIPLE;
const BASE: usize = VALUE + TRIPLE;
const LOG: usize = BASE + TRIPLE;
const PART: usize = LOG + TRIPLE;
export const FREE_MULTIGAMMALN: usize = PART + TRIPLE;

/** From here on all terms are alike, to 2^-150 for every p. */
const HUGE: f64 = 1e80;

/**
 * From this p on only the smallest terms are added one by one: those whose arguments are below
 * END_OF_ADDED.
 */
export const LONG: i64 = 192;
const ADDED: i64 = 66;
const END_OF_ADDED: f64 = 33;
const FAR: f64 = 1048576; // 2^20
const NEGLIGIBLE: f64 = 1e-46;
const MIDDLE_TERMS: i32 = 10;

/** The sum of lgamma(x - i/2) and (p (p - 1)/4) ln pi, or of digamma(x - i/2); x > (p - 1)/2. */
export function preciseMultigammaln(x: f64, p: i64, gradient: bool, odd: bool): f64 {
  if (x > HUGE) {
    set(ARGUMENT, x);
    if (gradient) preciseDigamma(ARGUMENT);
    else preciseLgamma(ARGUMENT);
    multiplyNumber(RESULT, RESULT, <f64> p);
    return roundResult(odd);
  }
  set(SUM, 0);
  let first: i64 = 0;
  if (p >= LONG) {
    // A far x has no small terms.
    first = x - 0.5 * <f64> (p - 1) >= END_OF_ADDED ? p : p - ADDED;
    if (x > FAR * <f64> p) addFar(x, <f64> p, gradient);
    else if (gradient) addDigammas(x, first);
    else addLgammas(x, first);
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
  copy(RESULT, SUM);
  clearExponent();
  return roundResult(odd);
}

/**
 * Adds digamma(x - i/2), i = 0 .. count - 1, to SUM, as values in the middles of steps of h = 1/2
 * (Euler-Maclaurin's formula for middles, DLMF 2.10.1 and 24.4.27): 1/h times the integral, which
 * is the difference of two lgamma, and derivatives at both ends.
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

/** Adds lgamma(x - i/2), i = 0 .. count - 1, to SUM. */
function addLgammas(x: f64, count: i64): void {
  const odd = count >> 1;
  addBarnes(x, 0, 1);
  addBarnes(x, -<f64> (count - odd), -1);
  addBarnes(x, -0.5, 1);
  addBarnes(x, -0.5 - <f64> odd, -1);
}

/** Adds ln G(w + 1), w = x + distance, without its constant, times a sign. */
function addBarnes(x: f64, distance: f64, sign: f64): void {
  setSum(ARGUMENT, x, distance);
  logarithm(LOG, ARGUMENT);
  // w (w (ln w - 3/2)/2 + ln(2 pi)/2)
  addNumber(VALUE, LOG, -1.5);
  scale(VALUE, VALUE, 0.5);
  multiply(VALUE, VALUE, ARGUMENT);
  add(VALUE, VALUE, HALF_LN_TAU);
  multiply(VALUE, VALUE, ARGUMENT);
  scale(VALUE, VALUE, sign);
  add(SUM, SUM, VALUE);
  multiply(LOG, LOG, BERNOULLI); // 1/12
  scale(LOG, LOG, -sign);
  add(SUM, SUM, LOG);
  // (2k + 2)!/(4k (k + 1)) w^(-2k), from one to the next by 2k (2k + 3)/w^2
  set(BASE, sign);
  divide(BASE, BASE, ARGUMENT);
  divide(BASE, BASE, ARGUMENT);
  set(VALUE, 1);
  divide(VALUE, VALUE, ARGUMENT);
  divide(LOG, VALUE, ARGUMENT);
  multiplyNumber(BASE, BASE, 3);
  for (let k = 1; k < BERNOULLI_TERMS; k++) {
    multiply(PART, BASE, BERNOULLI + TRIPLE * k);
    add(SUM, SUM, PART);
    if (abs(load<f64>(PART)) < NEGLIGIBLE) break;
    multiply(BASE, BASE, LOG);
    multiplyNumber(BASE, BASE, <f64> (2 * k * (2 * k + 3)));
  }
}

/**
 * The same, or the sum of digamma, for all of p terms, where x is far larger than p. With the
 * middle c and the distances d from it, the k-th term of Taylor's series is zeta(k, c)/k, or
 * -zeta(k + 1, c), times the sum of d^k; odd ones vanish.
 */
function addFar(x: f64, p: f64, gradient: bool): void {
  setSum(ARGUMENT, x, -0.25 * (p - 1));
  if (gradient) tripleDigamma(VALUE, ARGUMENT);
  else tripleLgamma(VALUE, ARGUMENT);
  multiplyNumber(VALUE, VALUE, p);
  add(SUM, SUM, VALUE);
  addEven(p, 2, 48, 1, gradient);
  addEven(p, 4, 3840, 3 * p * p - 7, gradient);
  addEven(p, 6, 86016, 3 * p * p * (p * p - 6) + 31, gradient);
}

/** Adds the k-th term: the sum of d^k is (p - 1) p (p + 1) factor/divisor. */
function addEven(p: f64, k: i32, divisor: f64, factor: f64, gradient: bool): void {
  set(BASE, 1);
  scaledZeta(VALUE, gradient ? k + 1 : k, ARGUMENT, BASE);
  multiplyNumber(VALUE, VALUE, p);
  multiplyNumber(VALUE, VALUE, p - 1);
  multiplyNumber(VALUE, VALUE, p + 1);
  multiplyNumber(VALUE, VALUE, factor);
  set(PART, gradient ? -divisor : divisor * <f64> k);
  divide(VALUE, VALUE, PART);
  add(SUM, SUM, VALUE);
}
