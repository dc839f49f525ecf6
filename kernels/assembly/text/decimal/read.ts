// Reads a number's text: correctly rounded, to nearest and ties to even, whatever its length.
//
// Digits and separator, if they are less than 32 bytes, are taken as they lie into two vectors; the separator
// is moved out and the digits to the end, where they make up one integer w, which must be below 10^19. The
// value is w 10^q. Then
//
//   w < 10^15 and |q| <= 22: both are float64, and one operation rounds (Clinger 1990). Up to 2^53 it could,
//   but then numbers of full precision would go now one way, now the other, which costs more than it saves;
//   else text/decimal/nearest.ts.
//
// All that is longer, undecided or unusual is read again by text/decimal/long.ts. Indices are computed, not looked
// up in tables: Deno checks every address.

import { digitsValue, loadDigits, otherThanDigits, placesFrom } from "./digits";
import { readLong, settle } from "./long";
import { nearestBits, UNDECIDED } from "./nearest";
import { skipBlanks } from "./scan";
import { EMPTY, notANumber } from "./status";

const MAX_EXACT: u64 = 1000000000000000; // 10^15
const EXACT_POWERS: i32 = 22; // 5^22 < 2^53 < 5^23
const POWERS: usize = memory.data<f64>([
  1e0,
  1e1,
  1e2,
  1e3,
  1e4,
  1e5,
  1e6,
  1e7,
  1e8,
  1e9,
  1e10,
  1e11, //
  1e12,
  1e13,
  1e14,
  1e15,
  1e16,
  1e17,
  1e18,
  1e19,
  1e20,
  1e21,
  1e22,
], 16);

const SIXTEENS: usize = memory.data<u8>([
  16,
  16,
  16,
  16,
  16,
  16,
  16,
  16,
  16,
  16,
  16,
  16,
  16,
  16,
  16,
  16,
], 16);

/** Before all places. */
const NOWHERE: i32 = -128;
const NO_EXPONENT: i32 = i32.MAX_VALUE;
const THREE_ZEROS: u32 = 0x303030;

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
  let sign = load<u8>(start);
  if (sign <= 0x20 || start == end) {
    start = skipBlanks(start, end);
    if (start == end) return notANumber(EMPTY);
    sign = load<u8>(start);
  }
  const negative = sign == 0x2d; // -
  const size = readSize(start + <usize> (i32(negative) | i32(sign == 0x2b)), end, decimal, narrow); // +
  return reinterpret<f64>(reinterpret<u64>(size) | <u64> negative << 63); // no branch
}

/** What follows the sign. */
// @ts-ignore: decorator
@inline
function readSize(start: usize, end: usize, decimal: i32, narrow: i32): f64 {
  const room = <i32> (end - start);
  const first = loadDigits(start);
  let second = first;
  let others = otherThanDigits(first);
  if (room > 16) {
    if (room > 31) return readLong(start, end, decimal, narrow);
    second = loadDigits(start + 16);
    others |= otherThanDigits(second) << 16;
  }
  others |= 1 << room;
  const whole = ctz(others);
  let length = whole;
  let parting = NOWHERE;
  let q = 0;
  if (whole < room && <i32> load<u8>(start + whole) == decimal) {
    parting = whole;
    length = ctz(others & (others - 1));
    q = whole + 1 - length;
  }
  if (length == i32(parting == 0)) return readLong(start, end, decimal, narrow); // no digits

  const low = places(length - 16, parting);
  let w: u64;
  if (room > 16) {
    const leading = digitsValue(i8x16.swizzle(first, places(length - 32, parting)));
    if (leading >= 1000) return readLong(start, end, decimal, narrow);
    const last = v128.or(i8x16.swizzle(first, low), i8x16.swizzle(second, inSecond(low)));
    w = leading * 10000000000000000 + digitsValue(last);
  } else {
    w = digitsValue(i8x16.swizzle(first, low));
  }

  if (length < room) {
    const exponent = shortExponent(start + length, end);
    if (exponent == NO_EXPONENT) return readLong(start, end, decimal, narrow);
    q += exponent;
  }
  let y: f64;
  if (w < MAX_EXACT && <u32> (q + EXACT_POWERS) <= 2 * EXACT_POWERS) {
    y = <f64> <i64> w;
    if (q == 0) return y;
    const power = load<f64>(POWERS + (<usize> abs(q) << 3));
    y = q < 0 ? y / power : y * power;
  } else {
    if (w == 0) return 0;
    const bits = nearestBits(w, q);
    if (bits >= UNDECIDED) return readLong(start, end, decimal, narrow);
    y = reinterpret<f64>(bits);
  }
  return narrow == 0 ? y : settle(y, start, end, decimal, narrow);
}

/** Where sixteen digits come from: `from` and on, but what is up to the separator, one before. */
// @ts-ignore: decorator
@inline
function places(from: i32, parting: i32): v128 {
  const all = placesFrom(from);
  return i8x16.add(all, i8x16.le_s(all, i8x16.splat(<i8> parting)));
}

/** Indices into the second vector, from those into both. */
// @ts-ignore: decorator
@inline
function inSecond(places: v128): v128 {
  return i8x16.sub(places, v128.load(SIXTEENS));
}

/** "e", perhaps a sign, and up to three digits, up to `end`. */
// @ts-ignore: decorator
@inline
function shortExponent(at: usize, end: usize): i32 {
  const all = load<u64>(at);
  if ((all & 0xdf) != 0x45) return NO_EXPONENT; // e, E
  const text = all >> 8;
  const sign = <u8> text;
  const negative = sign == 0x2d; // -
  const signed = i32(negative) | i32(sign == 0x2b); // +
  const count = <i32> (end - at) - 1 - signed;
  if (<u32> (count - 1) > 2) return NO_EXPONENT;
  const digits = (<u32> (text >> (signed << 3)) ^ THREE_ZEROS) << (24 - 8 * count) & 0xffffff;
  // A byte that is 10 or more has its first bit, or gets it.
  if (((digits + 0x767676 | digits) & 0x808080) != 0) return NO_EXPONENT;
  const exponent = <i32> ((digits & 0xff) * 100 + (digits >> 8 & 0xff) * 10 + (digits >> 16));
  return select<i32>(-exponent, exponent, negative); // as good as random: no branch
}
