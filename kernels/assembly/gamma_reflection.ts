// lgamma, digamma and polygamma of x < 0 from values at positive arguments. With r the signed distance of
// x from the nearest pole, a = |r|, s = order + 1 (0 for lgamma), by Gamma(x) Gamma(1 - x) = pi/sin(pi x)
// and its derivatives (DLMF 5.5.3, 5.5.4, 5.15.6):
//
//   f(x) = sign(r)^s (f(a) + (-1)^s f(1 - a)) - (-1)^s f(1 - x)
//
// All arguments are exact, as pairs. Next to a zero of f the sum cancels: those few lanes are computed
// again by gamma_exact.ts.

import { ROWS, SPACE } from "./block";
import { SIGN_64 } from "./constants";
import { AFTER_LISTS, otherCount, OTHERS } from "./gamma_lists";
import { outsidePair } from "./gamma_pairs";
import { FIRST_FAR, FIRST_NEAR, locateRows64, tableOf } from "./gamma_rows";
import { DIGAMMA } from "./gamma_special";
import { besideZero } from "./gamma_zeros";
import { sumError } from "./pair";
import { finish } from "./rounding";
import { C9, evaluate, LOW, PAIRED, PAIRED_AT } from "./table";

/** Pairs for a, 1 - a and 1 - x. */
export const AT_A: usize = AFTER_LISTS;
export const AT_OTHER: usize = AT_A + 2 * SPACE;
export const AT_MIRROR: usize = AT_OTHER + 2 * SPACE;
export const AFTER_REFLECTION: usize = AT_MIRROR + 2 * SPACE;

/** A sum smaller than this part of its terms is computed again: the less good the pairs, the sooner. */
const CANCELLED: f64 = 0.00390625; // 2^-8
const CANCELLED_DIGAMMA: f64 = 0.0078125; // 2^-7
const CANCELLED_2: f64 = 0.125;

/** Fills the arguments for OTHERS, which are x < 0. */
export function prepareReflection(): void {
  const one = f64x2.splat(1);
  for (let i = 0; i < otherCount; i += 2) {
    const place = <usize> i << 3;
    const x = v128.load(place, OTHERS);
    const a = f64x2.abs(f64x2.sub(x, f64x2.nearest(x)));
    v128.store(place, a, AT_A);
    v128.store(place, i64x2.splat(0), AT_A + SPACE);
    const other = f64x2.sub(one, a);
    v128.store(place, other, AT_OTHER);
    v128.store(place, f64x2.sub(f64x2.sub(one, other), a), AT_OTHER + SPACE);
    const mirror = f64x2.sub(one, x);
    v128.store(place, mirror, AT_MIRROR);
    v128.store(place, sumError(one, f64x2.neg(x), mirror), AT_MIRROR + SPACE);
  }
}

/** The rows of 1 - x. */
const MIRROR_ROWS: usize = AT_OTHER;

/** Replaces OTHERS by their values, of an order that `pairs` has. */
export function reflect(order: i32, odd: bool): void {
  if (otherCount == 0) return;
  if (odd) reflectInline(order, true);
  else reflectInline(order, false);
}

// @ts-ignore: decorator
@inline
function reflectInline(order: i32, odd: bool): void {
  prepareReflection();
  const table = tableOf(order, true);
  let found = locateRows64(table, AT_A, otherCount, ROWS);
  found |= locateRows64(tableOf(order, false), AT_MIRROR, otherCount, MIRROR_ROWS);
  const isEven = (order & 1) == 0; // s is odd
  const limit = f64x2.splat(
    order == DIGAMMA ? CANCELLED_DIGAMMA : order == 2 ? CANCELLED_2 : CANCELLED,
  );
  const none = i64x2.splat(0);
  const flip = isEven ? v128.load(SIGN_64) : none;
  const mirrorSign = isEven ? none : v128.load(SIGN_64);
  for (let i = 0; i < otherCount; i += 2) {
    const place = <usize> i << 3;
    const rows = <usize> i << 2;
    const x = v128.load(place, OTHERS);
    const a = v128.load(place, AT_A);
    const y = v128.load(place, AT_MIRROR);
    const yLow = v128.load(place, AT_MIRROR + SPACE);
    let first = evaluate(a, load<u32>(rows, ROWS), load<u32>(rows, ROWS + 4), C9, true, PAIRED_AT, a, a, false);
    let firstLow = v128.load(LOW);
    let second = evaluate(y, load<u32>(rows, MIRROR_ROWS), load<u32>(rows, MIRROR_ROWS + 4), C9, true, PAIRED, yLow, y, false);
    let secondLow = v128.load(LOW);
    if (found != 0) {
      const isTiny = f64x2.lt(a, f64x2.splat(FIRST_NEAR));
      if (v128.any_true(isTiny)) {
        first = v128.bitselect(outsidePair(order, a, none, table), first, isTiny);
        firstLow = v128.bitselect(v128.load(LOW), firstLow, isTiny);
      }
      const isFar = f64x2.ge(y, f64x2.splat(FIRST_FAR));
      if (v128.any_true(isFar)) {
        second = v128.bitselect(outsidePair(order, y, yLow, table), second, isFar);
        secondLow = v128.bitselect(v128.load(LOW), secondLow, isFar);
      }
    }
    const side = v128.and(f64x2.sub(x, f64x2.nearest(x)), flip); // sign(r)^s
    first = v128.xor(first, side);
    second = v128.xor(second, mirrorSign);
    const high = f64x2.add(first, second);
    let low = f64x2.add(v128.xor(firstLow, side), v128.xor(secondLow, mirrorSign));
    low = f64x2.add(sumError(first, second, high), low);
    // Beside an infinite sum it is NaN.
    low = v128.and(low, f64x2.lt(f64x2.abs(high), f64x2.splat(Infinity)));
    const sum = finish(high, low, odd);
    v128.store(place, sum, OTHERS);

    const terms = f64x2.add(f64x2.abs(first), f64x2.abs(second));
    const cancelled = f64x2.lt(f64x2.abs(sum), f64x2.mul(terms, limit));
    if (!v128.any_true(cancelled)) continue;
    if (i64x2.extract_lane(cancelled, 0)) {
      store<f64>(place, besideZero(order, f64x2.extract_lane(x, 0), odd), OTHERS);
    }
    if (i64x2.extract_lane(cancelled, 1)) {
      store<f64>(place, besideZero(order, f64x2.extract_lane(x, 1), odd), OTHERS + 8);
    }
  }
}
