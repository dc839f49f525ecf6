// The second way of lgamma, digamma and polygamma of orders 1 and 2. Where there are rows, the same
// row with its first coefficients as pairs, to 2^-68 of f or better, some ten nanoseconds. A fine
// row is  centre, bound, c0 to c3 as pairs, c4 to c11; gamma_taylor.ts makes it, and derives the
// bound, when an element first needs it. Below 0 these are computed two elements at a time where
// both have their rows. Elsewhere the formulas of gamma_fine_ends.ts, to 2^-82, some ten nanoseconds
// too. Elements that this does not decide go to gamma_quick.ts.

import { INFINITE, ONE, SIGN_64 } from "./constants";
import { firsts, seconds } from "./lanes";
import { sumError } from "./pair";
import { END_OF_GAMMA_ROWS, BITS, FIRST_FAR, FIRST_NEAR, LAST_MIRRORED, LAST_ROW, MIN_ROW, numberOf, tableOf } from "./gamma_rows";
import { choose } from "./gamma_cells";
import { makeFineRow } from "./gamma_taylor";
import { high as highOf, low as lowOf } from "./double_double";
import { ENDS_PART, farPair, hasFarPair, hasPolePair, polePair, UP } from "./gamma_fine_ends";
import { LGAMMA } from "./gamma_special";
import { evaluatePairs } from "./pair_rows";
import { BOUND, LOW } from "./table";

/** Bytes in a fine row, how many of its coefficients are pairs, and where c10 and c11 are in it. */
const FINE_ROW: usize = 18 << 3;
const PAIRS: i32 = 4;
const LAST: usize = 128;
const TABLE_SIZE: usize = FINE_ROW * (LAST_ROW - MIN_ROW + 1);
const MIRRORED_SIZE: usize = FINE_ROW * (LAST_MIRRORED - MIN_ROW + 1);
const FIRST_MIRRORED: usize = END_OF_GAMMA_ROWS + 4 * TABLE_SIZE;
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
    ? END_OF_GAMMA_ROWS + table * TABLE_SIZE
    : FIRST_MIRRORED + (table - 4) * MIRRORED_SIZE;
  return start + <usize> (number - MIN_ROW) * FINE_ROW;
}

/**
 * The fine row of an x in [2^-20, 2^40), or 0 where it is needed for the first time: making it
 * takes longer than a value.
 */
function fineRow(table: i32, x: f64): usize {
  const number = numberOf(table, x);
  const row = placeOfRow(table, number);
  const centre = load<f64>(row);
  if (centre == 0) {
    store<f64>(row, NEEDED);
    return 0;
  }
  if (centre == NEEDED) {
    choose((table & 3) - 1, BITS, table > 3);
    makeFineRow(row, number);
  }
  return row;
}

/** A fine row at x: returns the high part; LOW has the other. */
export function finePairs(x: f64, row: usize): f64 {
  return f64x2.extract_lane(evaluatePairs(f64x2.splat(x), row, row, PAIRS, LAST), 0);
}

/** What `fine` found: its pair and bound, and the value. */
export let fineHigh: f64 = 0;
export let fineLow: f64 = 0;
export let fineBound: f64 = 0;
export let fineValue: f64 = 0;

/** Whether f(x) of an order up to 2 is decided. */
export function fine(order: i32, x: f64): bool {
  fineBound = 0;
  // Near the largest numbers the smaller pair is rounded.
  const isSmaller = order == LGAMMA && x >= FIRST_FAR;
  if (isSmaller) take(farPair(order, x, 0));
  else if (!(x > 0 ? fineTerm(order, x, 0) : reflected(order, x))) return false;
  fineValue = fineHigh + (fineLow - fineBound);
  const isDecided = fineValue == fineHigh + (fineLow + fineBound);
  if (isSmaller) {
    enlarge();
    fineValue *= UP;
  }
  return isDecided;
}

/** Makes lgamma from 2^40 on what it is. */
function enlarge(): void {
  fineHigh *= UP;
  fineLow *= UP;
  fineBound *= UP;
}

/** f at y + yLow > 0; whether there is a formula for it. */
export function fineTerm(order: i32, y: f64, yLow: f64): bool {
  if (y >= FIRST_FAR) {
    if (!hasFarPair(order, y)) return false;
    take(farPair(order, y, yLow));
    if (order == LGAMMA) enlarge();
    return true;
  }
  if (y < FIRST_NEAR) {
    if (yLow != 0 || !hasPolePair(order, y)) return false;
    take(polePair(order, y, tableOf(order, false)));
    return true;
  }
  const row = fineRow(tableOf(order, false), y);
  if (row == 0) return false;
  fineHigh = finePairs(y, row);
  fineLow = load<f64>(LOW) + yLow * slopeAt(row, y);
  fineBound = load<f64>(row, 8);
  return true;
}

/** Takes a pair of gamma_fine_ends.ts. */
function take(pair: v128): void {
  fineHigh = highOf(pair);
  fineLow = lowOf(pair);
  fineBound = abs(fineHigh) * ENDS_PART;
}

/** f' at y, of which four terms are enough for the low part of an argument. */
// @ts-ignore: decorator
@inline
function slopeAt(row: usize, y: f64): f64 {
  const d = y - load<f64>(row);
  const rest = 3 * load<f64>(row, 64) + 4 * d * load<f64>(row, 80);
  return load<f64>(row, 32) + d * (2 * load<f64>(row, 48) + d * rest);
}

