// The short entries of lgamma, digamma and polygamma of orders 1 and 2, for float32 (tables/entry_binary32.ts), 32 to an
// octave: f from 2^-126 to 2^128, and M(a) = f(a) + (-1)^s f(1 - a), s = order + 1, for x < 0, from 2^-126 to 1/2. They are
// made from float64 results, by octaves without gaps, when an element first needs one: some 10 microseconds for an octave.
//
// The relative truncation error of five terms after c0 is largest next to the pole of digamma: (2^-6)^6 2^-4 = 2^-40. Orders 1
// and 2, which are steeper, have six: (2^-6)^7 2^-5 times 8 and 36, 2^-42 and below. In the entries of the zeros at x > 0, of
// lgamma and digamma, f is c1 d, and the error 2 (2^-7)^5 c6/c1: 2^-35.7 at 1, less at the others. That of M next to 1/2,
// where M is 0 if s is odd, is 2^-46, from the rounding of float64 results.

import {
  BINARY32_GAMMA_TABLES,
  FIRST_TERMS,
  OUTSIDE,
  SECOND_ENTRIES,
  SHORT_ENTRIES,
} from "../memory_map";
import { powerOfTwo } from "../arithmetic/power_of_two";
import {
  finishShort,
  placeOf,
  SHORT_SHIFT,
  startShort,
  takeQuotient,
} from "../tables/entry_binary32";
import { valuesByRegion } from "./regions";
import { DIGAMMA, DIGAMMA_ZERO, LGAMMA } from "./special_values";
import { smallest, tableOf } from "./table";

/** Entries of an octave, as a power of two; an entry's number is in the upper bits of a float32. */
const BITS: i32 = 5;
const NUMBER_SHIFT: i32 = 23 - BITS;
/** With entries for exponents from 0 on, which entry 0 has not: it is 0, for what has no first term. */
const TABLE_SIZE: usize = 255 << (BITS + SHORT_SHIFT);
export const END_OF_SHORT_ENTRIES: usize = BINARY32_GAMMA_TABLES + 8 * TABLE_SIZE;

// float32, as bits.
const MIN_NORMAL: i32 = 0x800000;
const LAST_FINITE: i32 = 0x7f7fffff;
const BEFORE_HALF: i32 = 0x3effffff;
/** The last below 2^60: from there on results of polygamma may be subnormal. */
const BEFORE_SMALL: i32 = 0x5d7fffff;

/** Of each table, i32: the first and the last octave that is there, by their exponents' bits. */
const OCTAVES: usize = memory.data(8 * 8, 16);
const FIRST_OCTAVE: i32 = 127; // [1, 2)
const FIRST_MIRRORED_OCTAVE: i32 = 125; // [1/4, 1/2]

/** Where the breakpoint of other entries is in their intervals: at no node, where (f - c0)/d would be 0/0. */
const BREAKPOINT: f64 = 0.53125;

/** An entry with a larger c0 has no other coefficient: float32 results are infinite, and coefficients might overflow. */
const BEYOND: f64 = 1.6069380442589903e60; // 2^200

/** The nodes of the entries of an octave and their breakpoints, and f there; and 1 minus these, for M. */
const POINTS: usize = memory.data(8 * 7 * 32, 16);
const MIRRORED_POINTS: usize = memory.data(8 * 7 * 32, 16);

/** How many terms after c0 entries of an order have. */
// @ts-ignore: decorator
@inline
function termsOf(order: i32): i32 {
  return order > DIGAMMA ? 6 : 5;
}

// @ts-ignore: decorator
@inline
function baseOf(table: i32): usize {
  return BINARY32_GAMMA_TABLES + <usize> table * TABLE_SIZE;
}

// @ts-ignore: decorator
@inline
function octaves(table: i32): usize {
  return OCTAVES + (<usize> table << 3);
}

/** The first float32 that has an entry, and the last, as bits. */
// @ts-ignore: decorator
@inline
function firstBits(table: i32): i32 {
  return load<i32>(octaves(table)) << 23;
}

// @ts-ignore: decorator
@inline
function lastBits(table: i32): i32 {
  return (load<i32>(octaves(table), 4) + 1 << 23) - 1;
}

/** Before the first use of a table. */
function openTable(table: i32): void {
  if (load<i32>(octaves(table)) != 0) return;
  const octave = table > 3 ? FIRST_MIRRORED_OCTAVE : FIRST_OCTAVE;
  makeOctave(table, octave);
  store<i32>(octaves(table), octave);
  store<i32>(octaves(table), octave, 4);
}

