// i0 and i1 of float64 with their gradients, in one pass: `from` and `to` may be the same place, `slope` is another. They
// share the places of entries and what exp needs: 22 % less time. The bits are those of the two kernels, and blocks with
// large elements go through both. So do all other functions and float32, where the host calls both: sharing the places of
// entries alone saves nothing (i0e: 6.06 ns and 6.09).

import { i0_f64, i1_f64, i1Grad_f64 } from "./bessel/kernels";
import { LAST, pair, prepareGrowing } from "./bessel/fast_growing";
import { I0, I1 } from "./bessel/kinds";
import { entriesOf } from "./bessel/tables";
import { enqueue } from "./batch/queue";
import { TEST, TIMES_EXP } from "./bessel/fast_entry";
import { fallBack } from "./bessel/fallback";
import { BLOCK, ENTRIES } from "./memory_map";
import { BEFORE_HEAD, hadTiny, keepLeastBeyondZero, locate64 } from "./batch/locate";

/**
 * Whether a block of i0 or i1 and its derivative, which is the next kind, was computed: not if any element is large, or
 * the smallest.
 */
// @ts-ignore: decorator
@inline
function growing(kind: i32, from: usize, to: usize, slope: usize, count: i32): bool {
  prepareGrowing(kind, TEST);
  prepareGrowing(kind + 1, TEST + 16);
  if (locate64(from, count, entriesOf(kind), LAST, BEFORE_HEAD)) return false;
  if (hadTiny) keepLeastBeyondZero(from, count);
  if (hadTiny) return false;
  const distance = entriesOf(kind + 1) - entriesOf(kind);
  const end = <usize> count << 3;
  for (let at: usize = 0; at < end; at += 16) {
    const x = v128.load(from + at);
    const a = f64x2.abs(x);
    const entries = ENTRIES + (at >> 1);
    const entry0: usize = load<u32>(entries);
    const entry1: usize = load<u32>(entries, 4);
    const slope0 = entry0 + distance;
    const slope1 = entry1 + distance;
    const failed = pair(kind, TIMES_EXP, x, to + at, a, entry0, entry1, TEST);
    const failedSlope = pair(kind + 1, TIMES_EXP, x, slope + at, a, slope0, slope1, TEST + 16);
    if ((failed | failedSlope) == 0) continue;
    enqueue(false, x, to + at, failed);
    enqueue(true, x, slope + at, failedSlope);
  }
  fallBack(kind, false);
  fallBack(kind + 1, true);
  return true;
}

export function i0_both_f64(from: usize, to: usize, slope: usize, count: i32): void {
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3, slope += BLOCK << 3) {
    const size = min(count, BLOCK);
    if (growing(I0, from, to, slope, size)) continue;
    i1_f64(from, slope, size);
    i0_f64(from, to, size);
  }
}

export function i1_both_f64(from: usize, to: usize, slope: usize, count: i32): void {
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3, slope += BLOCK << 3) {
    const size = min(count, BLOCK);
    if (growing(I1, from, to, slope, size)) continue;
    i1Grad_f64(from, slope, size);
    i1_f64(from, to, size);
  }
}
