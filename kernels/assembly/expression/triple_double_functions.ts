// Functions of one triple-double (arithmetic/triple_double.ts), for the elements of expressions whose digits cancel.
// Relative errors are below 2^-105; of lgamma, digamma, sin and cos, next to their zeros, of 1.

import { scaledZeta, tripleDigamma, tripleLgamma } from "../gamma/triple_double";
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
  scale,
  set,
  subtract,
  TRIPLE,
} from "../arithmetic/triple_double";
import { quarters as largeQuarters, reduceAngle } from "../elementary/payne_hanek";
import { LN_2, LN_PI, LOG_TERMS, ODD_RECIPROCALS, PI } from "../arithmetic/constants_data";
import { exponent, normalise, power } from "../arithmetic/triple_double_power";

// Work space: what begins with the name of a function is that function's own.
const SPACE: usize = memory.data(24 * 16, 16);
const EXP_R: usize = SPACE;
const EXP_SUM: usize = SPACE + TRIPLE;
const SIN_R: usize = SPACE + 2 * TRIPLE;
const SIN_SQUARE: usize = SPACE + 3 * TRIPLE;
const SIN_TERM: usize = SPACE + 4 * TRIPLE;
const GAMMA_R: usize = SPACE + 5 * TRIPLE;
const GAMMA_SUM: usize = SPACE + 6 * TRIPLE;
const GAMMA_PART: usize = SPACE + 7 * TRIPLE;
const GAMMA_BASE: usize = SPACE + 8 * TRIPLE;
const MULTI_X: usize = SPACE + 9 * TRIPLE;
const MULTI_SUM: usize = SPACE + 10 * TRIPLE;
const MULTI_PART: usize = SPACE + 11 * TRIPLE;
const FACTORIAL: usize = SPACE + 12 * TRIPLE;
const LOG_X: usize = SPACE + 13 * TRIPLE;
const SIN_X: usize = SPACE + 14 * TRIPLE;

const FAR_NEGATIVE: f64 = -50; // as in gamma/triple_double.ts
/** From here on a multiple of pi/2 would take too many bits of a triple. */
const LARGE_ANGLE: f64 = 33554432; // 2^25
/** log1p of a smaller number needs no logarithm. */
const NEAR_0: f64 = 0.015625; // 2^-6
const HALVINGS: i32 = 7;
const EXP_TERMS: i32 = 14; // (2^-8.5)^14/14! is below 2^-155
const SIN_TERMS: i32 = 19; // (pi/4)^39/39! is below 2^-165


/** exp(x), |x| < 746. */
export function tripleExp(to: usize, x: usize): void {
  const k = nearest(load<f64>(x) * 1.4426950408889634); // 1/ln 2
  multiplyNumber(EXP_R, LN_2, -k);
  add(EXP_R, EXP_R, x);
  scale(EXP_R, EXP_R, powerOfTwo(-HALVINGS));
  // exp(r) - 1, so that squaring keeps its digits: (1 + s)^2 - 1 = 2s + s^2.
  set(EXP_SUM, 1);
  for (let i = EXP_TERMS; i > 1; i--) {
    divideBy(EXP_SUM, <f64> i);
    multiply(EXP_SUM, EXP_SUM, EXP_R);
    addNumber(EXP_SUM, EXP_SUM, 1);
  }
  multiply(EXP_SUM, EXP_SUM, EXP_R);
  for (let i = 0; i < HALVINGS; i++) {
    multiply(EXP_R, EXP_SUM, EXP_SUM);
    scale(EXP_SUM, EXP_SUM, 2);
    add(EXP_SUM, EXP_SUM, EXP_R);
  }
  copy(EXP_R, EXP_SUM); // for expm1, which needs what is beside 1
  addNumber(to, EXP_SUM, 1);
  const first = <i32> k >> 1;
  scale(to, to, powerOfTwo(first));
  scale(to, to, powerOfTwo(<i32> k - first));
}

/** exp(x) - 1. */
export function tripleExpm1(to: usize, x: usize): void {
  tripleExp(to, x);
  if (abs(load<f64>(x)) < 0.3) copy(to, EXP_R);
  else addNumber(to, to, -1);
}

function divideBy(a: usize, n: f64): void {
  set(LOG_X, n);
  divide(a, a, LOG_X);
}

/** ln x, x > 0. */
export function tripleLog(to: usize, x: usize): void {
  const k = load<f64>(x) < 1e-300 ? 1 : 0;
  if (k == 0) return logarithm(to, x);
  // Subnormal numbers have exponents of their own.
  scale(LOG_X, x, 1.2676506002282294e30); // 2^100
  logarithm(to, LOG_X);
  multiplyNumber(LOG_X, LN_2, -100);
  add(to, to, LOG_X);
}

