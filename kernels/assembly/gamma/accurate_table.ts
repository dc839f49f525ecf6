// The accurate phase of lgamma, digamma and polygamma of orders 1 and 2. Where there are rows, the same
// row with its first coefficients as pairs, to 2^-68 of f or better, some ten nanoseconds. A fine
// row is  centre, bound, c0 to c3 as pairs, c4 to c11; gamma/build_taylor.ts makes it, and derives the
// bound, when an element needs it a second time. Elsewhere the formulas of gamma/accurate_boundaries.ts, to
// 2^-82. All is computed for two elements at a time. Elements that this does not decide go to
// gamma/accurate.ts.

import { INFINITE, ONE, SIGN_64 } from "../arithmetic/constants";
import { firsts, seconds } from "../arithmetic/lanes";
import { twoSumError } from "../arithmetic/error_free";
import {
  BITS,
  FIRST_FAR,
  FIRST_NEAR,
  LAST_MIRRORED,
  LAST_ROW,
  MIN_ROW,
  numberOf,
  tableOf,
} from "./table";
import { choose } from "./expansion_intervals";
import { makeFineRow } from "./build_taylor";
import { ENDS_PART, farLanes, hasFar, hasPole, poleLanes, UP } from "./accurate_boundaries";
import { LGAMMA } from "./special_values";
import { evaluatePairs } from "../tables/row_double_double";
import { BOUND, GAMMA_FINE_TABLES, LOW } from "../memory_map";

/** Bytes in a fine row, how many of its coefficients are pairs, and where c10 and c11 are in it. */
const FINE_ROW: usize = 18 << 3;
const PAIRS: i32 = 4;
const LAST: usize = 128;
const TABLE_SIZE: usize = FINE_ROW * (LAST_ROW - MIN_ROW + 1);
const MIRRORED_SIZE: usize = FINE_ROW * (LAST_MIRRORED - MIN_ROW + 1);
const FIRST_MIRRORED: usize = GAMMA_FINE_TABLES + 4 * TABLE_SIZE;
export const END_OF_FINE_ROWS: usize = FIRST_MIRRORED + 4 * MIRRORED_SIZE;

/** Three roundings of a sum of low parts, which are half an ulp at most. */
const LOW_PART: f64 = 1.232595164407831e-32; // 2^-106

/** Stands for the centre of a row that was needed once. */
const NEEDED: f64 = -1;

/** Where the row of that number is, if it is made. */
// @ts-ignore: decorator
@inline
function placeOfRow(table: i32, number: i32): usize {
  const start = table < 4
    ? GAMMA_FINE_TABLES + table * TABLE_SIZE
    : FIRST_MIRRORED + (table - 4) * MIRRORED_SIZE;
  return start + <usize> (number - MIN_ROW) * FINE_ROW;
}

/**
 * The fine row of an x in [2^-20, 2^40), or 0 if it is not there. It is made when it is needed the
 * second time: making it takes longer than a value.
 */
function fineRow(table: i32, x: f64, isNeeded: bool): usize {
  const number = numberOf(table, x);
  const row = placeOfRow(table, number);
  const centre = load<f64>(row);
  if (centre > 0) return row;
  if (!isNeeded) return 0;
  if (centre == 0) {
    store<f64>(row, NEEDED);
    return 0;
  }
  choose((table & 3) - 1, BITS, table > 3);
  makeFineRow(row, number);
  return row;
}

/** A fine row at x: returns the high part; LOW has the other. */
export function finePairs(x: f64, row: usize): f64 {
  return f64x2.extract_lane(evaluatePairs(f64x2.splat(x), row, row, PAIRS, LAST), 0);
}

/** What `fine` found: its pair and bound, and the value. */
export let accurateHigh: f64 = 0;
export let accurateLow: f64 = 0;
export let accurateBound: f64 = 0;
export let accurateValue: f64 = 0;

/** Whether f(x) of an order up to 2 is decided. */
export function fine(order: i32, x: f64): bool {
  const both = f64x2.splat(x);
  accurateHigh = f64x2.extract_lane(accurateLanes(order, both, true), 0);
  accurateLow = load<f64>(LOW);
  accurateBound = load<f64>(BOUND);
  accurateValue = accurateHigh + (accurateLow - accurateBound);
  const isDecided = accurateValue == accurateHigh + (accurateLow + accurateBound);
  if (order == LGAMMA && x >= FIRST_FAR) {
    // Near the largest numbers the smaller pair is rounded.
    accurateHigh *= UP;
    accurateLow *= UP;
    accurateBound *= UP;
    accurateValue *= UP;
  }
  return isDecided;
}

/**
 * f at two numbers of one sign: returns the high parts; LOW and BOUND have the others. Where there
 * is no formula, or no row yet, bounds are infinite. lgamma of x >= 2^40 is times 1/UP. `isNeeded`:
 * rows that are not there are needed once more.
 */
