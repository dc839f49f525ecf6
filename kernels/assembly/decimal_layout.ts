// Puts digits where JavaScript's Number::toString puts them: decimal notation from 1e-7 up to 1e21, else an
// exponent. Sixteen characters are stored at a time, so up to 16 bytes after the end are overwritten.

import { charactersFrom, eightAndEight, otherThanZero, ZERO } from "./decimal_digits";

const SEVENTEEN_DIGITS: u64 = 10000000000000000; // 10^16, the least that has so many
const EIGHT_DIGITS: u64 = 100000000; // what they are below
const EIGHT_ZEROS: u64 = 0x3030303030303030;
const MOST_DECIMAL: i32 = 21;
const LEAST_DECIMAL: i32 = -6;

/** A whole number below 10^16. */
// @ts-ignore: decorator
@inline
export function writeInteger(to: usize, n: u64): usize {
  const first = n / EIGHT_DIGITS;
  const text = eightAndEight(first, n - first * EIGHT_DIGITS);
  const leading = <i32> ctz(otherThanZero(text) | 0x8000); // 0 has a digit too
  v128.store(to, charactersFrom(text, leading));
  return to + 16 - leading;
}

/** n 10^k, 0 < n < 10^17, without the zeros at the end of n. */
// @ts-ignore: decorator
@inline
export function writeDecimal(to: usize, n: u64, k: i32, decimal: i32): usize {
  // One digit and sixteen. Float64 has 16 or 17, and that choice is free of branches; others have fewer.
  if (n < EIGHT_DIGITS) {
    n *= EIGHT_DIGITS;
    k -= 8;
  }
  const fewer = n < SEVENTEEN_DIGITS;
  n = fewer ? n * 10 : n;
  k -= i32(fewer);
  while (n < SEVENTEEN_DIGITS) {
    n *= 10;
    k--;
  }
  const nine = <u32> (n / EIGHT_DIGITS);
  const one = nine / <u32> EIGHT_DIGITS;
  const text = eightAndEight(nine - one * <u32> EIGHT_DIGITS, n - nine * EIGHT_DIGITS);
  const count = 33 - <i32> clz(otherThanZero(text));
  const whole = k + 17; // digits before the separator, if positive
  const digit = ZERO + <u8> one;
  if (whole > 0 && whole <= MOST_DECIMAL) {
    store<u8>(to, digit);
    v128.store(to, text, 1);
    if (count > whole) {
      store<u8>(to + whole, <u8> decimal);
      v128.store(to + whole, charactersFrom(text, whole - 1), 1);
      return to + count + 1;
    }
    if (whole > 17) store<u32>(to, <u32> EIGHT_ZEROS, 17);
    return to + whole;
  }
  if (whole <= 0 && whole > LEAST_DECIMAL) {
    store<u64>(to, EIGHT_ZEROS);
    store<u8>(to, <u8> decimal, 1);
    to -= whole;
    store<u8>(to, digit, 2);
    v128.store(to, text, 3);
    return to + 2 + count;
  }
  store<u8>(to, digit);
  store<u8>(to, <u8> decimal, 1);
  v128.store(to, text, 2);
  return writeExponent(count == 1 ? to + 1 : to + 1 + count, whole - 1);
}

/** "e", a sign, and as many of three digits as are needed: in one store. */
// @ts-ignore: decorator
@inline
function writeExponent(to: usize, exponent: i32): usize {
  const rest = <u32> abs(exponent);
  const hundreds = rest / 100;
  const tens = rest / 10;
  const digits = hundreds | (tens - 10 * hundreds) << 8 | (rest - 10 * tens) << 16;
  const unneeded = i32(rest < 10) + i32(rest < 100);
  const head: u64 = exponent < 0 ? 0x2d65 : 0x2b65; // e- e+
  store<u64>(to, head | <u64> ((digits | 0x303030) >> (unneeded << 3)) << 16);
  return to + 5 - unneeded;
}
