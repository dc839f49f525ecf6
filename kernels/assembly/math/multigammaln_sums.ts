// Sums of lgamma(x - i/2) or digamma(x - i/2), i = 0 .. p - 1, as pairs, for the elements of a list. Terms go
// in twos (Legendre, DLMF 5.5.5), with a = x - k:
//
//   lgamma(a) + lgamma(a - 1/2)   = lgamma(2a - 1) + (2 - 2a) ln 2 + ln(pi)/2
//   digamma(a) + digamma(a - 1/2) = 2 digamma(2a - 1) - 2 ln 2
//
// Of a long sum only the smallest terms are added like this, and the others as an integral
// (multigammaln_middle.ts): for the largest p a value takes some microseconds.
//
// Where the sum cancels, next to the zero of the derivative, the bound of its error decides nothing, and it is computed
// again.

import { ROWS, SPACE } from "./block";
import { AFTER_LISTS, otherCount, OTHERS } from "./gamma_lists";
import { outside, outsidePair, outsidePart } from "./gamma_pairs";
import { BOUNDED, evaluateRow } from "./gamma_row";
import { locateRows64, tableOf } from "./gamma_rows";
import { FORCED, resolve } from "./gamma_resolve";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { preciseMultigammaln } from "./multigammaln_precise";
import { addMiddle, middle, middleLow } from "./multigammaln_middle";
import { productError, productLow, sumError } from "./pair";
import { finish, isUndecided } from "./rounding";
import { BOUND, LOW } from "./table";

/** From here on all terms are the same. */
export const HUGE: f64 = 1e60;
/** A sum smaller than so many times the bound of its error is computed again, for float32. */
const CANCELLED: f64 = 4503599627370496; // 2^52
/** What part of the beginning of a sum is lost: products are good to 2^-78. */
const START_PART: f64 = 5.293955920339377e-23; // 2^-74
/** The same of the integral of a long sum. */
const MIDDLE_PART: f64 = 4.336808689942018e-19; // 2^-61
const TWO_ROUNDINGS: f64 = 2.3e-16; // 2 2^-53, and a little
/** The same of `timesLast`: where it is used a logarithm is 138 or more, and good to 2^-67 of itself. */
const LAST_PART: f64 = 1.3552527156068805e-20; // 2^-66
const LN_2: f64 = 0.6931471805599453;
const LN_2_LOW: f64 = 2.3190468138462996e-17;
const LN_PI: f64 = 1.1447298858494002;
const LN_PI_LOW: f64 = 1.0265951162707826e-17;

/** Pairs of arguments, then of values. */
export const TERM: usize = AFTER_LISTS;
export const SUM: usize = TERM + 2 * SPACE;
/** Bounds of errors: the sum of those of the terms, and of the roundings of the low parts' sums. */
export const ERROR: usize = SUM + 2 * SPACE;
const WEIGHT: usize = ERROR + SPACE;

/** From this p on only so many twos, those of the smallest terms, are added one by one. */
const LEAST_LONG: f64 = 192;
const ADDED_TWOS: f64 = 33; // and the others begin beyond 32

// Every sum begins with what is not lgamma or digamma: constant + slope x, pairs for each p.
let constant: f64 = 0;
let constantLow: f64 = 0;
let slope: f64 = 0;
let slopeLow: f64 = 0;

/** How many twos are left to the integral: of the largest terms, none unless p is large. */
function leftTwos(p: f64): f64 {
  return p < LEAST_LONG ? 0 : floor(p * 0.5) - ADDED_TWOS;
}

