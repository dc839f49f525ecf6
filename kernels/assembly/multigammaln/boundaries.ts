// multigammaln and its derivative as double-doubles where there are no entries, two lanes at a time, at a cost
// that does not grow with p. With t = x - (p - 1)/2:
//
// t below 2^-20: -ln t or -1/t, and the beginning of the series of the other terms around t = 0, c0 +
// t (c1 + t (c2 + t c3)), where c0 is a double-double. The bound of the error has
//
//   4 u of t c1, u = 2^-53, and of c0l; twice c4 t^4; the error of the series (multigammaln/table.ts)
//   2 u of the low parts that are added last, and the error of the logarithm (elementary/log.ts), 2^-63, or of
//   the reciprocal, 2^-69 of it
//
// Far t, with z = x - (p + 1)/4: the arguments are z + 1/2 + d, where the p distances d, from -(p -
// 1)/4 to (p - 1)/4, are symmetric, so that only even Bernoulli polynomials are left of Stirling's
// series (DLMF 5.11.8):
//
//   multigammaln = p (z ln z - z + ln(2 pi)/2) + p (p - 1)/4 ln pi + sum of a(k) z^(1 - 2k)
//   derivative   = p ln z - sum of (2k - 1) a(k) z^(-2k)
//   a(k) = (2k - 2)! times the coefficient of s^2k in (s/2)/sinh(s/2) sinh(p s/4)/sinh(s/4)
//
// The term k is below (p/4z)^2k/(4k^2) of the value: from z = 4p and 2^13 on seven are enough. Each
// is computed as half its value, so that nothing overflows before the result does. The bound of the error
// has 2^-62.8 of the derivative by the logarithm, which has an error of 2^-63.4 and a low part below
// 2^-15 that is rounded four times; 2^-74 of the value, for products of double-doubles and the constant; and
// eleven roundings of the series: its operations, the rounding of z, which the main term makes up for, the sum low, and low
// +- bound in the test. All are proved for every p and x: tools/prove/proofs/multigammaln_far.ts.
//
// tests/kernels/bounds_test.ts searches for the largest error in units of the bound.

import { fromTriple, high, number, quotient, sum, timesNumber } from "../arithmetic/double_double";
import { timesLogHigh, timesLogLow } from "../gamma/fast_asymptotic";
import { poleTerm } from "../gamma/fast_pole";
import { DIGAMMA, LGAMMA } from "../gamma/special_values";
import { FIRST_NEAR } from "../gamma/table";
import { SERIES, SERIES_LOW } from "../gamma/taylor_series";
import { LOG_ERROR, logPair } from "../elementary/log";
import { endOfSumEntries, ENDS, seriesBound } from "./table";
import { expandBesidePole } from "./taylor_series";
import { twoProdError, twoSumError } from "../arithmetic/error_free";
import { BOUND, LOW } from "../memory_map";
import { fallBackLanes, roundLanes } from "../gamma/fallback";
import { forcedLanes } from "../rounding/forced";
import { failsZivTest } from "../rounding/ziv_test";
import { HALF_LN_TAU, LN_PI } from "../arithmetic/constants_data";

// Numbers of a table, from ENDS on.
const IS_MADE: usize = ENDS;
/** c0 as a double-double, c1, c2 and c3, and a bound of the error of the sum. */
const POLE_TERMS: usize = ENDS + 8;
const POLE_BOUND: usize = POLE_TERMS + 40;
/** Half of p, of the constant as a double-double, and of a(1) .. a(7), or of (2k - 1) a(k). */
const HALF_P: usize = POLE_BOUND + 8;
const FAR_CONSTANT: usize = HALF_P + 8;
const FAR_TERMS: usize = FAR_CONSTANT + 16;
/** (p + 1)/4. */
const FAR_SHIFT: usize = FAR_TERMS + 7 * 8;

