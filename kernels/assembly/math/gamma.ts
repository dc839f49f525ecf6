// The kernels of lgamma, digamma and polygamma: x in [2^-20, 2^20) from rows, the rest from lists; float32 of
// orders up to 2 from shorter rows, of either sign (gamma_short.ts). `from` and
// `to` may be the same place; `count` is rounded up to four.

import { BLOCK, ROWS } from "./block";
import {
  collect,
  collectAll,
  collectNears,
  distribute,
  distributeNears,
  insideCount,
  isNegativeBlock,
  nearCount,
  NEARS,
  otherCount,
  positiveCount,
  POSITIVES,
  takeNegatives,
  takeWhole,
} from "./gamma_lists";
import { haveBothEnds, valuesOfBothEnds } from "./gamma_ends";
import { outsideValues } from "./gamma_pairs";
import { reflect } from "./gamma_reflection";
import { FORCED, resolve } from "./gamma_resolve";
import { BOUNDED, CHECKED, evaluateRow } from "./gamma_row";
import { FIRST_FAR, FIRST_NEAR, locateRows64, tableOf } from "./gamma_rows";
import { gammaShort } from "./gamma_short";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { evaluateClose, evaluateZeros, isClose, zeroRow } from "./gamma_zeros";
import { infiniteBelow, polygammaLists, zeroBeyond } from "./polygamma";
import { isUndecided } from "./rounding";
import { BOUND, LOW } from "./table";

export function lgamma_f64(from: usize, to: usize, count: i32): void {
  near64(from, to, count, LGAMMA, false); // at its zeros c0 is 0
}

export function lgamma_f32(from: usize, to: usize, count: i32): void {
  gammaShort(from, to, count, LGAMMA);
}

export function digamma_f64(from: usize, to: usize, count: i32): void {
  near64(from, to, count, DIGAMMA, true);
}

export function digamma_f32(from: usize, to: usize, count: i32): void {
  gammaShort(from, to, count, DIGAMMA);
}

export function polygamma_f64(from: usize, to: usize, count: i32, n: f64): void {
  if (n == 0) digamma_f64(from, to, count);
  else if (n <= 2) near64(from, to, count, <i32> n, false);
  else throughLists(from, to, count, <i64> n, false);
}

export function polygamma_f32(from: usize, to: usize, count: i32, n: f64): void {
  if (n == 0) digamma_f32(from, to, count);
  else if (n == 1) gammaShort(from, to, count, 1);
  else if (n == 2) gammaShort(from, to, count, 2);
  else throughLists(from, to, count, <i64> n, true);
}

/** A block with so few elements in rows takes them from a list, and the others are all its elements. */
const FEW: i32 = BLOCK / 4;
/** So many elements mostly show that there are more. */
const SAMPLE: i32 = 32;

// @ts-ignore: decorator
@inline
function near64(from: usize, to: usize, count: i32, order: i32, zeros: bool): void {
  const table = tableOf(order, false);
  const isForced = load<u64>(FORCED) != 0;
  // As the block before.
  let isOutside = false;
  let isNegative = false;
  let isSigned = false;
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3) {
    const size = min(count, BLOCK);
    if (isOutside) {
      isOutside = mostlyOutside(order, from, to, size);
      if (isOutside) continue;
    }
    if (isNegative && takeNegatives(from, size, false)) {
      computeLists(order, to, false);
      continue;
    }
    if (isSigned) {
      collectAll(order, from, size, FIRST_NEAR, FIRST_FAR);
      isNegative = isNegativeBlock();
      isSigned = nearCount < size - (size >> 2);
      if (isNegative || isSigned) {
        valuesOfNears(order, to);
        computeLists(order, to, false);
        continue;
      }
    }
    const isMixed = locateRows64(table, from, size, ROWS);
    if (isMixed) {
      isOutside = mostlyOutside(order, from, to, size);
      if (isOutside) continue;
      collect(order, from, size, false, FIRST_NEAR, FIRST_FAR);
    }
    isNegative = isMixed && isNegativeBlock();
    isSigned = isMixed && otherCount > size >> 2;
    if (!isNegative) {
      // What elements without rows become is put right later.
      for (let i = 0; i < size; i += 2) {
        const at = <usize> i << 3;
        const x = v128.load(from + at);
        const rows = ROWS + (<usize> i << 2);
        let y = evaluateRow(x, x, load<u32>(rows), load<u32>(rows, 4), zeros, false, CHECKED);
        const mask = v128.load(LOW);
        if (isForced || v128.any_true(mask)) y = settle(order, x, y, mask, rows);
        v128.store(to + at, y);
      }
    }
    if (isMixed) computeLists(order, to, false);
  }
}

