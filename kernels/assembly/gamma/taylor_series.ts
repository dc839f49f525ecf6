// Taylor's series of lgamma, digamma and polygamma of orders 1 and 2 around two breakpoints c > 0 at
// once, one in each lane, from which entries are made (gamma/build_taylor.ts). With D(j) = (-1)^(j + 1)
// zeta(j + 1, c) (DLMF 5.15.1)
//
//   c(k) = (k + order)!/k! D(k + order)
//
// where D(0) is digamma(c), and for lgamma, order -1, c(0) is lgamma(c) and c(k) = D(k - 1)/k.
// zeta(s, c) is the sum of its first terms and Euler-Maclaurin's formula (DLMF 25.11.5) from Y >=
// 16 on, for all s in one pass.
//
// The first PAIRED coefficients are double-doubles, with an error of 2^-80 of the terms that are added; the
// others are plain numbers. A breakpoint has few bits: c + 1, ... c + 16 and 1 - c are exact.

import { ONE } from "../arithmetic/constants";
import { polynomial, productRest } from "../arithmetic/double_double_lanes";
import { exactTwoProdError, fastTwoSumError, twoSumError } from "../arithmetic/error_free";
import { prepareSeries } from "./hurwitz";
import { DIGAMMA, LGAMMA } from "./special_values";
import { LOW } from "../memory_map";
import { stirling } from "./stirling";

/** How many coefficients there are, and how many of them are double-doubles. */
export const TERMS: i32 = 20;
export const PAIRED: i32 = 7;

/** Two lanes for each coefficient: high parts, and low ones, 0 where there are none. */
export const SERIES: usize = memory.data(32 * 20, 16);
const TOTAL: usize = memory.data(32 * 20, 16);
/** How far after the high parts the low ones are. */
export const SERIES_LOW: usize = 16 * 20;

/** The same of zeta(s, c), by s: up to 34, that of the last coefficient of a zero of order 14 (gamma/zero_table.ts). */
const MAX_S: i32 = 34;
const ZETAS: usize = memory.data(32 * 35, 16);
const ZETAS_LOW: usize = 16 * 35;

const ENOUGH: f64 = 16;
/**
 * How many terms of Euler-Maclaurin's series have a truncation error below 2^-80 from these Y on, and how many of
 * them are double-doubles.
 */
const FAR: f64 = 64;
const FARTHER: f64 = 1024;
const NEAR_TERMS: i32 = 14;
const FAR_TERMS: i32 = 7;
const FARTHER_TERMS: i32 = 4;
const PAIRED_TERMS: i32 = 3;

/** Adds a double-double to one in memory. */
// @ts-ignore: decorator
@inline
function addTo(at: usize, low: usize, high: v128, rest: v128): void {
  const before = v128.load(at);
  const sum = f64x2.add(before, high);
  v128.store(at, sum);
  v128.store(
    at + low,
    f64x2.add(f64x2.add(v128.load(at + low), rest), twoSumError(before, high, sum)),
  );
}

/** a/b - quotient, where a and b are plain numbers. */
// @ts-ignore: decorator
@inline
function quotientLow(a: v128, b: v128, quotient: v128): v128 {
  const product = f64x2.mul(quotient, b);
  return f64x2.div(f64x2.sub(f64x2.sub(a, product), exactTwoProdError(quotient, b, product)), b);
}

/** Fills zeta(s, c) for s from 2 to `last`; those up to `paired` are double-doubles. */
function fillZetas(c: v128, paired: i32, last: i32): void {
  const one = v128.load(ONE);
  memory.fill(ZETAS, 0, 32 * (MAX_S + 1));
  let y = c;
  for (; v128.any_true(f64x2.lt(y, f64x2.splat(ENOUGH))); y = f64x2.add(y, one)) {
    const inverse = f64x2.div(one, y);
    const inverseLow = quotientLow(one, y, inverse);
    let power = inverse;
    let powerLow = inverseLow;
    let at = ZETAS + 32;
    for (const end = ZETAS + (<usize> paired << 4); at <= end; at += 16) {
      const next = f64x2.mul(power, inverse);
      powerLow = productRest(power, powerLow, inverse, inverseLow, next);
      power = next;
      addTo(at, ZETAS_LOW, power, powerLow);
    }
    for (const end = ZETAS + (<usize> last << 4); at <= end; at += 16) {
      power = f64x2.mul(power, inverse);
      v128.store(at, f64x2.add(v128.load(at), power));
    }
  }
  addTails(y, paired, last);
}

/** The same at one c, which may be negative but no pole, as plain numbers that `plainZeta` returns. */
export function fillPlainZetas(c: f64, last: i32): void {
  fillZetas(f64x2.splat(c), 1, last);
}

export function plainZeta(s: i32): f64 {
  return load<f64>(ZETAS + (<usize> s << 4));
}

