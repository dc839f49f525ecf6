// Accurate phase of the Bessel functions of expressions: the 90 bits of bessel/accurate.ts.

import { I0E_SLOPE, I1, I1E, isGrowing } from "../bessel/kinds";
import { ACCURATE_BOUND, accuratePair, accurateRegion, exponent0 } from "../bessel/accurate";
import { normal } from "../arithmetic/double_double_lanes";
import { put } from "./slot";
import { LOW } from "../memory_map";
import { powerOfTwo } from "../arithmetic/power_of_two";

/**
 * Puts a Bessel function by its kind, with its bound, from the accurate phase of the kernels; whether it did: not at a
 * number with a low part, nor where its double-double has to be scaled out of the middle of the range.
 */
export function accurateBessel(kind: i32, at: usize, x: f64, xLow: f64): bool {
  const size = abs(x);
  if (kind < 0 || xLow != 0 || !(size > 1e-50 && size < (isGrowing(kind) ? 600 : 1e100))) {
    return false;
  }
  const value = accuratePair(kind, accurateRegion(size), f64x2.splat(size));
  const high = f64x2.extract_lane(normal(value, v128.load(LOW)), 0);
  const rest = load<f64>(LOW);
  const bound = abs(high) * ACCURATE_BOUND;
  const isTurned = x < 0 && (kind == I1 || kind == I1E || kind == I0E_SLOPE);
  const scale = (isTurned ? -1 : 1) * powerOfTwo(exponent0);
  put(at, high * scale, rest * scale, bound * abs(scale), false);
  return true;
}
