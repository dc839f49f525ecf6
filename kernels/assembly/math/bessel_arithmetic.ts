// Double-double arithmetic in lanes, two numbers at a time, good to about 2^-103 of the largest
// operand. A function cannot return two parts: the second is left in `low`.

import { closeProductError, sumError } from "./pair";

/** The second part of the last result. */
export let low: v128 = i64x2.splat(0);

/** high + rest where rest is not larger, made a pair whose first part is its rounding. */
// @ts-ignore: decorator
@inline
export function normal(high: v128, rest: v128): v128 {
  const sum = f64x2.add(high, rest);
  low = f64x2.sub(rest, f64x2.sub(sum, high));
  return sum;
}

export function multiply(a: v128, aLow: v128, b: v128, bLow: v128): v128 {
  const product = f64x2.mul(a, b);
  const crossed = f64x2.add(f64x2.mul(a, bLow), f64x2.mul(aLow, b));
  return normal(product, f64x2.add(closeProductError(a, b, product), crossed));
}

/** c + d (y + yLow), with d a float64 and c a pair: a step of Horner's rule. */
function step(c: v128, cLow: v128, d: v128, y: v128, yLow: v128): v128 {
  const product = f64x2.mul(d, y);
  const sum = f64x2.add(c, product);
  const rest = f64x2.add(f64x2.mul(d, yLow), cLow);
  low = f64x2.add(sumError(c, product, sum), f64x2.add(closeProductError(d, y, product), rest));
  return sum;
}

/**
 * A series whose coefficients are pairs in memory, at d: the first `exact` of `count` terms as
 * pairs.
 */
export function series(at: usize, count: i32, exact: i32, d: v128): v128 {
  let y = v128.load64_splat(at + (<usize> (count - 1) << 4));
  for (let k = count - 2; k >= exact; k--) y = f64x2.add(v128.load64_splat(at + (<usize> k << 4)), f64x2.mul(d, y));
  let rest = i64x2.splat(0);
  for (let k = exact - 1; k >= 0; k--) {
    const c = at + (<usize> k << 4);
    y = step(v128.load64_splat(c), v128.load64_splat(c, 8), d, y, rest);
    rest = low;
  }
  return normal(y, rest);
}
