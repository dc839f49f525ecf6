// Arithmetic, comparisons and choices of expressions, over blocks of pairs with bounds (expression_slot.ts).
// `to` may be one of the operands.

import { SPACE } from "./block";
import { LE, LT, NE } from "./expression_code";
import { specialPower } from "./expression_power";
import { BOUNDS, put } from "./expression_slot";
import { expOf, logOf, low, productError, sumError } from "./pair_functions";

/** Relative error of products and quotients of pairs. */
const ROUNDING: f64 = 7.888609052210118e-31; // 2^-100
/** Relative error of exp and log. */
const ELEMENTARY: f64 = 2.168404344971009e-19; // 2^-62
/** Below this products lose their low parts, and at most so much. */
const SMALL: f64 = 1e-280;
const LOST: f64 = 1e-322;

export function addBlock(to: usize, a: usize, b: usize, size: i32, sign: f64): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(a + i);
    const y = sign * load<f64>(b + i);
    const xLow = load<f64>(a + i, SPACE);
    const yLow = sign * load<f64>(b + i, SPACE);
    const xBound = load<f64>(a + i, BOUNDS);
    const yBound = load<f64>(b + i, BOUNDS);
    const sum = x + y;
    const error = sumError(x, y, sum);
    const lows = xLow + yLow;
    const rest = error + lows;
    // What is left out is known: a sum that is exact adds nothing to the bound.
    const lost = abs(sumError(xLow, yLow, lows)) + abs(sumError(error, lows, rest));
    const bound = xBound + yBound + lost;
    put(to + i, sum, rest, bound, xBound == Infinity || yBound == Infinity);
  }
}

export function multiplyBlock(to: usize, a: usize, b: usize, size: i32): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(a + i);
    const y = load<f64>(b + i);
    const xLow = load<f64>(a + i, SPACE);
    const yLow = load<f64>(b + i, SPACE);
    const xBound = load<f64>(a + i, BOUNDS);
    const yBound = load<f64>(b + i, BOUNDS);
    const product = x * y;
    const size = abs(product);
    let rest = productError(x, y, product) + (x * yLow + xLow * y);
    let bound = abs(x) * yBound + abs(y) * xBound + xBound * yBound;
    if (xLow != 0 || yLow != 0) bound += ROUNDING * size;
    bound *= 1.0000001;
    if (size < SMALL && x != 0 && y != 0) bound += LOST;
    // Numbers that cannot be split, and what is lost below the smallest numbers, go the second way.
    if (isNaN(rest) && size < Infinity) {
      rest = 0;
      bound += size * 3e-16;
    }
    put(to + i, product, rest, bound, xBound == Infinity || yBound == Infinity);
  }
}

export function divideBlock(to: usize, a: usize, b: usize, size: i32): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(a + i);
    const y = load<f64>(b + i);
    const xLow = load<f64>(a + i, SPACE);
    const yLow = load<f64>(b + i, SPACE);
    const xBound = load<f64>(a + i, BOUNDS);
    const yBound = load<f64>(b + i, BOUNDS);
    const quotient = x / y;
    const product = quotient * y;
    let left = ((x - product) - productError(quotient, y, product)) + (xLow - quotient * yLow);
    let bound = xBound == 0 && yBound == 0 ? 0 : 1.01 * (xBound + abs(quotient) * yBound) / abs(y);
    if (yBound > 0 && !(yBound * 256 < abs(y))) bound = Infinity;
    if (left != 0) bound += ROUNDING * abs(quotient);
    if (abs(quotient) < SMALL && x != 0) bound += LOST + abs(quotient) * 3e-16;
    if (isNaN(left) && abs(quotient) < Infinity) {
      left = 0;
      if (abs(y) < Infinity) bound += abs(quotient) * 3e-16;
    }
    if (abs(y) == Infinity) left = 0;
    put(to + i, quotient, left / y, bound, bound == Infinity);
  }
}

export function signBlock(to: usize, a: usize, size: i32, isNegation: bool): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(a + i);
    const isTurned = isNegation || x < 0 || x == 0;
    const xLow = load<f64>(a + i, SPACE);
    store<f64>(to + i, isNegation ? -x : abs(x));
    store<f64>(to + i, isTurned ? -xLow : xLow, SPACE);
    store<f64>(to + i, load<f64>(a + i, BOUNDS), BOUNDS);
  }
}

