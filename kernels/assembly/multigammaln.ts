// multigammaln, p (p - 1)/4 ln pi + sum of lgamma(x - i/2), i = 0 .. p - 1, and its derivative, the sum of
// digamma(x - i/2), for x > (p - 1)/2. With t = x - (p - 1)/2:
//
//   p = 1              lgamma and digamma
//   t in [2^-6, 2^14)  rows that are made from sums (made_rows.ts), whatever p is
//   elsewhere          sums, of p/2 terms
//
// A sum has its terms in twos (Legendre, DLMF 5.5.5), with a = x - k:
//
//   lgamma(a) + lgamma(a - 1/2)   = lgamma(2a - 1) + (2 - 2a) ln 2 + ln(pi)/2
//   digamma(a) + digamma(a - 1/2) = 2 digamma(2a - 1) - 2 ln 2
//
// added as pairs. Where it cancels, next to the zero of the derivative, there are no rows, and gamma_exact.ts
// computes the nearest elements.

import { BLOCK, ROWS, SPACE, WIDE } from "./block";
import { digamma_f32, digamma_f64, lgamma_f32, lgamma_f64 } from "./gamma";
import { exactMultigammaln } from "./gamma_exact";
import {
  addKnown,
  addOther,
  addPositive,
  AFTER_LISTS,
  distribute,
  element,
  endLists,
  otherCount,
  OTHERS,
  positiveCount,
  POSITIVES,
  startLists,
  takeWhole,
} from "./gamma_lists";
import { pairs, rowsOf } from "./gamma_pairs";
import { LAST_ROW, LEAST_ROW } from "./gamma_range";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import {
  END_OF_MADE_ROWS,
  finishRow,
  LAST_MADE_ROW,
  madeTable,
  missingRow,
  MULTIGAMMALN,
  MULTIGAMMALN_GRAD,
  nodeOf,
  VALUES,
} from "./made_rows";
import { locatePositive64 } from "./near";
import { productLow, sumError } from "./pair";
import { finish, NAN_32, NAN_64 } from "./rounding";
import { C0_LOW, C9, evaluate, LOW, PAIRED, ROUNDED, ROW, rowNumber } from "./table";
import { setSum, TRIPLE } from "./triple";
import { NODE_COUNT } from "./triple_data";

export function multigammaln_f64(from: usize, to: usize, count: i32, p: f64): void {
  if (p == 1) throughOrdinary(from, to, count, LGAMMA, false);
  else run(from, to, count, p, LGAMMA, false);
}

export function multigammaln_f32(from: usize, to: usize, count: i32, p: f64): void {
  if (p == 1) throughOrdinary(from, to, count, LGAMMA, true);
  else run(from, to, count, p, LGAMMA, true);
}

export function multigammalnGrad_f64(from: usize, to: usize, count: i32, p: f64): void {
  if (p == 1) throughOrdinary(from, to, count, DIGAMMA, false);
  else run(from, to, count, p, DIGAMMA, false);
}

export function multigammalnGrad_f32(from: usize, to: usize, count: i32, p: f64): void {
  if (p == 1) throughOrdinary(from, to, count, DIGAMMA, true);
  else run(from, to, count, p, DIGAMMA, true);
}

const FIRST_ROW: f64 = 0.015625; // 2^-6
/** From here on all terms are the same. */
const HUGE: f64 = 1e60;
/** A sum smaller than this part of its terms is computed again, or has no row. */
const CANCELLED: f64 = 0.001953125; // 2^-9
const CANCELLED_IN_ROW: f64 = 0.0625; // 2^-4
const LN_2: f64 = 0.6931471805599453;
const LN_2_LOW: f64 = 2.3190468138462996e-17;
const LN_PI: f64 = 1.1447298858494002;
const LN_PI_LOW: f64 = 1.0265951162707826e-17;
/** Stands for the centre of a row that is not to be used. */
const NO_ROW: f64 = -1;

/** Pairs of arguments, then of values. */
const TERM: usize = AFTER_LISTS;
const SUM: usize = TERM + 2 * SPACE;
/** The sum of the terms' sizes. */
const SIZE: usize = SUM + 2 * SPACE;

