// The syntax of JSON (RFC 8259), checked as it is passed over. A line feed ends the text: inside a string it is a
// control character, and between tokens it is no blank, so that nothing here looks for the end of the text.
//
// Beside the literals of JSON, NaN, Infinity and -Infinity are numbers, as Python and DuckDB write them.

import { CARRIAGE_RETURN, LINE_FEED, QUOTE } from "../csv/bytes";

export const COMMA: u8 = 0x2c;
export const COLON: u8 = 0x3a;
export const OPEN: u8 = 0x7b; // {
export const CLOSE: u8 = 0x7d; // }
const OPEN_LIST: u8 = 0x5b; // [
const CLOSE_LIST: u8 = 0x5d; // ]
export const BACKSLASH: u8 = 0x5c;
const ZERO: u8 = 0x30;
const MINUS: u8 = 0x2d;
const SPACE: u8 = 0x20;
const TAB: u8 = 0x09;

/** What was expected where the syntax is wrong. formats/jsonl/format_problem.ts uses the same numbers. */
export const OBJECT_EXPECTED: i32 = 1;
export const NAME_OR_CLOSE_EXPECTED: i32 = 2;
export const NAME_EXPECTED: i32 = 3;
export const COLON_EXPECTED: i32 = 4;
export const COMMA_OR_CLOSE_EXPECTED: i32 = 5;
export const VALUE_EXPECTED: i32 = 6;
export const COMMA_OR_CLOSE_LIST_EXPECTED: i32 = 7;
export const DIGIT_EXPECTED: i32 = 8;
export const QUOTE_EXPECTED: i32 = 9;
export const ESCAPE_EXPECTED: i32 = 10;
export const HEX_DIGIT_EXPECTED: i32 = 11;
export const LINE_END_EXPECTED: i32 = 12;
export const LESS_DEPTH_EXPECTED: i32 = 13;
export const ESCAPED_CONTROL_EXPECTED: i32 = 14;
export const VALUE_OR_CLOSE_LIST_EXPECTED: i32 = 15;

/** What was expected, and where, after a function has returned 0. */
export let json_expected: i32 = 0;
export let failedAt: usize = 0;

/** Notes what was expected at a place. Returns 0. */
export function fail(at: usize, expected: i32): usize {
  json_expected = expected;
  failedAt = at;
  return 0;
}

/** Returns the first place from `at` on that is not blank. A line feed is the end, and not a blank. */
// @ts-ignore: decorator
@inline
export function skipSpace(at: usize): usize {
  let byte = load<u8>(at);
  while (byte == SPACE || byte == TAB || byte == CARRIAGE_RETURN) byte = load<u8>(++at);
  return at;
}

/** Whether the string that was last passed over has a backslash in it. */
export let hasEscapes: bool = false;

/** Returns the quote that closes a string whose first byte is at `at`, or 0. */
// @ts-ignore: decorator
@inline
export function skipString(at: usize): usize {
  hasEscapes = false;
  const quotes = i8x16.splat(QUOTE);
  const backslashes = i8x16.splat(BACKSLASH);
  const controls = i8x16.splat(0x1f);
  while (true) {
    const bytes = v128.load(at);
    const marks = i8x16.bitmask(v128.or(
      v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes)),
      i8x16.le_u(bytes, controls),
    ));
    if (marks == 0) {
      at += 16;
      continue;
    }
    at += <usize> ctz(marks);
    const byte = load<u8>(at);
    if (byte == QUOTE) return at;
    if (byte != BACKSLASH) {
      return fail(at, byte == LINE_FEED ? QUOTE_EXPECTED : ESCAPED_CONTROL_EXPECTED);
    }
    hasEscapes = true;
    at = skipEscape(at + 1);
    if (at == 0) return 0;
  }
}

/** Returns where an escape ends, whose first byte after the backslash is at `at`, or 0. */
function skipEscape(at: usize): usize {
  const byte = load<u8>(at);
  if (byte == 0x75) { // u
    for (let i: usize = 1; i < 5; i++) {
      if (hexDigit(load<u8>(at + i)) > 15) return fail(at + i, HEX_DIGIT_EXPECTED);
    }
    return at + 5;
  }
  switch (byte) {
    case 0x22: // "
    case 0x5c: // \
    case 0x2f: // /
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return at + 1;
    default:
      return fail(at, ESCAPE_EXPECTED);
  }
}

/** Returns the value of a hexadecimal digit, or more than 15. */
// @ts-ignore: decorator
@inline
export function hexDigit(byte: u8): u32 {
  const digit = <u32> byte - 0x30;
  if (digit <= 9) return digit;
  const letter = <u32> (byte | 0x20) - 0x61;
  return letter <= 5 ? letter + 10 : 255;
}

/** Returns where the digits end that begin at `at`, or 0 if there are none. */
// @ts-ignore: decorator
@inline
function skipDigits(at: usize): usize {
  if (load<u8>(at) - ZERO > 9) return fail(at, DIGIT_EXPECTED);
  do at++; while (load<u8>(at) - ZERO <= 9);
  return at;
}

