// Arithmetic of expressions over blocks of pairs with bounds (expression_slot.ts). `to` may be one of the operands.
//
// Two lanes at a time where everything is a normal number; elements that are not, and their neighbours, go one by one.
// Both ways do the same operations, so that the bits do not depend on the neighbours.

import { SPACE } from "./block";
import { SIGN_64 } from "./constants";
import { areFinite, exactProductError, exactSumError, putLanes } from "./expression_lanes";
import { BOUNDS, boundsOf, highsOf, lowsOf, put, setFilled, slotOf, ZEROS } from "./expression_slot";
import { productError, sumError } from "./pair_functions";

/** Relative error of products and quotients of pairs. */
const ROUNDING: f64 = 7.888609052210118e-31; // 2^-100
const ROUNDINGS: usize = memory.data<f64>([7.888609052210118e-31, 7.888609052210118e-31], 16);
/** Half an ulp, relative to a sum. */
const LAST_ROUNDING: f64 = 1.1102230246251568e-16; // 2^-53 and 2^-103
const LAST_ROUNDINGS: usize = memory.data<f64>([1.1102230246251568e-16, 1.1102230246251568e-16], 16);
/** Below this products lose their low parts, and at most so much. */
const SMALL: f64 = 1e-280;
const LOST: f64 = 1e-322;
/** Between these nothing overflows or is lost. */
const LEAST: usize = memory.data<f64>([1e-280, 1e-280], 16);
const MOST: usize = memory.data<f64>([1e290, 1e290], 16);
/** Products of bounds are rounded. */
const MORE: f64 = 1.0000001;
const MORES: usize = memory.data<f64>([1.0000001, 1.0000001], 16);

/** Operands of two elements that are computed one by one: x, y, their low parts and bounds. */
const WORK: usize = memory.data(96, 16);

/** Puts them there: `to` may be an operand, and both elements are read before one is written. */
function keepOperands(xs: v128, ys: v128, xLows: v128, yLows: v128, xEnds: v128, yEnds: v128): void {
  v128.store(WORK, xs);
  v128.store(WORK, ys, 16);
  v128.store(WORK, xLows, 32);
  v128.store(WORK, yLows, 48);
  v128.store(WORK, xEnds, 64);
  v128.store(WORK, yEnds, 80);
}

/** a + b, or a - b. */
export function addBlock(to: usize, a: usize, b: usize, size: i32, isDifference: bool): void {
  const sign = isDifference ? v128.load(SIGN_64) : i64x2.splat(0);
  const isExact = lowsOf(a) == ZEROS && lowsOf(b) == ZEROS && boundsOf(a) == ZEROS && boundsOf(b) == ZEROS;
  const at = slotOf(to);
  const end = <usize> size << 3;
  const x = highsOf(a);
  const y = highsOf(b);
  let lows = i64x2.splat(0);
  let bounds = i64x2.splat(0);
  if (isExact) {
    for (let i: usize = 0; i < end; i += 16) {
      const xs = v128.load(x + i);
      const ys = v128.xor(v128.load(y + i), sign);
      const sum = f64x2.add(xs, ys);
      if (!areFinite(sum)) {
        const zero = i64x2.splat(0);
        keepOperands(xs, ys, zero, zero, zero, zero);
        addElement(at + i, WORK);
        addElement(at + i + 8, WORK + 8);
        lows = v128.or(lows, v128.load(at + i, SPACE));
        continue;
      }
      const error = exactSumError(xs, ys, sum);
      v128.store(at + i, sum);
      v128.store(at + i, error, SPACE);
      lows = v128.or(lows, f64x2.ne(error, f64x2.splat(0)));
    }
    setFilled(to, v128.any_true(lows), false);
    return;
  }
  const xLow = lowsOf(a);
  const yLow = lowsOf(b);
  const xBound = boundsOf(a);
  const yBound = boundsOf(b);
  for (let i: usize = 0; i < end; i += 16) {
    const xs = v128.load(x + i);
    const ys = v128.xor(v128.load(y + i), sign);
    const xLows = v128.load(xLow + i);
    const yLows = v128.xor(v128.load(yLow + i), sign);
    const xEnds = v128.load(xBound + i);
    const yEnds = v128.load(yBound + i);
    const sum = f64x2.add(xs, ys);
    const error = exactSumError(xs, ys, sum);
    const small = f64x2.add(xLows, yLows);
    const rest = f64x2.add(error, small);
    const all = f64x2.add(sum, rest);
    if (areFinite(all)) {
      // What is left out of a sum of exact numbers is known, and adds nothing to the bound where it is 0. Else it is
      // at most a rounding of both sums of low parts.
      const ends = f64x2.add(xEnds, yEnds);
      const isBounded = f64x2.ne(ends, f64x2.splat(0));
      let lost = f64x2.mul(f64x2.add(f64x2.abs(small), f64x2.abs(rest)), v128.load(LAST_ROUNDINGS));
      if (!i64x2.all_true(isBounded)) {
        const known = f64x2.add(
          f64x2.abs(exactSumError(xLows, yLows, small)),
          f64x2.abs(exactSumError(error, small, rest)),
        );
        lost = v128.bitselect(lost, known, isBounded);
      }
      const bound = f64x2.add(ends, lost);
      putLanes(at + i, all, exactSumError(sum, rest, all), bound);
      bounds = v128.or(bounds, bound);
      continue;
    }
    keepOperands(xs, ys, xLows, yLows, xEnds, yEnds);
    addElement(at + i, WORK);
    addElement(at + i + 8, WORK + 8);
    bounds = v128.or(bounds, v128.load(at + i, BOUNDS));
  }
  setFilled(to, true, v128.any_true(bounds));
}

