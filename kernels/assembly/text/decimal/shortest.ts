// The shortest decimal that reads back as a float, and of those the closest to it: Schubfach (Giulietti,
// "The Schubfach way to render doubles", 2020), with one multiplication instead of three.
//
// The float is v = c 2^q; what lies within 2^q/2 of it reads back as v, the ends too if c is even. (Below a
// power of two floats are twice as dense, and the lower half is 2^q/4: `lopsided`.) With 10^k at most the
// interval's width, an integer n at least is such that n 10^k lies inside, and one multiple of ten at most: that
// is the shortest if there is one; else the n nearest to x = v 10^-k is the closest of the shortest.
//
//   x = f t / 2^128, f = c 2^(h + 1), h = q + floorLog2(-k), with t about T of text/decimal/powers.ts.
//   Half of the width is t 2^h / 2^128.
//
// x is wanted as a whole number and 32 bits of fraction. WebAssembly multiplies 32 bits by 32; of the products
// of f's two words with T's four only five reach that far (float32 has one word, and two products). What is left
// out makes x too small by less than 4 units of 2^-32, and the half by less than 1. Where a comparison is closer
// than that, integers are compared: one random float in 10^8, those whose decimals end in the middle, and the
// lopsided ones, which are powers of two.

import { compareDecimal, DECIMAL, setNumber } from "./big";
import { eightAndEight, eightDigits } from "./digits";
import { placeDigits, writeDecimal } from "./layout";
import { floorLog2, multiplyHigh, powerLow, preparedHigh } from "./powers";

const WORD: u64 = 0xffffffff;
const FRACTION: u64 = 0x000fffffffffffff;
const EIGHT_DIGITS: u64 = 100000000; // what they are below
const SIXTEEN_DIGITS: u64 = 1000000000000000; // the least that has them
const TEN: u64 = 10 << 32;
const HALF: u64 = 1 << 31;
/** Units of 2^-32 that two numbers may be wrong by, and more. */
const DOUBT: u64 = 8;

/** A decimal: its last digit in the lowest four bits, the others before them. */
type Digits = u64;

// @ts-ignore: decorator
@inline
function digitsOf(tens: u64, last: u64): Digits {
  return tens << 4 | last;
}

/** floor(log10(2^q)), or of 3/4 2^q, the width if lopsided; |q| <= 1100. */
// @ts-ignore: decorator
@inline
function scaleOf(q: i32, lopsided: bool): i32 {
  // log10(2) 2^20 and log10(4/3) 2^20, rounded.
  return (q * 315653 - (lopsided ? 131008 : 0)) >> 20;
}

// How many digits there are: c 2^q has 16 or 17 if c has 53 bits, 7 to 9 if it has 24, and any number below.
const WIDE: i32 = 0;
export const NARROW: i32 = 1;
export const SHORT: i32 = 2;

/** Writes c 2^q, which is not lopsided; c has 53 bits. */
// @ts-ignore: decorator
@inline
export function writeShortest(to: usize, c: u64, q: i32, decimal: i32): usize {
  const k = scaleOf(q, false);
  const high = preparedHigh(-k);
  const h = q + floorLog2(-k);
  const f = c << (h + 1);
  const f0 = f & WORD;
  const f1 = f >> 32;
  const t2 = high & WORD;
  const t3 = high >> 32;
  const inner = f0 * t3;
  const rest = (f0 * t2 >> 32) + (f1 * (powerLow(-k) >> 32) >> 32);
  const middle = f1 * t2 + (inner & WORD) + rest;
  const whole = f1 * t3 + (inner >> 32) + (middle >> 32);
  return decide(to, whole, whole / 10, middle & WORD, high >> (32 - h), c, q, k, decimal, WIDE);
}

/** The same for c from 2^23 to 2^24, as float32 have it, or below, as float16 (`kind`). */
// @ts-ignore: decorator
@inline
export function writeShortestNarrow(to: usize, c: u64, q: i32, decimal: i32, kind: i32): usize {
  const k = scaleOf(q, false);
  const high = preparedHigh(-k);
  const h = q + floorLog2(-k);
  const f = c << (h + 1);
  const x = f * (high >> 32) + (f * (high & WORD) >> 32);
  // 32 bits are enough, and are divided faster.
  const whole = <u32> (x >> 32);
  return decide(to, whole, whole / 10, x & WORD, high >> (32 - h), c, q, k, decimal, kind);
}