/** ln(1 + x), x > -1; next to 0 as 2 artanh(w), w = x/(2 + x), which keeps all digits of x. */
export function tripleLog1p(to: usize, x: usize): void {
  if (abs(load<f64>(x)) > NEAR_0) {
    addNumber(MULTI_PART, x, 1);
    tripleLog(to, MULTI_PART);
    return;
  }
  addNumber(MULTI_X, x, 2);
  divide(MULTI_X, x, MULTI_X);
  multiply(MULTI_PART, MULTI_X, MULTI_X);
  copy(MULTI_SUM, ODD_RECIPROCALS + TRIPLE * (LOG_TERMS - 1));
  for (let i = LOG_TERMS - 2; i >= 0; i--) {
    multiply(MULTI_SUM, MULTI_SUM, MULTI_PART);
    add(MULTI_SUM, MULTI_SUM, ODD_RECIPROCALS + TRIPLE * i);
  }
  multiply(MULTI_SUM, MULTI_SUM, MULTI_X);
  scale(to, MULTI_SUM, 2);
}

/** The square root of x > 0, by Newton's method from the float64 one. */
export function tripleSqrt(to: usize, x: usize): void {
  copy(MULTI_X, x);
  set(MULTI_PART, sqrt(load<f64>(x)));
  for (let k = 0; k < 2; k++) {
    divide(MULTI_SUM, MULTI_X, MULTI_PART);
    add(MULTI_PART, MULTI_PART, MULTI_SUM);
    scale(MULTI_PART, MULTI_PART, 0.5);
  }
  copy(to, MULTI_PART);
}

/** sin(x + quarters pi/2), x finite. */
export function tripleSin(to: usize, x: usize, quarters: i64): void {
  if (abs(load<f64>(x)) > LARGE_ANGLE) {
    reduceAngle(SIN_X, load<f64>(x));
    quarters += <i64> largeQuarters;
    addNumber(SIN_X, SIN_X, load<f64>(x, 8));
    addNumber(SIN_X, SIN_X, load<f64>(x, 16));
    x = SIN_X;
  }
  const k = nearest(load<f64>(x) * 0.6366197723675814); // 2/pi
  scale(SIN_R, PI, 0.5);
  multiplyNumber(SIN_R, SIN_R, -k);
  add(SIN_R, SIN_R, x);
  quarters += <i64> k;
  multiply(SIN_SQUARE, SIN_R, SIN_R);
  negate(SIN_SQUARE, SIN_SQUARE);
  const isCosine = (quarters & 1) != 0;
  set(SIN_TERM, 1);
  for (let i = SIN_TERMS; i > 0; i--) {
    const n = 2 * i + (isCosine ? -1 : 0);
    multiply(SIN_TERM, SIN_TERM, SIN_SQUARE);
    divideBy(SIN_TERM, <f64> (n * (n + 1)));
    addNumber(SIN_TERM, SIN_TERM, 1);
  }
  if (!isCosine) multiply(SIN_TERM, SIN_TERM, SIN_R);
  if ((quarters & 2) != 0) negate(SIN_TERM, SIN_TERM);
  copy(to, SIN_TERM);
}

/** x - round(x). */
function fromPole(to: usize, x: usize): void {
  addNumber(to, x, -nearest(load<f64>(x)));
}

/** ln |gamma(x)|, x no pole. */
export function lgammaOf(to: usize, x: usize): void {
  if (load<f64>(x) > FAR_NEGATIVE) {
    copy(GAMMA_R, x);
    tripleLgamma(to, GAMMA_R);
    return;
  }
  // ln (pi/|sin(pi x)|) = lgamma(|r|) + lgamma(1 - |r|)
  fromPole(GAMMA_R, x);
  if (load<f64>(GAMMA_R) < 0) negate(GAMMA_R, GAMMA_R);
  tripleLgamma(GAMMA_SUM, GAMMA_R);
  negate(GAMMA_R, GAMMA_R);
  addNumber(GAMMA_R, GAMMA_R, 1);
  tripleLgamma(GAMMA_PART, GAMMA_R);
  add(GAMMA_SUM, GAMMA_SUM, GAMMA_PART);
  negate(GAMMA_R, x);
  addNumber(GAMMA_R, GAMMA_R, 1);
  tripleLgamma(GAMMA_PART, GAMMA_R);
  subtract(to, GAMMA_SUM, GAMMA_PART);
}