/** How many terms a far value has. */
const TERMS: i32 = 7;
/** So many times p is far, if there are no entries. */
const FAR_PARTS: f64 = 4;
const TWO_ROUNDINGS: f64 = 2.220446049250313e-16; // 2 2^-53
const FOUR_ROUNDINGS: f64 = 4.440892098500626e-16; // 4 2^-53
/** Of the bound next to the pole: room, and what c4 and all that follow are, in terms of c4. */
const POLE_ROOM: f64 = 1.01;
const POLE_FOLLOWERS: f64 = 2;
const INVERSE_PART: f64 = 1.6940658945086007e-21; // 2^-69
const SMALLEST_INVERSE: f64 = 1e-60;
const SERIES_ROUNDINGS: f64 = 1.2212453270876722e-15; // 11 2^-53
const FAR_ERROR: f64 = 1.2454428116853513e-19; // 2^-62.8
const FAR_PART: f64 = 5.293955920339377e-23; // 2^-74

/** Beyond this p powers of it might overflow, and nothing is far. */
const MAX_FAR_P: f64 = 1e15;
/** The coefficients of s^2k, from which a(k) are made. */
const RATIO: usize = memory.data(8 * 10, 16);

/** Makes the numbers of a table that are used here. */
export function prepareBoundaries(table: usize, order: i32, p: f64): void {
  if (load<f64>(table, IS_MADE) != 0) return;
  store<f64>(table, 1, IS_MADE);
  expandBesidePole(order, p);
  preparePole(table);
  prepareFar(table, order, p);
}

function term(k: i32): f64 {
  return load<f64>(SERIES + (<usize> k << 4));
}

function preparePole(table: usize): void {
  const at = table + POLE_TERMS;
  store<f64>(at, term(0));
  store<f64>(at, load<f64>(SERIES, SERIES_LOW), 8);
  for (let k = 1; k < 4; k++) store<f64>(at + (<usize> k << 3), term(k), 8);
  const roundings = (abs(term(1)) * FIRST_NEAR + abs(load<f64>(SERIES, SERIES_LOW))) *
    FOUR_ROUNDINGS;
  const square = FIRST_NEAR * FIRST_NEAR;
  store<f64>(
    table,
    POLE_ROOM *
      (roundings + POLE_FOLLOWERS * abs(term(4)) * square * square + seriesBound(FIRST_NEAR)),
    POLE_BOUND,
  );
}

/** sinh(q s)/(q s) has 1/(2k + 1)! q^2k of s^2k. */
function oddTerm(q: f64, k: i32): f64 {
  let result: f64 = 1;
  for (let i = 1; i <= k; i++) result *= q * q / <f64> (2 * i * (2 * i + 1));
  return result;
}

/** Divides the series at `at` by that of sinh(q s)/(q s). */
function divideBySinh(at: usize, q: f64): void {
  for (let k = 1; k < 10; k++) {
    let rest = load<f64>(at + (<usize> k << 3));
    for (let j = 1; j <= k; j++) rest -= oddTerm(q, j) * load<f64>(at + (<usize> (k - j) << 3));
    store<f64>(at + (<usize> k << 3), rest);
  }
}

function prepareFar(table: usize, order: i32, p: f64): void {
  for (let k = 0; k < 10; k++) store<f64>(RATIO + (<usize> k << 3), p * oddTerm(0.25 * p, k));
  divideBySinh(RATIO, 0.25);
  divideBySinh(RATIO, 0.5);
  // a(1) = p (p^2 - 5)/96, which is the largest, rounded once
  const cube = timesNumber(timesNumber(number(p), p), p);
  const first = high(quotient(sum(cube, number(-5 * p)), number(96)));
  let factorial: f64 = 1;
  for (let k = 1; k <= TERMS; k++) {
    const a = k == 1 ? first : factorial * load<f64>(RATIO + (<usize> k << 3));
    const value = order == DIGAMMA ? a * <f64> (2 * k - 1) : a;
    store<f64>(table + (<usize> (k - 1) << 3), 0.5 * value, FAR_TERMS);
    factorial *= <f64> (2 * k * (2 * k - 1));
  }
  store<f64>(table, 0.5 * p, HALF_P);
  let constant = timesNumber(fromTriple(HALF_LN_TAU), 0.5 * p);
  constant = sum(constant, timesNumber(timesNumber(fromTriple(LN_PI), p), 0.125 * (p - 1)));
  v128.store(table, constant, FAR_CONSTANT);
  store<f64>(table, 0.25 * (p + 1), FAR_SHIFT);
}

