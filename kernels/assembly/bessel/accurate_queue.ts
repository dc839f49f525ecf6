// The elements of a block of a Bessel function that fail Ziv's test (bessel/fast_entry.ts), queued while it
// is computed and computed after it (bessel/fallback.ts), so that they do not slow down the others. Of
// each element: x, and where its result is. There are two queues, as a kernel may run with another.

import { BLOCK, QUEUE_COUNTS, QUEUE_SIZE, QUEUES } from "../memory_map";

/** Bytes of an entry. */
export const QUEUE_ENTRY: usize = 16;

/**
 * Appends those of two elements whose bits are in `lanes` to one of two queues. Both are written and
 * the first may be overwritten, as which of them it is cannot be foreseen, and a branch would cost
 * more.
 */
export function enqueue(isSecond: bool, x: v128, place: usize, lanes: usize): void {
  const list = isSecond ? QUEUES + QUEUE_SIZE : QUEUES;
  const count: usize = queueLength(isSecond);
  const next = count + (lanes & 1);
  assert(next + (lanes >> 1) <= <usize> BLOCK);
  const at = list + count * QUEUE_ENTRY;
  v128.store64_lane(at, x, 0);
  store<u32>(at, <u32> place, 8);
  const then = list + next * QUEUE_ENTRY;
  v128.store64_lane(then, x, 1);
  store<u32>(then, <u32> (place + 8), 8);
  store<u32>(QUEUE_COUNTS + (isSecond ? 4 : 0), <u32> (next + (lanes >> 1)));
}

/** How many are in a queue. */
// @ts-ignore: decorator
@inline
export function queueLength(isSecond: bool): u32 {
  return load<u32>(QUEUE_COUNTS + (isSecond ? 4 : 0));
}

/** Empties a queue; returns where its entries begin. */
// @ts-ignore: decorator
@inline
export function takeQueue(isSecond: bool): usize {
  store<u32>(QUEUE_COUNTS + (isSecond ? 4 : 0), 0);
  return isSecond ? QUEUES + QUEUE_SIZE : QUEUES;
}
