// Results that are subnormal: a double-double high + low, times a power of two, is rounded once to a
// multiple of the smallest number, and not twice.

import { LOW } from "../memory_map";

/** 2^52: a number added to so many units, and taken from them, is a multiple of a unit. */
const UNITS: f64 = 4503599627370496;

/**
 * high + low rounded to a multiple of `unit`, a power of two, which is an ulp of high or more; two
 * lanes. LOW has those that fail Ziv's test with errors within `bound`. `unit` may be infinite, for 0.
 */
export function roundToUnit(high: v128, low: v128, bound: v128, unit: v128): v128 {
  const sum = f64x2.add(high, low);
  low = f64x2.sub(low, f64x2.sub(sum, high)); // it may have been many units
  high = sum;
  const size = f64x2.abs(high);
  const large = f64x2.mul(unit, f64x2.splat(UNITS));
  const near = f64x2.sub(f64x2.add(size, large), large);
  const sign = v128.and(high, f64x2.splat(-0.0));
  const rest = f64x2.add(f64x2.sub(size, near), v128.xor(low, sign));
  const half = f64x2.mul(unit, f64x2.splat(0.5));
  const up = v128.and(unit, f64x2.gt(rest, half));
  const down = v128.and(unit, f64x2.lt(rest, f64x2.neg(half)));
  v128.store(LOW, f64x2.le(f64x2.abs(f64x2.sub(f64x2.abs(rest), half)), bound));
  return v128.or(f64x2.add(near, f64x2.sub(up, down)), sign);
}
