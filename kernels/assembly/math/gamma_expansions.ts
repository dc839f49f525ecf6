// Taylor's series of the gamma family around c, for rows that are made at run time. All orders come from that
// of digamma, sum D(j) u^j (for lgamma its integral, for polygamma its derivatives):
//
//   c(k) = (k + order)!/k! D(k + order),  D(j) = (-1)^(j + 1) zeta(j + 1, c)   (DLMF 5.15.1)
//
// D are plain numbers. f and f' at c, of which a row needs more, are triples, good to 2^-64 and 2^-59: what
// is large in them is computed as such, and only the rest as a plain number. With s = order + 1:
//
//   c >= 64     Stirling's series and its derivatives
//   c < 2^-6    the pole, -ln c or +-1/c^s, and the series of f(1 + c)
//   mirrored    f(c) + (-1)^s f(1 - c), which is -pi cot(pi c), its integral or a derivative
//   elsewhere   gamma_exact.ts, and that is slow

import { scaledZeta, tripleDigamma, tripleLgamma } from "./gamma_exact";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { FREE_MADE } from "./runtime_rows";
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
  setSum,
  subtract,
  TRIPLE,
} from "./triple";
import { BERNOULLI, EULER, HALF_LN_TAU, LN_PI, PI, ZETA } from "./triple_data";

/** Triples: f and f' at c. */
export const VALUE: usize = FREE_MADE + TRIPLE;
export const SLOPE: usize = VALUE + TRIPLE;
const POINT: usize = SLOPE + TRIPLE;
const LOG: usize = POINT + TRIPLE;
const UNIT: usize = LOG + TRIPLE;
const INVERSE: usize = UNIT + TRIPLE; // 1/c, or cot(pi c)
const SQUARE: usize = INVERSE + TRIPLE;
const CUBE: usize = SQUARE + TRIPLE;
const POWER: usize = CUBE + TRIPLE;
/** D by its number. */
const D: usize = POWER + TRIPLE;
const MOST_D: i32 = 13;
export const FREE_EXPANSIONS: usize = D + (<usize> (MOST_D + 1) << 3);

/** How many terms of a series are enough. */
const FAR_TERMS: i32 = 6; // from 64 on
const ANYWHERE_TERMS: i32 = 10; // from ENOUGH on
const ENOUGH: f64 = 20;
const HEAD_TERMS: i32 = 9; // below 2^-6
const COT_SMALL: f64 = 0.015625; // 2^-6: 2^-76 of the cotangent is in two terms and a plain number

// @ts-ignore: decorator
@inline
function at(numbers: usize, k: i32): usize {
  return numbers + (<usize> k << 3);
}

