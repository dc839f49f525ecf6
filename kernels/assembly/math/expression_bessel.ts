// The Bessel functions of expressions, and their first derivatives, over blocks of pairs: the rows of the kernels
// (bessel_rows.ts), unrounded, with the bound of their error. At x + xLow they add f'(x) xLow, f' by the kernels.
//
// The error of f', from differences of kernels, is below 2^-50 (|f'| + |f| (1 + 1/|x|)), and xLow^2 f''/2 is at most
// 2^-43 |xLow| times that, as |xLow| <= 2^-53 |x| and |x| < 704 where functions grow. SLOPE_ERROR has both.

import { i0eGrad_f64, i1_f64, i1e_f64, i1eGrad_f64, i1Grad_f64 } from "./bessel";
import { I0E as ROWS_I0E, I0E_BOUND, I0E_GRAD, I0E_GRAD_BOUND, I1_GRAD, I1_GRAD_BOUND } from "./bessel_data";
import { I1E as ROWS_I1E, I1E_BOUND, I1E_GRAD, I1E_GRAD_BOUND } from "./bessel_data";
import { pair } from "./bessel_growing";
import { I0, I0E, I0E_SLOPE, I1, I1_SLOPE, I1E, I1E_SLOPE, isGrowing, isSteep } from "./bessel_kinds";
import { B, evaluate, EXP_BOUND, EXP_FACTOR, MEASURED, MEASURED_PAIR, ROUNDED, setBound, TIMES_EXP } from "./bessel_rows";
import { farPairs } from "./bessel_scaled";
import { BEFORE_HEAD, HEAD, locate64, ROWS, SPACE } from "./block";
import { EVEN_EXPONENT, ONE, SIGN_64 } from "./constants";
import { expSteps, scaleOnce } from "./exp";
import { exactSumError, putLanes } from "./expression_lanes";
import { BOUNDS, highsOf, lowsOf, setFilled, slotOf, ZEROS } from "./expression_slot";
import { ROW } from "./table";

/** Smaller and larger numbers go another way. */
const LEAST: f64 = 1e-50;
const GROWING_END: f64 = 700;
const SCALED_END: f64 = 1e150;
/** So far the slope is good enough. */
const SLOPE_END: f64 = 1e9;
const FAR_BEGIN: usize = memory.data<f64>([1024, 1024], 16);
const HEAD_END: usize = memory.data<f64>([0.015625, 0.015625], 16); // 2^-6
const SLOPE_ERROR: f64 = 9.094947017729282e-13; // 2^-40

/** |x|, or 1 where an element is left; the same with 1 where it is far; slopes. */
const SIZES: usize = memory.data(4096, 16);
const NEARS: usize = memory.data(4096, 16);
const SLOPES: usize = memory.data(4096, 16);

/** The kernel of a function and the number of its derivative, or -1: `m` is its order, 0 or 1. */
export function besselKind(m: i32, isScaled: bool, derivative: f64): i32 {
  if (derivative == 0) return isScaled ? (m == 0 ? I0E : I1E) : m == 0 ? I0 : I1;
  if (derivative != 1) return -1;
  return isScaled ? (m == 0 ? I0E_SLOPE : I1E_SLOPE) : m == 0 ? I1 : I1_SLOPE;
}

/** A function of a block by its kind (bessel_kinds.ts); whether elements are left, which have NaN. */
export function besselBlock(kind: i32, to: usize, a: usize, size: i32): bool {
  const hasLows = lowsOf(a) != ZEROS;
  const end = isGrowing(kind) ? GROWING_END : hasLows ? SLOPE_END : SCALED_END;
  const x = highsOf(a);
  const bytes = <usize> size << 3;
  const one = v128.load(ONE);
  let isAnyLeft = false;
  let far = i64x2.splat(0);
  for (let i: usize = 0; i < bytes; i += 16) {
    const xs = f64x2.abs(v128.load(x + i));
    const isIn = v128.and(f64x2.gt(xs, f64x2.splat(LEAST)), f64x2.lt(xs, f64x2.splat(end)));
    if (!i64x2.all_true(isIn)) isAnyLeft = true;
    const sizes = v128.bitselect(xs, one, isIn);
    far = v128.or(far, f64x2.ge(sizes, v128.load(FAR_BEGIN)));
    v128.store(SIZES + i, sizes);
  }
  if (hasLows) findSlopes(kind, size);
  for (let i: usize = 0; i < bytes; i += 16) {
    const sizes = v128.load(SIZES + i);
    v128.store(NEARS + i, v128.bitselect(one, sizes, f64x2.ge(sizes, v128.load(FAR_BEGIN))));
  }
  locate64(NEARS, size, tableOf(kind), 0, isGrowing(kind) ? BEFORE_HEAD : HEAD);
  setBound(B, boundOf(kind));
  for (let i: usize = 0; i < bytes; i += 16) {
    const row0: usize = load<u32>(ROWS + (i >> 1));
    const row1: usize = load<u32>(ROWS + (i >> 1), 4);
    evaluateNear(kind, v128.load(NEARS + i), row0, row1);
    putPairs(kind, to, a, i, i64x2.splat(-1));
  }
  // `farPairs` needs the spaces of rows: those of all near elements were read.
  for (let i: usize = 0; v128.any_true(far) && i < bytes; i += 16) {
    const sizes = v128.load(SIZES + i);
    const isFar = f64x2.ge(sizes, v128.load(FAR_BEGIN));
    if (!v128.any_true(isFar)) continue;
    evaluateFar(kind, v128.bitselect(sizes, v128.load(FAR_BEGIN), isFar));
    putPairs(kind, to, a, i, isFar);
  }
  setFilled(to, true, true);
  return isAnyLeft;
}

