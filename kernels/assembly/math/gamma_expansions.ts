// Taylor's series of the gamma family around c, for rows that are made at run time. All orders come from that
// of digamma, sum D(j) u^j (for lgamma its integral, for polygamma its derivatives):
//
//   c(k) = (k + order)!/k! D(k + order),  D(j) = (-1)^(j + 1) zeta(j + 1, c)   (DLMF 5.15.1)
//
// D are plain numbers. f and its first three derivatives at c, of which rows need more, are triples: what is large in
// them is computed as such, and only the rest as a plain number. Their errors are below 2^-70 of f, next to zeros of
// its terms:
//
//   c >= 2^10    Stirling's series and its derivatives
//   c < 2^-10    the pole, -ln c or +-1/c^s, s = order + 1, and the series of f(1 + c)
//   mirrored     f(c) + (-1)^s f(1 - c): gamma_cotangent.ts
//   elsewhere    double-double (gamma_quick.ts)

import { logarithm } from "./double_double";
import { polygammaPair, setCoarse } from "./gamma_quick";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { FREE_MADE } from "./runtime_rows";
import {
  add,
  addNumber,
  divide,
  multiply,
  multiplyNumber,
  negate,
  scale,
  set,
  setSum,
  subtract,
  TRIPLE,
} from "./triple";
import { BERNOULLI, EULER, HALF_LN_TAU, ZETA } from "./triple_data";

/** Triples: f and its first three derivatives at c. */
export const VALUE: usize = FREE_MADE + TRIPLE;
export const SLOPE: usize = VALUE + TRIPLE;
export const CURVE: usize = SLOPE + TRIPLE;
export const THIRD: usize = CURVE + TRIPLE;
/** Triples: the logarithm of c, and 1/c to its sixth power. */
const LOG: usize = THIRD + TRIPLE;
const POWERS: usize = LOG + TRIPLE;
const PART: usize = POWERS + TRIPLE * 7;
export const FREE_VALUES: usize = PART + TRIPLE;
/** D by its number. */
const D: usize = FREE_VALUES + TRIPLE * 4;
const MAX_D: i32 = 23;
export const FREE_EXPANSIONS: usize = D + (<usize> (MAX_D + 1) << 3);
/** The last D that a row of a table needs. */
export const LAST_D: i32 = 13;

const FIRST_NEAR: f64 = 0.0009765625; // 2^-10
const FIRST_FAR: f64 = 1024;
/** How many terms of a series are enough. */
const FAR_TERMS: i32 = 5; // from FIRST_FAR on
const ANYWHERE_TERMS: i32 = 10; // from ENOUGH on
const ENOUGH: f64 = 12;
const HEAD_TERMS: i32 = 7; // below FIRST_NEAR

// @ts-ignore: decorator
@inline
function at(numbers: usize, k: i32): usize {
  return numbers + (<usize> k << 3);
}

/** D of a number. */
export function coefficient(k: i32): f64 {
  return load<f64>(at(D, k));
}

export function storeCoefficient(k: i32, value: f64): void {
  store<f64>(at(D, k), value);
}

/** c(k) of an order, k >= 2. */
export function termOf(order: i32, k: i32): f64 {
  let factor: f64 = order == LGAMMA ? 1 / <f64> k : 1;
  for (let i = 1; i <= order; i++) factor *= <f64> (k + i);
  return factor * coefficient(k + order);
}

/** Expands f of an order around c > 0, with so many triples, 3 or 4. */
export function expand(order: i32, c: f64, count: i32): void {
  if (c >= FIRST_NEAR && c < FIRST_FAR) {
    fillZetas(c, LAST_D);
    setCoarse(true);
    for (let k = 0; k < count; k++) takePair(VALUE + TRIPLE * k, order + k, c);
    setCoarse(false);
    return;
  }
  if (order <= DIGAMMA) {
    const log = logarithm(f64x2(c, 0));
    setSum(LOG, f64x2.extract_lane(log, 0), f64x2.extract_lane(log, 1));
  }
  set(PART, c);
  set(POWERS, 1);
  divide(POWERS + TRIPLE, POWERS, PART);
  for (let k = 2; k <= order + count; k++) multiply(POWERS + TRIPLE * k, POWERS + TRIPLE * (k - 1), POWERS + TRIPLE);
  if (c < FIRST_NEAR) fillNear(c);
  else fillFar(c);
  for (let k = 0; k < count; k++) {
    if (c < FIRST_NEAR) takeNear(VALUE + TRIPLE * k, order + k, c);
    else takeFar(VALUE + TRIPLE * k, order + k, c);
  }
}

/** f of an order at c, which is no pole and not far below 0. */
function takePair(to: usize, order: i32, c: f64): void {
  const value = polygammaPair(order, c);
  setSum(to, f64x2.extract_lane(value, 0), f64x2.extract_lane(value, 1));
}

