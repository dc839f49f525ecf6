// lgamma, digamma and polygamma of x < 0 from values at positive arguments. With r the signed distance of
// x from the nearest pole, a = |r|, s = order + 1 (0 for lgamma), by Gamma(x) Gamma(1 - x) = pi/sin(pi x)
// and its derivatives (DLMF 5.5.3, 5.5.4, 5.15.6):
//
//   f(x) = sign(r)^s (f(a) + (-1)^s f(1 - a)) - (-1)^s f(1 - x)
//
// All arguments are exact, as pairs. Next to a zero of f the sum cancels: those few lanes are computed
// again by gamma_exact.ts.

import { SPACE } from "./block";
import { SIGN_64 } from "./constants";
import { exactDigamma, exactLgamma, exactPolygamma } from "./gamma_exact";
import { AFTER_LISTS, otherCount, OTHERS } from "./gamma_lists";
import { pairs } from "./gamma_pairs";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { sumError } from "./pair";
import { finish } from "./rounding";

/** Pairs for a, 1 - a and 1 - x. */
export const AT_A: usize = AFTER_LISTS;
export const AT_OTHER: usize = AT_A + 2 * SPACE;
export const AT_MIRROR: usize = AT_OTHER + 2 * SPACE;
export const AFTER_REFLECTION: usize = AT_MIRROR + 2 * SPACE;

/** A sum smaller than this part of its terms is computed again: the less good the pairs, the sooner. */
const CANCELLED_LGAMMA: f64 = 0.004;
const CANCELLED: f64 = 0.002;
const CANCELLED_2: f64 = 0.0055;

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

/** Replaces OTHERS by their values, of an order that `pairs` has. */
export function reflect(order: i32, odd: bool): void {
  if (otherCount == 0) return;
  prepareReflection();
  pairs(order, AT_A, otherCount);
  pairs(order, AT_OTHER, otherCount);
  pairs(order, AT_MIRROR, otherCount);
  const isEven = (order & 1) == 0; // s is odd
  const limit = f64x2.splat(
    order == LGAMMA ? CANCELLED_LGAMMA : order == 2 ? CANCELLED_2 : CANCELLED,
  );
  const flip = isEven ? v128.load(SIGN_64) : i64x2.splat(0);
  for (let i = 0; i < otherCount; i += 2) {
    const place = <usize> i << 3;
    const x = v128.load(place, OTHERS);
    const side = v128.and(f64x2.sub(x, f64x2.nearest(x)), flip); // sign(r)^s
    const otherSign = flip;
    const mirrorSign = isEven ? side : v128.load(SIGN_64);
    const first = v128.load(place, AT_A);
    const second = v128.xor(v128.load(place, AT_OTHER), otherSign);
    const third = v128.xor(v128.load(place, AT_MIRROR), mirrorSign);
    const partial = f64x2.add(first, second);
    const high = f64x2.add(partial, third);
    let low = f64x2.add(sumError(first, second, partial), sumError(partial, third, high));
    low = f64x2.add(low, v128.load(place, AT_A + SPACE));
    low = f64x2.add(low, v128.xor(v128.load(place, AT_OTHER + SPACE), otherSign));
    low = f64x2.add(low, v128.xor(v128.load(place, AT_MIRROR + SPACE), mirrorSign));
    // Beside an infinite sum it is NaN.
    low = v128.and(low, f64x2.lt(f64x2.abs(high), f64x2.splat(Infinity)));
    const y = odd ? finish(high, low, true) : finish(high, low, false);
    v128.store(place, v128.xor(y, side), OTHERS);

    const terms = f64x2.add(f64x2.add(f64x2.abs(first), f64x2.abs(second)), f64x2.abs(third));
    const cancelled = f64x2.lt(f64x2.abs(high), f64x2.mul(terms, limit));
    if (!v128.any_true(cancelled)) continue;
    if (i64x2.extract_lane(cancelled, 0)) exactly(order, place, f64x2.extract_lane(x, 0), odd);
    if (i64x2.extract_lane(cancelled, 1)) exactly(order, place + 8, f64x2.extract_lane(x, 1), odd);
  }
}

function exactly(order: i32, place: usize, x: f64, odd: bool): void {
  let y: f64;
  if (order == LGAMMA) y = exactLgamma(x, odd);
  else if (order == DIGAMMA) y = exactDigamma(x, odd);
  else y = exactPolygamma(x, order, odd);
  store<f64>(OTHERS + place, y);
}
