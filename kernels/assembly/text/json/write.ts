// Writes objects from the parts of the input that are kept, and from the texts of results; and columns as objects.

import { copyBytes, copyRecord, copyShort, LINE_FEED, QUOTE } from "../csv/bytes";
import { setSkipped } from "../csv/write";
import { BACKSLASH, CLOSE, COMMA, OPEN } from "./syntax";

// An object is written by a list of steps of three u32 each: the action, and two addresses.

const END: u32 = 0;
/** Puts a result in the place of a value: the lists of cells of both. Such steps come first. */
const REPLACE: u32 = 1;
/** Copies all members. It comes after the values that are replaced, and before members that are added. */
const REST: u32 = 2;
/** Copies a value. */
const VALUE: u32 = 4;
/** Copies the text of a result. */
const NUMBER: u32 = 6;
/** Writes a comma where one is needed, and a text: where it begins and ends. */
const MEMBER: u32 = 8;
/** Bytes of a step. */
const STEP: usize = 12;

/**
 * Writes `count` objects of [from, ...), whose lines end at `ends` and whose braces close at `closes`, and returns
 * where the output ends. `begins` has where each line begins, or is 0 if each begins where the one before ends. What is before and after an object in its line stays, and so do blank lines.
 */
export function json_write(
  steps: usize,
  from: usize,
  ends: usize,
  closes: usize,
  count: i32,
  to: usize,
  begins: usize,
): usize {
  let skipped = 0;
  const isKept = load<u32>(steps) == REPLACE || load<u32>(steps) == REST;
  const isReplaced = load<u32>(steps) == REPLACE;
  let others = steps;
  while (load<u32>(others) == REPLACE) others += STEP;
  if (isKept) others += STEP;
  for (let i: usize = 0; i < <usize> count; i++) {
    const next: usize = load<u32>(ends + (i << 2));
    const close: usize = load<u32>(closes + (i << 2));
    if (begins != 0) from = load<u32>(begins + (i << 2));
    if (close == 0) {
      skipped++;
      to = copyBytes(to, from, next);
      from = next;
      continue;
    }
    let needsComma = false;
    if (isKept) {
      let at = from;
      if (isReplaced) {
        at = replaceValues(steps, i, at, to);
        to = replacedTo;
      }
      to = copyRecord(to, at, close);
      needsComma = hasMembers(close);
    } else {
      let open = from;
      while (load<u8>(open) != OPEN) open++;
      to = copyBytes(to, from, open + 1);
    }
    for (let step = others; load<u32>(step) != END; step += STEP) {
      const cell: usize = load<u32>(step, 4) + (i << 3);
      switch (load<u32>(step)) {
        case MEMBER:
          // A member that the object does not have is not written.
          if (
            load<u32>(step, STEP) == VALUE && isMissing(load<u32>(step, STEP + 4) + (i << 3))
          ) {
            step += STEP;
            break;
          }
          if (needsComma) store<u8>(to++, COMMA);
          needsComma = true;
          to = copyShort(to, load<u32>(step, 4), load<u32>(step, 8));
          break;
        case VALUE:
          to = copyBytes(to, valueStart(cell), valueEnd(cell));
          break;
        case NUMBER:
          to = copyShort(to, load<u32>(cell), load<u32>(cell, 4));
          break;
      }
    }
    to = copyShort(to, close, next);
    from = next;
  }
  setSkipped(skipped);
  return to;
}

/** Where the text ends that `replaceValues` wrote. */
let replacedTo: usize = 0;

/** Copies a record from `at` up to the last value that is replaced, with the results. Returns where that value ends. */
function replaceValues(steps: usize, i: usize, at: usize, to: usize): usize {
  if (!isOrdered(steps, i)) return replaceSorted(steps, i, at, to);
  for (let step = steps; load<u32>(step) == REPLACE; step += STEP) {
    const cell: usize = load<u32>(step, 4) + (i << 3);
    if (isMissing(cell)) continue;
    to = putResult(step, i, copyRecord(to, at, valueStart(cell)));
    at = valueEnd(cell);
  }
  replacedTo = to;
  return at;
}

