// Rows of the gamma family that are made at run time, from Taylor's series around their centre c. With
// s = order + 1 (0 for lgamma) its coefficients are, but for the first two, plain numbers (DLMF 5.15.1):
//
//   c(k) = (-1)^(s + k) (k + s - 1)!/k! zeta(k + s, c),  which is (-1)^k zeta(k, c)/k for lgamma
//
// The first two are triples. As in the tables that are shipped (tools/tables/rows.py) the centre is moved
// by some units in its last place to where f is almost a double: c0 needs no low part. Terms 10 and 11 are
// spread over those below (Chebyshev's economisation). A row is as good as a shipped one, 2^-63 of f or
// better, and takes 4 to 15 microseconds.

import { tripleDigamma, tripleLgamma, scaledZeta } from "./gamma_exact";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { FREE_MADE } from "./made_rows";
import { add, addNumber, exponentOf, multiplyNumber, negate, powerOfTwo, set, TRIPLE } from "./triple";
import { BERNOULLI } from "./triple_data";

/** Triples: f and f' at the centre, and one for the arguments. */
const VALUE: usize = FREE_MADE + TRIPLE;
const SLOPE: usize = VALUE + TRIPLE;
const POINT: usize = SLOPE + TRIPLE;
const UNIT: usize = POINT + TRIPLE;
const PRODUCT: usize = UNIT + TRIPLE;
/** float64: the coefficients by their number, of which 0 and 1 are empty; zeta(s, c) by s. */
const TERMS: usize = PRODUCT + TRIPLE;
const MOST: i32 = 11;
const ZETAS: usize = TERMS + (<usize> (MOST + 1) << 3);
const MOST_S: i32 = MOST + 3;
/** A copy of VALUE .. TERMS. */
const KEPT: usize = ZETAS + (<usize> (MOST_S + 1) << 3);
const KEPT_SIZE: usize = ZETAS - VALUE;

/** From here on Euler-Maclaurin's formula gives zeta(s, y) in so many terms. */
const ENOUGH: f64 = 20;
const BERNOULLI_USED: i32 = 10;
/** How near to a double f is to be at the centre, in ulp, and after how many tries the best is taken. */
const GAL_GOAL: f64 = 0.000244140625; // 2^-12
const GAL_TRIES: i32 = 16384;
/** 6 bits of a significand: times a difference from the centre they are exact. */
const SLOPE_BITS: u64 = 0xffff800000000000;

// @ts-ignore: decorator
@inline
function at(numbers: usize, k: i32): usize {
  return numbers + (<usize> k << 3);
}

/** zeta(s, c) for s from 2 on, c of either sign, to some ulp. */
function fillZetas(c: f64): void {
  let y = c;
  let count: i32 = 0;
  for (; y < ENOUGH; y += 1) count++;
  const inverse = 1 / y;
  const square = inverse * inverse;
  let power = inverse;
  for (let s = 2; s <= MOST_S; s++) {
    power *= inverse;
    let term = <f64> s * inverse;
    let rest: f64 = 0;
    for (let k = 1; k <= BERNOULLI_USED; k++) {
      rest += term * load<f64>(BERNOULLI + TRIPLE * (k - 1));
      term *= <f64> ((s + 2 * k - 1) * (s + 2 * k)) * square;
    }
    store<f64>(at(ZETAS, s), power * (y / <f64> (s - 1) + 0.5 + rest));
  }
  // The largest terms come last.
  for (let j = count - 1; j >= 0; j--) {
    const nearer = 1 / (c + <f64> j);
    let power = nearer;
    for (let s = 2; s <= MOST_S; s++) {
      power *= nearer;
      store<f64>(at(ZETAS, s), load<f64>(at(ZETAS, s)) + power);
    }
  }
}

/** (-1)^s (s - 1)! zeta(s, c), s from 2 to 4. */
function fillDerivative(to: usize, s: i32): void {
  set(UNIT, 1);
  scaledZeta(to, s, POINT, UNIT, true);
  const factor: f64 = s == 4 ? 6 : <f64> (s - 1);
  multiplyNumber(to, to, s & 1 ? -factor : factor);
}

/** VALUE, SLOPE and TERMS of f at c, no pole. */
function expand(order: i32, c: f64): void {
  fillZetas(c);
  set(POINT, c);
  if (order == LGAMMA) tripleLgamma(VALUE, POINT, true);
  else if (order == DIGAMMA) tripleDigamma(VALUE, POINT, true);
  else fillDerivative(VALUE, order + 1);
  if (order == LGAMMA) tripleDigamma(SLOPE, POINT, true);
  else fillDerivative(SLOPE, order + 2);
  // (k + order)!/k!, with a sign; for lgamma 1/k.
  for (let k = 2; k <= MOST; k++) {
    let factor: f64 = (k + order) & 1 ? 1 : -1;
    if (order == LGAMMA) factor /= <f64> k;
    for (let i = 1; i <= order; i++) factor *= <f64> (k + i);
    store<f64>(at(TERMS, k), factor * load<f64>(at(ZETAS, k + order + 1)));
  }
}

