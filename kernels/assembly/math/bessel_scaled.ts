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
import {
  BLOCK,
  HEAD,
  locate64,
  ROWS,
  SPACE_A,
  SPACE_B,
  SPACE_C,
  TABLE,
  WIDE,
} from "./block";
import { EVEN_EXPONENT, ONE } from "./constants";
import { narrow_f32, widen_f32 } from "./convert";
import { symmetric64 } from "./symmetry";
import {
  C1,
  CORRECTED,
  evaluate,
  FIRST,
  ROUNDED,
  ROW,
  rowNumbers64,
  rowOffsets,
} from "./table";

const LAST: i32 = 16 * 32; // the row that ends at 2^10
const BEFORE_FAR: usize = memory.data<u64>([0x408fffffffffffff, 0x408fffffffffffff], 16); // below 2^10
const PLAIN: usize = memory.data<f64>([4611686018427387904, 4611686018427387904], 16); // 2^62
// The least 2^-k whose result is not 0: that of the finite a, 2^-511; if steep, 2^-358, as 0.2 a^(-3/2)
// rounds to 0 beyond.
const LEAST: usize = memory.data<u64>([0x2000000000000000, 0x2000000000000000], 16);
const STEEP_LEAST: usize = memory.data<u64>([0x2990000000000000, 0x2990000000000000], 16);

// For each element of a block with far ones: m, w 2^-k (w 2^-2k if steep) and 2^-k; a, 0 and 1 for near
// ones.
const REDUCED: usize = SPACE_A;
const FACTOR: usize = SPACE_B;
const SCALE: usize = SPACE_C;
/** How far the far table is from TABLE, in four lanes. */
const TO_FAR: usize = 16;

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
  for (let i = 0; i < count; i += 4) {
    const at = <usize> i << 3;
    const a0 = f64x2.abs(v128.load(from + at));
    const a1 = f64x2.abs(v128.load(from + at, 16));
    // By their bits, so that NaN is far too, and has a row.
    const isFar0 = i64x2.gt_s(a0, v128.load(BEFORE_FAR));
    const isFar1 = i64x2.gt_s(a1, v128.load(BEFORE_FAR));
    const m0 = reduce(a0, isFar0, at);
    const m1 = reduce(a1, isFar1, at + 16);
    const rows = i32x4.max_s(rowNumbers64(m0, m1), i32x4.splat(0));
    const isFar = v128.shuffle<i32>(isFar0, isFar1, 0, 2, 4, 6);
    any = v128.or(any, isFar);
    const toFar = v128.and(isFar, v128.load(TO_FAR));
    const bases = i32x4.add(toFar, v128.load(TABLE));
    v128.store(<usize> i << 2, i32x4.add(bases, rowOffsets(rows)), ROWS);

    // Beyond 2^62 the correction is felt nowhere. NaN is not beyond, and gets it.
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
  return v128.any_true(any);
}

/**
 * The elements of a block that `prepareFar` prepared. A steep result is multiplied by 2^-2k early, while
 * it is a pair, and by 2^-k late; the last factor is 0 where the result is, and keeps its sign.
 */
// @ts-ignore: decorator
@inline
function evaluateFar(
  from: usize,
  to: usize,
  count: i32,
  symmetry: i32,
  steep: bool,
  zeros: bool,
  toOdd: bool,
): void {
  for (let i = 0; i < count; i += 2) {
    const at = <usize> i << 3;
    const row0 = load<u32>(<usize> i << 2, ROWS);
    const row1 = load<u32>(<usize> i << 2, ROWS + 4);
    const m = v128.load(at, REDUCED);
    const w = v128.load(at, FACTOR);
    const scale = v128.load(at, SCALE);
    const last = v128.and(scale, f64x2.ge(scale, v128.load(steep ? STEEP_LEAST : LEAST)));
    const first = steep ? f64x2.mul(scale, scale) : last;
    let y = evaluate(m, row0, row1, C1, zeros, CORRECTED, w, first, toOdd);
    if (steep) y = f64x2.mul(y, last);
    v128.store(to + at, symmetric64(symmetry, v128.load(from + at), y));
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
  evaluateFar(WIDE, WIDE, count, symmetry, steep, true, true);
  narrow_f32(WIDE, to, count);
}

// @ts-ignore: decorator
@inline
export function scaled64(
  from: usize,
  to: usize,
  count: i32,
  table: usize,
  far: usize,
  symmetry: i32,
  steep: bool,
  zeros: bool,
): void {
  let isFar = false; // as the block before
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3) {
    const size = min(count, BLOCK);
    if (!isFar) isFar = locate64(from, size, table, LAST, HEAD);
    if (isFar) {
      isFar = prepareFar(from, size, table, far, steep);
      evaluateFar(from, to, size, symmetry, steep, zeros, false);
      continue;
    }
    for (let i = 0; i < size; i += 2) {
      const at = <usize> i << 3;
      const x = v128.load(from + at);
      const rows = ROWS + (<usize> i << 2);
      const a = f64x2.abs(x);
      const y = evaluate(a, load<u32>(rows), load<u32>(rows, 4), C1, zeros, ROUNDED, a, a, false);
      v128.store(to + at, symmetric64(symmetry, x, y));
    }
  }
}
