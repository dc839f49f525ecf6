// Accurate phase of the Bessel functions of expressions: the 90 bits of bessel/accurate.ts.

import { I0E_SLOPE, I1, I1E, isGrowing } from "../bessel/kinds";
import { ACCURATE_BOUND, accuratePair, accurateRegion, exponent0 } from "../bessel/accurate";
import { normal } from "../arithmetic/double_double_lanes";
import { SLOPE_END, SLOPE_ERROR, slopeAt } from "./bessel";
import { put } from "./slot";
import { LOW } from "../memory_map";
import { powerOfTwo } from "../arithmetic/power_of_two";

/**
 * Puts a Bessel function by its kind, with its bound, from the accurate phase of the kernels; whether it did: not where
 * its double-double has to be scaled out of the middle of the range. A low part of x is as in expression/bessel.ts.
 */
export function accurateBessel(kind: i32, at: usize, x: f64, xLow: f64): bool {
  const size = abs(x);
  if (kind < 0 || !(size > 1e-50 && size < (isGrowing(kind) ? 600 : 1e100))) return false;
  if (xLow != 0 && size > SLOPE_END) return false;
  // Kernels have exponents of their own, and so they come first.
  const slope = xLow == 0 ? 0 : slopeAt(kind, size);
  const value = accuratePair(kind, accurateRegion(size), f64x2.splat(size));
  const scale = powerOfTwo(exponent0);
  const high = scale * f64x2.extract_lane(normal(value, v128.load(LOW)), 0);
  const moved = x < 0 ? -xLow : xLow;
  const rest = scale * load<f64>(LOW) + slope * moved;
  const slopeSize = abs(slope) + abs(high) * (1 + 1 / size);
  const bound = abs(high) * ACCURATE_BOUND + abs(moved) * slopeSize * SLOPE_ERROR;
  const isTurned = x < 0 && (kind == I1 || kind == I1E || kind == I0E_SLOPE);
  put(at, isTurned ? -high : high, isTurned ? -rest : rest, bound, false);
  return true;
}
