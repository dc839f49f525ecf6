// Sixteen digits at a time, between text and numbers.
//
// Constants are in memory for the reason of constants.ts.

const PLACES: usize = memory.data<u8>([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], 16);
const ZEROS: usize = memory.data<u8>([48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48], 16);
const TENS_8: usize = memory.data<u8>([10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10], 16);
const TENS_16: usize = memory.data<u16>([10, 10, 10, 10, 10, 10, 10, 10], 16);
const FIRST_BYTES: usize = memory.data<u16>([255, 255, 255, 255, 255, 255, 255, 255], 16);
const HUNDRED_ONE: usize = memory.data<u16>([100, 1, 100, 1, 100, 1, 100, 1], 16);
const MYRIAD_ONE: usize = memory.data<u16>([10000, 1, 10000, 1, 10000, 1, 10000, 1], 16);

// For floor(a/d) = a r >> s, reciprocals r = 2^s/d, rounded up.
const BY_MYRIAD: usize = memory.data<u32>([3518437209, 3518437209, 3518437209, 3518437209], 16); // s = 45, a < 10^8
const MYRIADS: usize = memory.data<u32>([10000, 10000, 10000, 10000], 16);
const BY_HUNDRED: usize = memory.data<u32>([10486, 10486, 10486, 10486], 16); // s = 20, a < 10^4
const HUNDREDS: usize = memory.data<u16>([100, 0, 100, 0, 100, 0, 100, 0], 16);
const BY_TEN: usize = memory.data<u16>([103, 103, 103, 103, 103, 103, 103, 103], 16); // s = 10, a < 100

export const ZERO: u8 = 0x30;

/** Sixteen bytes of text less "0": digits are below 10. */
// @ts-ignore: decorator
@inline
export function loadDigits(at: usize): v128 {
  return i8x16.sub(v128.load(at), v128.load(ZEROS));
}

/** A bit for each that is no digit. */
// @ts-ignore: decorator
@inline
export function otherThanDigits(digits: v128): i32 {
  return i8x16.bitmask(i8x16.ge_u(digits, v128.load(TENS_8)));
}

/** 0, 1, .. 15, plus n: the indices that move bytes n places to the left, with zeros from outside. */
// @ts-ignore: decorator
@inline
export function placesFrom(n: i32): v128 {
  return i8x16.add(v128.load(PLACES), i8x16.splat(<i8> n));
}

/** The number that sixteen digits are. */
// @ts-ignore: decorator
@inline
export function digitsValue(digits: v128): u64 {
  const pairs = i16x8.add(
    i16x8.mul(v128.and(digits, v128.load(FIRST_BYTES)), v128.load(TENS_16)),
    i16x8.shr_u(digits, 8),
  );
  const fours = i32x4.dot_i16x8_s(pairs, v128.load(HUNDRED_ONE));
  const eights = i32x4.dot_i16x8_s(i16x8.narrow_i32x4_s(fours, fours), v128.load(MYRIAD_ONE));
  const both = <u64> i64x2.extract_lane(eights, 0);
  return (both & 0xffffffff) * 100000000 + (both >> 32);
}

/** The text of two numbers below 10^8, eight digits each. */
// @ts-ignore: decorator
@inline
export function eightAndEight(first: u64, second: u64): v128 {
  const eights = i64x2.splat(first | second << 32);
  const quotients = i64x2.shr_u(i64x2.extmul_low_i32x4_u(eights, v128.load(BY_MYRIAD)), 45);
  const products = i32x4.mul(quotients, v128.load(MYRIADS));
  const rests = i64x2.sub(i64x2.extend_low_i32x4_u(eights), products);
  const fours = v128.or(quotients, i64x2.shl(rests, 32));
  const hundreds = i32x4.shr_u(i32x4.dot_i16x8_s(fours, v128.load(BY_HUNDRED)), 20);
  const below = i32x4.sub(fours, i32x4.dot_i16x8_s(hundreds, v128.load(HUNDREDS)));
  const pairs = v128.or(hundreds, i32x4.shl(below, 16));
  const tens = i16x8.shr_u(i16x8.mul(pairs, v128.load(BY_TEN)), 10);
  const ones = i16x8.sub(pairs, i16x8.mul(tens, v128.load(TENS_16)));
  return v128.or(v128.or(tens, i16x8.shl(ones, 8)), v128.load(ZEROS));
}

/** Sixteen characters from the n-th on; n up to 16. */
// @ts-ignore: decorator
@inline
export function charactersFrom(text: v128, n: i32): v128 {
  return i8x16.swizzle(text, placesFrom(n));
}

/** A bit for each character that is not "0". */
// @ts-ignore: decorator
@inline
export function otherThanZero(text: v128): i32 {
  return i8x16.bitmask(i8x16.ne(text, v128.load(ZEROS)));
}
