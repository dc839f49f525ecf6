// The errors of the logarithms and exponentials that kernels and expressions are made of, in units
// of their bounds, for tests.

import {
  EXP_ERROR as LANES_EXP_ERROR,
  expPower,
  expRest,
  expStep,
  expSteps,
  prepareExp,
} from "../elementary/exp";
import { LOG_ERROR as LANES_LOG_ERROR, logPair } from "../elementary/log";
import {
  EXP_ERROR as ACCURATE_EXP_ERROR,
  expDoubleDouble,
  EXPM1_ERROR,
} from "../elementary/exp_double_double";
import { EXP_ERROR, expLanes, LOG_ERROR, logLanes } from "../elementary/fast_double_double";
import { exp } from "../elementary/ball_exp";
import { log } from "../elementary/ball_log";
import { LOW } from "../memory_map";
import { add, divide, multiply, newBall, scale, setNumber, subtract } from "../arithmetic/ball";
import { toNumber } from "../arithmetic/ball_number";
import { beginLast, endLast, lastArgument, lastResult } from "../rounding/ball";

/**
 * Those of elementary/log.ts (0) and elementary/exp.ts (1), x in [0, 700], of ln and exp of elementary/fast_double_double.ts (2, 3),
 * and of exp and expm1 of elementary/exp_double_double.ts (5, 7).
 */
export function elementary_margin(which: i32, x: f64): f64 {
  beginLast(x);
  const found = newBall();
  const factor = newBall();
  if ((which & 1) == 0) log(lastResult, lastArgument);
  else exp(lastResult, lastArgument);
  if (which == 7) {
    setNumber(found, 1);
    subtract(lastResult, lastResult, found);
  }
  const exact = toNumber(lastResult);
  let bound: f64;
  if (which == 0) {
    setPair(found, f64x2.extract_lane(logPair(f64x2.splat(x)), 0), load<f64>(LOW));
    bound = LANES_LOG_ERROR;
  } else if (which == 5 || which == 7) {
    setPair(
      found,
      f64x2.extract_lane(expDoubleDouble(f64x2.splat(x), f64x2.splat(0), which == 7), 0),
      load<f64>(LOW),
    );
    bound = (which == 7 ? EXPM1_ERROR : ACCURATE_EXP_ERROR) * abs(exact);
  } else if (which == 1) {
    prepareExp();
    const steps = expSteps(f64x2.splat(x));
    const step = expStep(steps, 0);
    setPair(found, f64x2.extract_lane(step, 0), f64x2.extract_lane(step, 1));
    setPair(factor, 1, f64x2.extract_lane(expRest(f64x2.splat(x), steps), 0));
    multiply(found, found, factor);
    scale(found, found, expPower(steps, 0));
    bound = LANES_EXP_ERROR * exact;
  } else {
    const xs = f64x2.splat(x);
    const none = f64x2.splat(0);
    const high = which == 2 ? logLanes(xs, none) : expLanes(xs, none);
    setPair(found, f64x2.extract_lane(high, 0), load<f64>(LOW));
    bound = (which == 2 ? LOG_ERROR : EXP_ERROR) * abs(exact);
  }
  subtract(found, found, lastResult);
  setNumber(factor, bound);
  divide(found, found, factor);
  const margin = abs(toNumber(found));
  endLast();
  return margin;
}

/** high + low, exactly. */
function setPair(to: usize, high: f64, low: f64): void {
  const part = newBall();
  setNumber(to, high);
  setNumber(part, low);
  add(to, to, part);
}
