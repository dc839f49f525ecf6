// Exact sums of float64 in 16 bytes each: a number of 128 bits in two's complement. Its unit is the same for all groups
// of a table, because the numbers of a column have similar sizes. A sum that does not fit gets one of exact_sum.ts, in
// memory of its own.
//
// Layout: the lower half, and the upper half, whose size is less than 2^62. If the upper half is LONG, the lower one is
// NOTHING, NEGATIVE_ZERO or the address of a longer sum.
//
// The unit is given by the exponent that numbers have whose last bit is the unit, as their bits hold it: `lowest`.

import {
  addToSum,
  addZeroTo,
  clearSum,
  divideLimbs,
  mergeSums,
  onlyZeros,
  roundLimbs,
  roundSum,
  setWindow,
  SUM_BYTES,
  windowBase,
} from "./exact_sum";
import { allocate } from "./memory";

export const SHORT_BYTES: usize = 16;

const LONG: i64 = i64.MIN_VALUE;
const NOTHING: u64 = 0;
const NEGATIVE_ZERO: u64 = 1;
/** Twice the size that an upper half must not reach. */
const UPPER_RANGE: i64 = 0x4000000000000000; // 2^62

/** No unit was chosen yet. No exponent is close to this. */
export const NO_UNIT: u32 = 0x40000000;
/** A number is added at once if its exponent is less than this above the lowest one. */
const SPAN: u32 = 63;
/** The exponents below that of a typical number that are added at once, too. */
const BELOW: i32 = 31;
/** The highest exponent that may be the lowest, so that those of infinities are too far above it. */
const HIGHEST: i32 = 1984; // 0x7ff - SPAN

const FRACTION: u64 = 0xfffffffffffff; // 2^52 - 1
const HIDDEN: u64 = 0x10000000000000; // 2^52

/** Makes a sum of nothing. */
export function clearShort(sum: usize): void {
  store<u64>(sum, NOTHING);
  store<i64>(sum, LONG, 8);
}

/** Adds a number to a sum. Returns false, and changes nothing, if it does not fit as it is. */
// @ts-ignore: decorator
@inline
export function addNumber(sum: usize, value: f64, lowest: u32): bool {
  const bits = reinterpret<u64>(value);
  const shift = (<u32> (bits >> 52) & 0x7ff) - lowest;
  const sign = <u64> (<i64> bits >> 63);
  const fraction = (bits & FRACTION) | HIDDEN;
  const size = fraction << <u64> shift;
  const low = (size ^ sign) - sign;
  const high = (((fraction >> 1) >> <u64> (63 - shift)) ^ sign) + (sign & u64(size == 0));
  const first = load<u64>(sum) + low;
  const second = <i64> (load<u64>(sum, 8) + high + u64(first < low));
  // What is LONG is also too large after a number was added.
  if (i32(shift >= SPAN) | i32(second + UPPER_RANGE < 0)) return false;
  store<u64>(sum, first);
  store<i64>(sum, second, 8);
  return true;
}

/** The exponent of a number that is taken for typical when the unit is chosen: around it most others lie. */
export function typicalExponent(values: usize, count: u32): u32 {
  let typical = NO_UNIT;
  let most: u32 = 0;
  const end = values + (<usize> count << 3);
  for (let at = values; at < end; at += 8) {
    const exponent = exponentOf(load<u64>(at));
    if (exponent == 0 || exponent == 0x7ff) continue;
    let near: u32 = 0;
    for (let other = values; other < end; other += 8) {
      near += u32(exponentOf(load<u64>(other)) - exponent + <u32> BELOW < SPAN);
    }
    if (near > most) {
      most = near;
      typical = exponent;
    }
  }
  return typical;
}

// @ts-ignore: decorator
@inline
function exponentOf(bits: u64): u32 {
  return <u32> (bits >> 52) & 0x7ff;
}

/** The lowest exponent if numbers with an exponent are typical. */
export function lowestFor(exponent: u32): u32 {
  return exponent == NO_UNIT ? NO_UNIT : <u32> min(max(<i32> exponent - BELOW, 1), HIGHEST);
}

