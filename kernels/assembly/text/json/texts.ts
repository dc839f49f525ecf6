// Reads and writes strings of JSON.

import { copyBytes, isListed, QUOTE } from "../csv/bytes";
import { isUtf8 } from "../csv/texts";
import { BACKSLASH, CLOSE, hexDigit } from "./syntax";

/**
 * Writes the text of a string without quotes in UTF-8 and returns where it ends: never longer than the string. Half
 * of a surrogate pair is written as if it were a character, which is not UTF-8. It writes up to 15 bytes more.
 */
export function unescape(to: usize, from: usize, end: usize): usize {
  const backslashes = i8x16.splat(BACKSLASH);
  while (from < end) {
    const bytes = v128.load(from);
    v128.store(to, bytes);
    const marks = i8x16.bitmask(i8x16.eq(bytes, backslashes));
    const step = min<usize>(marks == 0 ? 16 : <usize> ctz(marks), end - from);
    to += step;
    from += step;
    if (from >= end || load<u8>(from) != BACKSLASH) continue;
    const byte = load<u8>(from, 1);
    if (byte != 0x75) { // u
      store<u8>(to++, plainEscape(byte));
      from += 2;
      continue;
    }
    let code = hexNumber(from + 2);
    from += 6;
    const isPair = (code & 0xfc00) == 0xd800 && isLowSurrogate(from, end);
    if (isPair) {
      code = 0x10000 + ((code & 0x3ff) << 10 | hexNumber(from + 2) & 0x3ff);
      from += 6;
    }
    to = putCharacter(to, code);
  }
  return to;
}

function plainEscape(byte: u8): u8 {
  switch (byte) {
    case 0x62: // b
      return 0x08;
    case 0x66: // f
      return 0x0c;
    case 0x6e: // n
      return 0x0a;
    case 0x72: // r
      return 0x0d;
    case 0x74: // t
      return 0x09;
    default:
      return byte;
  }
}

/** Whether an escape of the second half of a surrogate pair is at `from`. After another escape it is read alone. */
export function isLowSurrogate(from: usize, end: usize): bool {
  return from + 6 <= end && load<u16>(from) == 0x755c && (hexNumber(from + 2) & 0xfc00) == 0xdc00; // \u
}

function hexNumber(at: usize): u32 {
  return hexDigit(load<u8>(at)) << 12 | hexDigit(load<u8>(at, 1)) << 8 |
    hexDigit(load<u8>(at, 2)) << 4 | hexDigit(load<u8>(at, 3));
}

function putCharacter(to: usize, code: u32): usize {
  if (code < 0x80) {
    store<u8>(to, <u8> code);
    return to + 1;
  }
  if (code < 0x800) {
    store<u8>(to, <u8> (0xc0 | code >> 6));
    store<u8>(to, <u8> (0x80 | code & 63), 1);
    return to + 2;
  }
  if (code < 0x10000) {
    store<u8>(to, <u8> (0xe0 | code >> 12));
    store<u8>(to, <u8> (0x80 | code >> 6 & 63), 1);
    store<u8>(to, <u8> (0x80 | code & 63), 2);
    return to + 3;
  }
  store<u8>(to, <u8> (0xf0 | code >> 18));
  store<u8>(to, <u8> (0x80 | code >> 12 & 63), 1);
  store<u8>(to, <u8> (0x80 | code >> 6 & 63), 2);
  store<u8>(to, <u8> (0x80 | code & 63), 3);
  return to + 4;
}

/** Returns whether a value is an object or a list. */
// @ts-ignore: decorator
@inline
export function isNested(start: usize, end: usize): bool {
  if (start == end) return false;
  const byte = load<u8>(start);
  return byte == 0x7b || byte == 0x5b; // { [
}

/** Makes members null that objects do not have. */
export function json_lacking(cells: usize, count: i32): void {
  for (const last = cells + (<usize> count << 3); cells < last; cells += 8) {
    const start = load<u32>(cells);
    if (start != 0 && load<u8>(start) == CLOSE) store<u32>(cells, start, 4);
  }
}

/**
 * Writes the texts of `count` values one after another, as `csv_texts` does: of strings what they stand for, of
 * numbers and literals what is written. A value of the list [nulls, nullsEnd) is null, too. Returns the index of the first that is nested or not UTF-8, otherwise
 * `count`.
 */
export function json_texts(
  cells: usize,
  count: i32,
  offsets: usize,
  to: usize,
  valid: usize,
  nulls: usize,
  nullsEnd: usize,
): i32 {
  const begin = to;
  store<u32>(offsets, 0);
  for (let i = 0; i < count; i++, cells += 8) {
    const start: usize = load<u32>(cells);
    const end: usize = load<u32>(cells, 4);
    if (isNested(start, end)) return i;
    const before = to;
    const there = start < end && !isListed(start, end, nulls, nullsEnd);
    if (there) {
      to = load<u8>(start) == QUOTE ? unescape(to, start + 1, end - 1) : copyBytes(to, start, end);
      if (!isUtf8(before, to)) return i;
    }
    offsets += 4;
    store<u32>(offsets, <u32> (to - begin));
    store<u8>(valid++, u8(there));
  }
  return count;
}

/**
 * Looks at the values of `count` records that rows are grouped by. Returns the index of the first that is missing or
 * nested, if such are refused; otherwise they become null, and it returns `count`.
 */
export function json_keys(cells: usize, count: i32, refused: bool): i32 {
  for (let i = 0; i < count; i++, cells += 8) {
    const start = load<u32>(cells);
    if (start == 0) continue;
    const end = load<u32>(cells, 4);
    const isIn = load<u8>(start - 1) == QUOTE;
    // "NaN" and its like get their quotes back.
    if (isIn) store<u64>(cells, <u64> (start - 1) | <u64> (end + 1) << 32);
    if (load<u8>(start) != CLOSE && !isNested(start, end)) continue;
    if (refused) return i;
    store<u32>(cells, start, 4);
  }
  return count;
}
