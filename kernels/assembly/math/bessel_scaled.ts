// i0e, i1e and their derivatives, all finite. a = |x|:
//
//   [0, 2^-6)     row 0
//   [2^-6, 2^10)  32 rows an octave
//   [2^10, inf)   a = m 4^k, m in [1, 4): 2^-k G(m) (1 + w(1/a)), G(m) = 1/sqrt(2 pi m) from rows, w a
//                 short polynomial (Hankel's expansion, DLMF 10.40.1). The derivatives are steep:
//                 G(m) = -1/(2 m sqrt(2 pi m)), and 2^-3k
//
// i0e' is 0 at 0, between -1 and 1. i1e' has a zero at 1.545..., the centre of its row. NaN is found
// with the far elements.

import { FAR_HALF, FAR_HALF_BOUND, FAR_THREE_HALVES, FAR_THREE_HALVES_BOUND } from "./bessel_data";
import { I0E as ROWS_I0E, I0E_BOUND, I0E_FAR, I0E_GRAD, I0E_GRAD_BOUND, I0E_GRAD_FAR } from "./bessel_data";
import { I1E_BOUND, I1E_FAR, I1E_GRAD_BOUND, I1E_GRAD_FAR } from "./bessel_data";
import { I0E, I1E_SLOPE, isSteep } from "./bessel_kinds";
import {
  B,
  CONSTANT,
  evaluate,
  FAR,
  FAR_BOUND,
  FAR_SUBNORMAL,
  MASKED,
  MEASURED,
  ODD_FAR,
  ROUNDED,
  setBound,
} from "./bessel_rows";
import { settle } from "./bessel_settle";
import { keepTiny, putTiny } from "./bessel_tiny";
import {
  BLOCK,
  hadHead,
  hadTiny,
  HEAD,
  locate64,
  ROWS,
  SPACE_A,
  SPACE_B,
  setHadTiny,
  SPACE_C,
  TABLE,
  TINY_NUMBER,
  WIDE,
} from "./block";
import { EVEN_EXPONENT, ONE } from "./constants";
import { narrow_f32, widen_f32 } from "./convert";
import { EVEN, ODD, symmetric64 } from "./symmetry";
import { FIRST, ROW, rowNumbers64, rowOffsets } from "./table";

const LAST: i32 = 16 * 32; // the row that ends at 2^10
const BEFORE_FAR: usize = memory.data<u64>([0x408fffffffffffff, 0x408fffffffffffff], 16); // below 2^10
const PLAIN: usize = memory.data<f64>([1.2089258196146292e24, 1.2089258196146292e24], 16); // 2^80
// The least 2^-k whose result is not 0: that of the finite a, 2^-511; if steep, 2^-358, as 0.2 a^(-3/2)
// rounds to 0 beyond.
const LEAST: usize = memory.data<u64>([0x2000000000000000, 0x2000000000000000], 16);
// From the k with 2^-k here on, steep results may be subnormal.
const SUBNORMAL_SCALE: usize = memory.data<u64>([0x2ac0000000000000, 0x2ac0000000000000], 16); // 2^-339
const STEEP_LEAST: usize = memory.data<u64>([0x2990000000000000, 0x2990000000000000], 16);

// For each element of a block with far ones: m, w 2^-k (w 2^-2k if steep) and 2^-k; a, 0 and 1 for near
// ones.
const REDUCED: usize = SPACE_A;
const FACTOR: usize = SPACE_B;
const SCALE: usize = SPACE_C;
/** How far the far table is from TABLE, in four lanes. */
const TO_FAR: usize = 16;

/** Whether the last block with far elements may have subnormal results. */
let hadSubnormal: bool = false;

/** Fills REDUCED and SCALE; returns m. */
// @ts-ignore: decorator
@inline
function reduce(a: v128, isFar: v128, at: usize): v128 {
  const one = v128.load(ONE);
  const power = v128.and(i64x2.sub(a, one), v128.and(isFar, v128.load(EVEN_EXPONENT))); // 2k
  const m = i64x2.sub(a, power);
  v128.store(at, m, REDUCED);
  v128.store(at, i64x2.sub(one, i64x2.shr_u(power, 1)), SCALE);
  return m;
}

