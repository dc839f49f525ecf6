// Groups of rows by their keys: a table of slots with open addressing, and a record for each group. Nothing is made for
// a row. A slot is the hash of a key, and the address of its record, in 4 bytes each. Records never move.
//
// A record (record.ts) is a head, the state of each value that is added up (aggregates.ts), and the key.
// Records are in the order in which this table met them. The first row orders those of several threads.

import {
  clearState,
  copyWholes,
  mergeStates,
  moveWholes,
  openAggregates,
  stateBytes,
  wholesBytes,
  writeWholes,
} from "./aggregates";
import { allocate, groups_failed, groups_reserve, openMemory, recycle } from "./memory";
import { FIRST, HASH, HEAD, LENGTH, NEXT, OTHER } from "./record";

const FIRST_SLOTS: u32 = 4096;
/** Rows whose groups are looked for together, and then added up, while their records are in the cache. */
export const TOGETHER: u32 = 256;
const FOUND: usize = memory.data(2048, 16); // TOGETHER * 8

/** How many groups there are. */
export let groups_count: u32 = 0;

let slots: usize = 0;
let slotMask: u32 = 0;
/** The state of a group without rows. */
let empty: usize = 0;
/** The place behind all rows that were added. */
let reached: f64 = 0;
let firstRecord: usize = 0;
let lastRecord: usize = 0;

