// Fixed-point numbers of any precision, in two's complement: words of 32 bits, the lowest first,
// `fraction` of them behind the point. Slow and simple: for the few elements in millions that
// nothing else decides.
//
// Functions take the addresses of their operands and of their result, which may be one of them.
// Products and quotients are of numbers that are not negative, and are rounded down.

import { END_OF_SPACES, SPACE } from "../batch/block";

/** Words of a number, and how many of them are behind the point: set by `setSize`. */
export let words: i32 = 0;
export let fraction: i32 = 0;

const MAX_WORDS: i32 = 80;
/** Bytes between numbers in memory. */
export const BIG: usize = MAX_WORDS << 2;
// The last work spaces (batch/block.ts), behind those that the Bessel kernels use: numbers live only
// while one is computed.
const PRODUCT: usize = END_OF_SPACES - 2 * SPACE;
/** Where callers may have their numbers. */
export const FREE_BIGS: usize = PRODUCT + 2 * BIG;

export function setSize(whole: i32, behind: i32): void {
  words = min(whole + behind, MAX_WORDS);
  fraction = behind;
}

// @ts-ignore: decorator
@inline
function word(a: usize, k: i32): u64 {
  return <u64> load<u32>(a + (<usize> k << 2));
}

// @ts-ignore: decorator
@inline
function put(to: usize, k: i32, value: u64): void {
  store<u32>(to + (<usize> k << 2), <u32> value);
}

export function setZero(to: usize): void {
  memory.fill(to, 0, <usize> words << 2);
}

export function copy(to: usize, a: usize): void {
  memory.copy(to, a, <usize> words << 2);
}

/** An integer. */
export function setInteger(to: usize, value: u32): void {
  setZero(to);
  put(to, fraction, value);
}

/** A float64 that is not negative, rounded down to what there is behind the point. */
export function setNumber(to: usize, value: f64): void {
  setZero(to);
  const bits = reinterpret<u64>(value);
  const exponent = <i32> (bits >> 52);
  if (exponent == 0) return;
  let mantissa = (bits & 0xfffffffffffff) | 0x10000000000000;
  let place = exponent - 1075 + (fraction << 5);
  if (place < 0) {
    if (place <= -64) return;
    mantissa >>= <u64> -place;
    place = 0;
  }
  const k = place >> 5;
  const shift = <u64> (place & 31);
  const lowest = (mantissa & 0xffffffff) << shift;
  const highest = (mantissa >> 32) << shift;
  put(to, k, lowest);
  const middle = (lowest >> 32) + (highest & 0xffffffff);
  put(to, k + 1, middle);
  if (k + 2 < words) put(to, k + 2, (highest >> 32) + (middle >> 32));
}

/** A fraction given by its words, the first first. */
export function setFraction(to: usize, from: usize): void {
  setZero(to);
  for (let k = 0; k < fraction; k++) put(to, fraction - 1 - k, word(from, k));
}

export function add(to: usize, a: usize, b: usize): void {
  let carry: u64 = 0;
  for (let k = 0; k < words; k++) {
    carry += word(a, k) + word(b, k);
    put(to, k, carry);
    carry >>= 32;
  }
}

export function subtract(to: usize, a: usize, b: usize): void {
  let carry: u64 = 1;
  for (let k = 0; k < words; k++) {
    carry += word(a, k) + (~word(b, k) & 0xffffffff);
    put(to, k, carry);
    carry >>= 32;
  }
}

/** Adds 2^place units of the last place, or takes them away. */
export function move(to: usize, place: i32, up: bool): void {
  let k = place >> 5;
  let carry: u64 = <u64> 1 << <u64> (place & 31);
  for (; k < words && carry != 0; k++) {
    const value = up ? word(to, k) + carry : word(to, k) - carry;
    put(to, k, value);
    carry = up ? value >> 32 : (value >> 32) & 1;
  }
}

export function isNegative(a: usize): bool {
  return <i32> word(a, words - 1) < 0;
}

