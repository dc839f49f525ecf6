// Arithmetic of expressions in the first pass over a block, of double-doubles with bounds (expression/slot.ts), two lanes at a
// time: products and quotients have 76 bits, more than the functions they are made of. Elements whose digits cancel
// are computed again (expression/element_arithmetic.ts). `to` may be one of the operands.
//
// With a = a1 + a2, where a1 has the first 26 bits of a, and b likewise, a b - fl(a b) is
// (a1 b1 - fl(a b)) + a1 b2 + a2 b. The first two terms are exact. The third, their sums and what is left out of low
// parts are rounded to 2^-79 of the product or less: PRODUCT_ERROR, 2^-76, has all of them.
//
// An element whose numbers are not all normal goes one by one (expression/element_arithmetic.ts), and its neighbour does not.

import { SPACE } from "../memory_map";
import { ONE, SIGN_64, ZERO } from "../arithmetic/constants";
import {
  addElement,
  divideElement,
  keepOperands,
  multiplyElement,
  WORK,
} from "./element_arithmetic";
import { exactTwoProdError, TOP_BITS, twoSumError } from "../arithmetic/error_free";
import { BOUNDS, boundsOf, highsOf, lowsOf, putLanes, setFilled, slotOf, ZEROS } from "./slot";

const PRODUCT_ERROR: usize = memory.data<f64>([1.3234889800848443e-23, 1.3234889800848443e-23], 16); // 2^-76
/** Half an ulp, relative to a sum. */
const SUM_ERROR: usize = memory.data<f64>([1.1102230246251568e-16, 1.1102230246251568e-16], 16); // 2^-53 and 2^-103
/** Between these nothing overflows or is lost. */
const LEAST: usize = memory.data<f64>([1e-250, 1e-250], 16);
const SMALLEST_NORMAL: usize = memory.data<f64>(
  [2.2250738585072014e-308, 2.2250738585072014e-308],
  16,
);
const MOST: usize = memory.data<f64>([1e250, 1e250], 16);
/** Times a subnormal number it is below LEAST. */
const MOST_PLAIN: usize = memory.data<f64>([1e57, 1e57], 16);
/** Low parts are left out of bounds, whose products are rounded; and a divisor's bound moves the quotient. */
const MORE: usize = memory.data<f64>([1.01, 1.01], 16);
/** A divisor whose bound is not below 1/256 of it may be anything. */
const KNOWN: usize = memory.data<f64>([256, 256], 16);

/** a b - product, to 2^-78 of the product. */
// @ts-ignore: decorator
@inline
function productRest(a: v128, b: v128, product: v128): v128 {
  const a1 = v128.and(a, v128.load(TOP_BITS));
  const b1 = v128.and(b, v128.load(TOP_BITS));
  const first = f64x2.add(f64x2.sub(f64x2.mul(a1, b1), product), f64x2.mul(a1, f64x2.sub(b, b1)));
  return f64x2.add(first, f64x2.mul(f64x2.sub(a, a1), b));
}

/** Whether both lanes of a mask are true. */
// @ts-ignore: decorator
@inline
function areBoth(mask: v128): bool {
  return i64x2.bitmask(mask) == 3;
}

/** Which lanes are infinite or NaN. */
// @ts-ignore: decorator
@inline
function areNonfinite(a: v128): v128 {
  return f64x2.ne(f64x2.sub(a, a), v128.load(ZERO));
}

