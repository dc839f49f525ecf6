// Sixteen digits at a time, between text and numbers.
//
// Constants are in memory for the reason of constants.ts.

/** What moves the first n bytes to the end, and zeros before: from SHIFTS + n. What moves bytes from n on
 * to the beginning, and zeros behind: from SHIFTS + 16 + n. An index outside 0 .. 15 gives 0. */
const SHIFTS: usize = memory.data<u8>([
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, //
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, //
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, //
], 16);

const ZEROS: usize = memory.data<u8>([48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48], 16);
const TENS_8: usize = memory.data<u8>([10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10], 16);
const TENS_16: usize = memory.data<u16>([10, 10, 10, 10, 10, 10, 10, 10], 16);
const FIRST_BYTES: usize = memory.data<u16>([255, 255, 255, 255, 255, 255, 255, 255], 16);
const HUNDRED_ONE: usize = memory.data<u16>([100, 1, 100, 1, 100, 1, 100, 1], 16);
const MYRIAD_ONE: usize = memory.data<u16>([10000, 1, 10000, 1, 10000, 1, 10000, 1], 16);

// Reciprocals: floor(a/d) = a r >> s for the a below.
const BY_MYRIAD: usize = memory.data<u32>([3518437209, 3518437209, 3518437209, 3518437209], 16); // 2^45/10^4, up
const MYRIADS: usize = memory.data<u32>([10000, 10000, 10000, 10000], 16);
const BY_HUNDRED: usize = memory.data<u32>([10486, 10486, 10486, 10486], 16); // 2^20/100, up: a < 10^4
const HUNDREDS: usize = memory.data<u16>([100, 0, 100, 0, 100, 0, 100, 0], 16);
const BY_TEN: usize = memory.data<u16>([103, 103, 103, 103, 103, 103, 103, 103], 16); // 2^10/10, up: a < 100

/** 10^n, n from 0 to 19. */
export const TEN_TO: usize = memory.data<u64>([
  1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000,
  100000000000, 1000000000000, 10000000000000, 100000000000000, 1000000000000000,
  10000000000000000, 100000000000000000, 1000000000000000000, 10000000000000000000,
], 16);

export const ZERO: u8 = 0x30;

/** Sixteen bytes of text less "0": digits are below 10. */
// @ts-ignore: decorator
@inline
export function loadDigits(at: usize): v128 {
  return i8x16.sub(v128.load(at), v128.load(ZEROS));
}

/** How many of them, up to `room`, are digits before the first that is none. */
// @ts-ignore: decorator
@inline
export function countDigits(digits: v128, room: usize): i32 {
  const others = i8x16.bitmask(i8x16.ge_u(digits, v128.load(TENS_8))) | 0x10000;
  return <i32> min<usize>(ctz(others), room);
}

/** What the first n say. */
// @ts-ignore: decorator
@inline
export function digitsValue(digits: v128, n: i32): u64 {
  const last = i8x16.swizzle(digits, v128.load(SHIFTS + n));
  const pairs = i16x8.add(
    i16x8.mul(v128.and(last, v128.load(FIRST_BYTES)), v128.load(TENS_16)),
    i16x8.shr_u(last, 8),
  );
  const fours = i32x4.dot_i16x8_s(pairs, v128.load(HUNDRED_ONE));
  const eights = i32x4.dot_i16x8_s(i16x8.narrow_i32x4_s(fours, fours), v128.load(MYRIAD_ONE));
  const both = <u64> i64x2.extract_lane(eights, 0);
  return (both & 0xffffffff) * 100000000 + (both >> 32);
}

/** The text of a number below 10^16, with leading zeros. */
// @ts-ignore: decorator
@inline
export function digitsText(value: u64): v128 {
  const first = value / 100000000;
  return i8x16.add(eightDigits(first, value - first * 100000000), v128.load(ZEROS));
}

/** The digits of two numbers below 10^8. */
// @ts-ignore: decorator
@inline
export function eightDigits(first: u64, second: u64): v128 {
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
  return v128.or(tens, i16x8.shl(ones, 8));
}

/** Sixteen characters from the n-th on; n up to 16. */
// @ts-ignore: decorator
@inline
export function charactersFrom(text: v128, n: i32): v128 {
  return i8x16.swizzle(text, v128.load(SHIFTS + 16 + n));
}

/** A bit for each character that is not "0". */
// @ts-ignore: decorator
@inline
export function otherThanZero(text: v128): i32 {
  return i8x16.bitmask(i8x16.ne(text, v128.load(ZEROS)));
}