/** The sum of gamma_reflection.ts; whether there are formulas for both terms. */
function reflected(order: i32, x: f64): bool {
  const r = x - nearest<f64>(x);
  const a = abs(r);
  const y = 1 - x;
  const taken = y - 1;
  const yLow = (1 - (y - taken)) + (-x - taken); // 1 - x = y + yLow
  let first: f64;
  let firstLow: f64;
  let firstBound: f64;
  if (a >= FIRST_NEAR && y < FIRST_FAR) {
    // Both terms at once, a lane each.
    const row = fineRow(tableOf(order, true), a);
    const mirrorRow = fineRow(tableOf(order, false), y);
    if (row == 0 || mirrorRow == 0) return false;
    const highs = evaluatePairs(f64x2(a, y), row, mirrorRow, PAIRS, LAST);
    first = f64x2.extract_lane(highs, 0);
    firstLow = load<f64>(LOW);
    firstBound = load<f64>(row, 8);
    fineHigh = f64x2.extract_lane(highs, 1);
    fineLow = load<f64>(LOW, 8) + yLow * slopeAt(mirrorRow, y);
    fineBound = load<f64>(mirrorRow, 8);
  } else if (a < FIRST_NEAR) {
    if (!hasPolePair(order, a)) return false;
    const pair = polePair(order, a, tableOf(order, true));
    first = highOf(pair);
    firstLow = lowOf(pair);
    firstBound = abs(first) * ENDS_PART;
    if (!fineTerm(order, y, yLow)) return false;
  } else {
    const row = fineRow(tableOf(order, true), a);
    if (row == 0 || !fineTerm(order, y, yLow)) return false;
    first = finePairs(a, row);
    firstLow = load<f64>(LOW);
    firstBound = load<f64>(row, 8);
  }
  const isEven = (order & 1) == 0;
  const side: f64 = isEven && r < 0 ? -1 : 1;
  const mirrorSide: f64 = isEven ? 1 : -1;
  first *= side;
  const second = mirrorSide * fineHigh;
  const sum = first + second;
  const part = sum - first;
  const error = (first - (sum - part)) + (second - part);
  const rest = error + (side * firstLow + mirrorSide * fineLow);
  fineHigh = sum + rest;
  fineLow = rest - (fineHigh - sum);
  fineBound += firstBound + LOW_PART * (abs(first) + abs(second)) * 8;
  return abs(sum) < Infinity;
}

/**
 * The same sum of two lanes: returns the high parts; LOW and BOUND have the others. Where a term has
 * no row, or none yet, the bounds are infinite.
 */
export function fineLanes(order: i32, x: v128): v128 {
  const one = v128.load(ONE);
  const r = f64x2.sub(x, f64x2.nearest(x));
  const a = f64x2.abs(r);
  const y = f64x2.sub(one, x);
  v128.store(BOUND, v128.load(INFINITE));
  const areNear = f64x2.lt(a, f64x2.splat(FIRST_NEAR));
  if (v128.any_true(v128.or(areNear, f64x2.ge(y, f64x2.splat(FIRST_FAR))))) return x;
  const mirrored = tableOf(order, true);
  const a0 = madeRow(mirrored, f64x2.extract_lane(a, 0));
  const a1 = madeRow(mirrored, f64x2.extract_lane(a, 1));
  const plain = tableOf(order, false);
  const y0 = madeRow(plain, f64x2.extract_lane(y, 0));
  const y1 = madeRow(plain, f64x2.extract_lane(y, 1));
  if (a0 == 0 || a1 == 0 || y0 == 0 || y1 == 0) return x;
  const none = i64x2.splat(0);
  const side = order & 1 ? none : v128.and(r, v128.load(SIGN_64));
  const mirrorSide = order & 1 ? v128.load(SIGN_64) : none;
  const first = v128.xor(evaluatePairs(a, a0, a1, PAIRS, LAST), side);
  const firstLow = v128.xor(v128.load(LOW), side);
  const second = v128.xor(evaluatePairs(y, y0, y1, PAIRS, LAST), mirrorSide);
  const moved = f64x2.mul(sumError(one, f64x2.neg(x), y), slopesAt(y, y0, y1));
  const secondLow = v128.xor(f64x2.add(v128.load(LOW), moved), mirrorSide);
  const high = f64x2.add(first, second);
  v128.store(LOW, f64x2.add(sumError(first, second, high), f64x2.add(firstLow, secondLow)));
  const sizes = f64x2.add(f64x2.abs(first), f64x2.abs(second));
  const bounds = f64x2.add(seconds(v128.load(a0), v128.load(a1)), seconds(v128.load(y0), v128.load(y1)));
  v128.store(BOUND, f64x2.add(bounds, f64x2.mul(sizes, f64x2.splat(8 * LOW_PART))));
  return high;
}

/** The fine row of an x, or 0 if it is not there. */
function madeRow(table: i32, x: f64): usize {
  const row = placeOfRow(table, numberOf(table, x));
  return load<f64>(row) > 0 ? row : 0;
}

/** `slopeAt` of two lanes. */
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
