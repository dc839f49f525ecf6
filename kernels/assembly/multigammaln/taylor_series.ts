// Taylor's series in t = x - (p - 1)/2 of multigammaln and its derivative, the sums of f(t + j/2),
// j = 0 .. p - 1, for lgamma and digamma, around two breakpoints at once, from which entries are made
// (multigammaln/table.ts). There are two formulas:
//
//   twos   the series of each two terms, which are one by Legendre's formula (multigammaln/accurate_double_double.ts)
//   ends   the time does not grow with p. A chain of terms with steps of 1 is, from b to b + m - 1,
//
//            sum of digamma = [(y - 1) digamma(y)] from b to b + m, less m
//
//          with a series at each of four ends. The first coefficient, which is lost in it, is that
//          of multigammaln/accurate_double_double.ts. The ends are larger than their difference by t/p at most,
//          which is why t may not be too large
//
// The error of the first two coefficients is a part of the size of their terms, which is added up here, with what
// multigammaln/accurate_double_double.ts states of its own. The others are good to 2^-70.5 of c2 t^2 together, in an interval
// (deno task prove series_of_sums).
//
// Of the pole at t = 0 the other terms have a series around 0, and its own term is f(1 + t) there.

import { ONE } from "../arithmetic/constants";
import {
  fromTriple,
  high,
  low,
  number as pair,
  product,
  sum,
  sumWithNumber,
  timesNumber,
} from "../arithmetic/double_double";
import { exactTwoProdError } from "../arithmetic/error_free";
import { TERM_PART, termSize } from "../arithmetic/term_size";
import {
  addPairToTotal,
  addToTotal,
  expand,
  SERIES,
  SERIES_LOW,
  startTotal,
  takeTotal,
  TERMS,
} from "../gamma/taylor_series";
import { DIGAMMA, LGAMMA } from "../gamma/special_values";
import { multigammalnPair } from "./accurate_double_double";
import { EULER, LN_2, LN_PI } from "../arithmetic/constants_data";

/** From this p on, and up to so many times p, the ends take less time. */
const MIN_ENDS: f64 = 24;
const END_RADIUS: f64 = 16;

/** What part of the sizes of terms is lost at most. */
export const SERIES_PART: f64 = 3.308722450212111e-24; // 2^-78
/** The sizes of the terms of the first two coefficients; their errors are at most half SERIES_PART of these. */
export let valueSize: f64 = 0;
export let slopeSize: f64 = 0;
/** That of the ends in the first coefficient of the derivative. */
let endSize: f64 = 0;

/** Fills SERIES with that of the sum around t > 0. */
export function expandSum(order: i32, t: v128, p: f64): void {
  valueSize = 0;
  slopeSize = 0;
  const largest = max(f64x2.extract_lane(t, 0), f64x2.extract_lane(t, 1));
  if (p < MIN_ENDS || largest > END_RADIUS * p) {
    expandTwos(order, t, p, false);
    return;
  }
  expandEnds(order, t, p, false);
  const edge = 0.5 * (p - 1);
  const t0 = f64x2.extract_lane(t, 0);
  const t1 = f64x2.extract_lane(t, 1);
  const first = pairAt(t0 + edge, p, order);
  putFirst(first, t0 == t1 ? first : pairAt(t1 + edge, p, order));
}

/** The same around t = 0, without -ln t or -1/t. */
export function expandBesidePole(order: i32, p: f64): void {
  valueSize = 0;
  slopeSize = 0;
  if (p < MIN_ENDS) expandTwos(order, f64x2.splat(0), p, true);
  else expandEnds(order, f64x2.splat(0), p, true);
  // The other terms are those of p - 1 at the edge.
  let first = pairAt(0.5 * (p - 1), p - 1, order);
  if (order == DIGAMMA) first = sum(first, f64x2.neg(fromTriple(EULER)));
  else first = sum(first, timesNumber(fromTriple(LN_PI), 0.5 * (p - 1)));
  putFirst(first, first);
}

/** The sum of dimension p at x. The size of its terms counts with their own error. */
function pairAt(x: f64, p: f64, order: i32): v128 {
  const value = multigammalnPair(x, p, order == DIGAMMA);
  valueSize = max(valueSize, termSize * (2 * TERM_PART / SERIES_PART));
  return value;
}

function putFirst(a: v128, b: v128): void {
  v128.store(SERIES, f64x2(high(a), high(b)));
  v128.store(SERIES, f64x2(low(a), low(b)), SERIES_LOW);
  valueSize = max(valueSize, max(abs(high(a)), abs(high(b))));
}

// @ts-ignore: decorator
@inline
function sizeOf(a: v128): f64 {
  return max(abs(f64x2.extract_lane(a, 0)), abs(f64x2.extract_lane(a, 1)));
}

