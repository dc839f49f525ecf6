// Partition of a block into buckets, one for each region of its elements (batch/classify.ts). A bucket has the elements of a
// region side by side, with their places in the block, and its capacity is checked. The bucket of a region with nearly all
// elements is a copy of the block, in which one of its elements replaces those of other regions: computing these few twice
// takes less time than moving all others. The kernels of the regions replace elements by results, and `scatter` puts these
// back. Classifying, partitioning and scattering take 1.5 to 3 ns for an element.
//
// Kernels compute up to four elements at a time: a bucket begins at a multiple of four, and is filled up with its first
// element, which costs no more than that.

import { BLOCK, BUCKET_PLACES, BUCKET_SLOTS, BUCKET_VALUES, CODES } from "../memory_map";
import { REGIONS, SEVERAL } from "./classify";

/** Of each bucket, u32: the number of its first slot, and of the one after its last. */
const BUCKETS: usize = memory.data(8 * REGIONS, 16);

/** The region whose bucket is a copy of the block, or SEVERAL. */
let majority: i32 = SEVERAL;

// @ts-ignore: decorator
@inline
function bucket(code: i32): usize {
  return BUCKETS + 8 * <usize> code;
}

// @ts-ignore: decorator
@inline
function valueAt(slot: usize): usize {
  return BUCKET_VALUES + (slot << 3);
}

// @ts-ignore: decorator
@inline
function placeAt(slot: usize): usize {
  return BUCKET_PLACES + (slot << 1);
}

/** Where the elements of a region begin. */
// @ts-ignore: decorator
@inline
export function bucketBegin(code: i32): usize {
  return valueAt(load<u32>(bucket(code)));
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
  for (let code = 0; code < REGIONS; code++) if (code != majority) fillBucket(code, from);
  if (majority != SEVERAL) copyBlock(from, count);
  for (let code = 0; code < REGIONS; code++) fillLanes(bucketBegin(code), bucketCount(code));
}

/**
 * Fills the lanes after the last of `count` elements with the first, up to a multiple of four: what was there might be of
 * another region, and take the last phase of this one.
 */
// @ts-ignore: decorator
@inline
export function fillLanes(from: usize, count: i32): void {
  const first = load<f64>(from);
  for (let i = count; i & 3; i++) store<f64>(from + (<usize> i << 3), first);
}

/** Gives every bucket the room that its elements need. */
function openBuckets(count: i32): void {
  v128.store(CODES + <usize> count, i8x16.splat(-1)); // no code, after the last element
  majority = SEVERAL;
  let slot: i32 = 0;
  let total: i32 = 0;
  for (let code = 0; code < REGIONS; code++) {
    const size = countCode(code, count);
    total += size;
    const isMajority = size > count - (count >> 3);
    if (isMajority) majority = code;
    store<u32>(bucket(code), slot);
    slot += isMajority ? count : size;
    store<u32>(bucket(code), slot, 4);
    slot = (slot + 3) & ~3;
  }
  assert(total == count && count <= BLOCK && slot <= <i32> BUCKET_SLOTS);
}

/** Which of the elements from a place on have a code, 16 of them. */
// @ts-ignore: decorator
@inline
function haveCode(code: i32, place: usize): v128 {
  return i8x16.eq(v128.load(CODES + place), i8x16.splat(<i8> code));
}

/** How many elements have a code: each of 16 counters reaches 32 at most. */
// @ts-ignore: decorator
@inline
function countCode(code: i32, count: i32): i32 {
  let counts = i8x16.splat(0);
  for (let i: usize = 0; i < <usize> count; i += 16) counts = i8x16.sub(counts, haveCode(code, i));
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(counts));
  return i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
}

/** Puts the elements of a region, and their places, into its bucket. */
function fillBucket(code: i32, from: usize): void {
  let slot: usize = load<u32>(bucket(code));
  const end: usize = load<u32>(bucket(code), 4);
  for (let i: usize = 0; slot < end; i += 16) {
    for (let lanes = i8x16.bitmask(haveCode(code, i)); lanes != 0; lanes &= lanes - 1) {
      const place = i + <usize> ctz(lanes);
      store<f64>(valueAt(slot), load<f64>(from + (place << 3)));
      store<u16>(placeAt(slot), <u16> place);
      slot++;
    }
  }
  assert(slot == end);
}

/** Copies the block into the bucket of its majority, and replaces the elements of other regions. */
function copyBlock(from: usize, count: i32): void {
  const copy = bucketBegin(majority);
  memory.copy(copy, from, <usize> count << 3);
  let first: usize = 0;
  while (<i32> load<u8>(CODES + first) != majority) first++;
  const x = load<f64>(copy + (first << 3));
  for (let code = 0; code < REGIONS; code++) {
    if (code == majority) continue;
    const end: usize = load<u32>(bucket(code), 4);
    for (let slot: usize = load<u32>(bucket(code)); slot < end; slot++) {
      store<f64>(copy + (<usize> load<u16>(placeAt(slot)) << 3), x);
    }
  }
}

/** Puts the results that have replaced the elements of all buckets into their places. */
export function scatter(to: usize): void {
  if (majority != SEVERAL) {
    memory.copy(to, bucketBegin(majority), <usize> bucketCount(majority) << 3);
  }
  for (let code = 0; code < REGIONS; code++) {
    if (code == majority) continue;
    const end: usize = load<u32>(bucket(code), 4);
    for (let slot: usize = load<u32>(bucket(code)); slot < end; slot++) {
      const place: usize = load<u16>(placeAt(slot));
      store<f64>(to + (place << 3), load<f64>(valueAt(slot)));
    }
  }
}

/** Gives `count` elements the same result: the kernel of a region where that is a limit. */
export function fill(y: f64, to: usize, count: i32): void {
  for (const end = to + (<usize> count << 3); to < end; to += 8) store<f64>(to, y);
}
