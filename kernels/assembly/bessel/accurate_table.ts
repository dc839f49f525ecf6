// Table of the accurate phase of the Bessel functions: Taylor's series around a breakpoint of each interval of the
// line, [0, 2^-6) and 32 to an octave from there to 2^20, and of x^(-1/2) and x^(-3/2) in [1, 4). An entry is made
// when an element first needs it, in one to ten microseconds. It is
//
//   breakpoint, 1, c0 to c6 as double-doubles, c7 to c16
//
// The breakpoint is the middle of the interval, so that |d| is at most 2^-6 of it, but 0 in the first interval, and the
// zero of i1e' in that of the zero.
//
// All are made of the series sum a(k) d^k of i0e, whose equation is x f'' + (2x + 1) f' + f = 0. With the breakpoint c:
//
//   c = 0         a(k+1) = -(2k + 1)/(k + 1)^2 a(k), from a(0) = 1
//   c below 2^6   a(k+2) = -((k + 1 + 2c) a(k+1) + (2k + 1)/(k + 1) a(k)) / (c (k + 2)), from i0e and i0e' at c, by
//                 their power series (DLMF 10.25.2) times exp(-c)
//   above         Hankel's expansion (DLMF 10.40.1), term by term: from c^(-j - 1/2) to its next derivative the factor
//                 is -(j + 1/2 + k) / ((k + 1) c)
//
// i1e = i0e + i0e', and exp(-x) i1' = i1e + i1e'.
//
// Relative errors. Term k of the power series of i0, t(k), has 2k 2^-103, and the largest is that of k = c/2: i0 has 2^-97
// for c below 2^6. i1 - i0 is the sum of t(k) (c/(2k + 2) - 1), where that factor is 1/8 for the largest terms, so that its
// error is 2^-100 of i0, and as much again for single roundings: 2^-92 of i1 - i0, which is 1/(2c) of i0. The recurrence has
// a second solution, exp(-2x), which is exp(2) times as large at the beginning of an interval as in its middle, so that i0e'
// and i1e' have 2^-88.5 next to 2^6, and less before; i0e, i1e and the growing functions 2^-94. The first plain coefficient,
// c7, is rounded seven times: 2^-53 of 2^-42. Next to the zero of i1e' its value at the breakpoint is that of the last phase.

import { BESSEL_ACCURATE_TABLES, LOW } from "../memory_map";
import { HALF_LN_TAU } from "../arithmetic/constants_data";
import { expExponent0, expReduced } from "../elementary/exp_double_double";
import { I1E_GRAD } from "./data";
import { besselOf } from "./last_phase";
import { I0, I0E, I0E_SLOPE, I1, I1_SLOPE, I1E, I1E_SLOPE } from "./kinds";
import {
  difference,
  high,
  number as pair,
  product,
  quotient,
  scaled,
  sum,
  sumWithNumber,
  timesNumber,
} from "../arithmetic/double_double";
import { FIRST_PAIR, putTerm } from "../tables/entry_double_double";
import { ENTRY, FIRST } from "../tables/entry";
import { beginLast, endLast, lastArgument, lastResult, toParts } from "../rounding/ball";
import { powerOfTwo } from "../arithmetic/power_of_two";

/** How many coefficients an entry has, and how many of them are double-doubles. */
export const COUNT: i32 = 17;
export const PAIRS: i32 = 7;
const ACCURATE_ENTRY: usize = FIRST_PAIR + (<usize> (COUNT + PAIRS) << 3);
/** 1 if the entry is made. */
const IS_MADE: usize = 8;

const LAST_ENTRY: i32 = 26 * 32; // ends at 2^20
const LAST_SUMMED: i32 = 12 * 32; // ends at 2^6
const TABLE_SIZE: usize = <usize> (LAST_ENTRY + 1) * ACCURATE_ENTRY;
const FIRST_TABLE: usize = BESSEL_ACCURATE_TABLES;
/** Entries of x^(-1/2) and x^(-3/2), numbered as others are. */
const FIRST_POWER: i32 = 6 * 32 + 1;
const POWERS: usize = FIRST_TABLE + 5 * TABLE_SIZE;
const POWERS_SIZE: usize = 64 * ACCURATE_ENTRY;
export const END_OF_ACCURATE_BESSEL_TABLES: usize = POWERS + 2 * POWERS_SIZE;
/** The number of the entry with the zero of i1e'. */
const ZERO_ENTRY: i32 = 6 * 32 + 18;

/** i1e' needs two derivatives more than it has coefficients. */
const TERMS: i32 = COUNT + 2;
/** How many of a(k) are double-doubles: those that PAIRS coefficients are made from, and one more. */
const PAIRED_TERMS: i32 = PAIRS + 3;
const MAX_HANKEL_TERMS: i32 = 40;
/** a(k), and the terms of Hankel's expansion, as double-doubles. */
const A: usize = memory.data(16 * 19, 16);
const HANKEL: usize = memory.data(16 * 40, 16);
/** Of the sum: smaller terms are plain numbers. */
const FAINT: f64 = 3.469446951953614e-18; // 2^-58
const NEGLIGIBLE: f64 = 1.925929944387236e-34; // 2^-112

