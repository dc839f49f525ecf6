// The kernels of lgamma, digamma and polygamma: x in [2^-20, 2^20) from rows, the rest from lists; float32 of
// orders up to 2 from shorter rows, of either sign (gamma_short.ts). `from` and
// `to` may be the same place; `count` is rounded up to four.

import { BLOCK, ROWS } from "./block";
import { narrow_f32, widen_f32 } from "./convert";
import {
  collect,
  collectNears,
  distribute,
  distributeNears,
  insideCount,
  isNegativeBlock,
  NEARS,
  positiveCount,
  POSITIVES,
  takeNegatives,
  takeWhole,
} from "./gamma_lists";
import { outsideValues } from "./gamma_pairs";
import { reflect } from "./gamma_reflection";
import { FORCED, resolve } from "./gamma_resolve";
import { FIRST_FAR, FIRST_NEAR, locateRows64, tableOf } from "./gamma_rows";
import { gammaShort } from "./gamma_short";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { polygammaLists } from "./polygamma";
import { finish, isUndecided } from "./rounding";
import { BOUND, BOUNDED_AT, C9, CHECKED, evaluate, LOW, ROUNDED } from "./table";

export function lgamma_f64(from: usize, to: usize, count: i32): void {
  near64(from, to, count, LGAMMA, false); // its zeros have c0 = 0
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
  // As the block before.
  let isOutside = false;
  let isNegative = false;
  const none = f64x2.splat(0);
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3) {
    const size = min(count, BLOCK);
    if (isOutside) {
      isOutside = mostlyOutside(order, from, to, size, false);
      if (isOutside) continue;
    }
    if (isNegative && takeNegatives(from, size, false)) {
      computeLists(order, to, false);
      continue;
    }
    const isMixed = locateRows64(table, from, size, ROWS) != 0;
    if (isMixed) {
      isOutside = mostlyOutside(order, from, to, size, false);
      if (isOutside) continue;
      collect(order, from, size, false, FIRST_NEAR, FIRST_FAR);
    }
    isNegative = isMixed && isNegativeBlock();
    // All ways of nearMixed can be probed.
    if ((isMixed || load<u64>(FORCED) != 0) && !isNegative) nearMixed(order, from, to, size);
    else if (!isNegative) {
      for (let i = 0; i < size; i += 2) {
        const at = <usize> i << 3;
        const x = v128.load(from + at);
        const rows = ROWS + (<usize> i << 2);
        let y = evaluate(x, load<u32>(rows), load<u32>(rows, 4), C9, zeros, CHECKED, x, x, false);
        const mask = v128.load(LOW);
        if (v128.any_true(mask)) y = resolve(order, 0, x, y, none, none, mask);
        v128.store(to + at, y);
      }
    }
    if (isMixed) computeLists(order, to, false);
  }
}

/** The same for a block in which some elements have no rows; what they become is put right later. */
function nearMixed(order: i32, from: usize, to: usize, size: i32): void {
  for (let i = 0; i < size; i += 2) {
    const at = <usize> i << 3;
    const x = v128.load(from + at);
    const rows = ROWS + (<usize> i << 2);
    const high = evaluate(x, load<u32>(rows), load<u32>(rows, 4), C9, true, BOUNDED_AT, x, x, false);
    const low = v128.load(LOW);
    const bound = v128.load(BOUND);
    let y = f64x2.add(high, low);
    const hasRow = v128.and(f64x2.ge(x, f64x2.splat(FIRST_NEAR)), f64x2.lt(x, f64x2.splat(FIRST_FAR)));
    const mask = v128.and(v128.or(isUndecided(high, low, bound), v128.load(FORCED)), hasRow);
    if (v128.any_true(mask)) y = resolve(order, 0, x, high, low, bound, mask);
    v128.store(to + at, y);
  }
}

/** The values of a pair whose low part and bound are in LOW and BOUND, computed again where that does not decide. */
// @ts-ignore: decorator
@inline
function settle(order: i32, x: v128, high: v128): v128 {
  const low = v128.load(LOW);
  const bound = v128.load(BOUND);
  const mask = v128.or(isUndecided(high, low, bound), v128.load(FORCED));
  if (v128.any_true(mask)) return resolve(order, 0, x, high, low, bound, mask);
  return f64x2.add(high, low);
}

/** Computes a block of x >= 0 with few elements in rows, or nothing; whether it did. */
function mostlyOutside(order: i32, from: usize, to: usize, size: i32, isShort: bool): bool {
  const wide = isShort ? POSITIVES : from;
  const sample = min(size, SAMPLE);
  if (isShort) widen_f32(from, POSITIVES, sample);
  let inside = insideCount(wide, sample, FIRST_NEAR, FIRST_FAR);
  if (inside < 0 || inside > sample >> 1) return false;
  if (isShort) widen_f32(from, POSITIVES, size);
  inside = insideCount(wide, size, FIRST_NEAR, FIRST_FAR);
  if (inside < 0 || inside > FEW) return false;
  const nears = inside > 0 ? collectNears(wide, size, FIRST_NEAR, FIRST_FAR) : 0;
  outsideValues(order, wide, isShort ? POSITIVES : to, size, isShort);
  if (isShort) narrow_f32(POSITIVES, to, size);
  if (nears == 0) return true;
  locateRows64(tableOf(order, false), NEARS, nears, ROWS);
  for (let i = 0; i < nears; i += 2) {
    const place = NEARS + (<usize> i << 3);
    const x = v128.load(place);
    const rows = ROWS + (<usize> i << 2);
    const high = evaluate(x, load<u32>(rows), load<u32>(rows, 4), C9, true, BOUNDED_AT, x, x, false);
    v128.store(place, isShort ? finish(high, v128.load(LOW), true) : settle(order, x, high));
  }
  distributeNears(to, nears, isShort);
  return true;
}

function throughLists(from: usize, to: usize, count: i32, order: i64, isShort: bool): void {
  const shift: usize = isShort ? 2 : 3;
  for (; count > 0; count -= BLOCK, from += <usize> BLOCK << shift, to += <usize> BLOCK << shift) {
    const size = min(count, BLOCK);
    if (!takeWhole(from, size, isShort, 0, Infinity)) collect(order, from, size, isShort, 0, 0);
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