/** The sum of B(2k)/(2k)! t(k), t(1) = first, t(k + 1) = t(k) (a + 2k - 1) (a + 2k)/y^2. */
function eulerMaclaurin(first: f64, a: i32, y: f64, count: i32): f64 {
  const square = 1 / (y * y);
  let sum: f64 = 0;
  for (let k = 1; k <= count; k++) {
    sum += first * load<f64>(BERNOULLI + TRIPLE * (k - 1));
    first *= <f64> ((a + 2 * k - 1) * (a + 2 * k)) * square;
  }
  return sum;
}

/** zeta(s, y) - y^(1 - s)/(s - 1) - y^-s/2 for large y, given y^-s. */
// @ts-ignore: decorator
@inline
function zetaRest(s: i32, y: f64, power: f64, count: i32): f64 {
  return power * eulerMaclaurin(<f64> s / y, s, y, count);
}

// @ts-ignore: decorator
@inline
function storeZeta(s: i32, zeta: f64): void {
  storeCoefficient(s - 1, s & 1 ? -zeta : zeta);
}

function fillFar(c: f64): void {
  const inverse = 1 / c;
  let power = inverse;
  for (let s = 2; s <= LAST_D + 1; s++) {
    const first = power / <f64> (s - 1);
    power *= inverse;
    storeZeta(s, first + (0.5 * power + zetaRest(s, c, power, 3)));
  }
}

/** Stirling's series: (c - 1/2) ln c - c + ln(2 pi)/2 + 1/(12c) + ..., or its derivatives. */
function takeFar(to: usize, n: i32, c: f64): void {
  if (n == LGAMMA) {
    multiplyNumber(to, LOG, c - 0.5);
    addNumber(to, to, -c);
    add(to, to, HALF_LN_TAU);
    addNumber(to, to, eulerMaclaurin(1 / c, 0, c, FAR_TERMS));
  } else if (n == DIGAMMA) {
    scale(to, POWERS + TRIPLE, 0.5);
    subtract(to, LOG, to);
    addNumber(to, to, -zetaRest(1, c, 1 / c, FAR_TERMS));
  } else {
    // +-(n - 1)! (c^-n + n/2 c^-s + n zetaRest), s = n + 1
    const power = POWERS + TRIPLE * (n + 1);
    multiplyNumber(to, power, 0.5 * <f64> n);
    add(to, to, power - TRIPLE);
    addNumber(to, to, <f64> n * zetaRest(n + 1, c, load<f64>(power), FAR_TERMS));
    multiplyNumber(to, to, signedFactorial(n, n - 1));
  }
}

/** m! with the sign of polygamma of order n. */
function signedFactorial(n: i32, m: i32): f64 {
  let result: f64 = n & 1 ? 1 : -1;
  for (let k = 2; k <= m; k++) result *= <f64> k;
  return result;
}

function fillNear(c: f64): void {
  const inverse = 1 / c;
  let power = inverse;
  for (let s = 2; s <= LAST_D + 1; s++) {
    power *= inverse;
    storeZeta(s, power + headZeta(s, c));
  }
}

/** zeta(s, 1 + c) for small c, s >= 2. */
function headZeta(s: i32, c: f64): f64 {
  let sum: f64 = 0;
  for (let m = HEAD_TERMS; m > 0; m--) {
    sum = (load<f64>(at(ZETA, s + m - 2)) + sum) * (-c * <f64> (s + m - 1) / <f64> m);
  }
  return load<f64>(at(ZETA, s - 2)) + sum;
}

/** The pole, and what is left of lgamma(1 + c) or a derivative. */
function takeNear(to: usize, n: i32, c: f64): void {
  if (n > DIGAMMA) {
    addNumber(to, POWERS + TRIPLE * (n + 1), headZeta(n + 1, c));
    multiplyNumber(to, to, signedFactorial(n, n));
    return;
  }
  let rest: f64 = 0;
  for (let m = HEAD_TERMS + 1; m > 1; m--) {
    const zeta = load<f64>(at(ZETA, m - 2));
    rest = (n == LGAMMA ? zeta / <f64> m : zeta) - c * rest;
  }
  if (n == LGAMMA) {
    multiplyNumber(to, EULER, -c);
    subtract(to, to, LOG);
    addNumber(to, to, rest * c * c);
  } else {
    add(to, POWERS + TRIPLE, EULER);
    negate(to, to);
    addNumber(to, to, rest * c);
  }
}

/** D to number `last` at any c that is no pole and not far below 0. */
export function fillZetas(c: f64, last: i32): void {
  let y = c;
  let count: i32 = 0;
  for (; y < ENOUGH; y += 1) count++;
  let power = 1 / y;
  for (let s = 2; s <= last + 1; s++) {
    power /= y;
    storeZeta(s, power * (y / <f64> (s - 1) + 0.5) + zetaRest(s, y, power, ANYWHERE_TERMS));
  }
  for (let j = count - 1; j >= 0; j--) {
    const inverse = -1 / (c + <f64> j);
    let power = -inverse;
    for (let k = 1; k <= last; k++) {
      power *= inverse;
      storeCoefficient(k, coefficient(k) - power);
    }
  }
}
