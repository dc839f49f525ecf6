// ln(x) for x > 0 that is not next to 1, two lanes. x = 2^k m, and m c = 1 + z, |z| < 2^-7.6, for a
// c of ten bits from LOG_STEPS:
//
//   ln x = (k ln 2 - ln c) + z - z^2/2 + ... + z^7/7
//
// The first sum is exact but for small low parts, and so are the products of c with halves of m.
//
// Worst found (120,000 arguments beside mpmath, half of them in [2^-20, 2^20], and a search beside
// triple-double): 2^-61.0 at 0x1.040d09f374dbdp+15; of the logarithm, where that is 13 or more,
// 2^-64.7 at 0x1.0dfec03707987p+19. The search is tests/kernels/elementary_bounds_test.ts; with
// SPECOL_BOUNDS=40 it found 0.63 of the bound. tests/kernels/bounds_test.ts holds the bounds of the
// pairs that are made of it.

import { ONE } from "./constants";
import { LOG_STEPS } from "./gamma_data";
import { firsts, seconds } from "./lanes";
import { TOP_BITS } from "./pair";
import { LOW } from "./table";

/** Bytes of a step: c, high and low. */
const STEP: usize = 24;
const SIGNIFICAND: usize = memory.data<u64>([0xfffffffffffff, 0xfffffffffffff], 16);
const LEAST_NORMAL: usize = memory.data<u64>([0x0010000000000000, 0x0010000000000000], 16);
const TWO_54: f64 = 18014398509481984;
// ln 2 as high + low; high has 42 bits, so that its products with exponents are exact.
const LN2_HIGH: usize = memory.data<f64>([0.6931471805598903, 0.6931471805598903], 16);
const LN2_LOW: usize = memory.data<f64>([5.497923018708371e-14, 5.497923018708371e-14], 16);
// -1/2, 1/3, -1/4, ...
const SERIES: usize = memory.data<f64>([
  -0.5, -0.5, 0.3333333333333333, 0.3333333333333333, -0.25, -0.25, 0.2, 0.2,
  -0.16666666666666666, -0.16666666666666666, 0.14285714285714285, 0.14285714285714285,
], 16);
// 2^52: an exponent in its low bits becomes a float64 by subtraction.
const TWO_52: usize = memory.data<f64>([4503599627370496, 4503599627370496], 16);
const BIAS: usize = memory.data<f64>([4503599627371519, 4503599627371519], 16); // 2^52 + 1023

/**
 * Returns the high part of the logarithms, a multiple of 2^-42; the low one, below 2^-7.5, is in
 * LOW. Absolute error below 2^-60, and below 2^-64 of the logarithm where that is 13 or more, as it
 * is here. `subnormal`: x may be so. `settled`: z is added to the high part, and the low one is
 * below 2^-15. The sum of both was the largest error: it is below 2^-63, most of which is z^8/8.
 */
// @ts-ignore: decorator
@inline
export function logPair(x: v128, subnormal: bool, settled: bool = false): v128 {
  let bias = v128.load(BIAS);
  if (subnormal) {
    const isSubnormal = f64x2.lt(x, v128.load(LEAST_NORMAL));
    if (v128.any_true(isSubnormal)) {
      x = v128.bitselect(f64x2.mul(x, f64x2.splat(TWO_54)), x, isSubnormal);
      bias = f64x2.add(bias, v128.and(f64x2.splat(54), isSubnormal));
    }
  }
  const k = f64x2.sub(v128.or(i64x2.shr_u(x, 52), v128.load(TWO_52)), bias);
  const m = v128.or(v128.and(x, v128.load(SIGNIFICAND)), v128.load(ONE));
  const step0 = LOG_STEPS + (<usize> (i64x2.extract_lane(x, 0) >> 45) & 127) * STEP;
  const step1 = LOG_STEPS + (<usize> (i64x2.extract_lane(x, 1) >> 45) & 127) * STEP;
  const head0 = v128.load(step0);
  const head1 = v128.load(step1);
  const c = firsts(head0, head1);
  const top = v128.and(m, v128.load(TOP_BITS));
  const zTop = f64x2.sub(f64x2.mul(top, c), v128.load(ONE));
  const zRest = f64x2.mul(f64x2.sub(m, top), c);
  const z = f64x2.add(zTop, zRest);

  const square = f64x2.mul(z, z);
  const first = f64x2.add(v128.load(SERIES), f64x2.mul(z, v128.load(SERIES, 16)));
  const second = f64x2.add(v128.load(SERIES, 32), f64x2.mul(z, v128.load(SERIES, 48)));
  const third = f64x2.add(v128.load(SERIES, 64), f64x2.mul(z, v128.load(SERIES, 80)));
  const upper = f64x2.add(second, f64x2.mul(square, third));
  const rest = f64x2.mul(square, f64x2.add(first, f64x2.mul(square, upper)));
  const lows = firsts(v128.load(step0, 16), v128.load(step1, 16));
  const small = f64x2.add(f64x2.add(lows, f64x2.mul(k, v128.load(LN2_LOW))), zRest);
  const start = f64x2.add(f64x2.mul(k, v128.load(LN2_HIGH)), seconds(head0, head1));
  if (!settled) {
    v128.store(LOW, f64x2.add(zTop, f64x2.add(small, rest)));
    return start;
  }
  const high = f64x2.add(start, zTop);
  v128.store(LOW, f64x2.add(f64x2.add(f64x2.sub(start, high), zTop), f64x2.add(small, rest)));
  return high;
}

/** The bound of its error, for tests. */
export function logError(logarithm: f64): f64 {
  const size = abs(logarithm);
  return size < 13 ? 8.673617379884035e-19 : 5.421010862427522e-20 * size; // 2^-60, 2^-64
}

/**
 * The logarithms of float32 that were widened: products of their significands with c are exact, and
 * low parts are left out. Absolute error below 2^-42.5, worst found 2^-42.8 at 0x1.1427b8p+117; so
 * below 2^-46 of a logarithm of 13 or more, as it is here. tests/kernels/whole_line_test.ts holds
 * what is made of it beyond the rows.
 */
// @ts-ignore: decorator
@inline
export function logShort(x: v128): v128 {
  const k = f64x2.sub(v128.or(i64x2.shr_u(x, 52), v128.load(TWO_52)), v128.load(BIAS));
  const m = v128.or(v128.and(x, v128.load(SIGNIFICAND)), v128.load(ONE));
  const step0 = LOG_STEPS + (<usize> (i64x2.extract_lane(x, 0) >> 45) & 127) * STEP;
  const step1 = LOG_STEPS + (<usize> (i64x2.extract_lane(x, 1) >> 45) & 127) * STEP;
  const head0 = v128.load(step0);
  const head1 = v128.load(step1);
  const z = f64x2.sub(f64x2.mul(m, firsts(head0, head1)), v128.load(ONE));
  const square = f64x2.mul(z, z);
  const first = f64x2.add(v128.load(SERIES), f64x2.mul(z, v128.load(SERIES, 16)));
  const second = f64x2.add(v128.load(SERIES, 32), f64x2.mul(z, v128.load(SERIES, 48)));
  const series = f64x2.add(z, f64x2.mul(square, f64x2.add(first, f64x2.mul(square, second))));
  const start = f64x2.add(f64x2.mul(k, f64x2.splat(0.6931471805599453)), seconds(head0, head1)); // ln 2
  return f64x2.add(start, series);
}
