// Rows of the gamma family, 64 to an octave. An octave has eight cells, in the middle of each of which f is expanded
// (gamma_series.ts), two cells at a time; moved by h to the centre of a row, |h| below 2^-4 of it, the series has the
// coefficients of that row, some hundred nanoseconds each. With d = x - centre, which is exact, a row (gamma_row.ts) gives
//
//   f = c0 + d c1h + d (c1l + d (c2 + d (c3 + ... + d c8)))
//
// The centre is moved by some units in its last place to where f is almost a double, so that c0 needs no low part
// (Gal's method). c1h has 7 bits, so that d c1h is exact. Terms 9 and 10 are spread over those below (Chebyshev's
// economisation). The fourth number of a row is a bound of the error of high + low, and of the test of rounding.
// With u = 2^-53, e = the largest |d|:
//
//   9 u |c2| e^2     c2 is rounded, and what was added to it, a tenth of it; its three sums are, d^2, the product with it,
//                    the sum low, and low +- bound in the test; half a rounding for what is added to c2, below 2^-5 of it
//   5.25 u |c1l| e   c1l is rounded, the product with d, the sum with e, the sum low, and low +- bound
//   |c0l|            what is left of f(centre), mostly below 2^-64 of it
//   2^-73            of c0, and of f'(centre) times the centre, are their errors: of the series, whose last term is
//                    2^-77 of f, and of the pairs
//   the rest         of the series: c9 e^9/128, c10 e^10/256, and c11 e^11 as it is, with its followers twice
//
// tests/kernels/bounds_test.ts searches for the largest error in units of the bound: see gamma_resolve.ts.

import { expand, expandMirrored, PAIRED, SERIES, SERIES_LOW, TERMS } from "./gamma_series";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { productError, sumError } from "./pair";
import { FIRST } from "./table";
import { exponentOf, powerOfTwo } from "./triple";

/** Cells of an octave, as a power of two. */
const CELL_BITS: i32 = 3;
/** How many of the coefficients of f' are pairs. */
const PAIRED_SLOPES: i32 = 5;
const LAST_TERM: i32 = 11;

/** Two lanes for each coefficient of a row, and the low parts of the first three. */
export const ROW_TERMS: usize = memory.data(16 * 20, 16);
const ROW_LOWS: usize = memory.data(16 * 8, 16);
/** Two lanes: the centres of the rows, and of their cells. */
export const CENTRES: usize = memory.data(16, 16);
const CELLS: usize = memory.data(16, 16);

/** The zero of digamma, a double. */
const DIGAMMA_ZERO: f64 = 1.4616321449683622; // 1.46163214496836234126
/** Centres are not quite in the middle, whose few bits make f repeat the same few fractions of an ulp around it. */
const CENTRE_OFFSET: f64 = 0.01236724853515625; // 0x1.954p-7

/** How near to a double f is to be at the centre, in ulp. */
const GAL_GOAL: f64 = 0.000244140625; // 2^-12
const GAL_STEPS: i32 = 40;
/** How often the search begins again, and how far from where it ended, in ulp. */
const GAL_STARTS: i32 = 8;
const GAL_OTHER: f64 = 196613;
/** In so many ulps f is a straight line, to 2^-12 ulp. */
const GAL_REACH: f64 = 524288; // 2^19
/** 7 bits of a significand, and half of the last one: times a difference from the centre they are exact. */
const SLOPE_BITS: u64 = 0xffffc00000000000;
const SLOPE_HALF: u64 = 0x0000200000000000;

const FAR_PART: f64 = 9.992007221626409e-16; // 9 2^-53
const NEAR_PART: f64 = 5.828670879282072e-16; // 5.25 2^-53
const TERM_PART: f64 = 2.220446049250313e-15; // 20 2^-53
/** Of lgamma and digamma themselves, where they are 0 or small. */
const LAST_ZERO: f64 = 8.271806125530277e-25; // 2^-80
const FINE_PART: f64 = 1.3234889800848443e-23; // 2^-76
const MOVED_PART: f64 = 1.0587911840678754e-22; // 2^-73

/** An order that is chosen for f without zeros, which others expand; centres are the middles then. */
export const NO_ZEROS: i32 = 3;

/** What is chosen, and the number of the first row of the two cells. */
let order: i32 = 0;
let bits: i32 = 0;
let isMirrored: bool = false;
let firstNumber: i32 = 0;

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