/** The same where the members are in another order than the steps. */
function replaceSorted(steps: usize, i: usize, at: usize, to: usize): usize {
  for (;;) {
    let next: usize = 0;
    let start: usize = usize.MAX_VALUE;
    for (let step = steps; load<u32>(step) == REPLACE; step += STEP) {
      const cell: usize = load<u32>(step, 4) + (i << 3);
      if (isMissing(cell) || valueStart(cell) < at || valueStart(cell) >= start) continue;
      next = step;
      start = valueStart(cell);
    }
    if (next == 0) break;
    to = putResult(next, i, copyRecord(to, at, start));
    at = valueEnd(load<u32>(next, 4) + (i << 3));
  }
  replacedTo = to;
  return at;
}

function isOrdered(steps: usize, i: usize): bool {
  let before: usize = 0;
  for (let step = steps; load<u32>(step) == REPLACE; step += STEP) {
    const cell: usize = load<u32>(step, 4) + (i << 3);
    if (isMissing(cell)) continue;
    const start = valueStart(cell);
    if (start < before) return false;
    before = start;
  }
  return true;
}

// @ts-ignore: decorator
@inline
function putResult(step: usize, i: usize, to: usize): usize {
  const result: usize = load<u32>(step, 8) + (i << 3);
  return copyShort(to, load<u32>(result), load<u32>(result, 4));
}

/** Returns whether an object has no value for a cell: that is then the brace that closes it. */
// @ts-ignore: decorator
@inline
function isMissing(cell: usize): bool {
  return load<u8>(load<u32>(cell)) == CLOSE;
}

/** Returns where a value begins, with the quotes of "NaN" and its like, which are not in their cells. */
// @ts-ignore: decorator
@inline
function valueStart(cell: usize): usize {
  const start: usize = load<u32>(cell);
  return start - usize(load<u8>(start - 1) == QUOTE);
}

/** Returns where a value ends. The cell of a null is empty. */
// @ts-ignore: decorator
@inline
function valueEnd(cell: usize): usize {
  const start: usize = load<u32>(cell);
  const end: usize = load<u32>(cell, 4);
  return start == end ? end + 4 : end + usize(load<u8>(start - 1) == QUOTE);
}

/** Returns whether the object that a brace closes has members. */
// @ts-ignore: decorator
@inline
function hasMembers(close: usize): bool {
  do close--; while (load<u8>(close) <= 0x20);
  return load<u8>(close) != OPEN;
}

// Columns are written as text/csv/rows.ts does: a list of cells for each, and then one object for each row.

/** The strings that stand for numbers that JSON does not have. */
const NAN: usize = memory.data<u8>([0x22, 0x4e, 0x61, 0x4e, 0x22], 16); // "NaN"
const INFINITY: usize = memory.data<u8>([
  0x22,
  0x49,
  0x6e,
  0x66,
  0x69,
  0x6e,
  0x69,
  0x74,
  0x79,
  0x22, // "Infinity"
], 16);
const MINUS_INFINITY: usize = memory.data<u8>([
  0x22,
  0x2d,
  0x49,
  0x6e,
  0x66,
  0x69,
  0x6e,
  0x69,
  0x74,
  0x79,
  0x22, // "-Infinity"
], 16);

