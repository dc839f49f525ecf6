// The lanes of the gamma family that a pair and the bound of its error do not decide how to round: they are computed
// again, better. A kernel asks `isUndecided` of rounding.ts, and calls `resolve` for the few lanes that are.

import { DIGAMMA } from "./gamma_special";
import { preciseValue, RESULT, resultExponent } from "./gamma_precise";
import { preciseMultigammaln } from "./multigammaln_precise";
import { addNumber, powerOfTwo } from "./triple";

/** All bits of a lane are set by a test that wants every element to come here, to see how good the bounds are. */
export const FORCED: usize = memory.data<u64>([0, 0], 16);
/** float64: the largest error of a pair in units of its bound; where that is; how many elements came here. */
export const WORST: usize = memory.data<f64>([0, 0, 0], 16);

/** Which function: an order of gamma_special.ts, and p where it is that of multigammaln or of its gradient. */
export function resolve(order: i64, p: f64, x: v128, high: v128, low: v128, bound: v128, mask: v128): v128 {
  let y = f64x2.add(high, low);
  if (i64x2.extract_lane(mask, 0)) {
    y = f64x2.replace_lane(y, 0, value(order, p, f64x2.extract_lane(x, 0)));
    if (load<u64>(FORCED) != 0) {
      probe(f64x2.extract_lane(x, 0), f64x2.extract_lane(high, 0), f64x2.extract_lane(low, 0), f64x2.extract_lane(bound, 0));
    }
  }
  if (i64x2.extract_lane(mask, 1)) {
    y = f64x2.replace_lane(y, 1, value(order, p, f64x2.extract_lane(x, 1)));
    if (load<u64>(FORCED) != 0) {
      probe(f64x2.extract_lane(x, 1), f64x2.extract_lane(high, 1), f64x2.extract_lane(low, 1), f64x2.extract_lane(bound, 1));
    }
  }
  return y;
}

function value(order: i64, p: f64, x: f64): f64 {
  store<f64>(WORST, load<f64>(WORST, 16) + 1, 16);
  if (p > 0) return preciseMultigammaln(x, <i64> p, order == DIGAMMA, false);
  return preciseValue(order, x, false);
}

/** Compares a pair with the value that was just computed. */
function probe(x: f64, high: f64, low: f64, bound: f64): void {
  if (!(abs(high) < Infinity) || abs(high) < 1e-290) return;
  // RESULT is in [1, 2), and high and low are scaled to it, in two steps.
  const k = <i32> -resultExponent;
  const first = powerOfTwo(k / 2);
  const second = powerOfTwo(k - k / 2);
  addNumber(RESULT, RESULT, -high * first * second);
  addNumber(RESULT, RESULT, -low * first * second);
  const margin = abs(load<f64>(RESULT)) / (bound * first * second);
  if (margin <= load<f64>(WORST)) return;
  store<f64>(WORST, margin);
  store<f64>(WORST, x, 8);
}

/** For tests: every element comes here from now on, or only those that are undecided; where WORST is. */
export function gamma_force(isForced: bool): usize {
  const bits: u64 = isForced ? ~0 : 0;
  store<u64>(FORCED, bits);
  store<u64>(FORCED, bits, 8);
  store<f64>(WORST, 0);
  store<f64>(WORST, 0, 8);
  store<f64>(WORST, 0, 16);
  return WORST;
}
