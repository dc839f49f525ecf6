// Rows of the gamma family, from Taylor's series (gamma_expansions.ts), 64 to an octave; one takes two microseconds.
// With d = x - centre, which is exact, a row (gamma_row.ts) gives
//
//   f = c0 + d c1h + d (c1l + d (c2 + d (c3 + ... + d c8)))
//
// The centre is moved by some units in its last place to where f is almost a double, so that c0 needs no low part
// (Gal's method). c1h has 7 bits, so that d c1h is exact. Terms 9 and 10 are spread over those below (Chebyshev's
// economisation). The fourth number of a row is a bound of the error of high + low, and of the test of rounding.
// With u = 2^-53, e = the largest |d|:
//
//   8.5 u |c2| e^2   c2 is rounded, its three sums are, d^2, the product with it, the sum low, and low +- bound in the
//                    test; half a rounding for what is added to c2, below 2^-5 of it
//   5.25 u |c1l| e   c1l is rounded, the product with d, the sum with e, the sum low, and low +- bound
//   |c0l|            what is left of f(centre), mostly below 2^-64 of it
//   2^-69 |c0|       errors of f(centre) and of f'(centre) d (gamma_expansions.ts)
//   the rest         of the series: c9 e^9/128, c10 e^10/256, and c11 e^11 as it is, with its followers twice
//
// tests/kernels/bounds_test.ts searches for the largest error in units of the bound: see gamma_resolve.ts.

import { expandMirrored } from "./gamma_cotangent";
import { CURVE, expand, FREE_EXPANSIONS, SLOPE, termOf, THIRD, VALUE } from "./gamma_expansions";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { FIRST } from "./table";
import { add, addNumber, divide, exponentOf, multiplyNumber, powerOfTwo, scale, set, TRIPLE } from "./triple";

const PRODUCT: usize = FREE_EXPANSIONS;
/** float64: the coefficients by their number, of which those below 3 are empty. */
const TERMS: usize = PRODUCT + TRIPLE;
const LAST_TERM: i32 = 11;
export const FREE_TAYLOR: usize = TERMS + (<usize> (LAST_TERM + 1) << 3);

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

const FAR_PART: f64 = 9.43689570931383e-16; // 8.5 2^-53
const NEAR_PART: f64 = 5.828670879282072e-16; // 5.25 2^-53
const TERM_PART: f64 = 2.220446049250313e-15; // 20 2^-53
/** Of f' times the centre, for the cotangent (gamma_cotangent.ts). */
const SLOPE_PART: f64 = 8.271806125530277e-25; // 2^-80
/** Of the values themselves, in double-double, where f(centre) is 0 or small. */
const LAST_ZERO: f64 = 7.888609052210118e-31; // 2^-100
const VALUE_PART: f64 = 1.6940658945086007e-21; // 2^-69

/** Where the expanded row begins and ends, and its centre. */
export let rowStart: f64 = 0;
export let rowEnd: f64 = 0;
export let centre: f64 = 0;

// @ts-ignore: decorator
@inline
function at(numbers: usize, k: i32): usize {
  return numbers + (<usize> k << 3);
}

/**
 * Expands f, or f(x) + (-1)^s f(1 - x), which has rows to 1/2, around the centre of the row of that number in a
 * table with 2^bits rows to an octave; with so many triples, 3 or 4.
 */
export function expandRow(order: i32, number: i32, bits: i32, isMirrored: bool, count: i32): void {
  const width = powerOfTwo(FIRST - bits + ((number - 1) >> bits));
  rowStart = width * <f64> ((1 << bits) + ((number - 1) & ((1 << bits) - 1)));
  rowEnd = rowStart + width;
  centre = rowStart + 0.5 * width * (1 + CENTRE_OFFSET);
  if (isMirrored) {
    // 1/2 is a zero where s is odd.
    if (rowEnd == 0.5 && (order & 1) == 0) centre = 0.5;
    expandMirrored(order, centre);
  } else {
    const zero = zeroInRow(order);
    if (zero != 0) centre = zero;
    expand(order, centre, count);
    if (order == LGAMMA && zero != 0) set(VALUE, 0);
  }
  for (let k = 3; k <= LAST_TERM; k++) store<f64>(at(TERMS, k), termOf(order, k));
}

/** The zero of f in the row, or at its end; or 0. */
function zeroInRow(order: i32): f64 {
  if (order == DIGAMMA) return DIGAMMA_ZERO >= rowStart && DIGAMMA_ZERO < rowEnd ? DIGAMMA_ZERO : 0;
  if (order != LGAMMA) return 0;
  if (rowStart == 1 || rowEnd == 1) return 1;
  return rowStart == 2 || rowEnd == 2 ? 2 : 0;
}

/** (f - f(centre))/d of the expanded row. */
export function quotientAt(d: f64): f64 {
  let rest = load<f64>(at(TERMS, LAST_TERM));
  for (let k = LAST_TERM - 1; k >= 3; k--) rest = rest * d + load<f64>(at(TERMS, k));
  return (rest * d + 0.5 * load<f64>(CURVE)) * d + load<f64>(SLOPE);
}

/** Makes the row of that number. */
export function makeGammaRow(row: usize, number: i32, order: i32, bits: i32, isMirrored: bool): void {
  expandRow(order, number, bits, isMirrored, 3);
  const reach = max(rowEnd - centre, centre - rowStart);
  const left = economise(reach);
  // Some steps are almost a simple fraction of an ulp of f, and lead nowhere: another start does. A zero stays.
  for (let k = 0; k < GAL_STARTS && abs(load<f64>(VALUE)) > 1e-15; k++) {
    moveCentre(galSteps());
    if (isAlmostDouble()) break;
    moveCentre(GAL_OTHER);
  }
  write(row, reach, left);
}