function addElement(at: usize, from: usize): void {
  const x = load<f64>(from);
  const y = load<f64>(from, 16);
  const xLow = load<f64>(from, 32);
  const yLow = load<f64>(from, 48);
  const xBound = load<f64>(from, 64);
  const yBound = load<f64>(from, 80);
  const sum = x + y;
  const error = sumError(x, y, sum);
  const lows = xLow + yLow;
  const rest = error + lows;
  const isBounded = xBound + yBound != 0;
  const lost = isBounded
    ? (abs(lows) + abs(rest)) * LAST_ROUNDING
    : abs(sumError(xLow, yLow, lows)) + abs(sumError(error, lows, rest));
  const isOver = abs(sum) == Infinity && abs(x) < Infinity && abs(y) < Infinity;
  put(at, sum, rest, xBound + yBound + lost, isOver || xBound == Infinity || yBound == Infinity);
}

export function multiplyBlock(to: usize, a: usize, b: usize, size: i32): void {
  const at = slotOf(to);
  const end = <usize> size << 3;
  const x = highsOf(a);
  const y = highsOf(b);
  const xLow = lowsOf(a);
  const yLow = lowsOf(b);
  const xBound = boundsOf(a);
  const yBound = boundsOf(b);
  let bounds = i64x2.splat(0);
  let begin: usize = 0;
  if (xLow == ZEROS && yLow == ZEROS && xBound == ZEROS && yBound == ZEROS) {
    begin = multiplyExactly(at, x, y, end);
    if (begin == end) return setFilled(to, true, false);
    memory.fill(at + BOUNDS, 0, begin);
  }
  for (let i = begin; i < end; i += 16) {
    const xs = v128.load(x + i);
    const ys = v128.load(y + i);
    const xLows = v128.load(xLow + i);
    const yLows = v128.load(yLow + i);
    const xEnds = v128.load(xBound + i);
    const yEnds = v128.load(yBound + i);
    const product = f64x2.mul(xs, ys);
    const xSize = f64x2.abs(xs);
    const ySize = f64x2.abs(ys);
    const all = f64x2.abs(product);
    const isZero = f64x2.eq(f64x2.min(xSize, ySize), f64x2.splat(0));
    const isPlain = v128.and(f64x2.gt(all, v128.load(LEAST)), f64x2.lt(f64x2.max(xSize, ySize), v128.load(MOST)));
    const isNormal = v128.and(v128.or(isPlain, isZero), f64x2.lt(all, v128.load(MOST)));
    if (i64x2.all_true(isNormal)) {
      const crossed = f64x2.add(f64x2.mul(xs, yLows), f64x2.mul(xLows, ys));
      const rest = f64x2.add(exactProductError(xs, ys, product), crossed);
      let bound = f64x2.add(f64x2.mul(xSize, yEnds), f64x2.mul(ySize, xEnds));
      bound = f64x2.add(bound, f64x2.mul(xEnds, yEnds));
      const isRounded = f64x2.ne(v128.or(xLows, yLows), f64x2.splat(0));
      bound = f64x2.add(bound, v128.and(f64x2.mul(all, v128.load(ROUNDINGS)), isRounded));
      bound = f64x2.mul(bound, v128.load(MORES));
      const sum = f64x2.add(product, rest);
      putLanes(at + i, sum, exactSumError(product, rest, sum), bound);
      bounds = v128.or(bounds, bound);
      continue;
    }
    keepOperands(xs, ys, xLows, yLows, xEnds, yEnds);
    multiplyElement(at + i, WORK);
    multiplyElement(at + i + 8, WORK + 8);
    bounds = v128.or(bounds, v128.load(at + i, BOUNDS));
  }
  setFilled(to, true, v128.any_true(bounds));
}

