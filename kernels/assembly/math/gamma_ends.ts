// Small and large numbers, for lgamma and digamma outside the rows, in lists of their own: where both ends are mixed no
// branch foresees which formula a pair of lanes needs, and most pairs need both.

import { ONE } from "./constants";
import { OTHERS, POSITIVES } from "./gamma_lists";
import { outsideValues } from "./gamma_pairs";

const SMALLS: usize = POSITIVES;
const LARGES: usize = OTHERS;

/** How two lanes are taken, by which of them are small: as they are, or the second one first. */
const TAKE_SMALL: usize = memory.data<u8>([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
  8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
], 16);
const TAKE_LARGE: usize = memory.data<u8>([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
  8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
], 16);

// @ts-ignore: decorator
@inline
function taken(a: v128, table: usize, which: i32): v128 {
  return i8x16.swizzle(a, v128.load(table + (<usize> which << 4)));
}

/** Whether there are many small and many large numbers. */
export function haveBothEnds(from: usize, count: i32): bool {
  let small = i64x2.splat(0);
  for (const stop = from + (<usize> count << 3); from < stop; from += 16) {
    small = i64x2.sub(small, f64x2.lt(v128.load(from), v128.load(ONE)));
  }
  const sum = <i32> (i64x2.extract_lane(small, 0) + i64x2.extract_lane(small, 1));
  return min(sum, count - sum) > count >> 3;
}

/** As `outsideValues`, for a block of float64. */
export function valuesOfBothEnds(order: i32, from: usize, to: usize, count: i32): void {
  const one = v128.load(ONE);
  let smalls: i32 = 0;
  let larges: i32 = 0;
  for (let i = 0; i < count; i += 2) {
    const x = v128.load(from + (<usize> i << 3));
    const which = i64x2.bitmask(f64x2.lt(x, one));
    const found = popcnt(which);
    v128.store(SMALLS + (<usize> smalls << 3), taken(x, TAKE_SMALL, which));
    v128.store(LARGES + (<usize> larges << 3), taken(x, TAKE_LARGE, which));
    smalls += found;
    larges += 2 - found;
  }
  // What is behind an odd list is no number of its kind.
  store<f64>(SMALLS + (<usize> smalls << 3), load<f64>(SMALLS));
  store<f64>(LARGES + (<usize> larges << 3), load<f64>(LARGES));
  outsideValues(order, SMALLS, SMALLS, smalls, false);
  outsideValues(order, LARGES, LARGES, larges, false);
  let small = SMALLS;
  let large = LARGES;
  for (let i = 0; i < count; i += 2) {
    const place = <usize> i << 3;
    const isSmall = f64x2.lt(v128.load(from + place), one);
    const which = i64x2.bitmask(isSmall);
    const a = taken(v128.load(small), TAKE_SMALL, which);
    const b = taken(v128.load(large), TAKE_LARGE, which);
    const found = <usize> popcnt(which) << 3;
    small += found;
    large += 16 - found;
    v128.store(to + place, v128.bitselect(a, b, isSmall));
  }
}
