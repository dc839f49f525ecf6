// multigammaln, p (p - 1)/4 ln pi + sum of lgamma(x - i/2), i = 0 .. p - 1, and its derivative, the sum of
// digamma(x - i/2), for x > (p - 1)/2. With t = x - (p - 1)/2:
//
//   p = 1              lgamma and digamma
//   t in [2^-6, 2^14)  rows that are made from sums (runtime_rows.ts), whatever p is
//   elsewhere          sums, of p/2 terms (multigammaln_sums.ts)
//
// Next to the zero of the derivative, where sums cancel, there are no rows.

import { BLOCK, ROWS, WIDE } from "./block";
import { digamma_f32, digamma_f64, lgamma_f32, lgamma_f64 } from "./gamma";
import {
  distribute,
  element,
  endLists,
  KNOWN,
  KNOWN_PLACES,
  OTHER_PLACES,
  otherCount,
  OTHERS,
  positiveCount,
  POSITIVE_PLACES,
  POSITIVES,
  setCounts,
  startLists,
  takeWhole,
} from "./gamma_lists";
import { FORCED, resolve } from "./gamma_resolve";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import {
  END_OF_MADE_ROWS,
  LAST_MADE_ROW,
  madeTable,
  missingRow,
  MULTIGAMMALN,
  MULTIGAMMALN_GRAD,
} from "./runtime_rows";
import { makeSumRows, MAX_SERIES, NO_ROW } from "./multigammaln_rows";
import { addTerms, finishSums, HUGE, prepareSums, TERM } from "./multigammaln_sums";
import { locatePositive64 } from "./locate_rows";
import { isUndecided, NAN_32, NAN_64 } from "./rounding";
import { BOUND, BOUNDED_AT, C0_LOW, evaluate, LOW, ROUNDED, ROW, rowNumber } from "./table";

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
/** What part of a value the rows are wrong by: interpolation, or the sums that they are made from. */
const ROW_PART: f64 = 1.4456028966473393e-19; // 4/3 2^-63
const GRADIENT_PART: f64 = 2.168404344971009e-19; // 2^-62
const SUM_PART: f64 = 4.336808689942018e-19; // 2^-61

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

function run(from: usize, to: usize, count: i32, p: f64, order: i32, isShort: bool): void {
  const edge = 0.5 * (p - 1);
  const shift: usize = isShort ? 2 : 3;
  const table = madeTable(order == LGAMMA ? MULTIGAMMALN : MULTIGAMMALN_GRAD, p);
  prepareSums(p, order);
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
      makeSumRows(table, <i32> (row - table) / <i32> ROW, p, order);
    }
    if (isShort) fromRowsShort();
    else fromRows(p, order);
    if (otherCount > 0) {
      addTerms(p, order, OTHERS, sumCount);
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

/** How many of OTHERS have sums: the others, at the end, have terms that are all the same. */
let sumCount: i32 = 0;

/** POSITIVES are the elements with rows, OTHERS those without. */
function collect(
  from: usize,
  count: i32,
  edge: f64,
  order: i32,
  isShort: bool,
  table: usize,
): void {
  const atEdge: f64 = order == LGAMMA ? Infinity : -Infinity;
  let positives: i32 = 0;
  let others: i32 = 0;
  let known: i32 = 0;
  startLists();
  for (let i = 0; i < count; i++) {
    const x = element(from, i, isShort);
    const t = x - edge;
    // Mostly all have rows, or few.
    if (t >= FIRST_ROW && t < END_OF_MADE_ROWS && load<f64>(table + <usize> rowNumber(t) * ROW) != NO_ROW) {
      store<f64>(POSITIVES + (<usize> positives << 3), x);
      store<u16>(POSITIVE_PLACES + (<usize> positives << 1), <u16> i);
      positives++;
      continue;
    }
    // The others are written to all lists, and stay where they count, as in gamma_lists.ts.
    const isSum = i32(x > edge) & i32(x < HUGE);
    const isHuge = i32(x >= HUGE) & i32(x < Infinity);
    store<f64>(OTHERS + (<usize> others << 3), x);
    store<u16>(OTHER_PLACES + (<usize> others << 1), <u16> i);
    others += isSum;
    store<f64>(KNOWN + (<usize> known << 3), x == Infinity ? x : x == edge ? atEdge : NaN);
    store<u16>(KNOWN_PLACES + (<usize> known << 1), <u16> i);
    known += (isSum | isHuge) ^ 1;
  }
  sumCount = others;
  if (positives + others + known < count) {
    for (let i = 0; i < count; i++) {
      const x = element(from, i, isShort);
      store<f64>(OTHERS + (<usize> others << 3), x);
      store<u16>(OTHER_PLACES + (<usize> others << 1), <u16> i);
      others += i32(x >= HUGE) & i32(x < Infinity);
    }
  }
  setCounts(positives, others, known);
  endLists();
}

/** Replaces POSITIVES by their values. */
function fromRows(p: f64, order: i32): void {
  const part = f64x2.splat(p > MAX_SERIES ? SUM_PART : order == DIGAMMA ? GRADIENT_PART : ROW_PART);
  for (let i = 0; i < positiveCount; i += 2) {
    const place = POSITIVES + (<usize> i << 3);
    const rows = ROWS + (<usize> i << 2);
    const x = v128.load(place);
    const high = evaluate(x, load<u32>(rows), load<u32>(rows, 4), C0_LOW, false, BOUNDED_AT, x, x, false);
    const low = v128.load(LOW);
    const bound = f64x2.add(v128.load(BOUND), f64x2.mul(f64x2.abs(high), part));
    const mask = v128.or(isUndecided(high, low, bound), v128.load(FORCED));
    let y = f64x2.add(high, low);
    if (v128.any_true(mask)) y = resolve(order, p, x, high, low, bound, mask);
    v128.store(place, y);
  }
}

/** The same for float32, rounded to odd. */
function fromRowsShort(): void {
  for (let i = 0; i < positiveCount; i += 2) {
    const place = POSITIVES + (<usize> i << 3);
    const rows = ROWS + (<usize> i << 2);
    const x = v128.load(place);
    const y = evaluate(x, load<u32>(rows), load<u32>(rows, 4), C0_LOW, false, ROUNDED, x, x, true);
    v128.store(place, y);
  }
}
