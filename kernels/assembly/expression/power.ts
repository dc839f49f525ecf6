// Powers a^b of expressions, as exp(b ln |a|), in blocks of pairs and in triple-double, and those that need no
// computation.

import { expLanes, logLanes } from "./elementary";
import { exactProductError, putLanes } from "../arithmetic/two_prod";
import { boundsOf, highsOf, lowsOf, put, setFilled, slotOf, ZEROS } from "./slot";
import { EXP_ERROR, expOf, LOG_ERROR, logOf, low, productError } from "../elementary/scalar";
import { quickExp } from "../elementary/exp_double_double";
import { QUICK_ERROR, quickLog } from "../elementary/log_double_double";
import { LOW } from "../tables/row";
import { copy, multiply, negate, set, TRIPLE } from "../arithmetic/triple_double";
import { tripleExp, tripleLog } from "./triple_double_functions";

/** Relative error of exp and log here. */
const POWER_ERROR: f64 = 2.2958874039497803e-41; // 2^-135

/** Relative error of exp and log of pairs. */
const ELEMENTARY: f64 = 2.168404344971009e-19; // 2^-62
/** Below this products lose their low parts, and at most so much. */
const SMALL: f64 = 1e-280;
const LOST: f64 = 1e-322;

const WORK: usize = memory.data(48, 16);

/** a^b, and its bound. */
export function setPower(at: usize, a: usize, b: usize, aBound: f64, bBound: f64): f64 {
  const x = load<f64>(a);
  const y = load<f64>(b);
  const isPlain = load<f64>(b, 8) == 0 && bBound == 0;
  const isWhole = isPlain && y == nearest(y);
  const isOdd = isWhole && abs(y) < 9007199254740992 && (<i64> y & 1) != 0;
  const isSpecial = !isFinite(x) || !isFinite(y) || x == 0 || y == 0 || x < 0 && !isWhole ||
    x == 1 && load<f64>(a, 8) == 0 && aBound == 0;
  if (isSpecial) {
    set(at, specialPower(x, y, isWhole, isOdd));
    return 0;
  }
  if (!(aBound * 256 < abs(x)) && aBound > 0) {
    set(at, x);
    return Infinity;
  }
  copy(WORK, a);
  if (x < 0) negate(WORK, WORK);
  tripleLog(at, WORK);
  multiply(WORK + TRIPLE, at, b);
  const exponent = load<f64>(WORK + TRIPLE);
  const log = abs(load<f64>(at));
  if (exponent > 710 || exponent < -746) {
    set(at, exponent > 0 ? Infinity : 0);
    if (isOdd && x < 0) negate(at, at);
    return exponent > 0 ? Infinity : LOST;
  }
  tripleExp(at, WORK + TRIPLE);
  if (isOdd && x < 0) negate(at, at);
  const moved = abs(y) * aBound / abs(x) * 1.01 + log * bBound;
  return abs(load<f64>(at)) * (1.01 * moved + POWER_ERROR * (1 + abs(exponent)));
}

/** a^b where one of them is 0, 1 or infinite, or where there is no power. */
export function specialPower(x: f64, y: f64, isWhole: bool, isOdd: bool): f64 {
  if (y == 0) return 1;
  if (isNaN(x) || isNaN(y)) return NaN;
  if (abs(y) == Infinity) {
    if (abs(x) == 1) return 1;
    return (abs(x) > 1) == (y > 0) ? Infinity : 0;
  }
  if (x == 1) return 1;
  if (x == 0 || abs(x) == Infinity) {
    const size: f64 = (x == 0) == (y > 0) ? 0 : Infinity;
    return isOdd && reinterpret<i64>(x) < 0 ? -size : size;
  }
  return isWhole ? 1 : NaN;
}

/** Operands of two elements: x, y, their low parts and bounds. */
const OPERANDS: usize = memory.data(96, 16);