/**
 * Makes the fine row of that number (gamma_fine.ts): centre, bound, c0 to c3 as pairs, c4 to c11. Its error is that of
 * f(centre); 20 u of the terms of c4 e^4, which between two poles may be larger than c4, when c5 is not small; and what
 * the series leaves out.
 */
export function makeFineRow(row: usize, number: i32, order: i32, bits: i32, isMirrored: bool): void {
  expandRow(order, number, bits, isMirrored, 4);
  const reach = max(rowEnd - centre, centre - rowStart);
  const fourth = reach * reach * reach * reach;
  const size = 2 * max(abs(load<f64>(at(TERMS, 4))), centre * abs(load<f64>(at(TERMS, 5)))) * fourth;
  const left = 2 * abs(load<f64>(at(TERMS, 11))) * fourth * fourth * fourth / centre;
  const bound = lostValue() + TERM_PART * size + left;
  scale(CURVE, CURVE, 0.5);
  set(PRODUCT, 6);
  divide(THIRD, THIRD, PRODUCT);
  for (let k: usize = 0; k < 4; k++) v128.store(row + (k << 4), v128.load(VALUE + TRIPLE * k), 16);
  memory.copy(row + 80, at(TERMS, 4), 8 << 3);
  store<f64>(row, bound, 8);
  store<f64>(row, centre);
}

/** How far from the centre, in its ulps, f is almost a double: upwards or, if that is too far, downwards. */
function galSteps(): f64 {
  const unit = powerOfTwo(exponentOf(load<f64>(VALUE)) - 52);
  const fraction = load<f64>(VALUE, 8) / unit;
  const step = load<f64>(SLOPE) * powerOfTwo(exponentOf(centre) - 52) / unit;
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

/** Moves the centre by some ulps of it. */
function moveCentre(ulps: f64): void {
  const d = ulps * powerOfTwo(exponentOf(centre) - 52);
  multiplyNumber(PRODUCT, SLOPE, d);
  add(VALUE, VALUE, PRODUCT);
  const c3 = load<f64>(at(TERMS, 3));
  addNumber(VALUE, VALUE, (0.5 * load<f64>(CURVE) + c3 * d) * d * d);
  multiplyNumber(PRODUCT, CURVE, d);
  add(SLOPE, SLOPE, PRODUCT);
  addNumber(SLOPE, SLOPE, 3 * c3 * d * d);
  addNumber(CURVE, CURVE, 6 * c3 * d);
  for (let k = 3; k < LAST_TERM; k++) addToTerm(k, <f64> (k + 1) * load<f64>(at(TERMS, k + 1)) * d);
  centre += d;
}

function isAlmostDouble(): bool {
  return abs(load<f64>(VALUE, 8)) <= 2 * GAL_GOAL * powerOfTwo(exponentOf(load<f64>(VALUE)) - 52);
}

// @ts-ignore: decorator
@inline
function addToTerm(k: i32, part: f64): void {
  store<f64>(at(TERMS, k), load<f64>(at(TERMS, k)) + part);
}

/**
 * Spreads terms 10 and 9 over those below, for |d| <= reach: less d times a multiple of T(k)(d/reach), so that
 * f at the centre stays as it is, which may be next to a zero. Returns a bound of what is left out.
 */
function economise(reach: f64): f64 {
  const square = reach * reach;
  const fourth = square * square;
  const c10 = load<f64>(at(TERMS, 10)) * square;
  addToTerm(8, 2.25 * c10);
  addToTerm(6, -1.6875 * c10 * square);
  addToTerm(4, 0.46875 * c10 * fourth);
  addNumber(CURVE, CURVE, -0.0703125 * c10 * fourth * square);
  const c9 = load<f64>(at(TERMS, 9)) * square;
  addToTerm(7, 2 * c9);
  addToTerm(5, -1.25 * c9 * square);
  addToTerm(3, 0.25 * c9 * fourth);
  addNumber(SLOPE, SLOPE, -0.0078125 * c9 * fourth * square);
  const seventh = fourth * square * reach;
  const c11 = load<f64>(at(TERMS, 11)) * fourth;
  return seventh * (0.0078125 * abs(c9) + reach * 0.00390625 * abs(c10) + 2 * abs(c11));
}

/** A bound of the error of f at the centre, also next to a zero, and of f' and the others near it. */
function lostValue(): f64 {
  return VALUE_PART * abs(load<f64>(VALUE)) + SLOPE_PART * abs(load<f64>(SLOPE)) * centre + LAST_ZERO;
}

/** Writes the row as it lies in memory. */
function write(row: usize, reach: f64, left: f64): void {
  const lost = abs(load<f64>(VALUE, 8)) + lostValue() + left;
  const slope = reinterpret<f64>(reinterpret<u64>(load<f64>(SLOPE)) + SLOPE_HALF & SLOPE_BITS);
  addNumber(SLOPE, SLOPE, -slope);
  scale(CURVE, CURVE, 0.5);
  const c1l = load<f64>(SLOPE);
  const c2 = load<f64>(CURVE);
  const roundings = (FAR_PART * abs(c2) * reach + NEAR_PART * abs(c1l)) * reach;
  store<f64>(row, centre);
  store<f64>(row, load<f64>(VALUE), 8);
  store<f64>(row, slope, 16);
  store<f64>(row, 1.001 * (roundings + lost), 24);
  store<f64>(row, c2, 32);
  for (let k = 3; k <= 8; k++) store<f64>(at(row, k + 2), load<f64>(at(TERMS, k)));
  store<f64>(row, c1l, 88);
}
