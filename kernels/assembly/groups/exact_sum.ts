// Exact sums of float64 in 32 bytes each: a window of three limbs of 64 bits of a number in two's complement, in units
// of 2^-1074. The window lies where the numbers are, and moves if it can. A sum whose numbers do not fit gets all 34
// limbs, in memory of its own. Sums do not depend on the order of their numbers, and are rounded once.
//
// Layout: the limbs, or the u32 address of all limbs; then, as u32, the limb of the whole at which the window begins,
// and what else was added.

import { allocate } from "./memory";

export const SUM_BYTES: usize = 32;
const BASE: usize = 24;
const FLAGS: usize = 28;
/** The last limb of the window, and all of its bytes. */
const LAST: usize = 16;
const WINDOW_BYTES: usize = 24;

/** Limbs of a window, and of the whole: numbers reach up to 2^1024, and their sum up to 2^64 times that. */
const WINDOW: u32 = 3;
const WHOLE: u32 = 34;
export const WHOLE_BYTES: usize = 272; // 34 * 8
/** The last limb at which a window begins. */
const LAST_BASE: u32 = 31; // 34 - 3

/** The base of a sum to which no number but 0 was added, and of one with all limbs. No limb is close to these. */
const NO_BASE: u32 = 0x40000000;
const NO_WINDOW: u32 = 0x80000000;

// What was added that limbs do not hold.
const ZERO: u32 = 1;
const NEGATIVE_ZERO: u32 = 2;
const INFINITY: u32 = 4;
const NEGATIVE_INFINITY: u32 = 8;
const NOT_A_NUMBER: u32 = 16;

const FRACTION: u64 = 0xfffffffffffff; // 2^52 - 1
const HIDDEN: u64 = 0x10000000000000; // 2^52

/** Makes a sum of nothing. */
export function clearSum(sum: usize): void {
  memory.fill(sum, 0, SUM_BYTES);
  store<u32>(sum, NO_BASE, BASE);
}

/** Makes a sum of nothing that has all limbs, at another address. */
export function clearWhole(sum: usize, whole: usize): void {
  clearSum(sum);
  memory.fill(whole, 0, WHOLE_BYTES);
  store<u32>(sum, <u32> whole);
  store<u32>(sum, NO_WINDOW, BASE);
}

/** Adds a number to a sum. */
export function addToSum(sum: usize, value: f64): void {
  const bits = reinterpret<u64>(value);
  const exponent = <u32> (bits >> 52) & 0x7ff;
  const limb = (exponent - 1) >> 6;
  const place = limb - load<u32>(sum, BASE);
  // Subnormal numbers have an exponent of 0, and so a limb that is far away.
  if (place > WINDOW - 2 || exponent == 0x7ff) {
    addElsewhere(sum, bits);
    return;
  }
  const at = sum + (<usize> place << 3);
  const shift = <u64> ((exponent - 1) & 63);
  const fraction = (bits & FRACTION) | HIDDEN;
  const sign = <u64> (<i64> bits >> 63);
  const low = fraction << shift;
  const high = (fraction >> 1) >> (63 - shift);
  addPair(sum, at, (low ^ sign) - sign, (high ^ sign) + u64((sign & u64(low == 0)) != 0), sign);
}

/** Adds two limbs at a place of the window, and what their sign carries further. */
// @ts-ignore: decorator
@inline
function addPair(sum: usize, at: usize, low: u64, high: u64, sign: u64): void {
  const first = load<u64>(at) + low;
  store<u64>(at, first);
  const before = load<u64>(at, 8);
  const half = before + high;
  const second = half + u64(first < low);
  store<u64>(at, second, 8);
  if (at + 8 == sum + LAST) {
    if (<i64> ((before ^ second) & (high ^ second)) < 0) widen(sum, sign);
    return;
  }
  // Carries of numbers with the sign of the sum seldom go further.
  const carried = sign + u64(half < high) + u64(second < half);
  if (carried != 0) carry(sum, carried);
}

