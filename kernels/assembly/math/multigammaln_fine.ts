// The second way of multigammaln and its gradient, some ten nanoseconds whatever p is, with t = x -
// (p - 1)/2:
//
//   t below 2^-20      the series around t = 0, and a logarithm or an inverse, in double-double
//   t in rows          fine rows, as those of lgamma (gamma_fine.ts)
//   t far              the formula of multigammaln_ends.ts in double-double
//
// and next to the zero of the gradient its row (multigammaln_zero.ts). All are good to about 2^-75.
// Elements that are not decided here go to multigammaln_quick.ts.
//
// Errors: c0 is good to 2^-90 of its terms, c1 and the products with it to 2^-77, and plain numbers
// are felt as in gamma_zeros.ts and gamma_fine.ts. Those of far t are the logarithm's, 2^-95, and
// the roundings of plain terms.

import { difference, high, inverse, low, number, product, sum, sumWithNumber, timesNumber } from "./double_double";
import { endOf, startOf } from "./gamma_cells";
import { FIRST_NEAR } from "./gamma_rows";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { writeFineRow } from "./gamma_taylor";
import { evaluateZeros } from "./gamma_zeros";
import { FAR_CONSTANT, FAR_SHIFT, FAR_START, FIRST_FAR_TERM, laterFarTerms, LEFT_OUT, POLE_SLOPE, POLE_TERMS, termCount } from "./multigammaln_ends";
import { chooseSums, endOfSumRows, fineSumRow, sumRowNumber, sumTable } from "./multigammaln_rows";
import { expandSum, slopeSize, valueSize } from "./multigammaln_series";
import { hasZeroRow, makeSumZeroRow, NEAR_ZERO, sumZeroRow } from "./multigammaln_zero";
import { evaluatePairs } from "./pair_rows";
import { quickLog } from "./quick_functions";
import { BOUND, LOW } from "./table";

/** How many coefficients of a fine row are pairs, and where c10 and c11 are. */
const PAIRS_OF_FINE: i32 = 4;
const LAST_OF_FINE: usize = 128;
/** Stands for the centre of a fine row that was needed once. */
const NEEDED: f64 = -1;
/** From this p on a value takes as long as a row. */
const MIN_AT_ONCE: f64 = 48;

const VALUE_PART: f64 = 8.077935669463161e-28; // 2^-90
const SLOPE_PART: f64 = 6.617444900424222e-24; // 2^-77
const UPPER_PART: f64 = 8.881784197001252e-16; // 2^-50
const LOG_PART: f64 = 5.048709793414476e-29; // 2^-94
const LATER_PART: f64 = 8.881784197001252e-16; // 2^-50

/** What `fineMultigammaln` found. */
export let fineSum: f64 = 0;
export let fineSumHigh: f64 = 0;
export let fineSumLow: f64 = 0;
export let fineSumBound: f64 = 0;

/** Whether multigammaln of dimension p, or its gradient, is decided; `fineSum` is it. */
export function fineMultigammaln(x: f64, p: f64, gradient: bool): bool {
  fineSumBound = 0;
  const order = gradient ? DIGAMMA : LGAMMA;
  const table = sumTable(order, p);
  const t = x - 0.5 * (p - 1);
  if (gradient && hasZeroRow(table) && besideZero(table, t)) return true;
  if (t < FIRST_NEAR) besidePole(table, order, t);
  else if (t < endOfSumRows(p)) inRow(table, order, p, t);
  else if (x >= load<f64>(table, FAR_START)) far(table, x, p, gradient);
  if (fineSumBound == 0) return false;
  if (isDecided()) return true;
  if (!gradient || hasZeroRow(table) || !(abs(fineSumHigh) * t < NEAR_ZERO)) return false;
  makeSumZeroRow(table, p);
  return besideZero(table, t);
}

function isDecided(): bool {
  fineSum = fineSumHigh + (fineSumLow - fineSumBound);
  return fineSum == fineSumHigh + (fineSumLow + fineSumBound);
}

/** Whether the row of the zero decides. */
function besideZero(table: usize, t: f64): bool {
  const row = sumZeroRow(table, t);
  if (row == 0) return false;
  fineSumHigh = f64x2.extract_lane(evaluateZeros(f64x2.splat(t), row, row), 0);
  fineSumLow = load<f64>(LOW);
  fineSumBound = load<f64>(BOUND);
  return isDecided();
}

function inRow(table: usize, order: i32, p: f64, t: f64): void {
  const number = sumRowNumber(t);
  const row = fineSumRow(table, number);
  const centre = load<f64>(row);
  if (centre == 0 && p < MIN_AT_ONCE) {
    // Making a row takes longer than a value.
    store<f64>(row, NEEDED);
    return;
  }
  if (centre <= 0) makeFineSumRow(row, number, order, p);
  fineSumHigh = f64x2.extract_lane(evaluatePairs(f64x2.splat(t), row, row, PAIRS_OF_FINE, LAST_OF_FINE), 0);
  fineSumLow = load<f64>(LOW);
  fineSumBound = load<f64>(row, 8);
}

function makeFineSumRow(row: usize, number: i32, order: i32, p: f64): void {
  chooseSums();
  const reach = 0.5 * (endOf(number) - startOf(number));
  const centre = startOf(number) + reach; // which has few bits
  expandSum(order, f64x2.splat(centre), p);
  writeFineRow(row, centre, reach, VALUE_PART * valueSize + SLOPE_PART * slopeSize * reach);
}

function besidePole(table: usize, order: i32, t: f64): void {
  const at = table + POLE_TERMS;
  const upper = t * (load<f64>(at, 32) + t * (load<f64>(at, 40) + t * load<f64>(at, 48)));
  const slope = sumWithNumber(v128.load(at, 16), upper);
  const rest = sum(v128.load(at), timesNumber(slope, t));
  let pole: v128;
  if (order == LGAMMA) {
    const log = f64x2.extract_lane(quickLog(f64x2.splat(t), f64x2.splat(0)), 0);
    pole = f64x2(log, load<f64>(LOW));
  } else {
    pole = inverse(number(t));
  }
  const value = difference(rest, pole);
  fineSumHigh = high(value);
  fineSumLow = low(value);
  fineSumBound = t * (SLOPE_PART * load<f64>(table, POLE_SLOPE) + UPPER_PART * abs(upper)) +
    LOG_PART * (abs(high(pole)) + abs(high(rest)));
}

function far(table: usize, x: f64, p: f64, gradient: bool): void {
  const z = sumWithNumber(number(x), -load<f64>(table, FAR_SHIFT));
  const top = f64x2.extract_lane(quickLog(f64x2.splat(high(z)), f64x2.splat(low(z))), 0);
  const log = f64x2(top, load<f64>(LOW));
  const over = inverse(z);
  const t = high(over);
  const u = t * t;
  const later = laterFarTerms(table, p, u);
  const series = sumWithNumber(v128.load(table, FIRST_FAR_TERM), later);
  let value: v128;
  let power = t;
  if (gradient) {
    value = difference(timesNumber(log, p), product(series, product(over, over)));
    power = u;
  } else {
    const main = timesNumber(product(z, sumWithNumber(log, -1)), p);
    const constant = v128.load(table, FAR_CONSTANT);
    value = sum(main, sum(f64x2.add(constant, constant), product(series, over)));
  }
  fineSumHigh = high(value);
  fineSumLow = low(value);
  let left = load<f64>(table, LEFT_OUT);
  for (let k = termCount(p); k > 0; k--) left *= u;
  fineSumBound = abs(high(value)) * LOG_PART + power * (LATER_PART * abs(later) + 2 * left);
}
