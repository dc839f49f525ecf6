// The accurate phase of multigammaln and its gradient, some ten nanoseconds whatever p is, with t = x -
// (p - 1)/2:
//
//   t below 2^-20      the series around t = 0, and a logarithm or an inverse, in double-double
//   t in rows          fine rows, as those of lgamma (gamma/build_taylor.ts)
//   t far              the formula of multigammaln/boundaries.ts in double-double
//
// and next to the zero of the gradient its row (multigammaln/zero.ts). All are good to about 2^-75.
// Elements that are not decided here go to multigammaln/accurate_double_double.ts.
//
// Errors: c0 is good to 2^-90 of its terms, c1 and the products with it to 2^-77, and plain numbers
// are felt as in gamma/zeros.ts and gamma/build_taylor.ts. Those of far t are the logarithm's, 2^-83, which
// is 2^-86 of a value, and the roundings of plain terms.

import { ONE } from "../arithmetic/constants";
import { difference, high, inverse, low, number, sum, sumWithNumber, timesNumber } from "../arithmetic/double_double";
import { ACCURATE_LOG_ERROR, logAccurate } from "../elementary/log_accurate";
import { endOf, startOf } from "../gamma/expansion_intervals";
import { FIRST_NEAR } from "../gamma/table";
import { DIGAMMA, LGAMMA } from "../gamma/special_values";
import { finePairs, writeFineRow } from "../gamma/build_taylor";
import { evaluateZeros } from "../gamma/zeros";
import { FAR_CONSTANT, FAR_SHIFT, FAR_START, FIRST_FAR_TERM, laterFarTerms, LEFT_OUT, POLE_SLOPE, POLE_TERMS, termCount } from "./boundaries";
import { chooseSums, endOfSumRows, fineSumRow, sumRowNumber, sumTable } from "./table";
import { expandSum, slopeSize, valueSize } from "./taylor_series";
import { hasZeroRow, makeSumZeroRow, NEAR_ZERO, sumZeroRow } from "./zero";
import { closeTwoProdError, normal, twoProdError, reciprocalLow, twoSumError } from "../arithmetic/error_free";
import { failsZivTest } from "../rounding/ziv_test";
import { countAgain } from "../batch/result_cache";
import { BOUND, LOW } from "../memory_map";

/** Stands for the centre of a fine row that was needed once. */
const NEEDED: f64 = -1;

const VALUE_PART: f64 = 8.077935669463161e-28; // 2^-90
const SLOPE_PART: f64 = 6.617444900424222e-24; // 2^-77
const UPPER_PART: f64 = 8.881784197001252e-16; // 2^-50
const PAIR_PART: f64 = 5.048709793414476e-29; // 2^-94
const FAR_PART: f64 = 5.169878828456423e-26; // 2^-84
const LATER_PART: f64 = 1.3322676295501878e-15; // 12 2^-53

/** What `accurateMultigammaln` found. */
export let accurateSum: f64 = 0;
export let accurateSumHigh: f64 = 0;
export let accurateSumLow: f64 = 0;
export let accurateSumBound: f64 = 0;

/** Whether multigammaln of dimension p, or its gradient, is decided; `accurateSum` is it. */
export function accurateMultigammaln(x: f64, p: f64, gradient: bool): bool {
  accurateSumBound = 0;
  const order = gradient ? DIGAMMA : LGAMMA;
  const table = sumTable(order, p);
  const t = x - 0.5 * (p - 1);
  if (gradient && hasZeroRow(table) && besideZero(table, t)) return true;
  if (t < FIRST_NEAR) besidePole(table, order, t);
  else if (t < endOfSumRows(p)) inRow(table, order, p, t);
  else if (x >= load<f64>(table, FAR_START)) take(farSums(table, f64x2.splat(x), p, gradient));
  if (accurateSumBound == 0) return false;
  if (isDecided()) return true;
  if (!gradient || hasZeroRow(table) || !(abs(accurateSumHigh) * t < NEAR_ZERO)) return false;
  makeSumZeroRow(table, p);
  return besideZero(table, t);
}

function isDecided(): bool {
  accurateSum = accurateSumHigh + (accurateSumLow - accurateSumBound);
  return accurateSum == accurateSumHigh + (accurateSumLow + accurateSumBound);
}

/** Whether the row of the zero decides. */
function besideZero(table: usize, t: f64): bool {
  const row = sumZeroRow(table, t);
  if (row == 0) return false;
  take(evaluateZeros(f64x2.splat(t), row, row));
  return isDecided();
}

/** Takes the pair in the first lane, and its bound. */
// @ts-ignore: decorator
@inline
function take(high: v128): void {
  accurateSumHigh = f64x2.extract_lane(high, 0);
  accurateSumLow = load<f64>(LOW);
  accurateSumBound = load<f64>(BOUND);
}

function inRow(table: usize, order: i32, p: f64, t: f64): void {
  const number = sumRowNumber(t);
  const row = fineSumRow(order, p, number);
  const centre = load<f64>(row);
  if (centre == 0) {
    // Making a row takes longer than a value, which is a part of it.
    store<f64>(row, NEEDED);
    return;
  }
  if (centre < 0) makeFineSumRow(row, number, order, p);
  accurateSumHigh = finePairs(t, row);
  accurateSumLow = load<f64>(LOW);
  accurateSumBound = load<f64>(row, 8);
}

function makeFineSumRow(row: usize, number: i32, order: i32, p: f64): void {
  chooseSums();
  const reach = 0.5 * (endOf(number) - startOf(number));
  const centre = startOf(number) + reach; // which has few bits
  expandSum(order, f64x2.splat(centre), p);
  writeFineRow(row, centre, reach, VALUE_PART * valueSize + SLOPE_PART * slopeSize * reach);
}