/** Computes the lanes of a mask again, whose rows are in `rows`. */
function settle(order: i32, x: v128, y: v128, mask: v128, rows: usize): v128 {
  const hasRow = v128.and(f64x2.ge(x, f64x2.splat(FIRST_NEAR)), f64x2.lt(x, f64x2.splat(FIRST_FAR)));
  mask = v128.and(v128.or(mask, v128.load(FORCED)), hasRow);
  if (!v128.any_true(mask)) return y;
  if (order <= DIGAMMA && load<u64>(FORCED) == 0) {
    // Mostly these are next to a zero; a lane that is not gets the row of the other one, and stays as it was.
    let row0 = i64x2.extract_lane(mask, 0) ? zeroRow(order, f64x2.extract_lane(x, 0)) : 0;
    let row1 = i64x2.extract_lane(mask, 1) ? zeroRow(order, f64x2.extract_lane(x, 1)) : 0;
    if ((row0 | row1) != 0) {
      const isZero = i64x2.ne(i64x2(row0, row1), i64x2.splat(0));
      if (row0 == 0) row0 = row1;
      if (row1 == 0) row1 = row0;
      const areClose = isClose(row0, f64x2.extract_lane(x, 0)) && isClose(row1, f64x2.extract_lane(x, 1));
      const high = areClose ? evaluateClose(x, row0, row1) : evaluateZeros(x, row0, row1);
      const low = v128.load(LOW);
      const isDecided = v128.andnot(isZero, isUndecided(high, low, v128.load(BOUND)));
      y = v128.bitselect(f64x2.add(high, low), y, isDecided);
      mask = v128.andnot(mask, isDecided);
      if (!v128.any_true(mask)) return y;
    }
  }
  const high = evaluateRow(x, x, load<u32>(rows), load<u32>(rows, 4), true, false, BOUNDED);
  return v128.bitselect(resolve(order, 0, x, high, v128.load(LOW), v128.load(BOUND), mask), y, mask);
}

/** Computes a block of x >= 0 with few elements in rows, or nothing; whether it did. */
function mostlyOutside(order: i32, from: usize, to: usize, size: i32): bool {
  const sample = min(size, SAMPLE);
  let inside = insideCount(from, sample, FIRST_NEAR, FIRST_FAR);
  if (inside < 0 || inside > sample >> 1) return false;
  inside = insideCount(from, size, FIRST_NEAR, FIRST_FAR);
  if (inside < 0 || inside > FEW) return false;
  collectNears(from, size, FIRST_NEAR, FIRST_FAR);
  if (order <= DIGAMMA && haveBothEnds(from, size)) valuesOfBothEnds(order, from, to, size);
  else outsideValues(order, from, to, size, false);
  valuesOfNears(order, to);
  return true;
}

/** Computes NEARS. */
function valuesOfNears(order: i32, to: usize): void {
  if (nearCount == 0) return;
  locateRows64(tableOf(order, false), NEARS, nearCount, ROWS);
  for (let i = 0; i < nearCount; i += 2) {
    const place = NEARS + (<usize> i << 3);
    const x = v128.load(place);
    const rows = ROWS + (<usize> i << 2);
    const y = evaluateRow(x, x, load<u32>(rows), load<u32>(rows, 4), true, false, CHECKED);
    const mask = v128.load(LOW);
    const isOpen = v128.any_true(v128.or(mask, v128.load(FORCED)));
    v128.store(place, isOpen ? settle(order, x, y, mask, rows) : y);
  }
  distributeNears(to);
}

function throughLists(from: usize, to: usize, count: i32, order: i64, isShort: bool): void {
  const shift: usize = isShort ? 2 : 3;
  const low = infiniteBelow(order);
  const high = zeroBeyond(order);
  for (; count > 0; count -= BLOCK, from += <usize> BLOCK << shift, to += <usize> BLOCK << shift) {
    const size = min(count, BLOCK);
    if (!takeWhole(from, size, isShort, low, high)) collect(order, from, size, isShort, low, high);
    computeLists(order, to, isShort);
  }
}

/** Computes what was collected; float32 results are rounded to odd before they are narrowed. */
function computeLists(order: i64, to: usize, isShort: bool): void {
  if (order <= 2) {
    outsideValues(<i32> order, POSITIVES, POSITIVES, positiveCount, isShort);
    reflect(<i32> order, isShort);
  } else {
    polygammaLists(order, isShort);
  }
  distribute(to, isShort);
}
