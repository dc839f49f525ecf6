// Threads exchange groups: first each has a part of the hashes, and gets the groups of the others that belong to it; then
// each has a range of first rows, whose groups it writes as text. What is exchanged has records as they are, each with its
// longer sums behind it, at multiples of 8.

import {
  copyLong,
  longBytes,
  mergeStates,
  moveLongSums,
  stateBytes,
  writeLong,
} from "./aggregates";
import { copyBytes } from "../text/csv/bytes";
import { keyHash } from "./keys";
import { allocateInLines, groups_failed } from "./memory";
import { FIRST, GONE, HEAD, LENGTH, NEXT } from "./record";
import { KEY, KEY_HASH, KEY_LENGTH, ROW } from "./row";
import {
  add,
  CANDIDATES,
  findCandidates,
  findSlot,
  firstRecord,
  isSame,
  keyOf,
  leave,
  link,
  nextOf,
  reach,
  setFirst,
  TOGETHER,
} from "./table";

/** The record that is written next. */
let cursor: usize = 0;

/** Begins at the first record. */
export function groups_rewind(): void {
  cursor = firstRecord;
}

/** Returns whether the hash of a record belongs to a part of all. */
function isIn(record: usize, part: u32, parts: u32): bool {
  if (parts == 1) return true;
  return partOf(keyHash(keyOf(record), load<u32>(record, LENGTH)), parts) == part;
}

/** The part that a hash belongs to. Slots are chosen by its other bits. */
// @ts-ignore: decorator
@inline
export function partOf(hash: u32, parts: u32): u32 {
  return <u32> (<u64> hash * <u64> parts >> 32);
}

/** Bytes of a record as it is written. */
// @ts-ignore: decorator
@inline
function sizeOf(record: usize): usize {
  return (HEAD + stateBytes + <usize> load<u32>(record, LENGTH) + 7) & ~7;
}

/**
 * Writes the records of a part of the hashes whose first rows are in [least, most), from where the last call stopped.
 * They are gone from here then. It stops where the next one would not fit into [to, end). Returns where it stopped,
 * which is `to` if none was written.
 */
export function groups_write(
  part: u32,
  parts: u32,
  least: f64,
  most: f64,
  to: usize,
  end: usize,
): usize {
  for (; cursor != 0; cursor = nextOf(cursor)) {
    const next = load<u32>(cursor, NEXT);
    const first = load<f64>(cursor, FIRST);
    if (next & GONE || first < least || first >= most || !isIn(cursor, part, parts)) continue;
    const size = sizeOf(cursor);
    if (to + size + longBytes(cursor + HEAD) > end) break;
    store<u32>(cursor, next | GONE, NEXT);
    leave();
    // There is room for 15 bytes more after the end.
    copyBytes(to, cursor, cursor + size);
    to = writeLong(cursor + HEAD, to + size);
  }
  return to;
}

/** Bytes that the record needs which did not fit; 0 if all were written. */
export function groups_left(): usize {
  return cursor == 0 ? 0 : sizeOf(cursor) + longBytes(cursor + HEAD);
}

/** Takes the records that were written to [at, end), of which none is known. The memory becomes part of the table. */
export function groups_adopt(at: usize, end: usize): void {
  while (at < end) {
    const record = at;
    at = moveLongSums(record + HEAD, record + sizeOf(record));
    store<u32>(record, 0, NEXT);
    link(record);
  }
}

/** Takes the records that were written to [at, end): those that are known are merged, the others copied. */
export function groups_take(at: usize, end: usize): void {
  while (at < end && !groups_failed) {
    let row = ROWS;
    for (; at < end && row < ROWS_END; row += ROW) {
      const length = load<u32>(at, LENGTH);
      store<u32>(row, <u32> keyOf(at), KEY);
      store<u32>(row, length, KEY_LENGTH);
      store<u32>(row, keyHash(keyOf(at), length), KEY_HASH);
      at = moveLongSums(at + HEAD, at + sizeOf(at));
    }
    findCandidates(ROWS, row);
    for (let i: usize = 0; ROWS + i * ROW < row; i++) {
      takeRecord(ROWS + i * ROW, load<u32>(CANDIDATES + (i << 2)));
    }
  }
}

/** The rows that describe records that are taken together. */
const ROWS: usize = memory.data(4096, 16); // TOGETHER * ROW
const ROWS_END: usize = ROWS + <usize> TOGETHER * ROW;

/** Takes a record, which perhaps is of the same group as one that is here. */
function takeRecord(row: usize, candidate: usize): void {
  const key: usize = load<u32>(row, KEY);
  const record = key - keyOf(0);
  const length: usize = load<u32>(row, KEY_LENGTH);
  const hash = load<u32>(row, KEY_HASH);
  reach(load<f64>(record, FIRST));
  if (candidate != 0 && isSame(key, keyOf(candidate), length)) {
    mergeRecord(candidate, record);
    return;
  }
  const slot = findSlot(key, length, hash);
  const found: usize = load<u32>(slot);
  if (found != 0) {
    mergeRecord(found, record);
    return;
  }
  const size = sizeOf(record);
  const own = allocateInLines(size);
  if (own == 0) return;
  copyBytes(own, record, record + size);
  store<u32>(own, 0, NEXT);
  copyLong(own + HEAD);
  add(own, slot, hash);
}

function mergeRecord(record: usize, other: usize): void {
  mergeStates(record + HEAD, other + HEAD);
  setFirst(record, load<f64>(other, FIRST));
}

/** Adds the state of other rows to that of a group. Its sums are longer ones. */
export function groups_merge(record: usize, state: usize): void {
  mergeStates(record + HEAD, state);
}
