// Which region of its function each element of a block lies in. A family's regions.ts has the regions as data: ascending
// limits L[0] < L[1] < ..., and a kernel for each region. The region of x, its code, is how many limits are x or less:
//
//   0: NaN and x < L[0]     1: [L[0], L[1])     2: [L[1], L[2])     ...
//
// Codes are computed four elements at a time, without branches, which random signs would mispredict. A block that lies in
// one region is computed in place; any other is partitioned (batch/partition.ts).

import { BLOCK, CODES } from "../memory_map";

/** Every table of limits has so many; NaN, which no x reaches, fills up shorter ones. */
export const LIMITS: i32 = 6;
/** How many regions they make. */
export const REGIONS: i32 = LIMITS + 1;

/** What `classify` returns for a block of several regions. */
export const SEVERAL: i32 = -1;

/**
 * Fills CODES for `count` elements. Returns the region of all of them, or SEVERAL. With `hasPoles`, negative integers
 * are of region 0.
 */
// @ts-ignore: decorator
@inline
export function classify(limits: usize, hasPoles: bool, from: usize, count: i32): i32 {
  assert(count > 0 && count <= BLOCK);
  const limit0 = v128.load64_splat(limits);
  const limit1 = v128.load64_splat(limits, 8);
  const limit2 = v128.load64_splat(limits, 16);
  const limit3 = v128.load64_splat(limits, 24);
  const limit4 = v128.load64_splat(limits, 32);
  const limit5 = v128.load64_splat(limits, 40);
  let at = CODES;
  for (const end = from + (<usize> count << 3); from < end; from += 32, at += 4) {
    const x0 = v128.load(from);
    const x1 = v128.load(from, 16);
    // -1 for each limit that is x or less
    let codes = i32x4.add(reached(x0, x1, limit0), reached(x0, x1, limit1));
    codes = i32x4.add(codes, i32x4.add(reached(x0, x1, limit2), reached(x0, x1, limit3)));
    codes = i32x4.add(codes, i32x4.add(reached(x0, x1, limit4), reached(x0, x1, limit5)));
    if (hasPoles) codes = v128.andnot(codes, fours(isPole(x0), isPole(x1)));
    codes = i32x4.neg(codes);
    const shorts = i16x8.narrow_i32x4_s(codes, codes);
    v128.store32_lane(at, i8x16.narrow_i16x8_s(shorts, shorts), 0);
  }
  return commonCode(count);
}

/** Two times two lanes of 64 bits as four of 32. */
// @ts-ignore: decorator
@inline
function fours(a: v128, b: v128): v128 {
  return v128.shuffle<i32>(a, b, 0, 2, 4, 6);
}

/** Which of four elements are at a limit or above it. */
// @ts-ignore: decorator
@inline
function reached(x0: v128, x1: v128, limit: v128): v128 {
  return fours(f64x2.ge(x0, limit), f64x2.ge(x1, limit));
}

/** Which of two elements are negative integers. */
// @ts-ignore: decorator
@inline
function isPole(x: v128): v128 {
  return v128.and(f64x2.lt(x, f64x2.splat(0)), f64x2.eq(x, f64x2.nearest(x)));
}

/** The code that all `count` elements have, or SEVERAL. */
function commonCode(count: i32): i32 {
  const code = load<u8>(CODES);
  const first = i8x16.splat(code);
  // What is after the last element is any until here.
  v128.store(CODES + <usize> count, first);
  let isSame = i8x16.splat(-1);
  for (let i: usize = 0; i < <usize> count; i += 16) {
    isSame = v128.and(isSame, i8x16.eq(v128.load(CODES + i), first));
  }
  return i8x16.all_true(isSame) ? <i32> code : SEVERAL;
}