/** Where far t begins. */
export function farDistance(p: f64): f64 {
  return p < MAX_FAR_P ? max(endOfSumEntries(p), FAR_PARTS * p) : Infinity;
}

/** Half of all but the first term of the series of far z, u = 1/z^2, without its first power of z. */
// @ts-ignore: decorator
@inline
function laterFarTerms(table: usize, u: v128): v128 {
  const at = table + FAR_TERMS;
  const lower = f64x2.add(v128.load64_splat(at, 8), f64x2.mul(u, v128.load64_splat(at, 16)));
  const middle = f64x2.add(v128.load64_splat(at, 24), f64x2.mul(u, v128.load64_splat(at, 32)));
  const upper = f64x2.add(v128.load64_splat(at, 40), f64x2.mul(u, v128.load64_splat(at, 48)));
  const square = f64x2.mul(u, u);
  const later = f64x2.mul(square, f64x2.add(middle, f64x2.mul(square, upper)));
  return f64x2.mul(u, f64x2.add(lower, later));
}

/** The series around the pole at t, but for c0. */
// @ts-ignore: decorator
@inline
function besidePole(table: usize, t: v128): v128 {
  const at = table + POLE_TERMS;
  const upper = f64x2.add(v128.load64_splat(at, 24), f64x2.mul(t, v128.load64_splat(at, 32)));
  const slope = f64x2.add(v128.load64_splat(at, 16), f64x2.mul(t, upper));
  return f64x2.add(v128.load64_splat(at, 8), f64x2.mul(t, slope));
}

/** The values of x whose t are in (0, 2^-20). */
export function valuesBesidePole(
  table: usize,
  order: i32,
  p: f64,
  from: usize,
  to: usize,
  count: i32,
): void {
  const edge = f64x2.splat(0.5 * (p - 1));
  for (const end = from + (<usize> count << 3); from < end; from += 16, to += 16) {
    const x = v128.load(from);
    const high = polePairs(table, order, f64x2.sub(x, edge));
    v128.store(to, roundLanes(order, p, x, high, v128.load(LOW), v128.load(BOUND)));
  }
}

/** The values of far x, finite ones. */
export function asymptoticValues(
  table: usize,
  order: i32,
  p: f64,
  from: usize,
  to: usize,
  count: i32,
): void {
  for (const end = from + (<usize> count << 3); from < end; from += 16, to += 16) {
    const x = v128.load(from);
    const high = farPairs(table, order, x);
    // Beside an infinite value the low part is NaN.
    const isFinite = f64x2.lt(f64x2.abs(high), f64x2.splat(Infinity));
    v128.store(LOW, v128.and(v128.load(LOW), isFinite));
    v128.store(BOUND, v128.and(v128.load(BOUND), isFinite));
    v128.store(to, roundHalves(order, p, x, high));
  }
}

/** The same as roundLanes of half the values, high + LOW with errors within BOUND: only the results overflow. */
function roundHalves(order: i32, p: f64, x: v128, high: v128): v128 {
  const low = v128.load(LOW);
  const bound = v128.load(BOUND);
  const scale = f64x2.splat(2);
  const y = f64x2.mul(f64x2.add(high, low), scale);
  const mask = v128.or(failsZivTest(high, low, bound), forcedLanes());
  if (!v128.any_true(mask)) return y;
  const values = fallBackLanes(
    order,
    p,
    x,
    f64x2.mul(high, scale),
    f64x2.mul(low, scale),
    f64x2.mul(bound, scale),
    mask,
  );
  return v128.bitselect(values, y, mask);
}

