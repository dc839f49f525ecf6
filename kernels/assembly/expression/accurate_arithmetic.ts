// Arithmetic of expressions over blocks of double-doubles with bounds (expression/slot.ts), of the elements that are computed
// again: to 2^-100, and exact where the result is a double-double. `to` may be one of the operands.
//
// Two lanes at a time where everything is a normal number; elements that are not, and their neighbours, go one by one.
// Lanes and single numbers take the same operations, so that the bits do not depend on the neighbours.

import { SPACE } from "../memory_map";
import { SIGN_64, ZERO } from "../arithmetic/constants";
import {
  addElement,
  divideElement,
  keepOperands,
  multiplyElement,
  WORK,
} from "./element_arithmetic";
import { areFinite, exactTwoProdError, exactTwoSumError } from "../arithmetic/two_prod";
import { BOUNDS, boundsOf, highsOf, lowsOf, putLanes, setFilled, slotOf, ZEROS } from "./slot";

/** Relative error of products and quotients of double-doubles. */
const ROUNDINGS: usize = memory.data<f64>([7.888609052210118e-31, 7.888609052210118e-31], 16);
/** Half an ulp, relative to a sum. */
const LAST_ROUNDINGS: usize = memory.data<f64>(
  [1.1102230246251568e-16, 1.1102230246251568e-16],
  16,
);
/** Between these nothing overflows or is lost. */
const LEAST: usize = memory.data<f64>([1e-280, 1e-280], 16);
const MOST: usize = memory.data<f64>([1e290, 1e290], 16);
/** Products of bounds are rounded. */
const MORES: usize = memory.data<f64>([1.0000001, 1.0000001], 16);

