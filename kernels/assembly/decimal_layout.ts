// Puts digits where JavaScript's Number::toString puts them: decimal notation from 1e-7 up to 1e21, else an
// exponent. Sixteen characters are stored at a time, so up to 16 bytes after the end are overwritten.

import { charactersFrom, digitsText, eightDigits, otherThanZero, ZERO } from "./decimal_digits";

const SEVENTEEN_DIGITS: u64 = 10000000000000000; // 10^16, the least that has so many
const EIGHT_ZEROS: u64 = 0x3030303030303030;
const MOST_DECIMAL: i32 = 21;
const LEAST_DECIMAL: i32 = -6;

/** A whole number below 10^16. */
// @ts-ignore: decorator
@inline
export function writeInteger(to: usize, n: u64): usize {
  const text = digitsText(n);
  const leading = <i32> ctz(otherThanZero(text) | 0x8000); // 0 has a digit too
  v128.store(to, charactersFrom(text, leading));
  return to + 16 - leading;
}

/** n 10^k, 0 < n < 10^17, without the zeros at the end of n. */
// @ts-ignore: decorator
@inline
export function writeDecimal(to: usize, n: u64, k: i32, decimal: i32): usize {
  // One digit and sixteen. Float64 has 16 or 17, and the choice is free of branches; others have fewer.
  const fewer = n < SEVENTEEN_DIGITS;
  n = fewer ? n * 10 : n;
  k -= i32(fewer);
  while (n < SEVENTEEN_DIGITS) {
    n *= 10;
    k--;
  }
  const nine = <u32> (n / 100000000);
  const one = nine / 100000000;
  const text = v128.or(
    eightDigits(nine - one * 100000000, n - <u64> nine * 100000000),
    i64x2.splat(EIGHT_ZEROS),
  );
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
    store<u32>(to, <u32> EIGHT_ZEROS, 17);
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

// @ts-ignore: decorator
@inline
function writeExponent(to: usize, exponent: i32): usize {
  store<u8>(to, 0x65); // e
  store<u8>(to, exponent < 0 ? 0x2d : 0x2b, 1); // - +
  to += 2;
  let rest = <u32> abs(exponent);
  if (rest >= 100) {
    store<u8>(to++, ZERO + <u8> (rest / 100));
    rest %= 100;
    store<u8>(to++, ZERO + <u8> (rest / 10));
  } else if (rest >= 10) {
    store<u8>(to++, ZERO + <u8> (rest / 10));
  }
  store<u8>(to, ZERO + <u8> (rest % 10));
  return to + 1;
}
