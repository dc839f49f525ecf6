// lgamma, digamma and polygamma of orders 1 and 2 for float32 where there are no entries, two lanes:
//
//   0 < |x| < 2^-20    the pole, -ln|x|, -1/x, 1/x^2 or -2/x^3, and the beginning of Taylor's series of f(1 + x)
//   2^40 <= x < inf    Stirling's series and its derivatives: x (ln x - 1) - ln(x)/2, ln x,
//                      1/x + 1/(2x^2), -1/x^2 - 1/x^3
//
// What is left out is below 2^-42 of the value (next to 0; far out below 2^-45, 1/(2x) of digamma),
// and float64 rounds below 2^-50.

import { ONE } from "../arithmetic/constants";
import { HEADS } from "../elementary/log_data";
import { DIGAMMA, LGAMMA } from "./special_values";
import { logShort } from "../elementary/log";

/** f(x) to 2^-41; where x is 0, infinite or NaN, anything. */
export function outsideShort(order: i32, x: v128): v128 {
  const one = v128.load(ONE);
  const half = f64x2.splat(0.5);
  const a = f64x2.abs(x);
  const isSmall = f64x2.lt(a, one);
  // Far from 0 the series of small x is finite too, and not taken.
  const heads = HEADS + (<usize> (order + 1) << 5);
  const t = v128.and(x, isSmall);
  const linear = f64x2.mul(t, v128.load64_splat(heads, 8));
  const head = f64x2.add(v128.load64_splat(heads), linear);
  if (order == LGAMMA) {
    const log = logShort(a);
    const far = f64x2.sub(f64x2.mul(x, f64x2.sub(log, one)), f64x2.mul(half, log));
    return v128.bitselect(f64x2.sub(head, log), far, isSmall);
  }
  const inverse = f64x2.div(one, x);
  if (order == DIGAMMA) {
    const near = f64x2.sub(head, inverse);
    return i64x2.all_true(isSmall) ? near : v128.bitselect(near, logShort(a), isSmall);
  }
  const square = f64x2.mul(inverse, inverse);
  if (order == 1) {
    return v128.bitselect(
      f64x2.add(square, head),
      f64x2.add(inverse, f64x2.mul(square, half)),
      isSmall,
    );
  }
  const cube = f64x2.mul(square, inverse);
  return v128.bitselect(
    f64x2.sub(head, f64x2.add(cube, cube)),
    f64x2.neg(f64x2.add(square, cube)),
    isSmall,
  );
}
