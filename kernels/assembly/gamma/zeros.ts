// Next to a zero of lgamma, digamma or polygamma of even order a pair that is good beside its terms
// is not good beside f. There is a row for each zero, made when an element first needs it
// (gamma/zero_table.ts), whose centre is the float64 nearest to the zero; it reaches a sixteenth of
// the way to the nearest pole, or less for higher orders. With d = x - centre
//
//   f = c0 + d (c1 + d (c2 + d (c3 + t))),  t = d (c4 + d (c5 + ... + d c19))
//
// where c0 to c3 and what is made of them are pairs, and only t is a plain number: its terms are
// rounded six times at most, and other errors are below 2^-73 of f. So the bound is 6 2^-53 d^4 C +
// 2^-73 |f|, C the size of the terms of c4; what the series leaves out is below both.
// tests/kernels/bounds_test.ts searches for the largest error in units of the bound.
//
// lgamma has two zeros in each interval from (-3, -2) on, so near to the poles from -15 on that
// float64 hardly tell them apart; digamma and polygamma of even order have one in each. That of a
// higher order is so near to the middle that polygamma/accurate.ts leaves little: from order 16 on, and
// from -16 on, nobody needs its row. Below -127 there are no rows, as a column may have an element
// next to each of a million zeros: gamma/zeros_asymptotic.ts is for those of digamma, and the series of
// polygamma/midpoint.ts for those of order 2.

import { LGAMMA } from "./special_values";
import { quick, quickOdd } from "./accurate";
import { lastValue } from "./last_phase";
import { valleyRow, NEIGHBOURHOODS_SIZE } from "./zero_neighbourhoods";
import { makeZeroRow, ZERO_ROW } from "./zero_table";
import { firsts } from "../arithmetic/lanes";
import { addPairs, evaluatePairs } from "../tables/row_double_double";
import { finish } from "../rounding/ziv_test";
import { BOUND, LOW, ZERO_TABLES } from "../memory_map";
import { linear } from "../tables/row";

/** Where rows of zeros of digamma and of order 2 end. */
export const END: f64 = -127;
const END_LGAMMA: f64 = -15;
/** The last order above 2 that has rows, and the end of their intervals. */
const LAST_EVEN: i64 = 14;
const END_EVEN: f64 = -16;
/**
 * Rows by order, and by interval and, for lgamma, side of the pole; the first of them are those of
 * x > 0. Order 1 has no zeros: its rows are those of orders 4 to 14, 16 of each.
 */
export const ZERO_COUNT: i32 = 4 * 128;
/** Rows around zeros of lgamma, behind what those of the zeros reach. */
const NEIGHBOURHOODS: usize = ZERO_TABLES + ZERO_COUNT * ZERO_ROW;
export const END_OF_ZERO_ROWS: usize = NEIGHBOURHOODS + NEIGHBOURHOODS_SIZE;

/** How many coefficients of a row are pairs, and where c18 and c19 are. */
const PAIRS_OF_ZERO: i32 = 4;
const LAST_OF_ZERO: usize = 192;
/** Of the reach of a row: what is so near is close to the zero. */
const CLOSE: f64 = 0.0625;
const THREE_ROUNDINGS: f64 = 3.3306690738754696e-16; // 3 2^-53
const SIX_ROUNDINGS: f64 = 6.661338147750939e-16; // 6 2^-53
const LAST_PART: f64 = 1.0587911840678754e-22; // 2^-73

/** Which zero is that of x, if there is one. */
// @ts-ignore: decorator
@inline
export function zeroNumber(order: i32, x: f64): i32 {
  if (order > 2) return 256 + 8 * (order - 4) + <i32> -floor(x);
  const pole = nearest<f64>(x);
  const interval = x > 0
    ? i32(order == LGAMMA && x > 1.5)
    : order == LGAMMA
    ? 2 * <i32> -pole + i32(x > pole) // 4 to 31
    : <i32> -floor(x); // 1 to 127
  return (order + 1) * 128 + interval;
}

/** How far the row of a zero reaches from its centre. */
// @ts-ignore: decorator
@inline
export function zeroReach(row: usize): f64 {
  return load<f64>(row, 8);
}

/** Whether x is close to the zero of a row. */
// @ts-ignore: decorator
@inline
export function isClose(row: usize, x: f64): bool {
  return abs(x - load<f64>(row)) < CLOSE * zeroReach(row);
}

/** No f of an element that is farther from its zero than a row reaches is so small. */
const NEAR_ZERO: f64 = 0.5;
/** No zero of even order is farther than a row reaches and this from the middle between its poles. */
const NEAR_MIDDLE: f64 = 0.0625;

/**
 * Whether x < 0, whose f is almost the given one, may be in the row of its zero: making a row takes
 * a hundred times as long as a value.
 */
// @ts-ignore: decorator
@inline
function mayBeNear(order: i64, x: f64, f: f64): bool {
  return order < 2 ? abs(f) < NEAR_ZERO : abs(x - floor(x) - 0.5) < NEAR_MIDDLE;
}

