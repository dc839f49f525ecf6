// exp(x) for 0 <= x <= 714 as a pair times 2^expExponent, to 2^-78: exp.ts with a longer reduction and series.

import { LN2_LAST } from "./bessel_fine_data";
import { low, multiply, normal, productError, step, sumError } from "./bessel_arithmetic";
import { EXP_REDUCE, EXP_STEP } from "./exp_data";

const SIXTH: f64 = 0.16666666666666666;
const SIXTH_LOW: f64 = 9.25185853854297e-18; // 1/6 - SIXTH

export let expExponent: i32 = 0;

export function expPair(x: f64): f64 {
  const k = nearest<f64>(x * load<f64>(EXP_REDUCE));
  const steps = <i32> k;
  expExponent = steps >> 7;
  // r = x - k ln 2/128; the first product is exact, and so is its difference.
  const near = x - k * load<f64>(EXP_REDUCE, 8);
  const product = k * load<f64>(EXP_REDUCE, 16);
  const r = near - product;
  let rLow = sumError(near, -product, r) - productError(k, load<f64>(EXP_REDUCE, 16), product);
  rLow -= k * load<f64>(LN2_LAST);
  // 1 + r (1 + r (1/2 + r (1/6 + ...)))
  const tail = 0.041666666666666664 + r * (0.008333333333333333 + r * (0.001388888888888889 + r * 0.0001984126984126984)); // 1/4! ...
  let y = step(SIXTH, SIXTH_LOW, r, tail, 0);
  y = step(0.5, 0, r, y, low);
  y = step(1, 0, r, y, low);
  y = step(1, 0, r, y, low);
  const yLow = low + rLow * y; // exp(r + rLow)
  const at = EXP_STEP + (<usize> (steps & 127) << 4);
  const power = normal(load<f64>(at), load<f64>(at, 8));
  return multiply(y, yLow, power, low);
}
