// Comparisons, choices and signs of expressions, over blocks of double-doubles with bounds (expression/slot.ts), two lanes at a time.
// `to` may be one of the operands.

import { SPACE } from "../memory_map";
import { INFINITE, ONE, SIGN_64, ZERO } from "../arithmetic/constants";
import { LE, LT, NE } from "./instructions";
import { putLanes } from "./slot";
import { BOUNDS, boundsOf, highsOf, lowsOf, setFilled, slotOf, ZEROS } from "./slot";

const LOW_ERROR: f64 = 4.440892098500626e-16; // 2^-51

/** a - b, to its sign: next to each other, the difference of high parts is exact. */
// @ts-ignore: decorator
@inline
function differenceOf(a: usize, b: usize, i: usize): v128 {
  const x = v128.load(highsOf(a) + i);
  const y = v128.load(highsOf(b) + i);
  const lows = f64x2.sub(v128.load(lowsOf(a) + i), v128.load(lowsOf(b) + i));
  return v128.bitselect(lows, f64x2.add(f64x2.sub(x, y), lows), f64x2.eq(x, y));
}

/** The smaller or larger of two; the first of equal ones, of which 0 is larger than -0. */
export function extremeBlock(to: usize, a: usize, b: usize, size: i32, isMaximum: bool): void {
  const at = slotOf(to);
  const zero = f64x2.splat(0);
  let any = i64x2.splat(0);
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const x = v128.load(highsOf(a) + i);
    const y = v128.load(highsOf(b) + i);
    const difference = differenceOf(a, b, i);
    const isBetter = isMaximum ? f64x2.ge(difference, zero) : f64x2.le(difference, zero);
    const isFirst = v128.or(f64x2.ne(x, x), v128.and(f64x2.eq(y, y), isBetter));
    const extreme = isMaximum ? f64x2.max(x, y) : f64x2.min(x, y);
    const high = v128.bitselect(extreme, v128.bitselect(x, y, isFirst), f64x2.eq(x, y));
    const low = v128.bitselect(v128.load(lowsOf(a) + i), v128.load(lowsOf(b) + i), isFirst);
    const bound = f64x2.max(v128.load(boundsOf(a) + i), v128.load(boundsOf(b) + i));
    // What is infinite or NaN is so for certain, or not at all.
    const isFinite = f64x2.lt(f64x2.abs(high), v128.load(INFINITE));
    const isUnbounded = f64x2.eq(bound, v128.load(INFINITE));
    const kept = v128.and(bound, v128.or(isFinite, isUnbounded));
    putLanes(at + i, high, v128.and(low, isFinite), kept);
    any = v128.or(any, kept);
  }
  setFilled(to, true, v128.any_true(any));
}

/** 1 where a comparison holds, 0 where not, NaN where one of both is. */
export function compareBlock(to: usize, a: usize, b: usize, size: i32, op: i32): void {
  const at = slotOf(to);
  const zero = f64x2.splat(0);
  let any = i64x2.splat(0);
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const x = v128.load(highsOf(a) + i);
    const y = v128.load(highsOf(b) + i);
    let bound = f64x2.add(v128.load(boundsOf(a) + i), v128.load(boundsOf(b) + i));
    const difference = differenceOf(a, b, i);
    // The difference of low parts is rounded.
    const lows = f64x2.add(
      f64x2.abs(v128.load(lowsOf(a) + i)),
      f64x2.abs(v128.load(lowsOf(b) + i)),
    );
    const isRounded = f64x2.ne(x, y);
    bound = f64x2.add(bound, v128.and(f64x2.mul(lows, f64x2.splat(LOW_ERROR)), isRounded));
    const isKnown = f64x2.gt(f64x2.abs(difference), f64x2.add(bound, bound));
    const isUnknown = v128.andnot(f64x2.ne(bound, zero), isKnown);
    let holds = f64x2.eq(difference, zero);
    if (op == LT) holds = f64x2.lt(difference, zero);
    if (op == LE) holds = f64x2.le(difference, zero);
    if (op == NE) holds = f64x2.ne(difference, zero);
    const isNone = v128.or(f64x2.ne(x, x), f64x2.ne(y, y));
    v128.store(at + i, v128.or(v128.and(v128.load(ONE), holds), isNone));
    v128.store(at + i, v128.and(v128.load(INFINITE), isUnknown), BOUNDS);
    any = v128.or(any, isUnknown);
  }
  setFilled(to, false, v128.any_true(any));
}

