// The three terms of the reflection formula of polygamma, order n >= 3 and x < 0, two lanes at a time, from which base^-s is
// taken out, s = n + 1. With a the distance from the nearest pole, base is a, and the sum is
//
//   g(a) -+ (a/(1 - a))^s g(1 - a) +- (a/(1 - x))^s g(1 - x)
//
// Its sign is sign(x - nearest(x))^s, which the caller sets. polygamma/error_bounds.ts has the bounds.

import { SIGN_64 } from "../arithmetic/constants";
import { twoSumError } from "../arithmetic/error_free";
import { BOUND, LOW } from "../memory_map";
import { HALF_PART, isNearHalf, seriesNearHalf } from "./midpoint";
import { timesPowerOfRatio } from "./powers";

/** The base of the last sum. */
export const BASE: usize = memory.data(16, 16);

/** Which sign a term has for odd or even s, and x - nearest(x) for odd s. */
// @ts-ignore: decorator
@inline
export function sideOf(n: i32, x: v128): v128 {
  return n & 1 ? i64x2.splat(0) : v128.and(f64x2.sub(x, f64x2.nearest(x)), v128.load(SIGN_64));
}

/**
 * Returns the high part; LOW has the low one, BOUND that of the error, and BASE the base. `side` is that of `sideOf`; the
 * values of g at a, 1 - a and 1 - x are double-doubles, as are 1 - a, `other`, and 1 - x, `mirror`. `part` is that of the
 * error of the first two terms, `mirrorPart` that of the third.
 */
// @ts-ignore: decorator
@inline
export function reflectedSum(
  n: i32,
  side: v128,
  a: v128,
  first: v128,
  firstLow: v128,
  other: v128,
  otherLow: v128,
  otherZeta: v128,
  otherZetaLow: v128,
  mirror: v128,
  mirrorLow: v128,
  mirrorZeta: v128,
  mirrorZetaLow: v128,
  part: v128,
  mirrorPart: v128,
): v128 {
  const s = n + 1;
  const flip = s & 1 ? v128.load(SIGN_64) : i64x2.splat(0);
  const mirrorFlip = s & 1 ? i64x2.splat(0) : v128.load(SIGN_64);
  let base = a;
  let second = timesPowerOfRatio(a, other, otherLow, s, otherZeta, otherZetaLow);
  let secondLow = v128.xor(v128.load(LOW), flip);
  second = v128.xor(second, flip);
  let terms = f64x2.mul(f64x2.add(f64x2.abs(first), f64x2.abs(second)), part);
  if (s & 1) {
    const isHalf = isNearHalf(s, a);
    if (v128.any_true(isHalf)) {
      first = v128.bitselect(seriesNearHalf(s, a), first, isHalf);
      firstLow = v128.bitselect(v128.load(LOW), firstLow, isHalf);
      second = v128.andnot(second, isHalf);
      secondLow = v128.andnot(secondLow, isHalf);
      terms = v128.bitselect(f64x2.mul(f64x2.abs(first), f64x2.splat(HALF_PART)), terms, isHalf);
      // 2^s is taken out of that series; in the middle itself the third term is all there is, and its own power is taken
      // out of it, so that it does not underflow.
      const half = f64x2.splat(0.5);
      base = v128.bitselect(v128.bitselect(mirror, half, f64x2.eq(a, half)), a, isHalf);
    }
  }
  v128.store(BASE, base);
  const mirrorSign = v128.xor(side, mirrorFlip);
  let third = timesPowerOfRatio(base, mirror, mirrorLow, s, mirrorZeta, mirrorZetaLow);
  const thirdLow = v128.xor(v128.load(LOW), mirrorSign);
  third = v128.xor(third, mirrorSign);
  const partial = f64x2.add(first, second);
  const high = f64x2.add(partial, third);
  const low = f64x2.add(twoSumError(first, second, partial), twoSumError(partial, third, high));
  v128.store(LOW, f64x2.add(f64x2.add(low, firstLow), f64x2.add(secondLow, thirdLow)));
  v128.store(BOUND, f64x2.add(terms, f64x2.mul(f64x2.abs(third), mirrorPart)));
  return high;
}
