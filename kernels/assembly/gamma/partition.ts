// Partition of a float64 block whose elements lie in several regions, for orders up to 2: into a bucket
// for each region, and back, two elements at a time and without branches, which random signs would
// mispredict. Most such blocks have two regions, which takes half of the time.

import { KINDS, TABLED, REFLECTED, UNTABLED } from "../memory_map";
import { INFINITE, SIGN_64 } from "../arithmetic/constants";
import { addSpecials, endLists, endTabled, setCounts, startLists } from "./buckets";

/** The numbers of elements that the last survey found; one behind an odd block may be counted too. */
export let insides: i32 = 0; // in [low, high), and zeros of either sign
export let zeroes: i32 = 0;
export let negatives: i32 = 0;
/** Whether no element is NaN, and whether all are `low` or more. */
export let areNumbers: bool = false;
export let areAbove: bool = false;

/** How two lanes are taken, by which of them are meant: as they are, or the second one first. */
const TAKE: usize = memory.data<u8>([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
  8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
], 16);
const LANES: usize = memory.data<i64>([0, 0, -1, 0, 0, -1, -1, -1], 16);

/** Two lanes of which some are meant, as bits: those first; or what was so taken in its places. */
// @ts-ignore: decorator
@inline
export function taken(a: v128, which: i32): v128 {
  return i8x16.swizzle(a, v128.load(TAKE + (<usize> which << 4)));
}

// @ts-ignore: decorator
@inline
function total(lanes: v128): i32 {
  return <i32> (i64x2.extract_lane(lanes, 0) + i64x2.extract_lane(lanes, 1));
}

// @ts-ignore: decorator
@inline
function isInside(x: v128, low: v128, high: v128): v128 {
  const isZero = f64x2.eq(x, f64x2.splat(0));
  return v128.or(v128.and(f64x2.ge(x, low), f64x2.lt(x, high)), isZero);
}

/** Counts the elements of a block; `low` and `high`: where rows begin and end. */
export function survey(from: usize, count: i32, low: f64, high: f64): void {
  const first = f64x2.splat(low);
  const end = f64x2.splat(high);
  const zero = f64x2.splat(0);
  let inside = zero;
  let isZero = zero;
  let negative = zero;
  let areAll = i64x2.splat(-1);
  let above = areAll;
  for (const stop = from + (<usize> count << 3); from < stop; from += 16) {
    const x = v128.load(from);
    inside = i64x2.sub(inside, isInside(x, first, end));
    isZero = i64x2.sub(isZero, f64x2.eq(x, zero));
    negative = i64x2.sub(negative, f64x2.lt(x, zero));
    areAll = v128.and(areAll, f64x2.eq(x, x));
    above = v128.and(above, f64x2.ge(x, first));
  }
  insides = total(inside);
  zeroes = total(isZero);
  negatives = total(negative);
  areNumbers = i64x2.all_true(areAll);
  areAbove = i64x2.all_true(above);
}

/** Fills TABLED with a block whose elements have rows or are 0, which becomes 1. */
export function takeTabled(from: usize, count: i32): void {
  const zero = f64x2.splat(0);
  let nears = TABLED;
  for (const stop = from + (<usize> count << 3); from < stop; from += 16, nears += 16) {
    const x = v128.load(from);
    v128.store(nears, v128.bitselect(f64x2.splat(1), x, f64x2.eq(x, zero)));
  }
  endTabled(count);
}

/** Puts what TABLED have become into their places. */
export function putTabled(order: i32, from: usize, to: usize, count: i32): void {
  const zero = f64x2.splat(0);
  let nears = TABLED;
  for (const stop = from + (<usize> count << 3); from < stop; from += 16, to += 16, nears += 16) {
    const x = v128.load(from);
    v128.store(to, v128.bitselect(atZero(order, x), v128.load(nears), f64x2.eq(x, zero)));
  }
}

/** Which elements of a block of two kinds are not in TABLED: negative ones, or those without rows. */
// @ts-ignore: decorator
@inline
function isSecond(x: v128, areNegative: bool, low: v128, high: v128): v128 {
  return areNegative ? f64x2.lt(x, f64x2.splat(0)) : v128.not(isInside(x, low, high));
}

/**
 * Fills TABLED, where a zero becomes 1, and REFLECTED with negative elements, or UNTABLED with those
 * that have no rows; whether there are no others, but for those that TABLED may have then.
 */
// @ts-ignore: decorator
@inline
export function partTwo(from: usize, count: i32, areNegative: bool, low: f64, high: f64): bool {
  const first = f64x2.splat(low);
  const end = f64x2.splat(high);
  const zero = f64x2.splat(0);
  let nears = TABLED;
  const list = areNegative ? REFLECTED : UNTABLED;
  let seconds = list;
  let wrong = zero;
  startLists();
  for (const stop = from + (<usize> count << 3); from < stop; from += 16) {
    const x = v128.load(from);
    const mask = isSecond(x, areNegative, first, end);
    wrong = v128.or(wrong, v128.and(mask, areNegative ? f64x2.eq(x, f64x2.nearest(x)) : v128.not(f64x2.ge(x, zero))));
    const second = i64x2.bitmask(mask);
    v128.store(nears, taken(v128.bitselect(f64x2.splat(1), x, f64x2.eq(x, zero)), second ^ 3));
    v128.store(seconds, taken(x, second));
    const size = <usize> popcnt(second) << 3;
    nears += 16 - size;
    seconds += size;
  }
  const found = <i32> (seconds - list) >> 3;
  setCounts(areNegative ? 0 : found, areNegative ? found : 0, 0);
  endLists();
  endTabled(<i32> (nears - TABLED) >> 3);
  return !v128.any_true(wrong);
}

