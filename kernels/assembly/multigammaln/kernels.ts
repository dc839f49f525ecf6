// The kernels of multigammaln and its gradient: p = 1 is lgamma and digamma, and other dimensions are computed by region
// (multigammaln/regions.ts). No cost grows with p. `from` and `to` may be the same place; `count` is rounded up to four.

import { digamma_f32, digamma_f64, lgamma_f32, lgamma_f64 } from "../gamma/kernels";
import { DIGAMMA, LGAMMA } from "../gamma/special_values";
import { BLOCK, WIDE } from "../memory_map";
import { NAN_32, NAN_64 } from "../rounding/ziv_test";
import { multigammalnBlocks } from "./regions";

export function multigammaln_f64(from: usize, to: usize, count: i32, p: f64): void {
  if (p == 1) oneDimension(from, to, count, LGAMMA, false);
  else multigammalnBlocks(LGAMMA, p, from, to, count, false);
}

export function multigammaln_f32(from: usize, to: usize, count: i32, p: f64): void {
  if (p == 1) oneDimension(from, to, count, LGAMMA, true);
  else multigammalnBlocks(LGAMMA, p, from, to, count, true);
}

export function multigammalnGrad_f64(from: usize, to: usize, count: i32, p: f64): void {
  if (p == 1) oneDimension(from, to, count, DIGAMMA, false);
  else multigammalnBlocks(DIGAMMA, p, from, to, count, false);
}

export function multigammalnGrad_f32(from: usize, to: usize, count: i32, p: f64): void {
  if (p == 1) oneDimension(from, to, count, DIGAMMA, true);
  else multigammalnBlocks(DIGAMMA, p, from, to, count, true);
}

/** p = 1: only x < 0 is different, and -0, which is the edge. */
function oneDimension(from: usize, to: usize, count: i32, order: i32, isShort: bool): void {
  const none = f64x2.splat(0);
  if (isShort) {
    for (; count > 0; count -= BLOCK, from += BLOCK << 2, to += BLOCK << 2) {
      const size = min(count, BLOCK);
      for (let i = 0; i < size; i += 4) {
        const x = f32x4.add(v128.load(from + (<usize> i << 2)), none);
        const y = v128.bitselect(i32x4.splat(NAN_32), x, f32x4.lt(x, none));
        v128.store(WIDE + (<usize> i << 2), y);
      }
      if (order == LGAMMA) lgamma_f32(WIDE, to, size);
      else digamma_f32(WIDE, to, size);
    }
    return;
  }
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3) {
    const size = min(count, BLOCK);
    for (let i = 0; i < size; i += 2) {
      const x = f64x2.add(v128.load(from + (<usize> i << 3)), none);
      const y = v128.bitselect(i64x2.splat(NAN_64), x, f64x2.lt(x, none));
      v128.store(WIDE + (<usize> i << 3), y);
    }
    if (order == LGAMMA) lgamma_f64(WIDE, to, size);
    else digamma_f64(WIDE, to, size);
  }
}