/** Chooses f of an order, or f(x) + (-1)^s f(1 - x), which has rows to 1/2; and the table's rows to an octave. */
export function choose(ofOrder: i32, ofBits: i32, mirrored: bool): void {
  order = ofOrder;
  bits = ofBits;
  isMirrored = mirrored;
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

/** Chooses the cells that begin with the row of that number; returns their middles, for those who expand there. */
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
  return startOf(number) + 0.5 * widthOf(number) * (order == NO_ZEROS ? 1 : 1 + CENTRE_OFFSET);
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

/** One step of Horner's scheme for pairs: replaces coefficient k by itself + h times the one behind. */
// @ts-ignore: decorator
@inline
function shiftPair(at: usize, lows: usize, h: v128): void {
  const behind = v128.load(at, 16);
  const product = f64x2.mul(behind, h);
  const rest = f64x2.add(productError(behind, h, product), f64x2.mul(v128.load(lows, 16), h));
  const c = v128.load(at);
  const sum = f64x2.add(c, product);
  v128.store(at, sum);
  v128.store(lows, f64x2.add(v128.load(lows), f64x2.add(sumError(c, product, sum), rest)));
}

/** Moves SERIES by h to ROW_TERMS: those of f, f' and f''/2 as pairs. */
export function shift(h: v128): void {
  memory.copy(ROW_TERMS, SERIES, 16 * TERMS);
  memory.copy(ROW_LOWS, SERIES + SERIES_LOW, 16 * PAIRED);
  for (let k = 0; k < LAST_TERM + 1; k++) {
    const paired = k == 0 ? PAIRED : k == 1 ? PAIRED_SLOPES : k == 2 ? 3 : k;
    let at = ROW_TERMS + 16 * (TERMS - 2);
    let behind = v128.load(at, 16);
    for (const end = ROW_TERMS + (<usize> paired << 4); at >= end; at -= 16) {
      behind = f64x2.add(v128.load(at), f64x2.mul(h, behind));
      v128.store(at, behind);
    }
    if (paired == k) continue;
    v128.store(ROW_LOWS + (<usize> paired << 4), f64x2.splat(0));
    for (let j = paired - 1; j >= k; j--) shiftPair(ROW_TERMS + (<usize> j << 4), ROW_LOWS + (<usize> j << 4), h);
  }
}

/** Coefficient k of a lane's row. */
// @ts-ignore: decorator
@inline
export function termOf(lane: usize, k: i32): f64 {
  return load<f64>(lane + (<usize> k << 4));
}

// @ts-ignore: decorator
@inline
function addToTerm(lane: usize, k: i32, part: f64): void {
  store<f64>(lane + (<usize> k << 4), termOf(lane, k) + part);
}

// @ts-ignore: decorator
@inline
function addToLow(lane: usize, k: usize, part: f64): void {
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

/**
 * Spreads terms 10 and 9 over those below, for |d| <= reach: less d times a multiple of T(k)(d/reach), so that
 * f at the centre stays as it is, which may be next to a zero. Returns a bound of what is left out.
 */
export function economise(lane: usize, reach: f64): f64 {
  const square = reach * reach;
  const fourth = square * square;
  const c10 = termOf(lane, 10) * square;
  addToTerm(lane, 8, 2.25 * c10);
  addToTerm(lane, 6, -1.6875 * c10 * square);
  addToTerm(lane, 4, 0.46875 * c10 * fourth);
  addToLow(lane, 2, -0.03515625 * c10 * fourth * square);
  const c9 = termOf(lane, 9) * square;
  addToTerm(lane, 7, 2 * c9);
  addToTerm(lane, 5, -1.25 * c9 * square);
  addToTerm(lane, 3, 0.25 * c9 * fourth);
  addToLow(lane, 1, -0.0078125 * c9 * fourth * square);
  const seventh = fourth * square * reach;
  const c11 = termOf(lane, 11) * fourth;
  return seventh * (0.0078125 * abs(c9) + reach * 0.00390625 * abs(c10) + 2 * abs(c11));
}

/** Makes the row of that number from a lane. */
export function makeGammaRow(row: usize, number: i32, laneNumber: i32): void {
  const lane = ROW_TERMS + (<usize> laneNumber << 3);
  const centre = load<f64>(CENTRES + (<usize> laneNumber << 3));
  const reach = max(endOf(number) - centre, centre - startOf(number));
  const left = economise(lane, reach);
  const c0 = termOf(lane, 0);
  const slope = termOf(lane, 1);
  const lost = MOVED_PART * (abs(c0) + abs(slope) * centre) + min(LAST_ZERO, abs(slope) * LAST_ZERO) + left;
  valueAt(lane, 0);
  const d = abs(c0) > 1e-15 ? moveCentre(lane, centre) : 0; // a zero stays
  const c3 = termOf(lane, 3);
  const moved = lowOf(lane, 1) + (2 * termOf(lane, 2) + 3 * c3 * d) * d;
  const c1h = reinterpret<f64>(reinterpret<u64>(slope) + SLOPE_HALF & SLOPE_BITS);
  const c1l = (slope - c1h) + moved;
  const c2 = termOf(lane, 2) + (lowOf(lane, 2) + 3 * c3 * d);
  const roundings = (FAR_PART * abs(c2) * reach + NEAR_PART * abs(c1l)) * reach;
  store<f64>(row, centre + d);
  store<f64>(row, valueHigh, 8);
  store<f64>(row, c1h, 16);
  store<f64>(row, 1.001 * (roundings + abs(valueLow) + lost), 24);
  store<f64>(row, c2, 32);
  for (let k = 3; k <= 8; k++) {
    store<f64>(row + (<usize> (k + 2) << 3), termOf(lane, k) + <f64> (k + 1) * termOf(lane, k + 1) * d);
  }
  store<f64>(row, c1l, 88);
}

let valueHigh: f64 = 0;
let valueLow: f64 = 0;

/** f at a distance d from the centre, some ulps of it, as valueHigh + valueLow. */
// @ts-ignore: decorator
@inline
function valueAt(lane: usize, d: f64): void {
  const c0 = termOf(lane, 0);
  const step = termOf(lane, 1) * d;
  const sum = c0 + step;
  const rest = (step - (sum - c0)) + (lowOf(lane, 0) + termOf(lane, 2) * d * d);
  valueHigh = sum + rest;
  valueLow = rest - (valueHigh - sum);
}

/** How far the centre is to be moved, that f is almost a double there. */
function moveCentre(lane: usize, centre: f64): f64 {
  const ulp = powerOfTwo(exponentOf(centre) - 52);
  let d: f64 = 0;
  // Some steps are almost a simple fraction of an ulp of f, and lead nowhere: another start does.
  for (let k = 0; k < GAL_STARTS; k++) {
    const unit = powerOfTwo(exponentOf(valueHigh) - 52);
    const step = (termOf(lane, 1) + 2 * termOf(lane, 2) * d) * ulp / unit;
    d += ulp * galSteps(valueLow / unit, step);
    valueAt(lane, d);
    if (abs(valueLow) <= 2 * GAL_GOAL * unit) break;
    d += GAL_OTHER * ulp;
    valueAt(lane, d);
  }
  return d;
}

/** After how many steps f is almost a double: upwards or, if that is too far, downwards. */
function galSteps(fraction: f64, step: f64): f64 {
  const upwards = stepsToZero(fraction, step);
  return upwards < GAL_REACH ? upwards : -stepsToZero(fraction, -step);
}

/**
 * How many steps, modulo 1, take a fraction to 0. There are two kinds of them, towards 0 and away from it; as in
 * Euclid's algorithm the larger is reduced by the smaller, but no more than needed, so that they stay few.
 */
function stepsToZero(fraction: f64, step: f64): f64 {
  const up = step - floor(step);
  let distance = abs(fraction);
  let near = fraction < 0 ? up : 1 - up;
  let away = 1 - near;
  let nearCount: f64 = 1;
  let awayCount: f64 = 1;
  let count: f64 = 0;
  for (let k = 0; k < GAL_STEPS && distance > GAL_GOAL; k++) {
    if (near <= distance) {
      const times = floor(distance / near);
      distance -= times * near;
      count += times * nearCount;
    } else if (away < near) {
      const times = min(ceil(near / away) - 1, ceil((near - distance) / away));
      near -= times * away;
      nearCount += times * awayCount;
    } else {
      const times = ceil(away / near) - 1;
      away -= times * near;
      awayCount += times * nearCount;
    }
  }
  return count;
}

/**
 * Makes the fine row of that number (gamma_fine.ts): centre, bound, c0 to c3 as pairs, c4 to c11. Its error is that of
 * f(centre); 20 u of the terms of c4 e^4, which between two poles may be larger than c4, when c5 is not small; and what
 * the series leaves out.
 */
export function makeFineRow(row: usize, number: i32): void {
  const start = startOf(number);
  // The zero of digamma has all bits: a series around it would not be good.
  const centre = order == DIGAMMA && !isMirrored ? middleOf(number) : centreOf(number);
  expandAt(f64x2.splat(centre));
  const reach = max(endOf(number) - centre, centre - start);
  const fourth = reach * reach * reach * reach;
  const size = 2 * max(abs(termOf(SERIES, 4)), centre * abs(termOf(SERIES, 5))) * fourth;
  const left = 2 * abs(termOf(SERIES, 11)) * fourth * fourth * fourth / centre;
  const slope = abs(termOf(SERIES, 1));
  const isZero = isExactZero(centre);
  const lost = FINE_PART * abs(termOf(SERIES, 0)) + min(LAST_ZERO, slope * LAST_ZERO);
  for (let k: usize = 0; k < 4; k++) {
    store<f64>(row + (k << 4), load<f64>(SERIES + (k << 4)), 16);
    store<f64>(row + (k << 4), load<f64>(SERIES + (k << 4), SERIES_LOW), 24);
  }
  if (isZero) v128.store(row, f64x2.splat(0), 16);
  for (let k: usize = 4; k < 12; k++) store<f64>(row + (k << 3), load<f64>(SERIES + (k << 4)), 48);
  store<f64>(row, lost + TERM_PART * size + left, 8);
  store<f64>(row, centre);
}