/** Makes the entry of x, if it can have one, and those between it and others. */
function extend(table: i32, x: f32): void {
  const bits = reinterpret<i32>(x);
  if (bits < MIN_NORMAL || bits > (table > 3 ? BEFORE_HALF : LAST_FINITE)) return;
  const octave = bits >> 23;
  for (let first = load<i32>(octaves(table)); first > octave;) {
    makeOctave(table, --first);
    store<i32>(octaves(table), first);
  }
  for (let last = load<i32>(octaves(table), 4); last < octave;) {
    makeOctave(table, ++last);
    store<i32>(octaves(table), last, 4);
  }
}

/** Makes the entries of an octave. */
function makeOctave(table: i32, octave: i32): void {
  const order = (table & 3) - 1;
  const terms = termsOf(order);
  const width = powerOfTwo(octave - 127 - BITS);
  let point = POINTS;
  for (let i = 0; i < 1 << BITS; i++) {
    const breakpoint = startEntry(table, width * <f64> (i + (1 << BITS)), width);
    for (let node = 0; node < terms; node++, point += 8) {
      store<f64>(point, breakpoint + placeOf(node));
    }
    store<f64>(point, breakpoint);
    point += 8;
  }
  fillValues(table, (terms + 1) << BITS);
  point = POINTS;
  for (let i = 0; i < 1 << BITS; i++) {
    const breakpoint = startEntry(table, width * <f64> (i + (1 << BITS)), width);
    const c0 = load<f64>(point + (<usize> terms << 3));
    const isInfinite = abs(c0) > BEYOND;
    for (let node = 0; node < terms; node++, point += 8) {
      takeQuotient(node, isInfinite ? 0 : (load<f64>(point) - c0) / placeOf(node));
    }
    point += 8;
    finishShort(baseOf(table) + (<usize> (octave << BITS | i) << SHORT_SHIFT), breakpoint, c0);
  }
}

/** Begins an entry; returns its breakpoint, which is the zero of f or M in it, or at its end, if there is one. */
function startEntry(table: i32, low: f64, width: f64): f64 {
  const order = (table & 3) - 1;
  const high = low + width;
  let breakpoint = low + BREAKPOINT * width;
  if (table > 3) {
    if (high == 0.5 && (order & 1) == 0) breakpoint = 0.5;
  } else if (order == LGAMMA) {
    if (low == 1 || high == 1) breakpoint = 1;
    if (low == 2 || high == 2) breakpoint = 2;
  } else if (order == DIGAMMA) {
    if (low <= DIGAMMA_ZERO && DIGAMMA_ZERO < high) breakpoint = DIGAMMA_ZERO;
  }
  startShort(low, high, breakpoint, termsOf(order));
  return breakpoint;
}

/** Replaces POINTS by f or M. */
function fillValues(table: i32, count: i32): void {
  const order = (table & 3) - 1;
  const end = POINTS + (<usize> count << 3);
  const beyond = MIRRORED_POINTS - POINTS;
  if (table > 3) {
    for (let at = POINTS; at < end; at += 8) store<f64>(at + beyond, 1 - load<f64>(at));
    valuesByRegion(order, MIRRORED_POINTS, MIRRORED_POINTS, count);
  }
  valuesByRegion(order, POINTS, POINTS, count);
  if (table < 4) return;
  const sign: f64 = order & 1 ? 1 : -1;
  for (let at = POINTS; at < end; at += 8) {
    store<f64>(at, load<f64>(at) + sign * load<f64>(at + beyond));
  }
}

// @ts-ignore: decorator
@inline
function entryAddress(bits: v128, base: usize): v128 {
  const entry = i32x4.shl(i32x4.shr_s(bits, NUMBER_SHIFT), SHORT_SHIFT);
  return i32x4.add(entry, i32x4.splat(<i32> base));
}

/** Which of four x >= 0, and NaN, have no entry. */
// @ts-ignore: decorator
@inline
export function hasNoEntry(x: v128): v128 {
  return v128.or(
    i32x4.lt_s(x, i32x4.splat(MIN_NORMAL)),
    i32x4.gt_s(x, i32x4.splat(LAST_FINITE)),
  );
}

// The elements of a block.
export const TABLED: i32 = 0; // entries for all elements, and no subnormal result
export const POSITIVE: i32 = 1; // other elements too, but no sign
export const SIGNED: i32 = 2;

/** Fills SHORT_ENTRIES for `count` float32 that have no sign; returns TABLED, POSITIVE or SIGNED. */
export function locatePositive(order: i32, from: usize, count: i32): i32 {
  const table = tableOf(order, false);
  openTable(table);
  const what = locate(table, from, count);
  if (what != POSITIVE || !isAnyMissing(table, from, count)) return what;
  const stop = from + (<usize> count << 2);
  for (let at = from; at < stop; at += 4) extend(table, load<f32>(at));
  return locate(table, from, count);
}

