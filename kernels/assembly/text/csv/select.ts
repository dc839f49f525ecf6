// Chooses records by a condition: tests of cells, which the condition is computed from, and lists of
// the records that are kept. `valid` has a byte for each value, as in cells.ts.

import { csv_quote, isListed, isQuoted, isSkipped, QUOTE, same } from "./bytes";
import { NONE, NUMBER } from "./cells";

/**
 * Compares `count` cells with the text [text, textEnd): 1 where they are the same, else 0. A cell is
 * null by the rule of `csv_texts`: without quotes, and empty or a text of the list [nulls, nullsEnd).
 */
export function csv_test_texts(
  cells: usize,
  count: i32,
  values: usize,
  valid: usize,
  text: usize,
  textEnd: usize,
  nulls: usize,
  nullsEnd: usize,
): void {
  const quote = csv_quote;
  for (let i: usize = 0; i < <usize> count; i++) {
    const start: usize = load<u32>(cells + (i << 3));
    const end: usize = load<u32>(cells + (i << 3), 4);
    const isText = isQuoted(start, end, quote);
    const isThere = isText || start != end && !isListed(start, end, nulls, nullsEnd);
    const is = isText
      ? isUnquoted(start + 1, end - 1, text, textEnd)
      : same(start, end, text, textEnd);
    store<f64>(values + (i << 3), is ? 1 : 0);
    store<u8>(valid + i, isThere ? NUMBER : NONE);
  }
}

/** Returns whether the inside of a quoted cell, with its doubled quotes halved, is a text. */
function isUnquoted(start: usize, end: usize, text: usize, textEnd: usize): bool {
  for (; start < end; start++, text++) {
    const byte = load<u8>(start);
    if (text == textEnd || byte != load<u8>(text)) return false;
    if (byte == QUOTE && start + 1 < end && load<u8>(start, 1) == QUOTE) start++;
  }
  return text == textEnd;
}

/** Tests `count` cells for null, by the same rule: 1 where they are, else 0. */
export function csv_test_nulls(
  cells: usize,
  count: i32,
  values: usize,
  valid: usize,
  nulls: usize,
  nullsEnd: usize,
): void {
  const quote = csv_quote;
  for (let i: usize = 0; i < <usize> count; i++) {
    const start: usize = load<u32>(cells + (i << 3));
    const end: usize = load<u32>(cells + (i << 3), 4);
    const is = !isQuoted(start, end, quote) &&
      (start == end || isListed(start, end, nulls, nullsEnd));
    store<f64>(values + (i << 3), is ? 1 : 0);
    store<u8>(valid + i, NUMBER);
  }
}

/** Tests `count` numbers for null, which their bytes in `from` say: 1 where they are, else 0. */
export function csv_test_numbers(from: usize, count: i32, values: usize, valid: usize): void {
  for (let i: usize = 0; i < <usize> count; i++) {
    store<f64>(values + (i << 3), load<u8>(from + i) == NUMBER ? 0 : 1);
    store<u8>(valid + i, NUMBER);
  }
}

/** Says by numbers whether values are there: those that are 1. */
export function csv_presence(from: usize, count: i32, valid: usize): void {
  for (let i: usize = 0; i < <usize> count; i++) {
    store<u8>(valid + i, load<f64>(from + (i << 3)) == 1 ? NUMBER : NONE);
  }
}

/**
 * Lists the records to keep: those whose value is there, and neither 0 nor NaN. Empty lines and
 * comments are no records, and are kept. `list` gets their numbers, and `begins` and `keptEnds` the
 * places where they begin and end. Returns how many they are.
 */
export function csv_select(
  from: usize,
  ends: usize,
  count: i32,
  values: usize,
  valid: usize,
  list: usize,
  begins: usize,
  keptEnds: usize,
): i32 {
  let kept: usize = 0;
  for (let i: usize = 0; i < <usize> count; i++) {
    const next: usize = load<u32>(ends + (i << 2));
    const value = load<f64>(values + (i << 3));
    // The next record overwrites what is written for one that is not kept.
    store<u32>(list + (kept << 2), <u32> i);
    store<u32>(begins + (kept << 2), <u32> from);
    store<u32>(keptEnds + (kept << 2), <u32> next);
    const isTrue = load<u8>(valid + i) == NUMBER && abs(value) > 0;
    kept += usize(isTrue || isSkipped(from, next));
    from = next;
  }
  return <i32> kept;
}

/** Copies the cells of the records of a list. */
export function csv_gather(cells: usize, list: usize, count: i32, to: usize): void {
  for (let i: usize = 0; i < <usize> count; i++) {
    const record: usize = load<u32>(list + (i << 2));
    store<u64>(to + (i << 3), load<u64>(cells + (record << 3)));
  }
}