/** Puts the lanes of `mask` of what is at MEASURED_PAIR. */
function putPairs(kind: i32, to: usize, a: usize, i: usize, mask: v128): void {
  const xs = v128.load(highsOf(a) + i);
  const sizes = v128.load(SIZES + i);
  const high = v128.load(MEASURED_PAIR);
  let low = v128.load(MEASURED_PAIR, 16);
  let bound = v128.load(MEASURED_PAIR, 32);
  const sign = v128.and(xs, v128.load(SIGN_64));
  if (lowsOf(a) != ZEROS) {
    const lows = v128.xor(v128.load(lowsOf(a) + i), sign);
    const slope = v128.load(SLOPES + i);
    low = f64x2.add(low, f64x2.mul(slope, lows));
    const inverse = f64x2.add(v128.load(ONE), f64x2.div(v128.load(ONE), sizes));
    const scale = f64x2.add(f64x2.abs(slope), f64x2.mul(f64x2.abs(high), inverse));
    bound = f64x2.add(bound, f64x2.mul(f64x2.mul(f64x2.abs(lows), scale), f64x2.splat(SLOPE_ERROR)));
  }
  const at = slotOf(to) + i;
  const sum = f64x2.add(high, low);
  const isOdd = kind == I1 || kind == I1E || kind == I0E_SLOPE;
  const turned = isOdd ? sign : i64x2.splat(0);
  const rest = exactSumError(high, low, sum);
  const isLeft = f64x2.ne(sizes, f64x2.abs(xs));
  putLanes(
    at,
    v128.bitselect(v128.or(v128.xor(sum, turned), isLeft), v128.load(at), mask),
    v128.bitselect(v128.xor(rest, turned), v128.load(at, SPACE), mask),
    v128.bitselect(bound, v128.load(at, BOUNDS), mask),
  );
}

function tableOf(kind: i32): usize {
  if (kind == I0 || kind == I0E) return ROWS_I0E + ROW;
  if (kind == I1 || kind == I1E) return ROWS_I1E + ROW;
  return kind == I1_SLOPE ? I1_GRAD + ROW : kind == I0E_SLOPE ? I0E_GRAD : I1E_GRAD;
}

function boundOf(kind: i32): f64 {
  const bound = kind == I0 || kind == I0E
    ? I0E_BOUND
    : kind == I1 || kind == I1E
    ? I1E_BOUND
    : kind == I1_SLOPE
    ? I1_GRAD_BOUND
    : kind == I0E_SLOPE
    ? I0E_GRAD_BOUND
    : I1E_GRAD_BOUND;
  return isGrowing(kind) ? (bound + EXP_BOUND) * EXP_FACTOR : bound;
}

/** Leaves the pairs below 1024, and their bounds, at MEASURED_PAIR. */
function evaluateNear(kind: i32, a: v128, row0: usize, row1: usize): void {
  if (isSteep(kind)) evaluate(I1E_SLOPE, ROUNDED | MEASURED, a, 0, a, row0, row1, a, a, a, B);
  else if (!isGrowing(kind)) evaluate(I1E, ROUNDED | MEASURED, a, 0, a, row0, row1, a, a, a, B);
  else {
    pair(I1, TIMES_EXP | MEASURED, a, 0, a, row0, row1, B);
    // The pair lacks a power of two.
    const steps = expSteps(v128.and(a, f64x2.ge(a, v128.load(HEAD_END))));
    for (let i: usize = 0; i < 48; i += 16) {
      v128.store(MEASURED_PAIR + i, scaleOnce(v128.load(MEASURED_PAIR + i), steps));
    }
  }
}

/** The same from 1024 on. */
function evaluateFar(kind: i32, a: v128): void {
  farPairs(kind, a);
  if (!isSteep(kind)) return;
  // a = m 4^k, and the pair lacks 2^-k.
  const one = v128.load(ONE);
  const power = v128.and(i64x2.sub(a, one), v128.load(EVEN_EXPONENT));
  const scale = i64x2.sub(one, i64x2.shr_u(power, 1));
  for (let i: usize = 0; i < 48; i += 16) {
    v128.store(MEASURED_PAIR + i, f64x2.mul(v128.load(MEASURED_PAIR + i), scale));
  }
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
    if (kind == I1_SLOPE) i1Grad_f64(SIZES, NEARS, size);
    else i0eGrad_f64(SIZES, NEARS, size);
    for (let i: usize = 0; i < <usize> size << 3; i += 8) {
      const x = load<f64>(SIZES + i);
      const quotient = load<f64>(SLOPES + i) / x;
      const slope = load<f64>(NEARS + i);
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