/** The entry of a function (bessel/kinds.ts) that has this number. */
export function accurateEntry(kind: i32, number: i32): usize {
  const table = kind == I0 || kind == I0E
    ? 0
    : kind == I1 || kind == I1E
    ? 1
    : kind == I1_SLOPE
    ? 2
    : kind == I0E_SLOPE
    ? 3
    : 4;
  const to = FIRST_TABLE + table * TABLE_SIZE + <usize> number * ACCURATE_ENTRY;
  if (load<f64>(to, IS_MADE) == 0) makeEntry(table, number, to);
  return to;
}

/** The entry of x^(-1/2)/sqrt(2 pi), or of x^(-3/2)/sqrt(2 pi) times -1/2, at x in [1, 4). */
export function powerEntry(isSteep: bool, number: i32): usize {
  const to = POWERS + (isSteep ? POWERS_SIZE : 0) + <usize> (number - FIRST_POWER) * ACCURATE_ENTRY;
  if (load<f64>(to, IS_MADE) == 0) makePowerEntry(isSteep, number, to);
  return to;
}

/** The middle of an interval but the first. */
function middle(number: i32): f64 {
  return powerOfTwo(FIRST - 5 + ((number - 1) >> 5)) * (<f64> (32 + ((number - 1) & 31)) + 0.5);
}

function makeEntry(table: i32, number: i32, to: usize): void {
  let breakpoint: f64 = 0;
  if (number == 0) {
    seriesAtZero();
  } else {
    // The fast phase has the zero as a breakpoint too.
    breakpoint = number == ZERO_ENTRY ? load<f64>(I1E_GRAD + ZERO_ENTRY * ENTRY) : middle(number);
    if (number <= LAST_SUMMED) nearSeries(breakpoint);
    else farSeries(breakpoint);
  }
  for (let k = 0; k < COUNT; k++) putTerm(to, PAIRS, k, termOf(table, k));
  if (number == ZERO_ENTRY && table == 4) {
    beginLast(breakpoint);
    besselOf(lastResult, lastArgument, I1E_SLOPE);
    toParts(to + FIRST_PAIR, lastResult, 2);
    endLast();
  }
  store<f64>(to, breakpoint);
  store<f64>(to, 1, IS_MADE);
}

function makePowerEntry(isSteep: bool, number: i32, to: usize): void {
  const breakpoint = middle(number);
  let power: f64 = 0.5;
  let term = inverseRoot(breakpoint);
  if (isSteep) {
    term = scaled(quotient(term, pair(breakpoint)), -0.5);
    power = 1.5;
  }
  for (let k = 0; k < COUNT; k++) {
    putTerm(to, PAIRS, k, term);
    term = quotient(timesNumber(term, -(power + <f64> k)), pair(breakpoint * <f64> (k + 1)));
  }
  store<f64>(to, breakpoint);
  store<f64>(to, 1, IS_MADE);
}

/** The coefficient k of a table's function. */
function termOf(table: i32, k: i32): v128 {
  if (k > PAIRS) return pair(plainTermOf(table, k));
  if (table == 0) return load_a(k);
  if (table == 1) return orderOne(k);
  if (table == 3) return timesNumber(load_a(k + 1), <f64> (k + 1));
  const slope = timesNumber(orderOne(k + 1), <f64> (k + 1));
  return table == 4 ? slope : sum(orderOne(k), slope);
}

/** The same as a plain number. */
function plainTermOf(table: i32, k: i32): f64 {
  const a0 = high(load_a(k));
  const a1 = <f64> (k + 1) * high(load_a(k + 1));
  if (table == 0) return a0;
  if (table == 1) return a0 + a1;
  if (table == 3) return a1;
  const slope = a1 + <f64> (k + 1) * (<f64> (k + 2) * high(load_a(k + 2)));
  return table == 4 ? slope : a0 + a1 + slope;
}

// @ts-ignore: decorator
@inline
function load_a(k: i32): v128 {
  return v128.load(A + (<usize> k << 4));
}

/** That of i1e. */
function orderOne(k: i32): v128 {
  return sum(load_a(k), timesNumber(load_a(k + 1), <f64> (k + 1)));
}

/** a(k) around 0. */
function seriesAtZero(): void {
  v128.store(A, pair(1));
  for (let k = 0; k + 1 < TERMS; k++) {
    const below = <f64> ((k + 1) * (k + 1));
    v128.store(
      A + (<usize> (k + 1) << 4),
      quotient(timesNumber(load_a(k), <f64> (-2 * k - 1)), pair(below)),
    );
  }
}

