// The series of f in cells of the octaves of a table, from which rows are made (gamma/build_taylor.ts,
// gamma/binary32_table.ts, multigammaln/table.ts). An octave has eight cells; f is expanded in the
// middles of two of them at a time (gamma/taylor_series.ts), one in each lane, and moved by h, below 2^-4
// of it, to the centre of a row of each.

import { expand, expandMirrored, PAIRED, SERIES, SERIES_LOW, TERMS } from "./taylor_series";
import { DIGAMMA, LGAMMA } from "./special_values";
import { twoProdError, twoSumError } from "../arithmetic/error_free";
import { FIRST } from "../tables/row";
import { powerOfTwo } from "../arithmetic/power_of_two";

/** Cells of an octave, as a power of two. */
const CELL_BITS: i32 = 3;
/** How many of the coefficients of f' are pairs. */
const PAIRED_SLOPES: i32 = 5;
export const LAST_TERM: i32 = 11;

/** Two lanes for each coefficient of a row, and the low parts of the first three. */
export const ROW_TERMS: usize = memory.data(16 * 20, 16);
const ROW_LOWS: usize = memory.data(16 * 8, 16);
/** Two lanes: the centres of the rows, and of their cells. */
export const CENTRES: usize = memory.data(16, 16);
const CELLS: usize = memory.data(16, 16);

/** The zero of digamma, a double. */
const DIGAMMA_ZERO: f64 = 1.4616321449683622; // 1.46163214496836234126
/**
 * Centres are not quite in the middle, whose few bits make f repeat the same few fractions of an
 * ulp around it.
 */
const CENTRE_OFFSET: f64 = 0.01236724853515625; // 0x1.954p-7

/**
 * An order that is chosen for f without zeros, which others expand.
 */
export const NO_ZEROS: i32 = 3;

/** What is chosen, and the number of the first row of the two cells. */
let order: i32 = 0;
let bits: i32 = 0;
let isMirrored: bool = false;
let firstNumber: i32 = 0;
let centreOffset: f64 = CENTRE_OFFSET;

/** How wide a row of that number is, in a table with 2^bits rows to an octave. */
// @ts-ignore: decorator
@inline
function widthOf(number: i32): f64 {
  return powerOfTwo(FIRST - bits + ((number - 1) >> bits));
}

/** Where it begins. */
// @ts-ignore: decorator
@inline
export function startOf(number: i32): f64 {
  return widthOf(number) * <f64> ((1 << bits) + ((number - 1) & ((1 << bits) - 1)));
}

// @ts-ignore: decorator
@inline
export function endOf(number: i32): f64 {
  return startOf(number) + widthOf(number);
}

/**
 * Chooses f of an order, or f(x) + (-1)^s f(1 - x), which has rows to 1/2; and the table's rows to
 * an octave.
 */
export function choose(ofOrder: i32, ofBits: i32, mirrored: bool): void {
  order = ofOrder;
  bits = ofBits;
  isMirrored = mirrored;
  centreOffset = CENTRE_OFFSET;
}

/** Chooses other centres of rows, for those whose f is not almost a double next to the first ones. */
export function chooseCentres(attempt: i32): void {
  centreOffset = CENTRE_OFFSET * <f64> attempt;
}

/** How many rows a cell has. */
// @ts-ignore: decorator
@inline
export function rowsOfCell(): i32 {
  return 1 << (bits - CELL_BITS);
}

/** Expands f in two cells, which begin with the row of that number. */
export function openCells(number: i32): void {
  expandAt(cellsAt(number));
}

/**
 * Chooses the cells that begin with the row of that number; returns their middles, for those who
 * expand there.
 */
export function cellsAt(number: i32): v128 {
  firstNumber = number;
  const half = 0.5 * <f64> rowsOfCell() * widthOf(number);
  const first = startOf(number) + half;
  v128.store(CELLS, f64x2(first, first + 2 * half));
  return v128.load(CELLS);
}

// @ts-ignore: decorator
@inline
function expandAt(c: v128): void {
  if (isMirrored) expandMirrored(order, c);
  else expand(order, c);
}

/** The numbers of the two rows that `moveTo` makes. */
// @ts-ignore: decorator
@inline
export function numberIn(lane: i32, row: i32): i32 {
  return firstNumber + row + lane * rowsOfCell();
}

/** Moves the series of both cells to the centres of their rows of that number, from 0 on. */
export function moveTo(row: i32): void {
  const centres = f64x2(centreOf(numberIn(0, row)), centreOf(numberIn(1, row)));
  v128.store(CENTRES, centres);
  shift(f64x2.sub(centres, v128.load(CELLS)));
  for (let lane = 0; lane < 2; lane++) {
    if (isExactZero(load<f64>(CENTRES + (<usize> lane << 3)))) setZero(lane);
  }
}

function centreOf(number: i32): f64 {
  const zero = zeroIn(startOf(number), endOf(number));
  return zero != 0 ? zero : middleOf(number);
}

/** The centre of a row without a zero. */
function middleOf(number: i32): f64 {
  return startOf(number) + 0.5 * widthOf(number) * (1 + centreOffset);
}

