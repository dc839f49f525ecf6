// What the tests and later features ask of the Bessel functions: values to 2^-150 at double-double
// arguments, one way alone, and how much of its error bound a way's pair needs.

import { closePair, scaledPair } from "../bessel/compensated";
import { quickPair } from "../bessel/fast_growing";
import { I0, I0E, I0E_SLOPE, I1, I1_SLOPE, I1E, I1E_SLOPE, isGrowing } from "../bessel/kinds";
import { PAIR } from "../bessel/fast_row";
import { quickBound } from "../bessel/fast_scaled";
import { SECOND_BOUND, secondPair, secondRegion } from "../bessel/accurate";
import { settleBy } from "../bessel/fallback";
import { thirdTriple } from "../bessel/last_fixed_point";
import { LOW } from "../tables/row";
import { exponentOf, FREE_TRIPLES, negate, powerOfTwo, scale, set, setSum, subtract, TRIPLE } from "../arithmetic/triple_double";

const VALUE: usize = FREE_TRIPLES;
const DIFFERENCE: usize = VALUE + TRIPLE;

/**
 * The function at x + xLow, a double-double, as three float64 in `to`: to 2^-150 of it, where it is
 * a normal number.
 */
export function bessel_exact(kind: i32, x: f64, xLow: f64, to: usize): void {
  if (x == 0) {
    set(to, kind == I0 || kind == I0E ? 1 : kind == I1_SLOPE || kind == I1E_SLOPE ? 0.5 : 0);
    return;
  }
  const sign: f64 = x < 0 ? -1 : 1;
  thirdTriple(kind, sign * x, sign * xLow, to);
  if (x < 0 && (kind == I1 || kind == I1E || kind == I0E_SLOPE)) negate(to, to);
}

/**
 * The value at x > 0 by the closer look (1), the second or third way alone; NaN where that does not
 * decide.
 */
export function bessel_way(kind: i32, x: f64, way: i32): f64 {
  return settleBy(kind, x, way);
}

/**
 * The error of the pair that the loops (0), the closer look (1) or the second way finds at x > 0,
 * in units of its bound.
 */
export function bessel_margin(kind: i32, x: f64, way: i32): f64 {
  thirdTriple(kind, x, 0, VALUE);
  const a = f64x2.splat(x);
  let high: f64;
  let rest: f64;
  let bound: f64;
  if (way == 2) {
    high = f64x2.extract_lane(secondPair(kind, secondRegion(x), a), 0);
    rest = load<f64>(LOW);
    bound = SECOND_BOUND * high;
  } else {
    if (way != 0) closePair(kind, a);
    else if (isGrowing(kind)) quickPair(kind, a);
    else scaledPair(kind, a, false);
    high = load<f64>(PAIR);
    rest = load<f64>(PAIR, 16);
    bound = load<f64>(PAIR, 32);
    if (way == 0 && !isGrowing(kind)) bound = quickBound(kind, x, high);
  }
  // The pair lacks a power of two.
  const k = exponentOf(load<f64>(VALUE)) - exponentOf(high + rest);
  setSum(DIFFERENCE, high, rest);
  const half = k >> 1;
  scale(VALUE, VALUE, powerOfTwo(-half));
  scale(VALUE, VALUE, powerOfTwo(half - k));
  // A value next to a power of two may have another exponent.
  const ratio = load<f64>(VALUE) / load<f64>(DIFFERENCE);
  if (ratio > 1.5) scale(VALUE, VALUE, 0.5);
  else if (ratio < 0.75) scale(VALUE, VALUE, 2);
  subtract(DIFFERENCE, DIFFERENCE, VALUE);
  return abs(load<f64>(DIFFERENCE)) / abs(bound);
}
