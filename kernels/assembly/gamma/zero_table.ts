// Entries around the zeros of lgamma, digamma and polygamma of even order, for gamma/zeros.ts. An entry is
// breakpoint, radius, c0 to c3 as double-doubles, c4 to c19 (tables/entry_double_double.ts), and a bound of the terms that c4
// is the sum of. Making one takes some ten microseconds.

import { high, number, quotient, timesNumber } from "../arithmetic/double_double";
import { lastPair } from "./last_phase";
import { accurate } from "./accurate_phase";
import { zeta } from "./hurwitz";
import { DIGAMMA, DIGAMMA_ZERO, LGAMMA } from "./special_values";
import { fillPlainZetas, plainZeta } from "./taylor_series";
import { LOW } from "../memory_map";
import { FIRST_PAIR, putTerm, termAt } from "../tables/entry_double_double";

/** How many coefficients an entry has, and how many of them are double-doubles. */
export const ZERO_TERMS: i32 = 20;
export const ZERO_PAIRS: i32 = 4;
const LAST: i32 = ZERO_TERMS - 1;
/** Where the bound of the terms of c4 is, and bytes in an entry. */
export const ZERO_SIZES: usize = FIRST_PAIR + (<usize> (ZERO_TERMS + ZERO_PAIRS) << 3);
export const ZERO_ENTRY: usize = (ZERO_SIZES + 16) & ~15;
/**
 * How far an entry reaches, in distances from the nearest pole: the coefficients of a higher order
 * grow faster.
 */
const RADIUS: f64 = 0.0625;
const RADIUS_HIGH: f64 = 0.1875; // divided by s

const HALVINGS: i32 = 10;
/** How often a zero is improved by Taylor's series, and that by Newton's method. */
const ZERO_STEPS: i32 = 6;
const NEWTON_STEPS: i32 = 6;
const SERIES_TERMS: i32 = 11;

/** Makes the entry of the zero in the interval of x, and on its side of the pole. */
export function makeZeroEntry(entry: usize, order: i32, x: f64): void {
  let zero = startOf(order, x);
  for (let k = 0; k < ZERO_STEPS && zero < 0; k++) {
    const next = zero + distanceOfZero(order, zero);
    if (next == zero) break;
    zero = next;
  }
  const pole = zero > 0 ? 0 : nearest<f64>(zero);
  // c0 needs a small relative error, which the accurate phase does not have here.
  putTerm(entry, ZERO_PAIRS, 0, lastPair(order, 0, zero));
  for (let k = 1; k < ZERO_PAIRS; k++) {
    const factorial: f64 = k == 3 ? 6 : <f64> k;
    const term = quotient(derivative(order + k, zero), number(factorial));
    putTerm(entry, ZERO_PAIRS, k, term);
  }
  fillPlainZetas(zero, LAST + 1 + order);
  for (let k = ZERO_PAIRS; k < ZERO_TERMS; k++) {
    putTerm(entry, ZERO_PAIRS, k, number(termOf(order, k)));
  }
  const distance = abs(zero - pole);
  const radius = distance * min(RADIUS, RADIUS_HIGH / <f64> (order + 1));
  finishZeroEntry(entry, zero, radius, distance);
}

/** Writes the other numbers of an entry with these coefficients, whose zero is at a distance from the nearest pole. */
export function finishZeroEntry(entry: usize, zero: f64, radius: f64, distance: f64): void {
  const c4 = load<f64>(termAt(entry, ZERO_PAIRS, 4));
  const c5 = load<f64>(termAt(entry, ZERO_PAIRS, 5));
  // Between two poles the terms of c4 may cancel, and then those of c5 do not.
  store<f64>(entry + ZERO_SIZES, 2.2 * max(abs(c4), distance * abs(c5)));
  store<f64>(entry, radius, 8);
  store<f64>(entry, zero);
}

/** Near the zero, or that of x > 0 itself. */
function startOf(order: i32, x: f64): f64 {
  if (x > 0) return order == DIGAMMA ? DIGAMMA_ZERO : x < 1.5 ? 1 : 2;
  if (order == LGAMMA) {
    // At a distance r from its pole -n gamma is about 1/(n! r).
    const pole = nearest<f64>(x);
    let distance: f64 = 1;
    for (let k: f64 = 2; k <= -pole; k++) distance /= k;
    return x > pole ? pole + distance : pole - distance;
  }
  // f rises from pole to pole.
  let low = floor(x);
  let end = low + 1;
  for (let k = 0; k < HALVINGS; k++) {
    const middle = 0.5 * (low + end);
    if (high(derivative(order, middle)) < 0) low = middle;
    else end = middle;
  }
  return 0.5 * (low + end);
}

/** The zero of Taylor's series around c that is nearest to it. */
function distanceOfZero(order: i32, c: f64): f64 {
  fillPlainZetas(c, SERIES_TERMS + 1 + order);
  const value = high(derivative(order, c));
  const slope = high(derivative(order + 1, c));
  let d = -value / slope;
  for (let k = 0; k < NEWTON_STEPS; k++) {
    let f: f64 = 0;
    let derivative: f64 = 0;
    for (let i = SERIES_TERMS; i >= 2; i--) {
      derivative = derivative * d + f;
      f = f * d + termOf(order, i);
    }
    derivative = derivative * d + f;
    f = f * d + slope;
    derivative = derivative * d + f;
    f = f * d + value;
    d -= f / derivative;
  }
  return d;
}

/** f of an order from lgamma's on, at c that is no pole and not far below 0, to 2^-98 of its terms. */
function derivative(order: i32, c: f64): v128 {
  if (order <= 2) {
    const f = accurate(order, f64x2.splat(c));
    return f64x2(f64x2.extract_lane(f, 0), load<f64>(LOW));
  }
  let factor: f64 = order & 1 ? 1 : -1;
  for (let k = 2; k <= order; k++) factor *= <f64> k;
  return timesNumber(zeta(order + 1, number(c), number(1)), factor);
}

/** c(k) of an order, k >= 2, from the zeta functions that were filled last (gamma/taylor_series.ts). */
function termOf(order: i32, k: i32): f64 {
  let factor: f64 = order == LGAMMA ? 1 / <f64> k : 1;
  for (let i = 1; i <= order; i++) factor *= <f64> (k + i);
  const s = k + order + 1;
  return (s & 1 ? -factor : factor) * plainZeta(s);
}
