// Reads a number's text: correctly rounded, to nearest and ties to even, whatever its length.
//
// Digits are found and converted sixteen at a time, those before the decimal separator and those after it,
// and make up one integer w, if w < 10^19; the value is w 10^q. Then
//
//   w <= 2^53 and |q| <= 22: both are float64, and one operation rounds (Clinger 1990);
//   else decimal_nearest.ts.
//
// What is longer, or undecided, is read again by decimal_long.ts.

import { countDigits, digitsValue, loadDigits, TEN_TO } from "./decimal_digits";
import { readLong, settle } from "./decimal_long";
import { nearestBits, UNDECIDED } from "./decimal_nearest";
import { isBlank, skipBlanks } from "./decimal_scan";
import { EMPTY, INVALID, notANumber, readWord } from "./decimal_status";

const MOST_EXACT: u64 = 1 << 53;
const EXACT_POWERS: i32 = 22; // 5^22 < 2^53 < 5^23
const POWERS: usize = memory.data<f64>([
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, //
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
], 16);

/** More is 0 or infinite, for w < 10^19 and a fraction of 32 digits. */
const MOST_EXPONENT: u64 = 1000;

/**
 * The number of a cell's text [start, end), or NaN: then `readStatus` says whether that is a number.
 *
 * A sign, digits with at most one `decimal` among or beside them, and an exponent; or nan, inf, infinity;
 * spaces and tabs around. With `narrow` 1 or 2 the result will be rounded to float32 or float16, and is
 * such that this gives the float32 or float16 nearest to the text's number: see `settle`.
 *
 * Reads, but does not use, up to 16 bytes after `end`.
 */
// @ts-ignore: decorator
@inline
export function readNumber(start: usize, end: usize, decimal: i32, narrow: i32): f64 {
  const at = skipBlanks(start, end);
  if (at == end) return notANumber(EMPTY);
  const sign = load<u8>(at);
  const negative = sign == 0x2d; // -
  const size = readSize(at + (negative || sign == 0x2b ? 1 : 0), end, decimal, narrow); // +
  return negative ? -size : size;
}

/** Whether n more digits fit: w < 10^(19 - n). */
// @ts-ignore: decorator
@inline
function fits(w: u64, n: i32): bool {
  return w < load<u64>(TEN_TO + (<usize> (19 - n) << 3));
}

/** w and n more digits. */
// @ts-ignore: decorator
@inline
function append(w: u64, digits: v128, n: i32): u64 {
  return w * load<u64>(TEN_TO + (<usize> n << 3)) + digitsValue(digits, n);
}

/** What follows the sign. */
function readSize(start: usize, end: usize, decimal: i32, narrow: i32): f64 {
  let at = start;
  let digits = loadDigits(at);
  let n = countDigits(digits, end - at);
  let w = digitsValue(digits, n);
  at += n;
  if (n == 16) {
    digits = loadDigits(at);
    n = countDigits(digits, end - at);
    if (n == 16 || !fits(w, n)) return readLong(start, end, decimal, narrow);
    w = append(w, digits, n);
    at += n;
  }
  let q = 0;
  if (at < end && load<u8>(at) == decimal) {
    const fraction = ++at;
    digits = loadDigits(at);
    n = countDigits(digits, end - at);
    if (!fits(w, n)) return readLong(start, end, decimal, narrow);
    w = append(w, digits, n);
    at += n;
    if (n == 16) {
      digits = loadDigits(at);
      n = countDigits(digits, end - at);
      if (n == 16 || !fits(w, n)) return readLong(start, end, decimal, narrow);
      w = append(w, digits, n);
      at += n;
    }
    q = <i32> (fraction - at);
    if (q == 0 && at == start + 1) return notANumber(INVALID); // the separator alone
  }
  if (at < end) {
    if (at == start) return readWord(at, trimmed(at, end));
    if ((load<u8>(at) | 0x20) == 0x65) { // e, E
      const sign: u8 = load<u8>(at, 1);
      at += sign == 0x2b || sign == 0x2d ? 2 : 1; // + -
      if (at >= end) return notANumber(INVALID);
      digits = loadDigits(at);
      n = countDigits(digits, end - at);
      if (n == 0) return notANumber(INVALID);
      if (n == 16) return readLong(start, end, decimal, narrow);
      const exponent = <i32> min<u64>(digitsValue(digits, n), MOST_EXPONENT);
      q += sign == 0x2d ? -exponent : exponent;
      at += n;
    }
    if (skipBlanks(at, end) != end) return notANumber(INVALID);
  } else if (at == start) {
    return notANumber(INVALID); // a sign alone
  }
  let y: f64;
  if (w <= MOST_EXACT && q >= -EXACT_POWERS && q <= EXACT_POWERS) {
    if (q == 0) return <f64> <i64> w;
    const power = load<f64>(POWERS + (<usize> abs(q) << 3));
    y = q < 0 ? <f64> <i64> w / power : <f64> <i64> w * power;
  } else {
    if (w == 0) return 0;
    const bits = nearestBits(w, q);
    if (bits >= UNDECIDED) return readLong(start, end, decimal, narrow);
    y = reinterpret<f64>(bits);
  }
  return narrow == 0 ? y : settle(y, start, end, decimal, narrow);
}

/** Where the text ends without the blanks behind it. */
function trimmed(at: usize, end: usize): usize {
  while (end > at && isBlank(load<u8>(end - 1))) end--;
  return end;
}
