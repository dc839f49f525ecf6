// The Bessel functions of expressions, and their first derivatives, over blocks of double-doubles: the entries of the kernels
// (bessel/fast_entry.ts), unrounded, with the bound of their error. At x + xLow they add f'(x) xLow, f' by the kernels.
//
// The error of f', from differences of kernels, is below 2^-50 (|f'| + |f| (1 + 1/|x|)), and xLow^2 f''/2 is at most
// 2^-43 |xLow| times that, as |xLow| <= 2^-53 |x| and |x| < 704 where functions grow. SLOPE_ERROR has both.

import { i0eGrad_f64, i1_f64, i1e_f64, i1eGrad_f64, i1Grad_f64 } from "../bessel/kernels";
import { entryPairs, exponent0, exponent1 } from "../bessel/fast_pair";
import { SPACE } from "../memory_map";
import { I0, I0E, I0E_SLOPE, I1, I1_SLOPE, I1E, I1E_SLOPE, isGrowing } from "../bessel/kinds";
import { PAIR } from "../bessel/fast_entry";
import { ONE, SIGN_64 } from "../arithmetic/constants";
import { accurateArithmetic } from "./element_arithmetic";
import { signBlock } from "./compare";
import { ADD, DIV, I0E as OP_I0E, I1 as OP_I1, SUB } from "./instructions";
import { twoSumError } from "../arithmetic/error_free";
import { ENTRY, highsOf, lowsOf, putLanes, setFilled, SLOT_SIZE, slotOf, ZEROS } from "./slot";
import { powerOfTwo } from "../arithmetic/power_of_two";

/** Smaller and larger numbers fall back. */
const LEAST: f64 = 1e-50;
const GROWING_END: f64 = 700;
const SCALED_END: f64 = 1e150;
/** So far the slope is good enough. */
export const SLOPE_END: f64 = 1e9;
export const SLOPE_ERROR: f64 = 9.094947017729282e-13; // 2^-40

/** |x|, or 1 where an element is left; another function of it; slopes. */
const SIZES: usize = memory.data(4096, 16);
const OTHERS: usize = memory.data(4096, 16);
const SLOPES: usize = memory.data(4096, 16);

/** The kernel of a function and the number of its derivative, or -1: `m` is its order, 0 or 1. */
export function besselKind(m: i32, isScaled: bool, derivative: f64): i32 {
  if (derivative == 0) return isScaled ? (m == 0 ? I0E : I1E) : m == 0 ? I0 : I1;
  if (derivative != 1) return -1;
  return isScaled ? (m == 0 ? I0E_SLOPE : I1E_SLOPE) : m == 0 ? I1 : I1_SLOPE;
}

/** A function of a block by its kind (bessel/kinds.ts); whether elements are left, which have NaN. */
export function besselBlock(kind: i32, to: usize, a: usize, size: i32): bool {
  const hasLows = lowsOf(a) != ZEROS;
  const end = isGrowing(kind) ? GROWING_END : SCALED_END;
  const x = highsOf(a);
  const bytes = <usize> size << 3;
  const one = v128.load(ONE);
  let isAnyLeft = false;
  for (let i: usize = 0; i < bytes; i += 16) {
    const xs = f64x2.abs(v128.load(x + i));
    let isIn = v128.and(f64x2.gt(xs, f64x2.splat(LEAST)), f64x2.lt(xs, f64x2.splat(end)));
    if (hasLows) {
      const isPlain = f64x2.eq(v128.load(lowsOf(a) + i), f64x2.splat(0));
      isIn = v128.and(isIn, v128.or(isPlain, f64x2.lt(xs, f64x2.splat(SLOPE_END))));
    }
    if (!i64x2.all_true(isIn)) isAnyLeft = true;
    const sizes = v128.bitselect(xs, one, isIn);
    v128.store(SIZES + i, sizes);
  }
  if (hasLows) findSlopes(kind, size);
  for (let i: usize = 0; i < bytes; i += 16) {
    entryPairs(kind, v128.load(SIZES + i));
    putPairs(kind, to, a, i);
  }
  setFilled(to, true, true);
  return isAnyLeft;
}

/** Puts what is at PAIR, times its powers of two. */
function putPairs(kind: i32, to: usize, a: usize, i: usize): void {
  const factor = f64x2.replace_lane(f64x2.splat(powerOfTwo(exponent0)), 1, powerOfTwo(exponent1));
  const xs = v128.load(highsOf(a) + i);
  const sizes = v128.load(SIZES + i);
  const high = f64x2.mul(v128.load(PAIR), factor);
  let low = f64x2.mul(v128.load(PAIR, 16), factor);
  let bound = f64x2.mul(v128.load(PAIR, 32), factor);
  const sign = v128.and(xs, v128.load(SIGN_64));
  if (lowsOf(a) != ZEROS) {
    const lows = v128.xor(v128.load(lowsOf(a) + i), sign);
    const slope = v128.load(SLOPES + i);
    low = f64x2.add(low, f64x2.mul(slope, lows));
    const inverse = f64x2.add(v128.load(ONE), f64x2.div(v128.load(ONE), sizes));
    const scale = f64x2.add(f64x2.abs(slope), f64x2.mul(f64x2.abs(high), inverse));
    bound = f64x2.add(
      bound,
      f64x2.mul(f64x2.mul(f64x2.abs(lows), scale), f64x2.splat(SLOPE_ERROR)),
    );
  }
  const at = slotOf(to) + i;
  const sum = f64x2.add(high, low);
  const isOdd = kind == I1 || kind == I1E || kind == I0E_SLOPE;
  const turned = isOdd ? sign : i64x2.splat(0);
  const rest = twoSumError(high, low, sum);
  const isLeft = f64x2.ne(sizes, f64x2.abs(xs));
  putLanes(
    at,
    v128.or(v128.xor(sum, turned), isLeft),
    v128.xor(rest, turned),
    bound,
  );
}