/** The zero of f in a row, or at its end; or 0. */
function zeroIn(start: f64, end: f64): f64 {
  // Where s is odd.
  if (isMirrored) return end == 0.5 && (order & 1) == 0 ? 0.5 : 0;
  if (order == DIGAMMA) return DIGAMMA_ZERO >= start && DIGAMMA_ZERO < end ? DIGAMMA_ZERO : 0;
  if (order != LGAMMA) return 0;
  if (start == 1 || end == 1) return 1;
  return start == 2 || end == 2 ? 2 : 0;
}

// @ts-ignore: decorator
@inline
function isExactZero(c: f64): bool {
  return isMirrored ? c == 0.5 && (order & 1) == 0 : order == LGAMMA && (c == 1 || c == 2);
}

function setZero(lane: i32): void {
  store<f64>(ROW_TERMS + (<usize> lane << 3), 0);
  store<f64>(ROW_LOWS + (<usize> lane << 3), 0);
}

/**
 * One step of Horner's scheme for pairs: replaces coefficient k by itself + h times the one behind.
 */
// @ts-ignore: decorator
@inline
function shiftPair(at: usize, lows: usize, h: v128): void {
  const behind = v128.load(at, 16);
  const product = f64x2.mul(behind, h);
  const rest = f64x2.add(twoProdError(behind, h, product), f64x2.mul(v128.load(lows, 16), h));
  const c = v128.load(at);
  const sum = f64x2.add(c, product);
  v128.store(at, sum);
  v128.store(lows, f64x2.add(v128.load(lows), f64x2.add(twoSumError(c, product, sum), rest)));
}

/**
 * Three rounds of Horner's scheme at once, the first of them down to coefficient `end`: each round is
 * a coefficient behind the one before, so that none waits for another.
 */
function shiftThree(end: i32, h: v128): void {
  let at = ROW_TERMS + 16 * (TERMS - 4);
  const last = v128.load(at, 48);
  const before = f64x2.add(v128.load(at, 32), f64x2.mul(h, last));
  let first = f64x2.add(v128.load(at, 16), f64x2.mul(h, before));
  let second = f64x2.add(before, f64x2.mul(h, last));
  let third = last;
  for (const stop = ROW_TERMS + (<usize> end << 4); at >= stop; at -= 16) {
    third = f64x2.add(second, f64x2.mul(h, third));
    v128.store(at, third, 32);
    second = f64x2.add(first, f64x2.mul(h, second));
    first = f64x2.add(v128.load(at), f64x2.mul(h, first));
  }
  v128.store(at, first, 16);
  v128.store(at, second, 32);
}

/** Moves SERIES by h to ROW_TERMS: those of f, f' and f''/2 as pairs. */
export function shift(h: v128): void {
  memory.copy(ROW_TERMS, SERIES, 16 * TERMS);
  memory.copy(ROW_LOWS, SERIES + SERIES_LOW, 16 * PAIRED);
  shiftThree(PAIRED, h);
  for (let k = 0; k < 3; k++) {
    const paired = k == 0 ? PAIRED : k == 1 ? PAIRED_SLOPES : 3;
    // Where the three rounds have left this one.
    let at = ROW_TERMS + (<usize> (PAIRED - 1 + k) << 4);
    let behind = v128.load(at, 16);
    for (const end = ROW_TERMS + (<usize> paired << 4); at >= end; at -= 16) {
      behind = f64x2.add(v128.load(at), f64x2.mul(h, behind));
      v128.store(at, behind);
    }
    v128.store(ROW_LOWS + (<usize> paired << 4), f64x2.splat(0));
    for (let j = paired - 1; j >= k; j--) shiftPair(ROW_TERMS + (<usize> j << 4), ROW_LOWS + (<usize> j << 4), h);
  }
  for (let k = 3; k <= LAST_TERM; k += 3) shiftThree(k, h);
}

/** Coefficient k of a lane's row. */
// @ts-ignore: decorator
@inline
export function termOf(lane: usize, k: i32): f64 {
  return load<f64>(lane + (<usize> k << 4));
}

// @ts-ignore: decorator
@inline
export function addToTerm(lane: usize, k: i32, part: f64): void {
  store<f64>(lane + (<usize> k << 4), termOf(lane, k) + part);
}

// @ts-ignore: decorator
@inline
export function addToLow(lane: usize, k: usize, part: f64): void {
  const at = lane - ROW_TERMS + ROW_LOWS + (k << 4);
  store<f64>(at, load<f64>(at) + part);
}

// @ts-ignore: decorator
@inline
export function lowOf(lane: usize, k: usize): f64 {
  return load<f64>(lane - ROW_TERMS + ROW_LOWS + (k << 4));
}

/** (f - f(centre))/d of a lane's row. */
export function quotientAt(laneNumber: i32, d: f64): f64 {
  const lane = ROW_TERMS + (<usize> laneNumber << 3);
  let rest = termOf(lane, LAST_TERM);
  for (let k = LAST_TERM - 1; k > 0; k--) rest = rest * d + termOf(lane, k);
  return rest;
}