/** Adds 1 or -1 to the last limb of the window. */
function carry(sum: usize, carried: u64): void {
  const before = load<u64>(sum, LAST);
  const after = before + carried;
  store<u64>(sum, after, LAST);
  if (<i64> ((before ^ after) & (carried ^ after)) < 0) widen(sum, <u64> (<i64> carried >> 63));
}

/** Adds what does not go into the window as it is. */
function addElsewhere(sum: usize, bits: u64): void {
  const exponent = <u32> (bits >> 52) & 0x7ff;
  const fraction = bits & FRACTION;
  const isNegative = <i64> bits < 0;
  if (exponent == 0x7ff) {
    note(sum, fraction != 0 ? NOT_A_NUMBER : isNegative ? NEGATIVE_INFINITY : INFINITY);
    return;
  }
  if (exponent == 0 && fraction == 0) {
    note(sum, isNegative ? NEGATIVE_ZERO : ZERO);
    return;
  }
  const bit = exponent == 0 ? 0 : exponent - 1;
  const whole = exponent == 0 ? fraction : fraction | HIDDEN;
  const shift = <u64> (bit & 63);
  const sign = <u64> (<i64> bits >> 63);
  const low = whole << shift;
  const high = (whole >> 1) >> (63 - shift);
  addAt(sum, bit >> 6, (low ^ sign) - sign, (high ^ sign) + u64((sign & u64(low == 0)) != 0), sign);
}

function note(sum: usize, flag: u32): void {
  store<u32>(sum, load<u32>(sum, FLAGS) | flag, FLAGS);
}

/** Adds two limbs at a limb of the whole, after the window was moved there if it can be. */
function addAt(sum: usize, limb: u32, low: u64, high: u64, sign: u64): void {
  if (load<u32>(sum, BASE) != NO_WINDOW && !reach(sum, limb)) {
    widen(sum, <u64> (load<i64>(sum, LAST) >> 63));
  }
  if (load<u32>(sum, BASE) != NO_WINDOW) {
    addPair(sum, sum + (<usize> (limb - load<u32>(sum, BASE)) << 3), low, high, sign);
    return;
  }
  const whole: usize = load<u32>(sum);
  if (whole == 0) return; // there was no memory, which the table tells
  const at = whole + (<usize> limb << 3);
  const first = load<u64>(at) + low;
  store<u64>(at, first);
  const half = load<u64>(at, 8) + high;
  const second = half + u64(first < low);
  store<u64>(at, second, 8);
  let carried = sign + u64(half < high) + u64(second < half);
  const end = whole + WHOLE_BYTES;
  for (let next = at + 16; carried != 0 && next < end; next += 8) {
    const before = load<u64>(next);
    const after = before + carried;
    store<u64>(next, after);
    if (carried == 1 ? after != 0 : before != 0) break;
  }
}

/** Moves the window so that a number fits that begins in a limb. Returns whether that loses nothing. */
function reach(sum: usize, limb: u32): bool {
  const base = load<u32>(sum, BASE);
  const l0 = load<u64>(sum);
  const l1 = load<u64>(sum, 8);
  const l2 = load<u64>(sum, 16);
  if (base == NO_BASE || (l0 | l1 | l2) == 0) {
    store<u32>(sum, min(limb, LAST_BASE), BASE);
    return true;
  }
  if (limb - base <= WINDOW - 2) return true;
  if (limb > base) {
    const steps = limb - base - (WINDOW - 2);
    if (l0 != 0 || steps > 1) return false;
    store<u64>(sum, l1);
    store<u64>(sum, l2, 8);
    store<i64>(sum, <i64> l2 >> 63, 16);
    store<u32>(sum, base + 1, BASE);
    return true;
  }
  return lower(sum, base - limb);
}

/** Moves the window down by one limb. Returns whether its last limb holds nothing but the sign. */
function lower(sum: usize, steps: u32): bool {
  const l0 = load<u64>(sum);
  const l1 = load<u64>(sum, 8);
  if (steps != 1 || load<i64>(sum, LAST) != <i64> l1 >> 63) return false;
  store<u64>(sum, l1, 16);
  store<u64>(sum, l0, 8);
  store<u64>(sum, 0);
  store<u32>(sum, load<u32>(sum, BASE) - 1, BASE);
  return true;
}