/** Adds a number that did not fit as it is. */
export function addSlowly(sum: usize, value: f64, lowest: u32): void {
  const bits = reinterpret<u64>(value);
  if (bits << 1 == 0) {
    addZero(sum, bits != 0);
    return;
  }
  if (lowest != NO_UNIT && isMultiple(bits, lowest) && addHalves(sum, lower, upper)) return;
  const own = lengthen(sum, lowest);
  if (own != 0) addToSum(own, value);
}

/** The halves of the number that was last looked at. */
let lower: u64 = 0;
let upper: i64 = 0;

/** Returns whether a number is a multiple of the unit, and not too large. Sets its halves. */
function isMultiple(bits: u64, lowest: u32): bool {
  const exponent = exponentOf(bits);
  if (exponent == 0 || exponent == 0x7ff) return false;
  const fraction = (bits & FRACTION) | HIDDEN;
  const shift = <i32> exponent - <i32> lowest;
  if (shift >= <i32> SPAN || shift < -52) return false;
  if (shift < 0) {
    if (ctz(fraction) < <u64> -shift) return false;
    lower = fraction >> <u64> -shift;
    upper = 0;
  } else {
    lower = fraction << <u64> shift;
    upper = <i64> ((fraction >> 1) >> <u64> (63 - shift));
  }
  if (<i64> bits < 0) {
    upper = ~upper + i64(lower == 0);
    lower = 0 - lower;
  }
  return true;
}

/** Adds 0 or -0. Only a sum of nothing but -0 is -0. */
function addZero(sum: usize, isNegative: bool): void {
  if (load<i64>(sum, 8) != LONG) return;
  const low = load<u64>(sum);
  if (low > NEGATIVE_ZERO) {
    addZeroTo(<usize> low, isNegative);
  } else if (!isNegative) {
    store<u64>(sum, 0);
    store<i64>(sum, 0, 8);
  } else {
    store<u64>(sum, NEGATIVE_ZERO);
  }
}

/** Adds a number of 128 bits. Returns false, and changes nothing, if the sum would not fit, or is a longer one. */
function addHalves(sum: usize, low: u64, high: i64): bool {
  const before = load<i64>(sum, 8);
  if (before == LONG) {
    if (load<u64>(sum) > NEGATIVE_ZERO) return false;
    store<u64>(sum, low);
    store<i64>(sum, high, 8);
    return true;
  }
  const first = load<u64>(sum) + low;
  const second = before + high + i64(first < low);
  if (second + UPPER_RANGE < 0) return false;
  store<u64>(sum, first);
  store<i64>(sum, second, 8);
  return true;
}

/** The longer sum of a sum that has one; 0 if it has none. */
export function longOf(sum: usize): usize {
  return load<i64>(sum, 8) == LONG && load<u64>(sum) > NEGATIVE_ZERO ? <usize> load<u64>(sum) : 0;
}

/** Says that the longer sum is at another address now. */
export function moveLong(sum: usize, long: usize): void {
  store<u64>(sum, <u64> long);
}

/** Gives a sum a longer one, and returns its address; 0 if there is no memory, which the table reports. */
function lengthen(sum: usize, lowest: u32): usize {
  const known = longOf(sum);
  if (known != 0) return known;
  const long = allocate(SUM_BYTES);
  if (long != 0) spread(sum, lowest, long);
  store<u64>(sum, <u64> long);
  store<i64>(sum, LONG, 8);
  return long;
}

/** Makes a longer sum of one that has none. */
function spread(sum: usize, lowest: u32, to: usize): void {
  const low = load<u64>(sum);
  const high = load<i64>(sum, 8);
  clearSum(to);
  if (high == LONG) {
    if (low == NEGATIVE_ZERO) addZeroTo(to, true);
  } else if ((low | <u64> high) == 0) {
    addZeroTo(to, false);
  } else {
    const unit = lowest - 1;
    const shift = <u64> (unit & 63);
    const middle = (<u64> high << shift) | ((low >> 1) >> (63 - shift));
    setWindow(to, unit >> 6, low << shift, middle, (high >> 1) >> <i64> (63 - shift));
  }
}

/** Where longer sums are made that are only added to others. */
const SPREAD: usize = memory.data(32, 16); // SUM_BYTES