/** a^b of a block of pairs with bounds, two lanes at a time; `to` may be an operand. `isFine`: to 2^-86. */
export function powerBlock(to: usize, a: usize, b: usize, size: i32, isFine: bool): void {
  const at = slotOf(to);
  const isMoved = boundsOf(a) != ZEROS || boundsOf(b) != ZEROS;
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const x = v128.load(highsOf(a) + i);
    const y = v128.load(highsOf(b) + i);
    const xLow = v128.load(lowsOf(a) + i);
    const yLow = v128.load(lowsOf(b) + i);
    const xBound = v128.load(boundsOf(a) + i);
    const yBound = v128.load(boundsOf(b) + i);
    const log = isFine ? quickLog(x, xLow) : logLanes(x, xLow);
    const logLow = v128.load(LOW);
    const exponent = f64x2.mul(log, y);
    const crossed = f64x2.add(f64x2.mul(log, yLow), f64x2.mul(logLow, y));
    const exponentLow = f64x2.add(exactProductError(log, y, exponent), crossed);
    const power = isFine ? quickExp(exponent, exponentLow, false) : expLanes(exponent, exponentLow);
    const exponentSize = f64x2.abs(exponent);
    const logError = isFine ? 2 * QUICK_ERROR : LOG_ERROR;
    const expError = isFine ? QUICK_ERROR : EXP_ERROR;
    let bound = f64x2.add(f64x2.mul(f64x2.splat(logError), exponentSize), f64x2.splat(2 * expError));
    if (isMoved) {
      const moved = f64x2.div(f64x2.mul(f64x2.mul(f64x2.splat(1.01), f64x2.abs(y)), xBound), x);
      bound = f64x2.add(bound, f64x2.add(moved, f64x2.mul(f64x2.abs(log), yBound)));
    }
    // Other elements go one by one.
    let isIn = v128.and(f64x2.gt(x, f64x2.splat(SMALL)), f64x2.lt(x, f64x2.splat(1e300)));
    isIn = v128.and(isIn, f64x2.lt(f64x2.mul(xBound, f64x2.splat(256)), x));
    isIn = v128.and(isIn, f64x2.lt(yBound, f64x2.splat(Infinity)));
    const isMiddle = v128.and(f64x2.gt(exponentSize, f64x2.splat(1e-100)), f64x2.lt(exponentSize, f64x2.splat(640)));
    isIn = v128.and(isIn, isMiddle);
    const powerLow = v128.load(LOW);
    if (!i64x2.all_true(isIn)) {
      v128.store(OPERANDS, x);
      v128.store(OPERANDS, y, 16);
      v128.store(OPERANDS, xLow, 32);
      v128.store(OPERANDS, yLow, 48);
      v128.store(OPERANDS, xBound, 64);
      v128.store(OPERANDS, yBound, 80);
    }
    putLanes(at + i, power, powerLow, f64x2.mul(f64x2.mul(power, f64x2.splat(1.01)), bound));
    if (i64x2.all_true(isIn)) continue;
    if (!i64x2.extract_lane(isIn, 0)) powerElement(at + i, OPERANDS);
    if (!i64x2.extract_lane(isIn, 1)) powerElement(at + i + 8, OPERANDS + 8);
  }
  setFilled(to, true, true);
}

function powerElement(at: usize, from: usize): void {
  const x = load<f64>(from);
  const y = load<f64>(from, 16);
  const xLow = load<f64>(from, 32);
  const yLow = load<f64>(from, 48);
  const xBound = load<f64>(from, 64);
  const yBound = load<f64>(from, 80);
  const isWild = xBound != 0 && !(xBound * 256 < abs(x)) || yBound == Infinity;
  const isWhole = yLow == 0 && yBound == 0 && y == nearest(y);
  const isOdd = isWhole && abs(y) < 9007199254740992 && (<i64> y & 1) != 0;
  if (
    isWild || abs(x) == Infinity || !(abs(y) < Infinity) || x == 0 || y == 0 || isNaN(x) || x < 0 && !isWhole ||
    x == 1 && xLow == 0
  ) {
    const isOne = x == 1 && xBound > 0;
    put(at, specialPower(x, y, isWhole, isOdd), 0, isWild || isOne ? Infinity : 0, isWild);
    return;
  }
  const log = x < 0 ? logOf(-x, -xLow) : logOf(x, xLow);
  const logLow = low;
  const exponent = log * y;
  const exponentLow = productError(log, y, exponent) + (log * yLow + logLow * y);
  const power = expOf(exponent, exponentLow);
  let bound = ELEMENTARY * (2 + abs(exponent)) + 1.01 * abs(y) * xBound / abs(x) + abs(log) * yBound;
  bound = abs(power) * 1.01 * bound + (power < SMALL ? LOST : 0);
  const sign: f64 = isOdd && x < 0 ? -1 : 1;
  put(at, sign * power, sign * low, bound, power == Infinity);
}
