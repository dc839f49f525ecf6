// The errors of the logarithms and exponentials that kernels and expressions are made of, in units
// of their bounds, for tests.

import { EXP_ERROR as LANES_EXP_ERROR, expPower, expRest, expStep, expSteps, prepareExp } from "../elementary/exp";
import { FINE_LOG_ERROR, logFine, logSettled, SETTLED_LOG_ERROR } from "../elementary/log_accurate";
import { LOG_ERROR as LANES_LOG_ERROR, logPair } from "../elementary/log";
import { EXP_ERROR, expOf, LOG_ERROR, logOf, low } from "../elementary/scalar";
import { exp_precise, log_precise, precise_result } from "./precise";
import { LOW } from "../tables/row";
import { multiply, powerOfTwo, scale, setSum, subtract, TRIPLE } from "../arithmetic/triple_double";

const FOUND: usize = memory.data(48, 16);
const FACTOR: usize = FOUND + TRIPLE;

/**
 * Those of elementary/log.ts (0) and elementary/exp.ts (1), x in [0, 700], of ln and exp of elementary/scalar.ts (2, 3), and of
 * both of elementary/log_accurate.ts (4, 6).
 */
export function elementary_margin(which: i32, x: f64): f64 {
  if ((which & 1) == 0) log_precise(x, 0);
  else exp_precise(x, 0);
  const exact = load<f64>(precise_result());
  let bound: f64;
  if (which == 0) {
    setSum(FOUND, f64x2.extract_lane(logPair(f64x2.splat(x)), 0), load<f64>(LOW));
    bound = LANES_LOG_ERROR;
  } else if (which == 4) {
    setSum(FOUND, f64x2.extract_lane(logSettled(f64x2.splat(x)), 0), load<f64>(LOW));
    bound = SETTLED_LOG_ERROR;
  } else if (which == 6) {
    setSum(FOUND, f64x2.extract_lane(logFine(f64x2.splat(x), f64x2.splat(0)), 0), load<f64>(LOW));
    bound = FINE_LOG_ERROR;
  } else if (which == 1) {
    prepareExp();
    const steps = expSteps(f64x2.splat(x));
    const step = expStep(steps, 0);
    setSum(FOUND, f64x2.extract_lane(step, 0), f64x2.extract_lane(step, 1));
    setSum(FACTOR, 1, f64x2.extract_lane(expRest(f64x2.splat(x), steps), 0));
    multiply(FOUND, FOUND, FACTOR);
    scale(FOUND, FOUND, powerOfTwo(expPower(steps, 0)));
    bound = LANES_EXP_ERROR * exact;
  } else {
    const high = which == 2 ? logOf(x, 0) : expOf(x, 0);
    setSum(FOUND, high, low);
    bound = (which == 2 ? LOG_ERROR : EXP_ERROR) * abs(exact);
  }
  subtract(FOUND, FOUND, precise_result());
  return abs(load<f64>(FOUND)) / bound;
}