/** p = 1: only x < 0 is different, and -0, which is the edge. */
function throughOrdinary(from: usize, to: usize, count: i32, order: i32, isShort: bool): void {
  const none = f64x2.splat(0);
  if (isShort) {
    for (; count > 0; count -= BLOCK, from += BLOCK << 2, to += BLOCK << 2) {
      const size = min(count, BLOCK);
      for (let i = 0; i < size; i += 4) {
        const x = f32x4.add(v128.load(from + (<usize> i << 2)), none);
        const y = v128.bitselect(i32x4.splat(NAN_32), x, f32x4.lt(x, none));
        v128.store(WIDE + (<usize> i << 2), y);
      }
      if (order == LGAMMA) lgamma_f32(WIDE, to, size);
      else digamma_f32(WIDE, to, size);
    }
    return;
  }
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3) {
    const size = min(count, BLOCK);
    for (let i = 0; i < size; i += 2) {
      const x = f64x2.add(v128.load(from + (<usize> i << 3)), none);
      const y = v128.bitselect(i64x2.splat(NAN_64), x, f64x2.lt(x, none));
      v128.store(WIDE + (<usize> i << 3), y);
    }
    if (order == LGAMMA) lgamma_f64(WIDE, to, size);
    else digamma_f64(WIDE, to, size);
  }
}

// Every sum begins with what is not lgamma or digamma: constant + slope x, pairs for each p.
let constant: f64 = 0;
let constantLow: f64 = 0;
let slope: f64 = 0;
let slopeLow: f64 = 0;

function run(from: usize, to: usize, count: i32, p: f64, order: i32, isShort: bool): void {
  const edge = 0.5 * (p - 1);
  const shift: usize = isShort ? 2 : 3;
  const table = madeTable(order == LGAMMA ? MULTIGAMMALN : MULTIGAMMALN_GRAD, p);
  prepare(p, order);
  for (; count > 0; count -= BLOCK, from += <usize> BLOCK << shift, to += <usize> BLOCK << shift) {
    const size = min(count, BLOCK);
    // Making a row needs the work spaces: after it the block begins again.
    for (;;) {
      const isWhole = takeWhole(from, size, isShort, edge + FIRST_ROW, edge + END_OF_MADE_ROWS);
      if (!isWhole || !locate(table, edge)) {
        collect(from, size, edge, order, isShort, table);
        locate(table, edge);
      }
      const row = missingRow(positiveCount);
      if (row == 0) break;
      makeRow(row, <i32> (row - table) / <i32> ROW, p, order);
    }
    if (isShort) fromRows(true);
    else fromRows(false);
    if (otherCount > 0) {
      addTerms(p, order, OTHERS, otherCount);
      finishSums(p, order, isShort);
    }
    distribute(to, isShort);
  }
}

/** Fills ROWS for POSITIVES; whether all of them may be used. */
function locate(table: usize, edge: f64): bool {
  const edges = f64x2.splat(edge);
  for (let i = 0; i < positiveCount; i += 2) {
    const place = <usize> i << 3;
    v128.store(place, f64x2.sub(v128.load(place, POSITIVES), edges), TERM);
  }
  locatePositive64(TERM, positiveCount, table, 1, LAST_MADE_ROW);
  for (let i = 0; i < positiveCount; i++) {
    if (load<f64>(<usize> load<u32>(ROWS + (<usize> i << 2))) == NO_ROW) return false;
  }
  return true;
}

/** POSITIVES are the elements with rows, OTHERS those with sums. */
function collect(
  from: usize,
  count: i32,
  edge: f64,
  order: i32,
  isShort: bool,
  table: usize,
): void {
  const atEdge: f64 = order == LGAMMA ? Infinity : -Infinity;
  startLists();
  for (let i = 0; i < count; i++) {
    const x = element(from, i, isShort);
    const t = x - edge;
    if (t >= FIRST_ROW && t < END_OF_MADE_ROWS) {
      if (load<f64>(table + <usize> rowNumber(t) * ROW) == NO_ROW) addOther(i, x);
      else addPositive(i, x);
    } else if (!(x > edge)) {
      addKnown(i, x == edge ? atEdge : NaN);
    } else if (x == Infinity) {
      addKnown(i, x);
    } else {
      addOther(i, x);
    }
  }
  endLists();
}

