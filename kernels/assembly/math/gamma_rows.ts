// The tables of lgamma, digamma and polygamma of orders 1 and 2, from 2^-20 to 2^20: rows in [2^-6, 2^6) are
// shipped (gamma_data.ts), those on either side are made, an octave at a time, when an element first needs
// them (gamma_taylor.ts). What a row holds does not depend on when it is made.
//
// Each order has a second table, for x < 0 (gamma_reflection.ts): f(a) + (-1)^s f(1 - a), s = order + 1,
// which is elementary, but has the same shape, from 2^-20 to 1/2. All its rows are made.

import { DIGAMMA as SHIPPED_DIGAMMA, LGAMMA as SHIPPED_LGAMMA, POLYGAMMA_1, POLYGAMMA_2 } from "./gamma_data";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { makeGammaRow } from "./gamma_taylor";
import { END_OF_TABLES } from "./runtime_rows";
import { locatePositive64 } from "./locate_rows";
import { positiveRowNumbers32, ROW, rowNumbers64 } from "./table";

/** Where rows begin and end. */
export const FIRST_NEAR: f64 = 9.5367431640625e-7; // 2^-20
export const FIRST_FAR: f64 = 1048576; // 2^20
export const OCTAVE: i32 = 32;
export const LEAST_ROW: i32 = 1 - 14 * OCTAVE;
export const LAST_ROW: i32 = 26 * OCTAVE;
const LAST_SHIPPED: i32 = 12 * OCTAVE;
export const LAST_MIRRORED: i32 = 5 * OCTAVE; // it ends at 1/2

const TABLE_SIZE: usize = ROW * (LAST_ROW - LEAST_ROW + 1);
const MIRRORED_SIZE: usize = ROW * (LAST_MIRRORED - LEAST_ROW + 1);
const FIRST_MIRRORED: usize = END_OF_TABLES + 4 * TABLE_SIZE;
export const END_OF_GAMMA_ROWS: usize = FIRST_MIRRORED + 4 * MIRRORED_SIZE;

// The rows that are there: those of the four tables by order, then of the four mirrored ones.
const LEASTS: usize = memory.data<i32>([0, 0, 0, 0, 0, 0, 0, 0], 16);
const LASTS: usize = memory.data<i32>([0, 0, 0, 0, 0, 0, 0, 0], 16);

/** The number of a table. */
// @ts-ignore: decorator
@inline
export function tableOf(order: i32, isMirrored: bool): i32 {
  return order + 1 + (isMirrored ? 4 : 0);
}

/** Where row 0 of a table is. */
// @ts-ignore: decorator
@inline
export function rowZero(table: i32): usize {
  const start = table < 4
    ? END_OF_TABLES + table * TABLE_SIZE
    : FIRST_MIRRORED + (table - 4) * MIRRORED_SIZE;
  return start - LEAST_ROW * ROW;
}

// @ts-ignore: decorator
@inline
export function leastRow(table: i32): i32 {
  return load<i32>(LEASTS + (<usize> table << 2));
}

// @ts-ignore: decorator
@inline
export function lastRow(table: i32): i32 {
  return load<i32>(LASTS + (<usize> table << 2));
}

function shippedRows(order: i32): usize {
  if (order == LGAMMA) return SHIPPED_LGAMMA;
  if (order == DIGAMMA) return SHIPPED_DIGAMMA;
  return order == 1 ? POLYGAMMA_1 : POLYGAMMA_2;
}

/** Before the first use of a table: its shipped rows, or none, and two numbers. */
export function openTable(table: i32): void {
  if (lastRow(table) != 0) return;
  const isMirrored = table > 3;
  if (!isMirrored) memory.copy(rowZero(table) + ROW, shippedRows(table - 1), ROW * LAST_SHIPPED);
  store<i32>(LEASTS + (<usize> table << 2), isMirrored ? LAST_MIRRORED + 1 : 1);
  store<i32>(LASTS + (<usize> table << 2), isMirrored ? LAST_MIRRORED : LAST_SHIPPED);
}

/** Makes the rows of an octave, of which `first` is the number of the first. */
function makeOctave(table: i32, first: i32): void {
  for (let number = first; number < first + OCTAVE; number++) {
    makeGammaRow(rowZero(table) + <usize> number * ROW, number, (table & 3) - 1, table > 3);
  }
}

/** Makes what is missing between row `least` and row `last`; whether any was. */
function extend(table: i32, least: i32, last: i32): bool {
  const isMissing = leastRow(table) > least || lastRow(table) < last;
  while (leastRow(table) > least) {
    makeOctave(table, leastRow(table) - OCTAVE);
    store<i32>(LEASTS + (<usize> table << 2), leastRow(table) - OCTAVE);
  }
  while (lastRow(table) < last) {
    makeOctave(table, lastRow(table) + 1);
    store<i32>(LASTS + (<usize> table << 2), lastRow(table) + OCTAVE);
  }
  return isMissing;
}

/** Fills `rows` for `count` float64, and makes those that are missing; returns what lies outside (locate_rows.ts). */
export function locateRows64(table: i32, from: usize, count: i32, rows: usize): i32 {
  openTable(table);
  let found = locatePositive64(from, count, rowZero(table), leastRow(table), lastRow(table), rows);
  if (found != 0 && reach(table, from, count, false)) {
    found = locatePositive64(from, count, rowZero(table), leastRow(table), lastRow(table), rows);
  }
  return found;
}

/** Makes the rows that `count` elements lack; whether any did. */
export function reach(table: i32, from: usize, count: i32, isShort: bool): bool {
  const end = i32x4.splat(table > 3 ? LAST_MIRRORED : LAST_ROW);
  let fewest = i32x4.splat(leastRow(table));
  let most = i32x4.splat(lastRow(table));
  const shift: usize = isShort ? 2 : 3;
  for (const stop = from + (<usize> count << shift); from < stop; from += <usize> 4 << shift) {
    let numbers = isShort
      ? positiveRowNumbers32(v128.load(from))
      : rowNumbers64(v128.load(from), v128.load(from, 16));
    if (table > 3) numbers = i32x4.min_s(numbers, end); // 1/2 is in the last row too
    const isThere = v128.and(i32x4.ge_s(numbers, i32x4.splat(LEAST_ROW)), i32x4.le_s(numbers, end));
    fewest = v128.bitselect(i32x4.min_s(fewest, numbers), fewest, isThere);
    most = v128.bitselect(i32x4.max_s(most, numbers), most, isThere);
  }
  return extend(table, smallest(fewest), -smallest(i32x4.neg(most)));
}

function smallest(x: v128): i32 {
  const twos = i32x4.min_s(x, v128.shuffle<i32>(x, x, 2, 3, 0, 1));
  return min(i32x4.extract_lane(twos, 0), i32x4.extract_lane(twos, 1));
}
