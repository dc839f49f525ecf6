// Elements of a block that its fast loop does not reach are collected into dense lists, with their
// places, and computed there: a list for x > 0, one of others, such as x < 0, and one of values
// that are known.

import {
  BLOCK,
  KNOWN,
  KNOWN_PLACES,
  NEAR_PLACES,
  NEARS,
  OTHER_PLACES,
  OTHERS,
  POSITIVE_PLACES,
  POSITIVES,
  SPACE,
} from "../memory_map";
import { narrow_f32, widen_f32 } from "../rounding/convert";
import { specialValue } from "./special_values";
import { firstHalf, secondHalf } from "../arithmetic/lanes";

export let nearCount: i32 = 0;
export let positiveCount: i32 = 0;
export let otherCount: i32 = 0;
let knownCount: i32 = 0;

/** The list that is the whole block, in its order, or 0. */
let whole: usize = 0;

/**
 * Takes the whole block as POSITIVES, if all its elements are between `low` and `high`; or nothing.
 */
export function takeWhole(from: usize, count: i32, isShort: bool, low: f64, high: f64): bool {
  startLists();
  const first = element(from, 0, isShort);
  if (!(first > low && first < high)) return false;
  takeBlock(POSITIVES, from, count, isShort);
  for (let at = POSITIVES, end = at + (<usize> count << 3); at < end; at += 16) {
    const x = v128.load(at);
    const isAbove = f64x2.gt(x, f64x2.splat(low));
    if (!i64x2.all_true(v128.and(isAbove, f64x2.lt(x, f64x2.splat(high))))) return false;
  }
  positiveCount = count;
  whole = POSITIVES;
  clearLows();
  return true;
}

/** Whether the whole block became OTHERS. */
export function isNegativeBlock(): bool {
  return whole == OTHERS;
}

/** Takes the whole block as OTHERS, if all its elements are below 0 and no integers; or nothing. */
export function takeNegatives(from: usize, count: i32, isShort: bool): bool {
  startLists();
  if (!(element(from, 0, isShort) < 0)) return false;
  takeBlock(OTHERS, from, count, isShort);
  for (let at = OTHERS, end = at + (<usize> count << 3); at < end; at += 16) {
    const x = v128.load(at);
    const isFraction = f64x2.ne(x, f64x2.nearest(x));
    if (!i64x2.all_true(v128.and(isFraction, f64x2.lt(x, f64x2.splat(0))))) return false;
  }
  otherCount = count;
  whole = OTHERS;
  return true;
}

function takeBlock(list: usize, from: usize, count: i32, isShort: bool): void {
  if (isShort) widen_f32(from, list, count);
  else memory.copy(list, from, <usize> count << 3);
  if (count & 1) store<f64>(list + (<usize> count << 3), load<f64>(list));
}

export function startLists(): void {
  whole = 0;
  positiveCount = 0;
  otherCount = 0;
  knownCount = 0;
}

// @ts-ignore: decorator
@inline
export function addPositive(place: i32, x: f64): void {
  store<f64>(POSITIVES + (<usize> positiveCount << 3), x);
  store<u16>(POSITIVE_PLACES + (<usize> positiveCount << 1), <u16> place);
  positiveCount++;
  assert(positiveCount <= BLOCK);
}

// @ts-ignore: decorator
@inline
export function addOther(place: i32, x: f64): void {
  store<f64>(OTHERS + (<usize> otherCount << 3), x);
  store<u16>(OTHER_PLACES + (<usize> otherCount << 1), <u16> place);
  otherCount++;
  assert(otherCount <= BLOCK);
}

// @ts-ignore: decorator
@inline
export function addKnown(place: i32, y: f64): void {
  store<f64>(KNOWN + (<usize> knownCount << 3), y);
  store<u16>(KNOWN_PLACES + (<usize> knownCount << 1), <u16> place);
  knownCount++;
  assert(knownCount <= BLOCK);
}

