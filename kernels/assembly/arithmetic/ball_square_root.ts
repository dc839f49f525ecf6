// Square roots of balls: Newton's iteration from float64, whose error is found from x - y^2 afterwards, so that the
// iteration needs no analysis. Exact roots are recognised.

import { add, divide, round, scale, square, subtract } from "./ball_arithmetic";
import { lowerMagnitude, signOf, upperMagnitude } from "./ball_bounds";
import { roundToMultiple } from "./ball_integers";
import {
  copy,
  exponentOf,
  HUGE,
  isUnknown,
  isZero,
  limbCount,
  LIMBS,
  mark,
  MAX_LIMBS,
  newBall,
  OPERATION,
  RADIUS,
  release,
  setHuge,
  setMidpoint,
  setNumber,
  setTiny,
  setUnknown,
  setWorkingLimbs,
  setZero,
  stateOf,
  TINY,
  workingLimbs,
} from "./ball_layout";
import { isSpent, limb, spend } from "./limbs";
import {
  addMagnitudes,
  divideMagnitudes,
  isNothing,
  scaleMagnitude,
  setNothing,
} from "./magnitude";

const PART: usize = memory.data(16, 16);
const FACTOR: usize = memory.data(16, 16);

/** The square root; UNKNOWN where a may be negative and is not 0. Squares have exact roots. */
export function squareRoot(to: usize, a: usize): void {
  spend(OPERATION);
  if (isSpent() || isUnknown(a)) return setUnknown(to);
  if (isZero(a)) return setZero(to);
  if (signOf(a) != 1) return setUnknown(to);
  if (stateOf(a) == HUGE) return setHuge(to, false, exponentOf(a) >> 1);
  if (stateOf(a) == TINY) return setTiny(to, false, (exponentOf(a) + 1) >> 1);
  const before = mark();
  const kept = workingLimbs;
  const x = newBall();
  const y = newBall();
  const rest = newBall();
  setMidpoint(x, a);
  // y from float64, and then Newton's (y + x/y)/2, which doubles its bits.
  const n = limbCount(a);
  const head = limb(a + LIMBS, n - 1) << 32 | (n > 1 ? limb(a + LIMBS, n - 2) : 0);
  const isOdd = (exponentOf(a) & 1) != 0;
  const fraction = <f64> (head >> 11) * 1.1102230246251565e-16; // 2^-53
  setNumber(y, sqrt(isOdd ? 2 * fraction : fraction));
  scale(y, y, (exponentOf(a) - (isOdd ? 1 : 0)) >> 1);
  for (let known = 48; known < kept << 5; known = known * 2 - 4) {
    setWorkingLimbs(min(MAX_LIMBS, min(kept + 1, (2 * known + 63) >> 5)));
    divide(rest, x, y);
    add(y, y, rest);
    scale(y, y, -1);
    setNothing(y + RADIUS);
  }
  if (isNothing(a + RADIUS)) findExactRoot(y, x, rest);
  // |sqrt x - y| = |x - y^2| / (sqrt x + y) <= |x - y^2| / y
  setWorkingLimbs(min(MAX_LIMBS, max(2 * limbCount(y), limbCount(x)) + 2));
  square(rest, y);
  subtract(rest, x, rest);
  setWorkingLimbs(kept);
  upperMagnitude(PART, rest);
  lowerMagnitude(FACTOR, y);
  // sqrt of another number of the ball is off by at most its radius over sqrt x; half of y is below that, as y is no worse
  // than float64's root.
  scaleMagnitude(y + RADIUS, a + RADIUS, 1);
  addMagnitudes(PART, y + RADIUS, PART);
  divideMagnitudes(y + RADIUS, PART, FACTOR);
  if (isSpent()) setUnknown(to);
  else round(to, y);
  release(before);
}

/** Makes y the root of an exact x if that has one: its lowest bit has half the exponent of that of x. */
function findExactRoot(y: usize, x: usize, work: usize): void {
  const low = exponentOf(x) - (<i64> limbCount(x) << 5) + <i64> ctz(load<u32>(x + LIMBS));
  if ((low & 1) != 0 || limbCount(x) > 2 * workingLimbs) return;
  roundToMultiple(work, y, low >> 1);
  const before = mark();
  const other = newBall();
  const kept = workingLimbs;
  setWorkingLimbs(min(MAX_LIMBS, 2 * limbCount(work) + 1));
  square(other, work);
  subtract(other, other, x);
  setWorkingLimbs(kept);
  if (isZero(other)) copy(y, work);
  release(before);
}
