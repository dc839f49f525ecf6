// Groups of rows by their keys: a hash table, and a record for each group. Nothing is made for a row. Records never move.
//
// The table has buckets of eight slots, each a cache line: the hashes of eight keys, and the addresses of their records.
// Two comparisons of vectors find a hash in a bucket, without a branch. Slots are filled from the first one on, and a key
// goes to the next bucket with an empty slot if its own is full.
//
// A record (record.ts) is a head, the state of each value that is added up (aggregates.ts), and the key.
// Records are in the order in which this table met them. The first row orders those of several threads.

import { copyBytes } from "../text/csv/bytes";
import { clearState, openAggregates, stateBytes } from "./aggregates";
import { keyHash, putEntry } from "./keys";
import {
  allocateInLines,
  BEHIND,
  groups_failed,
  groups_reserve,
  LINE,
  openMemory,
  recycle,
} from "./memory";
import { FIRST, GONE, HEAD, LENGTH, NEXT } from "./record";
import { INDEX, KEY, KEY_HASH, KEY_LENGTH, ROW } from "./row";

/** Where the addresses of a bucket begin. */
const ADDRESSES: usize = 32;
const FIRST_BUCKETS: u32 = 512;
/** Rows whose groups are looked for together, and then added up, while their records are in the cache. */
export const TOGETHER: u32 = 256;
/** The records that they have perhaps: their keys have the same hash. */
export const CANDIDATES: usize = memory.data(1024, 16); // TOGETHER * 4

/** Where the description of a column of keys has the address of its values, as in keys.ts. */
const ENTRY_VALUES: usize = 8;

/** Where a sum of bytes goes that were only loaded so that they are in the cache. */
const ASKED: usize = memory.data(8, 16);

/** How many records there are, and how many of them are of groups that another thread has now. */
export let groups_count: u32 = 0;
export let groups_gone: u32 = 0;

/** The buckets, and the bits of a hash that choose one. */
let buckets: usize = 0;
let bucketMask: u32 = 0;
/** The state of a group without rows. */
let empty: usize = 0;
/** The place after all rows that were added. */
let reached: f64 = 0;
/** The first record; `nextOf` gives the others. */
export let firstRecord: usize = 0;
let lastRecord: usize = 0;

/** Makes a table in the memory between two addresses. `aggregates` are those of aggregates.ts. */
export function groups_open(start: usize, limit: usize, aggregates: usize, count: i32): void {
  openMemory(start, limit);
  groups_count = 0;
  groups_gone = 0;
  reached = 0;
  firstRecord = 0;
  lastRecord = 0;
  openAggregates(aggregates, count);
  empty = groups_reserve(stateBytes);
  buckets = reserveBuckets(FIRST_BUCKETS);
  if (groups_failed) return;
  clearState(empty);
  bucketMask = FIRST_BUCKETS - 1;
}

/** Reserves empty buckets, and returns their address; 0 if there is no memory for them. */
function reserveBuckets(count: u32): usize {
  const size = <usize> count * LINE;
  const room = groups_reserve(size + LINE);
  if (room == 0) return 0;
  const address = (room + LINE - 1) & ~(LINE - 1);
  memory.fill(address, 0, size);
  return address;
}

/** The bucket that a hash belongs to. */
// @ts-ignore: decorator
@inline
function bucketOf(hash: u32): usize {
  return buckets + <usize> (hash & bucketMask) * LINE;
}

/** Returns a bit for each of eight numbers that is a given one. */
// @ts-ignore: decorator
@inline
function findNumber(numbers: usize, wanted: u32): i32 {
  const all = i32x4.splat(wanted);
  return i32x4.bitmask(i32x4.eq(v128.load(numbers), all)) |
    (i32x4.bitmask(i32x4.eq(v128.load(numbers, 16), all)) << 4);
}

/** The address of a slot's record in its bucket, given the bits of slots of which it is the first. */
// @ts-ignore: decorator
@inline
function firstSlot(bucket: usize, bits: i32): usize {
  return bucket + ADDRESSES + (<usize> ctz(bits) << 2);
}

/** The record after another; 0 after the last one. */
// @ts-ignore: decorator
@inline
export function nextOf(record: usize): usize {
  return load<u32>(record, NEXT) & ~GONE;
}

/** Where the key of a record is. */
// @ts-ignore: decorator
@inline
export function keyOf(record: usize): usize {
  return record + HEAD + stateBytes;
}

/**
 * Looks for the records of up to TOGETHER rows by the hashes of their keys. Each loop asks the memory for what the next
 * one needs, without a branch that waits for it.
 */
