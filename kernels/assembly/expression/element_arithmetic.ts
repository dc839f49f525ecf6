// Sums, products and quotients of one element of expressions, where its numbers are not all normal: infinite, NaN, so
// large that they cannot be split, or so small that low parts are lost.

import { put } from "./slot";
import { twoProdError, twoSumError } from "../arithmetic/error_free_scalar";

/** Relative error of products and quotients of double-doubles. */
const ROUNDING: f64 = 7.888609052210118e-31; // 2^-100
/** Half an ulp, relative to a sum. */
const LAST_ROUNDING: f64 = 1.1102230246251568e-16; // 2^-53 and 2^-103
/** Below this products lose their low parts, and at most so much. */
const SMALL: f64 = 1e-280;
const LOST: f64 = 1e-322;
/** Products of bounds are rounded. */
const MORE: f64 = 1.0000001;

/** Operands of two elements that are computed one by one: x, y, their low parts and bounds. */
export const WORK: usize = memory.data(96, 16);

/** Puts them there: `to` may be an operand, and both elements are read before one is written. */
export function keepOperands(
  xs: v128,
  ys: v128,
  xLows: v128,
  yLows: v128,
  xEnds: v128,
  yEnds: v128,
): void {
  v128.store(WORK, xs);
  v128.store(WORK, ys, 16);
  v128.store(WORK, xLows, 32);
  v128.store(WORK, yLows, 48);
  v128.store(WORK, xEnds, 64);
  v128.store(WORK, yEnds, 80);
}

/** The sum of the operands at `from`. */
export function addElement(at: usize, from: usize): void {
  const x = load<f64>(from);
  const y = load<f64>(from, 16);
  const xLow = load<f64>(from, 32);
  const yLow = load<f64>(from, 48);
  const xBound = load<f64>(from, 64);
  const yBound = load<f64>(from, 80);
  const sum = x + y;
  const error = twoSumError(x, y, sum);
  const lows = xLow + yLow;
  const rest = error + lows;
  const isBounded = xBound + yBound != 0;
  const lost = isBounded
    ? (abs(lows) + abs(rest)) * LAST_ROUNDING
    : abs(twoSumError(xLow, yLow, lows)) + abs(twoSumError(error, lows, rest));
  const isOver = abs(sum) == Infinity && abs(x) < Infinity && abs(y) < Infinity;
  put(at, sum, rest, xBound + yBound + lost, isOver || xBound == Infinity || yBound == Infinity);
}

/** The product of the operands at `from`. */
export function multiplyElement(at: usize, from: usize): void {
  const x = load<f64>(from);
  const y = load<f64>(from, 16);
  const xLow = load<f64>(from, 32);
  const yLow = load<f64>(from, 48);
  const xBound = load<f64>(from, 64);
  const yBound = load<f64>(from, 80);
  const product = x * y;
  const size = abs(product);
  let rest = twoProdError(x, y, product) + (x * yLow + xLow * y);
  let bound = abs(x) * yBound + abs(y) * xBound;
  bound += xBound * yBound;
  if (xLow != 0 || yLow != 0) bound += ROUNDING * size;
  bound *= MORE;
  const isZero = x == 0 && xBound == 0 || y == 0 && yBound == 0;
  if (size < SMALL && !isZero) bound += LOST;
  // Numbers that cannot be split, and what is lost below the smallest numbers, go the accurate phase.
  if (isNaN(rest) && size < Infinity) {
    rest = 0;
    bound += size * 3e-16;
  }
  const isOver = size == Infinity && abs(x) < Infinity && abs(y) < Infinity;
  put(at, product, rest, bound, isOver || xBound == Infinity || yBound == Infinity);
}

/** The quotient of the operands at `from`. */
export function divideElement(at: usize, from: usize): void {
  const x = load<f64>(from);
  const y = load<f64>(from, 16);
  const xLow = load<f64>(from, 32);
  const yLow = load<f64>(from, 48);
  const xBound = load<f64>(from, 64);
  const yBound = load<f64>(from, 80);
  const quotient = x / y;
  const inverse = 1 / y;
  const product = quotient * y;
  let left = ((x - product) - twoProdError(quotient, y, product)) + (xLow - quotient * yLow);
  let bound = xBound == 0 && yBound == 0
    ? 0
    : 1.01 * (xBound + abs(quotient) * yBound) * abs(inverse);
  const isUnbounded = xBound == Infinity || yBound > 0 && !(yBound * 256 < abs(y));
  if (left != 0) bound += ROUNDING * abs(quotient);
  if (abs(quotient) < SMALL && !(x == 0 && xBound == 0)) bound += LOST + abs(quotient) * 3e-16;
  // What is left of a small x is lost below the smallest numbers.
  if (abs(x) < SMALL && x != 0) bound += abs(quotient) * 3e-16;
  if (isNaN(left) && abs(quotient) < Infinity) {
    left = 0;
    if (abs(y) < Infinity) bound += abs(quotient) * 3e-16;
  }
  if (abs(y) == Infinity) left = 0;
  const isOver = abs(quotient) == Infinity && abs(x) < Infinity && y != 0;
  if (isUnbounded || isOver) bound = Infinity;
  // Of a subnormal y the inverse is infinite.
  put(at, quotient, abs(inverse) < Infinity ? left * inverse : left / y, bound, bound == Infinity);
}
