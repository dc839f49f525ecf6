// The tables of multigammaln and its derivative, functions of t = x - (p - 1)/2, one for each p: as
// those of lgamma (gamma/table.ts), 64 rows to an octave, from 2^-20 to 2^40. For p from 24 on they end
// where the formula of far t begins to be good, at 2^14 or between 4p and 8p: beyond 16p their series
// would take longer. The rows of an octave are made (gamma/build_taylor.ts) from the series
// of the sum (multigammaln/taylor_series.ts) when an element first needs one. The series is good to 2^-78
// of its terms, which a row's bound has more.
//
// A table also has what is needed elsewhere: the series around t = 0 and the coefficients of far t
// (multigammaln/boundaries.ts), fine rows (multigammaln/accurate.ts) and the row of the zero of the
// derivative (multigammaln/zero.ts). All is made when it is first needed, and depends on the
// function and p alone, and so do all results.

import { END_OF_FINE_BESSEL_ROWS } from "../bessel/accurate_table";
import { ROWS, TABLE } from "../batch/block";
import { cellsAt, choose, NO_ZEROS, rowsOfCell } from "../gamma/expansion_intervals";
import { BITS, FIRST_FAR, FIRST_NEAR, LAST_ROW, MIN_ROW, smallest } from "../gamma/table";
import { makeRowsOfCells } from "../gamma/build_taylor";
import { ZERO_ROW } from "../gamma/zero_table";
import { expandSum, slopeSize, valueSize } from "./taylor_series";
import { FIRST, ROW, rowOffsets } from "../tables/row";
import { exponentOf, powerOfTwo } from "../arithmetic/triple_double";

/** For larger p rows end earlier. */
const MAX_FAR_ROWS: f64 = 24;
/** From this p on the middles of rows next to the edge, t of few bits, have no x. */
const MAX_ROWS: f64 = 67108864; // 2^26
const MIN_END: f64 = 16384; // 2^14
/** The number of a row in the upper bits of a float64, less what that of row 0 is. */
const SHIFT: i32 = 20 - BITS;
const BEFORE: i32 = ((1023 + FIRST) << BITS) - 1;
const LANES_BEFORE: usize = memory.data<i32>([BEFORE, BEFORE, BEFORE, BEFORE], 16);
/** What part of its terms the series may be wrong by. */
const SERIES_PART: f64 = 3.308722450212111e-24; // 2^-78
/** How far from a cell's centre its rows are, as a part of it. */
const CELL_REACH: f64 = 0.0625;


/** Bytes in a fine row (gamma/accurate_table.ts). */
export const FINE_SUM_ROW: usize = 18 << 3;
// The parts of a table.
const MADE: usize = 0; // a bit for each octave with rows
const FINE_MADE: usize = 8; // the same of fine rows, which may be empty
export const ENDS: usize = 16; // numbers of multigammaln/boundaries.ts
export const ZERO: usize = ENDS + (32 << 3);
const ROWS_AT: usize = ZERO + ZERO_ROW;
const COUNT: usize = LAST_ROW - MIN_ROW + 1;
const FINE: usize = ROWS_AT + COUNT * ROW;
const SIZE: usize = FINE + COUNT * FINE_SUM_ROW;

// The oldest table gives way to a new one.
const TABLE_COUNT: i32 = 8;
const FIRST_TABLE: usize = (END_OF_FINE_BESSEL_ROWS + 15) & ~15;
export const END_OF_SUM_TABLES: usize = FIRST_TABLE + TABLE_COUNT * SIZE;
const ORDERS: usize = memory.data<i32>([0, 0, 0, 0, 0, 0, 0, 0], 16);
const DIMENSIONS: usize = memory.data<f64>([0, 0, 0, 0, 0, 0, 0, 0], 16);
let oldest: i32 = 0;

/** The table of an order and a p; empty if it is new. */
export function sumTable(order: i32, p: f64): usize {
  for (let k = 0; k < TABLE_COUNT; k++) {
    const isIt = load<f64>(DIMENSIONS + (<usize> k << 3)) == p && load<i32>(ORDERS + (<usize> k << 2)) == order;
    if (isIt) return FIRST_TABLE + k * SIZE;
  }
  const table = FIRST_TABLE + oldest * SIZE;
  store<i32>(ORDERS + (<usize> oldest << 2), order);
  store<f64>(DIMENSIONS + (<usize> oldest << 3), p);
  memory.fill(table, 0, ROWS_AT);
  oldest = (oldest + 1) % TABLE_COUNT;
  return table;
}

