// The rows of the accurate phase of the Bessel functions: Taylor's series around the middle of each row
// of the line, 32 to an octave, from 2^-6 to 2^20, and of x^(-1/2) and x^(-3/2) in [1, 4). They are
// made at run time, each when an element first needs it, in one to ten microseconds. A row is
// centre, 0, c0 to c6 as pairs, c7 to c16  and good to 2^-94: |d| is at most 2^-6 of the centre.
//
// All are made of the series sum a(k) d^k of i0e, whose equation is x f'' + (2x + 1) f' + f = 0:
//
//   c below 2^7   a(k+2) = -((k + 1 + 2c) a(k+1) + (2k + 1)/(k + 1) a(k)) / (c (k + 2)), from i0e
//                 and i0e' at the centre, which are shipped. The other solution, of the size of
//                 exp(-2x), grows at most by exp(2) on the way
//   above         Hankel's series (DLMF 10.40.1), term by term: from c^(-j - 1/2) to its next
//                 derivative the factor is -(j + 1/2 + k) / ((k + 1) c)
//
// i1e = i0e + i0e', and exp(-x) i1' = i1e + i1e'. Nothing cancels but in the row with the zero of
// i1e': that is around the zero, and its c0 is shipped too.

import { BESSEL_FINE_TABLES } from "../memory_map";
import { CENTRES, INVERSE_ROOT_TAU, ZERO } from "./accurate_data";
import { I0, I0E, I0E_SLOPE, I1, I1_SLOPE, I1E } from "./kinds";
import { difference, fromTriple, high, number, product, quotient, scaled, sum, sumWithNumber, timesNumber } from "../arithmetic/double_double";
import { FIRST_PAIR } from "../tables/row_double_double";
import { FIRST, rowNumber } from "../tables/row";
import { powerOfTwo } from "../arithmetic/power_of_two";

/** How many coefficients are pairs, and how many numbers. */
export const PAIRS: i32 = 7;
const NUMBERS: i32 = 10;
/** Where its plain numbers begin, and the last two of them. */
const FIRST_NUMBER: usize = FIRST_PAIR + (<usize> PAIRS << 4);
export const LAST_NUMBERS: usize = FIRST_NUMBER + (<usize> (NUMBERS - 2) << 3);
const FINE_ROW: usize = LAST_NUMBERS + 16;

const LAST_ROW: i32 = 26 * 32; // ends at 2^20
const LAST_SHIPPED: i32 = 13 * 32; // ends at 2^7
const TABLE_SIZE: usize = <usize> (LAST_ROW + 1) * FINE_ROW;
const FIRST_TABLE: usize = BESSEL_FINE_TABLES;
/** Rows of x^(-1/2) and x^(-3/2), numbered as others are. */
const FIRST_POWER: i32 = 6 * 32 + 1;
const POWERS: usize = FIRST_TABLE + 5 * TABLE_SIZE;
const POWERS_SIZE: usize = 64 * FINE_ROW;
export const END_OF_FINE_BESSEL_ROWS: usize = POWERS + 2 * POWERS_SIZE;

/** i1e' needs two derivatives more than it has coefficients. */
const TERMS: i32 = PAIRS + NUMBERS + 2;
/** So many of a(k) are pairs: those of which a coefficient that is a pair is made, and one more. */
const PAIRED_TERMS: i32 = PAIRS + 3;
const MAX_HANKEL_TERMS: i32 = 40;
/** a(k), and the terms of Hankel's series, as pairs. */
const A: usize = memory.data(16 * 19, 16);
const HANKEL: usize = memory.data(16 * 40, 16);
/** Of the sum: smaller terms are plain numbers. */
const FAINT: f64 = 3.469446951953614e-18; // 2^-58
const NEGLIGIBLE: f64 = 1.925929944387236e-34; // 2^-112

/** The row of a function (bessel/kinds.ts) that has this number. */
export function fineRow(kind: i32, row: i32): usize {
  const table = kind == I0 || kind == I0E ? 0 : kind == I1 || kind == I1E ? 1 : kind == I1_SLOPE ? 2 : kind == I0E_SLOPE ? 3 : 4;
  const to = FIRST_TABLE + table * TABLE_SIZE + <usize> row * FINE_ROW;
  if (load<f64>(to) == 0) makeRow(table, row, to);
  return to;
}

/** The row of x^(-1/2)/sqrt(2 pi), or of x^(-3/2)/sqrt(2 pi) times -1/2, at x in [1, 4). */
export function powerRow(isSteep: bool, row: i32): usize {
  const to = POWERS + (isSteep ? POWERS_SIZE : 0) + <usize> (row - FIRST_POWER) * FINE_ROW;
  if (load<f64>(to) == 0) makePowerRow(isSteep, row, to);
  return to;
}

