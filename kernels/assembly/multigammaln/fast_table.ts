// Fast phase of multigammaln and its gradient at t = x - (p - 1)/2 with a table entry (multigammaln/table.ts), two lanes: the
// entry's bound decides how to round but for one element in 4,000. 4.4 ns for an element.

import { DIGAMMA, LGAMMA } from "../gamma/special_values";
import { entryLoop } from "../gamma/fast_table";
import { CHECKED } from "../tables/entry";
import { SUM_DISTANCES } from "../memory_map";
import { locateSums } from "./table";

/** Fills SUM_DISTANCES with t. */
export function storeDistances(from: usize, count: i32, p: f64): void {
  const edges = f64x2.splat(0.5 * (p - 1));
  for (let at: usize = 0, end = <usize> count << 3; at < end; at += 32) {
    v128.store(at, f64x2.sub(v128.load(from + at), edges), SUM_DISTANCES);
    v128.store(at, f64x2.sub(v128.load(from + at, 16), edges), SUM_DISTANCES + 16);
  }
}

/** The values of elements that all have entries. */
export function tabledValues(
  table: usize,
  order: i32,
  p: f64,
  from: usize,
  to: usize,
  count: i32,
): void {
  storeDistances(from, count, p);
  locateSums(table, SUM_DISTANCES, count, order, p);
  locatedValues(order, p, to, count);
}

/** The same where SUM_DISTANCES and ENTRIES are filled. */
export function locatedValues(order: i32, p: f64, to: usize, count: i32): void {
  if (order == LGAMMA) entryLoop(LGAMMA, p, SUM_DISTANCES, to, count, false, CHECKED, false);
  else entryLoop(DIGAMMA, p, SUM_DISTANCES, to, count, true, CHECKED, false);
}
