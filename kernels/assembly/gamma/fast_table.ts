// Fast phase of lgamma, digamma and polygamma of orders 1 and 2 at x in [2^-20, 2^40), two lanes: a table entry each
// (tables/entry.ts), whose bound decides how to round but for one element in 300 to 900. 4.4 ns for an element.
//
// Columns of counts have zeros, often many: a zero is computed like the others, from the first entry or the last, and its
// result replaced: no branch, and no copy of the block.

import { INFINITE, SIGN_64 } from "../arithmetic/constants";
import { ENTRIES, LOW } from "../memory_map";
import { forcedLanes, isForced } from "../rounding/forced";
import { fallBackInTable } from "./fallback";
import { CHECKED, CHECKED_ZERO, evaluateEntry } from "../tables/entry";
import { DIGAMMA, LGAMMA } from "./special_values";
import { FIRST_FAR, FIRST_NEAR, locateEntries64, tableOf } from "./table";

/** The values of elements that all have entries. */
export function tabledValues(order: i32, from: usize, to: usize, count: i32): void {
  locateEntries64(tableOf(order, false), from, count, ENTRIES);
  locatedValues(order, from, to, count);
}

/** Whether all elements of a block have entries or are 0. */
export function areCounts(from: usize, count: i32): bool {
  const first = f64x2.splat(FIRST_NEAR);
  const end = f64x2.splat(FIRST_FAR);
  const zero = f64x2.splat(0);
  for (const stop = from + (<usize> count << 3); from < stop; from += 16) {
    const x = v128.load(from);
    const hasEntry = v128.and(f64x2.ge(x, first), f64x2.lt(x, end));
    if (!i64x2.all_true(v128.or(hasEntry, f64x2.eq(x, zero)))) return false;
  }
  return true;
}

/** y, or f(0) where x is a zero of either sign. */
// @ts-ignore: decorator
@inline
function withZeros(order: i32, x: v128, y: v128): v128 {
  const infinite = v128.load(INFINITE);
  const value = order & 1 ? infinite : v128.xor(v128.or(x, infinite), v128.load(SIGN_64));
  return v128.bitselect(value, y, f64x2.eq(x, f64x2.splat(0)));
}

/**
 * The values of elements whose entries are in ENTRIES. Functions of their own, called for each block, are soon replaced by
 * faster code: V8 compiles a hot function again, and uses that code from the next call on.
 */
export function locatedValues(order: i32, from: usize, to: usize, size: i32): void {
  if (order == LGAMMA) lgammaEntries(from, to, size);
  else if (order == DIGAMMA) digammaEntries(from, to, size);
  else polygammaEntries(order, from, to, size);
}

export function lgammaEntries(from: usize, to: usize, size: i32): void {
  entryLoop(LGAMMA, 0, from, to, size, false, CHECKED_ZERO, false); // at its zeros c0 is 0
}

export function digammaEntries(from: usize, to: usize, size: i32): void {
  entryLoop(DIGAMMA, 0, from, to, size, true, CHECKED, false);
}

function polygammaEntries(order: i32, from: usize, to: usize, size: i32): void {
  entryLoop(order, 0, from, to, size, false, CHECKED, false);
}

/** The same where elements may be 0, in loops of their own: replacing results takes 5 to 9 % of the time. */
export function valuesOfCounts(order: i32, from: usize, to: usize, size: i32): void {
  if (order == LGAMMA) lgammaCounts(from, to, size);
  else if (order == DIGAMMA) digammaCounts(from, to, size);
  else polygammaCounts(order, from, to, size);
}

function lgammaCounts(from: usize, to: usize, size: i32): void {
  entryLoop(LGAMMA, 0, from, to, size, false, CHECKED_ZERO, true);
}

function digammaCounts(from: usize, to: usize, size: i32): void {
  entryLoop(DIGAMMA, 0, from, to, size, true, CHECKED, true);
}

function polygammaCounts(order: i32, from: usize, to: usize, size: i32): void {
  entryLoop(order, 0, from, to, size, false, CHECKED, true);
}

/**
 * f at the numbers t at `from`, whose entries are in ENTRIES: of an order and, with p > 0, multigammaln of dimension p or its
 * gradient, where t is the distance from the boundary of the domain. All but p, numbers and addresses are constants.
 */
// @ts-ignore: decorator
@inline
export function entryLoop(
  order: i32,
  p: f64,
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
    const t = v128.load(from + at);
    const entries = ENTRIES + (<usize> i << 2);
    let y = evaluateEntry(t, t, load<u32>(entries), load<u32>(entries, 4), zeros, false, checked);
    const mask = v128.load(LOW);
    if (areForced || v128.any_true(mask)) y = fallBack(order, p, t, y, mask, entries);
    v128.store(to + at, areCounts ? withZeros(order, t, y) : y);
  }
}

/** Computes the lanes of a mask again, whose entries are in `entries`. */
function fallBack(order: i32, p: f64, t: v128, y: v128, mask: v128, entries: usize): v128 {
  const hasEntry = v128.and(
    f64x2.ge(t, f64x2.splat(FIRST_NEAR)),
    f64x2.lt(t, f64x2.splat(FIRST_FAR)),
  );
  mask = v128.and(v128.or(mask, forcedLanes()), hasEntry);
  if (!v128.any_true(mask)) return y;
  const x = p > 0 ? f64x2.add(t, f64x2.splat(0.5 * (p - 1))) : t;
  return fallBackInTable(order, p, x, t, y, mask, entries);
}
