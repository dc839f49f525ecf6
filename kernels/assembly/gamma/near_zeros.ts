// Elements x < 0 that are computed before and after all others of a block (gamma/fast_reflection.ts):
// those close to zeros of lgamma, digamma or polygamma of order 2, where a block is known to have
// many, are found without branches and computed from the rows of the zeros (gamma/zeros.ts); those
// that are undecided are noted, and computed again.

import {
  BLOCK,
  AGAIN,
  AGAIN_PLACES,
  BOUND,
  CLOSE_PLACES,
  CLOSE_ROWS,
  CLOSES,
  LOW,
  REFLECTED,
  REST,
  REST_PLACES,
} from "../memory_map";
import { reflectedCount } from "./buckets";
import { fallBackLanes } from "./fallback";
import { candidateRow, evaluateClose, evaluateZeros, isClose, isOfZero, zeroRow } from "./zeros";
import { failsZivTest } from "../rounding/ziv_test";

let closeCount: i32 = 0;

let againCount: i32 = 0;
const MANY_NOTED: i32 = 32;

/** How many elements were next to zeros in the last block. */
export let zeroCount: i32 = 0;

/** Begins without any. */
export function startCloses(): void {
  closeCount = 0;
  againCount = 0;
}

/** Lists the elements close to zeros, and the others; how many those are. */
export function takeZeros(order: i32): i32 {
  let closes: i32 = 0;
  let rest: i32 = 0;
  for (let i = 0; i < reflectedCount; i++) {
    // Written to both lists, and kept where it counts, as in gamma/buckets.ts.
    const x = load<f64>(REFLECTED + (<usize> i << 3));
    const row = candidateRow(order, x);
    const close = i32(isClose(row, x));
    store<f64>(CLOSES + (<usize> closes << 3), x);
    store<u32>(CLOSE_PLACES + (<usize> closes << 2), i);
    store<u32>(CLOSE_ROWS + (<usize> closes << 2), <u32> row);
    closes += close;
    store<f64>(REST + (<usize> rest << 3), x);
    store<u32>(REST_PLACES + (<usize> rest << 2), i);
    rest += close ^ 1;
  }
  assert(closes <= BLOCK && rest <= BLOCK);
  closeCount = closes;
  if (rest & 1) store<f64>(REST + (<usize> rest << 3), load<f64>(REST));
  return rest;
}

/** Computes what is close to zeros. */
export function computeCloses(order: i32): void {
  zeroCount = closeCount;
  if (closeCount & 1) {
    const last = <usize> closeCount;
    store<f64>(CLOSES + (last << 3), load<f64>(CLOSES));
    store<u32>(CLOSE_PLACES + (last << 2), load<u32>(CLOSE_PLACES));
    store<u32>(CLOSE_ROWS + (last << 2), load<u32>(CLOSE_ROWS));
  }
  for (let i = 0; i < closeCount; i += 2) {
    const x = v128.load(CLOSES + (<usize> i << 3));
    const rows = CLOSE_ROWS + (<usize> i << 2);
    const high = evaluateClose(x, load<u32>(rows), load<u32>(rows, 4));
    const low = v128.load(LOW);
    const bound = v128.load(BOUND);
    const mask = failsZivTest(high, low, bound);
    let y = f64x2.add(high, low);
    if (v128.any_true(mask)) y = v128.bitselect(fallBackLanes(order, 0, x, high, low, bound, mask), y, mask);
    const places = CLOSE_PLACES + (<usize> i << 2);
    store<f64>(REFLECTED + (<usize> load<u32>(places) << 3), f64x2.extract_lane(y, 0));
    store<f64>(REFLECTED + (<usize> load<u32>(places, 4) << 3), f64x2.extract_lane(y, 1));
  }
}

/** Notes an element that is to be computed again. */
// @ts-ignore: decorator
@inline
export function note(x: f64, place: i32): void {
  store<f64>(AGAIN + (<usize> againCount << 3), x);
  store<u32>(AGAIN_PLACES + (<usize> againCount << 2), place);
  againCount++;
  assert(againCount <= BLOCK);
}

/** Whether so many elements of a block are noted that most of those to come will be, too. */
// @ts-ignore: decorator
@inline
export function areManyNoted(): bool {
  return againCount > MANY_NOTED;
}

/** Computes what was noted: two at a time from rows of zeros, where both have one. */
export function computeAgain(order: i32): void {
  const none = f64x2.splat(0);
  if (againCount & 1) note(load<f64>(AGAIN), load<i32>(AGAIN_PLACES));
  for (let i = 0; i < againCount; i += 2) {
    const x = v128.load(AGAIN + (<usize> i << 3));
    const places = AGAIN_PLACES + (<usize> i << 2);
    const place0 = REFLECTED + (<usize> load<u32>(places) << 3);
    const place1 = REFLECTED + (<usize> load<u32>(places, 4) << 3);
    let y = f64x2(load<f64>(place0), load<f64>(place1)); // almost
    const row0 = zeroRow(order, f64x2.extract_lane(x, 0), f64x2.extract_lane(y, 0));
    const row1 = zeroRow(order, f64x2.extract_lane(x, 1), f64x2.extract_lane(y, 1));
    let mask = i64x2.splat(-1);
    if (row0 != 0 && row1 != 0) {
      zeroCount += i32(isOfZero(row0)) + i32(isOfZero(row1));
      const high = evaluateZeros(x, row0, row1);
      y = f64x2.add(high, v128.load(LOW));
      mask = failsZivTest(high, v128.load(LOW), v128.load(BOUND));
    }
    if (v128.any_true(mask)) y = v128.bitselect(fallBackLanes(order, 0, x, y, none, none, mask), y, mask);
    store<f64>(place0, f64x2.extract_lane(y, 0));
    store<f64>(place1, f64x2.extract_lane(y, 1));
  }
}