/** a(0) and a(1) by the power series: i0 is the sum of t(k), i1 that of c/2 t(k)/(k + 1). */
function sumSeries(breakpoint: f64): void {
  const quarter = scaled(product(pair(breakpoint), pair(breakpoint)), 0.25);
  let term = pair(1); // (c/2)^2k/k!^2
  let order0 = term;
  let order1 = term;
  for (let k = 1; high(term) > high(order0) * NEGLIGIBLE; k++) {
    term = quotient(product(term, quarter), pair(<f64> (k * k)));
    order0 = sum(order0, term);
    order1 = sum(order1, quotient(term, pair(<f64> (k + 1))));
  }
  const slope = difference(timesNumber(order1, 0.5 * breakpoint), order0);
  const decay = expNumber(-breakpoint, 0);
  v128.store(A, product(order0, decay));
  v128.store(A, product(slope, decay), 16);
}

/** exp(h + l), which is a normal number. */
function expNumber(h: f64, l: f64): v128 {
  const y = f64x2.extract_lane(expReduced(f64x2.splat(h), f64x2.splat(l)), 0);
  return scaled(f64x2(y, load<f64>(LOW)), powerOfTwo(expExponent0));
}

/** a(k) from the first two: the equation above times (k + 1). */
function nearSeries(breakpoint: f64): void {
  sumSeries(breakpoint);
  for (let k = 0; k + 2 < TERMS; k++) {
    const one = <f64> (k + 1);
    const to = A + (<usize> (k + 2) << 4);
    const below = -breakpoint * one;
    if (k + 2 >= PAIRED_TERMS) {
      const all = one * (one + 2 * breakpoint) * high(load_a(k + 1)) +
        <f64> (2 * k + 1) * high(load_a(k));
      v128.store(to, pair(all / (below * <f64> (k + 2))));
      continue;
    }
    const factor = timesNumber(sumWithNumber(pair(2 * breakpoint), one), one);
    const all = sum(product(load_a(k + 1), factor), timesNumber(load_a(k), <f64> (2 * k + 1)));
    v128.store(to, quotient(all, timesNumber(pair(-breakpoint), one * <f64> (k + 2))));
  }
}

/** a(k) from Hankel's expansion. */
function farSeries(breakpoint: f64): void {
  const inverse = quotient(pair(1), pair(breakpoint));
  let count: i32 = 1;
  let term = inverseRoot(breakpoint);
  const first = high(term);
  v128.store(HANKEL, term);
  while (count < MAX_HANKEL_TERMS && abs(high(term)) > first * NEGLIGIBLE) {
    const odd = <f64> (2 * count - 1);
    const below = <f64> (8 * count);
    if (abs(high(term)) > first * FAINT) {
      term = quotient(product(term, timesNumber(inverse, odd * odd)), pair(below));
    } else term = pair(high(term) * (odd * odd / (below * breakpoint)));
    v128.store(HANKEL + (<usize> count << 4), term);
    count++;
  }
  for (let k = 0; k < TERMS; k++) {
    v128.store(A + (<usize> k << 4), takeHankel(k, count, inverse));
    // The next is multiplied by d, which is 2^-6 of the breakpoint at most.
    const enough = abs(load<f64>(HANKEL)) * NEGLIGIBLE * powerOfTwo(5 * k);
    while (count > 1 && abs(load<f64>(HANKEL + (<usize> (count - 1) << 4))) < enough) count--;
  }
}

/**
 * The sum of derivative k of the terms over k!, which become those of the next: small terms, and all
 * where that is enough, as plain numbers.
 */
function takeHankel(k: i32, count: i32, inverse: v128): v128 {
  const limit = k < PAIRED_TERMS ? abs(load<f64>(HANKEL)) * FAINT : Infinity;
  const plainStep = -high(inverse) / <f64> (k + 1);
  let rest: f64 = 0;
  let j = count - 1;
  for (; j >= 0; j--) {
    const at = HANKEL + (<usize> j << 4);
    const term = load<f64>(at);
    if (abs(term) > limit) break;
    rest += term;
    v128.store(at, pair(term * (plainStep * (<f64> (j + k) + 0.5))));
  }
  let total = pair(rest);
  if (j < 0) return total;
  const step = quotient(inverse, pair(<f64> (-k - 1)));
  for (; j >= 0; j--) {
    const at = HANKEL + (<usize> j << 4);
    total = sum(total, v128.load(at));
    v128.store(at, product(v128.load(at), timesNumber(step, <f64> (j + k) + 0.5)));
  }
  return total;
}

/** 1/sqrt(2 pi c), where 1/sqrt(2 pi) is exp(-ln(2 pi)/2). */
function inverseRoot(c: f64): v128 {
  const root = sqrt(c);
  const square = product(pair(root), pair(root));
  const rest = high(difference(pair(c), square)) / (root + root);
  return quotient(
    expNumber(-load<f64>(HALF_LN_TAU), -load<f64>(HALF_LN_TAU, 8)),
    f64x2.replace_lane(f64x2.splat(root), 1, rest),
  );
}