/** How often ln pi and ln 2 are in the sum; of ln 2, for lgamma, two x less for each of the added twos. */
export function prepareSums(p: f64, order: i32): void {
  const twos = floor(p * 0.5);
  const left = leftTwos(p);
  const added = twos - left;
  const none = f64x2.splat(0);
  let factors = f64x2(0, -2 * added);
  let factorsLow = none;
  if (order == LGAMMA) {
    // p (p - 1)/4 + added/2 as a pair.
    const product = f64x2.splat(0.25 * p * (p - 1));
    const halves = f64x2.splat(0.5 * added);
    const sum = f64x2.add(product, halves);
    const rest = f64x2.add(
      productError(f64x2.splat(0.25 * p), f64x2.splat(p - 1), product),
      sumError(product, halves, sum),
    );
    factors = f64x2(f64x2.extract_lane(sum, 0), added * (left + twos + 1));
    factorsLow = f64x2(f64x2.extract_lane(rest, 0), 0);
  }
  const logs = f64x2(LN_PI, LN_2);
  const logsLow = f64x2(LN_PI_LOW, LN_2_LOW);
  const products = f64x2.mul(factors, logs);
  const productsLow = productLow(factors, factorsLow, logs, logsLow, products);
  const swapped = v128.shuffle<f64>(products, products, 1, 0);
  const sum = f64x2.add(products, swapped);
  const error = sumError(products, swapped, sum);
  constant = f64x2.extract_lane(sum, 0);
  constantLow = f64x2.extract_lane(error, 0) + f64x2.extract_lane(productsLow, 0) +
    f64x2.extract_lane(productsLow, 1);
  const twice = f64x2.splat(order == LGAMMA ? -2 * added : 0);
  const slopes = f64x2.mul(twice, f64x2.splat(LN_2));
  slope = f64x2.extract_lane(slopes, 0);
  slopeLow = f64x2.extract_lane(
    productLow(twice, none, f64x2.splat(LN_2), f64x2.splat(LN_2_LOW), slopes),
    0,
  );
}

/** Sums for the elements of a list. */
export function addTerms(p: f64, order: i32, list: usize, count: i32): void {
  startSums(list, count);
  const twos = floor(p * 0.5);
  const left = leftTwos(p);
  const factor: f64 = order == LGAMMA ? 1 : 2;
  for (let k = left; k < twos; k++) addTerm(order, list, count, 2, -1 - 2 * k, factor);
  if (twos + twos < p) addTerm(order, list, count, 1, -twos, 1);
  if (left == 0) return;
  for (let i = 0; i < count; i++) {
    const place = <usize> i << 3;
    addMiddle(order, load<f64>(list + place), 2 * left, TERM, WEIGHT);
    const before = load<f64>(place, SUM);
    const sum = before + middle;
    const taken = sum - before;
    const error = (before - (sum - taken)) + (middle - taken);
    store<f64>(place, sum, SUM);
    store<f64>(place, load<f64>(place, SUM + SPACE) + (error + middleLow), SUM + SPACE);
    store<f64>(place, load<f64>(place, ERROR) + MIDDLE_PART * abs(middle), ERROR);
  }
}

function startSums(list: usize, count: i32): void {
  const start = f64x2.splat(constant);
  const startLow = f64x2.splat(constantLow);
  const size = f64x2.abs(start);
  const slopes = f64x2.splat(slope);
  const slopesLow = f64x2.splat(slopeLow);
  const none = f64x2.splat(0);
  for (let i = 0; i < count; i += 2) {
    const place = <usize> i << 3;
    const x = v128.load(list + place);
    const moved = f64x2.mul(slopes, x);
    const sum = f64x2.add(start, moved);
    const error = f64x2.add(sumError(start, moved, sum), startLow);
    v128.store(place, sum, SUM);
    v128.store(place, f64x2.add(error, productLow(slopes, slopesLow, x, none, moved)), SUM + SPACE);
    v128.store(place, f64x2.mul(f64x2.add(size, f64x2.abs(moved)), f64x2.splat(START_PART)), ERROR);
  }
}

/** Adds factor f(scale x + shift) to the sums; scale and factor are 1 or 2. */
function addTerm(
  order: i32,
  list: usize,
  count: i32,
  scale: f64,
  shift: f64,
  factor: f64,
): void {
  const scales = f64x2.splat(scale);
  const shifts = f64x2.splat(shift);
  const factors = f64x2.splat(factor);
  for (let i = 0; i < count; i += 2) {
    const place = <usize> i << 3;
    const x = f64x2.mul(v128.load(list + place), scales);
    const y = f64x2.add(x, shifts);
    v128.store(place, y, TERM);
    v128.store(place, sumError(x, shifts, y), TERM + SPACE);
  }
  if (locateRows64(tableOf(order, false), TERM, count, ROWS)) {
    for (let i = 0; i < count; i += 2) addTwo(order, i, factors, true);
  } else {
    for (let i = 0; i < count; i += 2) addTwo(order, i, factors, false);
  }
}