/** Products of exact numbers, up to the first that is not normal; where that is. */
function multiplyExactly(at: usize, x: usize, y: usize, end: usize): usize {
  for (let i: usize = 0; i < end; i += 16) {
    const xs = v128.load(x + i);
    const ys = v128.load(y + i);
    const product = f64x2.mul(xs, ys);
    const xSize = f64x2.abs(xs);
    const ySize = f64x2.abs(ys);
    const all = f64x2.abs(product);
    const isZero = f64x2.eq(f64x2.min(xSize, ySize), f64x2.splat(0));
    const isLarge = v128.or(f64x2.gt(all, v128.load(LEAST)), isZero);
    const most = f64x2.max(f64x2.max(xSize, ySize), all);
    if (!i64x2.all_true(v128.and(isLarge, f64x2.lt(most, v128.load(MOST))))) return i;
    v128.store(at + i, product);
    v128.store(at + i, exactProductError(xs, ys, product), SPACE);
  }
  return end;
}

function multiplyElement(at: usize, from: usize): void {
  const x = load<f64>(from);
  const y = load<f64>(from, 16);
  const xLow = load<f64>(from, 32);
  const yLow = load<f64>(from, 48);
  const xBound = load<f64>(from, 64);
  const yBound = load<f64>(from, 80);
  const product = x * y;
  const size = abs(product);
  let rest = productError(x, y, product) + (x * yLow + xLow * y);
  let bound = abs(x) * yBound + abs(y) * xBound;
  bound += xBound * yBound;
  if (xLow != 0 || yLow != 0) bound += ROUNDING * size;
  bound *= MORE;
  if (size < SMALL && x != 0 && y != 0) bound += LOST;
  // Numbers that cannot be split, and what is lost below the smallest numbers, go the second way.
  if (isNaN(rest) && size < Infinity) {
    rest = 0;
    bound += size * 3e-16;
  }
  const isOver = size == Infinity && abs(x) < Infinity && abs(y) < Infinity;
  put(at, product, rest, bound, isOver || xBound == Infinity || yBound == Infinity);
}

