// The series of f in intervals of the octaves of a table, from which entries are made (gamma/build_taylor.ts,
// multigammaln/table.ts). An octave has eight intervals; f is expanded in the
// middles of two of them at a time (gamma/taylor_series.ts), one in each lane, and moved by h, below 2^-4
// of it, to the breakpoint of an entry of each.

import { expand, expandMirrored, PAIRED, SERIES, SERIES_LOW, TERMS } from "./taylor_series";
import { DIGAMMA, DIGAMMA_ZERO, LGAMMA } from "./special_values";
import { twoProdError, twoSumError } from "../arithmetic/error_free";
import { FIRST } from "../tables/entry";
import { powerOfTwo } from "../arithmetic/power_of_two";

/** Entries of an octave, as a power of two, and of an interval. */
export const BITS: i32 = 6;
export const INTERVAL_ENTRIES: i32 = 1 << (BITS - 3);
/** How many of the coefficients of f' are double-doubles. */
const PAIRED_SLOPES: i32 = 5;
const LAST_TERM: i32 = 11;

/** Two lanes for each coefficient of an entry, and the low parts of the first three. */
export const ENTRY_TERMS: usize = memory.data(16 * 20, 16);
const ENTRY_LOWS: usize = memory.data(16 * 8, 16);
/** Two lanes: the breakpoints of the entries, and of their intervals. */
export const BREAKPOINTS: usize = memory.data(16, 16);
const INTERVALS: usize = memory.data(16, 16);

/**
 * Breakpoints are not quite at midpoints, whose few bits make f repeat the same few fractions of an
 * ulp around them.
 */
const BREAKPOINT_OFFSET: f64 = 0.01236724853515625; // 0x1.954p-7

/**
 * An order that is chosen for f without zeros, which others expand.
 */
export const NO_ZEROS: i32 = 3;

/** What is chosen, and the number of the first entry of the two intervals. */
let order: i32 = 0;
let isMirrored: bool = false;
let firstNumber: i32 = 0;
let breakpointOffset: f64 = BREAKPOINT_OFFSET;

/** How wide an entry of that number is. */
// @ts-ignore: decorator
@inline
function widthOf(number: i32): f64 {
  return powerOfTwo(FIRST - BITS + ((number - 1) >> BITS));
}

/** Where it begins. */
// @ts-ignore: decorator
@inline
export function startOf(number: i32): f64 {
  return widthOf(number) * <f64> ((1 << BITS) + ((number - 1) & ((1 << BITS) - 1)));
}

// @ts-ignore: decorator
@inline
export function endOf(number: i32): f64 {
  return startOf(number) + widthOf(number);
}

/** Chooses f of an order, or f(x) + (-1)^s f(1 - x), which has entries to 1/2. */
export function choose(ofOrder: i32, mirrored: bool): void {
  order = ofOrder;
  isMirrored = mirrored;
  breakpointOffset = BREAKPOINT_OFFSET;
}

/** Chooses other breakpoints of entries, for those whose f is not almost a double next to the first ones. */
export function chooseBreakpoints(attempt: i32): void {
  breakpointOffset = BREAKPOINT_OFFSET * <f64> attempt;
}

/** Expands f in two intervals, which begin with the entry of that number. */
export function openIntervals(number: i32): void {
  expandAt(intervalsAt(number));
}

/**
 * Chooses the intervals that begin with the entry of that number; returns their middles, for those who
 * expand there.
 */
export function intervalsAt(number: i32): v128 {
  firstNumber = number;
  const half = 0.5 * <f64> INTERVAL_ENTRIES * widthOf(number);
  const first = startOf(number) + half;
  v128.store(INTERVALS, f64x2(first, first + 2 * half));
  return v128.load(INTERVALS);
}

// @ts-ignore: decorator
@inline
function expandAt(c: v128): void {
  if (isMirrored) expandMirrored(order, c);
  else expand(order, c);
}

/** The numbers of the two entries that `moveTo` makes. */
// @ts-ignore: decorator
@inline
export function numberIn(lane: i32, entry: i32): i32 {
  return firstNumber + entry + lane * INTERVAL_ENTRIES;
}

/** Moves the series of both intervals to the breakpoints of their entries of that number, from 0 on. */
export function moveTo(entry: i32): void {
  const breakpoints = f64x2(breakpointOf(numberIn(0, entry)), breakpointOf(numberIn(1, entry)));
  v128.store(BREAKPOINTS, breakpoints);
  shift(f64x2.sub(breakpoints, v128.load(INTERVALS)));
  for (let lane = 0; lane < 2; lane++) {
    if (isExactZero(load<f64>(BREAKPOINTS + (<usize> lane << 3)))) setZero(lane);
  }
}

function breakpointOf(number: i32): f64 {
  const zero = zeroIn(startOf(number), endOf(number));
  return zero != 0 ? zero : middleOf(number);
}

