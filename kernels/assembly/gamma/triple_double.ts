// The gamma family in triple-double, for expressions whose digits cancel. Slow, some microseconds a value.
//
// All come from Euler-Maclaurin's formula at Y = y + N, far enough that its terms become small
// enough (DLMF 5.11.1, 5.11.2, 25.11.5):
//
//   lgamma(y)        = (Y - 1/2) ln Y - Y + ln(2 pi)/2 + R - ln |y (y + 1) ... (y + N - 1)|
//   digamma(y)       = ln Y - 1/(2Y) - R - sum 1/(y + j)
//   b^s zeta(s, y)   = sum (b/(y + j))^s + (b/Y)^s (Y/(s - 1) + 1/2 + R)
//
// for y of either sign that is neither tiny nor huge nor far below 0: expression/triple_double_functions.ts has
// the rest.

import { BERNOULLI, BERNOULLI_TERMS, HALF_LN_TAU } from "../arithmetic/constants_data";
import {
  add,
  addNumber,
  copy,
  divide,
  logarithm,
  multiply,
  multiplyNumber,
  negate,
  scale,
  set,
  subtract,
  TRIPLE,
} from "../arithmetic/triple_double";
import { FREE_POWERS, numberPower, powerOfRatio } from "../arithmetic/triple_double_power";

const SMALLEST_Y: f64 = 24;
/** The same, and terms to leave out, where 80 bits are enough. */
const SMALLEST_COARSE_Y: f64 = 14;
const NEGLIGIBLE_COARSE: f64 = 1e-26;
/** Of terms this small beside the sum one float64 is enough for that. */
const SMALL: f64 = 1e-11;
const NEGLIGIBLE: f64 = 1e-46; // 2^-152
const EXACT_FACTOR: f64 = 67108864; // 2^26: products of smaller integers are exact

// What each function has for itself; none calls one that is in use.
const TERM: usize = FREE_POWERS; // eulerMaclaurin
const PART: usize = TERM + TRIPLE;
const INVERSE: usize = PART + TRIPLE;
const Y: usize = INVERSE + TRIPLE; // lgamma, digamma, zeta
const PRODUCT: usize = Y + TRIPLE;
const REST: usize = PRODUCT + TRIPLE;

/**
 * R = sum B(2k)/(2k)! t(k), where t(1) is in TERM and t(k + 1) = t(k) (a + 2k - 1) (a + 2k)/Y^2.
 */
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

/**
 * b^s zeta(s, y), y no pole that is not far below 0, s >= 2; `coarse`: to 80 bits. Uses `exponent`.
 */
export function scaledZeta(to: usize, s: i64, y: usize, b: usize, coarse: bool = false): void {
  const enough = (coarse ? SMALLEST_COARSE_Y : SMALLEST_Y) + 0.5 * <f64> s;
  const negligible = coarse ? NEGLIGIBLE_COARSE : NEGLIGIBLE;
  copy(Y, y);
  set(to, 0);
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
