// Lays digits out: decimal notation from 1e-6 up to 1e16, else an exponent. JavaScript's Number::toString does the
// same, but pads with zeros up to 1e21, which look as if they were known. Sixteen characters are stored at a time,
// so up to 16 bytes after the end are overwritten.

import { charactersFrom, eightAndEight, otherThanZero, ZERO } from "./digits";

const FOUR_DIGITS: u64 = 10000;
const EIGHT_DIGITS: u64 = 100000000; // what they are below
const EIGHT_ZEROS: u64 = 0x3030303030303030;
/** Digits before the separator. */
const MAX_DECIMAL: u32 = 16;
/** Zeros between the separator and the first digit. */
const MAX_ZEROS: u32 = 5;

/** A whole number below 10^4, as counts are. */
// @ts-ignore: decorator
@inline
function writeShort(to: usize, n: u32): usize {
  const hundreds = n * 10486 >> 20;
  const pairs = hundreds | (n - hundreds * 100) << 16;
  const tens = pairs * 103 >> 10 & 0x000f000f;
  const digits = tens | (pairs - tens * 10) << 8;
  const unneeded = ctz(digits | 0x1000000) & 24; // 0 has a digit too
  store<u32>(to, (digits | 0x30303030) >> unneeded);
  return to + 4 - (unneeded >> 3);
}

/** A whole number below 10^16. */
// @ts-ignore: decorator
@inline
export function writeInteger(to: usize, n: u64): usize {
  if (n < FOUR_DIGITS) return writeShort(to, <u32> n);
  const first = n / EIGHT_DIGITS;
  const text = eightAndEight(first, n - first * EIGHT_DIGITS);
  const leading = <i32> ctz(otherThanZero(text) | 0x8000); // 0 has a digit too
  v128.store(to, charactersFrom(text, leading));
  return to + 16 - leading;
}

/** n 10^k without the zeros at both ends of n, 0 < n < 10^17, n = 10 tens + last. */
export function writeDecimal(to: usize, tens: u64, last: i32, k: i32, decimal: i32): usize {
  const first = tens / EIGHT_DIGITS;
  const text = eightAndEight(first, tens - first * EIGHT_DIGITS);
  const leading = <i32> ctz(otherThanZero(text) | 1 << 16);
  return placeDigits(to, text, 16, last, leading, k, decimal);
}

/**
 * The digits of a text, 8 or 16, and the last one after them, times 10^k, without the zeros at both ends. So many zeros
 * are leading: who knows that before the text is made lets the processor go on before it is.
 */
// @ts-ignore: decorator
@inline
export function placeDigits(
  to: usize,
  text: v128,
  length: i32,
  last: i32,
  leading: i32,
  k: i32,
  decimal: i32,
): usize {
  // The bits of a digit that is taken from 0 reach up to all others, unless it is 0.
  const others = otherThanZero(text) & ((1 << length) - 1) | (0 - last & 1 << length);
  const count = 32 - <i32> clz(others) - leading;
  const whole = k + length + 1 - leading; // digits before the separator, if positive
  // The last digit is put after the others, wherever those are.
  const end = length - leading;
  const digit = ZERO + <u8> last;
  if (<u32> (whole - 1) < MAX_DECIMAL) {
    v128.store(to, charactersFrom(text, leading));
    if (count > whole) {
      store<u8>(to + whole, <u8> decimal);
      v128.store(to + whole, charactersFrom(text, leading + whole), 1);
      store<u8>(to + end, digit, 1);
      return to + count + 1;
    }
    // No more than its zeros are overwritten, and at most 15 zeros follow.
    store<u8>(to + end, digit);
    v128.store(to + count, i8x16.splat(ZERO));
    return to + whole;
  }
  if (<u32> (whole + MAX_ZEROS) < MAX_ZEROS + 1) {
    store<u64>(to, EIGHT_ZEROS);
    store<u8>(to, <u8> decimal, 1);
    to -= whole;
    v128.store(to, charactersFrom(text, leading), 2);
    store<u8>(to + end, digit, 2);
    return to + 2 + count;
  }
  store<u8>(to, leading == length ? digit : i8x16.extract_lane_u(charactersFrom(text, leading), 0));
  store<u8>(to, <u8> decimal, 1);
  v128.store(to, charactersFrom(text, leading + 1), 2);
  store<u8>(to + end, digit, 1);
  return writeExponent(count == 1 ? to + 1 : to + 1 + count, whole - 1);
}

/** "e", a sign, and as many of three digits as are needed: in one store. */
// @ts-ignore: decorator
@inline
function writeExponent(to: usize, exponent: i32): usize {
  const rest = <u32> abs(exponent);
  const hundreds = rest * 41 >> 12; // rest / 100 and rest / 10, for rest < 400
  const tens = rest * 205 >> 11;
  const digits = hundreds | (tens - 10 * hundreds) << 8 | (rest - 10 * tens) << 16;
  const unneeded = i32(rest < 10) + i32(rest < 100);
  const head: u64 = exponent < 0 ? 0x2d65 : 0x2b65; // e- e+
  store<u64>(to, head | <u64> ((digits | 0x303030) >> (unneeded << 3)) << 16);
  return to + 5 - unneeded;
}
