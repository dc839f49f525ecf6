// ln(x) with an absolute error below 2^-63, for normal x > 0 that is not next to 1, two lanes. x = 2^k m, and
// m c = 1 + z, |z| < 2^-7.6, for a c of ten bits from LOG_STEPS:
//
//   ln x = (k ln 2 - ln c) + z - z^2/2 + z^3/3 - ...
//
// The first sum is exact but for small low parts, and so are the products of c with halves of m: z
// is known exactly, as the sum of two float64.

import { ONE, SIGNIFICAND } from "../arithmetic/constants";
import { CODY_WAITE_LN2_HIGH, CODY_WAITE_LN2_LOW, LOG_STEPS } from "./log_data";
import { firsts, seconds } from "../arithmetic/lanes";
import { exponents } from "./log";
import { TOP_BITS } from "../arithmetic/error_free";
import { LOW } from "../memory_map";

/** Bytes of a step: c, high and low. */
const STEP: usize = 24;
/** -1/2, 1/3, -1/4, ... 1/7. */
const SERIES: usize = memory.data<f64>([
  -0.5,
  0.3333333333333333,
  -0.25,
  0.2,
  -0.16666666666666666,
  0.14285714285714285,
], 16);

/** A bound of the absolute error of `log63`. */
export const LOG_63_ERROR: f64 = 1.0842021724855044e-19; // 2^-63

// @ts-ignore: decorator
@inline
function stepOf(bits: u64): usize {
  return LOG_STEPS + (<usize> (bits >> 45) & 127) * STEP;
}

/** Two neighbours of SERIES: the first + z times the second. */
// @ts-ignore: decorator
@inline
function line(number: usize, z: v128): v128 {
  return f64x2.add(
    v128.load64_splat(SERIES + (number << 3)),
    f64x2.mul(z, v128.load64_splat(SERIES + (number << 3), 8)),
  );
}

// @ts-ignore: decorator
@inline
function significand(x: v128): v128 {
  return v128.or(v128.and(x, v128.load(SIGNIFICAND)), v128.load(ONE));
}

/**
 * Returns the high part of the logarithms; the low one, below 2^-15, is in LOW. The error is below
 * LOG_63_ERROR; most of it is z^8/8.
 */
// @ts-ignore: decorator
@inline
export function log63(x: v128): v128 {
  const k = exponents(x);
  const step0 = stepOf(i64x2.extract_lane(x, 0));
  const step1 = stepOf(i64x2.extract_lane(x, 1));
  const head0 = v128.load(step0);
  const head1 = v128.load(step1);
  const c = firsts(head0, head1);
  const m = significand(x);
  const top = v128.and(m, v128.load(TOP_BITS));
  const zTop = f64x2.sub(f64x2.mul(top, c), v128.load(ONE));
  const zRest = f64x2.mul(f64x2.sub(m, top), c);
  const z = f64x2.add(zTop, zRest);
  const square = f64x2.mul(z, z);
  const upper = f64x2.add(line(2, z), f64x2.mul(square, line(4, z)));
  const rest = f64x2.mul(square, f64x2.add(line(0, z), f64x2.mul(square, upper)));
  const lows = firsts(v128.load(step0, 16), v128.load(step1, 16));
  const small = f64x2.add(f64x2.add(lows, f64x2.mul(k, v128.load(CODY_WAITE_LN2_LOW))), zRest);
  const start = f64x2.add(f64x2.mul(k, v128.load(CODY_WAITE_LN2_HIGH)), seconds(head0, head1));
  const high = f64x2.add(start, zTop);
  v128.store(LOW, f64x2.add(f64x2.add(f64x2.sub(start, high), zTop), f64x2.add(small, rest)));
  return high;
}
