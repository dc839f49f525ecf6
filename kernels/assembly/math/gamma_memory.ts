// The last results of the gamma family that were computed again (gamma_resolve.ts), by function and
// argument. Columns repeat numbers: counts, tenths, half integers. A number that a kernel does not
// decide is so looked up, in some nanoseconds, where it would be computed again. No bit depends on
// it, as all results are correctly rounded.

/** A place has x, the order, p and the result; an argument has one of 2^9 places, by its bits. */
const PLACE_BITS: i32 = 9;
const PLACE: usize = 32;
const PLACES: usize = memory.data(32 << 9, 16);
const MIXER: u64 = 0x9e3779b97f4a7c15; // 2^64 divided by the golden ratio, made odd

/** The place of x, which is not 0. */
// @ts-ignore: decorator
@inline
export function placeOf(order: i64, x: f64): usize {
  return PLACES + <usize> ((reinterpret<u64>(x) + <u64> order) * MIXER >> (64 - PLACE_BITS)) * PLACE;
}

/** Whether the result of x is at its place. */
// @ts-ignore: decorator
@inline
export function isKnown(place: usize, order: i64, p: f64, x: f64): bool {
  return load<f64>(place) == x && load<i64>(place, 8) == order && load<f64>(place, 16) == p;
}

// @ts-ignore: decorator
@inline
export function known(place: usize): f64 {
  return load<f64>(place, 24);
}

// @ts-ignore: decorator
@inline
export function keep(place: usize, order: i64, p: f64, x: f64, y: f64): void {
  store<f64>(place, x);
  store<i64>(place, order, 8);
  store<f64>(place, p, 16);
  store<f64>(place, y, 24);
}
