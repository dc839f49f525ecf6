// ln(x) for x > 0, two lanes: x = 2^k m, ln m from the rows of LOG.

import { ONE } from "./constants";
import { LOG } from "./gamma_data";
import { C9, evaluate, LOW, PAIRED_AT, ROW } from "./table";

const SIGNIFICAND: usize = memory.data<u64>([0xfffffffffffff, 0xfffffffffffff], 16);
const LEAST_NORMAL: usize = memory.data<u64>([0x0010000000000000, 0x0010000000000000], 16);
const TWO_54: f64 = 18014398509481984;
// ln 2 as high + low; high has 42 bits, so that its products with exponents are exact.
const LN2_HIGH: f64 = 0.6931471805598903;
const LN2_LOW: f64 = 5.497923018708371e-14;

/** Returns the high part of the logarithms; the low one is in LOW. Absolute error below 2^-64. */
// @ts-ignore: decorator
@inline
export function logPair(x: v128): v128 {
  const isSubnormal = f64x2.lt(x, v128.load(LEAST_NORMAL));
  x = v128.bitselect(f64x2.mul(x, f64x2.splat(TWO_54)), x, isSubnormal);
  const biased = i64x2.shr_u(x, 52);
  const k = f64x2.sub(
    f64x2.convert_low_i32x4_s(v128.shuffle<i32>(biased, biased, 0, 2, 0, 2)),
    f64x2.add(f64x2.splat(1023), v128.and(f64x2.splat(54), isSubnormal)),
  );
  const m = v128.or(v128.and(x, v128.load(SIGNIFICAND)), v128.load(ONE));
  const row0 = LOG + (<usize> (i64x2.extract_lane(x, 0) >> 47) & 31) * ROW;
  const row1 = LOG + (<usize> (i64x2.extract_lane(x, 1) >> 47) & 31) * ROW;
  const high = evaluate(m, row0, row1, C9, true, PAIRED_AT, m, m, false);
  const whole = f64x2.mul(k, f64x2.splat(LN2_HIGH));
  const sum = f64x2.add(whole, high);
  // |whole| is 0 or larger than high.
  const error = f64x2.add(f64x2.sub(whole, sum), high);
  const low = f64x2.add(v128.load(LOW), f64x2.mul(k, f64x2.splat(LN2_LOW)));
  v128.store(LOW, f64x2.add(error, low));
  return sum;
}