/** The derivative of lgamma at x, no pole. */
export function digammaOf(to: usize, x: usize): void {
  if (load<f64>(x) > FAR_NEGATIVE) {
    copy(GAMMA_R, x);
    tripleDigamma(to, GAMMA_R);
    return;
  }
  // digamma(1 - x) - pi cot(pi x), pi cot(pi r) = digamma(1 - r) - digamma(r)
  copy(GAMMA_BASE, x);
  fromPole(GAMMA_R, GAMMA_BASE);
  tripleDigamma(GAMMA_SUM, GAMMA_R);
  negate(GAMMA_R, GAMMA_R);
  addNumber(GAMMA_R, GAMMA_R, 1);
  tripleDigamma(GAMMA_PART, GAMMA_R);
  subtract(GAMMA_SUM, GAMMA_SUM, GAMMA_PART);
  negate(GAMMA_R, GAMMA_BASE);
  addNumber(GAMMA_R, GAMMA_R, 1);
  tripleDigamma(GAMMA_PART, GAMMA_R);
  add(to, GAMMA_SUM, GAMMA_PART);
}

/** The n-th derivative of digamma at x, n >= 1, no pole: (-1)^(n + 1) n! zeta(n + 1, x). */
export function polygammaOf(to: usize, x: usize, n: i64): void {
  const s = n + 1;
  const isFar = load<f64>(x) <= FAR_NEGATIVE;
  const isOdd = (s & 1) != 0;
  copy(GAMMA_R, x);
  if (load<f64>(x) > 0) copy(GAMMA_BASE, x);
  else fromPole(GAMMA_BASE, x);
  if (!isFar) {
    scaledZeta(GAMMA_SUM, s, GAMMA_R, GAMMA_BASE);
  } else {
    // zeta(s, r) + (-1)^s (zeta(s, 1 - r) - zeta(s, 1 - x)), as pi^s cosec-like sums of both sides.
    scaledZeta(GAMMA_SUM, s, GAMMA_BASE, GAMMA_BASE);
    negate(GAMMA_PART, GAMMA_BASE);
    addNumber(GAMMA_R, GAMMA_PART, 1);
    scaledZeta(GAMMA_PART, s, GAMMA_R, GAMMA_BASE);
    if (isOdd) negate(GAMMA_PART, GAMMA_PART);
    add(GAMMA_SUM, GAMMA_SUM, GAMMA_PART);
    negate(GAMMA_R, x);
    addNumber(GAMMA_R, GAMMA_R, 1);
    scaledZeta(GAMMA_PART, s, GAMMA_R, GAMMA_BASE);
    if (!isOdd) negate(GAMMA_PART, GAMMA_PART);
    add(GAMMA_SUM, GAMMA_SUM, GAMMA_PART);
  }
  // n!/base^s, exponents apart.
  let total: i64 = 0;
  set(FACTORIAL, 1);
  for (let k: i64 = 2; k <= n; k++) {
    multiplyNumber(FACTORIAL, FACTORIAL, <f64> k);
    total += normalise(FACTORIAL, FACTORIAL);
  }
  const k = normalise(GAMMA_BASE, GAMMA_BASE);
  power(GAMMA_PART, GAMMA_BASE, s);
  total -= exponent + k * s;
  multiply(GAMMA_SUM, GAMMA_SUM, FACTORIAL);
  divide(GAMMA_SUM, GAMMA_SUM, GAMMA_PART);
  if (isOdd) negate(GAMMA_SUM, GAMMA_SUM);
  const bounded = <i32> max<i64>(-1900, min<i64>(1900, total));
  const first = bounded >> 1;
  scale(to, GAMMA_SUM, powerOfTwo(first));
  scale(to, to, powerOfTwo(bounded - first));
}

/** ln of the multivariate gamma function of dimension p, x > (p - 1)/2, or its k-th derivative. */
export function multigammalnOf(to: usize, x: usize, p: i64, k: i64): void {
  copy(MULTI_X, x);
  set(MULTI_SUM, 0);
  for (let i: i64 = 0; i < p; i++) {
    if (k == 0) lgammaOf(MULTI_PART, MULTI_X);
    else if (k == 1) digammaOf(MULTI_PART, MULTI_X);
    else polygammaOf(MULTI_PART, MULTI_X, k - 1);
    add(MULTI_SUM, MULTI_SUM, MULTI_PART);
    addNumber(MULTI_X, MULTI_X, -0.5);
  }
  if (k == 0) {
    multiplyNumber(MULTI_PART, LN_PI, <f64> p);
    multiplyNumber(MULTI_PART, MULTI_PART, 0.25 * <f64> (p - 1));
    add(MULTI_SUM, MULTI_SUM, MULTI_PART);
  }
  copy(to, MULTI_SUM);
}