/** Sets how many elements lists have that were filled elsewhere. */
export function setCounts(positives: i32, others: i32, known: i32): void {
  assert(positives <= BLOCK && others <= BLOCK && known <= BLOCK);
  positiveCount = positives;
  otherCount = others;
  knownCount = known;
}

/**
 * Two lanes are computed at a time: an odd list gets its first element once more, which goes no
 * slower way.
 */
export function endLists(): void {
  if (positiveCount & 1) store<f64>(POSITIVES + (<usize> positiveCount << 3), load<f64>(POSITIVES));
  if (otherCount & 1) store<f64>(OTHERS + (<usize> otherCount << 3), load<f64>(OTHERS));
  clearLows();
}

/**
 * Only as many as there are elements, two at a time: clearing the whole space costs a single number
 * 35 ns.
 */
// @ts-ignore: decorator
@inline
function clearLows(): void {
  memory.fill(POSITIVES + SPACE, 0, <usize> (positiveCount + 1 & ~1) << 3);
}

/** Element number i of float64, or of float32. */
// @ts-ignore: decorator
@inline
export function element(from: usize, i: i32, isShort: bool): f64 {
  return isShort ? <f64> load<f32>(from + (<usize> i << 2)) : load<f64>(from + (<usize> i << 3));
}

const MAX_BITS: i64 = 0x7fefffffffffffff; // of finite x

/**
 * Collects elements. To orders up to 2, low and high are where rows begin and end, whose elements
 * are left out, and also infinity is in POSITIVES. To others, values below low and from high on are
 * known.
 */
export function collect(
  order: i64,
  from: usize,
  count: i32,
  isShort: bool,
  low: f64,
  high: f64,
): void {
  const hasRows = order <= 2;
  if (takeNegatives(from, count, isShort)) return;
  const least = hasRows ? 1 : max<i64>(reinterpret<i64>(low), 1);
  const most = hasRows ? MAX_BITS + 1 : min<i64>(reinterpret<i64>(high), MAX_BITS);
  let positives: i32 = 0;
  let others: i32 = 0;
  for (let i = 0; i < count; i += 4) {
    if (hasRows && areInside(from, i, isShort, low, high)) continue;
    // Every element is written to all lists, and stays where it counts: signs are often random, and
    // a branch that is not foreseen costs more.
    for (let j = i, end = min(i + 4, count); j < end; j++) {
      const x = element(from, j, isShort);
      const bits = reinterpret<i64>(x);
      const isInside = i32(hasRows) & i32(x >= low) & i32(x < high);
      const isPositive = i32(bits >= least) & i32(bits <= most) & (isInside ^ 1);
      const isOther = i32(x < 0) & i32(x != nearest<f64>(x));
      store<f64>(POSITIVES + (<usize> positives << 3), x);
      store<u16>(POSITIVE_PLACES + (<usize> positives << 1), <u16> j);
      positives += isPositive;
      store<f64>(OTHERS + (<usize> others << 3), x);
      store<u16>(OTHER_PLACES + (<usize> others << 1), <u16> j);
      others += isOther;
      if ((isInside | isPositive | isOther) == 0) {
        const isFar = x > 0 && x < Infinity;
        addKnown(j, isFar ? farValue(order, x < low) : specialValue(order, x));
      }
    }
  }
  positiveCount = positives;
  otherCount = others;
  endLists();
}

/** Adds the elements of a block that are of no kind (gamma/partition.ts) to KNOWN. */
export function addKnowns(order: i64, from: usize, count: i32, kinds: usize): void {
  for (let i = 0; i < count; i++) {
    const kind = <i32> load<u8>(kinds + (<usize> i >> 1)) >> (i & 1);
    if ((kind & 21) == 0) addKnown(i, specialValue(order, load<f64>(from + (<usize> i << 3)))); // bits 0, 2 and 4
  }
}

/** Rows are found for four elements at a time: the list ends with its first element again. */
export function endNears(count: i32): void {
  assert(count <= BLOCK);
  nearCount = count;
  for (let i = count; i & 3; i++) store<f64>(NEARS + (<usize> i << 3), load<f64>(NEARS));
}