/** a + b, or a - b. */
export function addFast(to: usize, a: usize, b: usize, size: i32, isDifference: bool): void {
  const sign = isDifference ? v128.load(SIGN_64) : i64x2.splat(0);
  const at = slotOf(to);
  const end = <usize> size << 3;
  const x = highsOf(a);
  const y = highsOf(b);
  const xLow = lowsOf(a);
  const yLow = lowsOf(b);
  const xBound = boundsOf(a);
  const yBound = boundsOf(b);
  let any = i64x2.splat(0);
  let i: usize = 0;
  if (xLow == ZEROS && yLow == ZEROS && xBound == ZEROS && yBound == ZEROS) {
    for (; i < end; i += 16) {
      const xs = v128.load(x + i);
      const ys = v128.xor(v128.load(y + i), sign);
      const sum = f64x2.add(xs, ys);
      if (v128.any_true(areNonfinite(sum))) break;
      const error = twoSumError(xs, ys, sum);
      v128.store(at + i, sum);
      v128.store(at + i, error, SPACE);
      any = v128.or(any, error);
    }
    if (i == end) {
      setFilled(to, v128.any_true(any), false);
      return;
    }
    memory.fill(at + BOUNDS, 0, i);
    any = i64x2.splat(0);
  }
  for (; i < end; i += 16) {
    const xs = v128.load(x + i);
    const ys = v128.xor(v128.load(y + i), sign);
    const xLows = v128.load(xLow + i);
    const yLows = v128.xor(v128.load(yLow + i), sign);
    const xEnds = v128.load(xBound + i);
    const yEnds = v128.load(yBound + i);
    const high = f64x2.add(xs, ys);
    const small = f64x2.add(xLows, yLows);
    const rest = f64x2.add(twoSumError(xs, ys, high), small);
    const sum = f64x2.add(high, rest);
    // Where both low parts are 0, nothing is rounded.
    const lost = f64x2.mul(f64x2.add(f64x2.abs(small), f64x2.abs(rest)), v128.load(SUM_ERROR));
    const bound = f64x2.add(
      f64x2.add(xEnds, yEnds),
      v128.and(lost, f64x2.ne(small, v128.load(ZERO))),
    );
    const isUnbounded = areNonfinite(sum);
    // -0 stays.
    const kept = v128.bitselect(high, sum, f64x2.eq(rest, v128.load(ZERO)));
    putLanes(at + i, kept, f64x2.add(f64x2.sub(high, sum), rest), bound);
    any = v128.or(any, bound);
    if (!v128.any_true(isUnbounded)) continue;
    keepOperands(xs, ys, xLows, yLows, xEnds, yEnds);
    if (i64x2.extract_lane(isUnbounded, 0)) addElement(at + i, WORK);
    if (i64x2.extract_lane(isUnbounded, 1)) addElement(at + i + 8, WORK + 8);
    any = v128.or(any, v128.load(at + i, BOUNDS));
  }
  setFilled(to, true, v128.any_true(any));
}

/**
 * a b. `arePlain`: both are inputs or numbers, and so without low parts and bounds in every block: products are exact
 * double-doubles then. Other operands may be so in one block and not in another, and the bits must not depend on that.
 */
export function multiplyFast(to: usize, a: usize, b: usize, size: i32, arePlain: bool): void {
  if (arePlain) multiply(to, a, b, size, true, true);
  else if (lowsOf(a) == ZEROS && boundsOf(a) == ZEROS) multiply(to, a, b, size, true, false);
  else multiply(to, a, b, size, false, false);
}

