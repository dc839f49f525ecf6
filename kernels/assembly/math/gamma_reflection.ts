// lgamma, digamma and polygamma of x < 0 from values at positive arguments. With r the signed distance of
// x from the nearest pole, a = |r|, s = order + 1 (0 for lgamma), by Gamma(x) Gamma(1 - x) = pi/sin(pi x)
// and its derivatives (DLMF 5.5.3, 5.5.4, 5.15.6):
//
//   f(x) = sign(r)^s (f(a) + (-1)^s f(1 - a)) - (-1)^s f(1 - x)
//
// The bracket has a table of its own (gamma_rows.ts). All arguments are exact, as pairs. Next to a zero of f the
// sum cancels: those few lanes are computed again by gamma_zeros.ts. Lanes that the pair and its bound do not decide
// how to round go to gamma_resolve.ts.

import { ROWS, SPACE } from "./block";
import { INFINITE, ONE, SIGN_64 } from "./constants";
import { AFTER_LISTS, otherCount, OTHERS } from "./gamma_lists";
import { outsidePair, outsidePart } from "./gamma_pairs";
import { FORCED, resolve } from "./gamma_resolve";
import { FIRST_FAR, FIRST_NEAR, locateRows64, tableOf } from "./gamma_rows";
import { DIGAMMA } from "./gamma_special";
import { besideZero } from "./gamma_zeros";
import { sumError } from "./pair";
import { finish, isUndecided, undecided } from "./rounding";
import { BOUND, BOUNDED, BOUNDED_AT, C9, evaluate, LOW, ROUNDED } from "./table";

/** Pairs for a, 1 - a and 1 - x. */
export const AT_A: usize = AFTER_LISTS;
export const AT_OTHER: usize = AT_A + 2 * SPACE;
export const AT_MIRROR: usize = AT_OTHER + 2 * SPACE;
/** The bounds of errors. */
export const AT_BOUND: usize = AT_MIRROR + 2 * SPACE;
export const AFTER_REFLECTION: usize = AT_BOUND + SPACE;

/** A sum smaller than this part of its terms is computed again: the less good the pairs, the sooner. */
const CANCELLED: f64 = 0.00390625; // 2^-8
const CANCELLED_DIGAMMA: f64 = 0.0078125; // 2^-7
const CANCELLED_2: f64 = 0.125;
const CANCELLED_SMALL: f64 = 0.00390625; // 2^-8

const THREE_ROUNDINGS: usize = memory.data<f64>([3.3306690738754696e-16, 3.3306690738754696e-16], 16); // 3 2^-53
const NEARLY_INFINITE: usize = memory.data<f64>([1.7976931e308, 1.7976931e308], 16);

/** Fills a and 1 - x for OTHERS, which are x < 0. */
function prepareArguments(): void {
  const one = v128.load(ONE);
  for (let i = 0; i < otherCount; i += 2) {
    const place = <usize> i << 3;
    const x = v128.load(place, OTHERS);
    v128.store(place, f64x2.abs(f64x2.sub(x, f64x2.nearest(x))), AT_A);
    const mirror = f64x2.sub(one, x);
    v128.store(place, mirror, AT_MIRROR);
    v128.store(place, sumError(one, f64x2.neg(x), mirror), AT_MIRROR + SPACE);
  }
}

/** The same and 1 - a, all as pairs. */
export function prepareReflection(): void {
  prepareArguments();
  const one = v128.load(ONE);
  for (let i = 0; i < otherCount; i += 2) {
    const place = <usize> i << 3;
    const a = v128.load(place, AT_A);
    v128.store(place, i64x2.splat(0), AT_A + SPACE);
    const other = f64x2.sub(one, a);
    v128.store(place, other, AT_OTHER);
    v128.store(place, f64x2.sub(f64x2.sub(one, other), a), AT_OTHER + SPACE);
  }
}

/** The rows of 1 - x. */
const MIRROR_ROWS: usize = AT_OTHER;