export function findCandidates(rows: usize, end: usize): void {
  let asked: u32 = 0;
  for (let row = rows; row < end; row += ROW) {
    asked |= load<u32>(bucketOf(load<u32>(row, KEY_HASH)));
  }
  for (let row = rows, at = CANDIDATES; row < end; row += ROW, at += 4) {
    const hash = load<u32>(row, KEY_HASH);
    const bucket = bucketOf(hash);
    const bits = findNumber(bucket, hash);
    const record = load<u32>(firstSlot(bucket, bits & 0xff | 0x100));
    store<u32>(at, select<u32>(record, 0, bits != 0));
  }
  const keys = keyOf(0);
  for (let row = rows, at = CANDIDATES; row < end; row += ROW, at += 4) {
    const record: usize = load<u32>(at);
    // The record of another key may end before: no more than what is readable after it is asked for.
    const last = min<usize>(keys + load<u32>(row, KEY_LENGTH), BEHIND - 1);
    asked |= load<u32>(record) | load<u8>(record + last);
  }
  // Otherwise the compiler would leave the loads out.
  store<u32>(ASKED, asked);
}

/**
 * Finds the groups of up to TOGETHER rows by their keys and hashes, and makes those that are new. The address of a key
 * becomes that of the record; 0 if there is no memory for it. An address of 0 means the key of the row before. The place
 * of row 0 in the order of all rows is `position`, unless `positions` has that of each. Rows are in that order.
 */
export function findGroups(rows: usize, count: u32, position: f64, positions: usize): void {
  const end = rows + <usize> count * ROW;
  findCandidates(rows, end);
  // What is left of a chunk may come after the next chunk, and rows of other threads from later ones.
  const isBefore = positions != 0 || position + <f64> load<u32>(rows, INDEX) < reached;
  for (let row = rows, at = CANDIDATES; row < end; row += ROW, at += 4) {
    const key: usize = load<u32>(row, KEY);
    const length: usize = load<u32>(row, KEY_LENGTH);
    if (key == 0) {
      store<u32>(row, load<u32>(row - ROW, KEY), KEY);
      continue;
    }
    let record: usize = load<u32>(at);
    if (record == 0 || !isSame(key, keyOf(record), length)) {
      record = findOrMake(key, length, load<u32>(row, KEY_HASH), placeOf(row, position, positions));
    }
    store<u32>(row, <u32> record, KEY);
    if (isBefore && record != 0) setFirst(record, placeOf(row, position, positions));
  }
  reach(placeOf(end - ROW, position, positions));
}

/** The place of a row in the order of all. */
// @ts-ignore: decorator
@inline
function placeOf(row: usize, position: f64, positions: usize): f64 {
  const index = load<u32>(row, INDEX);
  return positions == 0 ? position + <f64> index : load<f64>(positions + (<usize> index << 3));
}

/**
 * Finds the groups of up to TOGETHER rows by the entry of a dictionary that each has, -1 where it is null, and makes those
 * that are new. `column` is that of keys.ts, and `records` has the record of each entry that was looked for, after that of
 * null. There is room for a key at `key`. The address of a row's key becomes that of its record.
 */
export function findEntries(
  rows: usize,
  first: u32,
  count: u32,
  column: usize,
  records: usize,
  key: usize,
  position: f64,
): void {
  const end = rows + <usize> count * ROW;
  const entries = <usize> load<u32>(column, ENTRY_VALUES) + (<usize> first << 2);
  let asked: u32 = 0;
  for (let row = rows, at = entries; row < end; row += ROW, at += 4) {
    const record: usize = load<u32>(records + (<usize> (load<i32>(at) + 1) << 2));
    asked |= load<u32>(record);
    store<u32>(row, <u32> record, KEY);
  }
  store<u32>(ASKED, asked);
  const isBefore = position + <f64> first < reached;
  for (let row = rows, at = entries, index = first; row < end; row += ROW, at += 4, index++) {
    store<u32>(row, index, INDEX);
    let record: usize = load<u32>(row, KEY);
    const place = position + <f64> index;
    if (record == 0) {
      const entry = load<i32>(at);
      const known = records + (<usize> (entry + 1) << 2);
      record = load<u32>(known);
      if (record == 0) {
        const length = putEntry(column, entry, key) - key;
        record = findOrMake(key, length, keyHash(key, <u32> length), place);
        store<u32>(known, <u32> record);
      }
      store<u32>(row, <u32> record, KEY);
      if (record == 0) return;
      setFirst(record, place);
    } else if (isBefore) {
      setFirst(record, place);
    }
  }
  reach(position + <f64> (first + count - 1));
}

/** Notes that a row of a group comes before those that are known, perhaps. */
// @ts-ignore: decorator
@inline
export function setFirst(record: usize, row: f64): void {
  store<f64>(record, min(load<f64>(record, FIRST), row), FIRST);
}

