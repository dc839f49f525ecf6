// (high + low) exp(x) 2^-m for the growing functions, as an unrounded pair that keeps 2^-66: see exp.ts, whose
// steps and tables these are.
//
// r = rh + rl, rh of 26 bits. Of high the first 26 bits times the 27 of 2^(j/128)'s high part are exact, M; 26 bits
// of M times rh are exact, N; and M + N = S + e is. Everything else is below 2^-11.

import { ONE } from "./constants";
import { EXP_REDUCE, EXP_STEP } from "./exp_data";
import { firsts, seconds } from "./lanes";
import { TOP_BITS } from "./pair";

const ROUNDER: usize = memory.data<f64>([6755399441055744, 6755399441055744], 16); // 1.5 2^52
/** Where the low part is left. */
export const LOW: usize = 32;
const HALF: f64 = 0.5;
// exp's series behind r: 1/3!, 1/4!, 1/5!, 1/6!; what follows is below 2^-71.
const TAIL: usize = memory.data<f64>(
  [0.16666666666666666, 0.041666666666666664, 0.008333333333333333, 0.001388888888888889],
  16,
);

/** The high part; the low one is in LOW. */
// @ts-ignore: decorator
@inline
export function timesExpPair(high: v128, low: v128, x: v128, steps: v128): v128 {
  const mask = v128.load(TOP_BITS);
  const k = f64x2.sub(steps, v128.load(ROUNDER));
  const near = f64x2.sub(x, f64x2.mul(k, v128.load64_splat(EXP_REDUCE, 8)));
  const far = f64x2.mul(k, v128.load64_splat(EXP_REDUCE, 16));
  const r = f64x2.sub(near, far);
  const rh = v128.and(r, mask);
  const rl = f64x2.sub(f64x2.sub(near, rh), far);
  const square = f64x2.mul(r, r);
  const lower = f64x2.add(f64x2.splat(HALF), f64x2.mul(r, v128.load64_splat(TAIL)));
  let upper = f64x2.add(v128.load64_splat(TAIL, 8), f64x2.mul(r, v128.load64_splat(TAIL, 16)));
  upper = f64x2.add(upper, f64x2.mul(square, v128.load64_splat(TAIL, 24)));
  const small = f64x2.add(rl, f64x2.mul(square, f64x2.add(lower, f64x2.mul(square, upper))));

  const step0 = v128.load(EXP_STEP + ((<usize> i64x2.extract_lane(steps, 0) & 127) << 4));
  const step1 = v128.load(EXP_STEP + ((<usize> i64x2.extract_lane(steps, 1) & 127) << 4));
  const stepHigh = firsts(step0, step1);
  const stepLow = seconds(step0, step1);
  const step = f64x2.add(stepHigh, stepLow);
  const top = v128.and(high, mask);
  const m = f64x2.mul(top, stepHigh);
  const mTop = v128.and(m, mask);
  const n = f64x2.mul(mTop, rh);
  const sum = f64x2.add(m, n);
  const error = f64x2.sub(n, f64x2.sub(sum, m));
  let others = f64x2.add(f64x2.mul(f64x2.sub(high, top), stepHigh), f64x2.mul(high, stepLow));
  others = f64x2.add(others, f64x2.mul(low, step));
  const whole = f64x2.add(m, others);
  let rest = f64x2.add(f64x2.mul(f64x2.sub(m, mTop), rh), f64x2.mul(others, rh));
  rest = f64x2.add(f64x2.add(rest, error), f64x2.mul(whole, small));
  v128.store(LOW, f64x2.add(others, rest));
  return sum;
}

/** 2^m where it is a double: x below 709. */
// @ts-ignore: decorator
@inline
export function exponentScale(steps: v128): v128 {
  return i64x2.add(i64x2.shl(i64x2.shr_u(steps, 7), 52), v128.load(ONE));
}