/** c(k) of an order, k >= 2. */
export function termOf(order: i32, k: i32): f64 {
  let factor: f64 = order == LGAMMA ? 1 / <f64> k : 1;
  for (let i = 1; i <= order; i++) factor *= <f64> (k + i);
  return factor * load<f64>(at(D, k + order));
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

function storeZeta(s: i32, zeta: f64): void {
  store<f64>(at(D, s - 1), s & 1 ? -zeta : zeta);
}

/** Fills INVERSE, SQUARE and CUBE with powers of 1/c. */
function invert(c: f64): void {
  set(POINT, c);
  set(UNIT, 1);
  divide(INVERSE, UNIT, POINT);
  multiply(SQUARE, INVERSE, INVERSE);
  multiply(CUBE, SQUARE, INVERSE);
}

/** c >= 64, and its logarithm. */
export function expandFar(order: i32, c: f64, log: usize): void {
  invert(c);
  const inverse = 1 / c;
  copy(POWER, INVERSE);
  for (let s = 2; s <= MOST_D + 1; s++) {
    // c^(1 - s)/(s - 1) is most of it, and rounded once.
    const first = load<f64>(POWER) / <f64> (s - 1);
    multiply(POWER, POWER, INVERSE);
    const power = load<f64>(POWER);
    storeZeta(s, first + (0.5 * power + zetaRest(s, c, power, FAR_TERMS)));
  }
  const square = inverse * inverse;
  const cube = square * inverse;
  if (order == LGAMMA) {
    copy(VALUE, log);
    multiplyNumber(VALUE, VALUE, c - 0.5);
    addNumber(VALUE, VALUE, -c);
    add(VALUE, VALUE, HALF_LN_TAU);
    addNumber(VALUE, VALUE, eulerMaclaurin(inverse, 0, c, FAR_TERMS));
    farDigamma(SLOPE, c, log);
  } else if (order == DIGAMMA) {
    farDigamma(VALUE, c, log);
    addNumber(SLOPE, INVERSE, 0.5 * square + zetaRest(2, c, square, FAR_TERMS));
  } else if (order == 1) {
    scale(VALUE, SQUARE, 0.5);
    add(VALUE, VALUE, INVERSE);
    addNumber(VALUE, VALUE, zetaRest(2, c, square, FAR_TERMS));
    addNumber(SLOPE, SQUARE, cube + 2 * zetaRest(3, c, cube, FAR_TERMS));
    negate(SLOPE, SLOPE);
  } else {
    add(VALUE, SQUARE, CUBE);
    addNumber(VALUE, VALUE, 2 * zetaRest(3, c, cube, FAR_TERMS));
    negate(VALUE, VALUE);
    scale(SLOPE, CUBE, 2);
    addNumber(SLOPE, SLOPE, square * square * 3 + 6 * zetaRest(4, c, square * square, FAR_TERMS));
  }
}

function farDigamma(to: usize, c: f64, log: usize): void {
  scale(to, INVERSE, 0.5);
  subtract(to, log, to);
  addNumber(to, to, -zetaRest(1, c, 1 / c, FAR_TERMS));
}

/** zeta(s, 1 + c) for small c, s >= 2. */
function headZeta(s: i32, c: f64): f64 {
  let sum: f64 = 0;
  for (let m = HEAD_TERMS; m > 0; m--) {
    sum = (load<f64>(at(ZETA, s + m - 2)) + sum) * (-c * <f64> (s + m - 1) / <f64> m);
  }
  return load<f64>(at(ZETA, s - 2)) + sum;
}

/** c < 2^-6, and its logarithm. */
export function expandNear(order: i32, c: f64, log: usize): void {
  invert(c);
  copy(POWER, INVERSE);
  for (let s = 2; s <= MOST_D + 1; s++) {
    multiply(POWER, POWER, INVERSE);
    storeZeta(s, load<f64>(POWER) + headZeta(s, c));
  }
  // What is left of lgamma(1 + c) and digamma(1 + c) without Euler's constant.
  let lgamma: f64 = 0;
  let digamma: f64 = 0;
  for (let m = HEAD_TERMS + 1; m > 1; m--) {
    const zeta = load<f64>(at(ZETA, m - 2));
    lgamma = zeta / <f64> m - c * lgamma;
    digamma = zeta - c * digamma;
  }
  if (order == LGAMMA) {
    multiplyNumber(VALUE, EULER, -c);
    subtract(VALUE, VALUE, log);
    addNumber(VALUE, VALUE, lgamma * c * c);
    add(SLOPE, INVERSE, EULER);
    negate(SLOPE, SLOPE);
    addNumber(SLOPE, SLOPE, digamma * c);
  } else if (order == DIGAMMA) {
    add(VALUE, INVERSE, EULER);
    negate(VALUE, VALUE);
    addNumber(VALUE, VALUE, digamma * c);
    addNumber(SLOPE, SQUARE, headZeta(2, c));
  } else if (order == 1) {
    addNumber(VALUE, SQUARE, headZeta(2, c));
    addNumber(SLOPE, CUBE, headZeta(3, c));
    scale(SLOPE, SLOPE, -2);
  } else {
    addNumber(VALUE, CUBE, headZeta(3, c));
    scale(VALUE, VALUE, -2);
    multiply(SLOPE, SQUARE, SQUARE);
    addNumber(SLOPE, SLOPE, headZeta(4, c));
    multiplyNumber(SLOPE, SLOPE, 6);
  }
}

/** cot(pi c), 0 < c <= 1/2, into INVERSE: its first terms (DLMF 4.19.6), and its values at 2c, 4c, ... */
function cotangent(c: f64): void {
  let doublings: i32 = 0;
  let small = c;
  for (; small >= COT_SMALL; small *= 0.5) doublings++;
  set(POINT, small);
  multiply(POINT, POINT, PI); // x
  set(UNIT, 1);
  divide(INVERSE, UNIT, POINT);
  set(SQUARE, 3);
  divide(SQUARE, POINT, SQUARE);
  subtract(INVERSE, INVERSE, SQUARE); // 1/x - x/3
  const x = load<f64>(POINT);
  const square = x * x;
  const rest = 1.0 / 45 + square * (2.0 / 945 + square * (1.0 / 4725 + square * (2.0 / 93555)));
  addNumber(INVERSE, INVERSE, -x * square * rest);
  for (; doublings > 0; doublings--) {
    divide(SQUARE, UNIT, INVERSE);
    subtract(INVERSE, INVERSE, SQUARE);
    scale(INVERSE, INVERSE, 0.5);
  }
  if (c == 0.5) set(INVERSE, 0);
}

/** f(c) + (-1)^s f(1 - c), 0 < c <= 1/2. */
export function expandMirrored(order: i32, c: f64): void {
  cotangent(c);
  // The coefficients g of cot: g' = -pi (1 + g^2); D = -pi g.
  const pi = load<f64>(PI);
  store<f64>(D, -pi * load<f64>(INVERSE));
  for (let k = 0; k < MOST_D; k++) {
    let sum: f64 = k == 0 ? pi * pi : 0;
    for (let i = 0; i <= k; i++) sum += load<f64>(at(D, i)) * load<f64>(at(D, k - i));
    store<f64>(at(D, k + 1), sum / <f64> (k + 1));
  }
  multiply(SQUARE, INVERSE, INVERSE);
  addNumber(SQUARE, SQUARE, 1); // 1 + cot^2
  if (order == LGAMMA) {
    logarithm(VALUE, SQUARE, true);
    scale(VALUE, VALUE, 0.5);
    add(VALUE, VALUE, LN_PI);
  } else {
    cotDerivative(VALUE, order);
  }
  cotDerivative(SLOPE, order + 1);
}

/** Below this `farNegativeDigamma` may have lost its last bits. */
export const GOOD_DIGAMMA: f64 = 0.000244140625; // 2^-12: the cotangent is good to 2^-76

/** digamma(x) for x < -64 that is no pole, as the triple VALUE; gamma_reflection.ts has the formula. */
export function farNegativeDigamma(x: f64): f64 {
  const r = x - nearest<f64>(x);
  cotangent(abs(r));
  multiply(SQUARE, INVERSE, PI);
  if (r > 0) negate(SQUARE, SQUARE);
  setSum(POINT, 1, -x);
  tripleDigamma(VALUE, POINT);
  add(VALUE, VALUE, SQUARE);
  return load<f64>(VALUE);
}

/** -pi cot(pi c), derived so often; INVERSE is the cotangent and SQUARE its square + 1. */
function cotDerivative(to: usize, order: i32): void {
  if (order == 0) {
    negate(to, INVERSE);
  } else if (order == 1) {
    copy(to, SQUARE);
  } else if (order == 2) {
    multiply(to, SQUARE, INVERSE);
    scale(to, to, -2);
  } else {
    // 2 (1 + t^2) (1 + 3t^2)
    multiplyNumber(to, SQUARE, 3);
    addNumber(to, to, -2);
    multiply(to, to, SQUARE);
    scale(to, to, 2);
  }
  for (let k = 0; k <= order; k++) multiply(to, to, PI);
}

/** At any c that is no pole and not far below 0. */
export function expandAnywhere(order: i32, c: f64): void {
  fillZetas(c);
  set(POINT, c);
  if (order == LGAMMA) tripleLgamma(VALUE, POINT);
  else if (order == DIGAMMA) tripleDigamma(VALUE, POINT);
  else fillPolygamma(VALUE, order);
  if (order == LGAMMA) tripleDigamma(SLOPE, POINT);
  else fillPolygamma(SLOPE, order + 1);
}

function fillZetas(c: f64): void {
  let y = c;
  let count: i32 = 0;
  for (; y < ENOUGH; y += 1) count++;
  let power = 1 / y;
  for (let s = 2; s <= MOST_D + 1; s++) {
    power /= y;
    storeZeta(s, power * (y / <f64> (s - 1) + 0.5) + zetaRest(s, y, power, ANYWHERE_TERMS));
  }
  for (let j = count - 1; j >= 0; j--) {
    const inverse = -1 / (c + <f64> j);
    let power = -inverse;
    for (let k = 1; k <= MOST_D; k++) {
      power *= inverse;
      store<f64>(at(D, k), load<f64>(at(D, k)) - power);
    }
  }
}

/** polygamma(c, n), n from 1 to 3. */
function fillPolygamma(to: usize, n: i32): void {
  set(UNIT, 1);
  scaledZeta(to, n + 1, POINT, UNIT);
  const factor: f64 = n == 3 ? 6 : <f64> n;
  multiplyNumber(to, to, n & 1 ? factor : -factor);
}
