// Entries of the gamma family, 64 to an octave. An octave has eight intervals, in the middle of each of
// which f is expanded (gamma/taylor_series.ts), two intervals at a time; moved by h to the breakpoint of an entry,
// |h| below 2^-4 of it, the series has the coefficients of that entry, some hundred nanoseconds each.
// With d = x - breakpoint, which is exact, an entry (tables/entry.ts) gives
//
//   f = c0 + d c1h + d (c1l + d (c2 + d (c3 + ... + d c8)))
//
// The breakpoint is moved by some units in its last place to where f is almost a double, so that c0
// needs no low part (Gal's method). c1h has 7 bits, so that d c1h is exact. Terms 9 and 10 are
// spread over those below (Chebyshev's economisation). The fourth number of an entry is a bound of the
// error of high + low, and of the test of rounding. With u = 2^-53, e = the largest |d|:
//
//   8.75 u |c2| e^2  c2 is rounded, its three sums are, d^2, the product with it, the sum low, and low +- bound in the
//                    test; half a rounding for what is added to c2, below 2^-5 of it; a quarter for c3 in its sum with
//                    h c3, an eighth of it at most
//   5.25 u |c1l| e   c1l is rounded, the product with d, the sum with e, the sum low, and low +- bound
//   |c0l|            the low part of f(breakpoint), mostly below 2^-64 of it
//   2^-73            of c0, and of f'(breakpoint) times the breakpoint: their errors, of the series, whose last term is
//                    2^-77 of f, and of the double-doubles
//   the rest         of the series: c9 e^9/128, c10 e^10/256, and c11 e^11 as it is, with its followers twice
//   moving           by d: 2 c4 d^2 e^2 for terms that are left out, and d times 20 u of the slope and of c2 e, 2 of the
//                    slope's low part, and 4 e of that of c2
//
// That is a bound for every series whose terms from c2 on fall by the distance from the nearest pole, as those of lgamma, its
// derivatives, and sums of these, if the series itself is as good as its maker says (deno task prove entries_of_series, and
// series_of_sums for multigammaln of every dimension). tests/kernels/bounds_test.ts searches for the largest error in units of the
// bound: see gamma/fallback.ts.

import {
  addToLow,
  addToTerm,
  BREAKPOINTS,
  chooseBreakpoints,
  endOf,
  ENTRY_TERMS,
  INTERVAL_ENTRIES,
  lowOf,
  moveTo,
  numberIn,
  startOf,
  termOf,
} from "./expansion_intervals";
import { FAR_PART, NEAR_PART } from "./compensated_entry";
import { fastTwoSumError } from "../arithmetic/error_free_scalar";
import { ENTRY } from "../tables/entry";
import { exponentOf, powerOfTwo } from "../arithmetic/power_of_two";

/** How near to a double f is to be at the breakpoint, in ulp. */
const GAL_GOAL: f64 = 0.000244140625; // 2^-12
const GOOD_PART: f64 = 1.0842021724855044e-19; // 2^-63, twice that of an ulp
/** Of an ulp of f in an ulp of x; and how much longer steps may be. */
const MIN_CHANGE: f64 = 0.00390625; // 2^-8
const MAX_STEP_BITS: i32 = 20;
const GAL_STEPS: i32 = 40;
/** How many breakpoints are tried for an entry: one in thousands needs another. */
const ATTEMPTS: i32 = 4;
/** How often the search begins again, and how far from where it ended, in ulp. */
const GAL_STARTS: i32 = 8;
const GAL_OTHER: f64 = 196613;
/** In so many ulps f is a straight line, to 2^-12 ulp. */
const GAL_RADIUS: f64 = 524288; // 2^19
/**
 * 7 bits of a significand, and half of the last one: times a difference from the breakpoint they are
 * exact.
 */
const SLOPE_BITS: u64 = 0xffffc00000000000;
const SLOPE_HALF: u64 = 0x0000200000000000;