/** a + b, or a - b. */
export function addBlock(to: usize, a: usize, b: usize, size: i32, isDifference: bool): void {
  const sign = isDifference ? v128.load(SIGN_64) : i64x2.splat(0);
  const at = slotOf(to);
  const end = <usize> size << 3;
  const x = highsOf(a);
  const y = highsOf(b);
  let bounds = i64x2.splat(0);
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
    const error = exactTwoSumError(xs, ys, sum);
    const small = f64x2.add(xLows, yLows);
    const rest = f64x2.add(error, small);
    const all = v128.bitselect(sum, f64x2.add(sum, rest), f64x2.eq(rest, v128.load(ZERO))); // -0 stays
    if (areFinite(all)) {
      // What is left out of a sum of exact numbers is known, and adds nothing to the bound where it is 0. Else it is
      // at most a rounding of both sums of low parts.
      const ends = f64x2.add(xEnds, yEnds);
      const isBounded = f64x2.ne(ends, f64x2.splat(0));
      let lost = f64x2.mul(f64x2.add(f64x2.abs(small), f64x2.abs(rest)), v128.load(LAST_ROUNDINGS));
      if (!i64x2.all_true(isBounded)) {
        const known = f64x2.add(
          f64x2.abs(exactTwoSumError(xLows, yLows, small)),
          f64x2.abs(exactTwoSumError(error, small, rest)),
        );
        lost = v128.bitselect(lost, known, isBounded);
      }
      const bound = f64x2.add(ends, lost);
      putLanes(at + i, all, exactTwoSumError(sum, rest, all), bound);
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
  for (let i: usize = 0; i < end; i += 16) {
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
    // A product with a 0 that is not exact has a bound that may be lost.
    const areExact = f64x2.eq(v128.or(xEnds, yEnds), f64x2.splat(0));
    const isZero = v128.and(areExact, f64x2.eq(f64x2.pmin(xSize, ySize), f64x2.splat(0)));
    const isPlain = v128.and(
      f64x2.gt(all, v128.load(LEAST)),
      f64x2.lt(f64x2.pmax(xSize, ySize), v128.load(MOST)),
    );
    const isNormal = v128.and(v128.or(isPlain, isZero), f64x2.lt(all, v128.load(MOST)));
    if (i64x2.all_true(isNormal)) {
      const crossed = f64x2.add(f64x2.mul(xs, yLows), f64x2.mul(xLows, ys));
      const rest = f64x2.add(exactTwoProdError(xs, ys, product), crossed);
      let bound = f64x2.add(f64x2.mul(xSize, yEnds), f64x2.mul(ySize, xEnds));
      bound = f64x2.add(bound, f64x2.mul(xEnds, yEnds));
      const isRounded = f64x2.ne(v128.or(xLows, yLows), f64x2.splat(0));
      bound = f64x2.add(bound, v128.and(f64x2.mul(all, v128.load(ROUNDINGS)), isRounded));
      bound = f64x2.mul(bound, v128.load(MORES));
      const sum = f64x2.add(product, rest);
      const kept = v128.bitselect(product, sum, f64x2.eq(rest, v128.load(ZERO))); // -0 stays
      putLanes(at + i, kept, exactTwoSumError(product, rest, sum), bound);
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
    const isZero = v128.and(f64x2.eq(xs, f64x2.splat(0)), f64x2.eq(xEnds, f64x2.splat(0)));
    const small = v128.bitselect(ySize, f64x2.pmin(xSize, all), isZero);
    const least = f64x2.pmin(small, ySize);
    const most = f64x2.pmax(f64x2.pmax(xSize, ySize), all);
    let isNormal = v128.and(f64x2.gt(least, v128.load(LEAST)), f64x2.lt(most, v128.load(MOST)));
    isNormal = v128.and(isNormal, f64x2.lt(f64x2.mul(yEnds, f64x2.splat(256)), ySize));
    const product = f64x2.mul(quotient, ys);
    const first = f64x2.sub(f64x2.sub(xs, product), exactTwoProdError(quotient, ys, product));
    const left = f64x2.add(first, f64x2.sub(xLows, f64x2.mul(quotient, yLows)));
    const moved = f64x2.add(xEnds, f64x2.mul(all, yEnds));
    let bound = f64x2.mul(f64x2.mul(f64x2.splat(1.01), moved), f64x2.abs(inverse));
    const isRounded = f64x2.ne(left, f64x2.splat(0));
    bound = f64x2.add(bound, v128.and(f64x2.mul(all, v128.load(ROUNDINGS)), isRounded));
    const rest = f64x2.mul(left, inverse);
    const sum = f64x2.add(quotient, rest);
    const kept = v128.bitselect(quotient, sum, f64x2.eq(rest, v128.load(ZERO))); // -0 stays
    putLanes(at + i, kept, exactTwoSumError(quotient, rest, sum), bound);
    bounds = v128.or(bounds, bound);
    if (i64x2.all_true(isNormal)) continue;
    keepOperands(xs, ys, xLows, yLows, xEnds, yEnds);
    if (!i64x2.extract_lane(isNormal, 0)) divideElement(at + i, WORK);
    if (!i64x2.extract_lane(isNormal, 1)) divideElement(at + i + 8, WORK + 8);
    bounds = v128.or(bounds, v128.load(at + i, BOUNDS));
  }
  setFilled(to, true, v128.any_true(bounds));
}

/** a times a power of two, exactly, in both passes. */
export function scaleBlock(to: usize, a: usize, factor: f64, size: i32): void {
  const at = slotOf(to);
  const isPlain = lowsOf(a) == ZEROS && boundsOf(a) == ZEROS;
  const factors = f64x2.splat(factor);
  let isAnyOdd = false;
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const xs = v128.load(highsOf(a) + i);
    const xLows = v128.load(lowsOf(a) + i);
    const xEnds = v128.load(boundsOf(a) + i);
    const product = f64x2.mul(xs, factors);
    const all = f64x2.abs(product);
    const isZero = v128.and(f64x2.eq(xs, v128.load(ZERO)), f64x2.eq(xEnds, v128.load(ZERO)));
    const isLarge = v128.or(f64x2.gt(all, v128.load(LEAST)), isZero);
    const isNormal = v128.and(isLarge, f64x2.lt(all, v128.load(MOST)));
    putLanes(at + i, product, f64x2.mul(xLows, factors), f64x2.mul(xEnds, f64x2.abs(factors)));
    if (i64x2.bitmask(isNormal) == 3) continue;
    isAnyOdd = true;
    keepOperands(xs, factors, xLows, i64x2.splat(0), xEnds, i64x2.splat(0));
    if (!i64x2.extract_lane(isNormal, 0)) multiplyElement(at + i, WORK);
    if (!i64x2.extract_lane(isNormal, 1)) multiplyElement(at + i + 8, WORK + 8);
  }
  setFilled(to, isAnyOdd || !isPlain, isAnyOdd || !isPlain);
}
