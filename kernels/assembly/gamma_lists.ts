// Elements of a block that its fast loop does not reach are collected into dense lists, with their places,
// and computed there: a list for x > 0, one of others, such as x < 0, and one of values that are known.

import { SPACE, SPACE_A } from "./block";
import { narrow_f32, widen_f32 } from "./convert";
import { isSpecial, specialValue } from "./gamma_special";

/** x > 0, and behind it zeros, their low parts; later the results. */
export const POSITIVES: usize = SPACE_A;
/** x < 0, or what else a function treats apart; later the results. */
export const OTHERS: usize = POSITIVES + 2 * SPACE;
const KNOWN: usize = OTHERS + SPACE;
// u16 for each element: three to a space, and room.
const POSITIVE_PLACES: usize = KNOWN + SPACE;
const OTHER_PLACES: usize = POSITIVE_PLACES + SPACE / 4;
const KNOWN_PLACES: usize = OTHER_PLACES + SPACE / 4;
/** The spaces from here on are free. */
export const AFTER_LISTS: usize = POSITIVE_PLACES + SPACE;

export let positiveCount: i32 = 0;
export let otherCount: i32 = 0;
let knownCount: i32 = 0;

/** Whether POSITIVES is the whole block, in its order. */
let isWhole: bool = false;

/** Takes the whole block as POSITIVES, if all its elements are between `low` and `high`; or nothing. */
export function takeWhole(from: usize, count: i32, isShort: bool, low: f64, high: f64): bool {
  startLists();
  if (isShort) widen_f32(from, POSITIVES, count);
  else memory.copy(POSITIVES, from, <usize> count << 3);
  if (count & 1) store<f64>(POSITIVES + (<usize> count << 3), load<f64>(POSITIVES));
  let isBetween = i64x2.splat(-1);
  for (let at = POSITIVES, end = at + (<usize> count << 3); at < end; at += 16) {
    const x = v128.load(at);
    const isAbove = f64x2.gt(x, f64x2.splat(low));
    isBetween = v128.and(isBetween, v128.and(isAbove, f64x2.lt(x, f64x2.splat(high))));
  }
  if (!i64x2.all_true(isBetween)) return false;
  positiveCount = count;
  isWhole = true;
  clearLows();
  return true;
}

export function startLists(): void {
  isWhole = false;
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
}

// @ts-ignore: decorator
@inline
export function addOther(place: i32, x: f64): void {
  store<f64>(OTHERS + (<usize> otherCount << 3), x);
  store<u16>(OTHER_PLACES + (<usize> otherCount << 1), <u16> place);
  otherCount++;
}

// @ts-ignore: decorator
@inline
export function addKnown(place: i32, y: f64): void {
  store<f64>(KNOWN + (<usize> knownCount << 3), y);
  store<u16>(KNOWN_PLACES + (<usize> knownCount << 1), <u16> place);
  knownCount++;
}

/** Two lanes are computed at a time: an odd list gets one element more. */
export function endLists(): void {
  if (positiveCount & 1) store<f64>(POSITIVES + (<usize> positiveCount << 3), 1);
  if (otherCount & 1) store<f64>(OTHERS + (<usize> otherCount << 3), -0.5);
  clearLows();
}

/** Only as many as there are elements, two at a time: clearing the whole space costs a single number 35 ns. */
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

/** Collects the elements that are not in [low, high). */
export function collect(
  order: i64,
  from: usize,
  count: i32,
  isShort: bool,
  low: f64,
  high: f64,
): void {
  startLists();
  for (let i = 0; i < count; i++) {
    const x = element(from, i, isShort);
    if (x >= low && x < high) continue;
    if (isSpecial(x)) addKnown(i, specialValue(order, x));
    else if (x > 0) addPositive(i, x);
    else addOther(i, x);
  }
  endLists();
}

/** Elements in the lists. */
export function listed(): i32 {
  return positiveCount + otherCount + knownCount;
}

/** Puts the results into their places. */
export function distribute(to: usize, isShort: bool): void {
  if (isWhole) {
    if (isShort) narrow_f32(POSITIVES, to, positiveCount);
    else memory.copy(to, POSITIVES, <usize> positiveCount << 3);
    return;
  }
  putBack(to, isShort, POSITIVES, POSITIVE_PLACES, positiveCount);
  putBack(to, isShort, OTHERS, OTHER_PLACES, otherCount);
  putBack(to, isShort, KNOWN, KNOWN_PLACES, knownCount);
}

function putBack(to: usize, isShort: bool, values: usize, places: usize, count: i32): void {
  for (let k = 0; k < count; k++) {
    const y = load<f64>(values + (<usize> k << 3));
    const i = <usize> load<u16>(places + (<usize> k << 1));
    if (isShort) store<f32>(to + (i << 2), <f32> y);
    else store<f64>(to + (i << 3), y);
  }
}