/** Returns where a number ends that begins with a digit or a minus, or 0. */
// @ts-ignore: decorator
@inline
export function skipNumber(at: usize): usize {
  if (load<u8>(at) == MINUS) {
    at++;
    if (load<u8>(at) == 0x49) return skipWord(at, 0x74696e69666e49, 8); // Infinity
  }
  if (load<u8>(at) == ZERO) {
    at++;
  } else {
    at = skipDigits(at);
    if (at == 0) return 0;
  }
  let byte = load<u8>(at);
  if (byte == 0x2e) { // .
    at = skipDigits(at + 1);
    if (at == 0) return 0;
    byte = load<u8>(at);
  }
  if ((byte | 0x20) == 0x65) { // e, E
    at++;
    byte = load<u8>(at);
    if (byte == 0x2b || byte == MINUS) at++; // +
    at = skipDigits(at);
  }
  return at;
}

/** Returns where a word ends, of which up to 7 letters are given, the last first; or 0. */
function skipWord(at: usize, word: u64, length: usize): usize {
  const known = min<usize>(length, 7);
  const mask: u64 = ((<u64> 1) << (<u64> known << 3)) - 1;
  if ((load<u64>(at) & mask) != word) return fail(at, VALUE_EXPECTED);
  if (length == 8 && load<u8>(at, 7) != 0x79) return fail(at, VALUE_EXPECTED); // y
  return at + length;
}

/** Returns where a literal ends, or 0. */
function skipLiteral(at: usize): usize {
  switch (load<u8>(at)) {
    case 0x6e: // n
      return skipWord(at, 0x6c6c756e, 4); // null
    case 0x74: // t
      return skipWord(at, 0x65757274, 4); // true
    case 0x66: // f
      return skipWord(at, 0x65736c6166, 5); // false
    case 0x4e: // N
      return skipWord(at, 0x4e614e, 3); // NaN
    case 0x49: // I
      return skipWord(at, 0x74696e69666e49, 8); // Infinity
    default:
      return fail(at, VALUE_EXPECTED);
  }
}

/** Returns where a value ends that begins at `at`, or 0. */
// @ts-ignore: decorator
@inline
export function skipValue(at: usize): usize {
  const byte = load<u8>(at);
  if (byte - ZERO <= 9 || byte == MINUS) return skipNumber(at);
  if (byte == QUOTE) {
    const close = skipString(at + 1);
    return close == 0 ? 0 : close + 1;
  }
  return byte == OPEN || byte == OPEN_LIST ? skipNested(at) : skipLiteral(at);
}

/** Levels of objects and lists that a value may have. */
const MAX_DEPTH: i32 = 1024;
/** For each level, the byte that closes it. */
const LEVELS: usize = memory.data(1024, 16);

/** Returns where an object or a list ends that begins at `at`, or 0. */
function skipNested(at: usize): usize {
  let depth = 0;
  while (true) {
    // A value begins here.
    const byte = load<u8>(at);
    if (byte == OPEN || byte == OPEN_LIST) {
      if (depth == MAX_DEPTH) return fail(at, LESS_DEPTH_EXPECTED);
      const isObject = byte == OPEN;
      const close = isObject ? CLOSE : CLOSE_LIST;
      at = skipSpace(at + 1);
      if (load<u8>(at) != close) {
        store<u8>(LEVELS + depth, close);
        depth++;
        if (isObject) {
          at = skipName(at, NAME_OR_CLOSE_EXPECTED);
          if (at == 0) return 0;
        } else if (load<u8>(at) == CLOSE || load<u8>(at) == LINE_FEED) {
          return fail(at, VALUE_OR_CLOSE_LIST_EXPECTED);
        }
        continue;
      }
      at++;
    } else {
      at = skipPlain(at, byte);
      if (at == 0) return 0;
    }
    // It ends here, and perhaps those that it is in.
    while (true) {
      if (depth == 0) return at;
      at = skipSpace(at);
      const next = load<u8>(at);
      const close = load<u8>(LEVELS + depth - 1);
      if (next == COMMA) {
        at = skipSpace(at + 1);
        if (close == CLOSE) {
          at = skipName(at, NAME_EXPECTED);
          if (at == 0) return 0;
        }
        break;
      }
      if (next != close) {
        return fail(at, close == CLOSE ? COMMA_OR_CLOSE_EXPECTED : COMMA_OR_CLOSE_LIST_EXPECTED);
      }
      at++;
      depth--;
    }
  }
}

/** Returns where a value ends that is neither an object nor a list, or 0. */
// @ts-ignore: decorator
@inline
function skipPlain(at: usize, byte: u8): usize {
  if (byte - ZERO <= 9 || byte == MINUS) return skipNumber(at);
  if (byte != QUOTE) return skipLiteral(at);
  const close = skipString(at + 1);
  return close == 0 ? 0 : close + 1;
}

/** Returns where the value of a member begins, whose name begins at `at`, or 0. */
function skipName(at: usize, expected: i32): usize {
  if (load<u8>(at) != QUOTE) return fail(at, expected);
  at = skipString(at + 1);
  if (at == 0) return 0;
  at = skipSpace(at + 1);
  if (load<u8>(at) != COLON) return fail(at, COLON_EXPECTED);
  return skipSpace(at + 1);
}
