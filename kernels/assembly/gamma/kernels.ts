// The kernels of lgamma, digamma and polygamma. Regions of float64, orders up to 2:
//
//   [2^-20, 2^40)           table entries (gamma/table.ts, gamma/fast_entry.ts)
//   (0, 2^-20), [2^40, inf] a pole or Stirling's series (gamma/fast_positive.ts, gamma/asymptotic.ts): bucket UNTABLED
//   x < 0                   the reflection formula (gamma/fast_reflection.ts): bucket REFLECTED
//   0, NaN, poles, -inf     gamma/special_values.ts: bucket SPECIAL
//
// A block that lies in one region is computed as a whole, and so is one of counts. All others are distributed to buckets
// (gamma/buckets.ts). float32 of orders up to 2 has shorter table entries, of either sign (gamma/binary32.ts). Orders from 3 on
// are in polygamma/. `from` and `to` may be the same place; `count` is rounded up to four.

import { BLOCK, ENTRIES, LOW, TABLED, UNTABLED } from "../memory_map";
import { collect, distribute, listedCount, tabledCount, takeWhole, untabledCount } from "./buckets";
import { areLarge, largeValues } from "./asymptotic";
import { areCounts, withZeros } from "./counts";
import { areUntabled, outsideValues } from "./fast_positive";
import { reflect } from "./fast_reflection";
import { fallBackInTable } from "./fallback";
import { CHECKED, CHECKED_ZERO, evaluateEntry } from "./fast_entry";
import { FIRST_FAR, FIRST_NEAR, locateEntries64, tableOf } from "./table";
import { gammaShort } from "./binary32";
import { DIGAMMA, LGAMMA } from "./special_values";
import { polygammaLists } from "../polygamma/fast";
import { infiniteBelow, zeroBeyond } from "../polygamma/powers";
import { forcedLanes, isForced } from "../rounding/forced";

/** Scalar calls (up to 4 elements) skip the survey of regions, which would cost a third of the call. */
const SINGLES: i32 = 4;

export function lgamma_f64(from: usize, to: usize, count: i32): void {
  if (count <= SINGLES && !locateEntries64(tableOf(LGAMMA, false), from, count, ENTRIES)) {
    lgammaEntries(from, to, count);
  } else near64(LGAMMA, from, to, count);
}

export function lgamma_f32(from: usize, to: usize, count: i32): void {
  gammaShort(from, to, count, LGAMMA, 5);
}

export function digamma_f64(from: usize, to: usize, count: i32): void {
  if (count <= SINGLES && !locateEntries64(tableOf(DIGAMMA, false), from, count, ENTRIES)) {
    digammaEntries(from, to, count);
  } else near64(DIGAMMA, from, to, count);
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

/** So few elements without table entries are sparse: 3/32 of a block. */
// @ts-ignore: decorator
@inline
function few(size: i32): i32 {
  return size * 3 >> 5;
}

/** lgamma, digamma and polygamma of orders 1 and 2. */
function near64(order: i32, from: usize, to: usize, count: i32): void {
  const table = tableOf(order, false);
  let isDense = false; // whether the last block had many elements without table entries, beside others
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3) {
    const size = min(count, BLOCK);
    if (isDense) isDense = mixedValues(order, from, to, size, true);
    else if (!locateEntries64(table, from, size, ENTRIES)) valuesInEntries(order, from, to, size);
    else if (areUntabled(from, size)) untabledValues(order, from, to, size, false);
    else if (areCounts(from, size)) valuesOfCounts(order, from, to, size);
    else isDense = mixedValues(order, from, to, size, false);
  }
}

/**
 * A block of several regions, from buckets. If it is not dense, its entries are located, it is computed in place, and the
 * buckets of elements without entries then replace what it has for them. Returns whether the next block is better computed
 * from buckets as a whole.
 */
function mixedValues(order: i32, from: usize, to: usize, size: i32, isDense: bool): bool {
  collect(order, from, size, false, FIRST_NEAR, FIRST_FAR, isDense);
  const others = listedCount();
  if (isDense) valuesOfTabled(order);
  else if (others < size) valuesInEntries(order, from, to, size);
  computeLists(order, to, false);
  return others > few(size) && others < size;
}

/**
 * Computes a block whose entries are located; what elements without entries become is put right later.
 * Functions of their own, called for each block, are soon replaced by faster code: V8 compiles a
 * function anew when it is hot, and it is that from the next call on.
 */
