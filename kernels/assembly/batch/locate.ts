// Kernels work in blocks: a first pass finds every element's entry, a second reads the entries.
// Addresses in memory cost less than addresses taken out of lanes, and a block without rare
// elements needs no test.

import { ENTRIES, TABLE } from "../memory_map";
import { ONE, ZERO } from "../arithmetic/constants";
import { entryNumbers64, entryOffsets } from "../tables/entry";

/** Which entry is used below the first octave: entry 0, or the one before it. */
export const HEAD: i32 = 0;
export const BEFORE_HEAD: i32 = 1;

// @ts-ignore: decorator
@inline
function place(at: usize, numbers: v128, head: i32): void {
  let entry = i32x4.max_s(numbers, i32x4.splat(0));
  if (head == BEFORE_HEAD) entry = i32x4.add(entry, i32x4.eq(entry, i32x4.splat(0)));
  v128.store(at, i32x4.add(v128.load(TABLE), entryOffsets(entry)));
}

/**
 * Whether the last block of float64 had an element below 2^-200, 0 included: its powers may
 * underflow.
 */
export let hadTiny: bool = false;

/** Whether it had an element below entry 1. */
export let hadHead: bool = false;

/** The entries' numbers below 2^-200. */
const TINY_NUMBER: i32 = ((1023 - 200) << 5) - (((1023 - 6) << 5) - 1);

/** Sets these two from the least numbers of entries. */
export function keepLeast(numbers: v128): void {
  hadHead = v128.any_true(i32x4.lt_s(numbers, i32x4.splat(1)));
  hadTiny = v128.any_true(i32x4.lt_s(numbers, i32x4.splat(TINY_NUMBER)));
}

/** Sets them again without zeros, whose powers do not underflow: counts have many. */
export function keepLeastBeyondZero(from: usize, count: i32): void {
  const one = v128.load(ONE);
  let least = i32x4.splat(1);
  for (const end = from + (<usize> count << 3); from < end; from += 32) {
    const a0 = f64x2.abs(v128.load(from));
    const a1 = f64x2.abs(v128.load(from, 16));
    const b0 = v128.or(a0, v128.and(one, f64x2.eq(a0, v128.load(ZERO))));
    const b1 = v128.or(a1, v128.and(one, f64x2.eq(a1, v128.load(ZERO))));
    least = i32x4.min_s(least, entryNumbers64(b0, b1));
  }
  keepLeast(least);
}

/** Fills ENTRIES for `count` float64; whether any lies beyond entry `last`, as NaN does. */
// @ts-ignore: decorator
@inline
export function locate64(
  from: usize,
  count: i32,
  table: usize,
  last: i32,
  head: i32,
): bool {
  v128.store(TABLE, i32x4.splat(<i32> table));
  let most = i32x4.splat(0);
  let least = i32x4.splat(1);
  let at = ENTRIES;
  for (const end = from + (<usize> count << 3); from < end; from += 32, at += 16) {
    const a0 = f64x2.abs(v128.load(from));
    const a1 = f64x2.abs(v128.load(from, 16));
    const numbers = entryNumbers64(a0, a1);
    most = i32x4.max_s(most, numbers);
    least = i32x4.min_s(least, numbers);
    place(at, numbers, head);
  }
  keepLeast(least);
  return v128.any_true(i32x4.gt_s(most, i32x4.splat(last)));
}