export function accurateLanes(order: i32, x: v128, isNeeded: bool): v128 {
  const none = f64x2.splat(0);
  if (f64x2.extract_lane(x, 0) > 0) return term(order, tableOf(order, false), x, none, isNeeded);
  const one = v128.load(ONE);
  const r = f64x2.sub(x, f64x2.nearest(x));
  const y = f64x2.sub(one, x);
  const side = order & 1 ? none : v128.and(r, v128.load(SIGN_64));
  const mirrorSide = order & 1 ? v128.load(SIGN_64) : none;
  const first = v128.xor(term(order, tableOf(order, true), f64x2.abs(r), none, isNeeded), side);
  const firstLow = v128.xor(v128.load(LOW), side);
  const firstBound = v128.load(BOUND);
  const yLow = twoSumError(one, f64x2.neg(x), y);
  let second = v128.xor(term(order, tableOf(order, false), y, yLow, isNeeded), mirrorSide);
  let secondLow = v128.xor(v128.load(LOW), mirrorSide);
  let secondBound = v128.load(BOUND);
  if (order == LGAMMA) {
    const up = v128.bitselect(f64x2.splat(UP), one, f64x2.ge(y, f64x2.splat(FIRST_FAR)));
    second = f64x2.mul(second, up);
    secondLow = f64x2.mul(secondLow, up);
    secondBound = f64x2.mul(secondBound, up);
  }
  const high = f64x2.add(first, second);
  v128.store(LOW, f64x2.add(twoSumError(first, second, high), f64x2.add(firstLow, secondLow)));
  const sizes = f64x2.add(f64x2.abs(first), f64x2.abs(second));
  v128.store(BOUND, f64x2.add(f64x2.add(firstBound, secondBound), f64x2.mul(sizes, f64x2.splat(8 * LOW_PART))));
  return high;
}

/** f at t + tLow > 0, or what a mirrored table is for: as `accurateLanes`, which adds two of them. */
function term(order: i32, table: i32, t: v128, tLow: v128, isNeeded: bool): v128 {
  const isNear = f64x2.lt(t, f64x2.splat(FIRST_NEAR));
  const isFar = f64x2.ge(t, f64x2.splat(FIRST_FAR));
  const isOutside = v128.or(isNear, isFar);
  const t0 = f64x2.extract_lane(t, 0);
  const t1 = f64x2.extract_lane(t, 1);
  const row0 = i64x2.extract_lane(isOutside, 0) ? 0 : fineRow(table, t0, isNeeded);
  const row1 = i64x2.extract_lane(isOutside, 1) ? 0 : t1 == t0 ? row0 : fineRow(table, t1, isNeeded);
  const infinite = v128.load(INFINITE);
  let high = t;
  let low = tLow;
  let bound = infinite;
  if ((row0 | row1) != 0) {
    // A lane without a row gets that of the other.
    const first = row0 != 0 ? row0 : row1;
    const second = row1 != 0 ? row1 : row0;
    high = evaluatePairs(t, first, second, PAIRS, LAST);
    low = f64x2.add(v128.load(LOW), f64x2.mul(tLow, slopesAt(t, first, second)));
    const isMissing = i64x2.eq(i64x2(row0, row1), i64x2.splat(0));
    bound = v128.bitselect(infinite, seconds(v128.load(first), v128.load(second)), isMissing);
  }
  if (v128.any_true(isOutside)) {
    const areNear = v128.any_true(isNear);
    const value = areNear ? poleLanes(order, t, table) : farLanes(order, t, tLow);
    // One lane next to the pole and the other far out are left to who comes next.
    const isDone = areNear ? v128.and(isNear, hasPole(order, t)) : v128.and(isFar, hasFar(order, t));
    high = v128.bitselect(value, high, isDone);
    low = v128.bitselect(v128.load(LOW), low, isDone);
    bound = v128.bitselect(f64x2.mul(f64x2.abs(value), f64x2.splat(ENDS_PART)), bound, isDone);
  }
  v128.store(LOW, low);
  v128.store(BOUND, bound);
  return high;
}

/** f' at y, of which four terms are enough for the low part of an argument. */
// @ts-ignore: decorator
@inline
function slopesAt(y: v128, row0: usize, row1: usize): v128 {
  const d = f64x2.sub(y, firsts(v128.load(row0), v128.load(row1)));
  const c2 = firsts(v128.load(row0, 48), v128.load(row1, 48));
  const c3 = firsts(v128.load(row0, 64), v128.load(row1, 64));
  const c4 = firsts(v128.load(row0, 80), v128.load(row1, 80));
  const rest = f64x2.add(f64x2.mul(c3, f64x2.splat(3)), f64x2.mul(f64x2.mul(d, c4), f64x2.splat(4)));
  const curve = f64x2.add(f64x2.add(c2, c2), f64x2.mul(d, rest));
  return f64x2.add(firsts(v128.load(row0, 32), v128.load(row1, 32)), f64x2.mul(d, curve));
}
