// The keys of groups. A key is a text of bytes: one part after another, one for each column that rows are grouped by.
// A part begins with its length in a byte, or with LONG and its length as u32, or is NULL. So no key is the beginning
// of another, and two keys are equal if the bytes of one are those of the other.

import { copyBytes, csv_quote, isListed, isQuoted, isSkipped } from "../text/csv/bytes";
import { unquote } from "../text/csv/texts";

const LONG: u8 = 254;
const NULL: u8 = 255;
/** Bytes in front of a part that is long. */
const LONG_HEAD: usize = 5;

/** How many of the records whose keys were last written are empty lines or comments. */
export let keys_skipped: i32 = 0;

/**
 * Writes the keys of `count` records, whose ends are in `ends`, from the cells of `width` columns; `columns` has the
 * u32 address of each column's cells. `starts` gets where each key begins, counted from `to`, and then where the last
 * one ends. `begins` is that of `csv_write`. An empty line or a comment has an empty key. Returns where the keys end; it writes up to 15 bytes more.
 */
export function keys_of_cells(
  columns: usize,
  width: i32,
  from: usize,
  ends: usize,
  count: i32,
  starts: usize,
  to: usize,
  nulls: usize,
  nullsEnd: usize,
  begins: usize,
): usize {
  const quote = csv_quote;
  const begin = to;
  const last = columns + (<usize> width << 2);
  let skipped = 0;
  for (let i: usize = 0; i < <usize> count; i++) {
    store<u32>(starts + (i << 2), <u32> (to - begin));
    if (width == 0) {
      const next: usize = load<u32>(ends + (i << 2));
      if (begins != 0) from = load<u32>(begins + (i << 2));
      // All records have the same key, which is not empty.
      if (isSkipped(from, next)) skipped++;
      else store<u8>(to++, 0);
      from = next;
      continue;
    }
    for (let column = columns; column < last; column += 4) {
      const cell = <usize> load<u32>(column) + (i << 3);
      const start: usize = load<u32>(cell);
      const end: usize = load<u32>(cell, 4);
      if (start == 0) {
        skipped++;
        break;
      }
      if (isQuoted(start, end, quote)) to = putQuoted(to, start + 1, end - 1);
      else if (start == end || isListed(start, end, nulls, nullsEnd)) store<u8>(to++, NULL);
      else to = put(to, start, end);
    }
  }
  store<u32>(starts + (<usize> count << 2), <u32> (to - begin));
  keys_skipped = skipped;
  return to;
}

/**
 * Writes the same key for all of `count` objects, where `closes` says which lines have one, as `keys_of_cells` does.
 */
export function keys_of_one(closes: usize, count: i32, starts: usize, to: usize): usize {
  const begin = to;
  let skipped = 0;
  for (let i: usize = 0; i < <usize> count; i++) {
    store<u32>(starts + (i << 2), <u32> (to - begin));
    if (load<u32>(closes + (i << 2)) == 0) skipped++;
    else store<u8>(to++, 0);
  }
  store<u32>(starts + (<usize> count << 2), <u32> (to - begin));
  keys_skipped = skipped;
  return to;
}

// What columns of a table hold, and bytes of the description of a column: what it holds, the size of a value, and the
// addresses of the values, of the offsets of texts and of the bits of rows that are not null, or 0. A column of entries
// of a dictionary has the address of the texts of all entries as size, and as values the i32 entry of each row, -1 where
// it is null; offsets and bits are those of entries.
const TEXTS: u32 = 0;
const FLOAT16: u32 = 2;
const FLOAT32: u32 = 4;
const FLOAT64: u32 = 8;
const ENTRIES: u32 = 16;
const COLUMN: usize = 20;

/** Writes the keys of `count` rows of a table as `keys_of_cells` does. Every NaN is the same key. */
export function keys_of_columns(
  columns: usize,
  width: i32,
  count: i32,
  starts: usize,
  to: usize,
): usize {
  const begin = to;
  const last = columns + <usize> width * COLUMN;
  for (let i: usize = 0; i < <usize> count; i++) {
    store<u32>(starts + (i << 2), <u32> (to - begin));
    if (width == 0) store<u8>(to++, 0);
    for (let column = columns; column < last; column += COLUMN) {
      const kind = load<u32>(column);
      const size: usize = load<u32>(column, 4);
      const values: usize = load<u32>(column, 8);
      if (kind == ENTRIES) {
        to = putEntry(column, load<i32>(values + (i << 2)), to);
        continue;
      }
      const offsets: usize = load<u32>(column, 12);
      const valid: usize = load<u32>(column, 16);
      if (valid != 0 && (load<u8>(valid + (i >> 3)) >> <u8> (i & 7) & 1) == 0) {
        store<u8>(to++, NULL);
        continue;
      }
      if (kind == TEXTS) {
        const text = offsets + (i << 2);
        to = put(to, values + load<u32>(text), values + load<u32>(text, 4));
        continue;
      }
      const value = values + i * size;
      to = put(to, value, value + size);
      if (kind == FLOAT64 && isNaN(load<f64>(value))) store<f64>(to - 8, NaN);
      else if (kind == FLOAT32 && isNaN(load<f32>(value))) store<f32>(to - 4, f32.NaN);
      else if (kind == FLOAT16 && (load<u16>(value) & 0x7fff) > 0x7c00) store<u16>(to - 2, 0x7e00);
    }
  }
  store<u32>(starts + (<usize> count << 2), <u32> (to - begin));
  return to;
}

