// Blocks of counts: elements with table entries, and zeros, often many. A zero is replaced by 1 while the block is
// computed, so that it costs no more than another element. One nanosecond for an element.

import { INFINITE, SIGN_64 } from "../arithmetic/constants";
import { TABLED } from "../memory_map";
import { endTabled } from "./buckets";
import { FIRST_FAR, FIRST_NEAR } from "./table";

/** Fills TABLED with a block, in which 0 becomes 1; whether all other elements have table entries. */
export function takeTabled(from: usize, count: i32): bool {
  const first = f64x2.splat(FIRST_NEAR);
  const end = f64x2.splat(FIRST_FAR);
  const zero = f64x2.splat(0);
  let to = TABLED;
  for (const stop = from + (<usize> count << 3); from < stop; from += 16, to += 16) {
    const x = v128.load(from);
    const y = v128.bitselect(f64x2.splat(1), x, f64x2.eq(x, zero));
    if (!i64x2.all_true(v128.and(f64x2.ge(y, first), f64x2.lt(y, end)))) return false;
    v128.store(to, y);
  }
  endTabled(count);
  return true;
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