/** `isPlain`: the first has no low parts and no bounds. `arePlain`: nor has the second, and products are exact. */
// @ts-ignore: decorator
@inline
function multiply(to: usize, a: usize, b: usize, size: i32, isPlain: bool, arePlain: bool): void {
  const at = slotOf(to);
  const x = highsOf(a);
  const y = highsOf(b);
  const xLow = lowsOf(a);
  const yLow = lowsOf(b);
  const xBound = boundsOf(a);
  const yBound = boundsOf(b);
  let odd: usize = 0;
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const xs = v128.load(x + i);
    const ys = v128.load(y + i);
    const xSize = f64x2.abs(xs);
    const ySize = f64x2.abs(ys);
    const product = f64x2.mul(xs, ys);
    const all = f64x2.abs(product);
    const xLows = isPlain ? i64x2.splat(0) : v128.load(xLow + i);
    const yLows = arePlain ? i64x2.splat(0) : v128.load(yLow + i);
    const xEnds = isPlain ? i64x2.splat(0) : v128.load(xBound + i);
    const yEnds = arePlain ? i64x2.splat(0) : v128.load(yBound + i);
    // Numbers that are too large cannot be split, which the exact product of plain ones needs.
    const most = arePlain ? f64x2.pmax(all, f64x2.pmax(xSize, ySize)) : all;
    let isLarge = f64x2.gt(all, v128.load(LEAST));
    // Nor have subnormal numbers a first part of 26 bits. The product of one and a plain number is too small then.
    if (!arePlain) isLarge = v128.and(isLarge, f64x2.ge(xSize, v128.load(SMALLEST_NORMAL)));
    const isSmall = f64x2.lt(most, v128.load(arePlain ? MOST_PLAIN : MOST));
    if (arePlain) {
      v128.store(at + i, product);
      v128.store(at + i, exactTwoProdError(xs, ys, product), SPACE);
    } else {
      let rest = f64x2.mul(xs, yLows);
      let bound = f64x2.mul(xSize, yEnds);
      if (!isPlain) {
        rest = f64x2.add(rest, f64x2.mul(xLows, ys));
        // Both may be known badly: then the product of the bounds matters. That of infinity and 0 would be NaN.
        const reach = f64x2.add(ySize, f64x2.pmin(yEnds, v128.load(MOST)));
        bound = f64x2.add(bound, f64x2.mul(reach, xEnds));
      }
      rest = f64x2.add(productRest(xs, ys, product), rest);
      bound = f64x2.add(
        f64x2.mul(bound, v128.load(MORE)),
        f64x2.mul(all, v128.load(PRODUCT_ERROR)),
      );
      const sum = f64x2.add(product, rest);
      const kept = v128.bitselect(product, sum, f64x2.eq(rest, v128.load(ZERO))); // -0 stays
      putLanes(at + i, kept, f64x2.add(f64x2.sub(product, sum), rest), bound);
    }
    if (areBoth(v128.and(isLarge, isSmall))) continue;
    // A product with a 0 that is not exact has a bound that may be lost.
    let isZero = f64x2.eq(f64x2.pmin(xSize, ySize), v128.load(ZERO));
    if (!arePlain) isZero = v128.and(isZero, f64x2.eq(v128.or(xEnds, yEnds), v128.load(ZERO)));
    const isNormal = v128.and(v128.or(isLarge, isZero), isSmall);
    if (areBoth(isNormal)) continue;
    if (arePlain && odd == 0) memory.fill(at + BOUNDS, 0, SPACE);
    odd = 1;
    keepOperands(xs, ys, xLows, yLows, xEnds, yEnds);
    if (!i64x2.extract_lane(isNormal, 0)) multiplyElement(at + i, WORK);
    if (!i64x2.extract_lane(isNormal, 1)) multiplyElement(at + i + 8, WORK + 8);
  }
  setFilled(to, true, !arePlain || odd != 0);
}

export function divideFast(to: usize, a: usize, b: usize, size: i32): void {
  const arePlain = lowsOf(a) == ZEROS && lowsOf(b) == ZEROS && boundsOf(a) == ZEROS &&
    boundsOf(b) == ZEROS;
  if (arePlain) divide(to, a, b, size, true);
  else divide(to, a, b, size, false);
}

