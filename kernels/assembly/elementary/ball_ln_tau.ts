// ln(2 pi) as a ball, for Stirling's series. It is computed once for short and once for long midpoints, as the constants of
// ball_constants.ts are, and is not taken from the budget: it was a third of the work of lgamma.

import { BALL, MAX_PRECISION, precision, round, scale, setPrecision } from "../arithmetic/ball";
import { remainingBudget, setBudget } from "../arithmetic/limbs";
import { pi, SHORT } from "./ball_constants";
import { log } from "./ball_log";

/** Two balls, and whether they are there. */
const BALLS: usize = memory.data(1376, 16);
const MADE: usize = memory.data<i32>([0, 0], 16);

export function lnTau(to: usize): void {
  const isShort = precision() <= SHORT;
  const index: usize = isShort ? 0 : 1;
  const ball = BALLS + index * BALL;
  if (load<i32>(MADE + (index << 2)) == 0) {
    const budget = remainingBudget();
    const kept = precision();
    setBudget(i64.MAX_VALUE);
    setPrecision(isShort ? SHORT + 32 : MAX_PRECISION);
    pi(ball);
    scale(ball, ball, 1);
    log(ball, ball);
    setPrecision(kept);
    setBudget(budget);
    store<i32>(MADE + (index << 2), 1);
  }
  round(to, ball);
}
