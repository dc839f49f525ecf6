// Buckets of the elements of a block that lies in several regions: each holds the elements of one region side by side,
// with their places in the block. TABLED has x with a table entry, UNTABLED x > 0 without, REFLECTED x < 0, and SPECIAL
// known results such as those at poles. A bucket has room for a whole block. `collect` fills them without branches,
// which random signs would mispredict, and `distribute` puts the results back: 3 to 4 ns for an element.

import {
  BLOCK,
  REFLECTED,
  REFLECTED_PLACES,
  SPACE,
  SPECIAL,
  SPECIAL_PLACES,
  TABLED,
  TABLED_PLACES,
  UNTABLED,
  UNTABLED_PLACES,
} from "../memory_map";
import { narrow_f32, widen_f32 } from "../rounding/convert";
import { specialValue } from "./special_values";
import { firstHalf, secondHalf } from "../arithmetic/lanes";

export let tabledCount: i32 = 0;
export let untabledCount: i32 = 0;
export let reflectedCount: i32 = 0;
let specialCount: i32 = 0;

/** The list that is the whole block, in its order, or 0. */
let whole: usize = 0;

/**
 * Takes the whole block as UNTABLED, if all its elements are between `low` and `high`; or nothing.
 */
export function takeWhole(from: usize, count: i32, isShort: bool, low: f64, high: f64): bool {
  startLists();
  const first = element(from, 0, isShort);
  if (!(first > low && first < high)) return false;
  takeBlock(UNTABLED, from, count, isShort);
  for (let at = UNTABLED, end = at + (<usize> count << 3); at < end; at += 16) {
    const x = v128.load(at);
    const isAbove = f64x2.gt(x, f64x2.splat(low));
    if (!i64x2.all_true(v128.and(isAbove, f64x2.lt(x, f64x2.splat(high))))) return false;
  }
  untabledCount = count;
  whole = UNTABLED;
  clearLows();
  return true;
}

/** Takes the whole block as REFLECTED, if all its elements are below 0 and no integers; or nothing. */
export function takeReflected(from: usize, count: i32, isShort: bool): bool {
  startLists();
  if (!(element(from, 0, isShort) < 0)) return false;
  takeBlock(REFLECTED, from, count, isShort);
  for (let at = REFLECTED, end = at + (<usize> count << 3); at < end; at += 16) {
    const x = v128.load(at);
    const isFraction = f64x2.ne(x, f64x2.nearest(x));
    if (!i64x2.all_true(v128.and(isFraction, f64x2.lt(x, f64x2.splat(0))))) return false;
  }
  reflectedCount = count;
  whole = REFLECTED;
  return true;
}

function takeBlock(list: usize, from: usize, count: i32, isShort: bool): void {
  if (isShort) widen_f32(from, list, count);
  else memory.copy(list, from, <usize> count << 3);
  if (count & 1) store<f64>(list + (<usize> count << 3), load<f64>(list));
}

export function startLists(): void {
  whole = 0;
  tabledCount = 0;
  untabledCount = 0;
  reflectedCount = 0;
  specialCount = 0;
}

// @ts-ignore: decorator
@inline
export function addUntabled(place: i32, x: f64): void {
  store<f64>(UNTABLED + (<usize> untabledCount << 3), x);
  store<u16>(UNTABLED_PLACES + (<usize> untabledCount << 1), <u16> place);
  untabledCount++;
  assert(untabledCount <= BLOCK);
}

// @ts-ignore: decorator
@inline
export function addReflected(place: i32, x: f64): void {
  store<f64>(REFLECTED + (<usize> reflectedCount << 3), x);
  store<u16>(REFLECTED_PLACES + (<usize> reflectedCount << 1), <u16> place);
  reflectedCount++;
  assert(reflectedCount <= BLOCK);
}

// @ts-ignore: decorator
@inline
function addSpecial(place: i32, y: f64): void {
  store<f64>(SPECIAL + (<usize> specialCount << 3), y);
  store<u16>(SPECIAL_PLACES + (<usize> specialCount << 1), <u16> place);
  specialCount++;
  assert(specialCount <= BLOCK);
}

/** Sets how many elements lists have that were filled elsewhere. */
export function setCounts(positives: i32, others: i32, known: i32): void {
  assert(positives <= BLOCK && others <= BLOCK && known <= BLOCK);
  untabledCount = positives;
  reflectedCount = others;
  specialCount = known;
}

/**
 * Two lanes are computed at a time: an odd list gets its first element once more, which goes no
 * slower way.
 */
export function endLists(): void {
  if (untabledCount & 1) store<f64>(UNTABLED + (<usize> untabledCount << 3), load<f64>(UNTABLED));
  if (reflectedCount & 1) {
    store<f64>(REFLECTED + (<usize> reflectedCount << 3), load<f64>(REFLECTED));
  }
  clearLows();
}