// @ts-ignore: decorator
@inline
function near(a: u64, b: u64): bool {
  return a - b + DOUBT <= 2 * DOUBT;
}

/** x is whole, with so many tens, and `part` units of 2^-32; `reach` is half of the width. */
// @ts-ignore: decorator
@inline
function decide(
  to: usize,
  whole: u64,
  tens: u64,
  part: u64,
  reach: u64,
  c: u64,
  q: i32,
  k: i32,
  decimal: i32,
  kind: i32,
): usize {
  const digit = whole - tens * 10;
  const above = digit << 32 | part; // x less the multiple of ten below
  const below = TEN - above;
  // Of the multiples of ten the closer one counts: if both are within reach, both are at its end. Which one that is
  // is as good as random.
  const difference = <i64> (below - above);
  const isCloser = difference >> 63; // all bits or none
  const isUp = <i32> isCloser & 1;
  const distance = above + <u64> (difference & isCloser);
  if (near(distance, reach)) return writeExact(to, c, q, false, decimal);
  if (near(part, HALF)) return writeExact(to, c, q, false, decimal);
  // Which of the three is as good as random: no branches. A digit that would become 10 is within reach of 0.
  const isTen = i32(distance < reach);
  const nearest = digit + (part >> 31);
  const last = <i32> nearest & (isTen - 1);
  const up = <u64> (isUp & isTen);
  const n = tens + up;
  if (kind == SHORT) return writeDecimal(to, n, last, k, decimal);
  if (kind == NARROW) {
    const leading = i32(n < 10000000) + i32(n < 1000000);
    return placeDigits(to, eightDigits(n), 8, last, leading, k, decimal);
  }
  // The tens are divided and counted before it is known whether they go up: the processor then works on the next
  // number before this one is done.
  const first = tens / EIGHT_DIGITS;
  const second = tens - first * EIGHT_DIGITS + up;
  const carry = u64(second == EIGHT_DIGITS);
  const text = eightAndEight(first + carry, second & (carry - 1));
  // Only then they have a digit more, as those of 0.1 have.
  if (n == SIXTEEN_DIGITS) return writeDecimal(to, n, last, k, decimal);
  return placeDigits(to, text, 16, last, i32(tens < SIXTEEN_DIGITS), k, decimal);
}

/** Writes c 2^q by integers. */
export function writeExact(to: usize, c: u64, q: i32, lopsided: bool, decimal: i32): usize {
  const k = scaleOf(q, lopsided);
  const digits = exactShortest(c, q, k, lopsided);
  return writeDecimal(to, digits >> 4, <i32> digits & 15, k, decimal);
}

/** The sign of n 10^k - m 2^e. */
function compare(n: u64, k: i32, m: u64, e: i32): i32 {
  setNumber(DECIMAL, n);
  return compareDecimal(k, m, e);
}

/** The sign of n 10^k - x, x > 0. */
export function compareWithFloat(n: u64, k: i32, x: f64): i32 {
  const bits = reinterpret<u64>(x);
  const exponent = <i32> (bits >> 52);
  const fraction = bits & FRACTION;
  return compare(n, k, exponent == 0 ? fraction : fraction | 1 << 52, max(exponent, 1) - 1075);
}

/** The digits by integers, given k = scaleOf(q, lopsided). */
function exactShortest(c: u64, q: i32, k: i32, lopsided: bool): Digits {
  // floor(v 10^-k), or one less where v 10^-k is a whole number or just above.
  const whole = multiplyHigh(c << (q + floorLog2(-k) + 1), preparedHigh(-k));
  // The ends are quarters of 2^q. One that belongs to the interval may be equal.
  const first = 4 * c - (lopsided ? 1 : 2);
  const last = 4 * c + 2;
  const open = <i32> (c & 1);
  const tens = whole / 10;
  const digit = whole - tens * 10;
  if (compare(tens * 10, k, first, q - 2) >= open) return digitsOf(tens, 0);
  if (compare(tens * 10 + 10, k, last, q - 2) <= -open) return digitsOf(tens + 1, 0);
  if (compare(whole, k, first, q - 2) < open) return digitsOf(tens, digit + 1);
  const middle = compare(10 * whole + 5, k - 1, c, q);
  return digitsOf(tens, digit + (middle < 0 || middle == 0 && (whole & 1) != 0 ? 1 : 0));
}
