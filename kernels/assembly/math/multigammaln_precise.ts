// multigammaln and its derivative in triple-double, as sums of what gamma_precise.ts gives.

import { scaledZeta, tripleDigamma, tripleLgamma } from "./gamma_exact";
import { clearExponent, FREE_PRECISE, preciseDigamma, preciseLgamma, RESULT, roundResult } from "./gamma_precise";
import { add, copy, multiply, multiplyNumber, scale, set, setSum, TRIPLE } from "./triple";
import { BERNOULLI, LN_PI } from "./triple_data";

const ARGUMENT: usize = FREE_PRECISE;
const SUM: usize = ARGUMENT + TRIPLE;
const VALUE: usize = SUM + TRIPLE;
const BASE: usize = VALUE + TRIPLE;
export const FREE_MULTIGAMMALN: usize = BASE + TRIPLE;

/** From here on all terms are alike, to 2^-150 for every p. */
const HUGE: f64 = 1e80;

/** From this p on preciseMultigammaln adds only the smallest terms one by one. */
const LEAST_LONG: i64 = 192;
const ADDED: i64 = 66;
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
  copy(RESULT, SUM);
  clearExponent();
  return roundResult(odd);
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
