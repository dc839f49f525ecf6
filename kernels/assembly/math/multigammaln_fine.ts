// The second way of multigammaln and its gradient for small p: the sums of multigammaln_sums.ts,
// whose terms are read from fine rows (gamma_fine.ts), in double-double. Some ten nanoseconds for
// each term. Elements that it does not decide, and those with a term that has no row, go to
// gamma_quick.ts.

import { fromTriple, high, low, number, product, sum, sumWithNumber, timesNumber } from "./double_double";
import { fineBound, fineHigh, fineLow, fineTerm } from "./gamma_fine";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { LN_2, LN_PI } from "./triple_data";

/** Beyond this p the quick way, whose terms share a logarithm, is as fast. */
const MAX_FINE: f64 = 24;
/** Each of the sums is good to 2^-103 of its terms. */
const SUM_PART: f64 = 7.888609052210118e-31; // 2^-100

/** What `fineMultigammaln` found. */
export let fineSum: f64 = 0;
export let fineSumHigh: f64 = 0;
export let fineSumLow: f64 = 0;
export let fineSumBound: f64 = 0;

let total: v128 = f64x2.splat(0);
let size: f64 = 0;
let bound: f64 = 0;

/** Whether multigammaln of dimension p, or its gradient, is decided; `fineSum` is it. */
export function fineMultigammaln(x: f64, p: f64, gradient: bool): bool {
  fineSumBound = 0;
  if (p > MAX_FINE) return false;
  const order = gradient ? DIGAMMA : LGAMMA;
  const twos = floor(0.5 * p);
  // As in `lgammas` and `digammas` of gamma_quick.ts.
  const ln2 = fromTriple(LN_2);
  if (gradient) {
    total = timesNumber(ln2, -2 * twos);
  } else {
    const logs = product(ln2, sumWithNumber(timesNumber(number(-2 * twos), x), twos * (twos + 1)));
    total = sum(logs, timesNumber(fromTriple(LN_PI), 0.5 * twos + 0.25 * p * (p - 1)));
    size = abs(high(logs));
  }
  size += abs(high(total));
  bound = 0;
  for (let k: f64 = 0; k < twos; k++) {
    if (!addTerm(order, sumWithNumber(number(2 * x), -1 - 2 * k), gradient ? 2 : 1)) return false;
  }
  if (twos + twos < p && !addTerm(order, sumWithNumber(number(x), -twos), 1)) return false;
  fineSumHigh = high(total);
  fineSumLow = low(total);
  fineSumBound = bound + SUM_PART * size;
  fineSum = fineSumHigh + (fineSumLow - fineSumBound);
  return fineSum == fineSumHigh + (fineSumLow + fineSumBound);
}

/** Adds a multiple of f(y); whether y has a row. */
function addTerm(order: i32, y: v128, factor: f64): bool {
  if (!fineTerm(order, high(y), low(y))) return false;
  total = sum(total, f64x2(factor * fineHigh, factor * fineLow));
  size += factor * abs(fineHigh);
  bound += factor * fineBound;
  return true;
}
