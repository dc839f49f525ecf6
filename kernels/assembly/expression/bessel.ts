// The Bessel functions of expressions, and their first derivatives, over blocks of double-doubles: the entries of the kernels
// (bessel/fast_entry.ts), unrounded, with the bound of their error. At x + xLow they add f'(x) xLow, f' by other entries.
//
// The error of f', from differences of these, is below 2^-50 (|f'| + |f| (1 + 1/|x|)), and xLow^2 f''/2 is at most
// 2^-43 |xLow| times that, as |xLow| <= 2^-53 |x| and |x| < 704 where functions grow. SLOPE_ERROR has both.

import { entryPairs, exponent0, exponent1 } from "../bessel/fast_pair";
import { BOUND, LOW, SPACE } from "../memory_map";
import { I0, I0E, I0E_SLOPE, I1, I1_SLOPE, I1E, I1E_SLOPE, isGrowing } from "../bessel/kinds";
import { PAIR } from "../bessel/fast_entry";
import { ONE, SIGN_64, ZERO } from "../arithmetic/constants";
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
const SLOPE_END: f64 = 1e9;
const SLOPE_ERROR: f64 = 9.094947017729282e-13; // 2^-40

/** The kernel of a function and the number of its derivative, or -1: `m` is its order, 0 or 1. */
export function besselKind(m: i32, isScaled: bool, derivative: f64): i32 {
  if (derivative == 0) return isScaled ? (m == 0 ? I0E : I1E) : m == 0 ? I0 : I1;
  if (derivative != 1) return -1;
  return isScaled ? (m == 0 ? I0E_SLOPE : I1E_SLOPE) : m == 0 ? I1 : I1_SLOPE;
}

/** A function of a block by its kind (bessel/kinds.ts); whether elements are left, which have NaN. */
export function besselBlock(kind: i32, to: usize, a: usize, size: i32): bool {
  const hasLows = lowsOf(a) != ZEROS;
  const end = f64x2.splat(isGrowing(kind) ? GROWING_END : SCALED_END);
  const isOdd = kind == I1 || kind == I1E || kind == I0E_SLOPE;
  const one = v128.load(ONE);
  let left = i64x2.splat(0);
  for (let i: usize = 0; i < <usize> size << 3; i += 16) {
    const given = v128.load(highsOf(a) + i);
    const givenLow = v128.load(lowsOf(a) + i);
    const sign = v128.and(given, v128.load(SIGN_64));
    const distance = f64x2.abs(given);
    let isIn = v128.and(f64x2.gt(distance, f64x2.splat(LEAST)), f64x2.lt(distance, end));
    const isPlain = f64x2.eq(givenLow, v128.load(ZERO));
    isIn = v128.and(isIn, v128.or(isPlain, f64x2.lt(distance, f64x2.splat(SLOPE_END))));
    const isLeft = v128.not(isIn);
    left = v128.or(left, isLeft);
    // What is left is computed at 1.
    const x = v128.bitselect(distance, one, isIn);
    const slope = hasLows ? slopeLanes(kind, x) : i64x2.splat(0);
    const high = valueLanes(kind, x);
    let low = v128.load(LOW);
    let bound = v128.load(BOUND);
    if (hasLows) {
      const xLow = v128.xor(givenLow, sign);
      low = f64x2.add(low, f64x2.mul(slope, xLow));
      const scale = f64x2.add(
        f64x2.abs(slope),
        f64x2.mul(f64x2.abs(high), f64x2.add(one, f64x2.div(one, x))),
      );
      const part = f64x2.mul(f64x2.mul(f64x2.abs(xLow), scale), f64x2.splat(SLOPE_ERROR));
      bound = f64x2.add(bound, part);
    }
    const sum = f64x2.add(high, low);
    const turned = isOdd ? sign : i64x2.splat(0);
    putLanes(
      slotOf(to) + i,
      v128.or(v128.xor(sum, turned), isLeft),
      v128.xor(twoSumError(high, low, sum), turned),
      bound,
    );
  }
  setFilled(to, true, true);
  return v128.any_true(left);
}

/** A function at x > 0: returns the high parts; LOW and BOUND have the others. */
function valueLanes(kind: i32, x: v128): v128 {
  entryPairs(kind, x);
  const factor = f64x2.replace_lane(f64x2.splat(powerOfTwo(exponent0)), 1, powerOfTwo(exponent1));
  v128.store(LOW, f64x2.mul(v128.load(PAIR, 16), factor));
  v128.store(BOUND, f64x2.mul(v128.load(PAIR, 32), factor));
  return f64x2.mul(v128.load(PAIR), factor);
}

/** The same, rounded. */
// @ts-ignore: decorator
@inline
function rounded(kind: i32, x: v128): v128 {
  const high = valueLanes(kind, x);
  return f64x2.add(high, v128.load(LOW));
}

/** Its slope, rounded. */
function slopeLanes(kind: i32, x: v128): v128 {
  if (kind == I0) return rounded(I1, x);
  if (kind == I1) return rounded(I1_SLOPE, x);
  if (kind == I0E) return rounded(I0E_SLOPE, x);
  if (kind == I1E) return rounded(I1E_SLOPE, x);
  // i1'' = i1 - (i1' - i1/x)/x, i0e'' = -2 i0e' - i1e/x, i1e'' = i0e' - i1e' - (i1e' - i1e/x)/x
  const isI1 = kind == I1_SLOPE;
  const f = rounded(isI1 ? I1 : I1E, x);
  const quotient = f64x2.div(f, x);
  const slope = rounded(isI1 ? I1_SLOPE : I0E_SLOPE, x);
  if (isI1) return f64x2.sub(f, f64x2.div(f64x2.sub(slope, quotient), x));
  if (kind == I0E_SLOPE) return f64x2.sub(f64x2.mul(f64x2.splat(-2), slope), quotient);
  const steep = f64x2.sub(f64x2.neg(slope), quotient); // i1e' = -i0e' - i1e/x
  const rest = f64x2.div(f64x2.sub(steep, quotient), x);
  return f64x2.sub(f64x2.sub(slope, steep), rest);
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