/** The same of f(c) + (-1)^s f(1 - c), 0 < c <= 1/2. */
function expandMirrored(order: i32, c: f64): void {
  expand(order, c);
  memory.copy(KEPT, VALUE, KEPT_SIZE);
  expand(order, 1 - c);
  const isOdd = (order & 1) == 0;
  if (isOdd) negate(VALUE, VALUE);
  else negate(SLOPE, SLOPE);
  add(VALUE, VALUE, KEPT);
  add(SLOPE, SLOPE, KEPT + SLOPE - VALUE);
  for (let k = 2; k <= MOST; k++) {
    const kept = load<f64>(at(KEPT + TERMS - VALUE, k));
    const term = load<f64>(at(TERMS, k));
    store<f64>(at(TERMS, k), kept + (((order + 1 + k) & 1) != 0 ? -term : term));
  }
}

/** How far from c, in its ulps, f is almost a double. */
function galSteps(c: f64): f64 {
  if (load<f64>(VALUE) == 0) return 0;
  const unit = powerOfTwo(exponentOf(load<f64>(VALUE)) - 52);
  let fraction = load<f64>(VALUE, 8) / unit;
  let step = load<f64>(SLOPE) * powerOfTwo(exponentOf(c) - 52) / unit;
  step -= nearest(step);
  let best: i32 = 0;
  let distance = abs(fraction);
  for (let k = 1; k <= GAL_TRIES && distance > GAL_GOAL; k++) {
    fraction += step;
    fraction -= nearest(fraction);
    if (abs(fraction) < distance) {
      distance = abs(fraction);
      best = k;
    }
  }
  return <f64> best;
}

/** Moves the centre from c by d, a few ulps of it. */
function moveCentre(d: f64): void {
  multiplyNumber(PRODUCT, SLOPE, d);
  add(VALUE, VALUE, PRODUCT);
  addNumber(VALUE, VALUE, load<f64>(at(TERMS, 2)) * d * d);
  addNumber(SLOPE, SLOPE, 2 * load<f64>(at(TERMS, 2)) * d);
  for (let k = 2; k < MOST; k++) {
    const next = <f64> (k + 1) * load<f64>(at(TERMS, k + 1));
    store<f64>(at(TERMS, k), load<f64>(at(TERMS, k)) + next * d);
  }
}

// @ts-ignore: decorator
@inline
function addToTerm(k: i32, part: f64): void {
  store<f64>(at(TERMS, k), load<f64>(at(TERMS, k)) + part);
}

/**
 * Spreads terms 11 and 10 over those below, for |d| <= half: less d times a multiple of T(k)(d/half), so that
 * f at the centre stays as it is, which may be next to a zero.
 */
function economise(half: f64): void {
  const square = half * half;
  const fourth = square * square;
  const c11 = load<f64>(at(TERMS, 11)) * square;
  addToTerm(9, 2.5 * c11);
  addToTerm(7, -2.1875 * c11 * square);
  addToTerm(5, 0.78125 * c11 * fourth);
  addToTerm(3, -0.09765625 * c11 * fourth * square);
  addNumber(SLOPE, SLOPE, 0.001953125 * c11 * fourth * fourth);
  const c10 = load<f64>(at(TERMS, 10)) * square;
  addToTerm(8, 2.25 * c10);
  addToTerm(6, -1.6875 * c10 * square);
  addToTerm(4, 0.46875 * c10 * fourth);
  addToTerm(2, -0.03515625 * c10 * fourth * square);
}

/** Writes the row as it lies in memory, with c9 (table.ts). */
function write(row: usize, centre: f64): void {
  const slope = reinterpret<f64>(reinterpret<u64>(load<f64>(SLOPE)) & SLOPE_BITS);
  addNumber(SLOPE, SLOPE, -slope);
  store<f64>(row, centre);
  store<f64>(row, load<f64>(VALUE), 8);
  store<f64>(row, slope, 16);
  store<f64>(row, load<f64>(at(TERMS, 9)), 24);
  for (let k = 2; k <= 8; k++) store<f64>(at(row, k + 2), load<f64>(at(TERMS, k)));
  store<f64>(row, load<f64>(SLOPE), 88);
}

/** Makes the row of f, or of f(x) + (-1)^s f(1 - x), on [c - half, c + half]. */
export function makeTaylorRow(row: usize, order: i32, isMirrored: bool, c: f64, half: f64): void {
  if (isMirrored) expandMirrored(order, c);
  else expand(order, c);
  economise(half);
  const moved = galSteps(c) * powerOfTwo(exponentOf(c) - 52);
  moveCentre(moved);
  write(row, c + moved);
}

/** How often a zero is improved by Newton's method, from an x nearby. */
const NEWTON_STEPS: i32 = 12;
/** How far the row of a zero reaches, in distances from the nearest pole. */
const ZERO_REACH: f64 = 0.015625; // 2^-6

/** Makes a row around the zero of f that is nearest to x < 0; returns how far it reaches. */
export function makeZeroRow(row: usize, order: i32, x: f64): f64 {
  let zero = x;
  for (let k = 0; k < NEWTON_STEPS; k++) {
    expand(order, zero);
    const next = zero - load<f64>(VALUE) / load<f64>(SLOPE);
    if (next == zero) break;
    zero = next;
  }
  const half = ZERO_REACH * abs(zero - nearest<f64>(zero));
  economise(half);
  write(row, zero);
  return half;
}
