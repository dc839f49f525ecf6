// Rows of the gamma family that are made at run time, from Taylor's series (gamma_expansions.ts). As in the
// tables that are shipped (tools/tables/rows.py) the centre is moved by some units in its last place to where
// f is almost a double: c0 needs no low part. Terms 10 and 11 are spread over those below (Chebyshev's
// economisation). A row is as good as a shipped one, 2^-62 of f or better, and takes a microsecond or two.

import {
  expandAnywhere,
  expandFar,
  expandMirrored,
  expandNear,
  FREE_EXPANSIONS,
  SLOPE,
  termOf,
  VALUE,
} from "./gamma_expansions";
import { FIRST } from "./table";
import { add, addNumber, exponentOf, logarithm, multiplyNumber, powerOfTwo, set, TRIPLE } from "./triple";
import { LN_2 } from "./triple_data";

const PRODUCT: usize = FREE_EXPANSIONS;
/** float64: the coefficients by their number, of which 0 and 1 are empty. */
const TERMS: usize = PRODUCT + TRIPLE;
const MOST: i32 = 11;

/** Triples: the logarithms of the centres in [1, 2), which are the same in every octave but for ln 2. */
const OCTAVE: i32 = 32;
const LOGS: usize = memory.data<f64>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
], 16);
/**
 * Centres are not quite in the middle, whose few bits make f repeat the same few fractions of an ulp around it.
 */
const CENTRE_OFFSET: f64 = 0.01236724853515625; // 0x1.954p-7

/** How near to a double f is to be at the centre, in ulp. */
const GAL_GOAL: f64 = 0.000244140625; // 2^-12
const GAL_STEPS: i32 = 40;
/** How often the search begins again, and how far from where it ended, in ulp. */
const GAL_STARTS: i32 = 8;
const GAL_OTHER: f64 = 196613;
/** In so many ulps f is a straight line, to 2^-12 ulp. */
const GAL_REACH: f64 = 524288; // 2^19
/** 6 bits of a significand: times a difference from the centre they are exact. */
const SLOPE_BITS: u64 = 0xffff800000000000;

// @ts-ignore: decorator
@inline
function at(numbers: usize, k: i32): usize {
  return numbers + (<usize> k << 3);
}

function fillTerms(order: i32): void {
  for (let k = 2; k <= MOST; k++) store<f64>(at(TERMS, k), termOf(order, k));
}

