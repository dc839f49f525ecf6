// Two-way partition of a block of x >= 0 at a threshold, where tiny and large numbers have different
// formulas, and back.

import { BLOCK, REFLECTED, UNTABLED } from "../memory_map";
import { largeValues } from "./asymptotic";
import { outsideValues } from "./fast_positive";
import { taken } from "./partition";

/** What `partAt` found from its edge on, and how many elements there and below. */
export const LARGES: usize = REFLECTED;
export let largeCount: i32 = 0;
export let belowCount: i32 = 0;

/**
 * Fills `list` with the elements of a block that are below an edge, and LARGES with the others;
 * whether all are `least` or more.
 */
export function partAt(from: usize, count: i32, list: usize, edge: f64, least: f64): bool {
  const first = f64x2.splat(least);
  const end = f64x2.splat(edge);
  let below = list;
  let large = LARGES;
  let are = i64x2.splat(-1);
  for (const stop = from + (<usize> count << 3); from < stop; from += 16) {
    const x = v128.load(from);
    are = v128.and(are, f64x2.ge(x, first));
    const which = i64x2.bitmask(f64x2.lt(x, end));
    v128.store(below, taken(x, which));
    v128.store(large, taken(x, which ^ 3));
    const size = <usize> popcnt(which) << 3;
    below += size;
    large += 16 - size;
  }
  belowCount = <i32> (below - list) >> 3;
  largeCount = <i32> (large - LARGES) >> 3;
  assert(belowCount <= BLOCK && largeCount <= BLOCK);
  // What is behind an odd list is no number of its kind. A list of BLOCK elements has no room behind it.
  if (belowCount & 1) store<f64>(below, load<f64>(list));
  if (largeCount & 1) store<f64>(large, load<f64>(LARGES));
  return i64x2.all_true(are);
}

/** Puts what both lists have become into their places. */
export function joinAt(from: usize, to: usize, count: i32, list: usize, edge: f64): void {
  const end = f64x2.splat(edge);
  let below = list;
  let large = LARGES;
  for (const stop = from + (<usize> count << 3); from < stop; from += 16, to += 16) {
    const isBelow = f64x2.lt(v128.load(from), end);
    const which = i64x2.bitmask(isBelow);
    const a = taken(v128.load(below), which);
    const b = taken(v128.load(large), which ^ 3);
    const size = <usize> popcnt(which) << 3;
    below += size;
    large += 16 - size;
    v128.store(to, v128.bitselect(a, b, isBelow));
  }
}

/**
 * As `outsideValues`, for a block of float64: where tiny and large numbers are mixed no branch
 * foresees which formula two lanes need, and most need both.
 */
export function valuesOfBothEnds(order: i32, from: usize, to: usize, count: i32): void {
  partAt(from, count, UNTABLED, 1, 0);
  outsideValues(order, UNTABLED, UNTABLED, belowCount, false);
  largeValues(order, LARGES, LARGES, largeCount);
  joinAt(from, to, count, UNTABLED, 1);
}
