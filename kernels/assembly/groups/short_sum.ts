// Exact sums of float64 in 16 bytes each: two float64 whose sum it is. A number is added to the first one, and what
// that loses to the second one (Knuth's TwoSum), if it holds that exactly. Else the sum gets one of exact_sum.ts, in
// memory of its own.
//
// Layout: the first float64, which is NaN if there is a longer sum, and the second one, or the address of the longer
// sum. Both are -0 in a sum of nothing. The second one is -0 in no other.

import {
  addToSum,
  clearSum,
  clearWhole,
  mergeSums,
  roundSum,
  SUM_BYTES,
  wholeOf,
} from "./exact_sum";
import { allocate } from "./memory";

export const SHORT_BYTES: usize = 16;

/** The bits of the first float64 of a sum that has a longer one, and those of -0. */
const LONG: u64 = 0x7ff8000000000000;
const NEGATIVE_ZERO: u64 = 0x8000000000000000;

/** Makes a sum of nothing. */
export function clearShort(sum: usize): void {
  store<f64>(sum, -0.0);
  store<f64>(sum, -0.0, 8);
}

// @ts-ignore: decorator
@inline
function isNothing(sum: usize): bool {
  return load<u64>(sum, 8) == NEGATIVE_ZERO;
}

/** Adds a number to a sum. */
// @ts-ignore: decorator
@inline
export function addNumber(sum: usize, value: f64): void {
  if (!addExactly(sum, value)) addSlowly(sum, value);
}

/** Adds a number to a sum. Returns false, and changes nothing, if the two float64 cannot hold the result. */
// @ts-ignore: decorator
@inline
function addExactly(sum: usize, value: f64): bool {
  const first = load<f64>(sum);
  const second = load<f64>(sum, 8);
  const total = first + value;
  const added = total - first;
  const lost = (first - (total - added)) + (value - added);
  const rest = second + lost;
  // One of these differences is exact. Neither comparison holds of NaN, which comes from infinities and longer sums.
  if (!(i32(rest - second == lost) & i32(rest - lost == second))) return false;
  store<f64>(sum, total);
  store<f64>(sum, rest, 8);
  return true;
}

/** Adds a number that the two float64 could not hold. */
function addSlowly(sum: usize, value: f64): void {
  const known = longOf(sum);
  if (known == 0) {
    balance(sum);
    if (addExactly(sum, value)) return;
  }
  const own = known != 0 ? known : lengthen(sum);
  if (own != 0) addToSum(own, value);
}

/** Makes the first float64 the one next to the sum, so that the second one is as small as it can be. */
function balance(sum: usize): void {
  const first = load<f64>(sum);
  const second = load<f64>(sum, 8);
  const total = first + second;
  const added = total - first;
  const rest = (first - (total - added)) + (second - added);
  if (!(abs(rest) < Infinity)) return;
  store<f64>(sum, total);
  store<f64>(sum, rest, 8);
}

/** The longer sum of a sum that has one; 0 if it has none. */
export function longOf(sum: usize): usize {
  return load<u64>(sum) == LONG ? <usize> load<u64>(sum, 8) : 0;
}

/** Says that the longer sum is at another address now. */
export function moveLong(sum: usize, long: usize): void {
  store<u64>(sum, LONG);
  store<u64>(sum, <u64> long, 8);
}

/** Gives a sum a longer one, and returns its address; 0 if there is no memory, which the table reports. */
function lengthen(sum: usize): usize {
  const known = longOf(sum);
  if (known != 0) return known;
  const long = allocate(SUM_BYTES);
  if (long == 0) return 0;
  clearSum(long);
  spread(sum, long);
  moveLong(sum, long);
  return long;
}

/** Adds a sum that has no longer one to a longer sum. */
function spread(sum: usize, long: usize): void {
  if (isNothing(sum)) return;
  addToSum(long, load<f64>(sum));
  const rest = load<f64>(sum, 8);
  if (rest != 0) addToSum(long, rest);
}

/** Adds a sum of another table. */
export function mergeShorts(sum: usize, other: usize): void {
  const long = longOf(other);
  if (long != 0 && !shorten(long)) {
    const own = lengthen(sum);
    if (own != 0) mergeSums(own, long);
    return;
  }
  const from = long == 0 ? other : SHORT;
  if (isNothing(from)) return;
  addNumber(sum, load<f64>(from));
  const rest = load<f64>(from, 8);
  // A 0 would change a sum of -0.
  if (rest != 0) addNumber(sum, rest);
}

/** Where a longer sum is made short, and a copy of it. */
const SHORT: usize = memory.data(16, 16);
const COPY: usize = memory.data(32, 16); // SUM_BYTES

/** Makes a short sum of a longer one. Returns whether two float64 hold it. */
function shorten(long: usize): bool {
  if (wholeOf(long) != 0) return false;
  memory.copy(COPY, long, SUM_BYTES);
  const first = roundSum(COPY, 1);
  addToSum(COPY, -first);
  const rest = roundSum(COPY, 1);
  addToSum(COPY, -rest);
  store<f64>(SHORT, first);
  store<f64>(SHORT, rest, 8);
  return roundSum(COPY, 1) == 0;
}

/** A longer sum with all limbs, which are in WHOLE. */
const DIVIDED: usize = memory.data(32, 16); // SUM_BYTES
const WHOLE: usize = memory.data(272, 16); // WHOLE_BYTES

/** Rounds a sum divided by a count of at least 1 to the nearest float64, ties to even. The sum of nothing is 0. */
export function roundShort(sum: usize, count: u64): f64 {
  const long = longOf(sum);
  if (long != 0) return roundSum(long, count);
  if (isNothing(sum)) return 0;
  const first = load<f64>(sum);
  const rest = load<f64>(sum, 8);
  if (count == 1) return rest == 0 ? first : first + rest;
  if (rest == 0 && count <= MAX_EXACT) return first / <f64> count;
  clearWhole(DIVIDED, WHOLE);
  spread(sum, DIVIDED);
  return roundSum(DIVIDED, count);
}

/** Integers up to here are float64 numbers. */
const MAX_EXACT: u64 = 0x20000000000000; // 2^53