/**
 * The row of the zero next to x, or of lgamma around it; or 0 if x is in none. f is almost f(x), or 0
 * if it is known that x is near to the zero.
 */
export function zeroRow(order: i64, x: f64, f: f64): usize {
  const hasZero = order == LGAMMA
    ? x > END_LGAMMA && (x < -2 || x > 0.5 && x < 3)
    : order > 2
    ? x < 0 && x > END_EVEN && order <= LAST_EVEN && (order & 1) == 0
    : order != 1 && x > END && (x < 0 || order == 0 && x > 1 && x < 2);
  if (!hasZero) return 0;
  if (x > 0 || mayBeNear(order, x, f)) {
    const row = ZERO_TABLES + <usize> zeroNumber(<i32> order, x) * ZERO_ROW;
    if (load<f64>(row) == 0) makeZeroRow(row, <i32> order, x);
    if (abs(x - load<f64>(row)) < zeroReach(row)) return row;
  }
  return order == LGAMMA ? valleyRow(NEIGHBOURHOODS, x) : 0;
}

/** Whether a row is that of a zero. */
// @ts-ignore: decorator
@inline
export function isOfZero(row: usize): bool {
  return row < NEIGHBOURHOODS;
}

/**
 * The row of the zero of an x < 0 that is not next to a pole, without branches; one that was not
 * made yet reaches nowhere.
 */
// @ts-ignore: decorator
@inline
export function candidateRow(order: i32, x: f64): usize {
  const near = max(x, END);
  const hasZero = order != LGAMMA || (x > END_LGAMMA && x < -2);
  const number = zeroNumber(order, near);
  return ZERO_TABLES + <usize> (hasZero ? number : (order + 1) * 128) * ZERO_ROW;
}

/** (f - c0)/d at a distance d from the centre of a row, as a plain number. */
export function zeroQuotient(row: usize, d: f64): f64 {
  let rest: f64 = 0;
  for (let at: usize = 144; at >= 80; at -= 8) rest = rest * d + load<f64>(row + at); // c12 to c4
  for (let at: usize = 64; at >= 32; at -= 16) rest = rest * d + load<f64>(row + at); // c3, c2, c1
  return rest;
}

/**
 * f at x, whose zeros' rows are at `row0` and `row1`: returns the high parts; LOW and BOUND have
 * the others.
 */
export function evaluateZeros(x: v128, row0: usize, row1: usize): v128 {
  const high = evaluatePairs(x, row0, row1, PAIRS_OF_ZERO, LAST_OF_ZERO);
  const d = f64x2.sub(x, firsts(v128.load(row0), v128.load(row1)));
  const square = f64x2.mul(d, d);
  putBound(high, f64x2.mul(f64x2.mul(f64x2.mul(square, square), sizes(row0, row1)), f64x2.splat(SIX_ROUNDINGS)));
  return high;
}

/** The sizes of the terms of c4. */
// @ts-ignore: decorator
@inline
function sizes(row0: usize, row1: usize): v128 {
  return firsts(v128.load(row0, 208), v128.load(row1, 208));
}

// @ts-ignore: decorator
@inline
function putBound(high: v128, lost: v128): void {
  v128.store(BOUND, f64x2.add(f64x2.mul(f64x2.abs(high), f64x2.splat(LAST_PART)), lost));
}

/**
 * The same close to both zeros, where c3 may be a plain number, rounded three times at most, and
 * c12 is below the error budget everywhere: 2^-66 of f or better.
 */
export function evaluateClose(x: v128, row0: usize, row1: usize): v128 {
  const d = f64x2.sub(x, firsts(v128.load(row0), v128.load(row1)));
  const square = f64x2.mul(d, d);
  let rest = linear(v128.load(row0, 128), v128.load(row1, 128), d); // c10, c11
  for (let at: usize = 112; at >= 80; at -= 16) {
    rest = f64x2.add(linear(v128.load(row0 + at), v128.load(row1 + at), d), f64x2.mul(square, rest));
  }
  const c3 = firsts(v128.load(row0, 64), v128.load(row1, 64));
  const high = addPairs(d, f64x2.mul(d, f64x2.add(c3, f64x2.mul(d, rest))), row0, row1, 48);
  const third = f64x2.mul(f64x2.abs(c3), f64x2.splat(THREE_ROUNDINGS));
  const fourth = f64x2.mul(f64x2.mul(f64x2.abs(d), sizes(row0, row1)), f64x2.splat(SIX_ROUNDINGS));
  putBound(high, f64x2.mul(f64x2.mul(f64x2.abs(d), square), f64x2.add(third, fourth)));
  return high;
}

/** f(x), where a sum cancels, rounded to odd, for float32. */
export function oddBesideZero(order: i32, x: f64): f64 {
  const row = zeroRow(order, x, 0);
  if (row == 0) {
    quick(order, x);
    const y = quickOdd();
    return y == y ? y : lastValue(order, 0, x, true);
  }
  const high = evaluateZeros(f64x2.splat(x), row, row);
  return f64x2.extract_lane(finish(high, v128.load(LOW), true), 0);
}