export function negate(a: usize): void {
  let carry: u64 = 1;
  for (let k = 0; k < words; k++) {
    carry += ~word(a, k) & 0xffffffff;
    put(a, k, carry);
    carry >>= 32;
  }
}

export function multiply(to: usize, a: usize, b: usize): void {
  memory.fill(PRODUCT, 0, <usize> words << 3);
  for (let i = 0; i < words; i++) {
    const factor = word(b, i);
    if (factor == 0) continue;
    let carry: u64 = 0;
    for (let k = 0; k < words; k++) {
      carry += factor * word(a, k) + word(PRODUCT, i + k);
      put(PRODUCT, i + k, carry);
      carry >>= 32;
    }
    put(PRODUCT, i + words, carry);
  }
  memory.copy(to, PRODUCT + (<usize> fraction << 2), <usize> words << 2);
}

export function multiplyInteger(to: usize, a: usize, factor: u32): void {
  let carry: u64 = 0;
  for (let k = 0; k < words; k++) {
    carry += <u64> factor * word(a, k);
    put(to, k, carry);
    carry >>= 32;
  }
}

export function divideInteger(to: usize, a: usize, divisor: u32): void {
  let rest: u64 = 0;
  for (let k = words - 1; k >= 0; k--) {
    const value = (rest << 32) | word(a, k);
    const quotient = value / divisor;
    put(to, k, quotient);
    rest = value - quotient * divisor;
  }
}

/** a / 2^places, rounded down. */
export function shiftDown(to: usize, a: usize, places: i32): void {
  const whole = places >> 5;
  const part = <u64> (places & 31);
  for (let k = 0; k < words; k++) {
    const from = k + whole;
    const first = from < words ? word(a, from) : 0;
    const next = from + 1 < words ? word(a, from + 1) : 0;
    put(to, k, ((next << 32) | first) >> part);
  }
}

/** The place of the first bit that is not 0, or -1. */
export function topPlace(a: usize): i32 {
  for (let k = words - 1; k >= 0; k--) {
    const value = <u32> word(a, k);
    if (value != 0) return (k << 5) + 31 - <i32> clz<u32>(value);
  }
  return -1;
}

/** 53 bits of a, from `place` on. */
// @ts-ignore: decorator
@inline
function bitsFrom(a: usize, place: i32): u64 {
  const k = place >> 5;
  const part = <u64> (place & 31);
  const first = k < words ? word(a, k) : 0;
  const second = k + 1 < words ? word(a, k + 1) : 0;
  const last = k + 2 < words ? word(a, k + 2) : 0;
  const low = ((second << 32) | first) >> part;
  return part == 0 ? low : low | (last << (64 - part));
}

/** a 2^exponent to the nearest float64, or with `down` to the one below, of 53 bits. */
export function toNumber(a: usize, exponent: i32, down: bool): f64 {
  const top = topPlace(a);
  if (top < 0) return 0;
  const unit = exponent - (fraction << 5); // of the last place
  if (top + unit > 1023) return Infinity;
  // The float64's last place is a power of two: -1074 or more.
  const last = max(top + unit - 52, -1074);
  const cut = last - unit;
  let mantissa: u64 = 0;
  if (cut <= 0) {
    mantissa = bitsFrom(a, 0) << <u64> -cut; // few bits: exact
  } else {
    if (cut <= top) mantissa = bitsFrom(a, cut);
    if (!down && cut - 1 <= top && (bitsFrom(a, cut - 1) & 1) != 0) {
      if ((mantissa & 1) != 0 || hasBitsBelow(a, cut - 1)) mantissa++;
    }
  }
  const half = last >> 1;
  return (<f64> mantissa * power(half)) * power(last - half);
}

function hasBitsBelow(a: usize, place: i32): bool {
  const whole = place >> 5;
  for (let k = 0; k < whole; k++) if (word(a, k) != 0) return true;
  return (word(a, whole) & ((<u64> 1 << <u64> (place & 31)) - 1)) != 0;
}

// @ts-ignore: decorator
@inline
function power(k: i32): f64 {
  return reinterpret<f64>((<i64> k + 1023) << 52);
}
