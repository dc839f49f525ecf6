// The shape of a cell's text decides what a column holds. No digit may get lost because a machine
// guessed that a text is a number.

import { isBlank, skipBlanks } from "../decimal/scan";

// Each shape is one bit, so that the shapes of a column are the union of those of its cells.

/** An empty text, or only blanks. */
export const BLANK: i32 = 1;
/** A whole number that int64 and float64 both hold. */
export const WHOLE: i32 = 2;
/** A whole number that only int64 holds: beyond 2^53. */
export const LONG: i32 = 4;
/** Digits that no number keeps: 007, +49, or a whole number beyond int64. */
export const CODE: i32 = 8;
/** Any other number, or not a number: reading it shows which. */
export const OTHER: i32 = 16;

const MAX_EXACT: u64 = 1 << 53;
const MAX_DIGITS: usize = 19; // 10^19 < 2^64
const ZERO: u8 = 0x30;
const PLUS: u8 = 0x2b;
const MINUS: u8 = 0x2d;

/** The number of a text that is only a sign and digits. */
export let wholeNumber: i64 = 0;
/** Whether the text is only a sign and digits that int64 holds; zeros and a plus may lead. */
export let isWhole: bool = false;

/** Returns the shape of a text without quotes. */
export function shapeOf(start: usize, end: usize): i32 {
  isWhole = false;
  start = skipBlanks(start, end);
  if (start == end) return BLANK;
  while (isBlank(load<u8>(end - 1))) end--;
  const sign = load<u8>(start);
  const negative = sign == MINUS;
  let at = start + (negative || sign == PLUS ? 1 : 0);
  const first = at;
  while (at < end && load<u8>(at) == ZERO) at++;
  const digits = at;
  let value: u64 = 0;
  for (; at < end; at++) {
    const digit = load<u8>(at) - ZERO;
    if (digit > 9) break;
    value = value * 10 + digit;
  }
  const zeros = digits - first;
  const leading = zeros > 1 || (zeros == 1 && at > digits);
  if (at < end || at == first) return leading ? CODE : OTHER;
  const most = <u64> i64.MAX_VALUE + u64(negative);
  if (at - digits > MAX_DIGITS || value > most) return CODE;
  isWhole = true;
  wholeNumber = negative ? -<i64> value : <i64> value;
  if (leading || sign == PLUS) return CODE;
  if (negative && value == 0) return OTHER; // only a float has -0
  return value <= MAX_EXACT ? WHOLE : LONG;
}