/** Of lgamma and digamma themselves, where they are 0 or small. */
const LAST_ZERO: f64 = 8.271806125530277e-25; // 2^-80
const MOVED_PART: f64 = 1.0587911840678754e-22; // 2^-73
/** Of the slope times d, where the breakpoint is moved by d: a product and two sums are rounded. */
const STEP_PART: f64 = 2.220446049250313e-15; // 20 2^-53
const BOUND_ROOM: f64 = 1.001;

/**
 * Spreads terms 10 and 9 over those below, for |d| <= radius: less d times a multiple of
 * T(k)(d/radius), so that f at the breakpoint stays as it is, which may be next to a zero. Returns a
 * bound of the truncation error.
 */
function economise(lane: usize, radius: f64): f64 {
  const square = radius * radius;
  const fourth = square * square;
  // T(9)(x)/256 = x^9 - 9/4 x^7 + 27/16 x^5 - 15/32 x^3 + 9/256 x
  const c10 = termOf(lane, 10) * square;
  addToTerm(lane, 8, 2.25 * c10);
  addToTerm(lane, 6, -1.6875 * c10 * square);
  addToTerm(lane, 4, 0.46875 * c10 * fourth);
  addToLow(lane, 2, -0.03515625 * c10 * fourth * square);
  // T(8)(x)/128 = x^8 - 2 x^6 + 5/4 x^4 - 1/4 x^2 + 1/128
  const c9 = termOf(lane, 9) * square;
  addToTerm(lane, 7, 2 * c9);
  addToTerm(lane, 5, -1.25 * c9 * square);
  addToTerm(lane, 3, 0.25 * c9 * fourth);
  addToLow(lane, 1, -0.0078125 * c9 * fourth * square);
  const seventh = fourth * square * radius;
  const c11 = termOf(lane, 11) * fourth;
  return seventh * (0.0078125 * abs(c9) + radius * 0.00390625 * abs(c10) + 2 * abs(c11));
}

/** A slope rounded to few bits. */
// @ts-ignore: decorator
@inline
function shortSlope(slope: f64): f64 {
  return reinterpret<f64>(reinterpret<u64>(slope) + SLOPE_HALF & SLOPE_BITS);
}

/**
 * The bound of an entry whose breakpoint was moved by d, with c0, the slope and c4 from before, and the low parts of the slope and of
 * c2. `reach` is the largest difference from the breakpoint.
 */
// @ts-ignore: decorator
@inline
function boundOf(
  c0: f64,
  c0l: f64,
  slope: f64,
  slopeLow: f64,
  c1l: f64,
  c2: f64,
  c2Low: f64,
  c4: f64,
  breakpoint: f64,
  reach: f64,
  d: f64,
  left: f64,
): f64 {
  const roundings = (FAR_PART * abs(c2) * reach + NEAR_PART * abs(c1l)) * reach;
  const square = d * reach * (d * reach);
  const roundingsOfMove = STEP_PART * (abs(slope) + reach * abs(c2));
  const lows = 2 * abs(slopeLow) + 4 * reach * abs(c2Low);
  const moved = 2 * abs(c4) * square + abs(d) * (roundingsOfMove + lows);
  const series = MOVED_PART * (abs(c0) + abs(slope) * breakpoint) +
    min(LAST_ZERO, abs(slope) * LAST_ZERO);
  return BOUND_ROOM * (roundings + abs(c0l) + moved + series + left);
}

