// The table entries of g(y) = y^s zeta(s, y), s = n + 1, of polygamma/fast.ts, from Taylor's series around
// the middle c of each interval of polygamma/table.ts. With
// u = (y - c)/c, at most 1/65 (DLMF 25.11.5):
//
//   g = sum t(j) + t(N) Q,  t(j) = (y/(y + j))^s,  Q = Y/(s - 1) + 1/2 + s/Y (B(2)/2! + ...),  Y = y + N
//
// t = t(j) has  (1 + u) (1 + v u) t' = s (1 - v) t,  v = c/(c + j), and so, with T(k) = k! times its
// coefficients,
//
//   T(k + 1) = (s (1 - v) - (1 + v) k) T(k) - v k (k - 1) T(k - 1)
//
// t(0) is 1, and so g is Q where N is 0. Q is a sum of powers of 1 + v u. The coefficients of g in u are below g: with E = s/(y + 1),
// t(1) is exp(-E) times a series of terms like E^k/k!, and so on.
//
// An entry of the fast phase has c0 to c8. Terms 9 and 10 are spread over those below (Chebyshev's
// economisation), with an error of 2^-62 of c9, itself below g/7, and c2 is rounded: errors are below
// 2^-64 of g. tests/kernels/bounds_test.ts searches for the largest.

import {
  difference,
  high,
  inverse,
  low,
  number,
  power,
  powerExponent,
  product,
  quotient,
  scaled,
  sum,
  sumWithNumber,
  timesNumber,
} from "../arithmetic/double_double";
import { MAX_TERMS, prepareSeries } from "../gamma/hurwitz";
import { halfOf, middleOf } from "./table";
import { powerOfTwo } from "../arithmetic/power_of_two";

/** 6 bits of a significand: times a difference from the breakpoint they are exact. */
const SLOPE_BITS: u64 = 0xffff800000000000;

/** Terms and double-doubles of an entry; the least Y, less s/2; and what is below the error budget everywhere. */
const TERMS: i32 = 11;
const PAIRS: i32 = 3;
const ENOUGH: f64 = 10;
const NEGLIGIBLE: f64 = 8.271806125530277e-25; // 2^-80

/** Series in u, of double-doubles or, from PAIRS on, of plain numbers: g, T of a power, Q. */
const G: usize = memory.data(16 * 11, 16);
const T: usize = memory.data(16 * 11, 16);
const Q: usize = memory.data(16 * 11, 16);

/** The coefficients of Chebyshev's T(10)/512 and T(9)/256, by their power. */
const CHEBYSHEV: usize = memory.data<f64>([
  -0.001953125,
  0.03515625,
  0.09765625,
  -0.46875,
  -0.78125,
  1.6875,
  2.1875,
  -2.25,
  -2.5,
], 16);

// @ts-ignore: decorator
@inline
function at(series: usize, k: i32): usize {
  return series + (<usize> k << 4);
}

function addPair(to: usize, a: v128): void {
  v128.store(to, sum(v128.load(to), a));
}

// @ts-ignore: decorator
@inline
function addNumber(to: usize, a: f64): void {
  store<f64>(to, load<f64>(to) + a);
}

/** Makes the entry of that number. */
export function makeZetaEntry(entry: usize, place: i32, s: i32): void {
  const c = middleOf(place);
  expand(s, c);
  // Terms 10 and 9 times powers of the radius of u.
  const radius = halfOf(place) / c;
  let even = load<f64>(at(G, 10)) * radius * radius;
  let odd = load<f64>(at(G, 9)) * radius * radius;
  for (let k = 8; k >= 0; k--) {
    const less = -(k & 1 ? odd : even) * load<f64>(CHEBYSHEV + (<usize> k << 3));
    if (k < PAIRS) addPair(at(G, k), number(less));
    else addNumber(at(G, k), less);
    if (k & 1) odd *= radius * radius;
    else even *= radius * radius;
  }
  let scale: f64 = c * c;
  for (let k = 2; k <= 8; k++, scale *= c) {
    store<f64>(entry + (<usize> (k + 2) << 3), load<f64>(at(G, k)) / scale);
  }
  const c0 = v128.load(G);
  const c1 = quotient(v128.load(at(G, 1)), number(c));
  const c1h = reinterpret<f64>(reinterpret<u64>(high(c1)) & SLOPE_BITS);
  store<f64>(entry, high(c0), 8);
  store<f64>(entry, c1h, 16);
  store<f64>(entry, low(c0), 24);
  store<f64>(entry, (high(c1) - c1h) + low(c1), 88);
  store<f64>(entry, c);
}

