// The kernels of lgamma, digamma and polygamma: x in [2^-20, 2^40) from rows, the rest from lists;
// float32 of orders up to 2 from shorter rows, of either sign (gamma/binary32.ts). `from` and `to` may
// be the same place; `count` is rounded up to four.

import { BLOCK, LOW, TABLED, UNTABLED, ROWS } from "../memory_map";
import {
  collect,
  collectTabled,
  distribute,
  distributeSpecials,
  distributeTabled,
  endTabled,
  listedCount,
  tabledCount,
  untabledCount,
  smallCount,
  takeReflected,
  takeWhole,
} from "./buckets";
import { belowCount, joinAt, largeCount, LARGES, partAt, valuesOfBothEnds } from "./partition_at_threshold";
import { areLarge, largeValues } from "./asymptotic";
import { outsideValues } from "./fast_positive";
import {
  areAbove,
  areNumbers,
  insides,
  join,
  joinTwo,
  negatives,
  part,
  partTwo,
  putTabled,
  survey,
  takeTabled,
  zeroes,
} from "./partition";
import { reflect } from "./fast_reflection";
import { fallBackInTable } from "./fallback";
import { CHECKED, CHECKED_ZERO, evaluateRow } from "./fast_row";
import { FIRST_FAR, FIRST_NEAR, locateRows64, tableOf } from "./table";
import { gammaShort } from "./binary32";
import { DIGAMMA, LGAMMA } from "./special_values";
import { polygammaLists } from "../polygamma/fast";
import { infiniteBelow, zeroBeyond } from "../polygamma/powers";
import { forcedLanes, isForced } from "../rounding/forced";

/** Scalar calls (up to 4 elements) skip the survey of regions, which would cost a third of the call. */
const SINGLES: i32 = 4;

export function lgamma_f64(from: usize, to: usize, count: i32): void {
  if (count <= SINGLES && !locateRows64(tableOf(LGAMMA, false), from, count, ROWS)) lgammaRows(from, to, count);
  else near64(LGAMMA, from, to, count);
}

export function lgamma_f32(from: usize, to: usize, count: i32): void {
  gammaShort(from, to, count, LGAMMA, 5);
}

export function digamma_f64(from: usize, to: usize, count: i32): void {
  if (count <= SINGLES && !locateRows64(tableOf(DIGAMMA, false), from, count, ROWS)) digammaRows(from, to, count);
  else near64(DIGAMMA, from, to, count);
}

export function digamma_f32(from: usize, to: usize, count: i32): void {
  gammaShort(from, to, count, DIGAMMA, 5);
}

export function polygamma_f64(from: usize, to: usize, count: i32, n: f64): void {
  if (n == 0) digamma_f64(from, to, count);
  else if (n <= 2) near64(<i32> n, from, to, count);
  else throughLists(from, to, count, <i64> n, false);
}

export function polygamma_f32(from: usize, to: usize, count: i32, n: f64): void {
  if (n == 0) digamma_f32(from, to, count);
  else if (n <= 2) gammaShort(from, to, count, <i32> n, 6);
  else throughLists(from, to, count, <i64> n, true);
}

/** How a block is partitioned, by the regions of its elements. */
const NEAR: i32 = 0; // its elements have rows, but for a few, which are collected
const WITH_ZEROS: i32 = 1; // its elements have rows or are 0
const OUTSIDE: i32 = 2; // few elements have rows, and none is negative
const NEGATIVE: i32 = 3; // all elements are negative
const SIGNED: i32 = 4; // elements have rows or are negative
const APART: i32 = 5; // none is negative, and some have no rows
const BEYOND: i32 = 6; // elements have rows or are 2^40 or more, of lgamma and digamma
const MANY: i32 = 7; // it has elements of several kinds

/** So few elements without rows are collected: 3/32 of a block. */
// @ts-ignore: decorator
@inline
function few(size: i32): i32 {
  return size * 3 >> 5;
}

