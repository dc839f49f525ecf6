// The largest integer that is not above a number: over blocks of double-doubles with bounds (expression/slot.ts), two lanes at a
// time, and of a ball. `to` may be the operand.

import {
  add,
  copy,
  isExact,
  isInteger,
  isKnown,
  isNegative,
  isUnknown,
  lowerExponent,
  mark,
  newBall,
  release,
  roundToMultiple,
  setInteger,
  setScaled,
  setUnknown,
  signOf,
  subtract,
  upperExponent,
  widenPower,
} from "../arithmetic/ball";
import { INFINITE, ONE, ZERO } from "../arithmetic/constants";
import { twoSumError } from "../arithmetic/error_free";
import { isAbove, setNear } from "./exponential";
import { boundsOf, highsOf, lowsOf, putLanes, setFilled, slotOf } from "./slot";

/** More than the distance from the integer above is rounded by. */
const DISTANCE_ERROR: f64 = 8.881784197001252e-16; // 2^-50

export function floorBlock(to: usize, a: usize, size: i32): void {
  const at = slotOf(to);
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const x = v128.load(highsOf(a) + i);
    const xLow = v128.load(lowsOf(a) + i);
    const bound = v128.load(boundsOf(a) + i);
    // A low part is less than the distance of a high part that is no integer from the next one.
    const floor = f64x2.floor(x);
    const floorLow = v128.and(f64x2.floor(xLow), f64x2.eq(floor, x));
    const sum = f64x2.add(floor, floorLow);
    const isSingle = f64x2.eq(floorLow, v128.load(ZERO)); // -0 and infinities stay
    const distance = f64x2.add(f64x2.sub(x, floor), f64x2.sub(xLow, floorLow));
    const twice = f64x2.add(bound, bound);
    const above = f64x2.sub(v128.load(ONE), distance);
    const isBetween = v128.and(
      f64x2.gt(distance, twice),
      f64x2.gt(above, f64x2.add(twice, f64x2.splat(DISTANCE_ERROR))),
    );
    const isKnownFloor = v128.or(f64x2.eq(bound, v128.load(ZERO)), isBetween);
    putLanes(
      at + i,
      v128.bitselect(floor, sum, isSingle),
      v128.andnot(twoSumError(floor, floorLow, sum), isSingle),
      v128.andnot(v128.load(INFINITE), isKnownFloor),
    );
  }
  setFilled(to, true, true);
}

/**
 * The floor of a ball that is not exactly 0: whether it is known. If not, `to` is a ball around every floor of a number in
 * it. `to` is not the operand.
 */
export function floorBall(to: usize, a: usize): bool {
  if (!isKnown(a)) {
    // What is tiny is next to 0; of what is huge, the same is known of its floor.
    if (upperExponent(a) <= 0) setInteger(to, isNegative(a) ? -1 : 0);
    else if (lowerExponent(a) >= 0) copy(to, a);
    else setUnknown(to);
    return !isUnknown(to);
  }
  if (isExact(a) && isInteger(a)) {
    copy(to, a);
    return true;
  }
  const before = mark();
  const distance = newBall();
  roundToMultiple(to, a, 0);
  subtract(distance, a, to);
  const sign = isKnown(distance) && upperExponent(distance) <= 0 ? signOf(distance) : 2;
  if (sign == -1) {
    setInteger(distance, 1);
    subtract(to, to, distance);
  } else if (sign == 2) {
    // From x - 1 to x.
    setScaled(distance, 1, -1, true);
    add(to, a, distance);
    widenPower(to, -1);
  }
  release(before);
  return sign != 2;
}

/** The floor of a number beyond all exponents: the number itself, to all bits that there are, or next to 0. */
export function floorExponential(to: usize, a: usize): void {
  if (!isAbove(a)) return setInteger(to, isNegative(a) ? -1 : 0);
  setNear(to, a);
}
