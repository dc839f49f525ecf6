// The rows of the second way of polygamma of order n >= 1 (polygamma_fine.ts): Taylor's series of
// g(y) = y^s zeta(s, y), s = n + 1, around the middle c of each row of runtime_rows.ts. A row is
// centre, 0, c0 to c6 as pairs, c7 to c16; it is made at run time, in some ten microseconds, once
// elements have asked for it so often that this pays. With u = (y - c)/c, at most 1/65 (DLMF
// 25.11.5):
//
//   g = sum t(j) + t(N) Q,  t(j) = (y/(y + j))^s,  Q = Y/(s - 1) + 1/2 + s/Y (B(2)/2! + ...),  Y = y + N
//
// t = t(j) has  (1 + u) (1 + v u) t' = s (1 - v) t,  v = c/(c + j), and so, with T(k) = k! times its
// coefficients,
//
//   T(k + 1) = (s (1 - v) - (1 + v) k) T(k) - v k (k - 1) T(k - 1)
//
// and Q is a sum of powers of 1 + v u. The coefficients of g in u are below g: with E = s/(y + 1),
// t(1) is exp(-E) times a series of terms like E^k/k!, and so on. So c17 is felt below 2^-102, and
// c7, a plain number like those that follow, is rounded seven times, 2^-53 of its 2^-42: errors are
// below 2^-92 of g. tests/kernels/bounds_test.ts searches for the largest: see there.

import {
  difference,
  high,
  inverse,
  number,
  power,
  powerExponent,
  product,
  quotient,
  scaled,
  sum,
  sumWithNumber,
  timesNumber,
} from "./double_double";
import { exactProductError, exactSumError } from "./expression_lanes";
import { ENOUGH, MAX_TERMS, NEGLIGIBLE, prepareSeries } from "./gamma_quick";
import { firsts, seconds } from "./lanes";
import { finerRow, nodeOf } from "./runtime_rows";
import { linear, LOW, rowNumber } from "./table";
import { powerOfTwo } from "./triple";

const PAIRS: i32 = 7;
const TERMS: i32 = 17;
/** Where c0 is in a row, c7, and the last two numbers. */
const FIRST_PAIR: usize = 16;
const FIRST_NUMBER: usize = FIRST_PAIR + (<usize> PAIRS << 4);
const LAST_NUMBERS: usize = FIRST_NUMBER + (<usize> (TERMS - PAIRS - 2) << 3);

/** Making a row takes as long as so many values take without it. */
const PAYS: f64 = 8;

/** Series in u, of pairs: g, T of a power, Q. */
const G: usize = memory.data(16 * 17, 16);
const T: usize = memory.data(16 * 17, 16);
const Q: usize = memory.data(16 * 17, 16);

// @ts-ignore: decorator
@inline
function at(series: usize, k: i32): usize {
  return series + (<usize> k << 4);
}

/**
 * The row of a y in [2^-6, 2^14); 0 if it is not there, and `isEager` does not ask for it. Until it
 * is there, its centre counts how often it was asked for, below 0.
 */
export function fineRow(table: usize, s: i32, y: f64, isEager: bool): usize {
  const place = rowNumber(y);
  const row = finerRow(table, place);
  const centre = load<f64>(row);
  if (centre > 0) return row;
  if (!isEager && centre > -PAYS) {
    store<f64>(row, centre - 1);
    return 0;
  }
  makeRow(row, s, nodeOf(place, 0));
  return row;
}

/** g at y + yLow, of rows at `row0` and `row1`: returns the high parts; the low ones are in LOW. */
export function evaluateFine(y: v128, yLow: v128, row0: usize, row1: usize): v128 {
  const d = f64x2.sub(y, firsts(v128.load(row0), v128.load(row1)));
  const square = f64x2.mul(d, d);
  let sum = linear(v128.load(row0, LAST_NUMBERS), v128.load(row1, LAST_NUMBERS), d);
  for (let k = LAST_NUMBERS - 16; k >= FIRST_NUMBER; k -= 16) {
    sum = f64x2.add(linear(v128.load(row0 + k), v128.load(row1 + k), d), f64x2.mul(square, sum));
  }
  let rest = i64x2.splat(0);
  for (let k = FIRST_NUMBER - 16; k >= FIRST_PAIR; k -= 16) {
    const pair0 = v128.load(row0 + k);
    const pair1 = v128.load(row1 + k);
    const c = firsts(pair0, pair1);
    const product = f64x2.mul(d, sum);
    const next = f64x2.add(c, product);
    const errors = f64x2.add(exactProductError(d, sum, product), exactSumError(c, product, next));
    rest = f64x2.add(f64x2.mul(d, rest), f64x2.mul(yLow, sum));
    rest = f64x2.add(rest, f64x2.add(errors, seconds(pair0, pair1)));
    sum = next;
  }
  const all = f64x2.add(sum, rest);
  v128.store(LOW, f64x2.sub(rest, f64x2.sub(all, sum)));
  return all;
}

