// The third way of the Bessel functions, and their values to 2^-150 at double-double arguments:
// fixed-point numbers (arithmetic/fixed_point.ts), first with 128 bits behind the point and then with more, until the
// interval that holds the true value rounds to one number: that it ends is the proof. Some ten
// microseconds. One element in 2^36 needs it, and a few of the smallest whose results are a middle
// but for the third term of their series, such as i0e(2^-54).
//
//   x below 58 (more with more bits)   i0 = sum q^k/k!^2 and i1 = x/2 sum q^k/(k! (k+1)!), q =
//                                      x^2/4
//   above                              Hankel's series (DLMF 10.40.1): its smallest term, exp(-2x),
//                                      is below the last place
//
// The value is V 2^exponent. V is wrong by at most 2^20 units of the last place, times the size of
// the sums: each of some hundred terms is rounded down three times, and what follows is a handful
// of products.

import {
  add,
  BIG,
  copy,
  divideInteger,
  fraction,
  FREE_BIGS,
  isNegative,
  move,
  multiply,
  multiplyInteger,
  negate,
  setFraction,
  setInteger,
  setNumber,
  setSize,
  shiftDown,
  subtract,
  toNumber,
  topPlace,
} from "../arithmetic/fixed_point";
import { BIG_LN2, BIG_PI } from "./accurate_data";
import { I0, I0E, I0E_SLOPE, I1, I1_SLOPE, I1E, isGrowing, isSteep } from "./kinds";
import { exponentOf, powerOfTwo } from "../arithmetic/triple_double";

const V: usize = FREE_BIGS;
const MANTISSA: usize = V + BIG; // x = MANTISSA 2^exponentOfX, in [1, 2)
const X: usize = MANTISSA + BIG;
const TERM: usize = X + BIG;
const OTHER: usize = TERM + BIG;
const SUM_0: usize = OTHER + BIG;
const SUM_1: usize = SUM_0 + BIG;
const FACTOR: usize = SUM_1 + BIG;
const EXP: usize = FACTOR + BIG;
const REST: usize = EXP + BIG;

const ERROR_PLACES: i32 = 20;
/** Words behind the point: of the first attempt, and of the last, which the constants have. */
const FIRST_FRACTION: i32 = 4;
const LAST_FRACTION: i32 = 36;
const LN_2: f64 = 0.6931471805599453;

let exponentOfX: i32 = 0;
let exponent: i32 = 0;
let isBelow0: bool = false;
/** V's error is below 2^errorPlaces units of the last place. */
let errorPlaces: i32 = 0;

/** The correctly rounded value at x + xLow > 0. */
export function third(kind: i32, x: f64, xLow: f64): f64 {
  let behind = FIRST_FRACTION;
  let isDecided = false;
  while (!isDecided) {
    compute(kind, x, xLow, behind);
    copy(REST, V);
    move(V, errorPlaces, false);
    move(REST, errorPlaces, true);
    isDecided = !isNegative(V) && toNumber(V, exponent, false) == toNumber(REST, exponent, false);
    if (behind == LAST_FRACTION) break;
    behind = min(2 * behind, LAST_FRACTION);
  }
  const y = toNumber(REST, exponent, false);
  return isBelow0 ? -y : y;
}

/**
 * The value at x + xLow > 0 as three float64 in `to`, each half a unit of the one before or less:
 * to 2^-150 of it.
 */
export function thirdTriple(kind: i32, x: f64, xLow: f64, to: usize): void {
  // A value that is almost 0 needs more bits for the same relative error.
  for (let behind = FIRST_FRACTION;; behind = min(2 * behind, LAST_FRACTION)) {
    compute(kind, x, xLow, behind);
    if (topPlace(V) - errorPlaces > 155 || behind == LAST_FRACTION) break;
  }
  for (let k = 0; k < 3; k++) {
    const part = toNumber(V, 0, false);
    store<f64>(to + (<usize> k << 3), scaled(isBelow0 ? -part : part, exponent));
    setNumber(REST, part);
    subtract(V, V, REST);
    if (isNegative(V)) {
      negate(V);
      isBelow0 = !isBelow0;
    }
  }
}