export function divideBlock(to: usize, a: usize, b: usize, size: i32): void {
  const at = slotOf(to);
  const end = <usize> size << 3;
  const x = highsOf(a);
  const y = highsOf(b);
  const xLow = lowsOf(a);
  const yLow = lowsOf(b);
  const xBound = boundsOf(a);
  const yBound = boundsOf(b);
  let bounds = i64x2.splat(0);
  for (let i: usize = 0; i < end; i += 16) {
    const xs = v128.load(x + i);
    const ys = v128.load(y + i);
    const xLows = v128.load(xLow + i);
    const yLows = v128.load(yLow + i);
    const xEnds = v128.load(xBound + i);
    const yEnds = v128.load(yBound + i);
    const quotient = f64x2.div(xs, ys);
    const inverse = f64x2.div(f64x2.splat(1), ys);
    const xSize = f64x2.abs(xs);
    const ySize = f64x2.abs(ys);
    const all = f64x2.abs(quotient);
    const isZero = f64x2.eq(xs, f64x2.splat(0));
    const small = v128.bitselect(ySize, f64x2.min(xSize, all), isZero);
    const least = f64x2.min(small, ySize);
    const most = f64x2.max(f64x2.max(xSize, ySize), all);
    let isNormal = v128.and(f64x2.gt(least, v128.load(LEAST)), f64x2.lt(most, v128.load(MOST)));
    isNormal = v128.and(isNormal, f64x2.lt(f64x2.mul(yEnds, f64x2.splat(256)), ySize));
    const product = f64x2.mul(quotient, ys);
    const first = f64x2.sub(f64x2.sub(xs, product), exactProductError(quotient, ys, product));
    const left = f64x2.add(first, f64x2.sub(xLows, f64x2.mul(quotient, yLows)));
    const moved = f64x2.add(xEnds, f64x2.mul(all, yEnds));
    let bound = f64x2.mul(f64x2.mul(f64x2.splat(1.01), moved), f64x2.abs(inverse));
    const isRounded = f64x2.ne(left, f64x2.splat(0));
    bound = f64x2.add(bound, v128.and(f64x2.mul(all, v128.load(ROUNDINGS)), isRounded));
    const rest = f64x2.mul(left, inverse);
    const sum = f64x2.add(quotient, rest);
    putLanes(at + i, sum, exactSumError(quotient, rest, sum), bound);
    bounds = v128.or(bounds, bound);
    if (i64x2.all_true(isNormal)) continue;
    keepOperands(xs, ys, xLows, yLows, xEnds, yEnds);
    if (!i64x2.extract_lane(isNormal, 0)) divideElement(at + i, WORK);
    if (!i64x2.extract_lane(isNormal, 1)) divideElement(at + i + 8, WORK + 8);
    bounds = v128.or(bounds, v128.load(at + i, BOUNDS));
  }
  setFilled(to, true, v128.any_true(bounds));
}

function divideElement(at: usize, from: usize): void {
  const x = load<f64>(from);
  const y = load<f64>(from, 16);
  const xLow = load<f64>(from, 32);
  const yLow = load<f64>(from, 48);
  const xBound = load<f64>(from, 64);
  const yBound = load<f64>(from, 80);
  const quotient = x / y;
  const inverse = 1 / y;
  const product = quotient * y;
  let left = ((x - product) - productError(quotient, y, product)) + (xLow - quotient * yLow);
  let bound = xBound == 0 && yBound == 0 ? 0 : 1.01 * (xBound + abs(quotient) * yBound) * abs(inverse);
  const isWild = xBound == Infinity || yBound > 0 && !(yBound * 256 < abs(y));
  if (left != 0) bound += ROUNDING * abs(quotient);
  if (abs(quotient) < SMALL && x != 0) bound += LOST + abs(quotient) * 3e-16;
  // What is left of a small x is lost below the smallest numbers.
  if (abs(x) < SMALL && x != 0) bound += abs(quotient) * 3e-16;
  if (isNaN(left) && abs(quotient) < Infinity) {
    left = 0;
    if (abs(y) < Infinity) bound += abs(quotient) * 3e-16;
  }
  if (abs(y) == Infinity) left = 0;
  const isOver = abs(quotient) == Infinity && abs(x) < Infinity && y != 0;
  if (isWild || isOver) bound = Infinity;
  // Of a subnormal y the inverse is infinite.
  put(at, quotient, abs(inverse) < Infinity ? left * inverse : left / y, bound, bound == Infinity);
}
