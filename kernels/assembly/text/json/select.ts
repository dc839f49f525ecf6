// Tests of values for conditions that choose objects, as text/csv/select.ts has them for cells. A member that an object
// does not have is null here.

import { isListed, QUOTE, same } from "../csv/bytes";
import { NONE, NUMBER } from "../csv/cells";
import { BACKSLASH, CLOSE } from "./syntax";
import { isLowSurrogate, unescape } from "./texts";

/** Room for one character, and what is overwritten after it. */
const CHARACTER: usize = memory.data(64, 16);

/**
 * Compares `count` values with the text [text, textEnd): 1 where a string stands for it, or where a number or literal is
 * written like that; else 0. `valid` gets a byte for each value, NONE where it is null.
 */
export function json_test_texts(
  cells: usize,
  count: i32,
  values: usize,
  valid: usize,
  text: usize,
  textEnd: usize,
  nulls: usize,
  nullsEnd: usize,
): void {
  for (let i: usize = 0; i < <usize> count; i++) {
    const start: usize = load<u32>(cells + (i << 3));
    const end: usize = load<u32>(cells + (i << 3), 4);
    const isThere = !isNull(start, end, nulls, nullsEnd);
    const is = isThere && (
      load<u8>(start) == QUOTE
        ? isString(start + 1, end - 1, text, textEnd)
        : same(start, end, text, textEnd)
    );
    store<f64>(values + (i << 3), is ? 1 : 0);
    store<u8>(valid + i, isThere ? NUMBER : NONE);
  }
}

/** Tests `count` values for null: 1 where they are, else 0. */
export function json_test_nulls(
  cells: usize,
  count: i32,
  values: usize,
  valid: usize,
  nulls: usize,
  nullsEnd: usize,
): void {
  for (let i: usize = 0; i < <usize> count; i++) {
    const start: usize = load<u32>(cells + (i << 3));
    const end: usize = load<u32>(cells + (i << 3), 4);
    store<f64>(values + (i << 3), isNull(start, end, nulls, nullsEnd) ? 1 : 0);
    store<u8>(valid + i, NUMBER);
  }
}

/** Copies where the objects of a list close. */
export function json_gather(closes: usize, list: usize, count: i32, to: usize): void {
  for (let i: usize = 0; i < <usize> count; i++) {
    const record: usize = load<u32>(list + (i << 2));
    store<u32>(to + (i << 2), load<u32>(closes + (record << 2)));
  }
}

/** Whether a value is null, listed as null, or of a member that the object does not have. */
function isNull(start: usize, end: usize, nulls: usize, nullsEnd: usize): bool {
  return start >= end || load<u8>(start) == CLOSE || isListed(start, end, nulls, nullsEnd);
}

/** Whether the inside of a string stands for a text. */
function isString(from: usize, end: usize, text: usize, textEnd: usize): bool {
  while (from < end) {
    if (load<u8>(from) != BACKSLASH) {
      if (text == textEnd || load<u8>(from++) != load<u8>(text++)) return false;
      continue;
    }
    let next = from + (load<u8>(from, 1) == 0x75 ? 6 : 2); // u
    if (isLowSurrogate(next, end)) next += 6;
    const stop = unescape(CHARACTER, from, next);
    for (let at = CHARACTER; at < stop; at++) {
      if (text == textEnd || load<u8>(at) != load<u8>(text++)) return false;
    }
    from = next;
  }
  return text == textEnd;
}
