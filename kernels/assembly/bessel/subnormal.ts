// i1 and i1e of the smallest numbers, below 2^-1021: x/2 is a subnormal number or the midpoint between
// two. The next term of the series decides such ties: i1 = x/2 (1 + ...) is larger than x/2, i1e = x/2 (1
// - ...) smaller. The bits of such numbers are multiples of the same unit, which integers can halve.

import { SUBNORMAL_KEPT } from "../memory_map";
import { SIGN_64 } from "../arithmetic/constants";

const END: i64 = 0x0020000000000000; // 2^-1021

/** Keeps a block, as its results may take its place. */
export function keepTiny(from: usize, count: i32): void {
  memory.copy(SUBNORMAL_KEPT, from, <usize> count << 3);
}

/** The results of the smallest; `up`: 1 for i1, 0 for i1e. */
export function putTiny(to: usize, count: i32, up: i64): void {
  for (let at: usize = 0, end = <usize> count << 3; at < end; at += 16) {
    const x = v128.load(at, SUBNORMAL_KEPT);
    const a = f64x2.abs(x);
    const half = i64x2.shr_u(i64x2.add(a, i64x2.splat(up)), 1);
    const y = v128.or(half, v128.and(x, v128.load(SIGN_64)));
    v128.store(to + at, v128.bitselect(y, v128.load(to + at), i64x2.lt_s(a, i64x2.splat(END))));
  }
}