function scaled(y: f64, by: i32): f64 {
  by = max(-2200, min(2200, by));
  for (; by > 1000; by -= 1000) y *= powerOfTwo(1000);
  for (; by < -1000; by += 1000) y *= powerOfTwo(-1000);
  return y * powerOfTwo(by);
}

/** Finds V, `exponent`, `isBelow0` and `errorPlaces`. */
function compute(kind: i32, x: f64, xLow: f64, behind: i32): void {
  isBelow0 = false;
  exponent = 0;
  let shift = 0;
  if (x < 1e-200) {
    x *= powerOfTwo(900);
    xLow *= powerOfTwo(900);
    shift = -900;
  }
  const e = exponentOf(x);
  exponentOfX = e + shift;
  const isFar = shift == 0 && x > 12 + <f64> behind * (32 * 0.36);
  setSize(isFar ? 2 : 2 + <i32> (max(x, 1) * 1.45) / 32 + 1, behind);
  setNumber(MANTISSA, x * powerOfTwo(-e));
  setNumber(REST, scaled(abs(xLow), -e));
  if (xLow < 0) subtract(MANTISSA, MANTISSA, REST);
  else add(MANTISSA, MANTISSA, REST);
  if (isFar) farValue(kind, x);
  else nearValue(kind, x);
  if (isNegative(V)) {
    isBelow0 = true;
    negate(V);
  }
}

/** Two sums of powers, and what the functions are of them; `x` to 53 bits. */
function nearValue(kind: i32, x: f64): void {
  if (exponentOfX < 0) {
    shiftDown(X, MANTISSA, -exponentOfX);
    x = exponentOfX < -60 ? 0 : x;
  } else multiplyInteger(X, MANTISSA, <u32> 1 << exponentOfX);
  multiply(FACTOR, X, X);
  shiftDown(FACTOR, FACTOR, 2);
  setInteger(TERM, 1);
  setInteger(SUM_0, 1);
  setInteger(SUM_1, 1); // i1 2/x
  for (let k: u32 = 1;; k++) {
    multiply(TERM, TERM, FACTOR);
    divideInteger(TERM, TERM, k * k);
    if (topPlace(TERM) < 0) break;
    add(SUM_0, SUM_0, TERM);
    divideInteger(OTHER, TERM, k + 1);
    add(SUM_1, SUM_1, OTHER);
  }
  errorPlaces = ERROR_PLACES + topPlace(SUM_0) - (fraction << 5);
  if (kind == I1 || kind == I1E) {
    multiply(V, SUM_1, MANTISSA);
    exponent = exponentOfX - 1;
  } else {
    copy(V, SUM_0);
    if (isSteep(kind)) {
      multiply(OTHER, SUM_1, X);
      shiftDown(OTHER, OTHER, 1);
      subtract(V, V, OTHER);
    }
    if (kind == I0E_SLOPE) {
      isBelow0 = true;
    } else if (kind != I0 && kind != I0E) { // i1' and i1e'
      shiftDown(OTHER, SUM_1, 1);
      subtract(V, V, OTHER);
    }
  }
  if (isGrowing(kind)) return;
  // exp(-x) = 2^-k exp(k ln 2 - x)
  const k = <u32> (x / LN_2 + 0.5) + 1;
  setFraction(REST, BIG_LN2);
  multiplyInteger(REST, REST, k);
  subtract(REST, REST, X);
  exponential();
  const below = isNegative(V);
  if (below) negate(V);
  multiply(V, V, EXP);
  if (below != isBelow0) negate(V);
  isBelow0 = false;
  exponent -= <i32> k;
}

/** EXP = exp(REST), REST in [0, 1.1]. */
function exponential(): void {
  setInteger(TERM, 1);
  setInteger(EXP, 1);
  for (let k: u32 = 1;; k++) {
    multiply(TERM, TERM, REST);
    divideInteger(TERM, TERM, k);
    if (topPlace(TERM) < 0) return;
    add(EXP, EXP, TERM);
  }
}

