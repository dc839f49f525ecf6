// The elements of a block that fail Ziv's test, queued while it is computed and computed after it, so that they do not slow
// down the others: x as a float64, and where its result is. There are two queues, as a kernel may run with that of its
// gradient.

import { BLOCK, QUEUE_COUNTS, QUEUE_SIZE, QUEUES, SPACE } from "../memory_map";

/** Where addresses begin in a queue: after BLOCK elements, and room to fill up to a multiple of four. */
const ADDRESSES: usize = SPACE + 32;

// @ts-ignore: decorator
@inline
function queue(isSecond: bool): usize {
  return isSecond ? QUEUES + QUEUE_SIZE : QUEUES;
}

/** How many are in a queue. */
// @ts-ignore: decorator
@inline
export function queueLength(isSecond: bool): u32 {
  return load<u32>(QUEUE_COUNTS + (isSecond ? 4 : 0));
}

// @ts-ignore: decorator
@inline
function setLength(isSecond: bool, length: usize): void {
  assert(length <= <usize> BLOCK);
  store<u32>(QUEUE_COUNTS + (isSecond ? 4 : 0), <u32> length);
}

/** Empties a queue; returns where its elements begin, which stay until the next one is queued. */
// @ts-ignore: decorator
@inline
export function takeQueue(isSecond: bool): usize {
  setLength(isSecond, 0);
  return queue(isSecond);
}

/** Where the result of a queue's element is, by the address of that element. */
// @ts-ignore: decorator
@inline
export function resultOf(isSecond: bool, element: usize): usize {
  const begin = queue(isSecond);
  return load<u32>(begin + ADDRESSES + ((element - begin) >> 1));
}

/**
 * Appends those of two elements whose bits are in `lanes`. Both are written, and the first may be overwritten: a branch
 * would be mispredicted, and cost more.
 */
export function enqueue(isSecond: bool, x: v128, result: usize, lanes: usize): void {
  const begin = queue(isSecond);
  const addresses = begin + ADDRESSES;
  const count: usize = queueLength(isSecond);
  const next = count + (lanes & 1);
  v128.store64_lane(begin + (count << 3), x, 0);
  store<u32>(addresses + (count << 2), <u32> result);
  v128.store64_lane(begin + (next << 3), x, 1);
  store<u32>(addresses + (next << 2), <u32> (result + 8));
  setLength(isSecond, next + (lanes >> 1));
}