/** Puts the strings "NaN", "Infinity" and "-Infinity" in the place of what CSV has for them, in cells of numbers. */
export function json_words(cells: usize, count: i32): void {
  for (const last = cells + (<usize> count << 3); cells < last; cells += 8) {
    const start: usize = load<u32>(cells);
    const byte = load<u8>(start);
    if (byte <= 0x39 && (byte != 0x2d || load<u8>(start, 1) <= 0x39)) continue; // - and digits
    if (byte == 0x4e) store<u64>(cells, <u64> NAN | <u64> (NAN + 5) << 32); // N
    else if (byte == 0x69) store<u64>(cells, <u64> INFINITY | <u64> (INFINITY + 10) << 32); // i
    else if (byte == 0x2d) { // -
      store<u64>(cells, <u64> MINUS_INFINITY | <u64> (MINUS_INFINITY + 11) << 32);
    }
  }
}

/**
 * Writes texts as strings and makes cells of them. `valid` has a bit for each text, or is 0 if none is null;
 * [none, noneEnd) is written for null. Returns where the strings end; it writes up to 15 bytes more.
 */
export function json_put_texts(
  cells: usize,
  valid: usize,
  count: i32,
  to: usize,
  none: usize,
  noneEnd: usize,
): usize {
  for (let i: usize = 0; i < <usize> count; i++, cells += 8) {
    if (valid != 0 && (load<u8>(valid + (i >> 3)) >> <u8> (i & 7) & 1) == 0) {
      store<u64>(cells, <u64> none | <u64> noneEnd << 32);
      continue;
    }
    const start = to;
    store<u8>(to++, QUOTE);
    to = escape(to, load<u32>(cells), load<u32>(cells, 4));
    store<u8>(to++, QUOTE);
    store<u64>(cells, <u64> start | <u64> to << 32);
  }
  return to;
}

/** Copies a text, and writes quotes, backslashes and control characters as escapes: at most six bytes for one. */
function escape(to: usize, from: usize, end: usize): usize {
  const quotes = i8x16.splat(QUOTE);
  const backslashes = i8x16.splat(BACKSLASH);
  const controls = i8x16.splat(0x1f);
  while (from < end) {
    const bytes = v128.load(from);
    v128.store(to, bytes);
    const marks = i8x16.bitmask(v128.or(
      v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes)),
      i8x16.le_u(bytes, controls),
    ));
    const step = min<usize>(marks == 0 ? 16 : <usize> ctz(marks), end - from);
    to += step;
    from += step;
    if (marks == 0 || from == end) continue;
    const byte = load<u8>(from++);
    store<u8>(to++, BACKSLASH);
    const letter = escapeLetter(byte);
    if (letter != 0) {
      store<u8>(to++, letter);
      continue;
    }
    store<u32>(to, 0x30303075); // u000
    store<u8>(to, 0x30 + (byte >> 4), 3);
    store<u8>(to, (byte & 15) + ((byte & 15) < 10 ? 0x30 : 0x57), 4);
    to += 5;
  }
  return to;
}

function escapeLetter(byte: u8): u8 {
  switch (byte) {
    case 0x08:
      return 0x62; // b
    case 0x09:
      return 0x74; // t
    case 0x0a:
      return 0x6e; // n
    case 0x0c:
      return 0x66; // f
    case 0x0d:
      return 0x72; // r
    case 0x22:
    case 0x5c:
      return byte; // " \
    default:
      return 0;
  }
}

/**
 * Writes objects of cells; `lists` has the u32 address of each column's cells, and where its name begins and ends,
 * with its colon. Returns where they end.
 */
export function json_join(lists: usize, columns: i32, count: i32, to: usize): usize {
  const last = lists + <usize> columns * STEP;
  for (let i: usize = 0; i < <usize> count; i++) {
    store<u8>(to++, OPEN);
    for (let list = lists; list < last; list += STEP) {
      if (list != lists) store<u8>(to++, COMMA);
      to = copyBytes(to, load<u32>(list, 4), load<u32>(list, 8));
      const cell = <usize> load<u32>(list) + (i << 3);
      to = copyBytes(to, load<u32>(cell), load<u32>(cell, 4));
    }
    store<u8>(to++, CLOSE);
    store<u8>(to++, LINE_FEED);
  }
  return to;
}