/** Returns whether two texts of the same length are the same. 16 bytes after each must be readable. */
// @ts-ignore: decorator
@inline
export function isSame(a: usize, b: usize, length: usize): bool {
  for (; length >= 16; length -= 16, a += 16, b += 16) {
    if (!i8x16.all_true(i8x16.eq(v128.load(a), v128.load(b)))) return false;
  }
  const mask = (1 << <i32> length) - 1;
  return (i8x16.bitmask(i8x16.eq(v128.load(a), v128.load(b))) & mask) == mask;
}

function findOrMake(key: usize, length: usize, hash: u32, first: f64): usize {
  const slot = findSlot(key, length, hash);
  const found: usize = load<u32>(slot);
  if (found != 0) return found;
  const record = allocateInLines(HEAD + stateBytes + length);
  if (record == 0) return 0;
  store<f64>(record, first, FIRST);
  store<u32>(record, 0, NEXT);
  store<u32>(record, <u32> length, LENGTH);
  const state = record + HEAD;
  for (let at: usize = 0; at < stateBytes; at += 8) store<u64>(state + at, load<u64>(empty + at));
  copyBytes(state + stateBytes, key, key + length);
  add(record, slot, hash);
  return record;
}

/** Finds the slot of a key, or the empty one that it would have. */
export function findSlot(key: usize, length: usize, hash: u32): usize {
  let bucket = bucketOf(hash);
  let slot = findInBucket(bucket, key, length, hash);
  while (slot == 0) {
    bucket = nextBucket(bucket);
    slot = findInBucket(bucket, key, length, hash);
  }
  return slot;
}

/** Finds the slot of a key in a bucket, or an empty one; 0 if there is neither. */
// @ts-ignore: decorator
@inline
function findInBucket(bucket: usize, key: usize, length: usize, hash: u32): usize {
  for (let bits = findNumber(bucket, hash); bits != 0; bits &= bits - 1) {
    const slot = firstSlot(bucket, bits);
    const record: usize = load<u32>(slot);
    // An empty slot seems to have the hash 0.
    if (record == 0 || isSame(key, keyOf(record), length)) return slot;
  }
  return findEmpty(bucket);
}

/** Finds the first empty slot of a bucket; 0 if there is none. */
// @ts-ignore: decorator
@inline
function findEmpty(bucket: usize): usize {
  const bits = findNumber(bucket + ADDRESSES, 0);
  return bits == 0 ? 0 : firstSlot(bucket, bits);
}

/** The bucket after another; the first one after the last. */
// @ts-ignore: decorator
@inline
function nextBucket(bucket: usize): usize {
  return bucketOf(<u32> ((bucket - buckets) / LINE) + 1);
}

/** Notes that rows up to one were added: rows before it may change the order of groups. */
// @ts-ignore: decorator
@inline
export function reach(row: f64): void {
  reached = max(reached, row + 1);
}

/** Adds a record with a slot of its own to those that are known. */
export function add(record: usize, slot: usize, hash: u32): void {
  fillSlot(slot, hash, <u32> record);
  link(record);
  // Three of eight slots stay empty on average, so that few buckets are full.
  if (groups_count > 5 * bucketMask) growBuckets();
}

// @ts-ignore: decorator
@inline
function fillSlot(slot: usize, hash: u32, record: u32): void {
  store<u32>(slot - ADDRESSES, hash);
  store<u32>(slot, record);
}

/** Adds a record to the end of the list of all, without a slot. Its NEXT is 0. */
export function link(record: usize): void {
  if (lastRecord == 0) firstRecord = record;
  else store<u32>(lastRecord, load<u32>(lastRecord, NEXT) | <u32> record, NEXT);
  lastRecord = record;
  groups_count++;
}

/** Notes that another thread has a group now. */
// @ts-ignore: decorator
@inline
export function leave(): void {
  groups_gone++;
}

function growBuckets(): void {
  const old = buckets;
  const count = bucketMask + 1;
  const grown = reserveBuckets(2 * count);
  if (grown == 0) return;
  buckets = grown;
  bucketMask = 2 * count - 1;
  const end = old + <usize> count * LINE;
  for (let from = old; from < end; from += LINE) {
    for (let at = from; at < from + ADDRESSES; at += 4) {
      const record = load<u32>(at, ADDRESSES);
      if (record == 0) break;
      const hash = load<u32>(at);
      let bucket = bucketOf(hash);
      let slot = findEmpty(bucket);
      while (slot == 0) {
        bucket = nextBucket(bucket);
        slot = findEmpty(bucket);
      }
      fillSlot(slot, hash, record);
    }
  }
  recycle(old, end);
}
