// Writes records from the parts of the input that are kept, and from the texts of results. Those are
// written before, a column at a time: written in between, each took 5 ns longer.

import {
  CARRIAGE_RETURN,
  copyBytes,
  copyRecord,
  copyShort,
  csv_comment,
  csv_comment_end,
  csv_quote,
  isComment,
  LINE_FEED,
  NO_QUOTE,
  QUOTE,
} from "./bytes";

// A record is written by a list of steps of three u32 each: the action and the list of cells.

const END: u32 = 0;
/** Copies everything up to the cell, which is left out. */
const SKIP: u32 = 1;
/** Copies the rest of the record. */
const REST: u32 = 2;
/** Writes the delimiter. */
const SPLIT: u32 = 3;
/** Copies the cell. */
const CELL: u32 = 4;
/**
 * Copies the cell where the output has another delimiter than the input, with quotes if it needs
 * them.
 */
const REQUOTE: u32 = 5;
/** Copies a cell that is short, as that of a number is. */
const NUMBER: u32 = 6;
/** Writes a text: the step has where it begins, and where it ends. */
const TEXT: u32 = 7;
/** Bytes of a step. */
const STEP: usize = 12;

/** How many of the records that were last written are empty lines or comments. */
export let csv_skipped: i32 = 0;
/** The first record that would be an empty line and can have no quotes, counted from 1; 0 if there is none. */
export let csv_unwritable: i32 = 0;

/** Sets how many are empty lines, where another writer has written the records. */
export function setSkipped(skipped: i32): void {
  csv_skipped = skipped;
  csv_unwritable = 0;
}

/**
 * Writes `count` records of [from, ...), whose ends are in `ends`, and returns where the output
 * ends. If records between them are left out, `begins` has the places where they begin; else it is 0. Empty lines and comments stay as they are, and no record becomes empty.
 */
export function csv_write(
  steps: usize,
  from: usize,
  ends: usize,
  count: i32,
  to: usize,
  delimiter: i32,
  begins: usize,
): usize {
  csv_skipped = 0;
  csv_unwritable = 0;
  const hasComments = csv_comment != csv_comment_end;
  for (let i: usize = 0; i < <usize> count; i++) {
    const next: usize = load<u32>(ends + (i << 2));
    if (begins != 0) from = load<u32>(begins + (i << 2));
    let stop = next;
    if (stop > from && load<u8>(stop - 1) == LINE_FEED) stop--;
    if (stop > from && load<u8>(stop - 1) == CARRIAGE_RETURN) stop--;
    if (stop == from || (hasComments && isComment(from, stop))) {
      csv_skipped++;
      to = copyBytes(to, from, next);
      from = next;
      continue;
    }
    let at = from;
    const begin = to;
    for (let step = steps; load<u32>(step) != END; step += STEP) {
      const cell: usize = load<u32>(step, 4) + (i << 3);
      switch (load<u32>(step)) {
        case SKIP:
          to = copyRecord(to, at, load<u32>(cell));
          at = load<u32>(cell, 4);
          break;
        case REST:
          to = copyRecord(to, at, stop);
          break;
        case SPLIT:
          store<u8>(to++, <u8> delimiter);
          break;
        case CELL:
          to = copyBytes(to, load<u32>(cell), load<u32>(cell, 4));
          break;
        case REQUOTE:
          to = requote(to, load<u32>(cell), load<u32>(cell, 4), <u8> delimiter);
          break;
        case TEXT:
          to = copyBytes(to, load<u32>(step, 4), load<u32>(step, 8));
          break;
        case NUMBER:
          to = copyShort(to, load<u32>(cell), load<u32>(cell, 4));
          break;
      }
    }
    if (to == begin && csv_quote == NO_QUOTE) {
      csv_unwritable = <i32> i + 1;
      return to;
    }
    if (to == begin) {
      // The only column is empty. A reader would not take an empty line for a record.
      store<u16>(to, 0x2222); // ""
      to += 2;
    }
    // A line end has at most two bytes.
    store<u16>(to, load<u16>(stop));
    to += next - stop;
    from = next;
  }
  return to;
}

/** Copies a cell that was read with another delimiter, with quotes if it needs them. */
function requote(to: usize, start: usize, end: usize, delimiter: u8): usize {
  let needed = false;
  const isPlain = csv_quote == NO_QUOTE;
  if (start < end && (isPlain || load<u8>(start) != QUOTE)) {
    for (let at = start; at < end && !needed; at++) {
      const byte = load<u8>(at);
      needed = byte == delimiter || isPlain && byte == QUOTE;
    }
  }
  if (!needed) return copyBytes(to, start, end);
  store<u8>(to++, QUOTE);
  for (; start < end; start++) {
    const byte = load<u8>(start);
    if (byte == QUOTE) store<u8>(to++, QUOTE);
    store<u8>(to++, byte);
  }
  store<u8>(to++, QUOTE);
  return to;
}
