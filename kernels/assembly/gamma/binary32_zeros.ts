// float32 next to a zero between two negative poles, where the two terms of gamma/binary32.ts cancel:
// the short entry of that zero (gamma/zeros.ts), as a function of -x, takes the place of both.
//
// What six terms leave out is c7 d 2 (radius/2)^6 at most, of f = c1 d. The radius is 3/4 of 2^-6 p,
// p the distance of the nearest pole, and (c7/c1) p^6 is largest for order 2, 12: 2^-40 of f.

import { ARGUMENTS, BINARY32_ZERO_TABLES, ENTRIES, SECOND_ENTRIES } from "../memory_map";
import { MAGNITUDE_32 } from "../arithmetic/constants";
import { NULL_ENTRY } from "./binary32_table";
import { LGAMMA } from "./special_values";
import { ZERO_COUNT, zeroEntry, zeroNumber, zeroQuotient, zeroRadius } from "./zeros";
import {
  evaluateEntries,
  finishShort,
  placeOf,
  SHORT_SHIFT,
  startShort,
  takeQuotient,
} from "../tables/entry_binary32";

// float32 by the number of the entry: minus the zero, and how far its entry reaches; 0 if it is not
// there.
const BREAKPOINTS: usize = BINARY32_ZERO_TABLES + (<usize> ZERO_COUNT << SHORT_SHIFT);
const RADII: usize = BREAKPOINTS + (<usize> ZERO_COUNT << 2);
export const END_OF_SHORT_ZEROS: usize = RADII + (<usize> ZERO_COUNT << 2);

/** Of the radius of the entry that is shortened. */
const SHORT_PART: f64 = 0.1875;
/** A float32 may be rounded up. */
const INNER_PART: f64 = 0.9375;

function makeShortZero(number: i32, entry: usize): void {
  const radius = SHORT_PART * zeroRadius(entry);
  const breakpoint = load<f64>(entry);
  const short = BINARY32_ZERO_TABLES + (<usize> number << SHORT_SHIFT);
  startShort(breakpoint - radius, breakpoint + radius, breakpoint, 6);
  for (let i = 0; i < 6; i++) takeQuotient(i, zeroQuotient(entry, placeOf(i)));
  finishShort(short, breakpoint, load<f64>(entry, 16));
  // f(-a) has the breakpoint and the odd coefficients of f with the other sign.
  store<f64>(short, -breakpoint);
  for (let k: usize = 16; k < 64; k += 16) store<f64>(short + k, -load<f64>(short + k));
  store<f32>(BREAKPOINTS + (<usize> number << 2), <f32> -breakpoint);
  store<f32>(RADII + (<usize> number << 2), <f32> (INNER_PART * radius));
}

/**
 * f(x) from the short entry of the zero that is next to x < 0, where terms cancel; or NaN, if it is
 * too far.
 */
export function besideZeroShort(order: i32, x: f64): f64 {
  const entry = zeroEntry(order, x, 0);
  if (entry == 0) return NaN;
  const number = zeroNumber(order, x);
  if (abs(x - load<f64>(entry)) > SHORT_PART * zeroRadius(entry)) return NaN;
  if (load<f32>(RADII + (<usize> number << 2)) == 0) makeShortZero(number, entry);
  const short = BINARY32_ZERO_TABLES + (<usize> number << SHORT_SHIFT);
  return f64x2.extract_lane(evaluateEntries(f64x2.splat(-x), short, short, 6), 0);
}

/**
 * Replaces the entries of elements that are next to zeros by those of the zeros; how many there are.
 */
export function placeZeros(order: i32, from: usize, count: i32): i32 {
  const first = (order + 1) * 128;
  const most = f32x4.splat(127);
  const none = f32x4.splat(0);
  const nullEntry = i32x4.splat(<i32> NULL_ENTRY);
  let found = i32x4.splat(0);
  for (let at: usize = 0, stop = <usize> count << 2; at < stop; at += 16) {
    const x = v128.load(from + at);
    const a = v128.and(x, v128.load(MAGNITUDE_32));
    // zeroNumber, of four.
    let interval: v128;
    if (order == LGAMMA) {
      const pole = f32x4.nearest(a);
      interval = f32x4.sub(f32x4.add(pole, pole), f32x4.convert_i32x4_s(f32x4.lt(a, pole)));
    } else {
      interval = f32x4.ceil(a);
    }
    // NaN becomes 0. Positive elements are sorted out by their sign.
    interval = f32x4.max(f32x4.min(interval, most), none);
    const number = i32x4.add(i32x4.trunc_sat_f32x4_s(interval), i32x4.splat(first));
    const places = i32x4.shl(number, 2);
    const breakpoints = gather(BREAKPOINTS, places);
    const radii = gather(RADII, places);
    const isNear = f32x4.lt(f32x4.abs(f32x4.sub(a, breakpoints)), radii);
    const isZero = v128.and(isNear, i32x4.shr_s(x, 31));
    found = i32x4.sub(found, isZero);
    const entries = i32x4.add(
      i32x4.shl(number, SHORT_SHIFT),
      i32x4.splat(<i32> BINARY32_ZERO_TABLES),
    );
    v128.store(at, v128.bitselect(entries, v128.load(at, ENTRIES), isZero), ENTRIES);
    v128.store(
      at,
      v128.bitselect(nullEntry, v128.load(at, SECOND_ENTRIES), isZero),
      SECOND_ENTRIES,
    );
    v128.store(at, v128.bitselect(a, v128.load(at, ARGUMENTS), isZero), ARGUMENTS);
  }
  return i32x4.extract_lane(found, 0) + i32x4.extract_lane(found, 1) +
    i32x4.extract_lane(found, 2) + i32x4.extract_lane(found, 3);
}

/** float32 of an array, at places in bytes. */
// @ts-ignore: decorator
@inline
function gather(array: usize, places: v128): v128 {
  let result = v128.load32_zero(array + <usize> i32x4.extract_lane(places, 0));
  result = v128.load32_lane(array + <usize> i32x4.extract_lane(places, 1), result, 1);
  result = v128.load32_lane(array + <usize> i32x4.extract_lane(places, 2), result, 2);
  return v128.load32_lane(array + <usize> i32x4.extract_lane(places, 3), result, 3);
}
