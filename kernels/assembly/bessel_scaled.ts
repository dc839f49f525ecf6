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

import { FAR_HALF, FAR_THREE_HALVES } from "./bessel_data";
import { BLOCK, greatest, HEAD, locate32, locate64, ROWS, SPACE_A, SPACE_B, SPACE_C, WIDE } from "./block";
import { EVEN_EXPONENT, ONE } from "./constants";
import { narrow_f32, widen_f32 } from "./convert";
import { NAN_64, toFloat32, undecided } from "./rounding";
import { oddIf32, oddIf64 } from "./symmetry";
import {
  CORRECTED,
  evaluate,
  evaluateShort,
  ROUNDED,
  ROW,
  rowAddresses,
  rowNumbers64,
} from "./table";

const FIRST: i32 = -6; // octave of row 1
const LAST: i32 = 16 * 32; // the row that ends at 2^10
const FAR: usize = memory.data<f64>([1024, 1024], 16);
const PLAIN: usize = memory.data<f64>([4611686018427387904, 4611686018427387904], 16); // 2^62
// From where on the result is 0: infinity; if steep, 2^720, as 0.2 a^(-3/2) rounds to 0.
const END_EXPONENT: i32 = 1024;
const STEEP_END_EXPONENT: i32 = 720;

// For each element of a block with far ones: m, w and 2^-k; a, 0 and 1 for near ones.
const REDUCED: usize = SPACE_A;
const FACTOR: usize = SPACE_B;
const SCALE: usize = SPACE_C;

/** Fills REDUCED and SCALE; returns m. */
// @ts-ignore: decorator
@inline
function reduce(a: v128, isFar: v128, at: usize): v128 {
  const one = v128.load(ONE);
  const power = v128.and(i64x2.sub(a, one), v128.and(isFar, v128.load(EVEN_EXPONENT))); // 2k
  const m = i64x2.sub(a, power);
  v128.store(REDUCED + at, m);
  v128.store(SCALE + at, i64x2.sub(one, i64x2.shr_u(power, 1)));
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

/** Makes results zero from 2^end on, and NaN where x is. */
function prepareEnd(from: usize, count: i32, end: i32): void {
  const limit = i64x2.splat(<i64> (1023 + end) << 52);
  for (let i = 0; i < count; i += 2) {
    const at = <usize> i << 3;
    const x = v128.load(from + at);
    const inside = f64x2.lt(f64x2.abs(x), limit);
    v128.store(SCALE + at, v128.and(v128.load(SCALE + at), inside));
    const isNaN = f64x2.ne(x, x);
    const nan = i64x2.splat(NAN_64);
    v128.store(FACTOR + at, v128.bitselect(nan, v128.load(FACTOR + at), isNaN));
  }
}

/** Fills ROWS, REDUCED, FACTOR and SCALE; returns the greatest row number of |x|. */
function prepareFar(from: usize, count: i32, table: usize, far: usize, steep: bool): i32 {
  // m is in octaves 0 and 1, whose rows begin at -FIRST * 32 + 1.
  const farTable = (steep ? FAR_THREE_HALVES : FAR_HALF) - <usize> (-FIRST * 32 + 1) * ROW;
  let most = i32x4.splat(0);
  for (let i = 0; i < count; i += 4) {
    const at = <usize> i << 3;
    const a0 = f64x2.abs(v128.load(from + at));
    const a1 = f64x2.abs(v128.load(from + at, 16));
    most = i32x4.max_s(most, rowNumbers64(a0, a1, FIRST));
    const isNear0 = f64x2.lt(a0, v128.load(FAR));
    const isNear1 = f64x2.lt(a1, v128.load(FAR));
    const m0 = reduce(a0, v128.not(isNear0), at);
    const m1 = reduce(a1, v128.not(isNear1), at + 16);
    const rows = i32x4.max_s(rowNumbers64(m0, m1, FIRST), i32x4.splat(0));
    const bases = v128.bitselect(
      i32x4.splat(<i32> table),
      i32x4.splat(<i32> farTable),
      v128.shuffle<i32>(isNear0, isNear1, 0, 2, 4, 6),
    );
    v128.store(ROWS + (<usize> i << 2), i32x4.add(bases, rowAddresses(0, rows)));

    // Beyond 2^62 the correction is felt nowhere.
    const wanted0 = v128.andnot(f64x2.lt(a0, v128.load(PLAIN)), isNear0);
    const wanted1 = v128.andnot(f64x2.lt(a1, v128.load(PLAIN)), isNear1);
    if (v128.any_true(v128.or(wanted0, wanted1))) {
      v128.store(FACTOR + at, correction(a0, wanted0, far));
      v128.store(FACTOR + at, correction(a1, wanted1, far), 16);
    } else {
      v128.store(FACTOR + at, i64x2.splat(0));
      v128.store(FACTOR + at, i64x2.splat(0), 16);
    }
  }
  const end = steep ? STEEP_END_EXPONENT : END_EXPONENT;
  const last = greatest(most);
  if (last > (end - FIRST) * 32) prepareEnd(from, count, end);
  return last;
}

/** The elements of a block that `prepareFar` prepared. */
// @ts-ignore: decorator
@inline
function evaluateFar(
  from: usize,
  to: usize,
  count: i32,
  odd: bool,
  steep: bool,
  zeros: bool,
  toOdd: bool,
): void {
  for (let i = 0; i < count; i += 2) {
    const at = <usize> i << 3;
    const rows = ROWS + (<usize> i << 2);
    const row0 = load<u32>(rows);
    const row1 = load<u32>(rows, 4);
    const m = v128.load(REDUCED + at);
    const w = v128.load(FACTOR + at);
    let y = evaluate(m, row0, row1, zeros, CORRECTED, w, w, toOdd);
    const scale = v128.load(SCALE + at);
    if (steep) y = f64x2.mul(y, f64x2.mul(scale, scale));
    y = f64x2.mul(y, scale);
    v128.store(to + at, oddIf64(odd, v128.load(from + at), y));
  }
}

function far64(
  from: usize,
  to: usize,
  count: i32,
  odd: bool,
  steep: bool,
  zeros: bool,
): void {
  evaluateFar(from, to, count, odd, steep, zeros, false);
}

function far32(from: usize, to: usize, count: i32, odd: bool, steep: bool): void {
  evaluateFar(from, to, count, odd, steep, true, true);
}

// @ts-ignore: decorator
@inline
export function scaled64(
  from: usize,
  to: usize,
  count: i32,
  table: usize,
  far: usize,
  odd: bool,
  steep: bool,
  zeros: bool,
): void {
  let isFar = false; // as the block before
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3) {
    const size = min(count, BLOCK);
    if (!isFar) isFar = locate64(from, size, table, FIRST, HEAD) > LAST;
    if (isFar) {
      isFar = prepareFar(from, size, table, far, steep) > LAST;
      far64(from, to, size, odd, steep, zeros);
      continue;
    }
    for (let i = 0; i < size; i += 2) {
      const at = <usize> i << 3;
      const x = v128.load(from + at);
      const rows = ROWS + (<usize> i << 2);
      const a = f64x2.abs(x);
      const y = evaluate(a, load<u32>(rows), load<u32>(rows, 4), zeros, ROUNDED, a, a, false);
      v128.store(to + at, oddIf64(odd, x, y));
    }
  }
}

