// Bounds of the numbers in a ball, from above and from below, and larger radii. All are rounded outwards.

import {
  ANY,
  exponentOf,
  HUGE,
  isKnown,
  isNegative,
  isUnknown,
  isZero,
  limbCount,
  LIMBS,
  NONE,
  plain,
  RADIUS,
  setUnknown,
  stateOf,
  TINY,
  topLimb,
} from "./ball_layout";
import { limb } from "./limbs";
import {
  addMagnitudes,
  copyMagnitude,
  exponentOf as magnitudeExponent,
  isInfinite,
  isNothing,
  mantissaOf,
  setMagnitude,
  setNothing,
} from "./magnitude";

// ---- Bounds

const BOUND: usize = memory.data(16, 16);

/** At least |a|, as a magnitude. */
export function upperMagnitude(to: usize, a: usize): void {
  if (stateOf(a) == TINY) return setMagnitude(to, 1, exponentOf(a));
  if (!isKnown(a)) {
    store<u64>(to, 0x80000000);
    return store<i64>(to, i64.MAX_VALUE, 8);
  }
  if (limbCount(a) == 0) return copyMagnitude(to, a + RADIUS);
  const head = topLimb(a) + (limbCount(a) == 1 ? 0 : 1);
  setMagnitude(BOUND, head, exponentOf(a) - 32);
  addMagnitudes(to, BOUND, a + RADIUS);
}

/** At most |a|, as a magnitude: 0 if a may be 0. */
export function lowerMagnitude(to: usize, a: usize): void {
  setNothing(to);
  if (stateOf(a) == HUGE) return setMagnitude(to, 1, exponentOf(a));
  if (!isKnown(a) || limbCount(a) == 0) return;
  const e = exponentOf(a) - 63;
  const n = limbCount(a);
  let m = (limb(a + LIMBS, n - 1) << 32 | (n > 1 ? limb(a + LIMBS, n - 2) : 0)) >> 1;
  if (!isNothing(a + RADIUS)) {
    if (isInfinite(a + RADIUS)) return;
    const r = mantissaOf(a + RADIUS);
    const shift = e - magnitudeExponent(a + RADIUS);
    if (shift < -31) return;
    const radius = shift <= 0 ? r << -shift : shift > 62 ? 1 : (r - 1 >> shift) + 1;
    if (radius >= m) return;
    m -= radius;
  }
  const bits = <i64> 64 - <i64> clz(m);
  store<u64>(to, bits > 32 ? m >> bits - 32 : m << 32 - bits);
  store<i64>(to, e + bits - 32, 8);
}

/** Whether 0 may be in it. */
export function containsZero(a: usize): bool {
  if (!isKnown(a)) return isUnknown(a);
  lowerMagnitude(WORK_BOUND, a);
  return isNothing(WORK_BOUND);
}

const WORK_BOUND: usize = memory.data(16, 16);

/** -1, 1, 0 for what is exactly 0, and 2 where the sign is not known. */
export function signOf(a: usize): i32 {
  if (isZero(a)) return 0;
  return containsZero(a) ? 2 : isNegative(a) ? -1 : 1;
}

/** e with |a| < 2^e for every number in the ball, or ANY; NONE for 0. */
export function upperExponent(a: usize): i64 {
  if (isZero(a)) return NONE;
  upperMagnitude(WORK_BOUND, a);
  return isInfinite(WORK_BOUND) ? ANY : magnitudeExponent(WORK_BOUND) + 32;
}

/** e with |a| >= 2^e for every number in the ball, or NONE. */
export function lowerExponent(a: usize): i64 {
  lowerMagnitude(WORK_BOUND, a);
  return isNothing(WORK_BOUND) ? NONE : magnitudeExponent(WORK_BOUND) + 31;
}

/** The exponent of the radius: it is below 2^e; NONE if a is exact. */
export function radiusExponent(a: usize): i64 {
  if (!isKnown(a)) return ANY;
  return isNothing(a + RADIUS) ? NONE : magnitudeExponent(a + RADIUS) + 32;
}

/** Bits of a that are known: the exponent of its midpoint less that of its radius. */
export function accuracy(a: usize): i64 {
  if (!isKnown(a)) return 0;
  if (isNothing(a + RADIUS)) return ANY;
  return limbCount(a) == 0 ? 0 : max(<i64> 0, exponentOf(a) - radiusExponent(a));
}

// ---- Errors

/** radius += at least |error|. */
export function widen(to: usize, error: usize): void {
  if (isUnknown(to)) return;
  upperMagnitude(WORK_BOUND, error);
  widenBy(to, WORK_BOUND);
}

/** radius += 2^e. */
export function widenPower(to: usize, e: i64): void {
  setMagnitude(WORK_BOUND, 1, e);
  widenBy(to, WORK_BOUND);
}

/** radius += a magnitude. */
export function widenBy(to: usize, magnitude: usize): void {
  if (isNothing(magnitude)) return;
  plain(to, to);
  if (isUnknown(to)) return;
  addMagnitudes(to + RADIUS, to + RADIUS, magnitude);
  if (isInfinite(to + RADIUS)) setUnknown(to);
}