/** w(1/a) in the lanes of `wanted`, 0 in the others. */
// @ts-ignore: decorator
@inline
function correction(a: v128, wanted: v128, far: usize): v128 {
  const t = v128.and(f64x2.div(v128.load(ONE), a), wanted);
  const square = f64x2.mul(t, t);
  let w = f64x2.add(v128.load64_splat(far, 16), f64x2.mul(t, v128.load64_splat(far, 24)));
  w = f64x2.add(w, f64x2.mul(square, v128.load64_splat(far, 32)));
  const start = f64x2.add(v128.load64_splat(far), f64x2.mul(t, v128.load64_splat(far, 8)));
  return f64x2.mul(t, f64x2.add(start, f64x2.mul(square, w)));
}

/** What a result is multiplied by while it is still a pair. */
// @ts-ignore: decorator
@inline
function early(at: usize, steep: bool): v128 {
  const scale = v128.load(at, SCALE);
  return steep ? f64x2.mul(scale, scale) : scale;
}

/** Fills ROWS, REDUCED, FACTOR and SCALE; whether any element is far. */
function prepareFar(from: usize, count: i32, table: usize, far: usize, steep: bool): bool {
  // m is in octaves 0 and 1, whose rows begin at -FIRST * 32 + 1.
  const farTable = (steep ? FAR_THREE_HALVES : FAR_HALF) - <usize> (-FIRST * 32 + 1) * ROW;
  v128.store(TABLE, i32x4.splat(<i32> table));
  v128.store(TO_FAR, i32x4.splat(<i32> (farTable - table)));
  let any = i64x2.splat(0);
  let least = i32x4.splat(0);
  let leastScale = v128.load(ONE);
  for (let i = 0; i < count; i += 4) {
    const at = <usize> i << 3;
    const a0 = f64x2.abs(v128.load(from + at));
    const a1 = f64x2.abs(v128.load(from + at, 16));
    // By their bits, so that NaN is far too, and has a row.
    const isFar0 = i64x2.gt_s(a0, v128.load(BEFORE_FAR));
    const isFar1 = i64x2.gt_s(a1, v128.load(BEFORE_FAR));
    const m0 = reduce(a0, isFar0, at);
    const m1 = reduce(a1, isFar1, at + 16);
    const numbers = rowNumbers64(m0, m1);
    const rows = i32x4.max_s(numbers, i32x4.splat(0));
    least = i32x4.min_s(least, numbers);
    if (steep) leastScale = f64x2.min(leastScale, f64x2.min(v128.load(at, SCALE), v128.load(at + 16, SCALE)));
    const isFar = v128.shuffle<i32>(isFar0, isFar1, 0, 2, 4, 6);
    any = v128.or(any, isFar);
    const toFar = v128.and(isFar, v128.load(TO_FAR));
    const bases = i32x4.add(toFar, v128.load(TABLE));
    v128.store(<usize> i << 2, i32x4.add(bases, rowOffsets(rows)), ROWS);

    // Beyond 2^80 the correction is felt nowhere. NaN is not beyond, and gets it.
    const wanted0 = v128.andnot(isFar0, f64x2.ge(a0, v128.load(PLAIN)));
    const wanted1 = v128.andnot(isFar1, f64x2.ge(a1, v128.load(PLAIN)));
    if (v128.any_true(v128.or(wanted0, wanted1))) {
      v128.store(at, f64x2.mul(correction(a0, wanted0, far), early(at, steep)), FACTOR);
      v128.store(at + 16, f64x2.mul(correction(a1, wanted1, far), early(at + 16, steep)), FACTOR);
    } else {
      v128.store(at, i64x2.splat(0), FACTOR);
      v128.store(at + 16, i64x2.splat(0), FACTOR);
    }
  }
  setHadTiny(v128.any_true(i32x4.lt_s(least, i32x4.splat(TINY_NUMBER))));
  hadSubnormal = v128.any_true(f64x2.le(leastScale, v128.load(SUBNORMAL_SCALE)));
  return v128.any_true(any);
}

/**
 * The elements of a block that `prepareFar` prepared. A steep result is multiplied by 2^-2k early, while
 * it is a pair, and by 2^-k late; the last factor is 0 where the result is, and keeps its sign.
 */
// @ts-ignore: decorator
@inline
function evaluateFar(kind: i32, then: i32, from: usize, to: usize, count: i32, symmetry: i32): void {
  const steep = isSteep(kind);
  for (let i = 0; i < count; i += 2) {
    const at = <usize> i << 3;
    const row0 = load<u32>(<usize> i << 2, ROWS);
    const row1 = load<u32>(<usize> i << 2, ROWS + 4);
    const m = v128.load(at, REDUCED);
    const w = v128.load(at, FACTOR);
    const scale = v128.load(at, SCALE);
    const last = v128.and(scale, f64x2.ge(scale, v128.load(steep ? STEEP_LEAST : LEAST)));
    const first = steep ? f64x2.mul(scale, scale) : last;
    const x = v128.load(from + at);
    const factor = then == (FAR_SUBNORMAL | MASKED) ? scale : last;
    const y = evaluate(kind, then, x, to + at, m, row0, row1, w, first, factor, B);
    v128.store(to + at, symmetric64(symmetry, x, y));
  }
}