// @ts-ignore: decorator
@inline
export function scaled32(
  from: usize,
  to: usize,
  count: i32,
  table: usize,
  far: usize,
  odd: bool,
  steep: bool,
): void {
  for (; count > 0; count -= BLOCK, from += BLOCK << 2, to += BLOCK << 2) {
    const size = min(count, BLOCK);
    if (locate32(from, size, table, FIRST, HEAD) > LAST) {
      widen_f32(from, WIDE, size);
      prepareFar(WIDE, size, table, far, steep);
      far32(WIDE, WIDE, size, odd, steep);
      narrow_f32(WIDE, to, size);
      continue;
    }
    for (let i = 0; i < size; i += 4) {
      const at = <usize> i << 2;
      const x = v128.load(from + at);
      const rows = ROWS + at;
      const a = f32x4.abs(x);
      const a0 = f64x2.promote_low_f32x4(a);
      const a1 = f64x2.promote_low_f32x4(v128.shuffle<f64>(a, a, 1, 1));
      const y0 = evaluateShort(a0, load<u32>(rows), load<u32>(rows, 4));
      const y1 = evaluateShort(a1, load<u32>(rows, 8), load<u32>(rows, 12));
      let y = toFloat32(y0, y1);
      if (undecided(y0, y1, y)) y = decided(a0, a1, rows);
      v128.store(to + at, oddIf32(odd, x, y));
    }
  }
}

/** Four near elements, rounded to float32 from the unrounded pairs. */
function decided(a0: v128, a1: v128, rows: usize): v128 {
  const y0 = evaluate(a0, load<u32>(rows), load<u32>(rows, 4), true, ROUNDED, a0, a0, true);
  const y1 = evaluate(a1, load<u32>(rows, 8), load<u32>(rows, 12), true, ROUNDED, a1, a1, true);
  return toFloat32(y0, y1);
}
