// Fast phase of lgamma, digamma and polygamma of orders 1 and 2 next to 0, 0 < |y| < 2^-20, two lanes: the term of the pole
// and the regular part R, the beginning of Taylor's series of f(1 + y).
//
//   lgamma    -ln |y| + R       polygamma 1   1/y^2 + R
//   digamma   -1/y + R          polygamma 2   -2/y^3 + R
//
// The error of lgamma is that of its logarithm (elementary/log.ts). The low parts of the others, below 2^-20 of the high ones,
// have relative errors of 2^-50. 5 to 8 ns.

import { ONE } from "../arithmetic/constants";
import { productLow, reciprocalLow } from "../arithmetic/double_double_lanes";
import { logPair } from "../elementary/log";
import { REGULAR_PARTS } from "../elementary/log_data";
import { LOW } from "../memory_map";
import { DIGAMMA, LGAMMA } from "./special_values";

/** Smaller powers are below the error budget everywhere. */
const SMALLEST_ABOVE_BUDGET: usize = memory.data<f64>([1e-24, 1e-24], 16);

/** The high parts; the low ones are in LOW. */
// @ts-ignore: decorator
@inline
export function polePair(order: i32, y: v128): v128 {
  const high = poleTerm(order, y);
  v128.store(LOW, f64x2.add(regularPart(order, y), v128.load(LOW)));
  return high;
}

/** The term of the pole alone. */
// @ts-ignore: decorator
@inline
export function poleTerm(order: i32, y: v128): v128 {
  if (order == LGAMMA) {
    const log = logPair(f64x2.abs(y));
    v128.store(LOW, f64x2.neg(v128.load(LOW)));
    return f64x2.neg(log);
  }
  const inverse = f64x2.div(v128.load(ONE), y);
  const inverseLow = reciprocalLow(y, inverse);
  if (order > DIGAMMA) return inversePower(order, inverse, inverseLow);
  v128.store(LOW, f64x2.neg(inverseLow));
  return f64x2.neg(inverse);
}

/** 1/y^2 or -2/y^3. */
// @ts-ignore: decorator
@inline
function inversePower(order: i32, inverse: v128, inverseLow: v128): v128 {
  const square = f64x2.mul(inverse, inverse);
  const squareLow = productLow(inverse, inverseLow, inverse, inverseLow, square);
  if (order == 1) {
    v128.store(LOW, squareLow);
    return square;
  }
  const cube = f64x2.mul(square, inverse);
  const cubeLow = productLow(square, squareLow, inverse, inverseLow, cube);
  v128.store(LOW, f64x2.neg(f64x2.add(cubeLow, cubeLow)));
  return f64x2.neg(f64x2.add(cube, cube));
}

/**
 * The value at small y without the pole: Taylor's series of f(1 + y). Below 1e-24 a power of y is below the error budget
 * everywhere, and may underflow.
 */
// @ts-ignore: decorator
@inline
function regularPart(order: i32, y: v128): v128 {
  const terms = REGULAR_PARTS + (<usize> (order + 1) << 5);
  const t = v128.and(y, f64x2.gt(f64x2.abs(y), v128.load(SMALLEST_ABOVE_BUDGET)));
  const lower = f64x2.add(v128.load64_splat(terms), f64x2.mul(t, v128.load64_splat(terms, 8)));
  const upper = f64x2.add(v128.load64_splat(terms, 16), f64x2.mul(t, v128.load64_splat(terms, 24)));
  return f64x2.add(lower, f64x2.mul(f64x2.mul(t, t), upper));
}