/** Replaces OTHERS by their values, of an order up to 2; `isShort`: rounded to odd, for float32. */
export function reflect(order: i32, isShort: bool): void {
  if (otherCount == 0) return;
  prepareArguments();
  let found = locateRows64(tableOf(order, true), AT_A, otherCount, ROWS);
  found |= locateRows64(tableOf(order, false), AT_MIRROR, otherCount, MIRROR_ROWS);
  const isEven = (order & 1) == 0; // s is odd
  const none = i64x2.splat(0);
  const flip = isEven ? v128.load(SIGN_64) : none;
  const mirrorSign = isEven ? none : v128.load(SIGN_64);
  // Two loops of one row each are faster than one with both.
  if (isShort && found == 0) {
    for (let i = 0; i < otherCount; i += 2) mirroredShort(i);
    for (let i = 0; i < otherCount; i += 2) {
      if (!reflectShort(i, flip, mirrorSign)) reflectOdd(order, i, found, flip, mirrorSign);
    }
  } else if (isShort) {
    for (let i = 0; i < otherCount; i += 2) reflectOdd(order, i, found, flip, mirrorSign);
  } else {
    for (let i = 0; i < otherCount; i += 2) mirroredPair(order, i, found, v128.load(<usize> i << 3, AT_A));
    for (let i = 0; i < otherCount; i += 2) reflectTwo(order, i, found, flip, mirrorSign, false);
  }
}

function reflectOdd(order: i32, i: i32, found: i32, flip: v128, mirrorSign: v128): void {
  const x = v128.load(<usize> i << 3, OTHERS);
  mirroredPair(order, i, found, f64x2.abs(f64x2.sub(x, f64x2.nearest(x))));
  reflectTwo(order, i, found, flip, mirrorSign, true);
}

/** Puts f(a) + (-1)^s f(1 - a) in the place of a, as a pair. */
// @ts-ignore: decorator
@inline
function mirroredPair(order: i32, i: i32, found: i32, a: v128): void {
  const place = <usize> i << 3;
  const rows = <usize> i << 2;
  let high = evaluate(a, load<u32>(rows, ROWS), load<u32>(rows, ROWS + 4), C9, true, BOUNDED_AT, a, a, false);
  let low = v128.load(LOW);
  let bound = v128.load(BOUND);
  if (found != 0) {
    const isTiny = f64x2.lt(a, f64x2.splat(FIRST_NEAR));
    if (v128.any_true(isTiny)) {
      high = v128.bitselect(outsidePair(order, a, i64x2.splat(0), tableOf(order, true)), high, isTiny);
      low = v128.bitselect(v128.load(LOW), low, isTiny);
      bound = v128.bitselect(f64x2.mul(f64x2.abs(high), outsidePart(order, a)), bound, isTiny);
    }
  }
  v128.store(place, high, AT_A);
  v128.store(place, low, AT_A + SPACE);
  v128.store(place, bound, AT_BOUND);
}

/** The same without a low part. */
// @ts-ignore: decorator
@inline
function mirroredShort(i: i32): void {
  const rows = <usize> i << 2;
  const a = v128.load(<usize> i << 3, AT_A);
  const y = evaluate(a, load<u32>(rows, ROWS), load<u32>(rows, ROWS + 4), C9, true, ROUNDED, a, a, false);
  v128.store(<usize> i << 3, y, AT_A);
}

/** Of terms whose sum is larger than this part of them, float64 is enough to decide how a float32 rounds. */
const SHORT_ENOUGH: usize = memory.data<f64>([0.0001220703125, 0.0001220703125], 16); // 2^-13
const SHORT_BITS: i32 = 36;

/** Two values for float32 without low parts; whether that is enough. */
// @ts-ignore: decorator
@inline
function reflectShort(i: i32, flip: v128, mirrorSign: v128): bool {
  const place = <usize> i << 3;
  const rows = <usize> i << 2;
  const x = v128.load(place, OTHERS);
  const y = v128.load(place, AT_MIRROR);
  let first = v128.load(place, AT_A);
  let second = evaluate(
    y,
    load<u32>(rows, MIRROR_ROWS),
    load<u32>(rows, MIRROR_ROWS + 4),
    C9,
    true,
    ROUNDED,
    y,
    y,
    false,
  );
  first = v128.xor(first, v128.and(f64x2.sub(x, f64x2.nearest(x)), flip));
  second = v128.xor(second, mirrorSign);
  const sum = f64x2.add(first, second);
  const terms = f64x2.add(f64x2.abs(first), f64x2.abs(second));
  const isEnough = f64x2.gt(f64x2.abs(sum), f64x2.mul(terms, v128.load(SHORT_ENOUGH)));
  if (!i64x2.all_true(isEnough) || undecided(sum, sum, SHORT_BITS)) return false;
  v128.store(place, sum, OTHERS);
  return true;
}

