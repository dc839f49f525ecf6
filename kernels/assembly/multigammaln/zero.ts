// The zero of the derivative of multigammaln. Next to it the terms of the sum cancel: as for digamma (gamma/zeros.ts) the
// accurate phase has a table entry whose breakpoint is the float64 next to the zero, with a relative error of 2^-73, for every
// p (deno task prove multigammaln_zero). It is made when an element first needs it, in some hundred microseconds.

import { high, number, sum, timesNumber } from "../arithmetic/double_double";
import { lastPair } from "../gamma/last_phase";
import { SERIES, SERIES_LOW } from "../gamma/taylor_series";
import { DIGAMMA } from "../gamma/special_values";
import { ZERO } from "./table";
import { multigammalnPair } from "./accurate_double_double";
import { expandSum } from "./taylor_series";
import { finishZeroEntry, ZERO_PAIRS, ZERO_TERMS } from "../gamma/zero_table";
import { putTerm } from "../tables/entry_double_double";

/** Where the zero is, for every p. */
const LEAST: f64 = 8.077935669463161e-28; // 2^-90
const MOST: f64 = 4;
/** Next to the zero t times the derivative is smaller. */
export const NEAR_ZERO: f64 = 0.3;
/** How far the entry reaches, in distances from the pole. */
const RADIUS: f64 = 0.0625;
/** The bits of a breakpoint that a series is made for: 20 of 53. */
const BREAKPOINT_BITS: u64 = 0xfffffffe00000000;
const PAIRED: i32 = 6;
const PLAIN_STEPS: i32 = 3;

/** The entry of the zero if it was made and t is in it, or 0. */
export function sumZeroEntry(table: usize, t: f64): usize {
  const entry = table + ZERO;
  return abs(t - load<f64>(entry)) < load<f64>(entry, 8) ? entry : 0;
}

/** Whether the entry of the zero was made. */
// @ts-ignore: decorator
@inline
export function hasZeroEntry(table: usize): bool {
  return load<f64>(table, ZERO) != 0;
}

export function makeSumZeroEntry(table: usize, p: f64): void {
  const entry = table + ZERO;
  const edge = 0.5 * (p - 1);
  const x = findZero(p);
  const zero = x - edge;
  const near = reinterpret<f64>(reinterpret<u64>(zero) & BREAKPOINT_BITS);
  expandSum(DIGAMMA, f64x2.splat(near), p);
  const h = zero - near;
  for (let k = 1; k < ZERO_PAIRS; k++) putTerm(entry, ZERO_PAIRS, k, moved(k, h));
  for (let k = ZERO_PAIRS; k < ZERO_TERMS; k++) {
    putTerm(entry, ZERO_PAIRS, k, number(plainTerm(k, h)));
  }
  // c0 needs a small relative error, which the accurate phase does not have here.
  putTerm(entry, ZERO_PAIRS, 0, lastPair(DIGAMMA, p, x));
  finishZeroEntry(entry, zero, RADIUS * zero, zero);
}

/** The x next to the zero, by halving the bits of t. Of the x on both sides that with the smaller f: at others f is larger. */
function findZero(p: f64): f64 {
  const edge = 0.5 * (p - 1);
  let below = reinterpret<u64>(LEAST);
  let above = reinterpret<u64>(MOST);
  while (above - below > 1) {
    const middle = (below + above) >> 1;
    const t = reinterpret<f64>(middle);
    const x = t + edge;
    // Where x is the edge, or t is lost in it, the pole is near.
    const isBelow = x == edge || high(multigammalnPair(x, p, true)) < 0;
    if (isBelow) below = middle;
    else above = middle;
  }
  // x has fewer bits than t, and arguments are float64 x.
  const x = reinterpret<f64>(below) + edge;
  const next = reinterpret<f64>(above) + edge;
  const f = -high(multigammalnPair(x, p, true));
  return high(multigammalnPair(next, p, true)) < f ? next : x;
}

/** The binomial coefficient of j and k. */
function binomial(j: i32, k: i32): f64 {
  let result: f64 = 1;
  for (let i = 1; i <= k; i++) result = result * <f64> (j - k + i) / <f64> i;
  return result;
}

/** Coefficient k of the series around a breakpoint that is h, 2^-20 of it, further. */
function moved(k: i32, h: f64): v128 {
  let result = number(0);
  for (let j = PAIRED; j >= k; j--) {
    const at = SERIES + (<usize> j << 4);
    const c = f64x2(load<f64>(at), load<f64>(at, SERIES_LOW));
    result = sum(timesNumber(result, h), timesNumber(c, binomial(j, k)));
  }
  return result;
}

/** The same as a plain number. */
function plainTerm(k: i32, h: f64): f64 {
  let result: f64 = 0;
  for (let j = min(k + PLAIN_STEPS, ZERO_TERMS - 1); j >= k; j--) {
    result = result * h + binomial(j, k) * load<f64>(SERIES + (<usize> j << 4));
  }
  return result;
}