/** B of a block with far elements. */
// @ts-ignore: decorator
@inline
function farBound(kind: i32, bound: f64): f64 {
  return max(bound, isSteep(kind) ? FAR_THREE_HALVES_BOUND : FAR_HALF_BOUND) + FAR_BOUND;
}

/** The pairs of far elements, both the same, for tests: see MEASURED. */
export function farPairs(kind: i32, a: v128): void {
  v128.store(WIDE, a);
  v128.store(WIDE, a, 16);
  if (isSteep(kind)) {
    prepareFar(WIDE, 2, I0E_GRAD, kind == I1E_SLOPE ? I1E_GRAD_FAR : I0E_GRAD_FAR, true);
    setBound(B, farBound(kind, kind == I1E_SLOPE ? I1E_GRAD_BOUND : I0E_GRAD_BOUND));
    evaluateFar(I1E_SLOPE, FAR | MASKED | MEASURED, WIDE, WIDE, 2, EVEN);
  } else {
    prepareFar(WIDE, 2, ROWS_I0E, kind == I0E ? I0E_FAR : I1E_FAR, false);
    setBound(B, farBound(kind, kind == I0E ? I0E_BOUND : I1E_BOUND));
    evaluateFar(I0E, FAR | MASKED | MEASURED, WIDE, WIDE, 2, EVEN);
  }
}

/** float32 in full: what bessel_short.ts leaves. */
export function scaledFull32(
  from: usize,
  to: usize,
  count: i32,
  table: usize,
  far: usize,
  symmetry: i32,
  steep: bool,
): void {
  widen_f32(from, WIDE, count);
  prepareFar(WIDE, count, table, far, steep);
  if (steep) evaluateFar(I1E_SLOPE, ODD_FAR | MASKED, WIDE, WIDE, count, symmetry);
  else evaluateFar(I0E, ODD_FAR | MASKED, WIDE, WIDE, count, symmetry);
  narrow_f32(WIDE, to, count);
}

// @ts-ignore: decorator
@inline
export function scaled64(
  kind: i32,
  from: usize,
  to: usize,
  count: i32,
  table: usize,
  far: usize,
  symmetry: i32,
  bound: f64,
  constantBound: f64,
): void {
  const boundOfFar = farBound(kind, bound);
  let isFar = false; // as the block before
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3) {
    const size = min(count, BLOCK);
    if (!isFar) isFar = locate64(from, size, table, LAST, HEAD);
    if (isFar) isFar = prepareFar(from, size, table, far, isSteep(kind));
    const isTiny = symmetry == ODD && hadTiny;
    if (isTiny) keepTiny(from, size);
    // The constant bound is not for the first row of i1e, nor for steep functions.
    const isConstant = !isSteep(kind) && !isFar && !(hadTiny || symmetry == ODD && hadHead);
    setBound(B, isConstant ? constantBound : isFar ? boundOfFar : bound);
    if (isFar) {
      if (isSteep(kind) && hadSubnormal) evaluateFar(kind, FAR_SUBNORMAL | MASKED, from, to, size, symmetry);
      else evaluateFar(kind, FAR | MASKED, from, to, size, symmetry);
    } else if (isConstant) {
      evaluateNear(kind, ROUNDED | CONSTANT, from, to, size, symmetry);
    } else if (isSteep(kind) && !hadTiny) {
      evaluateNear(kind, ROUNDED, from, to, size, symmetry);
    } else {
      evaluateNear(kind, ROUNDED | MASKED, from, to, size, symmetry);
    }
    settle();
    if (isTiny) putTiny(to, size, 0);
  }
}

// @ts-ignore: decorator
@inline
function evaluateNear(kind: i32, then: i32, from: usize, to: usize, count: i32, symmetry: i32): void {
  for (let i = 0; i < count; i += 2) {
    const at = <usize> i << 3;
    const x = v128.load(from + at);
    const rows = ROWS + (<usize> i << 2);
    const a = f64x2.abs(x);
    const y = evaluate(kind, then, x, to + at, a, load<u32>(rows), load<u32>(rows, 4), a, a, a, B);
    v128.store(to + at, symmetric64(symmetry, x, y));
  }
}