function besidePole(table: usize, order: i32, t: f64): void {
  const at = table + POLE_TERMS;
  const upper = t * (load<f64>(at, 32) + t * (load<f64>(at, 40) + t * load<f64>(at, 48)));
  const slope = sumWithNumber(v128.load(at, 16), upper);
  const rest = sum(v128.load(at), timesNumber(slope, t));
  let pole: v128;
  let lost: f64 = 0;
  if (order == LGAMMA) {
    const log = f64x2.extract_lane(logAccurate(f64x2.splat(t), f64x2.splat(0)), 0);
    pole = f64x2(log, load<f64>(LOW));
    lost = ACCURATE_LOG_ERROR;
  } else {
    pole = inverse(number(t));
  }
  const value = difference(rest, pole);
  accurateSumHigh = high(value);
  accurateSumLow = low(value);
  accurateSumBound = t * (SLOPE_PART * load<f64>(table, POLE_SLOPE) + UPPER_PART * abs(upper)) +
    PAIR_PART * (abs(high(pole)) + abs(high(rest))) + lost;
}

/** What `decideFar` decided. */
export let decidedLanes: v128 = i64x2.splat(0);

/** Puts the values of those far lanes of a mask that this way decides into y. */
export function decideFar(table: usize, x: v128, p: f64, gradient: bool, y: v128, mask: v128): v128 {
  const high = farSums(table, x, p, gradient);
  const low = v128.load(LOW);
  decidedLanes = v128.andnot(mask, failsZivTest(high, low, v128.load(BOUND)));
  countAgain(<i32> popcnt(i64x2.bitmask(decidedLanes)));
  return v128.bitselect(f64x2.add(high, low), y, decidedLanes);
}

/** The pairs of far x: returns the high parts; LOW and BOUND have the others. */
function farSums(table: usize, x: v128, p: f64, gradient: bool): v128 {
  const shift = v128.load64_splat(table, FAR_SHIFT);
  const z = f64x2.sub(x, shift);
  const zLow = f64x2.sub(f64x2.sub(x, z), shift);
  const log = logAccurate(z, f64x2.splat(0));
  const t = f64x2.div(v128.load(ONE), z);
  const logLow = f64x2.add(v128.load(LOW), f64x2.mul(zLow, t));
  const u = f64x2.mul(t, t);
  const tLow = f64x2.sub(reciprocalLow(z, t), f64x2.mul(zLow, u));
  const many = termCount(p) > 3;
  const half = laterFarTerms(table, u, many);
  const later = f64x2.add(half, half);
  const first = v128.load64_splat(table, FIRST_FAR_TERM);
  const behind = f64x2.add(v128.load64_splat(table, FIRST_FAR_TERM + 8), later);
  const ps = f64x2.splat(p);
  let high: v128;
  if (gradient) {
    const main = f64x2.mul(log, ps);
    const mainLow = f64x2.add(closeTwoProdError(log, ps, main), f64x2.mul(logLow, ps));
    const uLow = f64x2.add(twoProdError(t, t, u), f64x2.mul(f64x2.add(t, t), tLow));
    const w = f64x2.mul(first, u);
    const wLow = f64x2.add(twoProdError(first, u, w), f64x2.add(f64x2.mul(first, uLow), f64x2.mul(behind, u)));
    high = sumOf(main, f64x2.neg(w), f64x2.sub(mainLow, wLow));
  } else {
    // p z (ln z - 1), the constant and a(1)/z
    const less = f64x2.splat(-1);
    const factor = f64x2.add(log, less);
    const factorLow = f64x2.add(twoSumError(log, less, factor), logLow);
    const product = f64x2.mul(z, factor);
    const crossed = f64x2.add(f64x2.mul(z, factorLow), f64x2.mul(zLow, factor));
    const productLow = f64x2.add(closeTwoProdError(z, factor, product), crossed);
    const main = f64x2.mul(product, ps);
    const mainLow = f64x2.add(closeTwoProdError(product, ps, main), f64x2.mul(productLow, ps));
    const constant = f64x2.mul(v128.load64_splat(table, FAR_CONSTANT), f64x2.splat(2));
    const constantLow = f64x2.mul(v128.load64_splat(table, FAR_CONSTANT + 8), f64x2.splat(2));
    const w = f64x2.mul(first, t);
    const wLow = f64x2.add(twoProdError(first, t, w), f64x2.add(f64x2.mul(first, tLow), f64x2.mul(behind, t)));
    const start = f64x2.add(constant, w);
    const startLow = f64x2.add(f64x2.add(twoSumError(constant, w, start), wLow), constantLow);
    high = sumOf(main, start, f64x2.add(mainLow, startLow));
  }
  const cube = f64x2.mul(f64x2.mul(u, u), u);
  const left = f64x2.mul(v128.load64_splat(table, LEFT_OUT), many ? f64x2.mul(f64x2.mul(cube, cube), u) : cube);
  const roundings = f64x2.mul(f64x2.abs(later), f64x2.splat(LATER_PART));
  const lost = f64x2.mul(gradient ? u : t, f64x2.add(roundings, f64x2.add(left, left)));
  v128.store(BOUND, f64x2.add(f64x2.mul(f64x2.abs(high), f64x2.splat(FAR_PART)), lost));
  return high;
}

/** a + b + rest, as `normal` leaves it. */
// @ts-ignore: decorator
@inline
function sumOf(a: v128, b: v128, rest: v128): v128 {
  const sum = f64x2.add(a, b);
  return normal(sum, f64x2.add(twoSumError(a, b, sum), rest));
}
