// One function at one argument of 106 bits, high + low, to 2^-100 of its value and mostly much
// better: what whole expressions need where they cancel. Each leaves its result at
// `precise_result()`, three float64 numbers whose sum it is, the first of them its rounding. The
// caller sees to special values: the argument is finite, no pole, and in the domain. Where the
// three parts would overflow or underflow, below 2^-900, the result is not that good.

import {
  preciseDigamma,
  preciseLgamma,
  preciseLog,
  precisePolygamma,
  RESULT,
  resultExponent,
} from "../gamma/last_triple_double";
import { FREE_MULTIGAMMALN } from "../multigammaln/last_triple_double";
import {
  addNumber,
  divide,
  logSeries,
  multiply,
  multiplyNumber,
  powerOfTwo,
  scale,
  set,
  setSum,
  subtract,
  TRIPLE,
} from "../arithmetic/triple_double";
import { LN_2 } from "../arithmetic/constants_data";

/** Below, only lgamma and its kin have numbers. */
const ARGUMENT: usize = FREE_MULTIGAMMALN;
const TERM: usize = ARGUMENT + TRIPLE;
const PART: usize = TERM + TRIPLE;
export const FREE_PUBLIC: usize = PART + TRIPLE;

/** exp is made from its value at 2^-EXP_HALVINGS of the argument. */
const EXP_HALVINGS: i32 = 8;
const EXP_TERMS: i32 = 16;
/** log1p of a smaller argument needs no reduction. */
const SMALL_LOG1P: f64 = 0.015625; // 2^-6

/** Where results are. */
export function precise_result(): usize {
  return RESULT;
}

export function lgamma_precise(high: f64, low: f64): void {
  setSum(ARGUMENT, high, low);
  preciseLgamma(ARGUMENT);
  applyExponent();
}

export function digamma_precise(high: f64, low: f64): void {
  setSum(ARGUMENT, high, low);
  preciseDigamma(ARGUMENT);
  applyExponent();
}

export function polygamma_precise(high: f64, low: f64, n: f64): void {
  setSum(ARGUMENT, high, low);
  if (n == 0) preciseDigamma(ARGUMENT);
  else precisePolygamma(ARGUMENT, <i64> n);
  applyExponent();
}

export function log_precise(high: f64, low: f64): void {
  setSum(ARGUMENT, high, low);
  // Next to 1 what is left after a cancellation must be as good.
  if (abs(high - 1) < SMALL_LOG1P) {
    addNumber(ARGUMENT, ARGUMENT, -1);
    logSeries(RESULT, ARGUMENT);
  } else preciseLog(RESULT, ARGUMENT);
}

export function log1p_precise(high: f64, low: f64): void {
  setSum(ARGUMENT, high, low);
  if (abs(high) < SMALL_LOG1P) {
    logSeries(RESULT, ARGUMENT);
    return;
  }
  addNumber(ARGUMENT, ARGUMENT, 1);
  preciseLog(RESULT, ARGUMENT);
}

export function exp_precise(high: f64, low: f64): void {
  const k = reduceExp(high, low);
  addNumber(RESULT, RESULT, 1);
  timesPowerOfTwo(k);
}

export function expm1_precise(high: f64, low: f64): void {
  const k = reduceExp(high, low);
  if (k == 0) return;
  addNumber(RESULT, RESULT, 1);
  timesPowerOfTwo(k);
  addNumber(RESULT, RESULT, -1);
}

/**
 * Puts exp(r) - 1 into RESULT, where the argument is k ln 2 + r; returns k, which is 0 for
 * |argument| < 1/2.
 */
function reduceExp(high: f64, low: f64): i32 {
  setSum(ARGUMENT, high, low);
  // Far beyond the ends exp is infinite or 0 in any case.
  const bounded = max(-2000.0, min(2000.0, high));
  if (bounded != high) set(ARGUMENT, bounded);
  const k = abs(bounded) < 0.5 ? 0 : <i32> nearest<f64>(bounded * 1.4426950408889634); // 1/ln 2
  multiplyNumber(PART, LN_2, <f64> k);
  subtract(ARGUMENT, ARGUMENT, PART);
  scale(ARGUMENT, ARGUMENT, powerOfTwo(-EXP_HALVINGS));
  // r + r^2/2! + ..., as r (1 + r/2 (1 + r/3 (...
  set(RESULT, 1);
  for (let i = EXP_TERMS; i > 1; i--) {
    set(PART, <f64> i);
    divide(PART, ARGUMENT, PART);
    multiply(RESULT, RESULT, PART);
    addNumber(RESULT, RESULT, 1);
  }
  multiply(RESULT, RESULT, ARGUMENT);
  for (let i = 0; i < EXP_HALVINGS; i++) { // exp(2r) - 1 = e (e + 2)
    addNumber(TERM, RESULT, 2);
    multiply(RESULT, RESULT, TERM);
  }
  return k;
}

function applyExponent(): void {
  timesPowerOfTwo(<i32> max<i64>(-4000, min<i64>(4000, resultExponent)));
}

/** Scales RESULT in steps, so that only the result can overflow. */
function timesPowerOfTwo(k: i32): void {
  while (k != 0) {
    const step = max(-1000, min(1000, k));
    scale(RESULT, RESULT, powerOfTwo(step));
    k -= step;
  }
}