/** How far from c, in its ulps, f is almost a double: upwards or, if that is too far, downwards. */
function galSteps(c: f64): f64 {
  if (load<f64>(VALUE) == 0) return 0;
  const unit = powerOfTwo(exponentOf(load<f64>(VALUE)) - 52);
  const fraction = load<f64>(VALUE, 8) / unit;
  const step = load<f64>(SLOPE) * powerOfTwo(exponentOf(c) - 52) / unit;
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

/** Moves the centre from c by d, a few ulps of it. */
function moveCentre(d: f64): void {
  multiplyNumber(PRODUCT, SLOPE, d);
  add(VALUE, VALUE, PRODUCT);
  addNumber(VALUE, VALUE, load<f64>(at(TERMS, 2)) * d * d);
  addNumber(SLOPE, SLOPE, 2 * load<f64>(at(TERMS, 2)) * d);
  for (let k = 2; k < MOST; k++) {
    const next = <f64> (k + 1) * load<f64>(at(TERMS, k + 1));
    store<f64>(at(TERMS, k), load<f64>(at(TERMS, k)) + next * d);
  }
}

/** Moves the centre by ulps of it; returns where it is then. */
function movedCentre(c: f64, ulps: f64): f64 {
  const d = ulps * powerOfTwo(exponentOf(c) - 52);
  moveCentre(d);
  return c + d;
}

function isAlmostDouble(): bool {
  const value = load<f64>(VALUE);
  return value == 0 || abs(load<f64>(VALUE, 8)) <= 2 * GAL_GOAL * powerOfTwo(exponentOf(value) - 52);
}

// @ts-ignore: decorator
@inline
function addToTerm(k: i32, part: f64): void {
  store<f64>(at(TERMS, k), load<f64>(at(TERMS, k)) + part);
}

/**
 * Spreads terms 11 and 10 over those below, for |d| <= half: less d times a multiple of T(k)(d/half), so that
 * f at the centre stays as it is, which may be next to a zero.
 */
function economise(half: f64): void {
  const square = half * half;
  const fourth = square * square;
  const c11 = load<f64>(at(TERMS, 11)) * square;
  addToTerm(9, 2.5 * c11);
  addToTerm(7, -2.1875 * c11 * square);
  addToTerm(5, 0.78125 * c11 * fourth);
  addToTerm(3, -0.09765625 * c11 * fourth * square);
  addNumber(SLOPE, SLOPE, 0.001953125 * c11 * fourth * fourth);
  const c10 = load<f64>(at(TERMS, 10)) * square;
  addToTerm(8, 2.25 * c10);
  addToTerm(6, -1.6875 * c10 * square);
  addToTerm(4, 0.46875 * c10 * fourth);
  addToTerm(2, -0.03515625 * c10 * fourth * square);
}

/** Writes the row as it lies in memory, with c9 (table.ts). */
function write(row: usize, centre: f64): void {
  const slope = reinterpret<f64>(reinterpret<u64>(load<f64>(SLOPE)) & SLOPE_BITS);
  addNumber(SLOPE, SLOPE, -slope);
  store<f64>(row, centre);
  store<f64>(row, load<f64>(VALUE), 8);
  store<f64>(row, slope, 16);
  store<f64>(row, load<f64>(at(TERMS, 9)), 24);
  for (let k = 2; k <= 8; k++) store<f64>(at(row, k + 2), load<f64>(at(TERMS, k)));
  store<f64>(row, load<f64>(SLOPE), 88);
}

/** The logarithm of the centre of row k of the octave from 2^exponent on, into PRODUCT. */
function takeLog(exponent: i32, k: i32): void {
  const log = LOGS + TRIPLE * k;
  if (load<f64>(log) == 0) {
    set(log, (<f64> (65 + 2 * k) + CENTRE_OFFSET) * 0.015625);
    logarithm(log, log, true);
  }
  multiplyNumber(PRODUCT, LN_2, <f64> exponent);
  add(PRODUCT, PRODUCT, log);
}

/** Makes the row of that number of f, or of f(x) + (-1)^s f(1 - x), which has rows to 1/2. */
export function makeGammaRow(row: usize, number: i32, order: i32, isMirrored: bool): void {
  const exponent = FIRST + ((number - 1) >> 5);
  const k = (number - 1) & (OCTAVE - 1);
  const half = powerOfTwo(exponent - 6);
  let c = half * (<f64> (65 + 2 * k) + CENTRE_OFFSET);
  if (isMirrored) {
    // 1/2 is a zero where s is odd.
    if (c + half > 0.5 && (order & 1) == 0) c = 0.5;
    expandMirrored(order, c);
  } else {
    takeLog(exponent, k);
    if (exponent < 0) expandNear(order, c, PRODUCT);
    else expandFar(order, c, PRODUCT);
  }
  fillTerms(order);
  economise(c == 0.5 ? half + half : half);
  // Some steps are almost a simple fraction of an ulp of f, and lead nowhere: another start does.
  for (let k = 0; k < GAL_STARTS; k++) {
    c = movedCentre(c, galSteps(c));
    if (isAlmostDouble()) break;
    c = movedCentre(c, GAL_OTHER);
  }
  write(row, c);
}

/** How often a zero is improved by Taylor's series, and that by Newton's method. */
const ZERO_STEPS: i32 = 6;
const NEWTON_STEPS: i32 = 6;
/** How far the row of a zero reaches, in distances from the nearest pole. */
const ZERO_REACH: f64 = 0.015625; // 2^-6

/** Makes a row around the zero of f that is nearest to x < 0; returns how far it reaches. */
export function makeZeroRow(row: usize, order: i32, x: f64): f64 {
  let zero = x;
  for (let k = 0; k < ZERO_STEPS; k++) {
    expandAnywhere(order, zero);
    fillTerms(order);
    const next = zero + distanceOfZero();
    if (next == zero) break;
    zero = next;
  }
  const half = ZERO_REACH * abs(zero - nearest<f64>(zero));
  economise(half);
  write(row, zero);
  return half;
}

/** The zero of Taylor's series that is nearest to its centre. */
function distanceOfZero(): f64 {
  const value = load<f64>(VALUE);
  const slope = load<f64>(SLOPE);
  let d = -value / slope;
  for (let k = 0; k < NEWTON_STEPS; k++) {
    let f: f64 = 0;
    let derivative: f64 = 0;
    for (let i = MOST; i >= 2; i--) {
      derivative = derivative * d + f;
      f = f * d + load<f64>(at(TERMS, i));
    }
    derivative = derivative * d + f;
    f = f * d + slope;
    derivative = derivative * d + f;
    f = f * d + value;
    d -= f / derivative;
  }
  return d;
}