/** Writes an entry of a column's dictionary as the part of a key. Returns where it ends; it writes up to 15 bytes more. */
export function putEntry(column: usize, entry: i32, to: usize): usize {
  const offsets = <usize> load<u32>(column, 12) + <usize> (entry << 2);
  const valid: usize = load<u32>(column, 16);
  if (entry < 0 || (valid != 0 && (load<u8>(valid + (entry >> 3)) >> <u8> (entry & 7) & 1) == 0)) {
    store<u8>(to, NULL);
    return to + 1;
  }
  const texts: usize = load<u32>(column, 4);
  return put(to, texts + load<u32>(offsets), texts + load<u32>(offsets, 4));
}

// @ts-ignore: decorator
@inline
function put(to: usize, start: usize, end: usize): usize {
  const length = end - start;
  if (length < <usize> LONG) {
    store<u8>(to, <u8> length);
    return copyBytes(to + 1, start, end);
  }
  return putLong(to, start, end);
}

function putLong(to: usize, start: usize, end: usize): usize {
  store<u8>(to, LONG);
  store<u32>(to + 1, <u32> (end - start));
  return copyBytes(to + LONG_HEAD, start, end);
}

/** Writes a part with doubled quotes, of which one stays. Its length is known only then. */
function putQuoted(to: usize, start: usize, end: usize): usize {
  if (end - start < <usize> LONG) {
    const stop = unquote(to + 1, start, end);
    store<u8>(to, <u8> (stop - to - 1));
    return stop;
  }
  const stop = unquote(to + LONG_HEAD, start, end);
  const length = stop - to - LONG_HEAD;
  if (length < <usize> LONG) {
    store<u8>(to, <u8> length);
    memory.copy(to + 1, to + LONG_HEAD, length);
    return to + 1 + length;
  }
  store<u8>(to, LONG);
  store<u32>(to + 1, <u32> length);
  return stop;
}

/** Where the text of the part that was last looked at begins, and where it ends. It is null if both are 0. */
export let partStart: usize = 0;
export let partEnd: usize = 0;

/** Finds the text of a part of a key. */
export function findPart(key: usize, part: i32): void {
  for (;; part--) {
    const head = load<u8>(key);
    if (head == NULL) {
      partStart = 0;
      partEnd = 0;
      key++;
    } else {
      const isLong = head == LONG;
      partStart = key + (isLong ? LONG_HEAD : 1);
      partEnd = partStart + (isLong ? <usize> load<u32>(key + 1) : <usize> head);
      key = partEnd;
    }
    if (part == 0) return;
  }
}

/** What keys are hashed with. A run chooses it at random, so that nobody can make keys that collide. */
export let keys_seed: u64 = 0;
/** The bits of a hash that are used: fewer in tests. */
export let keys_mask: u32 = u32.MAX_VALUE;

/** The fraction of the golden ratio in 64 bits, an odd number without a pattern. */
const GOLDEN: u64 = 0x9e3779b97f4a7c15;

/** Hashes a key. 16 bytes after it must be readable. */
// @ts-ignore: decorator
@inline
export function keyHash(key: usize, length: u32): u32 {
  return hashOf(key, length, keys_seed) & keys_mask;
}

// @ts-ignore: decorator
@inline
function hashOf(at: usize, length: u32, seed: u64): u32 {
  let hash = seed ^ length;
  for (; length > 16; length -= 16, at += 16) {
    hash = fold(load<u64>(at) ^ seed, load<u64>(at, 8) ^ hash ^ GOLDEN);
  }
  const isShort = length <= 8;
  const bits = <u64> length << 3;
  const low = isShort ? load<u64>(at) & ~(<u64> -2 << (bits - 1)) : load<u64>(at);
  const high = isShort ? 0 : load<u64>(at, 8) & ~(<u64> -2 << (bits - 65));
  hash = fold(low ^ seed, high ^ hash ^ GOLDEN);
  hash = fold(hash, GOLDEN);
  return <u32> hash;
}

/** Both halves of the product of 128 bits, xored. */
// @ts-ignore: decorator
@inline
function fold(a: u64, b: u64): u64 {
  const a0 = a & 0xffffffff;
  const a1 = a >> 32;
  const b0 = b & 0xffffffff;
  const b1 = b >> 32;
  const low = a0 * b0;
  const cross = a1 * b0 + (low >> 32);
  const other = a0 * b1 + (cross & 0xffffffff);
  return (a * b) ^ (a1 * b1 + (cross >> 32) + (other >> 32));
}
