// polygamma of order 2 from 2^450 on: one power, to which nothing above the error budget is added. It is scaled, as parts of
// double-doubles would underflow, and results may be subnormal.

import { ONE } from "../arithmetic/constants";
import { fallBackLanes } from "./fallback";
import { productLow, reciprocalLow } from "../arithmetic/double_double_lanes";
import { failsZivTest } from "../rounding/ziv_test";
import { roundToUnit } from "../rounding/subnormal";
import { LOW } from "../memory_map";

/** From here on parts of the double-doubles of gamma/fast_asymptotic.ts, or of their bounds, are subnormal. */
export const HUGE: f64 = 2.907354897182427e135; // 2^450
/** y is moved by 2^-700, so that no part of a product is lost. */
const DOWN: f64 = 1.90109156629516e-211; // 2^-700
/** The relative error: 1.15 2^-77 of the square, and 1.1 2^-77 of 1/y twice. */
const HUGE_PART: f64 = 2.6469779601696886e-23; // 2^-75
const MIN_NORMAL: f64 = 2.2250738585072014e-308;
/** The smallest number, 2^-1074, as a part of the square of 2^-700. */
const UNIT: f64 = 1.3670317029893825e98; // 2^326

/** -1/y^2 for huge y; exponents are added last. Other lanes keep `values`. */
export function hugeValues(y: v128, values: v128, isHuge: v128): v128 {
  const one = v128.load(ONE);
  const moved = v128.bitselect(f64x2.mul(y, f64x2.splat(DOWN)), one, isHuge);
  const inverse = f64x2.div(one, moved);
  const inverseLow = reciprocalLow(moved, inverse);
  const step = f64x2.splat(DOWN);
  const square = f64x2.mul(inverse, inverse);
  const low = f64x2.neg(productLow(inverse, inverseLow, inverse, inverseLow, square));
  const high = f64x2.neg(square);
  let value = f64x2.mul(f64x2.mul(f64x2.add(high, low), step), step);
  const bound = f64x2.mul(square, f64x2.splat(HUGE_PART));
  // What is subnormal would be rounded twice.
  const isSubnormal = v128.and(f64x2.le(f64x2.abs(value), f64x2.splat(MIN_NORMAL)), isHuge);
  let mask = v128.and(failsZivTest(high, low, bound), isHuge);
  if (v128.any_true(isSubnormal)) {
    const rounded = f64x2.mul(roundToUnit(high, low, bound, f64x2.splat(UNIT)), step);
    value = v128.bitselect(f64x2.mul(rounded, step), value, isSubnormal);
    mask = v128.bitselect(v128.load(LOW), mask, isSubnormal);
  }
  if (v128.any_true(mask)) {
    value = v128.bitselect(fallBackLanes(2, 0, y, high, low, bound, mask), value, mask);
  }
  return v128.bitselect(value, values, isHuge);
}
