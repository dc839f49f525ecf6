// Derivatives of the modified Bessel functions I0 and I1, and of exp(-|x|) times them, in
// triple-double.
//
//   |x| <= 45:  D^k I(m) = 2^-k sum C(k, j) I(|m - k + 2j|), and each I(m) from its power series,
//               whose terms are all of one sign (DLMF 10.29.5, 10.25.2)
//   |x| > 45:   Hankel's expansion, differentiated term by term (DLMF 10.40.1); what it leaves out
//               is exp(-2|x|), below 2^-129

import {
  add,
  copy,
  divide,
  multiply,
  multiplyNumber,
  negate,
  scale,
  set,
  TRIPLE,
} from "../arithmetic/triple_double";
import { TAU } from "../arithmetic/constants_data";
import { tripleExp, tripleSqrt } from "./triple_double_functions";

const SPACE: usize = memory.data(24 * 8, 16);
const Z: usize = SPACE;
const QUARTER: usize = SPACE + TRIPLE; // z^2/4
const TERM: usize = SPACE + 2 * TRIPLE;
const SERIES: usize = SPACE + 3 * TRIPLE;
const TOTAL: usize = SPACE + 4 * TRIPLE;
const OUTER: usize = SPACE + 5 * TRIPLE;
const NUMBER: usize = SPACE + 6 * TRIPLE;

const LAST_SERIES: f64 = 45;
const NEGLIGIBLE: f64 = 1e-40;

/** I(m) at Z, of which QUARTER is a function, into SERIES. */
function powerSeries(m: i64): void {
  set(TERM, 1);
  for (let i: i64 = 1; i <= m; i++) {
    multiply(TERM, TERM, Z);
    divideTerm(2 * <f64> i);
  }
  copy(SERIES, TERM);
  for (let j: i64 = 1; load<f64>(TERM) > NEGLIGIBLE * load<f64>(SERIES); j++) {
    multiply(TERM, TERM, QUARTER);
    divideTerm(<f64> (j * (j + m)));
    add(SERIES, SERIES, TERM);
  }
}

function divideTerm(n: f64): void {
  set(NUMBER, n);
  divide(TERM, TERM, NUMBER);
}

/** D^k I(m) at Z >= 0, into TOTAL. */
function growingSeries(m: i64, k: i64): void {
  set(TOTAL, 0);
  let binomial: f64 = 1;
  for (let j: i64 = 0; j <= k; j++) {
    const order = m - k + j + j;
    powerSeries(order < 0 ? -order : order);
    multiplyNumber(SERIES, SERIES, binomial);
    add(TOTAL, TOTAL, SERIES);
    binomial = binomial * <f64> (k - j) / <f64> (j + 1);
  }
  for (let j: i64 = 0; j < k; j++) scale(TOTAL, TOTAL, 0.5);
}

/**
 * The sum of Hankel's expansion of order m, and its factor 1/sqrt(2 pi z), differentiated k times,
 * into TOTAL.
 */
function hankel(m: i64, k: i64): void {
  set(TERM, 1);
  set(TOTAL, 0);
  let smallest: f64 = Infinity;
  for (let j: i64 = 0; j < 120; j++) {
    if (j > 0) {
      const odd = 2 * <f64> j - 1;
      multiplyNumber(TERM, TERM, odd * odd - 4 * <f64> (m * m));
      divideTerm(8 * <f64> j);
      divide(TERM, TERM, Z);
    }
    const size = abs(load<f64>(TERM));
    if (size > smallest) break;
    smallest = size;
    copy(SERIES, TERM);
    for (let i: i64 = 0; i < k; i++) multiplyNumber(SERIES, SERIES, -0.5 - <f64> (j + i));
    add(TOTAL, TOTAL, SERIES);
    if (size < NEGLIGIBLE) break;
  }
  for (let i: i64 = 0; i < k; i++) divide(TOTAL, TOTAL, Z);
  multiply(OUTER, TAU, Z);
  tripleSqrt(OUTER, OUTER);
  divide(TOTAL, TOTAL, OUTER);
}

/** The k-th derivative of I(m), m = 0 or 1, at x; `scaled`: of exp(-|x|) I(m). |x| is finite. */
export function besselOf(to: usize, x: usize, m: i64, k: i64, scaled: bool): void {
  const isNegative = load<f64>(x) < 0;
  const isZero = load<f64>(x) == 0;
  copy(Z, x);
  if (isNegative) negate(Z, Z);
  if (load<f64>(Z) <= LAST_SERIES) {
    multiply(QUARTER, Z, Z);
    scale(QUARTER, QUARTER, 0.25);
    if (!scaled) {
      growingSeries(m, k);
      copy(to, TOTAL);
    } else {
      // (D - 1)^k, times exp(-z)
      set(to, 0);
      let binomial: f64 = 1;
      for (let j: i64 = k; j >= 0; j--) {
        growingSeries(m, j);
        multiplyNumber(TOTAL, TOTAL, ((k - j) & 1) != 0 ? -binomial : binomial);
        add(to, to, TOTAL);
        binomial = binomial * <f64> j / <f64> (k - j + 1);
      }
      negate(OUTER, Z);
      tripleExp(OUTER, OUTER);
      multiply(to, to, OUTER);
    }
  } else if (scaled) {
    hankel(m, k);
    copy(to, TOTAL);
  } else {
    // D^k of exp(z) g = exp(z) (1 + D)^k g
    set(to, 0);
    let binomial: f64 = 1;
    for (let j: i64 = 0; j <= k; j++) {
      hankel(m, j);
      multiplyNumber(TOTAL, TOTAL, binomial);
      add(to, to, TOTAL);
      binomial = binomial * <f64> (k - j) / <f64> (j + 1);
    }
    // Half of the exponent at a time: the result overflows later than exp does.
    scale(OUTER, Z, 0.5);
    tripleExp(OUTER, OUTER);
    multiply(to, to, OUTER);
    multiply(to, to, OUTER);
  }
  const isOdd = ((m + k) & 1) != 0;
  // Where the scaled functions have a kink, at 0, the derivatives of both sides are averaged.
  if (isZero && isOdd) set(to, 0);
  else if (isNegative && isOdd) negate(to, to);
}
