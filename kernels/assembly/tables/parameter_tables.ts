// Tables of functions with a parameter are made at run time, a row when an element first needs it,
// by interpolation of values that are computed slowly. What a row holds depends on the function and
// its parameter alone, and so do all results.
//
// Row 0 is [0, 2^-6); then 32 rows an octave, to 2^14. A row is as in tables/row.ts, but its centre is
// the middle, and c0 has a low part, which is where c1 was:  centre, c0, c1h, c0l, c2 .. c8, c1l.
// A table has room for as many finer rows, for the second way (polygamma/build_taylor.ts).

import { ROWS } from "../batch/block";
import { difference } from "../arithmetic/double_double";
import { exactSumError } from "../arithmetic/two_prod";
import { firsts, seconds } from "../arithmetic/lanes";
import { FREE_MULTIGAMMALN } from "../multigammaln/last_triple_double";
import { productRest } from "../elementary/log_double_double";
import { FIRST, LOW, ROW } from "./row";
import { powerOfTwo, TRIPLE } from "../arithmetic/triple_double";
import { NODE_COUNT, NODES, WEIGHTS } from "../arithmetic/constants_data";

export const LAST_MADE_ROW: i32 = 20 * 32;
/** Beyond this there are no rows. */
export const END_OF_MADE_ROWS: f64 = 16384; // 2^14

/** What a table is of: f, with the parameter. */
export const ZETA: i32 = 1;

/** Bytes in a finer row: 26 float64. */
export const FINE_ROW: usize = 208;

// Tables lie behind the module's own data; the oldest gives way to a new one.
const TABLE_COUNT: i32 = 8;
const COARSE_SIZE: i32 = <i32> ROW * (LAST_MADE_ROW + 1);
const TABLE_SIZE: i32 = COARSE_SIZE + <i32> FINE_ROW * (LAST_MADE_ROW + 1);
const FIRST_TABLE: usize = (__heap_base + 15) & ~15;
export const END_OF_TABLES: usize = FIRST_TABLE + TABLE_COUNT * TABLE_SIZE;
const FUNCTIONS: usize = memory.data<i32>([0, 0, 0, 0, 0, 0, 0, 0], 16);
const PARAMETERS: usize = memory.data<f64>([0, 0, 0, 0, 0, 0, 0, 0], 16);
let oldest: i32 = 0;

/** 6 bits of a significand: times a difference from the centre they are exact. */
export const SLOPE_BITS: u64 = 0xffff800000000000;

/** Pairs, high and low: the values at the centre and at the nodes of a row, for `finishRow`. */
export const VALUES: usize = FREE_MULTIGAMMALN;
/** Where those who compute values may have numbers. */
export const FREE_MADE: usize = VALUES + 16 * (1 + NODE_COUNT);

/** The table of a function with its parameter; empty if it is new. */
export function madeTable(f: i32, parameter: f64): usize {
  for (let k = 0; k < TABLE_COUNT; k++) {
    const isIt = load<i32>(FUNCTIONS + (<usize> k << 2)) == f &&
      load<f64>(PARAMETERS + (<usize> k << 3)) == parameter;
    if (isIt) return FIRST_TABLE + k * TABLE_SIZE;
  }
  const table = FIRST_TABLE + oldest * TABLE_SIZE;
  const isUsed = load<i32>(FUNCTIONS + (<usize> oldest << 2)) != 0;
  store<i32>(FUNCTIONS + (<usize> oldest << 2), f);
  store<f64>(PARAMETERS + (<usize> oldest << 3), parameter);
  if (isUsed) memory.fill(table, 0, TABLE_SIZE);
  oldest = (oldest + 1) % TABLE_COUNT;
  return table;
}

/** Where the finer row of that number is. */
// @ts-ignore: decorator
@inline
export function finerRow(table: usize, number: i32): usize {
  return table + COARSE_SIZE + <usize> number * FINE_ROW;
}

/** The first row of ROWS that is yet to be made, or 0. */
export function missingRow(count: i32): usize {
  for (let i = 0; i < count; i++) {
    const row = <usize> load<u32>(ROWS + (<usize> i << 2));
    if (load<u64>(row) == 0) return row;
  }
  return 0;
}

/** Half the width of a row. */
export function halfOf(number: i32): f64 {
  return powerOfTwo(number == 0 ? FIRST - 1 : FIRST - 6 + ((number - 1) >> 5));
}

/** Value number 0 of a row is at its middle, the others at its nodes: where. */
export function nodeOf(number: i32, value: i32): f64 {
  const half = halfOf(number);
  const middle = number == 0 ? half : half * <f64> (65 + 2 * ((number - 1) & 31));
  return value == 0 ? middle : middle + half * load<f64>(NODES + (<usize> (value - 1) << 3));
}

/** Fills a row from VALUES. `shift`: how far f's argument is from the row's place. */
export function finishRow(row: usize, number: i32, shift: f64): void {
  const over = 1 / halfOf(number);
  const middle = v128.load(VALUES);
  for (let i: usize = 1; i <= <usize> NODE_COUNT; i++) {
    v128.store(VALUES + (i << 4), difference(v128.load(VALUES + (i << 4)), middle));
  }
  let scale = over;
  for (let k = 0; k < NODE_COUNT; k += 2, scale *= over * over) {
    const c = takeCoefficients(k);
    const factors = f64x2(scale, scale * over);
    const high = f64x2.mul(c, factors);
    const low = f64x2.mul(v128.load(LOW), factors);
    if (k > 0) {
      v128.store(row + (<usize> (k + 3) << 3), f64x2.add(high, low));
      continue;
    }
    const slope = reinterpret<f64>(reinterpret<u64>(f64x2.extract_lane(high, 0)) & SLOPE_BITS);
    store<f64>(row, slope, 16);
    store<f64>(row, (f64x2.extract_lane(high, 0) - slope) + f64x2.extract_lane(low, 0), 88);
    store<f64>(row, f64x2.extract_lane(f64x2.add(high, low), 1), 32);
  }
  store<f64>(row, load<f64>(VALUES), 8);
  store<f64>(row, load<f64>(VALUES, 8), 24);
  store<f64>(row, nodeOf(number, 0) + shift);
}

/**
 * Two neighbouring coefficients of the polynomial in d/half, from differences in VALUES; LOW has
 * the low parts.
 */
function takeCoefficients(k: i32): v128 {
  let sum = f64x2.splat(0);
  let sumLow = f64x2.splat(0);
  for (let i: usize = 0; i < <usize> NODE_COUNT; i++) {
    const weights = WEIGHTS + TRIPLE * (NODE_COUNT * <usize> k + i);
    const first = v128.load(weights);
    const second = v128.load(weights + TRIPLE * NODE_COUNT);
    const weight = firsts(first, second);
    const value = v128.load64_splat(VALUES + 16 + (i << 4));
    const valueLow = v128.load64_splat(VALUES + 16 + (i << 4), 8);
    const product = f64x2.mul(value, weight);
    const next = f64x2.add(sum, product);
    const rest = productRest(value, valueLow, weight, seconds(first, second), product);
    sumLow = f64x2.add(f64x2.add(sumLow, rest), exactSumError(sum, product, next));
    sum = next;
  }
  v128.store(LOW, sumLow);
  return sum;
}