/** Makes a table in the memory between two addresses. `aggregates` are those of aggregates.ts. */
export function groups_open(start: usize, limit: usize, aggregates: usize, count: i32): void {
  openMemory(start, limit);
  groups_count = 0;
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

/** Where the key of a record is. */
// @ts-ignore: decorator
@inline
export function keyOf(record: usize): usize {
  return record + HEAD + stateBytes;
}

/**
 * Finds the groups of up to TOGETHER rows by their keys and hashes (keys.ts), and makes those that are new. `to` gets
 * the u32 address of each record, and 0 for a row whose key is empty. `position` is the place of the first row in the
 * order of all rows.
 */
export function findGroups(
  keys: usize,
  starts: usize,
  hashes: usize,
  count: u32,
  position: f64,
  to: usize,
): void {
  // What is left of a chunk may come after the next chunk.
  const isBefore = position < reached;
  // Each loop asks the memory for what the next one needs, without a branch that waits for it.
  for (let i: usize = 0; i < <usize> count; i++) {
    const slot = slots + (<usize> (load<u32>(hashes + (i << 2)) & slotMask) << 3);
    store<u64>(FOUND + (i << 3), load<u64>(slot));
  }
  for (let i: usize = 0; i < <usize> count; i++) {
    const hash = load<u32>(hashes + (i << 2));
    let found = load<u64>(FOUND + (i << 3));
    for (let slot = hash; found != 0 && <u32> (found >> 32) != hash;) {
      slot = (slot & slotMask) + 1;
      found = load<u64>(slots + (<usize> (slot & slotMask) << 3));
    }
    store<u32>(to + (i << 2), <u32> found);
  }
  for (let i: usize = 0; i < <usize> count; i++) {
    const start: usize = load<u32>(starts + (i << 2));
    const length = <usize> load<u32>(starts + (i << 2), 4) - start;
    let record: usize = load<u32>(to + (i << 2));
    if (length == 0) {
      record = 0;
    } else if (record == 0 || !isSame(keys + start, keyOf(record), length)) {
      record = findOrMake(keys + start, length, load<u32>(hashes + (i << 2)), position + <f64> i);
    }
    store<u32>(to + (i << 2), <u32> record);
    if (isBefore && record != 0) setFirst(record, position + <f64> i);
  }
  reached = max(reached, position + <f64> count);
}

/** Notes that a row of a group comes before those that are known, perhaps. */
// @ts-ignore: decorator
@inline
function setFirst(record: usize, row: f64): void {
  store<f64>(record, min(load<f64>(record, FIRST), row), FIRST);
}

/** Gives every row that has a key the same group. */
export function giveGroup(starts: usize, count: u32, record: usize, to: usize): void {
  let start = load<u32>(starts);
  for (let i: usize = 0; i < <usize> count; i++) {
    const end = load<u32>(starts + (i << 2), 4);
    store<u32>(to + (i << 2), start == end ? 0 : <u32> record);
    start = end;
  }
}

/** Returns whether two texts of the same length are the same. 16 bytes behind each must be readable. */
// @ts-ignore: decorator
@inline
function isSame(a: usize, b: usize, length: usize): bool {
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
  const record = allocate(HEAD + stateBytes + length);
  if (record == 0) return 0;
  store<u32>(record, <u32> length, LENGTH);
  store<u32>(record, hash, HASH);
  store<u32>(record, 0, OTHER);
  store<f64>(record, first, FIRST);
  memory.copy(record + HEAD, empty, stateBytes);
  memory.copy(keyOf(record), key, length);
  add(record, slot, hash);
  return record;
}

/** Finds the slot of a key, or the empty one that it would have. */
function findSlot(key: usize, length: usize, hash: u32): usize {
  let i = hash & slotMask;
  for (; true; i = (i + 1) & slotMask) {
    const found = load<u64>(slots + (<usize> i << 3));
    const record: usize = <u32> found;
    if (record == 0 || (<u32> (found >> 32) == hash && isSame(key, keyOf(record), length))) break;
  }
  return slots + (<usize> i << 3);
}

/** Adds a record with a slot of its own to those that are known. */
function add(record: usize, slot: usize, hash: u32): void {
  store<u64>(slot, <u64> hash << 32 | <u64> record);
  link(record);
  // Three of eight slots stay empty, so that few are looked at for a key.
  if (<u64> groups_count << 3 > <u64> slotMask * 5) growSlots();
}

function link(record: usize): void {
  store<u32>(record, 0, NEXT);
  if (lastRecord == 0) firstRecord = record;
  else store<u32>(lastRecord, <u32> record, NEXT);
  lastRecord = record;
  groups_count++;
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

// Threads exchange groups: each has a part of the hashes, and gets the groups of the others that belong to it. A record
// is written as it is, then all limbs of those of its sums that have them, then nothing up to a multiple of 8.

/** The record that is written next, and the one that is looked at next. */
let cursor: usize = 0;

/** Begins at the first record. */
export function groups_rewind(): void {
  cursor = firstRecord;
}

/** Returns whether a hash belongs to a part of all. */
// @ts-ignore: decorator
@inline
function isIn(record: usize, part: u32, parts: u32): bool {
  return <u32> (<u64> load<u32>(record, HASH) * <u64> parts >> 32) == part;
}

/** Bytes of a record as it is written. */
// @ts-ignore: decorator
@inline
function sizeOf(record: usize): usize {
  return (HEAD + stateBytes + <usize> load<u32>(record, LENGTH) + 7) & ~7;
}

/**
 * Writes the records of a part, from where the last call stopped. It stops where the next one would not fit into
 * [to, end). Returns where it stopped.
 */
export function groups_write(part: u32, parts: u32, to: usize, end: usize): usize {
  for (; cursor != 0; cursor = load<u32>(cursor, NEXT)) {
    if (!isIn(cursor, part, parts)) continue;
    const size = sizeOf(cursor);
    if (to + size + wholesBytes(cursor + HEAD) > end) return to;
    memory.copy(to, cursor, size);
    to = writeWholes(cursor + HEAD, to + size);
  }
  return to;
}

/** Bytes of the record that did not fit; 0 if all were written. */
export function groups_left(): usize {
  return cursor == 0 ? 0 : sizeOf(cursor) + wholesBytes(cursor + HEAD);
}

/** Takes the records that were written to [at, end), of which none is known. The memory becomes part of the table. */
export function groups_adopt(at: usize, end: usize): void {
  while (at < end) {
    const record = at;
    at = moveWholes(record + HEAD, record + sizeOf(record));
    store<u32>(record, 1, OTHER);
    link(record);
  }
}

/** Takes the records that were written to [at, end): those that are known are merged, the others copied. */
export function groups_take(at: usize, end: usize): void {
  while (at < end && !groups_failed) {
    let count: usize = 0;
    for (; at < end && count < <usize> TOGETHER; count++) {
      const record = at;
      at = moveWholes(record + HEAD, record + sizeOf(record));
      store<u32>(TAKEN + (count << 2), <u32> record);
      const slot = slots + (<usize> (load<u32>(record, HASH) & slotMask) << 3);
      store<u64>(FOUND + (count << 3), load<u64>(slot));
    }
    // The memory is asked for the records that are known, perhaps, before one is needed.
    let asked: u32 = 0;
    for (let i: usize = 0; i < count; i++) asked |= load<u32>(max<usize>(load<u32>(FOUND + (i << 3)), TAKEN));
    store<u32>(ASKED, asked);
    for (let i: usize = 0; i < count; i++) takeRecord(load<u32>(TAKEN + (i << 2)));
  }
}

const TAKEN: usize = memory.data(1024, 16); // TOGETHER * 4
const ASKED: usize = memory.data(8, 16);

function takeRecord(record: usize): void {
  const hash = load<u32>(record, HASH);
  const slot = findSlot(keyOf(record), load<u32>(record, LENGTH), hash);
  const found: usize = load<u32>(slot);
  if (found != 0) {
    mergeStates(found + HEAD, record + HEAD);
    setFirst(found, load<f64>(record, FIRST));
    return;
  }
  const size = sizeOf(record);
  const own = allocate(size);
  if (own == 0) return;
  memory.copy(own, record, size);
  copyWholes(own + HEAD);
  add(own, slot, hash);
}

/** Adds the state of other rows to that of a group. */
export function groups_merge(record: usize, state: usize): void {
  mergeStates(record + HEAD, state);
}

/** Digits by which records are sorted. */
const DIGIT_BITS: u32 = 11;
const DIGITS: u32 = 2048; // 2^11
const COUNTS: usize = memory.data(8192, 16); // DIGITS * 4

/**
 * Lists the u32 addresses of the records of a part, and of those that others made, in the order of their first rows. Returns the address of the list,
 * and sets `groups_listed`; 0 if there is no memory for it.
 */
export function groups_list(part: u32, parts: u32): usize {
  groups_listed = 0;
  const entries = groups_reserve(<usize> groups_count << 4);
  if (entries == 0) return 0;
  let to = entries;
  let last: u64 = 0;
  let largest: u64 = 0;
  let isSorted = true;
  for (let record = firstRecord; record != 0; record = load<u32>(record, NEXT)) {
    if (load<u32>(record, OTHER) == 0 && !isIn(record, part, parts)) continue;
    const first = <u64> load<f64>(record, FIRST);
    store<u64>(to, first);
    store<u64>(to, record, 8);
    to += 16;
    isSorted = isSorted && first >= last;
    largest = max(largest, first);
    last = first;
  }
  const count = (to - entries) >> 4;
  let from = entries;
  if (!isSorted) {
    let other = groups_reserve(count << 4);
    if (other == 0) return 0;
    for (let shift: u64 = 0; shift < 64 && largest >> shift != 0; shift += DIGIT_BITS) {
      sortDigit(from, other, count, shift);
      const sorted = other;
      other = from;
      from = sorted;
    }
  }
  // An address takes a quarter of an entry, and overwrites none that is still to be read.
  for (let i: usize = 0; i < count; i++) store<u32>(entries + (i << 2), load<u32>(from + (i << 4), 8));
  groups_listed = <u32> count;
  return entries;
}

/** How many records were listed. */
export let groups_listed: u32 = 0;

/** Sorts entries by a digit. Those with the same digit stay in their order. */
function sortDigit(from: usize, to: usize, count: usize, shift: u64): void {
  memory.fill(COUNTS, 0, <usize> DIGITS << 2);
  const end = from + (count << 4);
  for (let at = from; at < end; at += 16) {
    const place = COUNTS + (<usize> (load<u64>(at) >> shift & (DIGITS - 1)) << 2);
    store<u32>(place, load<u32>(place) + 1);
  }
  let before: u32 = 0;
  for (let at = COUNTS; at < COUNTS + (<usize> DIGITS << 2); at += 4) {
    const found = load<u32>(at);
    store<u32>(at, before);
    before += found;
  }
  for (let at = from; at < end; at += 16) {
    const place = COUNTS + (<usize> (load<u64>(at) >> shift & (DIGITS - 1)) << 2);
    const next = load<u32>(place);
    store<u32>(place, next + 1);
    v128.store(to + (<usize> next << 4), v128.load(at));
  }
}