/** Two values, from pairs. */
// @ts-ignore: decorator
@inline
function reflectTwo(
  order: i32,
  i: i32,
  found: i32,
  flip: v128,
  mirrorSign: v128,
  odd: bool,
): void {
  const place = <usize> i << 3;
  const rows = <usize> i << 2;
  const x = v128.load(place, OTHERS);
  const y = v128.load(place, AT_MIRROR);
  const yLow = v128.load(place, AT_MIRROR + SPACE);
  let first = v128.load(place, AT_A);
  const firstLow = v128.load(place, AT_A + SPACE);
  let second = evaluate(
    y,
    load<u32>(rows, MIRROR_ROWS),
    load<u32>(rows, MIRROR_ROWS + 4),
    C9,
    true,
    BOUNDED,
    yLow,
    y,
    false,
  );
  let secondLow = v128.load(LOW);
  let bound = v128.load(BOUND);
  if (found != 0) {
    const isFar = f64x2.ge(y, f64x2.splat(FIRST_FAR));
    if (v128.any_true(isFar)) {
      second = v128.bitselect(outsidePair(order, y, yLow, tableOf(order, false)), second, isFar);
      secondLow = v128.bitselect(v128.load(LOW), secondLow, isFar);
      bound = v128.bitselect(f64x2.mul(f64x2.abs(second), outsidePart(order, y)), bound, isFar);
    }
  }
  const side = v128.and(f64x2.sub(x, f64x2.nearest(x)), flip); // sign(r)^s
  first = v128.xor(first, side);
  second = v128.xor(second, mirrorSign);
  const high = f64x2.add(first, second);
  let low = f64x2.add(v128.xor(firstLow, side), v128.xor(secondLow, mirrorSign));
  low = f64x2.add(sumError(first, second, high), low);
  // Beside an infinite sum it is NaN.
  low = v128.and(low, f64x2.lt(f64x2.abs(high), v128.load(INFINITE)));
  let sum = finish(high, low, odd);

  const limit: f64 = order == DIGAMMA ? CANCELLED_DIGAMMA : order == 2 ? CANCELLED_2 : CANCELLED;
  const terms = f64x2.add(f64x2.abs(first), f64x2.abs(second));
  // The zero at -0.504 is where both terms of digamma are small, and their low parts are not so good.
  let least = f64x2.mul(terms, f64x2.splat(limit));
  if (order == DIGAMMA) least = f64x2.add(least, f64x2.splat(CANCELLED_SMALL));
  const cancelled = f64x2.lt(f64x2.abs(sum), least);
  if (!odd) {
    // Three sums of low parts are rounded.
    const lows = f64x2.add(f64x2.abs(firstLow), f64x2.abs(secondLow));
    bound = f64x2.add(f64x2.add(bound, v128.load(place, AT_BOUND)), f64x2.mul(lows, v128.load(THREE_ROUNDINGS)));
    // An infinite sum has no bound.
    bound = v128.and(bound, f64x2.lt(f64x2.abs(high), v128.load(INFINITE)));
    let mask = v128.or(isUndecided(high, low, bound), v128.load(FORCED));
    if (order > DIGAMMA) mask = v128.or(f64x2.gt(f64x2.abs(sum), v128.load(NEARLY_INFINITE)), mask);
    mask = v128.andnot(mask, cancelled);
    if (v128.any_true(mask)) {
      sum = v128.bitselect(resolve(order, 0, x, high, low, bound, mask), sum, mask);
    }
  }
  v128.store(place, sum, OTHERS);
  if (!v128.any_true(cancelled)) return;
  if (i64x2.extract_lane(cancelled, 0)) {
    store<f64>(place, besideZero(order, f64x2.extract_lane(x, 0), odd), OTHERS);
  }
  if (i64x2.extract_lane(cancelled, 1)) {
    store<f64>(place, besideZero(order, f64x2.extract_lane(x, 1), odd), OTHERS + 8);
  }
}