/**
 * Only as many as there are elements, two at a time: clearing the whole space costs a single number
 * 35 ns.
 */
// @ts-ignore: decorator
@inline
function clearLows(): void {
  memory.fill(UNTABLED + SPACE, 0, <usize> (untabledCount + 1 & ~1) << 3);
}

/** Element number i of float64, or of float32. */
// @ts-ignore: decorator
@inline
export function element(from: usize, i: i32, isShort: bool): f64 {
  return isShort ? <f64> load<f32>(from + (<usize> i << 2)) : load<f64>(from + (<usize> i << 3));
}

const MAX_BITS: i64 = 0x7fefffffffffffff; // of finite x

/**
 * Distributes the elements of a block to buckets. To orders up to 2, low and high are where table entries begin and end,
 * whose elements are TABLED or, without `tabled`, left out, and infinity is UNTABLED. To other orders, values below low
 * and from high on are special.
 */
export function collect(
  order: i64,
  from: usize,
  count: i32,
  isShort: bool,
  low: f64,
  high: f64,
  tabled: bool,
): void {
  const hasEntries = order <= 2;
  if (takeReflected(from, count, isShort)) return;
  const least = hasEntries ? 1 : max<i64>(reinterpret<i64>(low), 1);
  const most = hasEntries ? MAX_BITS + 1 : min<i64>(reinterpret<i64>(high), MAX_BITS);
  let positives: i32 = 0;
  let others: i32 = 0;
  let inside: i32 = 0;
  for (let i = 0; i < count; i += 4) {
    if (hasEntries && !tabled && areInside(from, i, isShort, low, high)) continue;
    // Every element is written to all lists, and stays where it counts: signs are often random, and
    // a branch that is not foreseen costs more.
    for (let j = i, end = min(i + 4, count); j < end; j++) {
      const x = element(from, j, isShort);
      const bits = reinterpret<i64>(x);
      const isInside = i32(hasEntries) & i32(x >= low) & i32(x < high);
      const isPositive = i32(bits >= least) & i32(bits <= most) & (isInside ^ 1);
      const isOther = i32(x < 0) & i32(x != nearest<f64>(x));
      store<f64>(UNTABLED + (<usize> positives << 3), x);
      store<u16>(UNTABLED_PLACES + (<usize> positives << 1), <u16> j);
      positives += isPositive;
      store<f64>(REFLECTED + (<usize> others << 3), x);
      store<u16>(REFLECTED_PLACES + (<usize> others << 1), <u16> j);
      others += isOther;
      if (tabled) {
        store<f64>(TABLED + (<usize> inside << 3), x);
        store<u16>(TABLED_PLACES + (<usize> inside << 1), <u16> j);
        inside += isInside;
      }
      if ((isInside | isPositive | isOther) == 0) {
        const isFar = x > 0 && x < Infinity;
        addSpecial(j, isFar ? farValue(order, x < low) : specialValue(order, x));
      }
    }
  }
  untabledCount = positives;
  reflectedCount = others;
  assert(positives <= BLOCK && others <= BLOCK && inside <= BLOCK);
  endLists();
  endTabled(inside);
}

/** Entries are found for four elements at a time: the list ends with its first element again. */
function endTabled(count: i32): void {
  assert(count <= BLOCK);
  tabledCount = count;
  for (let i = count; i & 3; i++) store<f64>(TABLED + (<usize> i << 3), load<f64>(TABLED));
}

/** polygamma of x > 0 where that is infinite or 0. */
function farValue(order: i64, isInfinite: bool): f64 {
  const size: f64 = isInfinite ? Infinity : 0;
  return order & 1 ? size : -size;
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
  return untabledCount + reflectedCount + specialCount;
}

/** Puts the results into their places. */
export function distribute(to: usize, isShort: bool): void {
  if (whole != 0) {
    const count = untabledCount + reflectedCount;
    if (isShort) narrow_f32(whole, to, count);
    else memory.copy(to, whole, <usize> count << 3);
    return;
  }
  putBack(to, isShort, UNTABLED, UNTABLED_PLACES, untabledCount);
  putBack(to, isShort, REFLECTED, REFLECTED_PLACES, reflectedCount);
  putBack(to, isShort, SPECIAL, SPECIAL_PLACES, specialCount);
  putBack(to, isShort, TABLED, TABLED_PLACES, tabledCount);
}

/** Puts the values of a list into their places of a block. */
export function putBack(to: usize, isShort: bool, values: usize, places: usize, count: i32): void {
  for (const end = values + (<usize> count << 3); values < end; values += 8, places += 2) {
    const i = <usize> load<u16>(places);
    if (isShort) store<f32>(to + (i << 2), <f32> load<f64>(values));
    else store<f64>(to + (i << 3), load<f64>(values));
  }
}
