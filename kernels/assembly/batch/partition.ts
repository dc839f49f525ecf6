// Partition of a block into buckets, one for each region of its elements (batch/classify.ts), by a counting sort. A bucket
// has the elements of a region side by side, with their places in the block, and its capacity is checked. The kernels of
// the regions replace elements by results, and `scatter` puts these back. With the codes that takes about 4 ns for an
// element, as much as its table entry.
//
// Kernels compute up to four elements at a time: a bucket begins at a multiple of four, and is filled up with its first
// element, which costs no more than that.

import { BLOCK, BUCKET_PLACES, BUCKET_SLOTS, BUCKET_VALUES, CODES } from "../memory_map";
import { REGIONS } from "./classify";

/** Of each bucket, u32: the number of its first slot, of the next free one, and of the one after its last. */
const BUCKETS: usize = memory.data(12 * REGIONS, 16);

// @ts-ignore: decorator
@inline
function bucket(code: i32): usize {
  return BUCKETS + 12 * <usize> code;
}

/** Where the elements of a region begin. */
// @ts-ignore: decorator
@inline
export function bucketBegin(code: i32): usize {
  return BUCKET_VALUES + (<usize> load<u32>(bucket(code)) << 3);
}

/** How many there are. */
// @ts-ignore: decorator
@inline
export function bucketCount(code: i32): i32 {
  return load<i32>(bucket(code), 4) - load<i32>(bucket(code));
}

/** Sorts the elements of a block by CODES into buckets. */
export function partition(from: usize, count: i32): void {
  openBuckets(count);
  for (let i: usize = 0; i < <usize> count; i++) {
    const at = bucket(<i32> load<u8>(CODES + i));
    const slot: usize = load<u32>(at, 4);
    assert(<u32> slot < load<u32>(at, 8));
    store<f64>(BUCKET_VALUES + (slot << 3), load<f64>(from + (i << 3)));
    store<u16>(BUCKET_PLACES + (slot << 1), <u16> i);
    store<u32>(at, <u32> slot + 1, 4);
  }
  for (let code = 0; code < REGIONS; code++) fillUp(code);
}

/**
 * Fills the lanes after the last element of a block with it, up to a multiple of four: what was there might be of another
 * region, and take the last phase of this one.
 */
// @ts-ignore: decorator
@inline
export function fillLanes(from: usize, count: i32): void {
  const last = load<f64>(from + (<usize> (count - 1) << 3));
  for (let i = count; i & 3; i++) store<f64>(from + (<usize> i << 3), last);
}

/** Gives every bucket the room that its elements need. */
function openBuckets(count: i32): void {
  v128.store(CODES + <usize> count, i8x16.splat(-1)); // no code, after the last element
  let slot: i32 = 0;
  let total: i32 = 0;
  for (let code = 0; code < REGIONS; code++) {
    const size = countCode(code, count);
    const at = bucket(code);
    store<u32>(at, slot);
    store<u32>(at, slot, 4);
    store<u32>(at, slot + size, 8);
    slot = (slot + size + 3) & ~3;
    total += size;
  }
  assert(total == count && count <= BLOCK && slot <= <i32> BUCKET_SLOTS);
}

/** How many elements have a code: each of 16 counters reaches 32 at most. */
// @ts-ignore: decorator
@inline
function countCode(code: i32, count: i32): i32 {
  const wanted = i8x16.splat(<i8> code);
  let counts = i8x16.splat(0);
  for (let i: usize = 0; i < <usize> count; i += 16) {
    counts = i8x16.sub(counts, i8x16.eq(v128.load(CODES + i), wanted));
  }
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(counts));
  return i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
}

/** Fills a bucket up to a multiple of four elements. */
function fillUp(code: i32): void {
  const end: usize = load<u32>(bucket(code), 4);
  const first = load<f64>(bucketBegin(code));
  for (let slot = end; slot & 3; slot++) store<f64>(BUCKET_VALUES + (slot << 3), first);
}

/** Puts the results that have replaced the elements of all buckets into their places. */
export function scatter(to: usize): void {
  for (let code = 0; code < REGIONS; code++) {
    const end: usize = load<u32>(bucket(code), 4);
    for (let slot: usize = load<u32>(bucket(code)); slot < end; slot++) {
      const place: usize = load<u16>(BUCKET_PLACES + (slot << 1));
      store<f64>(to + (place << 3), load<f64>(BUCKET_VALUES + (slot << 3)));
    }
  }
}

/** Gives `count` elements the same result: the kernel of a region where that is a limit. */
export function fill(y: f64, to: usize, count: i32): void {
  for (const end = to + (<usize> count << 3); to < end; to += 8) store<f64>(to, y);
}