/** Fills G, around c. */
function expand(s: i32, c: f64): void {
  const end = ENOUGH + 0.5 * <f64> s;
  if (c >= end) return expandRest(G, s, c, 0);
  memory.fill(G, 0, 16 * TERMS);
  v128.store(G, number(1));
  let j: f64 = 1;
  for (; c + j < end; j++) {
    const isAboveBudget = expandPower(s, c, j);
    for (let k = 0; k < PAIRS; k++) addPair(at(G, k), v128.load(at(T, k)));
    for (let k = PAIRS; k < TERMS; k++) addNumber(at(G, k), load<f64>(at(T, k)));
    if (!isAboveBudget) return divideByFactorials(G);
  }
  divideByFactorials(G);
  expandPower(s, c, j);
  divideByFactorials(T);
  expandRest(Q, s, c, j);
  for (let k = 0; k < PAIRS; k++) {
    for (let i = 0; i <= k; i++) {
      addPair(at(G, k), product(v128.load(at(T, i)), v128.load(at(Q, k - i))));
    }
  }
  for (let k = PAIRS; k < TERMS; k++) {
    for (let i = 0; i <= k; i++) {
      addNumber(at(G, k), load<f64>(at(T, i)) * load<f64>(at(Q, k - i)));
    }
  }
}

/** Divides coefficients by k!, of which that of PAIRS - 1 is a power of two. */
function divideByFactorials(series: usize): void {
  v128.store(at(series, 2), scaled(v128.load(at(series, 2)), 0.5));
  let factorial: f64 = 2;
  for (let k = PAIRS; k < TERMS; k++) {
    factorial *= <f64> k;
    store<f64>(at(series, k), load<f64>(at(series, k)) / factorial);
  }
}

/** Fills T for (y/(y + j))^s; whether it is above the error budget of g. */
function expandPower(s: i32, c: f64, j: f64): bool {
  const y = number(c + j); // exact
  const v = quotient(number(c), y);
  const slope = timesNumber(quotient(number(j), y), <f64> s);
  const back = sumWithNumber(v, 1);
  const term = power(v, s);
  memory.fill(T, 0, 16 * TERMS);
  if (powerExponent < -400) return false;
  v128.store(T, scaled(term, powerOfTwo(<i32> powerExponent)));
  for (let k = 0; k + 1 < PAIRS; k++) {
    // The term of T(k - 1) is 0 for these k.
    const factor = difference(slope, timesNumber(back, <f64> k));
    v128.store(at(T, k + 1), product(factor, v128.load(at(T, k))));
  }
  for (let k = PAIRS - 1; k + 1 < TERMS; k++) {
    const more = (high(slope) - high(back) * <f64> k) * load<f64>(at(T, k));
    store<f64>(at(T, k + 1), more + high(v) * <f64> (k - k * k) * load<f64>(at(T, k - 1)));
  }
  return load<f64>(T) > NEGLIGIBLE;
}

/** binomial(2k + m, m) for each k and m, made when they are first needed; all are exact. */
const BINOMIALS: usize = memory.data(28 * 11 * 8, 16);

function binomialsOf(k: i32): usize {
  return BINOMIALS + <usize> (k * TERMS) * 8;
}

function makeBinomials(): void {
  for (let k = 0; k < MAX_TERMS; k++) {
    let binomial: f64 = 1;
    for (let m = 0; m < TERMS; m++) {
      store<f64>(binomialsOf(k) + (<usize> m << 3), binomial);
      binomial = binomial * <f64> (2 * k + m + 1) / <f64> (m + 1);
    }
  }
}

/** Fills a series with Q: a power -(2k + 1) of 1 + v u has the coefficients (-v)^m binomial(2k + m, m). */
function expandRest(to: usize, s: i32, c: f64, j: f64): void {
  if (load<f64>(BINOMIALS) == 0) makeBinomials();
  const y = number(c + j);
  const over = inverse(y);
  const square = product(over, over);
  const v = quotient(number(-c), y);
  const coefficients = prepareSeries(<f64> s);
  memory.fill(to, 0, 16 * TERMS);
  let factor = timesNumber(over, <f64> s);
  for (let k = 0; k < MAX_TERMS; k++) {
    const term = product(factor, v128.load(coefficients + (<usize> k << 4)));
    const binomials = binomialsOf(k);
    for (let m = 0; m < PAIRS; m++) {
      addPair(at(to, m), timesNumber(term, load<f64>(binomials + (<usize> m << 3))));
    }
    for (let m = PAIRS; m < TERMS; m++) {
      addNumber(at(to, m), high(term) * load<f64>(binomials + (<usize> m << 3)));
    }
    if (abs(high(term)) < NEGLIGIBLE) break;
    factor = product(factor, square);
  }
  let sign = v;
  for (let m = 1; m < PAIRS; m++, sign = product(sign, v)) {
    v128.store(at(to, m), product(v128.load(at(to, m)), sign));
  }
  let highSign = high(sign);
  for (let m = PAIRS; m < TERMS; m++, highSign *= high(v)) {
    store<f64>(at(to, m), load<f64>(at(to, m)) * highSign);
  }
  const below = number(<f64> (s - 1));
  addPair(to, number(0.5));
  addPair(to, quotient(y, below));
  addPair(at(to, 1), quotient(number(c), below));
}
