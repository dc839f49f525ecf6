// Ziv's test of one double-double, high + low, with a bound of its error, times a power of two that may lie beyond float64's
// range. What was tested last stays, for rounding to odd, for expressions and for tests.

import { high, low } from "../arithmetic/double_double";
import { exponentOf, powerOfTwo } from "../arithmetic/power_of_two";
import { BOUND, LOW } from "../memory_map";
import { roundToUnit } from "./subnormal";

const QUARTER_ULP: f64 = 2.7755575615628914e-17; // 2^-55

/** The result, if the last test passed. */
export let rounded: f64 = 0;
/** What was tested, times 2^testedExponent; a bound of 0 means that nothing was. */
export let testedHigh: f64 = 0;
export let testedLow: f64 = 0;
export let testedBound: f64 = 0;
export let testedExponent: i64 = 0;

/** For an element without a double-double: the test fails. */
export function skipZivTest(): bool {
  testedBound = 0;
  return false;
}

/** Whether value, within bound, rounds to one number. */
export function passesZivTest(value: v128, bound: f64): bool {
  testedHigh = high(value);
  testedLow = low(value);
  testedBound = bound;
  testedExponent = 0;
  rounded = high(value) + (low(value) - bound);
  return rounded == high(value) + (low(value) + bound);
}

/** The same of the first lane of double-doubles, with LOW and BOUND. */
export function firstLanePassesZivTest(high: v128): bool {
  return passesZivTest(f64x2(f64x2.extract_lane(high, 0), load<f64>(LOW)), load<f64>(BOUND));
}

/** The same of value 2^exponent, which may be infinite, subnormal or 0. */
export function passesZivTestScaled(value: v128, bound: f64, exponent: i64): bool {
  let passes = passesZivTest(value, bound);
  testedExponent = exponent;
  const k = exponent + exponentOf(testedHigh);
  if (k > 1100 || k < -1080) { // infinite, or 0
    rounded = copysign<f64>(k > 0 ? Infinity : 0, testedHigh);
    return bound < 0.5 * abs(testedHigh);
  }
  if (k < -1021) {
    const unit = f64x2.splat(powerOfTwo(<i32> (-1074 - exponent)));
    const all = f64x2.splat(bound);
    const y = roundToUnit(f64x2.splat(high(value)), f64x2.splat(low(value)), all, unit);
    rounded = f64x2.extract_lane(y, 0);
    passes = load<i64>(LOW) == 0;
  }
  if (!passes) return false;
  const half = <i32> exponent >> 1;
  rounded = rounded * powerOfTwo(half) * powerOfTwo(<i32> exponent - half);
  return true;
}

/** The value that was tested last, rounded to odd, for float32; NaN where its bound allows two numbers. */
export function roundedToOdd(): f64 {
  const sum = testedHigh + testedLow;
  const rest = testedLow - (sum - testedHigh);
  const bits = reinterpret<i64>(sum);
  const isEven = (bits & 1) == 0;
  // An even number moves towards the value, to the next odd one; an odd number stays if the value is next to it.
  const least = isEven ? abs(rest) : abs(sum) * QUARTER_ULP;
  if (!(testedBound > 0 && testedBound < least)) return NaN;
  const y = isEven ? reinterpret<f64>(bits + ((rest < 0) == (sum < 0) ? 1 : -1)) : sum;
  // In three steps, so that only the result can overflow.
  const k = <i32> max<i64>(-2400, min<i64>(2400, testedExponent));
  const third = k / 3;
  return y * powerOfTwo(third) * powerOfTwo(third) * powerOfTwo(k - 2 * third);
}
