// polygamma of orders 1 and 2 of huge y: one power, to which nothing is added that is felt. Results
// may be subnormal.

import { ONE } from "./constants";
import { resolve } from "./gamma_resolve";
import { productLow, reciprocalLow } from "./pair";
import { isUndecided } from "./rounding";
import { roundToUnit } from "./subnormal";
import { LOW } from "./table";

/**
 * From here on, for orders 1 and 2, parts of the pairs of gamma_pairs.ts, or of their bounds, are
 * subnormal.
 */
export const HUGE_1: f64 = 8.452712498170644e270; // 2^900
export const HUGE_2: f64 = 2.907354897182427e135; // 2^450
/** y is moved by 2^-700, so that no part of a product is lost. */
const DOWN: f64 = 1.90109156629516e-211; // 2^-700
/** What part of the high one the error of a pair is at most. */
const HUGE_PART: f64 = 2.524354896707238e-29; // 2^-95
const MIN_NORMAL: f64 = 2.2250738585072014e-308;
/** The smallest number, 2^-1074, as a part of 2^-700, and of its square. */
const UNIT_1: f64 = 2.598852441411225e-113; // 2^-374
const UNIT_2: f64 = 1.3670317029893825e98; // 2^326

/**
 * 1/y or -1/y^2, to which nothing is added that is felt, for huge y; exponents are added last.
 * Others as they are.
 */
export function hugeValues(order: i32, y: v128, others: v128, isHuge: v128): v128 {
  const one = v128.load(ONE);
  const moved = v128.bitselect(f64x2.mul(y, f64x2.splat(DOWN)), one, isHuge);
  let high = f64x2.div(one, moved);
  let low = reciprocalLow(moved, high);
  const step = f64x2.splat(DOWN);
  if (order == 2) {
    const square = f64x2.mul(high, high);
    low = f64x2.neg(productLow(high, low, high, low, square));
    high = f64x2.neg(square);
  }
  const sum = f64x2.add(high, low);
  let value = f64x2.mul(sum, step);
  if (order == 2) value = f64x2.mul(value, step);
  const bound = f64x2.mul(f64x2.abs(high), f64x2.splat(HUGE_PART));
  // What is subnormal would be rounded twice.
  const size = f64x2.abs(value);
  const isSubnormal = v128.and(f64x2.lt(size, f64x2.splat(MIN_NORMAL)), isHuge);
  let mask = v128.and(isUndecided(high, low, bound), isHuge);
  if (v128.any_true(isSubnormal)) {
    let rounded = f64x2.mul(roundToUnit(high, low, bound, f64x2.splat(order == 1 ? UNIT_1 : UNIT_2)), step);
    if (order == 2) rounded = f64x2.mul(rounded, step);
    value = v128.bitselect(rounded, value, isSubnormal);
    mask = v128.bitselect(v128.load(LOW), mask, isSubnormal);
  }
  if (v128.any_true(mask)) value = v128.bitselect(resolve(order, 0, y, high, low, bound, mask), value, mask);
  return v128.bitselect(value, others, isHuge);
}
