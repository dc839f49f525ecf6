// The second way of lgamma, digamma and polygamma of orders 1 and 2. Where there are rows, the same
// row with its first coefficients as pairs, to 2^-68 of f or better, some ten nanoseconds. A fine
// row is  centre, bound, c0 to c3 as pairs, c4 to c11; gamma_taylor.ts makes it, and derives the
// bound, when an element first needs it. Elsewhere the formulas of gamma_fine_ends.ts, to 2^-82, some
// ten nanoseconds too. Elements that this does not decide go to gamma_quick.ts.

import { END_OF_GAMMA_ROWS, BITS, FIRST_FAR, FIRST_NEAR, LAST_MIRRORED, LAST_ROW, MIN_ROW, numberOf, tableOf } from "./gamma_rows";
import { choose } from "./gamma_cells";
import { makeFineRow } from "./gamma_taylor";
import { high as highOf, low as lowOf } from "./double_double";
import { ENDS_PART, farPair, hasFarPair, hasPolePair, polePair, UP } from "./gamma_fine_ends";
import { LGAMMA } from "./gamma_special";
import { evaluatePairs } from "./pair_rows";
import { LOW } from "./table";

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

/**
 * The fine row of an x in [2^-20, 2^40), or 0 where it is needed for the first time: making it
 * takes longer than a value.
 */
function fineRow(table: i32, x: f64): usize {
  const number = numberOf(table, x);
  const start = table < 4
    ? END_OF_GAMMA_ROWS + table * TABLE_SIZE
    : FIRST_MIRRORED + (table - 4) * MIRRORED_SIZE;
  const row = start + <usize> (number - MIN_ROW) * FINE_ROW;
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
  fineHigh = f64x2.extract_lane(evaluatePairs(f64x2.splat(y), row, row, PAIRS, LAST), 0);
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
    first = f64x2.extract_lane(evaluatePairs(f64x2.splat(a), row, row, PAIRS, LAST), 0);
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
