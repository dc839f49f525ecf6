// exp(x) for 0 <= x <= 714 as pairs times powers of two, to 2^-78: exp.ts with a longer reduction and series.

import { low, multiply, normal, step } from "./bessel_arithmetic";
import { LN2_LAST } from "./bessel_fine_data";
import { HALF, ONE } from "./constants";
import { EXP_REDUCE, EXP_STEP } from "./exp_data";
import { firsts, seconds } from "./lanes";
import { productError, sumError } from "./pair";

// 1/3! as a pair, 1/4!, 1/5!, 1/6!, 1/7!
const TERMS: usize = memory.data<f64>([
  0.16666666666666666, 9.25185853854297e-18, 0.041666666666666664,
  0.008333333333333333, 0.001388888888888889, 0.0001984126984126984,
], 16);

/** The exponents of those powers. */
export let expExponent0: i32 = 0;
export let expExponent1: i32 = 0;

export function expPair(x: v128): v128 {
  const k = f64x2.nearest(f64x2.mul(x, v128.load64_splat(EXP_REDUCE)));
  const steps0 = <i32> f64x2.extract_lane(k, 0);
  const steps1 = <i32> f64x2.extract_lane(k, 1);
  expExponent0 = steps0 >> 7;
  expExponent1 = steps1 >> 7;
  // r = x - k ln 2/128; the first product is exact, and so is its difference.
  const near = f64x2.sub(x, f64x2.mul(k, v128.load64_splat(EXP_REDUCE, 8)));
  const lo = v128.load64_splat(EXP_REDUCE, 16);
  const product = f64x2.mul(k, lo);
  const r = f64x2.sub(near, product);
  let rLow = f64x2.sub(sumError(near, f64x2.neg(product), r), productError(k, lo, product));
  rLow = f64x2.sub(rLow, f64x2.mul(k, v128.load64_splat(LN2_LAST)));
  // 1 + r (1 + r (1/2 + r (1/6 + ...)))
  let tail = v128.load64_splat(TERMS, 40);
  tail = f64x2.add(v128.load64_splat(TERMS, 32), f64x2.mul(r, tail));
  tail = f64x2.add(v128.load64_splat(TERMS, 24), f64x2.mul(r, tail));
  tail = f64x2.add(v128.load64_splat(TERMS, 16), f64x2.mul(r, tail));
  const none = i64x2.splat(0);
  let y = step(v128.load64_splat(TERMS), v128.load64_splat(TERMS, 8), r, tail, none);
  y = step(v128.load(HALF), none, r, y, low);
  y = step(v128.load(ONE), none, r, y, low);
  y = step(v128.load(ONE), none, r, y, low);
  const yLow = f64x2.add(low, f64x2.mul(rLow, y)); // exp(r + rLow)
  const step0 = v128.load(EXP_STEP + (<usize> (steps0 & 127) << 4));
  const step1 = v128.load(EXP_STEP + (<usize> (steps1 & 127) << 4));
  const power = normal(firsts(step0, step1), seconds(step0, step1));
  return multiply(y, yLow, power, low);
}
