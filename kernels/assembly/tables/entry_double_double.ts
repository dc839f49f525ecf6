// Entries of the accurate phases of both families: Taylor's series whose first coefficients are double-doubles,
//
//   breakpoint, a number, c0 to c(n - 1) as double-doubles, the others as plain numbers, an even number of them
//
// at two numbers. With d = x - breakpoint, which is exact, the double-doubles are added by Horner's rule, whose
// errors are found exactly and carried along (Graillat, Langlois, Louvet 2005): only these, 2^-53 of
// the terms, are rounded, twice in each step. The plain sum d^n (cn + ...) has a relative error of 2^-53. The files that make
// entries derive a bound of the error of the sum.

import { firsts, seconds } from "../arithmetic/lanes";
import { exactTwoProdError, twoSumError } from "../arithmetic/error_free";
import { LOW } from "../memory_map";
import { linear } from "./entry";

/** Where c0 is in an entry. */
export const FIRST_PAIR: usize = 16;

/**
 * The series of two entries at x. `pairs`: how many coefficients are double-doubles; `last`: where the last two
 * plain ones are. Returns the high parts; the low ones, which are much smaller, are in LOW.
 */
// @ts-ignore: decorator
@inline
export function evaluatePairs(
  x: v128,
  entry0: usize,
  entry1: usize,
  pairs: i32,
  last: usize,
): v128 {
  const d = f64x2.sub(x, firsts(v128.load(entry0), v128.load(entry1)));
  const square = f64x2.mul(d, d);
  let y = linear(v128.load(entry0 + last), v128.load(entry1 + last), d);
  const end = FIRST_PAIR + (<usize> pairs << 4);
  for (let at = last - 16; at >= end; at -= 16) {
    y = f64x2.add(linear(v128.load(entry0 + at), v128.load(entry1 + at), d), f64x2.mul(square, y));
  }
  return addPairs(d, f64x2.mul(d, y), entry0, entry1, end - 16);
}

/** The same where the plain sum is known, and the last double-double is at `last`. */
// @ts-ignore: decorator
@inline
function addPairs(d: v128, plain: v128, entry0: usize, entry1: usize, last: usize): v128 {
  const start = firsts(v128.load(entry0 + last), v128.load(entry1 + last));
  let y = f64x2.add(start, plain);
  let rest = f64x2.add(
    twoSumError(start, plain, y),
    seconds(v128.load(entry0 + last), v128.load(entry1 + last)),
  );
  for (let at = last - 16; at >= FIRST_PAIR; at -= 16) {
    const pair0 = v128.load(entry0 + at);
    const pair1 = v128.load(entry1 + at);
    const c = firsts(pair0, pair1);
    const product = f64x2.mul(d, y);
    let error = exactTwoProdError(d, y, product);
    y = f64x2.add(c, product);
    error = f64x2.add(error, f64x2.add(twoSumError(c, product, y), seconds(pair0, pair1)));
    rest = f64x2.add(f64x2.mul(d, rest), error);
  }
  v128.store(LOW, rest);
  return y;
}