/** The values at small t as double-doubles: returns the high parts; LOW and BOUND have the others. */
// @ts-ignore: decorator
@inline
function polePairs(table: usize, order: i32, t: v128): v128 {
  const rest = v128.load64_splat(table, POLE_TERMS);
  const restLow = besidePole(table, t);
  const pole = poleTerm(order, t);
  const poleLow = v128.load(LOW);
  const lost = order == LGAMMA
    ? f64x2.splat(LOG_ERROR)
    : f64x2.mul(f64x2.abs(pole), f64x2.splat(INVERSE_PART));
  const high = f64x2.add(rest, pole);
  const lows = f64x2.add(restLow, poleLow);
  const low = f64x2.add(twoSumError(rest, pole, high), lows);
  const sizes = f64x2.add(f64x2.add(f64x2.abs(restLow), f64x2.abs(poleLow)), f64x2.abs(low));
  v128.store(LOW, low);
  v128.store(
    BOUND,
    f64x2.add(
      f64x2.mul(sizes, f64x2.splat(TWO_ROUNDINGS)),
      f64x2.add(lost, v128.load64_splat(table, POLE_BOUND)),
    ),
  );
  return high;
}

/** Half of the values of far x; LOW has the low parts, and BOUND the bounds. */
// @ts-ignore: decorator
@inline
function farPairs(table: usize, order: i32, x: v128): v128 {
  const z = f64x2.sub(x, v128.load64_splat(table, FAR_SHIFT));
  const log = logPair(z);
  const logLow = v128.load(LOW);
  const zLow = f64x2.sub(f64x2.sub(x, z), v128.load64_splat(table, FAR_SHIFT));
  const half = v128.load64_splat(table, HALF_P);
  // Powers of a tiny inverse would underflow, which is slow, and are below the error budget everywhere.
  const reciprocal = f64x2.div(f64x2.splat(1), z);
  const inverse = v128.and(reciprocal, f64x2.gt(reciprocal, f64x2.splat(SMALLEST_INVERSE)));
  const u = f64x2.mul(inverse, inverse);
  const series = f64x2.add(v128.load64_splat(table, FAR_TERMS), laterFarTerms(table, u));
  if (order == DIGAMMA) {
    const high = f64x2.mul(log, half);
    const low = f64x2.add(
      twoProdError(log, half, high),
      f64x2.mul(f64x2.add(logLow, f64x2.mul(zLow, inverse)), half),
    );
    const rest = f64x2.mul(u, series);
    v128.store(LOW, f64x2.sub(low, rest));
    putFarBound(high, half, rest);
    return high;
  }
  const first = timesLogHigh(z, log);
  const firstLow = timesLogLow(z, log, logLow, f64x2.mul(zLow, log));
  const main = f64x2.mul(first, half);
  const constant = v128.load64_splat(table, FAR_CONSTANT);
  const high = f64x2.add(main, constant);
  const rest = f64x2.mul(inverse, series);
  const low = f64x2.add(twoProdError(first, half, main), f64x2.mul(firstLow, half));
  const moved = f64x2.add(
    f64x2.sub(constant, f64x2.sub(high, main)),
    v128.load64_splat(table, FAR_CONSTANT + 8),
  );
  v128.store(LOW, f64x2.add(f64x2.add(low, rest), moved));
  putFarBound(high, f64x2.mul(half, z), rest);
  return high;
}

/** `slope`: what the error of the logarithm is multiplied by. */
// @ts-ignore: decorator
@inline
function putFarBound(high: v128, slope: v128, rest: v128): void {
  const parts = f64x2.add(
    f64x2.mul(slope, f64x2.splat(FAR_ERROR)),
    f64x2.mul(f64x2.abs(high), f64x2.splat(FAR_PART)),
  );
  v128.store(BOUND, f64x2.add(parts, f64x2.mul(f64x2.abs(rest), f64x2.splat(SERIES_ROUNDINGS))));
}