function valuesInEntries(order: i32, from: usize, to: usize, size: i32): void {
  if (order == LGAMMA) lgammaEntries(from, to, size);
  else if (order == DIGAMMA) digammaEntries(from, to, size);
  else polygammaEntries(order, from, to, size);
}

function lgammaEntries(from: usize, to: usize, size: i32): void {
  entryLoop(LGAMMA, from, to, size, false, CHECKED_ZERO, false); // at its zeros c0 is 0
}

function digammaEntries(from: usize, to: usize, size: i32): void {
  entryLoop(DIGAMMA, from, to, size, true, CHECKED, false);
}

function polygammaEntries(order: i32, from: usize, to: usize, size: i32): void {
  entryLoop(order, from, to, size, false, CHECKED, false);
}

/** The same for counts: elements may be 0. */
function valuesOfCounts(order: i32, from: usize, to: usize, size: i32): void {
  if (order == LGAMMA) lgammaCounts(from, to, size);
  else if (order == DIGAMMA) digammaCounts(from, to, size);
  else polygammaCounts(order, from, to, size);
}

function lgammaCounts(from: usize, to: usize, size: i32): void {
  entryLoop(LGAMMA, from, to, size, false, CHECKED_ZERO, true);
}

function digammaCounts(from: usize, to: usize, size: i32): void {
  entryLoop(DIGAMMA, from, to, size, true, CHECKED, true);
}

function polygammaCounts(order: i32, from: usize, to: usize, size: i32): void {
  entryLoop(order, from, to, size, false, CHECKED, true);
}

// @ts-ignore: decorator
@inline
function entryLoop(
  order: i32,
  from: usize,
  to: usize,
  size: i32,
  zeros: bool,
  checked: i32,
  areCounts: bool,
): void {
  const areForced = isForced();
  for (let i = 0; i < size; i += 2) {
    const at = <usize> i << 3;
    const x = v128.load(from + at);
    const entries = ENTRIES + (<usize> i << 2);
    let y = evaluateEntry(x, x, load<u32>(entries), load<u32>(entries, 4), zeros, false, checked);
    const mask = v128.load(LOW);
    if (areForced || v128.any_true(mask)) y = fallBack(order, x, y, mask, entries);
    v128.store(to + at, areCounts ? withZeros(order, x, y) : y);
  }
}

/** Computes the lanes of a mask again, whose entries are in `entries`. */
function fallBack(order: i32, x: v128, y: v128, mask: v128, entries: usize): v128 {
  const hasEntry = v128.and(
    f64x2.ge(x, f64x2.splat(FIRST_NEAR)),
    f64x2.lt(x, f64x2.splat(FIRST_FAR)),
  );
  mask = v128.and(v128.or(mask, forcedLanes()), hasEntry);
  if (!v128.any_true(mask)) return y;
  return fallBackInTable(order, 0, x, x, y, mask, entries);
}

/** The values of x > 0 without table entries. */
function untabledValues(order: i32, from: usize, to: usize, count: i32, isShort: bool): void {
  if (order <= DIGAMMA && !isShort && areLarge(from, count)) largeValues(order, from, to, count);
  else outsideValues(order, from, to, count, isShort);
}

/** Replaces TABLED by their values. */
function valuesOfTabled(order: i32): void {
  if (tabledCount == 0) return;
  locateEntries64(tableOf(order, false), TABLED, tabledCount, ENTRIES);
  valuesInEntries(order, TABLED, TABLED, tabledCount);
}

function throughLists(from: usize, to: usize, count: i32, order: i64, isShort: bool): void {
  const shift: usize = isShort ? 2 : 3;
  const low = infiniteBelow(order, isShort);
  const high = zeroBeyond(order, isShort);
  for (; count > 0; count -= BLOCK, from += <usize> BLOCK << shift, to += <usize> BLOCK << shift) {
    const size = min(count, BLOCK);
    if (!takeWhole(from, size, isShort, low, high)) {
      collect(order, from, size, isShort, low, high, false);
    }
    computeLists(order, to, isShort);
  }
}

/** Computes what was collected; float32 results are rounded to odd before they are narrowed. */
function computeLists(order: i64, to: usize, isShort: bool): void {
  if (order <= 2) {
    untabledValues(<i32> order, UNTABLED, UNTABLED, untabledCount, isShort);
    reflect(<i32> order, isShort);
  } else {
    polygammaLists(order, isShort);
  }
  distribute(to, isShort);
}
