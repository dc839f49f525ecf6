// Last phase of the Bessel functions for single numbers: Ziv's loop (rounding/ball.ts) over the functions of balls. Some
// hundred microseconds. One element in 2^34 needs it, and a few of the smallest whose results are a midpoint but for the
// third term of their series, such as i0e(2^-54).

import { beginLast, decide, endLast, lastArgument, lastResult } from "../rounding/ball";
import { I0, I0E, I0E_SLOPE, I1_SLOPE, isGrowing, isSteep } from "./kinds";
import { besselBall } from "./last";

/** The function of a kind at a ball. */
export function besselOf(to: usize, x: usize, kind: i32): void {
  const isOrder0 = kind == I0 || kind == I0E || kind == I0E_SLOPE;
  const isSlope = kind == I1_SLOPE || isSteep(kind);
  besselBall(to, x, isOrder0 ? 0 : 1, isSlope ? 1 : 0, !isGrowing(kind));
}

/** The correctly rounded value at x, which is not 0. */
export function lastBessel(kind: i32, x: f64): f64 {
  beginLast(x);
  do {
    besselOf(lastResult, lastArgument, kind);
  } while (!decide(false));
  return endLast();
}