/** Makes the entry of that number from a lane. */
function makeGammaEntry(entry: usize, number: i32, laneNumber: i32): void {
  const lane = ENTRY_TERMS + (<usize> laneNumber << 3);
  const breakpoint = load<f64>(BREAKPOINTS + (<usize> laneNumber << 3));
  const radius = max(endOf(number) - breakpoint, breakpoint - startOf(number));
  const left = economise(lane, radius);
  const c0 = termOf(lane, 0);
  const slope = termOf(lane, 1);
  valueAt(lane, 0);
  const d = abs(c0) > 1e-15 * abs(slope) * breakpoint ? moveBreakpoint(lane, breakpoint) : 0; // a zero stays
  const c3 = termOf(lane, 3);
  const c4 = termOf(lane, 4);
  const moved = lowOf(lane, 1) + (2 * termOf(lane, 2) + 3 * c3 * d) * d;
  const c1h = shortSlope(slope);
  const c1l = (slope - c1h) + moved;
  const c2 = termOf(lane, 2) + (lowOf(lane, 2) + (3 * c3 + 6 * c4 * d) * d);
  const reach = radius + abs(d);
  store<f64>(entry, breakpoint + d);
  store<f64>(entry, valueHigh, 8);
  store<f64>(entry, c1h, 16);
  const bound = boundOf(
    c0,
    valueLow,
    slope,
    lowOf(lane, 1),
    c1l,
    c2,
    lowOf(lane, 2),
    c4,
    breakpoint,
    reach,
    d,
    left,
  );
  store<f64>(entry, bound, 24);
  store<f64>(entry, c2, 32);
  for (let k = 3; k <= 8; k++) {
    store<f64>(
      entry + (<usize> (k + 2) << 3),
      termOf(lane, k) + <f64> (k + 1) * termOf(lane, k + 1) * d,
    );
  }
  store<f64>(entry, c1l, 88);
}

/**
 * Makes the entries of the two intervals that were expanded last, at their places after entry 0 of a table; `lost` is a
 * bound of errors of their series beyond those above.
 */
export function makeEntriesOfIntervals(entryZero: usize, lost: f64): void {
  for (let entry = 0; entry < INTERVAL_ENTRIES; entry++) {
    let unfinished: i32 = 3; // a bit for each lane
    for (let attempt = 1; unfinished != 0 && attempt <= ATTEMPTS; attempt++) {
      chooseBreakpoints(attempt);
      moveTo(entry);
      for (let lane = 0; lane < 2; lane++) {
        if ((unfinished >> lane & 1) == 0) continue;
        const number = numberIn(lane, entry);
        const at = entryZero + <usize> number * ENTRY;
        makeGammaEntry(at, number, lane);
        store<f64>(at, load<f64>(at, 24) + lost, 24);
        if (isBreakpointGood()) unfinished ^= 1 << lane;
      }
    }
  }
}

let valueHigh: f64 = 0;
let valueLow: f64 = 0;

/** Whether f is almost a double at the breakpoint of the last entry. */
function isBreakpointGood(): bool {
  return abs(valueLow) <= GOOD_PART * abs(valueHigh);
}

/** f at a distance d from the breakpoint, some ulps of it, as valueHigh + valueLow. */
// @ts-ignore: decorator
@inline
function valueAt(lane: usize, d: f64): void {
  const c0 = termOf(lane, 0);
  const step = termOf(lane, 1) * d;
  const sum = c0 + step;
  const rest = fastTwoSumError(c0, step, sum) +
    (lowOf(lane, 0) + (termOf(lane, 2) + termOf(lane, 3) * d) * d * d);
  valueHigh = sum + rest;
  valueLow = fastTwoSumError(sum, rest, valueHigh);
}

/** How far the breakpoint is to be moved, that f is almost a double there. */
function moveBreakpoint(lane: usize, breakpoint: f64): f64 {
  let ulp = powerOfTwo(exponentOf(breakpoint) - 52);
  // Where f hardly changes, as a sum whose other terms are large, steps of an ulp lead nowhere.
  const slope = max(abs(termOf(lane, 1)), abs(termOf(lane, 2)) * breakpoint);
  const change = slope * ulp / powerOfTwo(exponentOf(valueHigh) - 52);
  if (change < MIN_CHANGE) {
    ulp *= powerOfTwo(min(exponentOf(MIN_CHANGE) - exponentOf(change), MAX_STEP_BITS));
  }
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

/**
 * After how many steps f is almost a double: upwards or, if that is too far, downwards. None if
 * both are, as f is no straight line then.
 */
function galSteps(fraction: f64, step: f64): f64 {
  const upwards = stepsToZero(fraction, step);
  if (upwards < GAL_RADIUS) return upwards;
  const downwards = stepsToZero(fraction, -step);
  return downwards < GAL_RADIUS ? -downwards : 0;
}

/**
 * How many steps, modulo 1, take a fraction to 0. There are two kinds of them, towards 0 and away
 * from it; as in Euclid's algorithm the larger is reduced by the smaller, but no more than needed,
 * so that they stay few.
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
