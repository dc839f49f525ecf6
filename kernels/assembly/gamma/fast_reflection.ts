// lgamma, digamma and polygamma of x < 0 from values at positive arguments. With r the signed
// distance of x from the nearest pole, a = |r|, s = order + 1 (0 for lgamma), by Gamma(x) Gamma(1 -
// x) = pi/sin(pi x) and its derivatives (DLMF 5.5.3, 5.5.4, 5.15.6):
//
//   f(x) = sign(r)^s (f(a) + (-1)^s f(1 - a)) - (-1)^s f(1 - x)
//
// Fast phase, two lanes. The term in brackets has a table of its own (gamma/table.ts). All arguments are exact, as
// double-doubles. The error of the sum is at most the bounds of both table entries and four roundings of low parts.
// Elements that fail Ziv's test, as all next to a zero of f, where the sum cancels, take the accurate phase
// (gamma/fallback.ts). About 13 ns for an element.

import {
  AT_A,
  AT_BOUND,
  AT_MIRROR,
  BOUND,
  ENTRIES,
  LOW,
  MIRROR_ENTRIES,
  SPACE,
} from "../memory_map";
import { INFINITE, ONE, SIGN_64 } from "../arithmetic/constants";
import { outsidePair, outsidePart } from "./fast_positive";
import { fallBackLanes } from "./fallback";
import { BOUNDED, evaluateEntry } from "./fast_entry";
import { FIRST_FAR, FIRST_MIRRORED_NEAR, locateEntries64, tableOf } from "./table";
import { DIGAMMA } from "./special_values";
import { oddBesideZero } from "./zeros";
import { twoSumError } from "../arithmetic/error_free";
import { failsZivTest, finish } from "../rounding/ziv_test";
import { forcedLanes } from "../rounding/forced";

/**
 * A sum smaller than this part of its terms is computed again for float32: the less good the double-doubles,
 * the sooner.
 */
const CANCELLED: f64 = 0.00390625; // 2^-8
const CANCELLED_DIGAMMA: f64 = 0.0078125; // 2^-7
const CANCELLED_2: f64 = 0.125;
const CANCELLED_SMALL: f64 = 0.00390625; // 2^-8

const FOUR_ROUNDINGS: usize = memory.data<f64>([4.440892098500626e-16, 4.440892098500626e-16], 16); // 4 2^-53
const NEARLY_INFINITE: usize = memory.data<f64>([1.7976931e308, 1.7976931e308], 16);

/** Fills a and 1 - x for x < 0. */
export function prepareArguments(from: usize, count: i32): void {
  const one = v128.load(ONE);
  for (let i = 0; i < count; i += 2) {
    const place = <usize> i << 3;
    const x = v128.load(from + place);
    v128.store(place, f64x2.abs(f64x2.sub(x, f64x2.nearest(x))), AT_A);
    const mirror = f64x2.sub(one, x);
    v128.store(place, mirror, AT_MIRROR);
    v128.store(place, twoSumError(one, f64x2.neg(x), mirror), AT_MIRROR + SPACE);
  }
}

/** The values of x < 0 that are no integers, of an order up to 2; `odd`: rounded to odd. */
export function reflectedValues(order: i32, from: usize, to: usize, count: i32, odd: bool): void {
  prepareArguments(from, count);
  let found = locateEntries64(tableOf(order, true), AT_A, count, ENTRIES);
  found = locateEntries64(tableOf(order, false), AT_MIRROR, count, MIRROR_ENTRIES) || found;
  const isEven = (order & 1) == 0; // s is odd
  const none = i64x2.splat(0);
  const flip = isEven ? v128.load(SIGN_64) : none;
  const mirrorSign = isEven ? none : v128.load(SIGN_64);
  // Two loops of one entry each are faster than one with both.
  for (let i = 0; i < count; i += 2) mirroredPair(order, i, found);
  for (let i = 0; i < count; i += 2) {
    if (odd) reflectTwo(order, from, to, i, found, flip, mirrorSign, true);
    else reflectTwo(order, from, to, i, found, flip, mirrorSign, false);
  }
}

/** Puts f(a) + (-1)^s f(1 - a) in the place of a, as a double-double. */
// @ts-ignore: decorator
@inline
function mirroredPair(order: i32, i: i32, found: bool): void {
  const place = <usize> i << 3;
  const entries = <usize> i << 2;
  const a = v128.load(place, AT_A);
  let high = evaluateEntry(
    a,
    a,
    load<u32>(entries, ENTRIES),
    load<u32>(entries, ENTRIES + 4),
    true,
    false,
    BOUNDED,
  );
  let low = v128.load(LOW);
  let bound = v128.load(BOUND);
  if (found) {
    const isTiny = f64x2.lt(a, f64x2.splat(FIRST_MIRRORED_NEAR));
    if (v128.any_true(isTiny)) {
      high = v128.bitselect(
        outsidePair(order, a, i64x2.splat(0), tableOf(order, true)),
        high,
        isTiny,
      );
      low = v128.bitselect(v128.load(LOW), low, isTiny);
      bound = v128.bitselect(f64x2.mul(f64x2.abs(high), outsidePart(order, a)), bound, isTiny);
    }
  }
  if (order == 2) {
    // In the middle between two poles it is 0.
    const isMidpoint = f64x2.eq(a, f64x2.splat(0.5));
    high = v128.andnot(high, isMidpoint);
    low = v128.andnot(low, isMidpoint);
    bound = v128.andnot(bound, isMidpoint);
  }
  v128.store(place, high, AT_A);
  v128.store(place, low, AT_A + SPACE);
  v128.store(place, bound, AT_BOUND);
}

