// Reads the numbers of a column from the cells that were found.

import { csv_quote, isListed, isQuoted, listsDigits } from "./bytes";
import { csv_thousands, dropSeparators, plainEnd, plainStart } from "./groups";
import { isRoundedInteger } from "../decimal/long";
import { preparePowers } from "../decimal/powers";
import { readNumber } from "../decimal/read";
import { isBlank, skipBlanks } from "../decimal/scan";
import { EMPTY, INVALID, readStatus } from "../decimal/status";
import { writeFloat } from "../decimal/write";

/** How to treat a cell that is not a number: refuse it or read it as null; otherwise it is NaN. */
const REFUSED: i32 = 0;
const NULL: i32 = 1;

const ZERO: u8 = 0x30;
const POINT: i32 = 0x2e;

/** The bytes of `valid`: a null, a number, or a null from a cell that is not a number. */
export const NONE: u8 = 0;
export const NUMBER: u8 = 1;
const DROPPED: u8 = 2;

/** How many cells were not numbers, and were read as null or NaN, when numbers were last read. */
export let csv_replaced: i32 = 0;

/**
 * Reads `count` cells into float64, with a byte for each in `valid`. A cell that is empty or has
 * a text of the list [nulls, nullsEnd) is null. Returns the index of the first cell that is not a number, if
 * such cells are refused, otherwise `count`.
 */
export function csv_read(
  cells: usize,
  count: i32,
  values: usize,
  valid: usize,
  decimal: i32,
  narrow: i32,
  invalid: i32,
  nulls: usize,
  nullsEnd: usize,
): i32 {
  csv_replaced = 0;
  const quote = csv_quote;
  const hasThousands = csv_thousands != 0;
  // Most cells begin with a digit, and most texts for null do not: then there is nothing to compare.
  const hasNulls = nulls != nullsEnd;
  const hasDigits = hasNulls && listsDigits(nulls);
  for (let i = 0; i < count; i++, cells += 8, values += 8) {
    let start: usize = load<u32>(cells);
    let end: usize = load<u32>(cells, 4);
    if (isQuoted(start, end, quote)) {
      start++;
      end--;
    }
    // A null gets 1, which is in the domain of most functions, so that no rare branch is taken.
    let value = 1.0;
    let there = NONE;
    const isCompared = hasNulls && (hasDigits || load<u8>(start) - ZERO > 9);
    if (!isCompared || !isListed(start, end, nulls, nullsEnd)) {
      if (hasThousands) {
        dropSeparators(start, end);
        start = plainStart;
        end = plainEnd;
      }
      const read = readNumber(start, end, decimal, narrow);
      if (!isNaN(read) || (readStatus != EMPTY && readStatus != INVALID)) {
        value = read;
        there = NUMBER;
      } else if (readStatus == INVALID) {
        if (invalid == REFUSED) return i;
        csv_replaced++;
        if (invalid != NULL) value = NaN;
        there = invalid == NULL ? DROPPED : NUMBER;
      }
    }
    store<f64>(values, value);
    store<u8>(valid + <usize> i, there);
  }
  return count;
}

/** From here on, a float64 does not hold every integer. */
const FIRST_INEXACT: f64 = 9007199254740992; // 2^53

/** Returns whether one of the numbers is so large that it may have been another integer. */
export function csv_has_large(values: usize, count: i32): bool {
  const end = values + (<usize> count << 3);
  let any = i64x2.splat(0);
  for (; values + 16 <= end; values += 16) {
    any = v128.or(any, f64x2.ge(f64x2.abs(v128.load(values)), f64x2.splat(FIRST_INEXACT)));
  }
  return v128.any_true(any) || (values < end && abs(load<f64>(values)) >= FIRST_INEXACT);
}

/** The index of the first cell that was counted; -1 if there is none. */
export let csv_first_counted: i32 = -1;

/**
 * Counts the cells that are neither numbers nor null, or, with `rounded`, those that are written as integers and
 * that no float64 holds.
 */
export function csv_count(
  rounded: bool,
  cells: usize,
  count: i32,
  decimal: i32,
  nulls: usize,
  nullsEnd: usize,
): i32 {
  const quote = csv_quote;
  const hasThousands = csv_thousands != 0;
  let found = 0;
  csv_first_counted = -1;
  for (let i = 0; i < count; i++, cells += 8) {
    let start: usize = load<u32>(cells);
    let end: usize = load<u32>(cells, 4);
    if (isQuoted(start, end, quote)) {
      start++;
      end--;
    }
    if (isListed(start, end, nulls, nullsEnd)) continue;
    if (hasThousands) {
      dropSeparators(start, end);
      start = plainStart;
      end = plainEnd;
    }
    const is = rounded
      ? isRounded(start, end)
      : isNaN(readNumber(start, end, decimal, 0)) && readStatus == INVALID;
    if (!is) continue;
    if (found == 0) csv_first_counted = i;
    found++;
  }
  return found;
}

/** Room for a number's text, and what is overwritten after it. */
const WRITTEN: usize = memory.data(64, 16);

/**
 * Returns whether a cell is an integer that no float64 holds, with a sign and blanks around it perhaps. A float64 may
 * also have been written with the fewest digits, and zeros after them: then nothing is lost.
 */
function isRounded(start: usize, end: usize): bool {
  start = skipBlanks(start, end);
  while (end > start && isBlank(load<u8>(end - 1))) end--;
  const sign: u8 = start < end ? load<u8>(start) : 0;
  start += usize(sign == 0x2b || sign == 0x2d); // + -
  if (!isRoundedInteger(start, end)) return false;
  preparePowers();
  const stop = writeFloat(WRITTEN, readNumber(start, end, POINT, 0), POINT, 0);
  while (load<u8>(start) == ZERO) start++;
  while (load<u8>(end - 1) == ZERO) end--;
  for (let at = WRITTEN; at < stop; at++) {
    const byte = load<u8>(at);
    if (byte == POINT) continue;
    if (byte == 0x65) break; // e
    if (start < end ? byte != load<u8>(start++) : byte != ZERO) return true;
  }
  return start < end;
}

/** Counts the nulls, without cells that are not numbers: a byte of `valid` for each value. */
export function csv_missing(valid: usize, count: i32): i32 {
  let missing = 0;
  const zero = i8x16.splat(NONE);
  const end = valid + <usize> count;
  for (; valid + 16 <= end; valid += 16) {
    missing += popcnt<i32>(i8x16.bitmask(i8x16.eq(v128.load(valid), zero)));
  }
  for (; valid < end; valid++) missing += i32(load<u8>(valid) == NONE);
  return missing;
}

/**
 * Sets to[i] = a[i], or null where b[i] is not a number: if one of the two is missing, so is the
 * result.
 */
export function csv_both(to: usize, a: usize, b: usize, count: i32): void {
  for (const end = to + <usize> count; to < end; to++, a++, b++) {
    store<u8>(to, load<u8>(b) == NUMBER || load<u8>(a) == DROPPED ? load<u8>(a) : NONE);
  }
}
