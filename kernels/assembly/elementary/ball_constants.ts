// pi and ln 2 as balls.
//
//   pi   = 16 arctan(1/5) - 4 arctan(1/239)
//   ln 2 = 18 artanh(1/26) - 2 artanh(1/4801) + 8 artanh(1/8749)
//
// Each is computed once for short and once for long midpoints. Which of the two is used depends on the working precision
// alone, and the work is not taken from the budget: results do not depend on what was computed before.

import {
  BALL,
  MAX_PRECISION,
  precision,
  round,
  setLimbs,
  setPrecision,
  widenPower,
} from "../arithmetic/ball";
import {
  addLimbs,
  clearLimbs,
  divideLimb,
  remainingBudget,
  setBudget,
  setLimb,
  subtractLimbs,
} from "../arithmetic/limbs";

/** Midpoints up to so many bits are short. */
export const SHORT: i32 = 640;
const PI: usize = 0;
const LN2: usize = 1;

/** A ball for each constant, short and long, and whether it is there. */
const CONSTANTS: usize = memory.data(2752, 16); // 4 balls
const MADE: usize = memory.data<i32>([0, 0, 0, 0], 16);

export function pi(to: usize): void {
  round(to, constant(PI));
}

export function ln2(to: usize): void {
  round(to, constant(LN2));
}

function constant(which: usize): usize {
  const isShort = precision() <= SHORT;
  const index = 2 * which + (isShort ? 0 : 1);
  const ball = CONSTANTS + index * BALL;
  if (load<i32>(MADE + (index << 2)) != 0) return ball;
  const budget = remainingBudget();
  setBudget(i64.MAX_VALUE);
  const kept = precision();
  setPrecision(isShort ? SHORT + 32 : MAX_PRECISION);
  if (which == PI) makePi(ball);
  else makeLn2(ball);
  setPrecision(kept);
  setBudget(budget);
  store<i32>(MADE + (index << 2), 1);
  return ball;
}

const POWER: usize = memory.data(672, 16);
const TERM: usize = memory.data(672, 16);
const TOTAL: usize = memory.data(672, 16);

/** Fixed point: a limb before the point, and as many after it as the precision has, and one. */
function size(): i32 {
  return (precision() >> 5) + 2;
}

/** Adds or subtracts factor (1/n -+ 1/(3 n^3) + 1/(5 n^5) ...): arctan(1/n) with changing signs, else artanh(1/n). */
function addArc(factor: u64, n: u64, isArctan: bool, isSubtracted: bool): void {
  const count = size();
  clearLimbs(POWER, count);
  setLimb(POWER, count - 1, factor);
  divideLimb(POWER, POWER, count, n);
  let isMinus = isSubtracted;
  for (let k: u64 = 1;; k += 2) {
    divideLimb(TERM, POWER, count, k);
    if (isMinus) subtractLimbs(TOTAL, TERM, count);
    else addLimbs(TOTAL, TERM, count);
    if (isArctan) isMinus = !isMinus;
    divideLimb(POWER, POWER, count, n * n);
    let any: u32 = 0;
    for (let i: usize = 0; i < <usize> count << 2; i += 4) any |= load<u32>(POWER + i);
    if (any == 0) return;
  }
}

/** The sum at TOTAL. Fewer than 2^13 terms, each rounded three times: below 2^-(32 - 15) of the last limb but one. */
function setTotal(to: usize): void {
  const count = size();
  setLimbs(to, TOTAL, count, 32);
  widenPower(to, 16 - (<i64> (count - 1) << 5));
}

function makePi(to: usize): void {
  clearLimbs(TOTAL, size());
  addArc(16, 5, true, false);
  addArc(4, 239, true, true);
  setTotal(to);
}

function makeLn2(to: usize): void {
  clearLimbs(TOTAL, size());
  addArc(18, 26, false, false);
  addArc(2, 4801, false, true);
  addArc(8, 8749, false, false);
  setTotal(to);
}