function farValue(kind: i32, x: f64): void {
  // FACTOR = 1/MANTISSA, by Newton's iteration.
  setNumber(FACTOR, 1 / toNumber(MANTISSA, 0, false));
  for (let k = 0; k < 6; k++) {
    multiply(OTHER, FACTOR, MANTISSA);
    setInteger(REST, 1);
    correct(FACTOR, FACTOR, 0);
  }
  // The sums of x times the terms behind the first, of i0 and, which are negative, of i1.
  setInteger(TERM, 1);
  divideInteger(TERM, TERM, 8);
  setInteger(OTHER, 3);
  divideInteger(OTHER, OTHER, 8);
  copy(SUM_0, TERM);
  copy(SUM_1, OTHER);
  for (let k: u32 = 2;; k++) {
    const square = (2 * k - 1) * (2 * k - 1);
    nextTerm(TERM, square, 8 * k);
    nextTerm(OTHER, square - 4, 8 * k);
    if (topPlace(OTHER) < 0 && topPlace(TERM) < 0) break;
    add(SUM_0, SUM_0, TERM);
    add(SUM_1, SUM_1, OTHER);
  }
  // The functions are of S0 = 1 + SUM_0/x and S1 = 1 - SUM_1/x.
  exponent = 0;
  errorPlaces = ERROR_PLACES;
  if (kind == I0E_SLOPE) {
    add(V, SUM_0, SUM_1);
    isBelow0 = true;
  } else {
    overX(OTHER, kind == I0 || kind == I0E || kind == I1_SLOPE ? SUM_0 : SUM_1);
    setInteger(V, 1);
    if (kind == I0 || kind == I0E || kind == I1_SLOPE) add(V, V, OTHER);
    else subtract(V, V, OTHER);
    if (kind == I1_SLOPE) { // S0 - S1/x
      overX(OTHER, SUM_1);
      setInteger(REST, 1);
      subtract(OTHER, REST, OTHER);
      overX(OTHER, OTHER);
      subtract(V, V, OTHER);
    } else if (isSteep(kind)) { // SUM_0 + SUM_1 - S1, times 1/x
      subtract(V, V, SUM_0);
      subtract(V, V, SUM_1);
      isBelow0 = true;
    }
  }
  if (isSteep(kind)) {
    multiply(V, V, FACTOR);
    exponent -= exponentOfX;
  }
  // 1/sqrt(2 pi MANTISSA 2^odd)
  const odd = exponentOfX & 1;
  exponent -= (exponentOfX - odd) >> 1;
  setFraction(X, BIG_PI);
  multiply(X, X, MANTISSA);
  multiplyInteger(X, X, odd ? 16 : 8);
  setNumber(SUM_0, 1 / sqrt(toNumber(X, 0, false)));
  for (let k = 0; k < 6; k++) {
    multiply(OTHER, SUM_0, SUM_0);
    multiply(OTHER, OTHER, X);
    setInteger(REST, 1);
    correct(SUM_0, SUM_0, 1);
  }
  multiply(V, V, SUM_0);
  if (isBelow0) negate(V);
  isBelow0 = false;
  if (!isGrowing(kind)) return;
  // exp(x) = 2^k exp(x - k ln 2)
  const k = <u32> (x / LN_2 - 0.5);
  multiplyInteger(X, MANTISSA, <u32> 1 << exponentOfX);
  setFraction(REST, BIG_LN2);
  multiplyInteger(REST, REST, k);
  subtract(REST, X, REST);
  exponential();
  multiply(V, V, EXP);
  exponent += <i32> k;
}

/** to += by (REST - OTHER) / 2^half: a step of Newton's. */
function correct(to: usize, by: usize, half: i32): void {
  subtract(REST, REST, OTHER);
  const below = isNegative(REST);
  if (below) negate(REST);
  multiply(REST, REST, by);
  shiftDown(REST, REST, half);
  if (below) subtract(to, to, REST);
  else add(to, to, REST);
}

/** The next term of Hankel's series: times factor / (divisor x). */
function nextTerm(term: usize, factor: u32, divisor: u32): void {
  overX(term, term);
  multiplyInteger(term, term, factor);
  divideInteger(term, term, divisor);
}

function overX(to: usize, a: usize): void {
  multiply(to, a, FACTOR);
  shiftDown(to, to, exponentOfX);
}