/** `a` where a condition is not 0, else `b`. */
export function chooseBlock(to: usize, condition: usize, a: usize, b: usize, size: i32): void {
  const at = slotOf(to);
  const zero = f64x2.splat(0);
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const x = v128.load(highsOf(condition) + i);
    const bound = v128.load(boundsOf(condition) + i);
    const isUnknown = v128.andnot(f64x2.ne(bound, zero), f64x2.gt(f64x2.abs(x), bound));
    const isFirst = f64x2.ne(x, zero);
    const isNone = f64x2.ne(x, x);
    const high = v128.bitselect(v128.load(highsOf(a) + i), v128.load(highsOf(b) + i), isFirst);
    const low = v128.bitselect(v128.load(lowsOf(a) + i), v128.load(lowsOf(b) + i), isFirst);
    let end = v128.bitselect(v128.load(boundsOf(a) + i), v128.load(boundsOf(b) + i), isFirst);
    end = v128.bitselect(v128.load(INFINITE), v128.andnot(end, isNone), isUnknown);
    putLanes(at + i, v128.or(high, isNone), v128.andnot(low, isNone), end);
  }
  setFilled(to, true, true);
}

/**
 * 1 where neither of two is 0, 0 where one is, whatever the other; else NaN, where one of both is. NaN
 * is not known to be 0.
 */
export function bothBlock(to: usize, a: usize, b: usize, size: i32): void {
  const at = slotOf(to);
  const zero = f64x2.splat(0);
  let any = i64x2.splat(0);
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const x = v128.load(highsOf(a) + i);
    const y = v128.load(highsOf(b) + i);
    const xBound = v128.load(boundsOf(a) + i);
    const yBound = v128.load(boundsOf(b) + i);
    const isZero = v128.or(
      v128.and(f64x2.eq(x, zero), f64x2.eq(xBound, zero)),
      v128.and(f64x2.eq(y, zero), f64x2.eq(yBound, zero)),
    );
    const isUnknown = v128.andnot(
      v128.or(
        v128.andnot(f64x2.ne(xBound, zero), f64x2.gt(f64x2.abs(x), xBound)),
        v128.andnot(f64x2.ne(yBound, zero), f64x2.gt(f64x2.abs(y), yBound)),
      ),
      isZero,
    );
    const isNone = v128.or(f64x2.ne(x, x), f64x2.ne(y, y));
    v128.store(at + i, v128.andnot(v128.or(v128.load(ONE), isNone), isZero));
    v128.store(at + i, v128.and(v128.load(INFINITE), isUnknown), BOUNDS);
    any = v128.or(any, isUnknown);
  }
  setFilled(to, false, v128.any_true(any));
}

/** -a, or |a|. */
export function signBlock(to: usize, a: usize, size: i32, isNegation: bool): void {
  const at = slotOf(to);
  const x = highsOf(a);
  const xLow = lowsOf(a);
  const xBound = boundsOf(a);
  const isPlain = xLow == ZEROS && xBound == ZEROS;
  const sign = v128.load(SIGN_64);
  const zero = f64x2.splat(0);
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const xs = v128.load(x + i);
    const turned = isNegation ? sign : v128.and(sign, f64x2.le(xs, zero));
    v128.store(at + i, isNegation ? v128.xor(xs, sign) : f64x2.abs(xs));
    if (isPlain) continue;
    v128.store(at + i, v128.xor(v128.load(xLow + i), turned), SPACE);
    v128.store(at + i, v128.load(xBound + i), BOUNDS);
  }
  setFilled(to, xLow != ZEROS, xBound != ZEROS);
}

/** Makes a difference of one function at x and y that is 0 exactly so, where these are the same number. */
export function zeroSame(to: usize, x: usize, y: usize, size: i32): void {
  const at = highsOf(to);
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    let isZero = f64x2.eq(v128.load(at + i), v128.load(ZERO));
    if (!v128.any_true(isZero)) continue;
    const areSame = v128.and(
      f64x2.eq(v128.load(highsOf(x) + i), v128.load(highsOf(y) + i)),
      f64x2.eq(v128.load(lowsOf(x) + i), v128.load(lowsOf(y) + i)),
    );
    const bounds = v128.or(v128.load(boundsOf(x) + i), v128.load(boundsOf(y) + i));
    isZero = v128.and(isZero, v128.and(areSame, f64x2.eq(bounds, v128.load(ZERO))));
    v128.store(at + i, v128.andnot(v128.load(at + i, BOUNDS), isZero), BOUNDS);
  }
}