function makeRow(row: usize, number: i32, p: f64, order: i32): void {
  const edge = 0.5 * (p - 1);
  for (let i = 0; i <= NODE_COUNT; i++) {
    store<f64>(OTHERS + (<usize> i << 3), nodeOf(number, i) + edge);
  }
  addTerms(p, order, OTHERS, NODE_COUNT + 1);
  let isGood = true;
  for (let i = 0; i <= NODE_COUNT; i++) {
    const high = load<f64>(SUM + (<usize> i << 3));
    if (abs(high) < CANCELLED_IN_ROW * load<f64>(SIZE + (<usize> i << 3))) isGood = false;
    setSum(VALUES + TRIPLE * i, high, load<f64>(SUM + SPACE + (<usize> i << 3)));
  }
  finishRow(row, number, edge);
  if (!isGood) store<f64>(row, NO_ROW);
}

/** Replaces POSITIVES by their values. */
// @ts-ignore: decorator
@inline
function fromRows(odd: bool): void {
  for (let i = 0; i < positiveCount; i += 2) {
    const place = POSITIVES + (<usize> i << 3);
    const rows = ROWS + (<usize> i << 2);
    const x = v128.load(place);
    const y = evaluate(x, load<u32>(rows), load<u32>(rows, 4), C0_LOW, false, ROUNDED, x, x, odd);
    v128.store(place, y);
  }
}

/** How often ln pi and ln 2 are in the sum; of ln 2, for lgamma, 2 twos x less. */
function prepare(p: f64, order: i32): void {
  const twos = floor(p * 0.5);
  const factors = order == LGAMMA
    ? f64x2(0.25 * p * (p - 1) + 0.5 * twos, twos * (twos + 1))
    : f64x2(0, -2 * twos);
  const logs = f64x2(LN_PI, LN_2);
  const logsLow = f64x2(LN_PI_LOW, LN_2_LOW);
  const none = f64x2.splat(0);
  const products = f64x2.mul(factors, logs);
  const productsLow = productLow(factors, none, logs, logsLow, products);
  const swapped = v128.shuffle<f64>(products, products, 1, 0);
  const sum = f64x2.add(products, swapped);
  const error = sumError(products, swapped, sum);
  constant = f64x2.extract_lane(sum, 0);
  constantLow = f64x2.extract_lane(error, 0) + f64x2.extract_lane(productsLow, 0) +
    f64x2.extract_lane(productsLow, 1);
  const twice = f64x2.splat(order == LGAMMA ? -2 * twos : 0);
  const product = f64x2.mul(twice, f64x2.splat(LN_2));
  slope = f64x2.extract_lane(product, 0);
  slopeLow = f64x2.extract_lane(
    productLow(twice, none, f64x2.splat(LN_2), f64x2.splat(LN_2_LOW), product),
    0,
  );
}

/** Sums for the elements of a list. */
function addTerms(p: f64, order: i32, list: usize, count: i32): void {
  startSums(list, count);
  const twos = floor(p * 0.5);
  const factor: f64 = order == LGAMMA ? 1 : 2;
  for (let k: f64 = 0; k < twos; k++) addTerm(order, list, count, 2, -1 - 2 * k, factor);
  if (twos + twos < p) addTerm(order, list, count, 1, -twos, 1);
}

function startSums(list: usize, count: i32): void {
  const start = f64x2.splat(constant);
  const startLow = f64x2.splat(constantLow);
  const size = f64x2.abs(start);
  const slopes = f64x2.splat(slope);
  const slopesLow = f64x2.splat(slopeLow);
  const none = f64x2.splat(0);
  for (let i = 0; i < count; i += 2) {
    const place = <usize> i << 3;
    const x = v128.load(list + place);
    const moved = f64x2.mul(slopes, x);
    const sum = f64x2.add(start, moved);
    const error = f64x2.add(sumError(start, moved, sum), startLow);
    v128.store(place, sum, SUM);
    v128.store(place, f64x2.add(error, productLow(slopes, slopesLow, x, none, moved)), SUM + SPACE);
    v128.store(place, f64x2.add(size, f64x2.abs(moved)), SIZE);
  }
}

