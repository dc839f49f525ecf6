// i0 and i1 with their gradients, in one pass: `from` and `to` may be the same place, `slope` is another. They share the
// places of entries and what exp needs: 22 % less time. The bits are those of the two kernels, and blocks with large elements
// go through both. So do all other functions, where the host calls both: sharing the places of entries alone saves nothing
// (i0e: 6.06 ns and 6.09).

import { i0_f32, i0_f64, i1_f32, i1_f64, i1Grad_f32, i1Grad_f64 } from "./bessel/kernels";
import {
  I0E,
  I0E_SHORT_BITS,
  I1_GRAD,
  I1_GRAD_SHORT_BITS,
  I1E,
  I1E_SHORT_BITS,
} from "./bessel/data";
import { decided, LAST, pair, pairShort, prepareGrowing } from "./bessel/fast_growing";
import { I0, I1, I1_SLOPE } from "./bessel/kinds";
import { enqueue } from "./batch/queue";
import { TEST, TIMES_EXP } from "./bessel/fast_entry";
import { fallBack } from "./bessel/fallback";
import { BLOCK, ENTRIES } from "./memory_map";
import { BEFORE_HEAD, hadTiny, keepLeastBeyondZero, locate32, locate64 } from "./batch/locate";
import { MAGNITUDE_32 } from "./arithmetic/constants";
import { prepareExp } from "./elementary/exp";
import { firstHalf, secondHalf } from "./arithmetic/lanes";
import { failZivTest32, toFloat32 } from "./rounding/ziv_test";
import { EVEN, ODD, symmetric32 } from "./bessel/symmetry";
import { ENTRY } from "./tables/entry";

/**
 * Whether a block of i0 or i1 and its derivative was computed: not if any element is large, or the
 * smallest.
 */
// @ts-ignore: decorator
@inline
function growing(
  kind: i32,
  from: usize,
  to: usize,
  slope: usize,
  count: i32,
  table: usize,
  slopes: usize,
  symmetry: i32,
): bool {
  if (locate64(from, count, table, LAST, BEFORE_HEAD)) return false;
  if (hadTiny) keepLeastBeyondZero(from, count);
  if (hadTiny) return false;
  const distance = slopes - table;
  const end = <usize> count << 3;
  for (let at: usize = 0; at < end; at += 16) {
    const x = v128.load(from + at);
    const a = f64x2.abs(x);
    const entries = ENTRIES + (at >> 1);
    const entry0: usize = load<u32>(entries);
    const entry1: usize = load<u32>(entries, 4);
    const open = pair(kind, TIMES_EXP, symmetry, x, to + at, a, entry0, entry1, TEST);
    const other = symmetry == EVEN ? ODD : EVEN;
    const openSlope = pair(
      kind + 1,
      TIMES_EXP,
      other,
      x,
      slope + at,
      a,
      entry0 + distance,
      entry1 + distance,
      TEST + 16,
    );
    if ((open | openSlope) == 0) continue;
    enqueue(false, x, to + at, open);
    enqueue(true, x, slope + at, openSlope);
  }
  fallBack(kind, false);
  fallBack(kind + 1, true);
  return true;
}

/** The same for float32, to what `growing32` of bessel/fast_growing.ts does. */
// @ts-ignore: decorator
@inline
function growingShort(
  kind: i32,
  from: usize,
  to: usize,
  slope: usize,
  count: i32,
  table: usize,
  slopes: usize,
  symmetry: i32,
  bits: i32,
  slopeBits: i32,
): bool {
  if (locate32(from, count, table, LAST, BEFORE_HEAD)) return false;
  const distance = slopes - table;
  for (let i = 0; i < count; i += 4) {
    const at = <usize> i << 2;
    const x = v128.load(from + at);
    const entries = ENTRIES + at;
    const a = v128.and(x, v128.load(MAGNITUDE_32));
    const a0 = firstHalf(a);
    const a1 = secondHalf(a);
    const entry0: usize = load<u32>(entries);
    const entry1: usize = load<u32>(entries, 4);
    const entry2: usize = load<u32>(entries, 8);
    const entry3: usize = load<u32>(entries, 12);
    const y0 = pairShort(a0, entry0, entry1);
    const y1 = pairShort(a1, entry2, entry3);
    const g0 = pairShort(a0, entry0 + distance, entry1 + distance);
    const g1 = pairShort(a1, entry2 + distance, entry3 + distance);
    const y = failZivTest32(y0, y1, bits) ? decided(kind, a) : toFloat32(y0, y1);
    const g = failZivTest32(g0, g1, slopeBits) ? decided(kind + 1, a) : toFloat32(g0, g1);
    v128.store(to + at, symmetric32(symmetry, x, y));
    v128.store(slope + at, symmetric32(symmetry == EVEN ? ODD : EVEN, x, g));
  }
  return true;
}

export function i0_both_f64(from: usize, to: usize, slope: usize, count: i32): void {
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3, slope += BLOCK << 3) {
    const size = min(count, BLOCK);
    prepareGrowing(I0, TEST);
    prepareGrowing(I1, TEST + 16);
    if (growing(I0, from, to, slope, size, I0E + ENTRY, I1E + ENTRY, EVEN)) continue;
    i1_f64(from, slope, size);
    i0_f64(from, to, size);
  }
}

export function i1_both_f64(from: usize, to: usize, slope: usize, count: i32): void {
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3, slope += BLOCK << 3) {
    const size = min(count, BLOCK);
    prepareGrowing(I1, TEST);
    prepareGrowing(I1_SLOPE, TEST + 16);
    if (growing(I1, from, to, slope, size, I1E + ENTRY, I1_GRAD + ENTRY, ODD)) continue;
    i1Grad_f64(from, slope, size);
    i1_f64(from, to, size);
  }
}

export function i0_both_f32(from: usize, to: usize, slope: usize, count: i32): void {
  prepareExp();
  for (; count > 0; count -= BLOCK, from += BLOCK << 2, to += BLOCK << 2, slope += BLOCK << 2) {
    const size = min(count, BLOCK);
    if (
      growingShort(
        I0,
        from,
        to,
        slope,
        size,
        I0E + ENTRY,
        I1E + ENTRY,
        EVEN,
        I0E_SHORT_BITS,
        I1E_SHORT_BITS,
      )
    ) continue;
    i1_f32(from, slope, size);
    i0_f32(from, to, size);
  }
}

export function i1_both_f32(from: usize, to: usize, slope: usize, count: i32): void {
  prepareExp();
  for (; count > 0; count -= BLOCK, from += BLOCK << 2, to += BLOCK << 2, slope += BLOCK << 2) {
    const size = min(count, BLOCK);
    if (
      growingShort(
        I1,
        from,
        to,
        slope,
        size,
        I1E + ENTRY,
        I1_GRAD + ENTRY,
        ODD,
        I1E_SHORT_BITS,
        I1_GRAD_SHORT_BITS,
      )
    ) continue;
    i1Grad_f32(from, slope, size);
    i1_f32(from, to, size);
  }
}