/** f' at one x > 0. */
export function slopeAt(kind: i32, x: f64): f64 {
  // Kernels compute four elements at least.
  v128.store(SIZES, f64x2.splat(x));
  v128.store(SIZES, f64x2.splat(x), 16);
  findSlopes(kind, 4);
  return load<f64>(SLOPES);
}

/** f' of SIZES. */
function findSlopes(kind: i32, size: i32): void {
  if (kind == I0) i1_f64(SIZES, SLOPES, size);
  else if (kind == I1) i1Grad_f64(SIZES, SLOPES, size);
  else if (kind == I0E) i0eGrad_f64(SIZES, SLOPES, size);
  else if (kind == I1E) i1eGrad_f64(SIZES, SLOPES, size);
  else {
    // With f = i1, i0e or i1e and x > 0: i1'' = i1 - (i1' - i1/x)/x, i0e'' = -2 i0e' - i1e/x,
    // i1e'' = i0e' - i1e' - (i1e' - i1e/x)/x.
    if (kind == I1_SLOPE) i1_f64(SIZES, SLOPES, size);
    else i1e_f64(SIZES, SLOPES, size);
    if (kind == I1_SLOPE) i1Grad_f64(SIZES, OTHERS, size);
    else i0eGrad_f64(SIZES, OTHERS, size);
    for (let i: usize = 0; i < <usize> size << 3; i += 8) {
      const x = load<f64>(SIZES + i);
      const quotient = load<f64>(SLOPES + i) / x;
      const slope = load<f64>(OTHERS + i);
      let y = quotient * x - (slope - quotient) / x;
      if (kind == I0E_SLOPE) y = -2 * slope - quotient;
      if (kind == I1E_SLOPE) {
        const steep = -slope - quotient; // i1e' = -i0e' - i1e/x
        y = slope - steep - (steep - quotient) / x;
      }
      store<f64>(SLOPES + i, y);
    }
  }
}

/** Slots of what second derivatives are made of, and their entries (expression/slot.ts). */
const PARTS: usize = memory.data(3 * 12288, 16);
const ENTRIES: usize = memory.data(48, 16);

function part(number: usize): usize {
  const entry = ENTRIES + number * ENTRY;
  store<u32>(entry, PARTS + number * SLOT_SIZE, 12);
  return entry;
}

/**
 * The second derivative of i1, i0e or i1e, from the entries of functions and their first derivatives, x > 0:
 *
 *   i1''  = i1 + (i1/x - i1')/x
 *   i0e'' = -2 i0e' - i1e/x
 *   i1e'' = i0e' - i1e' + (i1e/x - i1e')/x
 *
 * What cancels next to 0 and far from it is in the bounds. Returns whether elements are left, which have NaN.
 */
export function secondBlock(op: i32, to: usize, a: usize, size: i32): bool {
  const x = part(0);
  const quotient = part(1);
  const slope = part(2);
  signBlock(x, a, size, false);
  let isAnyLeft = besselBlock(op == OP_I1 ? I1 : I1E, quotient, x, size);
  accurateArithmetic(DIV, quotient, quotient, x, size);
  if (op == OP_I0E) {
    isAnyLeft = besselBlock(I0E_SLOPE, to, x, size) || isAnyLeft;
    accurateArithmetic(ADD, to, to, to, size);
    accurateArithmetic(ADD, to, to, quotient, size);
    signBlock(to, to, size, true);
  } else {
    isAnyLeft = besselBlock(op == OP_I1 ? I1_SLOPE : I1E_SLOPE, slope, x, size) || isAnyLeft;
    accurateArithmetic(SUB, quotient, quotient, slope, size);
    accurateArithmetic(DIV, quotient, quotient, x, size);
    isAnyLeft = besselBlock(op == OP_I1 ? I1 : I0E_SLOPE, to, x, size) || isAnyLeft;
    if (op != OP_I1) accurateArithmetic(SUB, to, to, slope, size);
    accurateArithmetic(ADD, to, to, quotient, size);
  }
  const at = slotOf(to);
  const isOdd = op != OP_I0E;
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const xs = v128.load(highsOf(a) + i);
    const turned = isOdd ? v128.and(xs, v128.load(SIGN_64)) : i64x2.splat(0);
    v128.store(at + i, v128.xor(v128.load(highsOf(to) + i), turned));
    v128.store(at + i, v128.xor(v128.load(lowsOf(to) + i), turned), SPACE);
  }
  return isAnyLeft;
}