/** The middle of a row. */
function middle(row: i32): f64 {
  return powerOfTwo(FIRST - 5 + ((row - 1) >> 5)) * (<f64> (32 + ((row - 1) & 31)) + 0.5);
}

function makeRow(table: i32, row: i32, to: usize): void {
  const isZero = row == rowNumber(load<f64>(ZERO));
  const centre = isZero ? load<f64>(ZERO) : middle(row);
  if (row <= LAST_SHIPPED) nearSeries(centre, CENTRES + (<usize> (row - 1) << 5));
  else farSeries(centre);
  for (let k = 0; k < PAIRS + NUMBERS; k++) putTerm(to, k, termOf(table, k));
  if (isZero && table == 4) v128.store(to + FIRST_PAIR, fromTriple(ZERO + 8));
  store<f64>(to, centre);
}

function makePowerRow(isSteep: bool, row: i32, to: usize): void {
  const centre = middle(row);
  let power: f64 = 0.5;
  let term = inverseRoot(centre);
  if (isSteep) {
    term = scaled(quotient(term, number(centre)), -0.5);
    power = 1.5;
  }
  for (let k = 0; k < PAIRS + NUMBERS; k++) {
    putTerm(to, k, term);
    term = quotient(timesNumber(term, -(power + <f64> k)), number(centre * <f64> (k + 1)));
  }
  store<f64>(to, centre);
}

// @ts-ignore: decorator
@inline
function putTerm(row: usize, k: i32, term: v128): void {
  if (k < PAIRS) v128.store(row + FIRST_PAIR + (<usize> k << 4), term);
  else store<f64>(row + FIRST_NUMBER + (<usize> (k - PAIRS) << 3), high(term));
}

/** The coefficient k of a table's function. */
function termOf(table: i32, k: i32): v128 {
  if (k > PAIRS) return number(plainTermOf(table, k));
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

/** a(k) from the first two: the equation above times (k + 1). */
function nearSeries(centre: f64, first: usize): void {
  memory.copy(A, first, 32);
  for (let k = 0; k + 2 < TERMS; k++) {
    const one = <f64> (k + 1);
    const to = A + (<usize> (k + 2) << 4);
    const below = -centre * one;
    if (k + 2 >= PAIRED_TERMS) {
      const all = one * (one + 2 * centre) * high(load_a(k + 1)) + <f64> (2 * k + 1) * high(load_a(k));
      v128.store(to, number(all / (below * <f64> (k + 2))));
      continue;
    }
    const factor = timesNumber(sumWithNumber(number(2 * centre), one), one);
    const all = sum(product(load_a(k + 1), factor), timesNumber(load_a(k), <f64> (2 * k + 1)));
    v128.store(to, quotient(all, timesNumber(number(-centre), one * <f64> (k + 2))));
  }
}

/** a(k) from Hankel's series. */
function farSeries(centre: f64): void {
  const inverse = quotient(number(1), number(centre));
  let count: i32 = 1;
  let term = inverseRoot(centre);
  const first = high(term);
  v128.store(HANKEL, term);
  while (count < MAX_HANKEL_TERMS && abs(high(term)) > first * NEGLIGIBLE) {
    const odd = <f64> (2 * count - 1);
    const below = <f64> (8 * count);
    if (abs(high(term)) > first * FAINT) term = quotient(product(term, timesNumber(inverse, odd * odd)), number(below));
    else term = number(high(term) * (odd * odd / (below * centre)));
    v128.store(HANKEL + (<usize> count << 4), term);
    count++;
  }
  for (let k = 0; k < TERMS; k++) {
    v128.store(A + (<usize> k << 4), takeHankel(k, count, inverse));
    // The next is multiplied by d, which is 2^-6 of the centre at most.
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
    v128.store(at, number(term * (plainStep * (<f64> (j + k) + 0.5))));
  }
  let total = number(rest);
  if (j < 0) return total;
  const step = quotient(inverse, number(<f64> (-k - 1)));
  for (; j >= 0; j--) {
    const at = HANKEL + (<usize> j << 4);
    total = sum(total, v128.load(at));
    v128.store(at, product(v128.load(at), timesNumber(step, <f64> (j + k) + 0.5)));
  }
  return total;
}

/** 1/sqrt(2 pi c). */
function inverseRoot(c: f64): v128 {
  const root = sqrt(c);
  const square = product(number(root), number(root));
  const rest = high(difference(number(c), square)) / (root + root);
  return quotient(v128.load(INVERSE_ROOT_TAU), f64x2.replace_lane(f64x2.splat(root), 1, rest));
}
