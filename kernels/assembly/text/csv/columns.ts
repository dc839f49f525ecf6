// Finds out what columns of cells hold, and reads whole numbers. text/csv/cells.ts reads floats, and
// text/csv/texts.ts reads texts. Cells are pairs of u32: where each begins and ends.

import { csv_quote, isListed, isQuoted } from "./bytes";
import { csv_thousands, dropSeparators, plainEnd, plainStart } from "./groups";
import { BLANK, CODE, isWhole, LONG, OTHER, shapeOf, WHOLE, wholeNumber } from "./shape";
import { readNumber } from "../decimal/read";
import { INVALID, readStatus } from "../decimal/status";

/** What a column holds, besides BLANK, WHOLE and LONG: numbers that are not whole, and texts. */
const FLOAT: i32 = 8;
const TEXT: i32 = 16;

let start: usize = 0;
let end: usize = 0;

/** Returns the shape of a cell, and sets [start, end) to its text without quotes and separators of thousands. */
function look(cell: usize, nulls: usize, nullsEnd: usize): i32 {
  start = load<u32>(cell);
  end = load<u32>(cell, 4);
  if (isQuoted(start, end, csv_quote)) {
    start++;
    end--;
  }
  if (isListed(start, end, nulls, nullsEnd)) return BLANK;
  if (csv_thousands != 0) {
    dropSeparators(start, end);
    start = plainStart;
    end = plainEnd;
  }
  return shapeOf(start, end);
}

/** Returns the kinds of the cells, one bit for each kind. */
export function csv_kinds(
  cells: usize,
  count: i32,
  decimal: i32,
  nulls: usize,
  nullsEnd: usize,
): i32 {
  let kinds = 0;
  for (let i = 0; i < count; i++, cells += 8) {
    const shape = look(cells, nulls, nullsEnd);
    if (shape == OTHER) {
      const read = readNumber(start, end, decimal, 0);
      kinds |= isNaN(read) && readStatus == INVALID ? TEXT : FLOAT;
    } else {
      kinds |= shape == CODE ? TEXT : shape;
    }
  }
  return kinds;
}

/** Returns the index of the first cell with digits that a float64 would lose, or `count`. */
export function csv_first_lossy(cells: usize, count: i32, nulls: usize, nullsEnd: usize): i32 {
  for (let i = 0; i < count; i++, cells += 8) {
    if ((look(cells, nulls, nullsEnd) & (CODE | LONG)) != 0) return i;
  }
  return count;
}

/**
 * Reads whole numbers into int64, with a byte for each in `valid`, which is 1 if there is a number.
 * With `strict`, a number must be written in the way in which it would be written again. Returns
 * the index of the first cell that is neither such a number nor null, if such cells are refused,
 * otherwise `count`.
 */
export function csv_integers(
  cells: usize,
  count: i32,
  values: usize,
  valid: usize,
  strict: bool,
  refused: bool,
  nulls: usize,
  nullsEnd: usize,
): i32 {
  for (let i = 0; i < count; i++, cells += 8, values += 8) {
    const shape = look(cells, nulls, nullsEnd);
    const there = strict ? (shape & (WHOLE | LONG)) != 0 : isWhole && shape != BLANK;
    if (!there && shape != BLANK && refused) return i;
    store<i64>(values, there ? wholeNumber : 0);
    store<u8>(valid + <usize> i, u8(there));
  }
  return count;
}

/**
 * Leaves out the cells of blank records, which are 0, of columns that have `stride` bytes, and moves the others
 * together, so that nothing is between columns. Gives how many records there are.
 */
export function csv_drop_blank(cells: usize, count: i32, columns: i32, stride: usize): i32 {
  const length = <usize> count << 3;
  let kept = 0;
  for (let at = cells; at < cells + length; at += 8) kept += i32(load<u64>(at) != 0);
  let to = cells;
  for (let column = 0; column < columns; column++) {
    const from = cells + <usize> column * stride;
    if (kept == count) {
      memory.copy(to, from, length);
      to += length;
      continue;
    }
    for (let at = from; at < from + length; at += 8) {
      const cell = load<u64>(at);
      if (cell == 0) continue;
      store<u64>(to, cell);
      to += 8;
    }
  }
  return kept;
}

/**
 * Packs bytes into bits, the first in the lowest bit: 1 where the byte is 1. Returns the number of
 * other bytes.
 */
export function csv_pack(bytes: usize, count: i32, to: usize): i32 {
  let missing = count;
  for (let i = 0; i < count; i += 8, bytes += 8) {
    let bits: u8 = 0;
    for (let j = 0; j < min(8, count - i); j++) {
      bits |= u8(load<u8>(bytes + <usize> j) == 1) << <u8> j;
    }
    store<u8>(to++, bits);
    missing -= <i32> popcnt<u32>(bits);
  }
  return missing;
}
