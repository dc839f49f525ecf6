// Cache of accurate results, by function and argument. Columns repeat numbers: counts, ages, tenths,
// half integers. Looking up a number that fell back before takes a few nanoseconds. No bit depends on
// the cache, because all results are correctly rounded.

/** A place has x, the order, p and the result; an argument has one of 2^10 places, by its bits. */
const PLACE_BITS: i32 = 10;
const PLACE: usize = 32;
const PLACES: usize = memory.data(32 << 10, 16);
const END: usize = PLACES + (PLACE << PLACE_BITS);
const MIXER: u64 = 0x9e3779b97f4a7c15; // 2^64 divided by the golden ratio, made odd

/** How many elements took the accurate phase of their family since `forget`, for tests. */
let accurateCount: i32 = 0;

// @ts-ignore: decorator
@inline
export function countAccurate(count: i32): void {
  accurateCount += count;
}

/** For tests: that number. */
export function accurate_count(): i32 {
  return accurateCount;
}

/** Empties all places, for tests (`gamma_probe` of gamma/fallback.ts). */
export function forget(): void {
  accurateCount = 0;
  memory.fill(PLACES, 0, END - PLACES);
}

/**
 * The place of x, which is not 0, for a function: an order of gamma/special_values.ts, or that of `besselOrder`.
 */
// @ts-ignore: decorator
@inline
export function placeOf(order: i64, x: f64): usize {
  return PLACES +
    <usize> ((reinterpret<u64>(x) + <u64> order) * MIXER >> (64 - PLACE_BITS)) * PLACE;
}

/** A number for a Bessel function, in the place of an order. */
// @ts-ignore: decorator
@inline
export function besselOrder(kind: i32): i64 {
  return -2 - <i64> kind;
}

/** Whether the result of x is at its place. */
// @ts-ignore: decorator
@inline
export function isCached(place: usize, order: i64, p: f64, x: f64): bool {
  return load<f64>(place) == x && load<i64>(place, 8) == order && load<f64>(place, 16) == p;
}

// @ts-ignore: decorator
@inline
export function cachedResult(place: usize): f64 {
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
