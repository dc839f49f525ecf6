// Blocks of counts: elements with table entries, and zeros, often many. A zero is computed like the others, from the first
// entry, and its result replaced: no branch, and no copy of the block.

import { INFINITE, SIGN_64 } from "../arithmetic/constants";
import { FIRST_FAR, FIRST_NEAR } from "./table";

/** Whether all elements of a block have table entries or are 0. */
export function areCounts(from: usize, count: i32): bool {
  const first = f64x2.splat(FIRST_NEAR);
  const end = f64x2.splat(FIRST_FAR);
  const zero = f64x2.splat(0);
  for (const stop = from + (<usize> count << 3); from < stop; from += 16) {
    const x = v128.load(from);
    const hasEntry = v128.and(f64x2.ge(x, first), f64x2.lt(x, end));
    if (!i64x2.all_true(v128.or(hasEntry, f64x2.eq(x, zero)))) return false;
  }
  return true;
}

/** y, or f(0) where x is a zero of either sign. */
// @ts-ignore: decorator
@inline
export function withZeros(order: i32, x: v128, y: v128): v128 {
  const infinite = v128.load(INFINITE);
  const value = order & 1 ? infinite : v128.xor(v128.or(x, infinite), v128.load(SIGN_64));
  return v128.bitselect(value, y, f64x2.eq(x, f64x2.splat(0)));
}