/** Adds two terms. `found`: some may have no rows. */
// @ts-ignore: decorator
@inline
function addTwo(order: i32, i: i32, factors: v128, found: bool): void {
  const place = <usize> i << 3;
  const y = v128.load(place, TERM);
  const yLow = v128.load(place, TERM + SPACE);
  const rows = ROWS + (<usize> i << 2);
  let high = y;
  let low = y;
  let bound = y;
  const isOutside = found ? outside(y) : y;
  if (!found || !i64x2.all_true(isOutside)) {
    high = evaluateRow(y, yLow, load<u32>(rows), load<u32>(rows, 4), true, true, BOUNDED);
    low = v128.load(LOW);
    bound = v128.load(BOUND);
  }
  if (found && v128.any_true(isOutside)) {
    high = v128.bitselect(outsidePair(order, y, yLow, tableOf(order, false)), high, isOutside);
    low = v128.bitselect(v128.load(LOW), low, isOutside);
    bound = v128.bitselect(f64x2.mul(f64x2.abs(high), outsidePart(order, y)), bound, isOutside);
  }
  addPair(place, f64x2.mul(high, factors), f64x2.mul(low, factors), f64x2.mul(bound, factors));
}

// @ts-ignore: decorator
@inline
function addPair(place: usize, high: v128, low: v128, bound: v128): void {
  const before = v128.load(place, SUM);
  const sum = f64x2.add(before, high);
  const lows = f64x2.add(v128.load(place, SUM + SPACE), f64x2.add(sumError(before, high, sum), low));
  v128.store(place, sum, SUM);
  v128.store(place, lows, SUM + SPACE);
  const rounded = f64x2.mul(f64x2.add(f64x2.abs(low), f64x2.abs(lows)), f64x2.splat(TWO_ROUNDINGS));
  v128.store(place, f64x2.add(f64x2.add(v128.load(place, ERROR), bound), rounded), ERROR);
}

/** Replaces OTHERS by the sums, rounded. */
export function finishSums(p: f64, order: i32, odd: bool): void {
  for (let i = 0; i < otherCount; i += 2) {
    const place = <usize> i << 3;
    const x = v128.load(place, OTHERS);
    const isHuge = f64x2.ge(x, f64x2.splat(HUGE));
    let high = v128.load(place, SUM);
    let low = v128.load(place, SUM + SPACE);
    let bound = v128.load(place, ERROR);
    if (v128.any_true(isHuge)) {
      high = v128.bitselect(timesLast(p, order, x), high, isHuge);
      low = v128.bitselect(v128.load(LOW), low, isHuge);
      const isFinite = f64x2.lt(f64x2.abs(high), f64x2.splat(Infinity));
      const last = f64x2.mul(v128.and(f64x2.abs(high), isFinite), f64x2.splat(LAST_PART));
      bound = v128.bitselect(last, bound, isHuge);
    }
    let y = odd ? finish(high, low, true) : finish(high, low, false);
    y = v128.bitselect(f64x2.add(y, y), y, isHuge);
    if (!odd) {
      const mask = v128.or(isUndecided(high, low, bound), v128.load(FORCED));
      if (v128.any_true(mask)) {
        const factor = v128.bitselect(f64x2.splat(2), f64x2.splat(1), isHuge);
        const trueHigh = f64x2.mul(high, factor);
        const values = resolve(order, p, x, trueHigh, f64x2.mul(low, factor), f64x2.mul(bound, factor), mask);
        y = v128.bitselect(values, y, mask);
      }
      v128.store(place, y, OTHERS);
      continue;
    }
    v128.store(place, y, OTHERS);
    const cancelled = f64x2.lt(f64x2.abs(high), f64x2.mul(bound, f64x2.splat(CANCELLED)));
    if (!v128.any_true(cancelled)) continue;
    if (i64x2.extract_lane(cancelled, 0)) exactly(p, order, place, f64x2.extract_lane(x, 0));
    if (i64x2.extract_lane(cancelled, 1)) exactly(p, order, place + 8, f64x2.extract_lane(x, 1));
  }
}

function exactly(p: f64, order: i32, place: usize, x: f64): void {
  store<f64>(OTHERS + place, preciseMultigammaln(x, <i64> p, order == DIGAMMA, true));
}

/** p f(x)/2, which does not overflow before p f(x) does. Returns the high part; the low one is in LOW. */
function timesLast(p: f64, order: i32, x: v128): v128 {
  const value = outsidePair(order, x, i64x2.splat(0), tableOf(order, false));
  const factor = f64x2.splat(0.5 * p);
  const high = f64x2.mul(value, factor);
  const low = productLow(value, v128.load(LOW), factor, f64x2.splat(0), high);
  // Beside an infinite value it is NaN.
  v128.store(LOW, v128.and(low, f64x2.lt(high, f64x2.splat(Infinity))));
  return high;
}