/** Puts what the lists of `partTwo` have become into their places. */
// @ts-ignore: decorator
@inline
export function joinTwo(
  order: i32,
  from: usize,
  to: usize,
  count: i32,
  areNegative: bool,
  low: f64,
  high: f64,
): void {
  const first = f64x2.splat(low);
  const end = f64x2.splat(high);
  const zero = f64x2.splat(0);
  let nears = TABLED;
  let seconds = areNegative ? REFLECTED : UNTABLED;
  for (const stop = from + (<usize> count << 3); from < stop; from += 16, to += 16) {
    const x = v128.load(from);
    const mask = isSecond(x, areNegative, first, end);
    const second = i64x2.bitmask(mask);
    const y = v128.bitselect(taken(v128.load(seconds), second), taken(v128.load(nears), second ^ 3), mask);
    const size = <usize> popcnt(second) << 3;
    nears += 16 - size;
    seconds += size;
    v128.store(to, v128.bitselect(atZero(order, x), y, f64x2.eq(x, zero)));
  }
}

/** Fills TABLED, where a zero becomes 1, UNTABLED, REFLECTED and SPECIAL. */
export function part(order: i32, from: usize, count: i32, low: f64, high: f64): void {
  const first = f64x2.splat(low);
  const end = f64x2.splat(high);
  const zero = f64x2.splat(0);
  let nears = TABLED;
  let others = REFLECTED;
  let positives = UNTABLED;
  startLists();
  for (let i = 0; i < count; i += 2) {
    const x = v128.load(from + (<usize> i << 3));
    const isNear = isInside(x, first, end);
    const isOther = v128.and(f64x2.lt(x, zero), f64x2.ne(x, f64x2.nearest(x)));
    const isFar = v128.and(f64x2.gt(x, zero), f64x2.lt(x, v128.load(INFINITE)));
    const near = i64x2.bitmask(isNear);
    const other = i64x2.bitmask(isOther);
    const positive = i64x2.bitmask(v128.andnot(isFar, isNear));
    store<u8>(KINDS + (<usize> i >> 1), <u8> (near | other << 2 | positive << 4));
    v128.store(nears, taken(v128.bitselect(f64x2.splat(1), x, f64x2.eq(x, zero)), near));
    v128.store(others, taken(x, other));
    v128.store(positives, taken(x, positive));
    nears += <usize> popcnt(near) << 3;
    others += <usize> popcnt(other) << 3;
    positives += <usize> popcnt(positive) << 3;
  }
  const tabledCount = <i32> (nears - TABLED) >> 3;
  const reflectedCount = <i32> (others - REFLECTED) >> 3;
  const untabledCount = <i32> (positives - UNTABLED) >> 3;
  setCounts(untabledCount, reflectedCount, 0);
  if (tabledCount + reflectedCount + untabledCount < (count + 1 & ~1)) addSpecials(order, from, count, KINDS);
  endLists();
  endTabled(tabledCount);
}

/** Puts what the lists of `part` have become into their places, but for SPECIAL. */
export function join(order: i32, from: usize, to: usize, count: i32): void {
  let nears = TABLED;
  let others = REFLECTED;
  let positives = UNTABLED;
  const zero = f64x2.splat(0);
  for (let i = 0; i < count; i += 2) {
    const kind = <i32> load<u8>(KINDS + (<usize> i >> 1));
    const near = kind & 3;
    const other = kind >> 2 & 3;
    const positive = kind >> 4;
    const x = v128.load(from + (<usize> i << 3));
    const a = v128.and(taken(v128.load(nears), near), v128.load(LANES + (<usize> near << 4)));
    const b = v128.and(taken(v128.load(others), other), v128.load(LANES + (<usize> other << 4)));
    const c = v128.and(taken(v128.load(positives), positive), v128.load(LANES + (<usize> positive << 4)));
    nears += <usize> popcnt(near) << 3;
    others += <usize> popcnt(other) << 3;
    positives += <usize> popcnt(positive) << 3;
    const y = v128.or(a, v128.or(b, c));
    v128.store(to + (<usize> i << 3), v128.bitselect(atZero(order, x), y, f64x2.eq(x, zero)));
  }
}

/** f at zeros of either sign. */
// @ts-ignore: decorator
@inline
export function atZero(order: i32, x: v128): v128 {
  if (order & 1) return v128.load(INFINITE);
  return v128.xor(v128.or(x, v128.load(INFINITE)), v128.load(SIGN_64));
}
