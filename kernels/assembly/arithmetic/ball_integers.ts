// Integers and multiples of powers of two in balls.

import { add } from "./ball_arithmetic";
import {
  COUNT,
  exponentOf,
  isExact,
  isKnown,
  isNegative,
  limbCount,
  LIMBS,
  mark,
  MAX_LIMBS,
  newBall,
  RADIUS,
  release,
  setMidpoint,
  setScaled,
  setUnknown,
  setWorkingLimbs,
  setZero,
  workingLimbs,
} from "./ball_layout";
import { limb, setLimb } from "./limbs";
import { setNothing } from "./magnitude";

/** The multiple of 2^e that is nearest to the midpoint of a (or next to nearest where two are equally near), exactly. */
export function roundToMultiple(to: usize, a: usize, e: i64): void {
  if (!isKnown(a)) return setUnknown(to);
  const bits = exponentOf(a) - e;
  if (limbCount(a) == 0 || bits < 0) return setZero(to);
  setMidpoint(to, a);
  if (bits >= <i64> limbCount(a) << 5) return;
  // Adds half a unit, and cuts what is below a unit.
  const before = mark();
  const half = newBall();
  setScaled(half, 1, e - 1, isNegative(a));
  const kept = workingLimbs;
  setWorkingLimbs(MAX_LIMBS);
  add(to, to, half);
  setWorkingLimbs(kept);
  release(before);
  const left = exponentOf(to) - e;
  if (limbCount(to) == 0 || left <= 0) return setZero(to);
  const cut = (<i64> limbCount(to) << 5) - left;
  if (cut <= 0) return;
  const whole = <i32> (cut >> 5);
  const n = limbCount(to) - whole;
  memory.copy(to + LIMBS, to + LIMBS + (<usize> whole << 2), <usize> n << 2);
  setLimb(to + LIMBS, 0, limb(to + LIMBS, 0) >> (cut & 31) << (cut & 31));
  let zeros = 0;
  while (limb(to + LIMBS, zeros) == 0) zeros++;
  if (zeros > 0) {
    memory.copy(to + LIMBS, to + LIMBS + (<usize> zeros << 2), <usize> (n - zeros) << 2);
  }
  store<i32>(to, n - zeros, COUNT);
  setNothing(to + RADIUS);
}

/** Whether a is exactly an integer. */
export function isInteger(a: usize): bool {
  if (!isExact(a)) return false;
  const n = limbCount(a);
  return n == 0 || exponentOf(a) - (<i64> n << 5) + <i64> ctz(load<u32>(a + LIMBS)) >= 0;
}

/** Whether the integer part of the midpoint is odd. */
export function isOddInteger(a: usize): bool {
  const e = exponentOf(a);
  const n = limbCount(a);
  if (n == 0 || e < 1 || e > <i64> n << 5) return false;
  const bit = (<i64> n << 5) - e;
  return (limb(a + LIMBS, <i32> (bit >> 5)) >> (bit & 31) & 1) != 0;
}

/** An exact integer below 2^63, or i64.MIN_VALUE. */
export function toInteger(a: usize): i64 {
  if (!isInteger(a) || exponentOf(a) > 63) return i64.MIN_VALUE;
  const n = limbCount(a);
  if (n == 0) return 0;
  const head = limb(a + LIMBS, n - 1) << 32 | (n > 1 ? limb(a + LIMBS, n - 2) : 0);
  const size = <i64> (head >> (64 - <u64> exponentOf(a)));
  return isNegative(a) ? -size : size;
}
