// The elements that the loops of the Bessel kernels leave undecided (bessel_rows.ts): they are noted while a block is
// computed, and settled after it (bessel_settle.ts), so that they do not slow down the others.

import { SPACE, SPACE_C } from "./block";

/** u32 among the single values before the work spaces (block.ts): how many are noted, in each of two lists. */
const COUNTS: usize = 64;
// Of each element: x, and where its result is. There are two lists, as a kernel may run with another.
const NOTED: usize = SPACE_C + 2 * SPACE;
const LIST: usize = 2 * SPACE;
/** Bytes of a note. */
export const NOTE: usize = 16;

/** Notes those of two elements whose bits are in `lanes`, in one of two lists. */
export function note(isSecond: bool, x: v128, place: usize, lanes: usize): void {
  const list = isSecond ? NOTED + LIST : NOTED;
  let count: usize = noteCount(isSecond);
  for (let lane: usize = 0; lane < 2; lane++) {
    if (!(lanes >> lane & 1)) continue;
    const at = list + count * NOTE;
    store<f64>(at, lane == 0 ? f64x2.extract_lane(x, 0) : f64x2.extract_lane(x, 1));
    store<u32>(at, <u32> (place + (lane << 3)), 8);
    count++;
  }
  store<u32>(COUNTS + (isSecond ? 4 : 0), <u32> count);
}

/** How many are noted in a list. */
// @ts-ignore: decorator
@inline
export function noteCount(isSecond: bool): u32 {
  return load<u32>(COUNTS + (isSecond ? 4 : 0));
}

/** Empties a list; returns where its notes begin. */
// @ts-ignore: decorator
@inline
export function takeNotes(isSecond: bool): usize {
  store<u32>(COUNTS + (isSecond ? 4 : 0), 0);
  return isSecond ? NOTED + LIST : NOTED;
}