/** Two values, from double-doubles. */
// @ts-ignore: decorator
@inline
function reflectTwo(
  order: i32,
  from: usize,
  to: usize,
  i: i32,
  found: bool,
  flip: v128,
  mirrorSign: v128,
  odd: bool,
): void {
  const place = <usize> i << 3;
  const entries = <usize> i << 2;
  const x = v128.load(from + place);
  const y = v128.load(place, AT_MIRROR);
  const yLow = v128.load(place, AT_MIRROR + SPACE);
  let first = v128.load(place, AT_A);
  const firstLow = v128.load(place, AT_A + SPACE);
  let second = evaluateEntry(
    y,
    yLow,
    load<u32>(entries, MIRROR_ENTRIES),
    load<u32>(entries, MIRROR_ENTRIES + 4),
    true,
    true,
    BOUNDED,
  );
  let secondLow = v128.load(LOW);
  let secondBound = v128.load(BOUND);
  if (found) {
    const isFar = f64x2.ge(y, f64x2.splat(FIRST_FAR));
    if (v128.any_true(isFar)) {
      second = v128.bitselect(outsidePair(order, y, yLow, tableOf(order, false)), second, isFar);
      secondLow = v128.bitselect(v128.load(LOW), secondLow, isFar);
      secondBound = v128.bitselect(
        f64x2.mul(f64x2.abs(second), outsidePart(order, y)),
        secondBound,
        isFar,
      );
    }
  }
  const side = v128.and(f64x2.sub(x, f64x2.nearest(x)), flip); // sign(r)^s
  first = v128.xor(first, side);
  second = v128.xor(second, mirrorSign);
  const high = f64x2.add(first, second);
  let low = f64x2.add(v128.xor(firstLow, side), v128.xor(secondLow, mirrorSign));
  low = f64x2.add(twoSumError(first, second, high), low);
  // Beside an infinite sum it is NaN.
  const isFinite = f64x2.lt(f64x2.abs(high), v128.load(INFINITE));
  low = v128.and(low, isFinite);
  const sum = finish(high, low, odd);
  v128.store(to + place, sum);
  const lows = f64x2.add(f64x2.abs(firstLow), f64x2.abs(secondLow));
  let bound = f64x2.add(
    f64x2.add(secondBound, v128.load(place, AT_BOUND)),
    f64x2.mul(lows, v128.load(FOUR_ROUNDINGS)),
  );
  if (odd) {
    const limit: f64 = order == DIGAMMA ? CANCELLED_DIGAMMA : order == 2 ? CANCELLED_2 : CANCELLED;
    let least = f64x2.mul(f64x2.add(f64x2.abs(first), f64x2.abs(second)), f64x2.splat(limit));
    // The zero at -0.504 is where both terms of digamma are small, and their low parts are not so
    // good.
    if (order == DIGAMMA) least = f64x2.add(least, f64x2.splat(CANCELLED_SMALL));
    let mask = f64x2.lt(f64x2.abs(sum), least);
    if (!v128.any_true(mask)) return;
    // Most of them round to one float32 all the same. The sum is rounded too, to its last bit.
    bound = f64x2.add(bound, f64x2.mul(f64x2.abs(sum), v128.load(FOUR_ROUNDINGS)));
    const lower = f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(f64x2.sub(sum, bound)));
    const upper = f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(f64x2.add(sum, bound)));
    mask = v128.and(mask, f64x2.ne(lower, upper));
    if (i64x2.extract_lane(mask, 0)) {
      store<f64>(to + place, oddBesideZero(order, f64x2.extract_lane(x, 0)));
    }
    if (i64x2.extract_lane(mask, 1)) {
      store<f64>(to + place, oddBesideZero(order, f64x2.extract_lane(x, 1)), 8);
    }
    return;
  }
  // An infinite sum has no bound.
  bound = v128.and(bound, isFinite);
  let mask = failsZivTest(high, low, bound);
  if (order > DIGAMMA) mask = v128.or(f64x2.gt(f64x2.abs(high), v128.load(NEARLY_INFINITE)), mask);
  mask = v128.or(mask, forcedLanes());
  if (!v128.any_true(mask)) return;
  v128.store(
    to + place,
    v128.bitselect(fallBackLanes(order, 0, x, high, low, bound, mask), sum, mask),
  );
}
