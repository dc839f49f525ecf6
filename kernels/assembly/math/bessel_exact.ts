// What the tests and later features ask of the Bessel functions: values to 2^-150 at double-double arguments, one
// way alone, and how much of its error bound a way's pair needs.

import { I0E_BOUND, I0E_CONSTANT_BOUND, I0E_GRAD_BOUND, I1_GRAD_BOUND } from "./bessel_data";
import { I1E_BOUND, I1E_CONSTANT_BOUND, I1E_GRAD_BOUND } from "./bessel_data";
import { I0E as ROWS_I0E, I0E_GRAD, I1_GRAD, I1E as ROWS_I1E, I1E_GRAD } from "./bessel_data";
import { I0, I0E, I0E_SLOPE, I1, I1_SLOPE, I1E, I1E_SLOPE, isGrowing, isSteep } from "./bessel_kinds";
import { pair } from "./bessel_growing";
import { B, CONSTANT, evaluate, EXP_BOUND, EXP_FACTOR, MEASURED, MEASURED_PAIR, ROUNDED, setBound, TIMES_EXP } from "./bessel_rows";
import { farPairs } from "./bessel_scaled";
import { second, secondBound, valuePair } from "./bessel_second";
import { third, thirdTriple } from "./bessel_third";
import { low } from "./bessel_arithmetic";
import { ROW, rowNumber } from "./table";
import { exponentOf, FREE_TRIPLES, negate, powerOfTwo, scale, set, setSum, subtract, TRIPLE } from "./triple";

const VALUE: usize = FREE_TRIPLES;
const DIFFERENCE: usize = VALUE + TRIPLE;

/** The function at x + xLow, a double-double, as three float64 in `to`: to 2^-150 of it, where it is a normal number. */
export function bessel_exact(kind: i32, x: f64, xLow: f64, to: usize): void {
  if (x == 0) {
    set(to, kind == I0 || kind == I0E ? 1 : kind == I1_SLOPE || kind == I1E_SLOPE ? 0.5 : 0);
    return;
  }
  const sign: f64 = x < 0 ? -1 : 1;
  thirdTriple(kind, sign * x, sign * xLow, to);
  if (x < 0 && (kind == I1 || kind == I1E || kind == I0E_SLOPE)) negate(to, to);
}

/** The value at x > 0 by the second or third way alone. */
export function bessel_way(kind: i32, x: f64, way: i32): f64 {
  return way == 2 ? second(kind, x) : third(kind, x, 0);
}

/** The error of the pair that the first or second way finds at x > 0, in units of its bound. */
export function bessel_margin(kind: i32, x: f64, way: i32): f64 {
  thirdTriple(kind, x, 0, VALUE);
  let high: f64;
  let rest: f64;
  let bound: f64;
  if (way == 2) {
    high = valuePair(kind, x);
    rest = low;
    bound = secondBound(kind, x, high);
  } else {
    firstPair(kind, f64x2.splat(x));
    high = load<f64>(MEASURED_PAIR);
    rest = load<f64>(MEASURED_PAIR, 16);
    bound = load<f64>(MEASURED_PAIR, 32);
  }
  // The pair lacks a power of two.
  const k = exponentOf(load<f64>(VALUE)) - exponentOf(high + rest);
  setSum(DIFFERENCE, high, rest);
  const half = k >> 1;
  scale(VALUE, VALUE, powerOfTwo(-half));
  scale(VALUE, VALUE, powerOfTwo(half - k));
  // A value next to a power of two may have another exponent.
  const ratio = load<f64>(VALUE) / load<f64>(DIFFERENCE);
  if (ratio > 1.5) scale(VALUE, VALUE, 0.5);
  else if (ratio < 0.75) scale(VALUE, VALUE, 2);
  subtract(DIFFERENCE, DIFFERENCE, VALUE);
  return abs(load<f64>(DIFFERENCE)) / abs(bound);
}

/** Whether the first way leaves x > 0 undecided. */
export function bessel_is_undecided(kind: i32, x: f64): bool {
  firstPair(kind, f64x2.splat(x));
  const high = load<f64>(MEASURED_PAIR);
  const rest = load<f64>(MEASURED_PAIR, 16);
  const bound = load<f64>(MEASURED_PAIR, 32);
  return high + (rest - bound) != high + (rest + bound);
}

function firstPair(kind: i32, a: v128): void {
  const x = f64x2.extract_lane(a, 0);
  const row = max(rowNumber(x), 0) * <i32> ROW;
  if (isGrowing(kind)) {
    const bound = kind == I0 ? I0E_BOUND : kind == I1 ? I1E_BOUND : I1_GRAD_BOUND;
    const table = kind == I0 ? ROWS_I0E : kind == I1 ? ROWS_I1E : I1_GRAD;
    const at = table + (row == 0 ? 0 : ROW + row);
    setBound(B, (bound + EXP_BOUND) * EXP_FACTOR);
    if (kind == I0) pair(I0, TIMES_EXP | MEASURED, a, 0, a, at, at, B);
    else pair(I1, TIMES_EXP | MEASURED, a, 0, a, at, at, B);
  } else if (x < 1024) {
    if (isSteep(kind)) {
      setBound(B, kind == I0E_SLOPE ? I0E_GRAD_BOUND : I1E_GRAD_BOUND);
      const at = (kind == I0E_SLOPE ? I0E_GRAD : I1E_GRAD) + row;
      if (kind == I0E_SLOPE) evaluate(I0E_SLOPE, ROUNDED | MEASURED, a, 0, a, at, at, a, a, a, B);
      else evaluate(I1E_SLOPE, ROUNDED | MEASURED, a, 0, a, at, at, a, a, a, B);
    } else {
      const at = (kind == I0E ? ROWS_I0E : ROWS_I1E) + ROW + row;
      if (kind == I1E && row == 0) {
        setBound(B, I1E_BOUND);
        evaluate(I1E, ROUNDED | MEASURED, a, 0, a, at, at, a, a, a, B);
      } else {
        setBound(B, kind == I0E ? I0E_CONSTANT_BOUND : I1E_CONSTANT_BOUND);
        evaluate(I0E, ROUNDED | CONSTANT | MEASURED, a, 0, a, at, at, a, a, a, B);
      }
    }
  } else {
    farPairs(kind, a);
  }
}
