// lgamma between -8.5 and -2, around its zeros: it is small there beside the terms of the reflection
// formula, and farther from the zeros than their rows reach. These rows are like theirs
// (gamma/zeros.ts): with d = x - centre, c0 to c3 as pairs and c4 to c19. There are eight to an
// octave of a, the distance from the pole -n, in ten octaves, on both sides of it: |d| is at most a
// sixteenth of the distance of the centre from the pole, as in a zero's row. The zeros are about
// 1/n! from the poles; the octaves reach from a tenth of that or less to 30 times that or more, or
// to 1/2.
//
// The series is that of lgamma(a) + lgamma(1 - a) - lgamma(1 - x). Its coefficients are good to
// 2^-80 of these terms; c0 has to be good beside itself, and is computed on its own. Two rows are
// made at a time, in some microseconds, when one is needed the third time.

import { lastPair } from "./last_phase";
import { addToTotal, expand, SERIES, SERIES_LOW, startTotal, takeTotal } from "./taylor_series";
import { LGAMMA } from "./special_values";
import { ZERO_ROW } from "./zero_table";

const FIRST_POLE: i32 = 2;
const LAST_POLE: i32 = 8;
/** Where octaves end, by pole. */
const ENDS: usize = memory.data<f64>([0.5, 0.5, 0.5, 0.25, 0.0625, 0.015625, 0.001953125], 16);
/** Cells of an octave, as a power of two, and of all ten. */
const CELL_BITS: i32 = 3;
const CELLS: i32 = 80;
export const NEIGHBOURHOODS_SIZE: usize = ZERO_ROW * 2 * CELLS * (LAST_POLE - FIRST_POLE + 1);
/** So often a row is needed until it is made. */
const NEEDED: f64 = 3;
const LAST: usize = 19;

/** The row of lgamma at x < 0, or 0 if there is none. `rows`: where all are. */
export function valleyRow(rows: usize, x: f64): usize {
  const pole = nearest<f64>(x);
  const n = <i32> -pole;
  if (n < FIRST_POLE || n > LAST_POLE || x > -2) return 0;
  const end = load<f64>(ENDS + (<usize> (n - FIRST_POLE) << 3));
  const a = abs(x - pole);
  const before = CELLS - <i32> (reinterpret<u64>(end) >> (52 - CELL_BITS));
  const cell = min(<i32> (reinterpret<u64>(a) >> (52 - CELL_BITS)) + before, a == 0.5 ? CELLS - 1 : CELLS);
  if (cell < 0 || cell >= CELLS) return 0;
  const row = rows + <usize> ((2 * (n - FIRST_POLE) + i32(x > pole)) * CELLS + cell) * ZERO_ROW;
  if (load<f64>(row) == 0) {
    // Until a row is made, the place of its reach counts.
    const needed = load<f64>(row, 8) + 1;
    store<f64>(row, needed, 8);
    if (needed < NEEDED) return 0;
    makeRows(row - <usize> (cell & 1) * ZERO_ROW, pole, x > pole ? 1 : -1, a);
  }
  return row;
}

/** Makes the rows of two cells, one of which a is in, on a side of the pole. */
function makeRows(row: usize, pole: f64, side: f64, a: f64): void {
  const width = reinterpret<f64>(reinterpret<u64>(min(a, 0.4999)) & 0x7ff0000000000000) * 0.125;
  const start = floor(min(a, 0.4999) / (2 * width)) * 2 * width;
  const first = start + 0.5 * width;
  const c = f64x2(first, first + width);
  const one = f64x2.splat(1);
  startTotal();
  expand(LGAMMA, c);
  addToTotal(1, 1);
  expand(LGAMMA, f64x2.sub(one, c));
  addToTotal(1, -1);
  expand(LGAMMA, f64x2.sub(f64x2.splat(1 - pole), f64x2.mul(c, f64x2.splat(side))));
  addToTotal(-1, -side);
  takeTotal();
  writeRow(row, pole + side * first, side, SERIES, width);
  writeRow(row + ZERO_ROW, pole + side * (first + width), side, SERIES + 8, width);
}

/** Writes a lane of the series around x, in terms of the distance from the pole on its side. */
function writeRow(row: usize, x: f64, side: f64, lane: usize, width: f64): void {
  v128.store(row, lastPair(LGAMMA, 0, x), 16);
  let sign = side;
  for (let k: usize = 1; k <= LAST; k++, sign *= side) {
    const at = lane + (k << 4);
    if (k > 3) {
      store<f64>(row + (k << 3), sign * load<f64>(at), 48);
      continue;
    }
    store<f64>(row + (k << 4), sign * load<f64>(at), 16);
    store<f64>(row + (k << 4), sign * load<f64>(at, SERIES_LOW), 24);
  }
  const fourth = load<f64>(lane, 4 << 4);
  const fifth = load<f64>(lane, 5 << 4);
  // Between two poles c4 may be small beside its terms, and then c5 is not.
  store<f64>(row, 2.2 * max(abs(fourth), abs(x - nearest<f64>(x)) * abs(fifth)), 208);
  store<f64>(row, width, 8);
  store<f64>(row, x);
}