/** Gives a sum all limbs. `sign` is what is above the window. */
function widen(sum: usize, sign: u64): void {
  const base = load<u32>(sum, BASE);
  const whole = allocate(WHOLE_BYTES);
  store<u32>(sum, NO_WINDOW, BASE);
  if (whole == 0) {
    store<u32>(sum, 0);
    return;
  }
  const at = whole + (<usize> base << 3);
  memory.fill(whole, 0, at - whole);
  memory.copy(at, sum, WINDOW_BYTES);
  memory.fill(at + WINDOW_BYTES, <u8> sign, whole + WHOLE_BYTES - at - WINDOW_BYTES);
  memory.fill(sum, 0, WINDOW_BYTES);
  store<u32>(sum, <u32> whole);
}

/** The limbs of a sum that has all of them; 0 if it has a window. */
export function wholeOf(sum: usize): usize {
  return load<u32>(sum, BASE) == NO_WINDOW ? <usize> load<u32>(sum) : 0;
}

/** Says that the limbs of a sum that has all of them are at another address now. */
export function moveWhole(sum: usize, whole: usize): void {
  store<u32>(sum, <u32> whole);
}

/** Adds a sum to another. The window of either may move. */
export function mergeSums(sum: usize, other: usize): void {
  note(sum, load<u32>(other, FLAGS));
  const otherBase = load<u32>(other, BASE);
  if (otherBase == NO_BASE) return;
  const base = load<u32>(sum, BASE);
  if (otherBase == NO_WINDOW) {
    const whole: usize = load<u32>(other);
    if (whole == 0) return; // there was no memory, which the table tells
    for (let limb: u32 = 0; limb < WHOLE; limb += 2) {
      addPairOf(sum, limb, whole + (<usize> limb << 3), limb == WHOLE - 2);
    }
    return;
  }
  if (base == NO_BASE) {
    memory.copy(sum, other, WINDOW_BYTES);
    store<u32>(sum, otherBase, BASE);
    return;
  }
  // Both windows begin at the lower limb, if the other can be moved there.
  if (base < otherBase) lower(other, otherBase - base);
  const first = load<u32>(other, BASE);
  const low = load<u64>(other);
  if (low != 0) addAt(sum, first, low, 0, 0);
  addPairOf(sum, first + 1, other + 8, true);
}

/** Adds two limbs of another sum. The last pair has the sign of all. */
function addPairOf(sum: usize, limb: u32, from: usize, isLast: bool): void {
  const low = load<u64>(from);
  const high = load<u64>(from, 8);
  const sign = isLast ? <u64> (<i64> high >> 63) : 0;
  if ((low | high) == 0) return;
  if (!isLast && <i64> high < 0) {
    // The pair is added as two, since its upper bit is not a sign.
    addAt(sum, limb, low, 0, 0);
    addAt(sum, limb + 1, high, 0, 0);
    return;
  }
  addAt(sum, limb, low, high, sign);
}

/** Room for the size of a sum. */
const SIZE: usize = memory.data(272, 16);

/** Rounds a sum divided by a count of at least 1 to the nearest float64, ties to even. The sum of nothing is 0. */
export function roundSum(sum: usize, count: u64): f64 {
  const flags = load<u32>(sum, FLAGS);
  const infinities = flags & (INFINITY | NEGATIVE_INFINITY);
  if ((flags & NOT_A_NUMBER) != 0 || infinities == (INFINITY | NEGATIVE_INFINITY)) return NaN;
  if (infinities != 0) return infinities == INFINITY ? Infinity : -Infinity;
  const base = load<u32>(sum, BASE);
  if (base == NO_BASE) return flags == NEGATIVE_ZERO ? -0.0 : 0;
  const isWhole = base == NO_WINDOW;
  const from: usize = isWhole ? <usize> load<u32>(sum) : sum;
  const limbs: i32 = <i32> (isWhole ? WHOLE : WINDOW);
  const first: i32 = isWhole ? 0 : <i32> base;
  if (from == 0) return NaN;
  const isNegative = load<i64>(from + (<usize> (limbs - 1) << 3)) < 0;
  let at: usize = from;
  if (isNegative) {
    negate(SIZE, from, limbs);
    at = SIZE;
  }
  const size = count == 1
    ? roundLimbs(at, limbs, first << 6)
    : divideLimbs(at, limbs, first << 6, count);
  return isNegative ? -size : size;
}

