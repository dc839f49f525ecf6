// ln(x) for x > 0 that is not next to 1, two lanes. x = 2^k m, and m0 the middle of the one of 128
// parts of [1, 2) that m is in; d = m - m0 is exact, and |z| < 2^-8 of z = d/m0:
//
//   ln x = (k ln 2 + ln m0) + z + z^2 (p0 + p1 z + ... + p4 z^4)
//
// The first sum is exact but for small low parts, and the error of the polynomial (Remez) is 2^-64. Three roundings have
// errors of 2^-62: that of 1/m0, of its product with d, and of the sum of all small parts. So the absolute error is below
// 3.3 2^-62.
//
// tests/kernels/elementary_bounds_test.ts searches for the largest error; with SPECOL_BOUNDS=40 it
// found 0.95 of that. tests/kernels/bounds_test.ts checks the bounds of the double-doubles that are made from it.
// elementary/log63.ts has the logarithm with a smaller absolute error.

import { ONE } from "../arithmetic/constants";
import { CODY_WAITE_LN2_HIGH, CODY_WAITE_LN2_LOW, LOG_CURVE, LOG_MIDDLES } from "./log_data";
import { firsts, seconds } from "../arithmetic/lanes";
import { LOW } from "../memory_map";

/** Where the low parts begin. */
const LOWS: usize = LOG_MIDDLES + (128 << 4);
/** The bits of m - m0 in a significand, and m where d is 0 in the first part. */
const PART_BITS: usize = memory.data<u64>([0x1fffffffffff, 0x1fffffffffff], 16); // 45 bits
const FIRST_MIDDLE: usize = memory.data<f64>([1.00390625, 1.00390625], 16); // 1 + 2^-8
const MIN_NORMAL: usize = memory.data<u64>([0x0010000000000000, 0x0010000000000000], 16);
const TWO_54: f64 = 18014398509481984;
// 2^52: an exponent in its low bits becomes a float64 by subtraction.
const TWO_52: usize = memory.data<f64>([4503599627370496, 4503599627370496], 16);
const BIAS: usize = memory.data<f64>([4503599627371519, 4503599627371519], 16); // 2^52 + 1023

/** A bound of the absolute error of the sum of both parts. */
export const LOG_ERROR: f64 = 7.155734338404329e-19; // 3.3 2^-62

/** k of normal x. */
// @ts-ignore: decorator
@inline
export function exponents(x: v128): v128 {
  return f64x2.sub(v128.or(i64x2.shr_u(x, 52), v128.load(TWO_52)), v128.load(BIAS));
}

/** Which part of [1, 2) the significand of an x with these bits is in. */
// @ts-ignore: decorator
@inline
export function partOf(bits: u64): usize {
  return <usize> (bits >> 45) & 127;
}

/** 1/m0 and the high part of ln m0. */
// @ts-ignore: decorator
@inline
export function headOf(part: usize): v128 {
  return v128.load(part << 4, LOG_MIDDLES);
}

/** The high part of a logarithm, a multiple of 2^-42. */
// @ts-ignore: decorator
@inline
export function logHigh(k: v128, head0: v128, head1: v128): v128 {
  return f64x2.add(f64x2.mul(k, v128.load(CODY_WAITE_LN2_HIGH)), seconds(head0, head1));
}

/** The low part of k ln 2 + ln m0, below 2^-33. */
// @ts-ignore: decorator
@inline
export function logRest(k: v128, part0: usize, part1: usize): v128 {
  const first = v128.load64_zero(part0 << 3, LOWS);
  return f64x2.add(
    f64x2.mul(k, v128.load(CODY_WAITE_LN2_LOW)),
    v128.load64_lane(part1 << 3, first, 1, LOWS),
  );
}

/** The low part, below 2^-8: ln(m/m0) + rest. */
// @ts-ignore: decorator
@inline
export function logLow(x: v128, head0: v128, head1: v128, rest: v128): v128 {
  const z = f64x2.mul(distances(x), firsts(head0, head1));
  const square = f64x2.mul(z, z);
  const first = f64x2.add(v128.load(LOG_CURVE), f64x2.mul(z, v128.load(LOG_CURVE, 16)));
  const second = f64x2.add(v128.load(LOG_CURVE, 32), f64x2.mul(z, v128.load(LOG_CURVE, 48)));
  const upper = f64x2.add(second, f64x2.mul(square, v128.load(LOG_CURVE, 64)));
  const curve = f64x2.mul(square, f64x2.add(first, f64x2.mul(square, upper)));
  return f64x2.add(z, f64x2.add(rest, curve));
}

/** d: all parts have the same. */
// @ts-ignore: decorator
@inline
function distances(x: v128): v128 {
  return f64x2.sub(
    v128.or(v128.and(x, v128.load(PART_BITS)), v128.load(ONE)),
    v128.load(FIRST_MIDDLE),
  );
}

/** Returns the high part of the logarithms; the low one is in LOW. x may be subnormal. */
export function logPair(x: v128): v128 {
  let more = f64x2.splat(0);
  const isSubnormal = f64x2.lt(x, v128.load(MIN_NORMAL));
  if (v128.any_true(isSubnormal)) {
    x = v128.bitselect(f64x2.mul(x, f64x2.splat(TWO_54)), x, isSubnormal);
    more = v128.and(f64x2.splat(54), isSubnormal);
  }
  const k = f64x2.sub(exponents(x), more);
  const part0 = partOf(i64x2.extract_lane(x, 0));
  const part1 = partOf(i64x2.extract_lane(x, 1));
  const head0 = headOf(part0);
  const head1 = headOf(part1);
  v128.store(LOW, logLow(x, head0, head1, logRest(k, part0, part1)));
  return logHigh(k, head0, head1);
}