/** Which way a block is to go. */
function chooseWay(order: i32, from: usize, size: i32): i32 {
  survey(from, size, FIRST_NEAR, FIRST_FAR);
  if (insides >= size && zeroes > size >> 6) return WITH_ZEROS;
  if (size - (insides - zeroes) <= few(size)) return NEAR;
  if (negatives >= size) return NEGATIVE;
  if (negatives > 0) return insides + negatives >= size ? SIGNED : MANY;
  if (!areNumbers) return MANY;
  if (insides - zeroes <= size >> 2) return OUTSIDE;
  return order <= DIGAMMA && areAbove ? BEYOND : APART;
}

function near64(order: i32, from: usize, to: usize, count: i32): void {
  const table = tableOf(order, false);
  let way = NEAR;
  let isSparse = false; // whether the block before had elements without rows
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3) {
    const size = min(count, BLOCK);
    // As the block before, if that can be.
    if (way != NEAR) {
      if (way != MANY && byLists(order, from, to, size, way)) {
        if (way >= SIGNED && min(tabledCount, size - tabledCount) <= few(size)) way = MANY;
        continue;
      }
      way = chooseWay(order, from, size);
      isSparse = true;
    }
    const isMixed = way == NEAR && locateRows64(table, from, size, ROWS);
    if (isMixed && !isSparse) way = chooseWay(order, from, size);
    if (way != NEAR) {
      if (byLists(order, from, to, size, way)) continue;
      way = MANY;
      byLists(order, from, to, size, way);
      continue;
    }
    isSparse = isMixed;
    if (isMixed) collect(order, from, size, false, FIRST_NEAR, FIRST_FAR);
    valuesInRows(order, from, to, size);
    if (isMixed) {
      computeLists(order, to, false);
      if (listedCount() > few(size)) way = MANY;
    }
  }
}

/**
 * Computes a block whose rows are located; what elements without rows become is put right later.
 * Functions of their own, called for each block, are soon replaced by faster code: V8 compiles a
 * function anew when it is hot, and it is that from the next call on.
 */
function valuesInRows(order: i32, from: usize, to: usize, size: i32): void {
  if (order == LGAMMA) lgammaRows(from, to, size);
  else if (order == DIGAMMA) digammaRows(from, to, size);
  else polygammaRows(order, from, to, size);
}

function lgammaRows(from: usize, to: usize, size: i32): void {
  rowLoop(LGAMMA, from, to, size, false, CHECKED_ZERO); // at its zeros c0 is 0
}

function digammaRows(from: usize, to: usize, size: i32): void {
  rowLoop(DIGAMMA, from, to, size, true, CHECKED);
}

function polygammaRows(order: i32, from: usize, to: usize, size: i32): void {
  rowLoop(order, from, to, size, false, CHECKED);
}

// @ts-ignore: decorator
@inline
function rowLoop(order: i32, from: usize, to: usize, size: i32, zeros: bool, checked: i32): void {
  const areForced = isForced();
  for (let i = 0; i < size; i += 2) {
    const at = <usize> i << 3;
    const x = v128.load(from + at);
    const rows = ROWS + (<usize> i << 2);
    let y = evaluateRow(x, x, load<u32>(rows), load<u32>(rows, 4), zeros, false, checked);
    const mask = v128.load(LOW);
    if (areForced || v128.any_true(mask)) y = fallBack(order, x, y, mask, rows);
    v128.store(to + at, y);
  }
}

/** Computes the lanes of a mask again, whose rows are in `rows`. */
function fallBack(order: i32, x: v128, y: v128, mask: v128, rows: usize): v128 {
  const hasRow = v128.and(f64x2.ge(x, f64x2.splat(FIRST_NEAR)), f64x2.lt(x, f64x2.splat(FIRST_FAR)));
  mask = v128.and(v128.or(mask, forcedLanes()), hasRow);
  if (!v128.any_true(mask)) return y;
  return fallBackInTable(order, 0, x, x, y, mask, rows);
}

