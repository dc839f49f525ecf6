// The last results that were settled (bessel_settle.ts), by their arguments. Columns repeat
// numbers: counts, ages, one decimal. A number that the loops do not decide is so looked up, in a
// nanosecond, where it would be computed again. No bit depends on it, as all results are correctly
// rounded.

import { END_OF_FINE_BESSEL_ROWS } from "./bessel_fine_rows";

/**
 * Each function has so many places, of an argument and its result; an argument has one of them, by
 * its bits.
 */
const PLACE_BITS: i32 = 9;
const PLACE: usize = 16;
const SIZE: usize = PLACE << PLACE_BITS;
const MIXER: u64 = 0x9e3779b97f4a7c15; // 2^64 divided by the golden ratio, made odd
export const END_OF_BESSEL_MEMORY: usize = END_OF_FINE_BESSEL_ROWS + 7 * SIZE;

/** The place of a >= 0 among those of a function. */
// @ts-ignore: decorator
@inline
export function placeOf(kind: i32, a: f64): usize {
  const number = (reinterpret<u64>(a) * MIXER) >> (64 - PLACE_BITS);
  return END_OF_FINE_BESSEL_ROWS + <usize> kind * SIZE + <usize> number * PLACE;
}

/**
 * Whether the result of a is at its place. Arguments are kept negated, so that an empty place is
 * that of none.
 */
// @ts-ignore: decorator
@inline
export function isKnown(place: usize, a: f64): bool {
  return load<u64>(place) == reinterpret<u64>(-a);
}

// @ts-ignore: decorator
@inline
export function known(place: usize): f64 {
  return load<f64>(place, 8);
}

// @ts-ignore: decorator
@inline
export function keep(place: usize, a: f64, y: f64): void {
  store<f64>(place, -a);
  store<f64>(place, y, 8);
}
