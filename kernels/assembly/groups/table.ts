// Groups of rows by their keys: a table of slots with open addressing, and a record for each group. Nothing is made for
// a row. A slot is the hash of a key, and the address of its record, in 4 bytes each. Records never move.
//
// A record (record.ts) is a head, the state of each value that is added up (aggregates.ts), and the key.
// Records are in the order in which this table met them. The first row orders those of several threads.

import { copyBytes } from "../text/csv/bytes";
import { clearState, openAggregates, stateBytes } from "./aggregates";
import { keyHash, putEntry } from "./keys";
import { allocateInLines, groups_failed, groups_reserve, openMemory, recycle } from "./memory";
import { FIRST, GONE, HEAD, LENGTH, NEXT } from "./record";
import { INDEX, KEY, KEY_HASH, KEY_LENGTH, ROW } from "./row";

const FIRST_SLOTS: u32 = 4096;
/** Rows whose groups are looked for together, and then added up, while their records are in the cache. */
export const TOGETHER: u32 = 256;
/** The slots that were found for them. */
export const FOUND: usize = memory.data(2048, 16); // TOGETHER * 8

/** Where the description of a column of keys has the address of its values, as in keys.ts. */
const ENTRY_VALUES: usize = 8;

/** Where a sum of bytes goes that were only loaded so that they are in the cache. */
export const ASKED: usize = memory.data(8, 16);

/** How many records there are, and how many of them are of groups that another thread has now. */
export let groups_count: u32 = 0;
export let groups_gone: u32 = 0;

/** The slots, and the bits of a hash that choose one. */
export let slots: usize = 0;
export let slotMask: u32 = 0;
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
  slots = groups_reserve(<usize> FIRST_SLOTS << 3);
  if (groups_failed) return;
  clearState(empty);
  memory.fill(slots, 0, <usize> FIRST_SLOTS << 3);
  slotMask = FIRST_SLOTS - 1;
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
 * Finds the groups of up to TOGETHER rows by their keys and hashes, and makes those that are new. The address of a key
 * becomes that of the record; 0 if there is no memory for it. An address of 0 means the key of the row before. The place
 * of row 0 in the order of all rows is `position`, unless `positions` has that of each.
 */
export function findGroups(rows: usize, count: u32, position: f64, positions: usize): void {
  const end = rows + <usize> count * ROW;
  // Each loop asks the memory for what the next one needs, without a branch that waits for it.
  for (let row = rows, found = FOUND; row < end; row += ROW, found += 8) {
    store<u64>(found, load<u64>(slots + (<usize> (load<u32>(row, KEY_HASH) & slotMask) << 3)));
  }
  let asked: u32 = 0;
  for (let row = rows, at = FOUND; row < end; row += ROW, at += 8) {
    const hash = load<u32>(row, KEY_HASH);
    let found = load<u64>(at);
    for (let slot = hash; found != 0 && <u32> (found >> 32) != hash;) {
      slot = (slot & slotMask) + 1;
      found = load<u64>(slots + (<usize> (slot & slotMask) << 3));
    }
    store<u64>(at, found);
  }
  for (let at = FOUND; at < FOUND + (<usize> count << 3); at += 8) {
    asked |= load<u32>(load<u32>(at));
  }
  // Otherwise the compiler would leave the loads out.
  store<u32>(ASKED, asked);
  // What is left of a chunk may come after the next chunk.
  const isBefore = positions != 0 || position + <f64> load<u32>(rows, INDEX) < reached;
  for (let row = rows, at = FOUND; row < end; row += ROW, at += 8) {
    const key: usize = load<u32>(row, KEY);
    const length: usize = load<u32>(row, KEY_LENGTH);
    const index = load<u32>(row, INDEX);
    const first = positions == 0
      ? position + <f64> index
      : load<f64>(positions + (<usize> index << 3));
    // Rows of other threads may come from later chunks than the next ones here.
    reach(first);
    if (key == 0) {
      store<u32>(row, load<u32>(row - ROW, KEY), KEY);
      continue;
    }
    let record: usize = load<u32>(at);
    if (record == 0 || !isSame(key, keyOf(record), length)) {
      record = findOrMake(key, length, load<u32>(row, KEY_HASH), first);
    }
    store<u32>(row, <u32> record, KEY);
    if (isBefore && record != 0) setFirst(record, first);
  }
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
  let i = hash & slotMask;
  for (; true; i = (i + 1) & slotMask) {
    const found = load<u64>(slots + (<usize> i << 3));
    const record: usize = <u32> found;
    if (record == 0 || (<u32> (found >> 32) == hash && isSame(key, keyOf(record), length))) break;
  }
  return slots + (<usize> i << 3);
}

/** Notes that rows up to one were added: rows before it may change the order of groups. */
// @ts-ignore: decorator
@inline
export function reach(row: f64): void {
  reached = max(reached, row + 1);
}

/** Adds a record with a slot of its own to those that are known. */
export function add(record: usize, slot: usize, hash: u32): void {
  store<u64>(slot, <u64> hash << 32 | <u64> record);
  link(record);
  // Three of eight slots stay empty, so that few are looked at for a key.
  if (<u64> groups_count << 3 > <u64> slotMask * 5) growSlots();
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

function growSlots(): void {
  const size = <usize> slotMask + 1;
  const grown = groups_reserve(size << 4);
  if (grown == 0) return;
  memory.fill(grown, 0, size << 4);
  const mask = <u32> (size << 1) - 1;
  const end = slots + (size << 3);
  for (let slot = slots; slot < end; slot += 8) {
    const found = load<u64>(slot);
    if (found == 0) continue;
    let i = <u32> (found >> 32) & mask;
    while (load<u64>(grown + (<usize> i << 3)) != 0) i = (i + 1) & mask;
    store<u64>(grown + (<usize> i << 3), found);
  }
  recycle(slots, end);
  slots = grown;
  slotMask = mask;
}