/** Adds zeta(s, y) = y^-s (y/(s - 1) + 1/2 + s/y (B(2)/2! + ...)). */
function addTails(y: v128, paired: i32, last: i32): void {
  const one = v128.load(ONE);
  const half = f64x2.splat(0.5);
  const least = f64x2.extract_lane(y, 0);
  const count = least < FAR ? NEAR_TERMS : least < FARTHER ? FAR_TERMS : FARTHER_TERMS;
  const inverse = f64x2.div(one, y);
  const inverseLow = quotientLow(one, y, inverse);
  const square = f64x2.mul(inverse, inverse);
  const squareLow = productRest(inverse, inverseLow, inverse, inverseLow, square);
  let power = inverse;
  let powerLow = inverseLow;
  for (let s = 2; s <= last; s++) {
    const at = ZETAS + (<usize> s << 4);
    const coefficients = prepareSeries(<f64> s);
    const below = f64x2.splat(<f64> (s - 1));
    const first = f64x2.div(y, below);
    const next = f64x2.mul(power, inverse);
    if (s > paired) {
      power = next;
      let series = f64x2.splat(0);
      for (let k = count - 1; k >= 0; k--) {
        series = f64x2.add(
          v128.load64_splat(coefficients + (<usize> k << 4)),
          f64x2.mul(square, series),
        );
      }
      series = f64x2.mul(f64x2.mul(series, inverse), f64x2.splat(<f64> s));
      const rest = f64x2.add(first, f64x2.add(half, series));
      v128.store(at, f64x2.add(v128.load(at), f64x2.mul(power, rest)));
      continue;
    }
    powerLow = productRest(power, powerLow, inverse, inverseLow, next);
    power = next;
    const series = polynomial(coefficients, 16, count, PAIRED_TERMS, square, squareLow);
    const factor = f64x2.mul(inverse, f64x2.splat(<f64> s));
    const factorLow = productRest(
      inverse,
      inverseLow,
      f64x2.splat(<f64> s),
      f64x2.splat(0),
      factor,
    );
    const more = f64x2.mul(series, factor);
    const moreLow = productRest(series, v128.load(LOW), factor, factorLow, more);
    const start = f64x2.add(first, half);
    const startLow = f64x2.add(twoSumError(first, half, start), quotientLow(y, below, first));
    const sum = f64x2.add(start, more);
    const sumLow = f64x2.add(f64x2.add(fastTwoSumError(start, more, sum), startLow), moreLow);
    const product = f64x2.mul(sum, power);
    addTo(at, ZETAS_LOW, product, productRest(sum, sumLow, power, powerLow, product));
  }
}

// @ts-ignore: decorator
@inline
function put(k: i32, high: v128, low: v128): void {
  const at = SERIES + (<usize> k << 4);
  const sum = f64x2.add(high, low);
  v128.store(at, sum);
  v128.store(at + SERIES_LOW, fastTwoSumError(high, low, sum));
}

/** Fills SERIES with that of f of an order around c. */
export function expand(order: i32, c: v128): void {
  fillZetas(c, order + PAIRED, order + TERMS);
  const none = f64x2.splat(0);
  let first: i32 = 0;
  if (order == LGAMMA) {
    const value = stirling(LGAMMA, c, none);
    put(first++, value, v128.load(LOW));
  }
  if (order <= DIGAMMA) {
    const value = stirling(DIGAMMA, c, none);
    put(first++, value, v128.load(LOW));
  }
  for (let k = first; k < TERMS; k++) {
    const s = k + order + 1;
    const zeta = v128.load(ZETAS + (<usize> s << 4));
    const zetaLow = v128.load(ZETAS + (<usize> s << 4) + ZETAS_LOW);
    const sign: f64 = s & 1 ? -1 : 1;
    if (order == LGAMMA) {
      const below = f64x2.splat(sign * <f64> k);
      const quotient = f64x2.div(zeta, below);
      put(k, quotient, f64x2.add(quotientLow(zeta, below, quotient), f64x2.div(zetaLow, below)));
    } else {
      const factor = f64x2.splat(
        sign * (order == DIGAMMA ? 1 : order == 1 ? <f64> (k + 1) : <f64> ((k + 1) * (k + 2))),
      );
      const product = f64x2.mul(zeta, factor);
      put(
        k,
        product,
        f64x2.add(exactTwoProdError(zeta, factor, product), f64x2.mul(zetaLow, factor)),
      );
    }
  }
}

/** The same of f(c) + (-1)^s f(1 - c), s = order + 1, for x < 0 (gamma/fast_reflection.ts). */
export function expandMirrored(order: i32, c: v128): void {
  startTotal();
  expand(order, c);
  addToTotal(1, 1);
  expand(order, f64x2.sub(v128.load(ONE), c));
  addToTotal(order & 1 ? 1 : -1, -1);
  takeTotal();
}

export function startTotal(): void {
  memory.fill(TOTAL, 0, 32 * TERMS);
}

/**
 * Adds factor f(scale x), whose series without them is in SERIES, to a total; both are powers of
 * two, of either sign.
 */
export function addToTotal(factor: f64, scale: f64): void {
  for (let k: usize = 0; k < <usize> TERMS; k++, factor *= scale) {
    const factors = f64x2.splat(factor);
    const high = f64x2.mul(v128.load(SERIES + (k << 4)), factors);
    addTo(
      TOTAL + (k << 4),
      SERIES_LOW,
      high,
      f64x2.mul(v128.load(SERIES + (k << 4), SERIES_LOW), factors),
    );
  }
}

/** Adds a double-double to the coefficient of that number of the total. */
export function addPairToTotal(k: i32, high: v128, low: v128): void {
  addTo(TOTAL + (<usize> k << 4), SERIES_LOW, high, low);
}

/** Makes the total SERIES. */
export function takeTotal(): void {
  for (let k = 0; k < TERMS; k++) {
    const at = TOTAL + (<usize> k << 4);
    put(k, v128.load(at), v128.load(at, SERIES_LOW));
  }
}
