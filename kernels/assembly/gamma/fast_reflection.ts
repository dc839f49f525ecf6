// lgamma, digamma and polygamma of x < 0 from values at positive arguments. With r the signed
// distance of x from the nearest pole, a = |r|, s = order + 1 (0 for lgamma), by Gamma(x) Gamma(1 -
// x) = pi/sin(pi x) and its derivatives (DLMF 5.5.3, 5.5.4, 5.15.6):
//
//   f(x) = sign(r)^s (f(a) + (-1)^s f(1 - a)) - (-1)^s f(1 - x)
//
// Fast phase, two lanes. The term in brackets has a table of its own (gamma/table.ts). All arguments are exact, as
// double-doubles. The error of the sum is at most the bounds of both table entries and four roundings of low parts.
// Elements that fail Ziv's test, as all next to a zero of f, where the sum cancels, take the accurate phase
// (gamma/fallback.ts), and so do those without entries: nearer than 2^-44 to a pole, or below -2^40. About 13 ns for an
// element.

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
import { roundLanes } from "./fallback";
import { BOUNDED, evaluateEntry } from "../tables/entry";
import { FIRST_FAR, FIRST_MIRRORED_NEAR, locateEntries64, tableOf } from "./table";
import { twoSumError } from "../arithmetic/error_free";

const FOUR_ROUNDINGS: usize = memory.data<f64>([4.440892098500626e-16, 4.440892098500626e-16], 16); // 4 2^-53

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

/** The values of x < -2^-20 that are no integers, of an order up to 2. */
export function reflectedValues(order: i32, from: usize, to: usize, count: i32): void {
  prepareArguments(from, count);
  let found = locateEntries64(tableOf(order, true), AT_A, count, ENTRIES);
  found = locateEntries64(tableOf(order, false), AT_MIRROR, count, MIRROR_ENTRIES) || found;
  const isEven = (order & 1) == 0; // s is odd
  const none = i64x2.splat(0);
  const flip = isEven ? v128.load(SIGN_64) : none;
  const mirrorSign = isEven ? none : v128.load(SIGN_64);
  // Two loops of one entry each are faster than one with both.
  for (let i = 0; i < count; i += 2) mirroredPair(order, i);
  for (let i = 0; i < count; i += 2) reflectTwo(order, from, to, i, found, flip, mirrorSign);
}

/** Puts f(a) + (-1)^s f(1 - a) in the place of a, as a double-double. */
// @ts-ignore: decorator
@inline
function mirroredPair(order: i32, i: i32): void {
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
  if (order == 2) {
    // At the midpoint between two poles it is 0.
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
): void {
  const place = <usize> i << 3;
  const entries = <usize> i << 2;
  const x = v128.load(from + place);
  const y = v128.load(place, AT_MIRROR);
  const yLow = v128.load(place, AT_MIRROR + SPACE);
  const firstLow = v128.load(place, AT_A + SPACE);
  const reflected = evaluateEntry(
    y,
    yLow,
    load<u32>(entries, MIRROR_ENTRIES),
    load<u32>(entries, MIRROR_ENTRIES + 4),
    true,
    true,
    BOUNDED,
  );
  const reflectedLow = v128.load(LOW);
  const r = f64x2.sub(x, f64x2.nearest(x));
  const side = v128.and(r, flip); // sign(r)^s
  const first = v128.xor(v128.load(place, AT_A), side);
  const second = v128.xor(reflected, mirrorSign);
  const high = f64x2.add(first, second);
  let low = f64x2.add(v128.xor(firstLow, side), v128.xor(reflectedLow, mirrorSign));
  low = f64x2.add(twoSumError(first, second, high), low);
  const lows = f64x2.add(f64x2.abs(firstLow), f64x2.abs(reflectedLow));
  let bound = f64x2.add(
    f64x2.add(v128.load(BOUND), v128.load(place, AT_BOUND)),
    f64x2.mul(lows, v128.load(FOUR_ROUNDINGS)),
  );
  if (found) {
    // Without entries nothing is known.
    const isNear = f64x2.lt(f64x2.abs(r), f64x2.splat(FIRST_MIRRORED_NEAR));
    const isOutside = v128.or(isNear, f64x2.ge(y, f64x2.splat(FIRST_FAR)));
    bound = v128.bitselect(v128.load(INFINITE), bound, isOutside);
  }
  v128.store(to + place, roundLanes(order, 0, x, high, low, bound));
}