/** Whether an entry is missing that can be made. */
function isAnyMissing(table: i32, from: usize, count: i32): bool {
  const first = i32x4.splat(firstBits(table));
  const last = i32x4.splat(lastBits(table));
  let missing = i32x4.splat(0);
  for (const stop = from + (<usize> count << 2); from < stop; from += 16) {
    const x = v128.load(from);
    const isMissing = v128.or(i32x4.lt_s(x, first), i32x4.gt_s(x, last));
    missing = v128.or(missing, v128.andnot(isMissing, hasNoEntry(x)));
  }
  return v128.any_true(missing);
}

function locate(table: i32, from: usize, count: i32): i32 {
  const first = i32x4.splat(firstBits(table));
  const last = i32x4.splat(lastBits(table));
  let fewest = last;
  let most = first;
  let entries = SHORT_ENTRIES;
  for (const stop = from + (<usize> count << 2); from < stop; from += 16, entries += 16) {
    const x = v128.load(from);
    fewest = i32x4.min_s(fewest, x);
    most = i32x4.max_s(most, x);
    const bits = i32x4.min_s(i32x4.max_s(x, first), last);
    v128.store(entries, entryAddress(bits, baseOf(table)));
  }
  if (i32x4.bitmask(fewest) != 0) return SIGNED;
  const isTabled = smallest(fewest) >= firstBits(table) &&
    -smallest(i32x4.neg(most)) <= min(lastBits(table), BEFORE_SMALL);
  return isTabled ? TABLED : POSITIVE;
}

/**
 * Fills SHORT_ENTRIES and SECOND_ENTRIES for `count` float32, those of M and f; and OUTSIDE, for elements that have none.
 * Returns whether there are signs.
 */
export function locateSigned(order: i32, from: usize, count: i32): bool {
  const table = tableOf(order, false);
  const mirrored = tableOf(order, true);
  openTable(table);
  openTable(mirrored);
  if (placeSigned(table, mirrored, from, count)) {
    const stop = from + (<usize> count << 2);
    for (let at = from; at < stop; at += 4) {
      const x = load<f32>(at);
      if (x < 0) extend(mirrored, min(abs(x - nearest(x)), reinterpret<f32>(BEFORE_HALF)));
      extend(table, x < 0 ? 1 - x : x);
    }
    placeSigned(table, mirrored, from, count);
  }
  return hadSign;
}

/** Whether the last block had a sign, that of -0 too. */
let hadSign: bool = false;

/** Fills all; whether an entry is missing that can be made. */
function placeSigned(table: i32, mirrored: i32, from: usize, count: i32): bool {
  const first = i32x4.splat(firstBits(table));
  const last = i32x4.splat(lastBits(table));
  const mirroredFirst = i32x4.splat(firstBits(mirrored));
  const mirroredLast = i32x4.splat(BEFORE_HALF);
  const one = f32x4.splat(1);
  let signs = i32x4.splat(0);
  let missing = i32x4.splat(0);
  for (let at: usize = 0, stop = <usize> count << 2; at < stop; at += 16) {
    const x = v128.load(from + at);
    const isNegative = i32x4.shr_s(x, 31);
    signs = v128.or(signs, isNegative);
    // |r|, or 0 where x is positive; 1/2 is in the last entry too.
    const distance = f32x4.abs(f32x4.sub(x, f32x4.nearest(x)));
    const a = v128.and(i32x4.min_s(distance, mirroredLast), isNegative);
    const y = v128.bitselect(f32x4.sub(one, x), x, isNegative);
    const outside = v128.or(
      hasNoEntry(y),
      v128.and(isNegative, i32x4.lt_s(a, i32x4.splat(MIN_NORMAL))),
    );
    v128.store(at, outside, OUTSIDE);
    const isMissing = v128.or(
      v128.or(i32x4.lt_s(y, first), i32x4.gt_s(y, last)),
      v128.and(isNegative, i32x4.lt_s(a, mirroredFirst)),
    );
    missing = v128.or(missing, v128.andnot(isMissing, outside));
    const near = v128.and(i32x4.max_s(a, mirroredFirst), isNegative);
    v128.store(at, entryAddress(near, baseOf(mirrored)), SHORT_ENTRIES);
    const far = i32x4.min_s(i32x4.max_s(y, first), last);
    v128.store(at, entryAddress(far, baseOf(table)), SECOND_ENTRIES);
  }
  hadSign = v128.any_true(signs);
  return v128.any_true(missing);
}
