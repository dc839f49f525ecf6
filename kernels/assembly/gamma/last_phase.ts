// Last phase of the gamma family for single numbers: Ziv's loop (rounding/ball.ts) over the functions of balls. Some
// hundred microseconds. One element in 2^36 or fewer of those that the accurate phase can take needs it.

import {
  accuracy,
  copy,
  divide,
  newBall,
  scale,
  setNumber,
  setPrecision,
  subtract,
} from "../arithmetic/ball";
import { toNumber } from "../arithmetic/ball_number";
import { multigammalnBall } from "../multigammaln/last";
import { polygammaBall } from "../polygamma/last";
import {
  beginLast,
  decide,
  endLast,
  lastArgument,
  lastResult,
  moreBits,
  toParts,
} from "../rounding/ball";
import { digammaBall, lgammaBall } from "./last";
import { DIGAMMA, LGAMMA } from "./special_values";

/** Bits of a pair of float64 and a few more. */
const PAIR_BITS: i64 = 120;
const PARTS: usize = memory.data(16, 16);

/** f of an order (gamma/special_values.ts), or multigammaln of dimension p > 0 or its gradient. */
function compute(order: i64, p: f64): void {
  if (p > 0) multigammalnBall(lastResult, lastArgument, <i64> p, order == DIGAMMA ? 1 : 0);
  else if (order == LGAMMA) lgammaBall(lastResult, lastArgument);
  else if (order == DIGAMMA) digammaBall(lastResult, lastArgument);
  else polygammaBall(lastResult, order, lastArgument);
}

/** Whether f(x) is exactly 0, as no other value is a float64 number. */
function isZero(order: i64, p: f64, x: f64): bool {
  return order == LGAMMA && p <= 1 && (x == 1 || x == 2);
}

/** The correctly rounded f(x), or with `odd` f(x) rounded to odd, for float32; x is in the domain, and no pole. */
export function lastValue(order: i64, p: f64, x: f64, odd: bool): f64 {
  if (isZero(order, p, x)) return 0;
  beginLast(x);
  do {
    compute(order, p);
  } while (!decide(odd));
  return endLast();
}

/** f(x) as two lanes of double-double, to their last bit, for tables. */
export function lastPair(order: i64, p: f64, x: f64): v128 {
  if (isZero(order, p, x)) return f64x2.splat(0);
  beginLast(x);
  do {
    compute(order, p);
  } while (accuracy(lastResult) < PAIR_BITS && moreBits());
  toParts(PARTS, lastResult, 2);
  endLast();
  return v128.load(PARTS);
}

/** The value of the last margin, as a ball, and what it is of: several double-doubles are compared with one value. */
const REFERENCE: usize = memory.data(688, 16); // BALL
const REFERENCE_BITS: i64 = 160;
let referenceOrder: i64 = 0;
let referenceP: f64 = 0;
let referenceX: f64 = 0;

/** |f(x) - (high + low) 2^exponent| in units of bound 2^exponent, for tests. */
export function lastMargin(
  order: i64,
  p: f64,
  x: f64,
  high: f64,
  low: f64,
  bound: f64,
  exponent: i64,
): f64 {
  beginLast(x);
  if (order != referenceOrder || p != referenceP || x != referenceX) {
    do {
      compute(order, p);
    } while (accuracy(lastResult) < REFERENCE_BITS && moreBits());
    copy(REFERENCE, lastResult);
    referenceOrder = order;
    referenceP = p;
    referenceX = x;
  }
  const part = newBall();
  setPrecision(2 * <i32> REFERENCE_BITS);
  scale(lastResult, REFERENCE, -exponent);
  setNumber(part, high);
  subtract(lastResult, lastResult, part);
  setNumber(part, low);
  subtract(lastResult, lastResult, part);
  setNumber(part, bound);
  divide(lastResult, lastResult, part);
  const margin = abs(toNumber(lastResult));
  endLast();
  return margin;
}
