// The rows of multigammaln and its derivative (multigammaln.ts), as in runtime_rows.ts, 32 to an octave of
// t = x - (p - 1)/2. Up to p = 1000 they come from Taylor's series, like those of lgamma (gamma_taylor.ts): the sum of
// the series of its terms in twos (multigammaln_sums.ts), two cells of four rows at a time. For larger p that takes too
// long, and rows are interpolated between sums.
//
// Terms 9 and 10 are spread over those below. What is left out is c9 e^9/256 and c10 e^10/512, e half the width of a
// row: of 1/t, where that is most, 2^-62.2.

import { SPACE } from "./block";
import { fromTriple, high, low, number as pair, product, sum, sumWithNumber, timesNumber } from "./double_double";
import { OTHERS } from "./gamma_lists";
import { addPairToTotal, addToTotal, expand, startTotal, takeTotal } from "./gamma_series";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { cellsAt, CENTRES, choose, lowOf, moveTo, NO_ZEROS, numberIn, rowsOfCell, ROW_TERMS, termOf } from "./gamma_taylor";
import { addTerms, ERROR, SUM } from "./multigammaln_sums";
import { finishRow, halfOf, nodeOf, SLOPE_BITS, VALUES } from "./runtime_rows";
import { ROW } from "./table";
import { LN_2, LN_PI, NODE_COUNT } from "./triple_data";

/** Up to this p rows come from series, which take time for each term. */
export const MAX_SERIES: f64 = 1000;
/** A sum at a node whose error may be a larger part of it leaves no row to use. */
const CANCELLED_IN_ROW: f64 = 8.673617379884035e-19; // 2^-60
/** A row in which f changes by a larger part of itself is not to be used: next to a zero d c1 is larger than c0. */
const STEEP: f64 = 0.03125; // 2^-5
/** Stands for the centre of a row that is not to be used. */
export const NO_ROW: f64 = -1;

/** Makes the row of that number, and perhaps its neighbours. */
export function makeSumRows(table: usize, number: i32, p: f64, order: i32): void {
  if (p > MAX_SERIES) {
    interpolate(table + <usize> number * ROW, number, p, order);
    return;
  }
  choose(NO_ZEROS, 5, false);
  const rows = rowsOfCell();
  const first = ((number - 1) & -2 * rows) + 1;
  expandSum(cellsAt(first), p, order);
  for (let row = 0; row < rows; row++) {
    moveTo(row);
    for (let lane = 0; lane < 2; lane++) {
      const here = numberIn(lane, row);
      write(table + <usize> here * ROW, here, <usize> lane, 0.5 * (p - 1));
    }
  }
}

/** Expands the sum around x = t + (p - 1)/2. */
function expandSum(t: v128, p: f64, order: i32): void {
  const edge = 0.5 * (p - 1);
  const twos = floor(0.5 * p);
  const x = f64x2.add(t, f64x2.splat(edge));
  startTotal();
  for (let k: f64 = 0; k < twos; k++) {
    expand(order, f64x2.add(f64x2.add(x, x), f64x2.splat(-1 - 2 * k)));
    addToTotal(order == LGAMMA ? 1 : 2, 2);
  }
  if (twos + twos < p) {
    expand(order, t);
    addToTotal(1, 1);
  }
  // What is not lgamma or digamma: see `lgammas` and `digammas` of multigammaln_quick.ts.
  const ln2 = fromTriple(LN_2);
  const slope = timesNumber(ln2, -2 * twos);
  if (order == DIGAMMA) {
    addPairToTotal(0, f64x2.splat(high(slope)), f64x2.splat(low(slope)));
  } else {
    addPairToTotal(1, f64x2.splat(high(slope)), f64x2.splat(low(slope)));
    const pis = timesNumber(fromTriple(LN_PI), 0.5 * twos + 0.25 * p * (p - 1));
    const a = sum(pis, product(ln2, constantAt(f64x2.extract_lane(x, 0), twos)));
    const b = sum(pis, product(ln2, constantAt(f64x2.extract_lane(x, 1), twos)));
    addPairToTotal(0, f64x2(high(a), high(b)), f64x2(low(a), low(b)));
  }
  takeTotal();
}

/** How often ln 2 is in the sum. */
function constantAt(x: f64, twos: f64): v128 {
  return sumWithNumber(timesNumber(pair(-2 * twos), x), twos * (twos + 1));
}

/** Writes the row of a lane. */
function write(row: usize, number: i32, laneNumber: usize, edge: f64): void {
  const lane = ROW_TERMS + (laneNumber << 3);
  const reach = halfOf(number);
  const square = reach * reach;
  const fourth = square * square;
  const c10 = termOf(lane, 10) * square;
  const c9 = termOf(lane, 9) * square;
  const c0 = termOf(lane, 0);
  const slope = termOf(lane, 1);
  const c1h = reinterpret<f64>(reinterpret<u64>(slope) & SLOPE_BITS);
  const isGood = abs(slope) * reach <= STEEP * abs(c0);
  store<f64>(row, isGood ? load<f64>(CENTRES + (laneNumber << 3)) + edge : NO_ROW);
  store<f64>(row, c0, 8);
  store<f64>(row, c1h, 16);
  store<f64>(row, lowOf(lane, 0) + 0.001953125 * c10 * fourth * fourth, 24);
  store<f64>(row, termOf(lane, 2) + (lowOf(lane, 2) - 0.09765625 * c10 * fourth * square), 32);
  store<f64>(row, termOf(lane, 3) + 0.46875 * c9 * fourth, 40);
  store<f64>(row, termOf(lane, 4) + 0.78125 * c10 * fourth, 48);
  store<f64>(row, termOf(lane, 5) - 1.6875 * c9 * square, 56);
  store<f64>(row, termOf(lane, 6) - 2.1875 * c10 * square, 64);
  store<f64>(row, termOf(lane, 7) + 2.25 * c9, 72);
  store<f64>(row, termOf(lane, 8) + 2.5 * c10, 80);
  store<f64>(row, (slope - c1h) + (lowOf(lane, 1) - 0.03515625 * c9 * fourth * square), 88);
}

function interpolate(row: usize, number: i32, p: f64, order: i32): void {
  const edge = 0.5 * (p - 1);
  let isGood = true;
  for (let i = 0; i <= NODE_COUNT; i++) {
    store<f64>(OTHERS + (<usize> i << 3), nodeOf(number, i) + edge);
  }
  addTerms(p, order, OTHERS, NODE_COUNT + 1);
  for (let i = 0; i <= NODE_COUNT; i++) {
    const high = load<f64>(SUM + (<usize> i << 3));
    if (load<f64>(ERROR + (<usize> i << 3)) > CANCELLED_IN_ROW * abs(high)) isGood = false;
    v128.store(VALUES + (<usize> i << 4), sumWithNumber(pair(high), load<f64>(SUM + SPACE + (<usize> i << 3))));
  }
  finishRow(row, number, edge);
  if (!isGood) store<f64>(row, NO_ROW);
}