/** Computes a block in a way other than NEAR, if that can be. */
function byLists(order: i32, from: usize, to: usize, size: i32, way: i32): bool {
  if (way == WITH_ZEROS) {
    takeTabled(from, size);
    if (!valuesOfTabled(order)) return false;
    putTabled(order, from, to, size);
    return true;
  }
  if (way == OUTSIDE) return mostlyOutside(order, from, to, size);
  if (way == NEGATIVE) {
    if (!takeReflected(from, size, false)) return false;
    computeLists(order, to, false);
    return true;
  }
  if (way == SIGNED) {
    if (!partTwo(from, size, true, FIRST_NEAR, FIRST_FAR) || !valuesOfTabled(order)) return false;
    reflect(order, false);
    joinTwo(order, from, to, size, true, FIRST_NEAR, FIRST_FAR);
    return true;
  }
  if (way == BEYOND) {
    if (!partAt(from, size, TABLED, FIRST_FAR, FIRST_NEAR)) return false;
    endTabled(belowCount);
    valuesOfTabled(order);
    largeValues(order, LARGES, LARGES, largeCount);
    joinAt(from, to, size, TABLED, FIRST_FAR);
    return true;
  }
  if (way == APART) {
    if (!partTwo(from, size, false, FIRST_NEAR, FIRST_FAR) || !valuesOfTabled(order)) return false;
    if (order <= DIGAMMA && areLarge(UNTABLED, untabledCount)) largeValues(order, UNTABLED, UNTABLED, untabledCount);
    else outsideValues(order, UNTABLED, UNTABLED, untabledCount, false);
    joinTwo(order, from, to, size, false, FIRST_NEAR, FIRST_FAR);
    return true;
  }
  part(order, from, size, FIRST_NEAR, FIRST_FAR);
  valuesOfTabled(order);
  outsideValues(order, UNTABLED, UNTABLED, untabledCount, false);
  reflect(order, false);
  join(order, from, to, size);
  distributeSpecials(to);
  return true;
}

/** Computes a block of x >= 0 with few elements in rows, if it is one. */
function mostlyOutside(order: i32, from: usize, to: usize, size: i32): bool {
  if (order <= DIGAMMA && areLarge(from, size)) {
    largeValues(order, from, to, size);
    return true;
  }
  if (!collectTabled(from, size, FIRST_NEAR, FIRST_FAR) || tabledCount > size >> 2) return false;
  if (order <= DIGAMMA && min(smallCount, size - smallCount) > size >> 3) valuesOfBothEnds(order, from, to, size);
  else if (order <= DIGAMMA && smallCount == 0) largeValues(order, from, to, size);
  else outsideValues(order, from, to, size, false);
  if (tabledCount == 0) return true;
  valuesOfTabled(order);
  distributeTabled(to);
  return true;
}

/** Computes TABLED, if all of them have rows. */
function valuesOfTabled(order: i32): bool {
  if (tabledCount == 0) return true;
  if (locateRows64(tableOf(order, false), TABLED, tabledCount, ROWS)) return false;
  valuesInRows(order, TABLED, TABLED, tabledCount);
  return true;
}

function throughLists(from: usize, to: usize, count: i32, order: i64, isShort: bool): void {
  const shift: usize = isShort ? 2 : 3;
  const low = infiniteBelow(order, isShort);
  const high = zeroBeyond(order, isShort);
  for (; count > 0; count -= BLOCK, from += <usize> BLOCK << shift, to += <usize> BLOCK << shift) {
    const size = min(count, BLOCK);
    if (!takeWhole(from, size, isShort, low, high)) collect(order, from, size, isShort, low, high);
    computeLists(order, to, isShort);
  }
}

/** Computes what was collected; float32 results are rounded to odd before they are narrowed. */
function computeLists(order: i64, to: usize, isShort: bool): void {
  if (order <= 2) {
    outsideValues(<i32> order, UNTABLED, UNTABLED, untabledCount, isShort);
    reflect(<i32> order, isShort);
  } else {
    polygammaLists(order, isShort);
  }
  distribute(to, isShort);
}