/** Writes the negative of a number in two's complement. */
function negate(to: usize, from: usize, limbs: i32): void {
  let carried: u64 = 1;
  for (const end = from + (<usize> limbs << 3); from < end; from += 8, to += 8) {
    const limb = ~load<u64>(from) + carried;
    carried = u64(carried == 1 && limb == 0);
    store<u64>(to, limb);
  }
}

/** Rounds a number of limbs, whose last bit is 2^unit in units of 2^-1074. */
function roundLimbs(at: usize, limbs: i32, unit: i32): f64 {
  let top = limbs - 1;
  while (top >= 0 && load<u64>(at + (<usize> top << 3)) == 0) top--;
  if (top < 0) return 0;
  const high = load<u64>(at + (<usize> top << 3));
  const shift = clz(high);
  const next: u64 = top > 0 ? load<u64>(at + (<usize> (top - 1) << 3)) : 0;
  let bits = high << shift;
  let isMore = false;
  if (shift > 0) {
    bits |= next >> (64 - shift);
    isMore = next << shift != 0;
  } else {
    isMore = next != 0;
  }
  for (let i = top - 2; i >= 0 && !isMore; i--) isMore = load<u64>(at + (<usize> i << 3)) != 0;
  return compose(bits, (top << 6) + unit - <i32> shift, isMore);
}

/** Rounds bits 2^place, and a little more perhaps, in units of 2^-1074; `place` may be negative. */
function compose(bits: u64, place: i32, isMore: bool): f64 {
  if (bits == 0) return 0;
  // The last bit that a float64 has.
  const last = max(64 - <i32> clz(bits) + place - 53, 0);
  const cut = last - place;
  if (cut > 64) return 0;
  if (cut <= 0) {
    const whole = bits << <u64> -cut;
    return join(whole, last);
  }
  const rest = cut == 64 ? bits : bits & ((<u64> 1 << <u64> cut) - 1);
  const half = <u64> 1 << <u64> (cut - 1);
  const kept: u64 = cut == 64 ? 0 : bits >> <u64> cut;
  const isUp = rest > half || (rest == half && (isMore || (kept & 1) == 1));
  return join(kept + u64(isUp), last);
}

/** The float64 of a significand of up to 2^53, and the number of its last bit. */
function join(significand: u64, last: i32): f64 {
  // A significand of 2^53 carries into the exponent.
  const bits = significand + (<u64> last << 52);
  return bits >= 0x7ff0000000000000 ? Infinity : reinterpret<f64>(bits);
}

/** Divides a number by a count below 2^62, bit by bit, until more bits than a float64 has are known, and rounds. */
function divideLimbs(at: usize, limbs: i32, unit: i32, count: u64): f64 {
  let top = limbs - 1;
  while (top >= 0 && load<u64>(at + (<usize> top << 3)) == 0) top--;
  if (top < 0) return 0;
  let bit = (top << 6) + 63 - <i32> clz(load<u64>(at + (<usize> top << 3)));
  // What is below the limbs is 0.
  const end = -unit;
  let quotient: u64 = 0;
  let rest: u64 = 0;
  // One bit below the smallest float64 decides how to round.
  while (bit >= end - 1 && quotient < (<u64> 1 << 55)) {
    const next: u64 = bit < 0
      ? 0
      : load<u64>(at + (<usize> (bit >> 6) << 3)) >> <u64> (bit & 63) & 1;
    rest = (rest << 1) | next;
    const isMore = rest >= count;
    if (isMore) rest -= count;
    quotient = (quotient << 1) | u64(isMore);
    bit--;
  }
  let isMore = rest != 0;
  for (let left = bit; left >= 0 && !isMore; left--) {
    isMore = (load<u64>(at + (<usize> (left >> 6) << 3)) >> <u64> (left & 63) & 1) != 0;
  }
  return compose(quotient, bit + 1 + unit, isMore);
}