/** Adds factor f(scale x + shift) to the sums; scale and factor are 1 or 2. */
function addTerm(
  order: i32,
  list: usize,
  count: i32,
  scale: f64,
  shift: f64,
  factor: f64,
): void {
  const scales = f64x2.splat(scale);
  const shifts = f64x2.splat(shift);
  const factors = f64x2.splat(factor);
  for (let i = 0; i < count; i += 2) {
    const place = <usize> i << 3;
    const x = f64x2.mul(v128.load(list + place), scales);
    const y = f64x2.add(x, shifts);
    v128.store(place, y, TERM);
    v128.store(place, sumError(x, shifts, y), TERM + SPACE);
  }
  if (locatePositive64(TERM, count, rowsOf(order) - ROW, LEAST_ROW, LAST_ROW) == 0) {
    for (let i = 0; i < count; i += 2) {
      const place = <usize> i << 3;
      const y = v128.load(place, TERM);
      const yLow = v128.load(place, TERM + SPACE);
      const rows = ROWS + (<usize> i << 2);
      const high = evaluate(y, load<u32>(rows), load<u32>(rows, 4), C9, true, PAIRED, yLow, y, false);
      addPair(place, f64x2.mul(high, factors), f64x2.mul(v128.load(LOW), factors));
    }
    return;
  }
  pairs(order, TERM, count);
  for (let i = 0; i < count; i += 2) {
    const place = <usize> i << 3;
    const high = f64x2.mul(v128.load(place, TERM), factors);
    addPair(place, high, f64x2.mul(v128.load(place, TERM + SPACE), factors));
  }
}

// @ts-ignore: decorator
@inline
function addPair(place: usize, high: v128, low: v128): void {
  const before = v128.load(place, SUM);
  const sum = f64x2.add(before, high);
  const lows = f64x2.add(v128.load(place, SUM + SPACE), f64x2.add(sumError(before, high, sum), low));
  v128.store(place, sum, SUM);
  v128.store(place, lows, SUM + SPACE);
  v128.store(place, f64x2.add(v128.load(place, SIZE), f64x2.abs(high)), SIZE);
}

/** Replaces OTHERS by the sums, rounded. */
function finishSums(p: f64, order: i32, odd: bool): void {
  const part = f64x2.splat(CANCELLED);
  for (let i = 0; i < otherCount; i += 2) {
    const place = <usize> i << 3;
    const x = v128.load(place, OTHERS);
    const isHuge = f64x2.ge(x, f64x2.splat(HUGE));
    let high = v128.load(place, SUM);
    let low = v128.load(place, SUM + SPACE);
    let limit = f64x2.mul(v128.load(place, SIZE), part);
    if (v128.any_true(isHuge)) {
      high = v128.bitselect(timesLast(p, order, x), high, isHuge);
      low = v128.bitselect(v128.load(LOW), low, isHuge);
      limit = v128.andnot(limit, isHuge);
    }
    const y = odd ? finish(high, low, true) : finish(high, low, false);
    v128.store(place, v128.bitselect(f64x2.add(y, y), y, isHuge), OTHERS);
    const cancelled = f64x2.lt(f64x2.abs(high), limit);
    if (!v128.any_true(cancelled)) continue;
    if (i64x2.extract_lane(cancelled, 0)) exactly(p, order, place, f64x2.extract_lane(x, 0), odd);
    if (i64x2.extract_lane(cancelled, 1)) {
      exactly(p, order, place + 8, f64x2.extract_lane(x, 1), odd);
    }
  }
}

function exactly(p: f64, order: i32, place: usize, x: f64, odd: bool): void {
  store<f64>(OTHERS + place, exactMultigammaln(x, <i64> p, order == DIGAMMA, odd));
}

/** p f(x)/2, which does not overflow before p f(x) does. Returns the high part; the low one is in LOW. */
function timesLast(p: f64, order: i32, x: v128): v128 {
  v128.store(TERM, x);
  v128.store(TERM + SPACE, i64x2.splat(0));
  pairs(order, TERM, 2);
  const value = v128.load(TERM);
  const factor = f64x2.splat(0.5 * p);
  const high = f64x2.mul(value, factor);
  const low = productLow(value, v128.load(TERM + SPACE), factor, f64x2.splat(0), high);
  // Beside an infinite value it is NaN.
  v128.store(LOW, v128.and(low, f64x2.lt(high, f64x2.splat(Infinity))));
  return high;
}