/** The breakpoint of an entry without a zero. */
function middleOf(number: i32): f64 {
  return startOf(number) + 0.5 * widthOf(number) * (1 + breakpointOffset);
}

/** The zero of f in an entry, or at its end; or 0. */
function zeroIn(start: f64, end: f64): f64 {
  // Where s is odd.
  if (isMirrored) return end == 0.5 && (order & 1) == 0 ? 0.5 : 0;
  if (order == DIGAMMA) return DIGAMMA_ZERO >= start && DIGAMMA_ZERO < end ? DIGAMMA_ZERO : 0;
  if (order != LGAMMA) return 0;
  if (start == 1 || end == 1) return 1;
  return start == 2 || end == 2 ? 2 : 0;
}

// @ts-ignore: decorator
@inline
function isExactZero(c: f64): bool {
  return isMirrored ? c == 0.5 && (order & 1) == 0 : order == LGAMMA && (c == 1 || c == 2);
}

function setZero(lane: i32): void {
  store<f64>(ENTRY_TERMS + (<usize> lane << 3), 0);
  store<f64>(ENTRY_LOWS + (<usize> lane << 3), 0);
}

/**
 * One step of Horner's scheme for double-doubles: replaces coefficient k by itself + h times the next one.
 */
// @ts-ignore: decorator
@inline
function shiftPair(at: usize, lows: usize, h: v128): void {
  const next = v128.load(at, 16);
  const product = f64x2.mul(next, h);
  const rest = f64x2.add(twoProdError(next, h, product), f64x2.mul(v128.load(lows, 16), h));
  const c = v128.load(at);
  const sum = f64x2.add(c, product);
  v128.store(at, sum);
  v128.store(lows, f64x2.add(v128.load(lows), f64x2.add(twoSumError(c, product, sum), rest)));
}

/**
 * Three rounds of Horner's scheme at once, the first of them down to coefficient `end`: each round is
 * a coefficient after the one before, so that none waits for another.
 */
function shiftThree(end: i32, h: v128): void {
  let at = ENTRY_TERMS + 16 * (TERMS - 4);
  const last = v128.load(at, 48);
  const before = f64x2.add(v128.load(at, 32), f64x2.mul(h, last));
  let first = f64x2.add(v128.load(at, 16), f64x2.mul(h, before));
  let second = f64x2.add(before, f64x2.mul(h, last));
  let third = last;
  for (const stop = ENTRY_TERMS + (<usize> end << 4); at >= stop; at -= 16) {
    third = f64x2.add(second, f64x2.mul(h, third));
    v128.store(at, third, 32);
    second = f64x2.add(first, f64x2.mul(h, second));
    first = f64x2.add(v128.load(at), f64x2.mul(h, first));
  }
  v128.store(at, first, 16);
  v128.store(at, second, 32);
}

/** Moves SERIES by h to ENTRY_TERMS: those of f, f' and f''/2 as double-doubles. */
export function shift(h: v128): void {
  memory.copy(ENTRY_TERMS, SERIES, 16 * TERMS);
  memory.copy(ENTRY_LOWS, SERIES + SERIES_LOW, 16 * PAIRED);
  shiftThree(PAIRED, h);
  for (let k = 0; k < 3; k++) {
    const paired = k == 0 ? PAIRED : k == 1 ? PAIRED_SLOPES : 3;
    // Where the three rounds have left this one.
    let at = ENTRY_TERMS + (<usize> (PAIRED - 1 + k) << 4);
    let next = v128.load(at, 16);
    for (const end = ENTRY_TERMS + (<usize> paired << 4); at >= end; at -= 16) {
      next = f64x2.add(v128.load(at), f64x2.mul(h, next));
      v128.store(at, next);
    }
    v128.store(ENTRY_LOWS + (<usize> paired << 4), f64x2.splat(0));
    for (let j = paired - 1; j >= k; j--) {
      shiftPair(ENTRY_TERMS + (<usize> j << 4), ENTRY_LOWS + (<usize> j << 4), h);
    }
  }
  for (let k = 3; k <= LAST_TERM; k += 3) shiftThree(k, h);
}

/** Coefficient k of a lane's entry. */
// @ts-ignore: decorator
@inline
export function termOf(lane: usize, k: i32): f64 {
  return load<f64>(lane + (<usize> k << 4));
}

// @ts-ignore: decorator
@inline
export function addToTerm(lane: usize, k: i32, part: f64): void {
  store<f64>(lane + (<usize> k << 4), termOf(lane, k) + part);
}

// @ts-ignore: decorator
@inline
export function addToLow(lane: usize, k: usize, part: f64): void {
  const at = lane - ENTRY_TERMS + ENTRY_LOWS + (k << 4);
  store<f64>(at, load<f64>(at) + part);
}

// @ts-ignore: decorator
@inline
export function lowOf(lane: usize, k: usize): f64 {
  return load<f64>(lane - ENTRY_TERMS + ENTRY_LOWS + (k << 4));
}