/** Adds a sum of another table, which has another unit perhaps. A longer sum of it may be changed. */
export function mergeShorts(sum: usize, lowest: u32, other: usize, otherLowest: u32): void {
  const long = longOf(other);
  if (long != 0) {
    mergeLong(sum, lowest, long);
    return;
  }
  const low = load<u64>(other);
  const high = load<i64>(other, 8);
  if (high == LONG) {
    if (low == NEGATIVE_ZERO) addZero(sum, true);
    return;
  }
  if ((low | <u64> high) == 0) {
    addZero(sum, false);
    return;
  }
  if (lowest == otherLowest && addHalves(sum, low, high)) return;
  spread(other, otherLowest, SPREAD);
  mergeLong(sum, lowest, SPREAD);
}

/** Adds a longer sum. It stays a short one, if it can. */
function mergeLong(sum: usize, lowest: u32, long: usize): void {
  const zeros = onlyZeros(long);
  if (zeros != 0) {
    addZero(sum, zeros < 0);
    return;
  }
  if (lowest != NO_UNIT && isShort(long, lowest) && addHalves(sum, lower, upper)) return;
  const own = lengthen(sum, lowest);
  if (own != 0) mergeSums(own, long);
}

/** Returns whether a longer sum is a multiple of the unit and not too large. Sets its halves. */
function isShort(long: usize, lowest: u32): bool {
  const base = windowBase(long);
  if (base < 0) return false;
  const l0 = load<u64>(long);
  const l1 = load<u64>(long, 8);
  const l2 = load<i64>(long, 16);
  const shift = (base << 6) - <i32> (lowest - 1);
  if (shift <= -64 || shift >= 64) return false;
  if (shift >= 0) {
    const left = <u64> shift;
    lower = l0 << left;
    upper = <i64> ((l1 << left) | ((l0 >> 1) >> (63 - left)));
    if (l2 != <i64> l1 >> 63 || upper >> <i64> left != <i64> l1) return false;
  } else {
    const right = <u64> -shift;
    lower = (l0 >> right) | (l1 << (64 - right));
    upper = <i64> ((l1 >> right) | (<u64> l2 << (64 - right)));
    if (l0 << (64 - right) != 0 || l2 >> <i64> right != upper >> 63) return false;
  }
  return upper >= -UPPER_RANGE && upper < UPPER_RANGE;
}

/** Gives a sum of another table the unit of this one. Its longer sum, if it has one, is in this table's memory. */
export function changeUnit(sum: usize, lowest: u32, otherLowest: u32): void {
  if (lowest == otherLowest || load<i64>(sum, 8) == LONG) return;
  const low = load<u64>(sum);
  const high = load<i64>(sum, 8);
  if ((low | <u64> high) == 0) return;
  spread(sum, otherLowest, SPREAD);
  clearShort(sum);
  mergeLong(sum, lowest, SPREAD);
}

/** The lowest exponent for a sum of another table, if no unit was chosen yet. */
export function lowestForSum(sum: usize): u32 {
  const long = longOf(sum);
  const base = long == 0 ? -1 : windowBase(long);
  // The middle of the window.
  return base < 0 ? NO_UNIT : lowestFor(<u32> min((base << 6) + 64, 0x7fe));
}

/** Room for a sum that is divided. */
const DIVIDED: usize = memory.data(32, 16);

/** Rounds a sum divided by a count of at least 1 to the nearest float64, ties to even. The sum of nothing is 0. */
export function roundShort(sum: usize, lowest: u32, count: u64): f64 {
  const low = load<u64>(sum);
  const high = load<i64>(sum, 8);
  if (high == LONG) {
    if (low <= NEGATIVE_ZERO) return low == NEGATIVE_ZERO ? -0.0 : 0;
    return roundSum(<usize> low, count);
  }
  const isNegative = high < 0;
  store<u64>(DIVIDED, isNegative ? 0 - low : low);
  store<i64>(DIVIDED, isNegative ? ~high + i64(low == 0) : high, 8);
  const unit = <i32> lowest - 1;
  const size = count == 1 ? roundLimbs(DIVIDED, 2, unit) : divideLimbs(DIVIDED, 2, unit, count);
  return isNegative ? -size : size;
}
