// exp(x) for 0 <= x <= 714 as pairs times powers of two, to 2^-98.
//
// x = (128 m + j) ln 2/128 + r, |r| <= ln 2/256. exp(r) is Taylor's series, whose first terms are
// pairs; the first that is left out, r^10/10!, is below 2^-106. 2^(j/128) is from a table of pairs
// that is made before its first use.

import { LN2_LAST, ROOTS_OF_2 } from "./accurate_data";
import { ONE } from "../arithmetic/constants";
import { product } from "../arithmetic/double_double";
import { EXP_REDUCE } from "../elementary/exp_data";
import { firsts, seconds } from "../arithmetic/lanes";
import { closeTwoProdError, multiply, twoSumError } from "../arithmetic/error_free";

// 1, 1, 1/2!, 1/3!, 1/4! as pairs, and 1/5! to 1/9!
const PAIRS: usize = memory.data<f64>([
  1, 0, 1, 0, 0.5, 0, 0.16666666666666666, 9.25185853854297e-18, 0.041666666666666664, 2.3129646346357427e-18,
], 16);
const TERMS: usize = memory.data<f64>([
  0.008333333333333333, 0.001388888888888889, 0.0001984126984126984, 0.0000248015873015873, 0.0000027557319223985893,
], 16);
const PAIR_COUNT: i32 = 5;
const STEP_BITS: i32 = 7;
/** 2^(j/128) as pairs. */
const POWERS: usize = memory.data(16 << 7, 16);

/** The exponents of those powers. */
export let expExponent0: i32 = 0;
export let expExponent1: i32 = 0;

function makePowers(): void {
  v128.store(POWERS, f64x2.replace_lane(f64x2.splat(0), 0, 1));
  for (let j = 1; j < 1 << STEP_BITS; j++) {
    const root = v128.load(ROOTS_OF_2 + (<usize> (STEP_BITS - 1 - ctz(j)) << 4));
    v128.store(POWERS + (<usize> j << 4), product(v128.load(POWERS + (<usize> (j & (j - 1)) << 4)), root));
  }
}

export function expPair(x: v128): v128 {
  if (load<f64>(POWERS) == 0) makePowers();
  const k = f64x2.nearest(f64x2.mul(x, v128.load64_splat(EXP_REDUCE)));
  const steps0 = <i32> f64x2.extract_lane(k, 0);
  const steps1 = <i32> f64x2.extract_lane(k, 1);
  expExponent0 = steps0 >> STEP_BITS;
  expExponent1 = steps1 >> STEP_BITS;
  // r = x - k ln 2/128; the first product is exact, and so is its difference.
  const near = f64x2.sub(x, f64x2.mul(k, v128.load64_splat(EXP_REDUCE, 8)));
  const lo = v128.load64_splat(EXP_REDUCE, 16);
  const moved = f64x2.mul(k, lo);
  const r = f64x2.sub(near, moved);
  let rLow = f64x2.sub(twoSumError(near, f64x2.neg(moved), r), closeTwoProdError(k, lo, moved));
  rLow = f64x2.sub(rLow, f64x2.mul(k, v128.load64_splat(LN2_LAST)));
  let y = v128.load64_splat(TERMS, 32);
  for (let at: usize = 32; at > 0; at -= 8) y = f64x2.add(v128.load64_splat(TERMS + at - 8), f64x2.mul(r, y));
  let rest = i64x2.splat(0);
  for (let at: usize = PAIR_COUNT << 4; at > 0; at -= 16) {
    const term = f64x2.mul(r, y);
    const error = f64x2.add(closeTwoProdError(r, y, term), f64x2.add(f64x2.mul(r, rest), f64x2.mul(rLow, y)));
    const c = v128.load64_splat(PAIRS + at - 16);
    y = f64x2.add(c, term);
    rest = f64x2.add(twoSumError(c, term, y), f64x2.add(error, v128.load64_splat(PAIRS + at - 8)));
  }
  const power0 = v128.load(POWERS + (<usize> (steps0 & 127) << 4));
  const power1 = v128.load(POWERS + (<usize> (steps1 & 127) << 4));
  return multiply(y, rest, firsts(power0, power1), seconds(power0, power1));
}