/** Where rows end. */
// @ts-ignore: decorator
@inline
export function endOfSumRows(p: f64): f64 {
  if (p < MAX_FAR_ROWS) return FIRST_FAR;
  return p < MAX_ROWS ? max(MIN_END, powerOfTwo(exponentOf(p) + 3)) : FIRST_NEAR;
}

/** The number of the row of a t that has one. */
// @ts-ignore: decorator
@inline
export function sumRowNumber(t: f64): i32 {
  return <i32> (reinterpret<u64>(t) >> (32 + SHIFT)) - BEFORE;
}

/** The octave of a row, from 0 on. */
// @ts-ignore: decorator
@inline
function octaveOf(number: i32): i32 {
  return (number - MIN_ROW) >> BITS;
}

/** Where the fine row of that number is. */
export function fineSumRow(table: usize, number: i32): usize {
  const octave = octaveOf(number);
  const made = load<u64>(table, FINE_MADE);
  if ((made >> octave & 1) == 0) {
    memory.fill(table + FINE + <usize> (octave << BITS) * FINE_SUM_ROW, 0, FINE_SUM_ROW << BITS);
    store<u64>(table, made | <u64> 1 << octave, FINE_MADE);
  }
  return table + FINE + <usize> (number - MIN_ROW) * FINE_SUM_ROW;
}

/** Chooses the rows of sums for gamma/expansion_intervals.ts. */
export function chooseSums(): void {
  choose(NO_ZEROS, BITS, false);
}

/** Where row 0 of a table is. */
// @ts-ignore: decorator
@inline
function rowZero(table: usize): usize {
  return table + ROWS_AT - MIN_ROW * ROW;
}

/** Fills ROWS for `count` t, and makes rows that are missing; or else whether one has no row. */
export function locateSums(table: usize, from: usize, count: i32, order: i32, p: f64): bool {
  if (p >= MAX_ROWS) return true;
  const end = sumRowNumber(endOfSumRows(p)) - 1;
  const least = i32x4.splat(MIN_ROW);
  const last = i32x4.splat(end);
  v128.store(TABLE, i32x4.splat(<i32> rowZero(table)));
  let fewest = last;
  let most = least;
  let rows = ROWS;
  const stop = from + (<usize> count << 3);
  for (let at = from; at < stop; at += 32, rows += 16) {
    const tops = v128.shuffle<i32>(v128.load(at), v128.load(at, 16), 1, 3, 5, 7);
    const numbers = i32x4.sub(i32x4.shr_u(tops, SHIFT), v128.load(LANES_BEFORE));
    most = i32x4.max_s(most, numbers);
    fewest = i32x4.min_s(fewest, numbers);
    v128.store(rows, i32x4.add(v128.load(TABLE), rowOffsets(numbers)));
  }
  const first = smallest(fewest);
  const final = -smallest(i32x4.neg(most));
  if (first < MIN_ROW || final > end) return true;
  const between = (<u64> 2 << octaveOf(final)) - (<u64> 1 << octaveOf(first));
  if ((between & ~load<u64>(table, MADE)) != 0) makeMissing(table, from, stop, order, p);
  return false;
}

/** Makes the octaves that elements need. */
function makeMissing(table: usize, from: usize, stop: usize, order: i32, p: f64): void {
  for (; from < stop; from += 8) {
    const octave = octaveOf(sumRowNumber(load<f64>(from)));
    if ((load<u64>(table, MADE) >> octave & 1) == 0) makeOctave(table, octave, order, p);
  }
}

function makeOctave(table: usize, octave: i32, order: i32, p: f64): void {
  const first = MIN_ROW + (octave << BITS);
  chooseSums();
  const rows = rowsOfCell();
  for (let number = first; number < first + (1 << BITS); number += 2 * rows) {
    const t = cellsAt(number);
    expandSum(order, t, p);
    const lost = seriesBound(CELL_REACH * f64x2.extract_lane(t, 1));
    makeRowsOfCells(rowZero(table), lost);
  }
  store<u64>(table, load<u64>(table, MADE) | <u64> 1 << octave, MADE);
}

/** A bound of what the errors of the last series are felt at a distance. */
export function seriesBound(distance: f64): f64 {
  return SERIES_PART * (valueSize + distance * slopeSize);
}
