// Sums, products and quotients of single elements of expressions, double-doubles with bounds (expression/slot.ts):
// the accurate phase, and in the fast phase elements that are not all normal: infinite, NaN, so large that they cannot
// be split, or so small that low parts are lost. `to` may be one of the operands.
//
// Errors: TwoSum and TwoProd are exact, and the roundings of low parts are below 2^-100 of a product or quotient (proved
// as 7.01 and 11 2^-106, tools/prove) and 2^-53 of the low parts of a sum. What is exact has a bound of 0. 5 to 10 ns.

import { SIGN_64 } from "../arithmetic/constants";
import { DIV, MUL, SUB } from "./instructions";
import { boundsOf, highsOf, lowsOf, put, putUnknown, setFilled, slotOf } from "./slot";
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

/** a + b, a - b, a b or a / b of a block in the accurate phase. */
export function accurateArithmetic(op: i32, to: usize, a: usize, b: usize, size: i32): void {
  const sign = op == SUB ? v128.load(SIGN_64) : i64x2.splat(0);
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    keepOperands(
      v128.load(highsOf(a) + i),
      v128.xor(v128.load(highsOf(b) + i), sign),
      v128.load(lowsOf(a) + i),
      v128.xor(v128.load(lowsOf(b) + i), sign),
      v128.load(boundsOf(a) + i),
      v128.load(boundsOf(b) + i),
    );
    for (let lane: usize = 0; lane < 16; lane += 8) {
      const at = slotOf(to) + i + lane;
      if (op == MUL) multiplyElement(at, WORK + lane);
      else if (op == DIV) divideElement(at, WORK + lane);
      else addElement(at, WORK + lane);
    }
  }
  setFilled(to, true, true);
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

/** Whether the sign of a number is known, and whether it is 0. */
// @ts-ignore: decorator
@inline
function isSure(x: f64, bound: f64): bool {
  return bound == 0 || abs(x) > bound;
}

/** Puts a product or quotient of which an operand is infinite or NaN: by IEEE 754, where the operands are known for that. */
function putSpecial(at: usize, value: f64, isNone: bool, areSure: bool): void {
  if (isNone) put(at, NaN, 0, 0, false);
  else if (areSure) put(at, value, 0, 0, false);
  else putUnknown(at);
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
  if (!(abs(x) < Infinity && abs(y) < Infinity)) {
    const isNone = isNaN(x) && xBound == 0 || isNaN(y) && yBound == 0;
    return putSpecial(at, product, isNone, isSure(x, xBound) && isSure(y, yBound));
  }
  let rest = twoProdError(x, y, product) + (x * yLow + xLow * y);
  let bound = abs(x) * yBound + abs(y) * xBound;
  bound += xBound * yBound;
  if (xLow != 0 || yLow != 0) bound += ROUNDING * size;
  bound *= MORE;
  const isZero = x == 0 && xBound == 0 || y == 0 && yBound == 0;
  // The sign of an exact 0 needs that of the other factor.
  if (isZero && !(isSure(x, xBound) && isSure(y, yBound))) return putUnknown(at);
  // So is a bound that is smaller than all numbers.
  if (!isZero && (size < SMALL || xBound + yBound != 0)) bound += LOST;
  // Numbers that are too large to be split fall back.
  if (!(abs(rest) < Infinity) && size < Infinity) {
    rest = 0;
    bound += size * 4e-16;
  }
  put(at, product, rest, bound, size == Infinity || xBound == Infinity || yBound == Infinity);
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
  if (!(abs(x) < Infinity && abs(y) < Infinity) || y == 0 && yBound == 0) {
    const isNone = isNaN(x) && xBound == 0 || isNaN(y) && yBound == 0;
    return putSpecial(at, quotient, isNone, isSure(x, xBound) && isSure(y, yBound));
  }
  const inverse = 1 / y;
  const product = quotient * y;
  const lowProduct = quotient * yLow;
  const low = xLow - lowProduct;
  let left = ((x - product) - twoProdError(quotient, y, product)) + low;
  // The remainder of the high parts is exact; so are the low parts if nothing of them is rounded.
  const isExact = left == 0 && (yLow == 0 || abs(lowProduct) > SMALL &&
      twoProdError(quotient, yLow, lowProduct) == 0 &&
      twoSumError(xLow, -lowProduct, low) == 0);
  let bound = xBound == 0 && yBound == 0
    ? 0
    : 1.01 * (xBound / abs(y) + abs(quotient) * (yBound / abs(y))) + LOST;
  const isUnbounded = xBound == Infinity || yBound > 0 && !(yBound * 256 < abs(y));
  if (!isExact) bound += ROUNDING * abs(quotient);
  if (abs(quotient) < SMALL && !(x == 0 && xBound == 0)) bound += LOST + abs(quotient) * 4e-16;
  // What is left of a small x is lost below the smallest numbers.
  if (abs(x) < SMALL && x != 0) bound += LOST / abs(y) + abs(quotient) * 4e-16;
  if (!(abs(left) < Infinity)) {
    left = 0;
    bound += abs(quotient) * 4e-16;
  }
  if (isUnbounded || !(abs(quotient) < Infinity)) bound = Infinity;
  // Of a subnormal y the inverse is infinite.
  put(at, quotient, abs(inverse) < Infinity ? left * inverse : left / y, bound, bound == Infinity);
}