function copyElement(to: usize, from: usize): void {
  store<f64>(to, load<f64>(from));
  store<f64>(to, load<f64>(from, SPACE), SPACE);
  store<f64>(to, load<f64>(from, BOUNDS), BOUNDS);
}

export function extremeBlock(to: usize, a: usize, b: usize, size: i32, isMaximum: bool): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(a + i);
    const y = load<f64>(b + i);
    const difference = x == y ? load<f64>(a + i, SPACE) - load<f64>(b + i, SPACE) : x - y;
    const isFirst = isNaN(x) || !isNaN(y) && (isMaximum ? difference >= 0 : difference <= 0);
    const bound = max(load<f64>(a + i, BOUNDS), load<f64>(b + i, BOUNDS));
    const chosen = isFirst ? a + i : b + i;
    put(to + i, load<f64>(chosen), load<f64>(chosen, SPACE), bound, bound == Infinity);
  }
}

export function compareBlock(to: usize, a: usize, b: usize, size: i32, op: i32): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(a + i);
    const y = load<f64>(b + i);
    const bound = load<f64>(a + i, BOUNDS) + load<f64>(b + i, BOUNDS);
    let difference = x - y;
    if (x == y) difference = load<f64>(a + i, SPACE) - load<f64>(b + i, SPACE);
    const isUnknown = bound > 0 && !(abs(difference) > 2 * bound);
    let holds = difference == 0;
    if (op == LT) holds = difference < 0;
    if (op == LE) holds = difference <= 0;
    if (op == NE) holds = difference != 0;
    const value: f64 = isNaN(x) || isNaN(y) ? NaN : holds ? 1 : 0;
    store<f64>(to + i, value);
    store<f64>(to + i, 0, SPACE);
    store<f64>(to + i, isUnknown ? Infinity : 0, BOUNDS);
  }
}

export function chooseBlock(to: usize, condition: usize, a: usize, b: usize, size: i32): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(condition + i);
    const bound = load<f64>(condition + i, BOUNDS);
    const isUnknown = bound > 0 && !(abs(x) > bound);
    copyElement(to + i, x != 0 ? a + i : b + i);
    if (isNaN(x)) put(to + i, NaN, 0, 0, isUnknown);
    if (isUnknown) store<f64>(to + i, Infinity, BOUNDS);
  }
}

export function powerBlock(to: usize, a: usize, b: usize, size: i32): void {
  for (let i: usize = 0; i < <usize> size << 3; i += 8) {
    const x = load<f64>(a + i);
    const y = load<f64>(b + i);
    const yLow = load<f64>(b + i, SPACE);
    const xBound = load<f64>(a + i, BOUNDS);
    const yBound = load<f64>(b + i, BOUNDS);
    const isWild = xBound > 0 && !(xBound * 256 < abs(x)) || yBound == Infinity;
    const isWhole = yLow == 0 && yBound == 0 && y == nearest(y);
    const isOdd = isWhole && abs(y) < 9007199254740992 && (<i64> y & 1) != 0;
    if (
      isWild || abs(x) == Infinity || !(abs(y) < Infinity) || x == 0 || y == 0 || isNaN(x) || x < 0 && !isWhole ||
      x == 1 && load<f64>(a + i, SPACE) == 0
    ) {
      const isOne = x == 1 && xBound > 0;
      put(to + i, specialPower(x, y, isWhole, isOdd), 0, isWild || isOne ? Infinity : 0, isWild);
      continue;
    }
    const xLow = load<f64>(a + i, SPACE);
    const log = x < 0 ? logOf(-x, -xLow) : logOf(x, xLow);
    const logLow = low;
    const exponent = log * y;
    const exponentLow = productError(log, y, exponent) + (log * yLow + logLow * y);
    const power = expOf(exponent, exponentLow);
    let bound = ELEMENTARY * (2 + abs(exponent)) + 1.01 * abs(y) * xBound / abs(x) + abs(log) * yBound;
    bound = abs(power) * 1.01 * bound + (power < SMALL ? LOST : 0);
    const sign: f64 = isOdd && x < 0 ? -1 : 1;
    put(to + i, sign * power, sign * low, bound, false);
  }
}
