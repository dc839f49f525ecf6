// Writes columns as cells of CSV, and cells as records. A cell is a pair of u32: where its text
// begins and ends.
//
// Numbers are written to `to`, with up to 16 bytes more after them. All functions return where
// their output ends. `valid` has a bit for each value, the first in the lowest bit, or is 0 if no
// value is null. [none, noneEnd) is written for null.

import { CARRIAGE_RETURN, copyBytes, csv_quote, LINE_FEED, NO_QUOTE, QUOTE, same } from "./bytes";
import { NUMBER } from "./cells";
import { eightAndEight } from "../decimal/digits";
import { writeInteger } from "../decimal/layout";
import { preparePowers } from "../decimal/powers";
import { writeRounded } from "../decimal/round";
import { writeFloat, writeFloatHere } from "../decimal/write";

const MARK: u32 = 0xbfbbef; // the bytes ef bb bf
const EIGHT_DIGITS: u64 = 100000000; // 10^8
const SIXTEEN_DIGITS: u64 = 10000000000000000; // 10^16

// @ts-ignore: decorator
@inline
function isThere(valid: usize, i: i32): bool {
  return valid == 0 || (load<u8>(valid + (<usize> i >> 3)) >> <u8> (i & 7) & 1) != 0;
}

// @ts-ignore: decorator
@inline
function storeCell(cell: usize, start: usize, end: usize): void {
  store<u64>(cell, <u64> start | <u64> end << 32);
}

/**
 * Writes float64. With `narrow` 1 or 2 the values are float32 or float16, and have the digits of
 * these types. `digits` is the largest number of significant digits, or 0 if all are written.
 */
export function csv_put_floats(
  values: usize,
  valid: usize,
  count: i32,
  cells: usize,
  to: usize,
  decimal: i32,
  narrow: i32,
  digits: i32,
  none: usize,
  noneEnd: usize,
): usize {
  preparePowers();
  for (let i = 0; i < count; i++, cells += 8) {
    if (!isThere(valid, i)) {
      storeCell(cells, none, noneEnd);
      continue;
    }
    const start = to;
    const x = load<f64>(values + (<usize> i << 3));
    to = digits == 0
      ? writeFloat(to, x, decimal, narrow)
      : writeRounded(to, x, decimal, narrow, digits);
    storeCell(cells, start, to);
  }
  return to;
}

/**
 * Writes float64 as `csv_put_floats` does, for records that text/csv/write.ts joins: `valid` has a byte
 * for each value.
 */
export function csv_put_results(
  values: usize,
  valid: usize,
  count: i32,
  cells: usize,
  to: usize,
  decimal: i32,
  narrow: i32,
  digits: i32,
  none: usize,
  noneEnd: usize,
): usize {
  preparePowers();
  if (digits != 0) {
    return putRounded(values, valid, count, cells, to, decimal, narrow, digits, none, noneEnd);
  }
  if (narrow == 0) return putWide(values, valid, count, cells, to, decimal, none, noneEnd);
  if (narrow == 1) return putNarrow(values, valid, count, cells, to, decimal, none, noneEnd);
  return putShort(values, valid, count, cells, to, decimal, none, noneEnd);
}

// A loop for each type, with its writer inside: a call for each number would take a tenth of the time. They are
// functions of their own, since the runtime compiles only those that are called.

function putWide(
  values: usize,
  valid: usize,
  count: i32,
  cells: usize,
  to: usize,
  decimal: i32,
  none: usize,
  noneEnd: usize,
): usize {
  return put(values, valid, count, cells, to, decimal, none, noneEnd, 0, false, 0);
}

function putNarrow(
  values: usize,
  valid: usize,
  count: i32,
  cells: usize,
  to: usize,
  decimal: i32,
  none: usize,
  noneEnd: usize,
): usize {
  return put(values, valid, count, cells, to, decimal, none, noneEnd, 1, false, 0);
}

function putShort(
  values: usize,
  valid: usize,
  count: i32,
  cells: usize,
  to: usize,
  decimal: i32,
  none: usize,
  noneEnd: usize,
): usize {
  return put(values, valid, count, cells, to, decimal, none, noneEnd, 2, false, 0);
}

// @ts-ignore: decorator
@inline
function put(
  values: usize,
  valid: usize,
  count: i32,
  cells: usize,
  to: usize,
  decimal: i32,
  none: usize,
  noneEnd: usize,
  narrow: i32,
  isRounded: bool,
  digits: i32,
): usize {
  for (let i: usize = 0; i < <usize> count; i++, cells += 8) {
    if (load<u8>(valid + i) == NUMBER) {
      const start = to;
      const x = load<f64>(values + (i << 3));
      to = isRounded
        ? writeRounded(to, x, decimal, narrow, digits)
        : writeFloatHere(to, x, decimal, narrow);
      storeCell(cells, start, to);
    } else {
      storeCell(cells, none, noneEnd);
    }
  }
  return to;
}

