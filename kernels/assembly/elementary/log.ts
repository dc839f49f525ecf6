// ln(x) with an absolute error below 2^-63, for x > 0 that is not next to 1, two lanes. x = 2^k m, and m c = 1 + z,
// |z| < 2^-7.6, for a c of ten bits from LOG_STEPS:
//
//   ln x = (k ln 2 - ln c) + z - z^2/2 + z^3/3 - ... + z^7/7
//
// The products of c with halves of m are exact, and so is their sum z + 1, as two float64. The high part of ln x is the sum of
// the high parts of the first sum and of z, all of them multiples of 2^-42: it is exact. The low part, below 2^-15, is
// rounded. Most of the error is z^8/8. deno task prove log proves it.

import { ONE, SIGNIFICAND } from "../arithmetic/constants";
import { CODY_WAITE_LN2_HIGH, CODY_WAITE_LN2_LOW, LOG_STEPS } from "./log_data";
import { firsts, seconds } from "../arithmetic/lanes";
import { TOP_BITS } from "../arithmetic/error_free";
import { LOW } from "../memory_map";

/** Bytes of a step: c, and -ln c as high and low. */
const STEP: usize = 24;
const MIN_NORMAL: usize = memory.data<u64>([0x0010000000000000, 0x0010000000000000], 16);
const TWO_54: f64 = 18014398509481984;
// 2^52: an exponent in its low bits becomes a float64 by subtraction.
const TWO_52: usize = memory.data<f64>([4503599627370496, 4503599627370496], 16);
const BIAS: usize = memory.data<f64>([4503599627371519, 4503599627371519], 16); // 2^52 + 1023
/** -1/2, 1/3, -1/4, ... 1/7. */
const SERIES: usize = memory.data<f64>([
  -0.5,
  0.3333333333333333,
  -0.25,
  0.2,
  -0.16666666666666666,
  0.14285714285714285,
], 16);

/** A bound of the absolute error of the sum of both parts. */
export const LOG_ERROR: f64 = 1.0842021724855044e-19; // 2^-63

/** k of normal x. */
// @ts-ignore: decorator
@inline
export function exponents(x: v128): v128 {
  return f64x2.sub(v128.or(i64x2.shr_u(x, 52), v128.load(TWO_52)), v128.load(BIAS));
}

/** m of normal x, in [1, 2). */
// @ts-ignore: decorator
@inline
export function significands(x: v128): v128 {
  return v128.or(v128.and(x, v128.load(SIGNIFICAND)), v128.load(ONE));
}

/** The step of an x with these bits. */
// @ts-ignore: decorator
@inline
export function stepOf(bits: u64): usize {
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

/** Returns the high parts of the logarithms; the low ones are in LOW. x may be subnormal. */
export function logPair(x: v128): v128 {
  let lifted = f64x2.splat(0);
  const isSubnormal = f64x2.lt(x, v128.load(MIN_NORMAL));
  if (v128.any_true(isSubnormal)) {
    x = v128.bitselect(f64x2.mul(x, f64x2.splat(TWO_54)), x, isSubnormal);
    lifted = v128.and(f64x2.splat(54), isSubnormal);
  }
  const k = f64x2.sub(exponents(x), lifted);
  const step0 = stepOf(i64x2.extract_lane(x, 0));
  const step1 = stepOf(i64x2.extract_lane(x, 1));
  const head0 = v128.load(step0);
  const head1 = v128.load(step1);
  const c = firsts(head0, head1);
  const m = significands(x);
  const top = v128.and(m, v128.load(TOP_BITS));
  const zTop = f64x2.sub(f64x2.mul(top, c), v128.load(ONE));
  const zRest = f64x2.mul(f64x2.sub(m, top), c);
  const z = f64x2.add(zTop, zRest);
  const square = f64x2.mul(z, z);
  const upper = f64x2.add(line(2, z), f64x2.mul(square, line(4, z)));
  const curve = f64x2.mul(square, f64x2.add(line(0, z), f64x2.mul(square, upper)));
  const lows = firsts(v128.load(step0, 16), v128.load(step1, 16));
  const small = f64x2.add(f64x2.add(lows, f64x2.mul(k, v128.load(CODY_WAITE_LN2_LOW))), zRest);
  v128.store(LOW, f64x2.add(small, curve));
  const start = f64x2.add(f64x2.mul(k, v128.load(CODY_WAITE_LN2_HIGH)), seconds(head0, head1));
  return f64x2.add(start, zTop);
}