/** polygamma of x > 0 where that is infinite or 0. */
function farValue(order: i64, isInfinite: bool): f64 {
  const size: f64 = isInfinite ? Infinity : 0;
  return order & 1 ? size : -size;
}

/** How many elements of the block of the last `collectNears` are below 1. */
export let smallCount: i32 = 0;

/**
 * The elements of a block of float64 in [low, high), as NEARS; whether none is negative and none is
 * NaN.
 */
export function collectNears(from: usize, count: i32, low: f64, high: f64): bool {
  const least = f64x2.splat(low);
  const end = f64x2.splat(high);
  const one = f64x2.splat(1);
  const zero = f64x2.splat(0);
  let small = zero;
  let areNumbers = i64x2.splat(-1);
  let nears: i32 = 0;
  for (let i = 0; i < count; i += 2) {
    const two = v128.load(from + (<usize> i << 3));
    small = i64x2.sub(small, f64x2.lt(two, one));
    areNumbers = v128.and(areNumbers, f64x2.ge(two, zero));
    if (!v128.any_true(v128.and(f64x2.ge(two, least), f64x2.lt(two, end)))) continue;
    for (let j = i, stop = min(i + 2, count); j < stop; j++) {
      // Written in any case, and kept where it counts: see `collect`.
      const x = load<f64>(from + (<usize> j << 3));
      store<f64>(NEARS + (<usize> nears << 3), x);
      store<u16>(NEAR_PLACES + (<usize> nears << 1), <u16> j);
      nears += i32(x >= low) & i32(x < high);
    }
  }
  endNears(nears);
  smallCount = <i32> (i64x2.extract_lane(small, 0) + i64x2.extract_lane(small, 1));
  return i64x2.all_true(areNumbers);
}

/** Puts the results in NEARS into their places. */
export function distributeNears(to: usize): void {
  putBack(to, false, NEARS, NEAR_PLACES, nearCount);
}

/** Whether all of four elements are in [low, high). */
// @ts-ignore: decorator
@inline
function areInside(from: usize, i: i32, isShort: bool, low: f64, high: f64): bool {
  let x0: v128;
  let x1: v128;
  if (isShort) {
    const x = v128.load(from + (<usize> i << 2));
    x0 = firstHalf(x);
    x1 = secondHalf(x);
  } else {
    x0 = v128.load(from + (<usize> i << 3));
    x1 = v128.load(from + (<usize> i << 3), 16);
  }
  const least = f64x2.splat(low);
  const end = f64x2.splat(high);
  const are0 = v128.and(f64x2.ge(x0, least), f64x2.lt(x0, end));
  const are1 = v128.and(f64x2.ge(x1, least), f64x2.lt(x1, end));
  return i64x2.all_true(v128.and(are0, are1));
}

/** How many elements are in lists. */
export function listedCount(): i32 {
  return positiveCount + otherCount + knownCount;
}

/** Puts the values in KNOWN into their places. */
export function distributeKnowns(to: usize): void {
  putBack(to, false, KNOWN, KNOWN_PLACES, knownCount);
}

/** Puts the results into their places. */
export function distribute(to: usize, isShort: bool): void {
  if (whole != 0) {
    const count = positiveCount + otherCount;
    if (isShort) narrow_f32(whole, to, count);
    else memory.copy(to, whole, <usize> count << 3);
    return;
  }
  putBack(to, isShort, POSITIVES, POSITIVE_PLACES, positiveCount);
  putBack(to, isShort, OTHERS, OTHER_PLACES, otherCount);
  putBack(to, isShort, KNOWN, KNOWN_PLACES, knownCount);
}

/** Puts the values of a list into their places of a block. */
export function putBack(to: usize, isShort: bool, values: usize, places: usize, count: i32): void {
  for (const end = values + (<usize> count << 3); values < end; values += 8, places += 2) {
    const i = <usize> load<u16>(places);
    if (isShort) store<f32>(to + (i << 2), <f32> load<f64>(values));
    else store<f64>(to + (i << 3), load<f64>(values));
  }
}