function putRounded(
  values: usize,
  valid: usize,
  count: i32,
  cells: usize,
  to: usize,
  decimal: i32,
  narrow: i32,
  digits: i32,
  none: usize,
  noneEnd: usize,
): usize {
  return put(values, valid, count, cells, to, decimal, none, noneEnd, narrow, true, digits);
}

/** Writes integers of `size` bytes. */
export function csv_put_integers(
  values: usize,
  size: i32,
  signed: bool,
  valid: usize,
  count: i32,
  cells: usize,
  to: usize,
  none: usize,
  noneEnd: usize,
): usize {
  for (let i = 0; i < count; i++, cells += 8, values += size) {
    if (!isThere(valid, i)) {
      storeCell(cells, none, noneEnd);
      continue;
    }
    const start = to;
    let value = loadInteger(values, size, signed);
    if (signed && <i64> value < 0) {
      store<u8>(to++, 0x2d); // -
      value = 0 - value;
    }
    if (value < SIXTEEN_DIGITS) {
      to = writeInteger(to, value);
    } else {
      to = writeInteger(to, value / SIXTEEN_DIGITS);
      const low = value % SIXTEEN_DIGITS;
      v128.store(to, eightAndEight(low / EIGHT_DIGITS, low % EIGHT_DIGITS));
      to += 16;
    }
    storeCell(cells, start, to);
  }
  return to;
}

// @ts-ignore: decorator
@inline
function loadInteger(at: usize, size: i32, signed: bool): u64 {
  switch (size) {
    case 1:
      return signed ? <u64> load<i8>(at) : load<u8>(at);
    case 2:
      return signed ? <u64> load<i16>(at) : load<u16>(at);
    case 4:
      return signed ? <u64> load<i32>(at) : load<u32>(at);
    default:
      return load<u64>(at);
  }
}

/**
 * Turns texts into cells. Texts that need quotes are written to `to` with them, and the others stay
 * where they are. An empty text, or one that is the same as that of null, needs quotes to differ
 * from null.
 */
export function csv_put_texts(
  cells: usize,
  valid: usize,
  count: i32,
  to: usize,
  delimiter: i32,
  none: usize,
  noneEnd: usize,
): usize {
  for (let i = 0; i < count; i++, cells += 8) {
    if (!isThere(valid, i)) {
      storeCell(cells, none, noneEnd);
      continue;
    }
    const start: usize = load<u32>(cells);
    const end: usize = load<u32>(cells, 4);
    if (csv_quote == NO_QUOTE) continue; // the caller has looked whether they can be written
    if (start < end && !isSpecial(start, end, delimiter) && !same(start, end, none, noneEnd)) {
      continue;
    }
    const before = to;
    to = quote(to, start, end);
    storeCell(cells, before, to);
  }
  return to;
}

/**
 * Whether a delimiter, quote or line end is in a text, after which 16 bytes must be readable, or a byte order
 * mark in front of it, which would be lost at the beginning of a file.
 */
function isSpecial(start: usize, end: usize, delimiter: i32): bool {
  if ((load<u32>(start) & 0xffffff) == MARK && end - start >= 3) return true;
  const delimiters = i8x16.splat(<i8> delimiter);
  const quotes = i8x16.splat(QUOTE);
  const feeds = i8x16.splat(LINE_FEED);
  const returns = i8x16.splat(CARRIAGE_RETURN);
  for (let at = start; at < end; at += 16) {
    const bytes = v128.load(at);
    const marks = i8x16.bitmask(v128.or(
      v128.or(i8x16.eq(bytes, delimiters), i8x16.eq(bytes, quotes)),
      v128.or(i8x16.eq(bytes, feeds), i8x16.eq(bytes, returns)),
    ));
    if (marks != 0 && at + <usize> ctz(marks) < end) return true;
  }
  return false;
}

function quote(to: usize, start: usize, end: usize): usize {
  store<u8>(to++, QUOTE);
  for (; start < end; start++) {
    const byte = load<u8>(start);
    if (byte == QUOTE) store<u8>(to++, QUOTE);
    store<u8>(to++, byte);
  }
  store<u8>(to++, QUOTE);
  return to;
}

/**
 * Writes records of cells; `lists` has the u32 address of each column's cells. A record of one
 * empty cell gets quotes, because an empty line is not a record.
 */
export function csv_join(
  lists: usize,
  columns: i32,
  count: i32,
  to: usize,
  delimiter: i32,
): usize {
  const last = lists + (<usize> columns << 2);
  for (let i: usize = 0; i < <usize> count; i++) {
    const record = to;
    for (let list = lists; list < last; list += 4) {
      const cell = <usize> load<u32>(list) + (i << 3);
      to = copyBytes(to, load<u32>(cell), load<u32>(cell, 4));
      store<u8>(to++, <u8> delimiter);
    }
    if (to == record + 1) {
      store<u16>(record, 0x2222); // ""
      to = record + 3;
    }
    store<u8>(to - 1, LINE_FEED);
  }
  return to;
}