function makeRow(row: usize, s: i32, c: f64): void {
  memory.fill(G, 0, 16 * TERMS);
  const end = ENOUGH + 0.5 * <f64> s;
  let factorial: f64 = 1;
  let j: f64 = 0;
  let isFelt = true;
  for (; isFelt && c + j < end; j++) {
    isFelt = expandPower(s, c, j);
    for (let k = 0; k < PAIRS; k++) v128.store(at(G, k), sum(v128.load(at(G, k)), v128.load(at(T, k))));
    for (let k = PAIRS; k < TERMS; k++) store<f64>(at(G, k), load<f64>(at(G, k)) + load<f64>(at(T, k)));
  }
  for (let k = 2; k < TERMS; k++) {
    factorial *= <f64> k;
    v128.store(at(G, k), quotient(v128.load(at(G, k)), number(factorial)));
  }
  if (isFelt) addTail(s, c, j);
  let scale: f64 = 1; // c^k, exact for pairs: c has 7 bits
  for (let k = 0; k < TERMS; k++, scale *= c) {
    if (k < PAIRS) v128.store(row + FIRST_PAIR + (<usize> k << 4), quotient(v128.load(at(G, k)), number(scale)));
    else store<f64>(row + FIRST_NUMBER + (<usize> (k - PAIRS) << 3), load<f64>(at(G, k)) / scale);
  }
  store<f64>(row, c);
}

/** Fills T for (y/(y + j))^s; whether it is felt in g. */
function expandPower(s: i32, c: f64, j: f64): bool {
  const y = number(c + j); // exact
  const v = quotient(number(c), y);
  const slope = timesNumber(quotient(number(j), y), <f64> s);
  const back = sumWithNumber(v, 1);
  let term = power(v, s);
  term = powerExponent < -400 ? number(0) : scaled(term, powerOfTwo(<i32> powerExponent));
  v128.store(T, term);
  let before = number(0);
  for (let k = 0; k + 1 < PAIRS; k++) {
    let next = product(difference(slope, timesNumber(back, <f64> k)), term);
    if (k > 1) next = difference(next, timesNumber(product(v, before), <f64> (k * (k - 1))));
    v128.store(at(T, k + 1), next);
    before = term;
    term = next;
  }
  for (let k = PAIRS - 1; k + 1 < TERMS; k++) {
    const more = (high(slope) - high(back) * <f64> k) * load<f64>(at(T, k));
    store<f64>(at(T, k + 1), more - high(v) * <f64> (k * (k - 1)) * load<f64>(at(T, k - 1)));
  }
  return load<f64>(T) > NEGLIGIBLE;
}

/** Adds (y/Y)^s Q to G. */
function addTail(s: i32, c: f64, j: f64): void {
  expandPower(s, c, j);
  expandRest(s, c, j);
  let factorial: f64 = 1;
  for (let k = 2; k < TERMS; k++) {
    factorial *= <f64> k;
    v128.store(at(T, k), quotient(v128.load(at(T, k)), number(factorial)));
  }
  for (let k = 0; k < PAIRS; k++) {
    let total = v128.load(at(G, k));
    for (let i = 0; i <= k; i++) total = sum(total, product(v128.load(at(T, i)), v128.load(at(Q, k - i))));
    v128.store(at(G, k), total);
  }
  for (let k = PAIRS; k < TERMS; k++) {
    let total = load<f64>(at(G, k));
    for (let i = 0; i <= k; i++) total += load<f64>(at(T, i)) * load<f64>(at(Q, k - i));
    store<f64>(at(G, k), total);
  }
}

/** Fills Q: a power -(2k + 1) of 1 + v u has the coefficients (-v)^m binomial(2k + m, m). */
function expandRest(s: i32, c: f64, j: f64): void {
  const y = number(c + j);
  const over = inverse(y);
  const square = product(over, over);
  const v = quotient(number(c), y);
  const coefficients = prepareSeries(<f64> s);
  memory.fill(Q, 0, 16 * TERMS);
  let factor = timesNumber(over, <f64> s);
  for (let k = 0; k < MAX_TERMS; k++) {
    const term = product(factor, v128.load(coefficients + (<usize> k << 4)));
    let binomial: f64 = 1; // exact for pairs
    for (let m = 0; m < TERMS; m++) {
      if (m < PAIRS) v128.store(at(Q, m), sum(v128.load(at(Q, m)), timesNumber(term, binomial)));
      else store<f64>(at(Q, m), load<f64>(at(Q, m)) + high(term) * binomial);
      binomial = binomial * <f64> (2 * k + m + 1) / <f64> (m + 1);
    }
    if (abs(high(term)) < NEGLIGIBLE) break;
    factor = product(factor, square);
  }
  let sign = number(1);
  for (let m = 1; m < TERMS; m++) {
    sign = product(sign, f64x2.neg(v));
    if (m < PAIRS) v128.store(at(Q, m), product(v128.load(at(Q, m)), sign));
    else store<f64>(at(Q, m), load<f64>(at(Q, m)) * high(sign));
  }
  const below = number(<f64> (s - 1));
  v128.store(Q, sum(sumWithNumber(v128.load(Q), 0.5), quotient(y, below)));
  v128.store(at(Q, 1), sum(v128.load(at(Q, 1)), quotient(number(c), below)));
}
