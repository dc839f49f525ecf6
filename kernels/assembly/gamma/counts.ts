// Blocks of counts: elements with table entries, and zeros, often many. A zero is replaced by 1 while the block is
// computed, so that it costs no more than another element. One nanosecond for an element.

import { INFINITE, SIGN_64 } from "../arithmetic/constants";
import { TABLED } from "../memory_map";
import { endTabled } from "./buckets";
import { FIRST_FAR, FIRST_NEAR } from "./table";

/** Whether all elements of a block have table entries or are 0. */
export function areTabledOrZero(from: usize, count: i32): bool {
  const first = f64x2.splat(FIRST_NEAR);
  const end = f64x2.splat(FIRST_FAR);
  const zero = f64x2.splat(0);
  for (const stop = from + (<usize> count << 3); from < stop; from += 16) {
    const x = v128.load(from);
    const isTabled = v128.and(f64x2.ge(x, first), f64x2.lt(x, end));
    if (!i64x2.all_true(v128.or(isTabled, f64x2.eq(x, zero)))) return false;
  }
  return true;
}

/** Fills TABLED with a block of counts, in which 0 becomes 1. */
export function takeTabled(from: usize, count: i32): void {
  const zero = f64x2.splat(0);
  let to = TABLED;
  for (const stop = from + (<usize> count << 3); from < stop; from += 16, to += 16) {
    const x = v128.load(from);
    v128.store(to, v128.bitselect(f64x2.splat(1), x, f64x2.eq(x, zero)));
  }
  endTabled(count);
}

/** Puts the results in TABLED into their places, and those of zeros. */
export function putTabled(order: i32, from: usize, to: usize, count: i32): void {
  const zero = f64x2.splat(0);
  let values = TABLED;
  for (const stop = from + (<usize> count << 3); from < stop; from += 16, to += 16, values += 16) {
    const x = v128.load(from);
    v128.store(to, v128.bitselect(atZero(order, x), v128.load(values), f64x2.eq(x, zero)));
  }
}

/** f at zeros of either sign. */
// @ts-ignore: decorator
@inline
function atZero(order: i32, x: v128): v128 {
  if (order & 1) return v128.load(INFINITE);
  return v128.xor(v128.or(x, v128.load(INFINITE)), v128.load(SIGN_64));
}
