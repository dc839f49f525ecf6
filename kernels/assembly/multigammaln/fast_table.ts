// Fast phase of multigammaln and its gradient at t = x - (p - 1)/2 with a table entry (multigammaln/table.ts), two lanes: the
// entry's bound decides how to round but for one element in 4,000. 4.4 ns for an element.

import { DIGAMMA, LGAMMA } from "../gamma/special_values";
import { fallBackInTable } from "../gamma/fallback";
import { BOUNDED, CHECKED, evaluateEntry } from "../gamma/fast_entry";
import { BOUND, ENTRIES, LOW, SUM_DISTANCES } from "../memory_map";
import { forcedLanes, isForced } from "../rounding/forced";
import { finish } from "../rounding/ziv_test";
import { oddMultigammaln } from "./accurate";
import { locateSums } from "./table";

/** float32: a value smaller than so many times the bound of its error takes the accurate phase. */
const CANCELLED: f64 = 4503599627370496; // 2^52

/** Fills SUM_DISTANCES with t. */
export function storeDistances(from: usize, count: i32, p: f64): void {
  const edges = f64x2.splat(0.5 * (p - 1));
  for (let at: usize = 0, end = <usize> count << 3; at < end; at += 32) {
    v128.store(at, f64x2.sub(v128.load(from + at), edges), SUM_DISTANCES);
    v128.store(at, f64x2.sub(v128.load(from + at, 16), edges), SUM_DISTANCES + 16);
  }
}

/** The values of elements that all have entries; `odd`: rounded to odd. */
export function tabledValues(
  table: usize,
  order: i32,
  p: f64,
  from: usize,
  to: usize,
  count: i32,
  odd: bool,
): void {
  storeDistances(from, count, p);
  locateSums(table, SUM_DISTANCES, count, order, p);
  locatedValues(order, p, to, count, odd);
}

/** The same where SUM_DISTANCES and ENTRIES are filled. */
export function locatedValues(order: i32, p: f64, to: usize, count: i32, odd: bool): void {
  if (odd) oddFromEntries(to, count, p, order);
  else if (order == LGAMMA) fromEntries(LGAMMA, to, count, p);
  else fromEntries(DIGAMMA, to, count, p);
}

// @ts-ignore: decorator
@inline
function fromEntries(order: i32, to: usize, count: i32, p: f64): void {
  const areForced = isForced();
  for (let i = 0; i < count; i += 2) {
    const at = <usize> i << 3;
    const t = v128.load(at, SUM_DISTANCES);
    const entries = ENTRIES + (<usize> i << 2);
    let y = evaluateEntry(
      t,
      t,
      load<u32>(entries),
      load<u32>(entries, 4),
      order == DIGAMMA,
      false,
      CHECKED,
    );
    const mask = v128.load(LOW);
    if (areForced || v128.any_true(mask)) y = fallBack(order, p, t, y, mask, entries);
    v128.store(to + at, y);
  }
}

/** Computes the lanes of a mask again, whose entries are in `entries`. */
function fallBack(order: i32, p: f64, t: v128, y: v128, mask: v128, entries: usize): v128 {
  mask = v128.or(mask, forcedLanes());
  const x = f64x2.add(t, f64x2.splat(0.5 * (p - 1)));
  return fallBackInTable(order, p, x, t, y, mask, entries);
}

/** The same, rounded to odd. */
function oddFromEntries(to: usize, count: i32, p: f64, order: i32): void {
  for (let i = 0; i < count; i += 2) {
    const at = <usize> i << 3;
    const t = v128.load(at, SUM_DISTANCES);
    const entries = ENTRIES + (<usize> i << 2);
    const high = evaluateEntry(
      t,
      t,
      load<u32>(entries),
      load<u32>(entries, 4),
      true,
      false,
      BOUNDED,
    ); // the bound is for `uncancelled`
    const y = finish(high, v128.load(LOW), true);
    const x = f64x2.add(t, f64x2.splat(0.5 * (p - 1)));
    v128.store(to + at, order == DIGAMMA ? uncancelled(p, x, high, y) : y);
  }
}

/** Results, rounded to odd, where those next to the zero of the gradient, by BOUND, are computed again. */
// @ts-ignore: decorator
@inline
export function uncancelled(p: f64, x: v128, high: v128, y: v128): v128 {
  const mask = f64x2.lt(f64x2.abs(high), f64x2.mul(v128.load(BOUND), f64x2.splat(CANCELLED)));
  if (!v128.any_true(mask)) return y;
  if (i64x2.extract_lane(mask, 0)) {
    y = f64x2.replace_lane(y, 0, oddMultigammaln(f64x2.extract_lane(x, 0), p, true));
  }
  if (i64x2.extract_lane(mask, 1)) {
    y = f64x2.replace_lane(y, 1, oddMultigammaln(f64x2.extract_lane(x, 1), p, true));
  }
  return y;
}
