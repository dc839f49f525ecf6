// Finds the values of members in lines of JSON, and checks the syntax of all that it passes over.
//
// The objects of a file mostly have the same members in the same order. So each name is compared with the one that
// was last found at its place among the members: if they are equal, what is known of that one holds for this one,
// and the name's end is known without looking for it.

import { hash, LINE_FEED, QUOTE, same } from "../csv/bytes";
import { DUPLICATE, FINE, stopScan, SYNTAX, TAKEN } from "../csv/scan";
import {
  CLOSE,
  COLON,
  COLON_EXPECTED,
  COMMA,
  COMMA_OR_CLOSE_EXPECTED,
  fail,
  failedAt,
  hasEscapes,
  LINE_END_EXPECTED,
  NAME_EXPECTED,
  NAME_OR_CLOSE_EXPECTED,
  OBJECT_EXPECTED,
  OPEN,
  skipSpace,
  skipString,
  skipValue,
} from "./syntax";
import { unescape } from "./texts";

// A list of names, as formats/jsonl/member_names.ts makes it, of u32: where it ends, the length of the longest name,
// the number of buckets less 1, and where each bucket begins and the last one ends; places are counted from the
// beginning of the list. In a bucket each name comes after its length and its column. After the list there is room
// for a name that is written with escapes.

/** The column of a name that is in no list. */
const UNKNOWN: i32 = -1;
/** Bytes of what is known of a name: where it begins, its length, and its column. */
const KNOWN: usize = 12;
/** How many bytes of a string may stand for one byte of a name: \u0061. */
const MAX_ESCAPE: usize = 6;

/** How many names are known, by their place in an object. */
export let json_known: i32 = 0;
/** The first name that is in no list, without its quotes; 0 if all are. */
export let json_unknown: usize = 0;
export let json_unknown_end: usize = 0;

/**
 * Scans the lines of [from, end) for up to `most` objects, and returns how many lines there are; the last one may lack
 * its line end. What stopped it is in `csv_problem`, `csv_found` and `csv_next`.
 *
 * `ends` gets where the next line begins, and `closes` the brace that closes the object, or 0 for a blank line. `cells`
 * gets, for each of `columns` names and each object, where the value begins and where it ends, as `csv_scan` stores
 * cells. A null is an empty cell, and a member that is missing is the brace that closes the object. The cell of the
 * strings "NaN", "Infinity" and "-Infinity" is without quotes. `names` is the list of names; those from `columns` on
 * may not be there. `known` has room for what is known of `mostKnown` names. The byte at `end` is changed, and changed
 * back. After it, 64 bytes must be readable.
 */
export function json_scan(
  from: usize,
  end: usize,
  most: i32,
  columns: i32,
  names: usize,
  cells: usize,
  ends: usize,
  closes: usize,
  known: usize,
  mostKnown: i32,
): i32 {
  json_known = 0;
  json_unknown = 0;
  const stride = <usize> most << 3;
  memory.fill(cells, 0, <usize> columns * stride);
  const after = load<u8>(end);
  store<u8>(end, LINE_FEED);
  let record = from;
  let count = 0;
  let problem = FINE;
  let found: usize = 0;
  while (record < end && count < most) {
    let at = skipSpace(record);
    let close: usize = 0;
    if (load<u8>(at) != LINE_FEED) {
      close = scanObject(
        at,
        columns,
        names,
        cells + (<usize> count << 3),
        stride,
        known,
        mostKnown,
      );
      if (close == 0) {
        problem = objectProblem;
        found = failedAt;
        break;
      }
      at = skipSpace(close + 1);
      if (load<u8>(at) != LINE_FEED) {
        fail(at, LINE_END_EXPECTED);
        problem = SYNTAX;
        found = at;
        break;
      }
    }
    record = min(at + 1, end);
    store<u32>(ends + (<usize> count << 2), record);
    store<u32>(closes + (<usize> count << 2), close);
    count++;
  }
  store<u8>(end, after);
  stopScan(problem, found, record);
  return count;
}

/** What is wrong with the object that was last scanned, if `scanObject` returned 0. */
let objectProblem: i32 = SYNTAX;