/** `arePlain`: both have no low parts and no bounds. */
// @ts-ignore: decorator
@inline
function divide(to: usize, a: usize, b: usize, size: i32, arePlain: bool): void {
  const at = slotOf(to);
  const x = highsOf(a);
  const y = highsOf(b);
  const xLow = lowsOf(a);
  const yLow = lowsOf(b);
  const xBound = boundsOf(a);
  const yBound = boundsOf(b);
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const xs = v128.load(x + i);
    const ys = v128.load(y + i);
    const xLows = arePlain ? i64x2.splat(0) : v128.load(xLow + i);
    const yLows = arePlain ? i64x2.splat(0) : v128.load(yLow + i);
    const xEnds = arePlain ? i64x2.splat(0) : v128.load(xBound + i);
    const yEnds = arePlain ? i64x2.splat(0) : v128.load(yBound + i);
    const inverse = f64x2.div(v128.load(ONE), ys);
    const quotient = f64x2.mul(xs, inverse);
    const xSize = f64x2.abs(xs);
    const ySize = f64x2.abs(ys);
    const all = f64x2.abs(quotient);
    // The quotient is NaN where an operand is, and `pmin` and `pmax` give the first of both then.
    const least = f64x2.gt(f64x2.pmin(all, xSize), v128.load(LEAST));
    const most = f64x2.pmax(f64x2.pmax(all, xSize), f64x2.pmax(ySize, f64x2.abs(inverse)));
    const isZero = v128.and(f64x2.eq(xs, v128.load(ZERO)), f64x2.eq(xEnds, v128.load(ZERO)));
    let isNormal = v128.and(v128.or(least, isZero), f64x2.lt(most, v128.load(MOST)));
    if (!arePlain) {
      isNormal = v128.and(isNormal, f64x2.lt(f64x2.mul(yEnds, v128.load(KNOWN)), ySize));
    }
    const product = f64x2.mul(quotient, ys);
    let left = f64x2.sub(f64x2.sub(xs, product), productRest(quotient, ys, product));
    let bound = f64x2.mul(all, v128.load(PRODUCT_ERROR));
    if (!arePlain) {
      left = f64x2.add(left, f64x2.sub(xLows, f64x2.mul(quotient, yLows)));
      const moved = f64x2.mul(f64x2.add(xEnds, f64x2.mul(all, yEnds)), f64x2.abs(inverse));
      bound = f64x2.add(f64x2.mul(moved, v128.load(MORE)), bound);
    }
    const rest = f64x2.mul(left, inverse);
    const sum = f64x2.add(quotient, rest);
    const kept = v128.bitselect(quotient, sum, f64x2.eq(rest, v128.load(ZERO))); // -0 stays
    putLanes(at + i, kept, f64x2.add(f64x2.sub(quotient, sum), rest), bound);
    if (areBoth(isNormal)) continue;
    keepOperands(xs, ys, xLows, yLows, xEnds, yEnds);
    if (!i64x2.extract_lane(isNormal, 0)) divideElement(at + i, WORK);
    if (!i64x2.extract_lane(isNormal, 1)) divideElement(at + i + 8, WORK + 8);
  }
  setFilled(to, true, true);
}

/** a times a power of two, exactly, in the fast and the accurate phase. */
export function scaleBlock(to: usize, a: usize, factor: f64, size: i32): void {
  const at = slotOf(to);
  const isPlain = lowsOf(a) == ZEROS && boundsOf(a) == ZEROS;
  const factors = f64x2.splat(factor);
  const inverses = f64x2.splat(1 / factor);
  let isAnyOdd = false;
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const xs = v128.load(highsOf(a) + i);
    const xLows = v128.load(lowsOf(a) + i);
    const xEnds = v128.load(boundsOf(a) + i);
    const product = f64x2.mul(xs, factors);
    const low = f64x2.mul(xLows, factors);
    const end = f64x2.mul(xEnds, f64x2.abs(factors));
    // Nothing is lost below the smallest numbers or above the largest.
    let isExact = f64x2.eq(f64x2.mul(product, inverses), xs);
    isExact = v128.and(isExact, f64x2.eq(f64x2.mul(low, inverses), xLows));
    isExact = v128.and(isExact, f64x2.eq(f64x2.mul(end, f64x2.abs(inverses)), xEnds));
    putLanes(at + i, product, low, end);
    if (areBoth(isExact)) continue;
    isAnyOdd = true;
    keepOperands(xs, factors, xLows, i64x2.splat(0), xEnds, i64x2.splat(0));
    if (!i64x2.extract_lane(isExact, 0)) multiplyElement(at + i, WORK);
    if (!i64x2.extract_lane(isExact, 1)) multiplyElement(at + i + 8, WORK + 8);
  }
  setFilled(to, isAnyOdd || !isPlain, isAnyOdd || !isPlain);
}
