// Powers of ten for reading and writing: 10^k = 2^(floorLog2(k) - 127) t, 2^127 <= t < 2^128, and the table
// holds T = floor(t) + 1, as Schubfach has it: T - 1 <= t < T.
//
// The table is made when a number first needs it, which takes 0.1 ms and saves 10 KB of the module: t is
// the first 128 bits of 5^k, or of floor(2^960/5^-k), from which 5 is divided out one at a time, because
// floor(floor(a/5)/5) = floor(a/25). Numbers are multiplied in halves: WebAssembly has no 128 bits.

import { DECIMAL, divideByFive, multiplyAdd, setNumber, shift, wordAt, wordCount } from "./big";

/** Reading needs 10^-342 .. 10^308, writing 10^-292 .. 10^324. */
export const MIN_POWER: i32 = -342;
const MAX_POWER: i32 = 324;
const DIVIDEND_BITS: i32 = 960; // 5^342 has 795, and 128 are wanted

const POWERS: usize = memory.data((MAX_POWER - MIN_POWER + 1) << 4, 16);

/** The high half of T. */
// @ts-ignore: decorator
@inline
export function powerHigh(k: i32): u64 {
  const high = load<u64>(addressOf(k), 8);
  return high != 0 ? high : madeHigh(k);
}

/** Whoever writes many numbers calls this first, and then needs no `powerHigh` that looks each time. */
export function preparePowers(): void {
  if (load<u64>(addressOf(0), 8) == 0) makePowers();
}

/** The high half of T, which is there. */
// @ts-ignore: decorator
@inline
export function preparedHigh(k: i32): u64 {
  return load<u64>(addressOf(k), 8);
}

/** The low half of T, which is there. */
// @ts-ignore: decorator
@inline
export function powerLow(k: i32): u64 {
  return load<u64>(addressOf(k));
}

// @ts-ignore: decorator
@inline
function addressOf(k: i32): usize {
  return POWERS + (<usize> (k - MIN_POWER) << 4);
}

function madeHigh(k: i32): u64 {
  makePowers();
  return load<u64>(addressOf(k), 8);
}

/** floor(log2(10^k)), |k| <= 400. */
// @ts-ignore: decorator
@inline
export function floorLog2(k: i32): i32 {
  return (k * 1741647) >> 19; // log2(10) 2^19, rounded
}

/** floor(a b / 2^64). */
// @ts-ignore: decorator
@inline
export function multiplyHigh(a: u64, b: u64): u64 {
  const a0 = a & 0xffffffff;
  const b0 = b & 0xffffffff;
  const a1 = a >> 32;
  const b1 = b >> 32;
  const inner = a1 * b0;
  const middle = a0 * b1 + (a0 * b0 >> 32) + (inner & 0xffffffff); // at most 2^64 - 1
  return a1 * b1 + (inner >> 32) + (middle >> 32);
}

function makePowers(): void {
  setNumber(DECIMAL, 1);
  for (let k = 0; k <= MAX_POWER; k++) {
    storePower(k);
    multiplyAdd(DECIMAL, 5, 0);
  }
  setNumber(DECIMAL, 1);
  shift(DECIMAL, DIVIDEND_BITS);
  for (let k = -1; k >= MIN_POWER; k--) {
    divideByFive(DECIMAL);
    storePower(k);
  }
}

/** Stores the first 128 bits of DECIMAL, plus 1. */
function storePower(k: i32): void {
  const at = addressOf(k);
  const count = wordCount(DECIMAL);
  const lost = clz(load<u32>(wordAt(DECIMAL, count - 1)));
  let low: u64 = 0;
  let high: u64 = 0;
  for (let i = count - 1; i >= count - 5; i--) {
    const word = i < 0 ? 0 : <u64> load<u32>(wordAt(DECIMAL, i));
    // The fifth word gives the bits that the first one's zeros leave free.
    const bits = i > count - 5 ? 32 : lost;
    high = high << bits | low >> (64 - bits) & ~(<u64> -1 << bits);
    low = low << bits | word >> (32 - bits);
  }
  low++;
  store<u64>(at, low);
  store<u64>(at, low == 0 ? high + 1 : high, 8);
}