/** Scans an object. Returns the brace that closes it, or 0. */
// @ts-ignore: decorator
@inline
function scanObject(
  at: usize,
  columns: i32,
  names: usize,
  cells: usize,
  stride: usize,
  known: usize,
  mostKnown: i32,
): usize {
  objectProblem = SYNTAX;
  if (load<u8>(at) != OPEN) return fail(at, OBJECT_EXPECTED);
  at = skipSpace(at + 1);
  let left = columns;
  let byte = load<u8>(at);
  if (byte != CLOSE) {
    let expected = NAME_OR_CLOSE_EXPECTED;
    let place = 0;
    let knows = known;
    for (;; place++, knows += KNOWN) {
      if (load<u8>(at) != QUOTE) return fail(at, expected);
      const name = at + 1;
      let column: i32;
      if (place < json_known && isSameName(name, load<u32>(knows), load<u32>(knows, 4))) {
        at = name + load<u32>(knows, 4) + 1;
        column = load<i32>(knows, 8);
      } else {
        const stop = skipString(name);
        if (stop == 0) return 0;
        column = findName(names, name, stop);
        at = stop + 1;
        if (place < mostKnown) {
          store<u32>(knows, <u32> name);
          store<u32>(knows, <u32> (stop - name), 4);
          store<i32>(knows, column, 8);
          if (place == json_known) json_known++;
        }
      }
      if (load<u8>(at) != COLON) {
        at = skipSpace(at);
        if (load<u8>(at) != COLON) return fail(at, COLON_EXPECTED);
      }
      at = skipSpace(at + 1);
      const start = at;
      at = skipValue(start);
      if (at == 0) return 0;
      if (column >= 0) {
        const isTaken = column >= columns;
        const cell = cells + <usize> column * stride;
        if (isTaken || load<u64>(cell) != 0) {
          objectProblem = isTaken ? TAKEN : DUPLICATE;
          return fail(name - 1, column);
        }
        storeValue(cell, start, at);
        left--;
      }
      at = skipSpace(at);
      byte = load<u8>(at);
      if (byte != COMMA) break;
      at = skipSpace(at + 1);
      expected = NAME_EXPECTED;
    }
    if (byte != CLOSE) return fail(at, COMMA_OR_CLOSE_EXPECTED);
  }
  if (left > 0) {
    const last = cells + <usize> columns * stride;
    for (let cell = cells; cell < last; cell += stride) {
      if (load<u64>(cell) == 0) store<u64>(cell, <u64> at | <u64> (at + 1) << 32);
    }
  }
  return at;
}

/** Stores where a value begins and ends, as `json_scan` says. */
// @ts-ignore: decorator
@inline
function storeValue(cell: usize, start: usize, end: usize): void {
  const byte = load<u8>(start);
  if (byte == 0x6e) end = start; // n
  else if (byte == QUOTE && isSpecialNumber(start, end)) {
    start++;
    end--;
  }
  store<u64>(cell, <u64> start | <u64> end << 32);
}

/** Returns whether a string with its quotes is "NaN", "Infinity" or "-Infinity". */
// @ts-ignore: decorator
@inline
function isSpecialNumber(start: usize, end: usize): bool {
  const length = end - start;
  if (length == 5) return (load<u32>(start, 1) & 0xffffff) == 0x4e614e; // NaN
  if (length == 10) return isInfinity(start + 1);
  return length == 11 && load<u8>(start, 1) == 0x2d && isInfinity(start + 2); // -
}

// @ts-ignore: decorator
@inline
function isInfinity(at: usize): bool {
  return load<u64>(at) == 0x7974696e69666e49; // Infinity, the last letter first
}

/** Returns whether a name is followed by a quote and is the same as another one, of so many bytes. */
// @ts-ignore: decorator
@inline
function isSameName(name: usize, other: usize, length: usize): bool {
  let left = length + 1;
  for (; left > 16; left -= 16, name += 16, other += 16) {
    if (!i8x16.all_true(i8x16.eq(v128.load(name), v128.load(other)))) return false;
  }
  const equal = <u32> i8x16.bitmask(i8x16.eq(v128.load(name), v128.load(other)));
  return (~equal & ((1 << <u32> left) - 1)) == 0;
}

/** Returns the column of the name [start, end) that was just passed over. */
function findName(names: usize, start: usize, end: usize): i32 {
  const from = start;
  const to = end;
  const longest: usize = load<u32>(names, 4);
  let column = UNKNOWN;
  if (hasEscapes && end - start <= MAX_ESCAPE * longest) {
    start = names + load<u32>(names);
    end = unescape(start, from, to);
  }
  if (end - start <= longest) {
    const mask: u32 = load<u32>(names, 8);
    const bucket = names + (<usize> (mask == 0 ? 0 : hash(start, end) & mask) << 2);
    const stop = names + load<u32>(bucket, 16);
    for (let at = names + load<u32>(bucket, 12); at < stop;) {
      const length: usize = load<u32>(at);
      if (same(start, end, at + 8, at + 8 + length)) {
        column = load<i32>(at, 4);
        break;
      }
      at += 8 + length;
    }
  }
  if (column == UNKNOWN && json_unknown == 0) {
    json_unknown = from;
    json_unknown_end = to;
  }
  return column;
}
