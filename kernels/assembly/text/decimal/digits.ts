// Sixteen digits at a time, between text and numbers.
//
// Constants are in memory for the reason of arithmetic/constants.ts.

const PLACES: usize = memory.data<u8>([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], 16);
const ZEROS: usize = memory.data<u8>([
  48,
  48,
  48,
  48,
  48,
  48,
  48,
  48,
  48,
  48,
  48,
  48,
  48,
  48,
  48,
  48,
], 16);
const TENS_8: usize = memory.data<u8>([
  10,
  10,
  10,
  10,
  10,
  10,
  10,
  10,
  10,
  10,
  10,
  10,
  10,
  10,
  10,
  10,
], 16);
const TENS_16: usize = memory.data<u16>([10, 10, 10, 10, 10, 10, 10, 10], 16);
const FIRST_BYTES: usize = memory.data<u16>([255, 255, 255, 255, 255, 255, 255, 255], 16);
const HUNDRED_ONE: usize = memory.data<u16>([100, 1, 100, 1, 100, 1, 100, 1], 16);
const MYRIAD_ONE: usize = memory.data<u16>([10000, 1, 10000, 1, 10000, 1, 10000, 1], 16);

// For floor(a/d) = a r >> s, reciprocals r = 2^s/d, rounded up.
const BY_MYRIAD: u64 = 3518437209; // s = 45, a < 10^8
const BY_HUNDRED: usize = memory.data<u32>([10486, 10486, 10486, 10486], 16); // s = 20, a < 10^4
const HUNDREDS: usize = memory.data<u16>([100, 0, 100, 0, 100, 0, 100, 0], 16);
const BY_TEN: usize = memory.data<u16>([103, 103, 103, 103, 103, 103, 103, 103], 16); // s = 10, a < 100

// A quotient q = floor(a/d) is followed by its rest at a distance of s bits in q + 2^s (a - d q) = 2^s a - (2^s d - 1) q.
const MYRIAD_STEP: u64 = 42949672959999; // s = 32, d = 10^4
const TEN_STEP: usize = memory.data<u16>([2559, 2559, 2559, 2559, 2559, 2559, 2559, 2559], 16); // s = 8, d = 10

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

/** A number below 10^8 as two of four digits, in 32 bits each. */
// @ts-ignore: decorator
@inline
function fourAndFour(n: u64): u64 {
  return (n << 32) - (n * BY_MYRIAD >> 45) * MYRIAD_STEP;
}

/** The text of two numbers below 10^8, eight digits each. */
// @ts-ignore: decorator
@inline
export function eightAndEight(first: u64, second: u64): v128 {
  return textOf(i64x2.replace_lane(i64x2.splat(fourAndFour(first)), 1, fourAndFour(second)));
}

/** The text of a number below 10^8, eight digits, twice. */
// @ts-ignore: decorator
@inline
export function eightDigits(n: u64): v128 {
  return textOf(i64x2.splat(fourAndFour(n)));
}

/** The text of four numbers below 10^4, four digits each. */
// @ts-ignore: decorator
@inline
function textOf(fours: v128): v128 {
  const hundreds = i32x4.shr_u(i32x4.dot_i16x8_s(fours, v128.load(BY_HUNDRED)), 20);
  const below = i32x4.sub(fours, i32x4.dot_i16x8_s(hundreds, v128.load(HUNDREDS)));
  const pairs = v128.or(hundreds, i32x4.shl(below, 16));
  const tens = i16x8.shr_u(i16x8.mul(pairs, v128.load(BY_TEN)), 10);
  const shifted = i16x8.add(i16x8.shl(pairs, 8), v128.load(ZEROS));
  return i16x8.sub(shifted, i16x8.mul(tens, v128.load(TEN_STEP)));
}

/** Sixteen characters from the n-th on; n up to 16. */
// @ts-ignore: decorator
@inline
export function charactersFrom(text: v128, n: i32): v128 {
  return i8x16.swizzle(text, placesFrom(n));
}

/** A bit for each digit that is not "0". Inequality would take two instructions more. */
// @ts-ignore: decorator
@inline
export function otherThanZero(text: v128): i32 {
  return i8x16.bitmask(i8x16.gt_s(text, v128.load(ZEROS)));
}
