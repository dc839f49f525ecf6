// Which entries stand for a block's elements where x > 0 alone has entries.

import { ENTRIES, TABLE } from "../memory_map";
import { entryNumbers64, entryOffsets } from "../tables/entry";

/** What `locatePositive` finds beside elements with entries. */
export const BELOW: i32 = 1; // smaller ones, +0 too
export const BEYOND: i32 = 2; // larger ones, negative ones and NaN

// @ts-ignore: decorator
@inline
function place(at: usize, numbers: v128, least: i32, last: i32): void {
  const entry = i32x4.min_s(i32x4.max_s(numbers, i32x4.splat(least)), i32x4.splat(last));
  v128.store(at, i32x4.add(v128.load(TABLE), entryOffsets(entry)));
}

// @ts-ignore: decorator
@inline
function found(fewest: v128, most: v128, least: i32, last: i32): i32 {
  const below = v128.any_true(i32x4.lt_s(fewest, i32x4.splat(least))) ? BELOW : 0;
  return below | (v128.any_true(i32x4.gt_s(most, i32x4.splat(last))) ? BEYOND : 0);
}

/**
 * Fills ENTRIES, or u32 elsewhere, for `count` float64 with the addresses of entries `least` to `last` of
 * a table, whose entry 0 is or would be at `table`; returns what there is beside them.
 */
// @ts-ignore: decorator
@inline
export function locatePositive64(
  from: usize,
  count: i32,
  table: usize,
  least: i32,
  last: i32,
  at: usize = ENTRIES,
): i32 {
  v128.store(TABLE, i32x4.splat(<i32> table));
  let most = i32x4.splat(last);
  let fewest = most;
  for (const end = from + (<usize> count << 3); from < end; from += 32, at += 16) {
    const numbers = entryNumbers64(v128.load(from), v128.load(from, 16));
    most = i32x4.max_s(most, numbers);
    fewest = i32x4.min_s(fewest, numbers);
    place(at, numbers, least, last);
  }
  return found(fewest, most, least, last);
}