function addSeries(factor: f64, scale: f64): void {
  addToTotal(factor, scale);
  valueSize += factor * sizeOf(v128.load(SERIES));
  slopeSize += factor * scale * sizeOf(v128.load(SERIES, 16));
}

function expandTwos(order: i32, t: v128, p: f64, isPole: bool): void {
  const twos = floor(0.5 * p);
  const isEven = twos + twos == p;
  const twice = f64x2.add(t, t);
  startTotal();
  for (let k: f64 = 0; k < twos; k++) {
    const shift = p - 2 - 2 * k;
    expand(order, f64x2.add(twice, f64x2.splat(isPole && shift == 0 ? 1 : shift)));
    addSeries(order == LGAMMA ? 1 : 2, 2);
  }
  if (!isEven) {
    expand(order, isPole ? v128.load(ONE) : t);
    addSeries(1, 1);
  }
  // What is not lgamma or digamma: see `lgammas` and `digammas` of multigammaln/accurate_double_double.ts.
  const ln2 = fromTriple(LN_2);
  const slope = timesNumber(ln2, -2 * twos);
  if (order == DIGAMMA) {
    addPairToTotal(0, f64x2.splat(high(slope)), f64x2.splat(low(slope)));
    valueSize += 2 * twos;
  } else {
    addPairToTotal(1, f64x2.splat(high(slope)), f64x2.splat(low(slope)));
    slopeSize += 2 * twos;
    const edge = 0.5 * (p - 1);
    const pis = timesNumber(fromTriple(LN_PI), 0.5 * twos + 0.25 * p * (p - 1));
    const a = sum(pis, product(ln2, constantAt(f64x2.extract_lane(t, 0) + edge, twos)));
    const b = sum(pis, product(ln2, constantAt(f64x2.extract_lane(t, 1) + edge, twos)));
    addPairToTotal(0, f64x2(high(a), high(b)), f64x2(low(a), low(b)));
    valueSize += 2 * high(pis) + max(abs(high(a)), abs(high(b)));
  }
  takeTotal();
}

/** How often ln 2 is in the sum. */
function constantAt(x: f64, twos: f64): v128 {
  return sumWithNumber(timesNumber(pair(-2 * twos), x), twos * (twos + 1));
}

/** All but the first coefficient, from four ends. */
function expandEnds(order: i32, t: v128, p: f64, isPole: bool): void {
  const odd = floor(0.5 * p);
  const half = f64x2.add(t, f64x2.splat(0.5));
  const one = v128.load(ONE);
  endSize = 0;
  startTotal();
  addEnd(f64x2.add(t, f64x2.splat(p - odd)), 1);
  addEnd(isPole ? f64x2.add(t, one) : t, -1);
  addEnd(f64x2.add(half, f64x2.splat(odd)), 1);
  addEnd(half, -1);
  addPairToTotal(0, f64x2.splat(isPole ? 1 - p : -p), f64x2.splat(0));
  if (isPole) {
    expand(DIGAMMA, f64x2.add(t, one));
    addSeries(1, 1);
  }
  takeTotal();
  if (order == LGAMMA) integrate();
}

/** Adds the series of sign (y - 1) digamma(y). */
function addEnd(y: v128, sign: f64): void {
  expand(DIGAMMA, y);
  const factor = f64x2.mul(f64x2.sub(y, v128.load(ONE)), f64x2.splat(sign));
  const signs = f64x2.splat(sign);
  for (let k: usize = 0; k < <usize> TERMS; k++) {
    const at = SERIES + (k << 4);
    const c = v128.load(at);
    const high = f64x2.mul(c, factor);
    const low = f64x2.add(
      exactTwoProdError(c, factor, high),
      f64x2.mul(v128.load(at + SERIES_LOW), factor),
    );
    addPairToTotal(<i32> k, high, low);
    if (k == 0) {
      endSize += sizeOf(high);
      continue;
    }
    const before = v128.load(at - 16);
    addPairToTotal(
      <i32> k,
      f64x2.mul(before, signs),
      f64x2.mul(v128.load(at - 16 + SERIES_LOW), signs),
    );
    if (k == 1) slopeSize += sizeOf(high) + sizeOf(before);
  }
}

/** Replaces the series of f' by that of f, but for the first coefficient. */
function integrate(): void {
  slopeSize = endSize;
  for (let k = TERMS - 1; k > 0; k--) {
    const at = SERIES + (<usize> k << 4);
    const c = v128.load(at - 16);
    const below = f64x2.splat(<f64> k);
    const quotient = f64x2.div(c, below);
    const back = f64x2.mul(quotient, below);
    const rest = f64x2.sub(f64x2.sub(c, back), exactTwoProdError(quotient, below, back));
    v128.store(at, quotient);
    v128.store(at, f64x2.div(f64x2.add(rest, v128.load(at - 16 + SERIES_LOW)), below), SERIES_LOW);
  }
}
