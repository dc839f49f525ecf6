// Of a long sum of f(x - i/2), f lgamma or digamma, all but the smallest terms, at a cost that
// grows with the logarithm of their number alone. They are values in the middles of steps of h =
// 1/2 from a to b, a >= 32 (Euler-Maclaurin's formula for middles, DLMF 2.10.1 and 24.4.27):
//
//   sum = 1/h integral of f - h/24 [f'] + 7 h^3/5760 [f'''] - 31 h^5/967680 [f(5)] + 127 h^7/154828800 [f(7)]
//
// where [f'] is f'(b) - f'(a). The integral is Gauss's quadrature on parts [v, 2v], each good to
// 2^-71. No term is negative that is not small: pairs lose nothing. Error below 2^-62 of the sum.
//
// Places are kept as distances from x, so that nothing is lost where x is much larger than p.

import { BLOCK, SPACE } from "./block";
import { pairs } from "./gamma_pairs";
import { LGAMMA } from "./gamma_special";
import { productError, productLow, sumError } from "./pair";
import { GAUSS, HALF_GAUSS } from "./triple_data";

const NODES: i32 = 2 * HALF_GAUSS;

// Accumulated for one element: two lanes, whose sum counts.
let sum: v128 = f64x2.splat(0);
let sumLow: v128 = f64x2.splat(0);
/** The result of `addMiddle`. */
export let middle: f64 = 0;
export let middleLow: f64 = 0;

/** The sum of f(x - i/2), i = 0 .. count - 1. `term` and `weight` are two work spaces each. */
export function addMiddle(order: i32, x: f64, count: f64, term: usize, weight: usize): void {
  const first = -0.5 * (count - 1) - 0.25;
  const last: f64 = 0.25;
  sum = f64x2.splat(0);
  sumLow = f64x2.splat(0);
  let filled: i32 = 0;
  for (let from = first; from < last;) {
    const to = min(from + 0.25 * floor(4 * (x + from)), last);
    fillPart(x, from, to, term + (<usize> filled << 3), weight + (<usize> filled << 3));
    filled += NODES;
    from = to;
    if (filled > BLOCK - NODES || from == last) {
      addParts(order, filled, term, weight);
      filled = 0;
    }
  }
  const swapped = v128.shuffle<f64>(sum, sum, 1, 0);
  const total = f64x2.add(sum, swapped);
  const error = f64x2.extract_lane(sumError(sum, swapped, total), 0);
  middle = f64x2.extract_lane(total, 0);
  middleLow = error + f64x2.extract_lane(sumLow, 0) + f64x2.extract_lane(sumLow, 1) +
    corrections(order, x, first, last, term);
}

/** Places and weights for a part of the integral, as pairs: the low ones are a space behind. */
function fillPart(x: f64, from: f64, to: f64, term: usize, weight: usize): void {
  const half = f64x2.splat(0.5 * (to - from));
  const double = f64x2.add(half, half); // for 1/h
  const centre = f64x2.splat(from + 0.5 * (to - from));
  const start = f64x2.splat(x);
  const signs = f64x2(-1, 1);
  const none = f64x2.splat(0);
  for (let k: usize = 0; k < <usize> HALF_GAUSS; k++) {
    const u = f64x2.mul(signs, v128.load64_splat(GAUSS + (k << 5)));
    const uLow = f64x2.mul(signs, v128.load64_splat(GAUSS + (k << 5), 8));
    const product = f64x2.mul(half, u);
    const distance = f64x2.add(centre, product);
    const place = f64x2.add(start, distance);
    let low = productLow(half, none, u, uLow, product);
    low = f64x2.add(low, sumError(centre, product, distance));
    low = f64x2.add(low, sumError(start, distance, place));
    v128.store(term + (k << 4), place);
    v128.store(term + (k << 4), low, SPACE);
    const w = v128.load64_splat(GAUSS + (k << 5), 16);
    const weighted = f64x2.mul(double, w);
    v128.store(weight + (k << 4), weighted);
    const weightedLow = productLow(double, none, w, v128.load64_splat(GAUSS + (k << 5), 24), weighted);
    v128.store(weight + (k << 4), weightedLow, SPACE);
  }
}

/** Adds the weighted values of f at `count` places. */
function addParts(order: i32, count: i32, term: usize, weight: usize): void {
  pairs(order, term, count);
  for (let at: usize = 0, end = <usize> count << 3; at < end; at += 16) {
    const w = v128.load(weight + at);
    const value = v128.load(term + at);
    const product = f64x2.mul(w, value);
    const low = productLow(w, v128.load(weight + at, SPACE), value, v128.load(term + at, SPACE), product);
    const before = sum;
    sum = f64x2.add(before, product);
    sumLow = f64x2.add(sumLow, f64x2.add(sumError(before, product, sum), low));
  }
}

/** What the derivatives at the ends add; they need no pairs. */
function corrections(order: i32, x: f64, first: f64, last: f64, term: usize): f64 {
  const a = x + first;
  const b = x + last;
  store<f64>(term, a);
  store<f64>(term, b, 8);
  v128.store(term + SPACE, i64x2.splat(0));
  pairs(order + 1, term, 2);
  const slopes = (load<f64>(term, 8) + load<f64>(term, SPACE + 8)) -
    (load<f64>(term) + load<f64>(term, SPACE));
  const n = order + 3; // f''' is polygamma of this order
  return slopes * (-1.0 / 48) +
    (polygamma(n, b) - polygamma(n, a)) * (7.0 / 46080) -
    (polygamma(n + 2, b) - polygamma(n + 2, a)) * (31.0 / 30965760) +
    (polygamma(n + 4, b) - polygamma(n + 4, a)) * (127.0 / 19818086400);
}

/** polygamma of order n >= 2 for v >= 32, of which some digits are wanted. */
function polygamma(n: i32, v: f64): f64 {
  const inverse = 1 / v;
  let power = inverse;
  for (let k = 1; k < n; k++) power *= inverse * <f64> k; // (n - 1)!/v^n
  const order = <f64> n;
  const third = order * (order + 1) * inverse * inverse / 12;
  const fourth = third * (order + 2) * (order + 3) * inverse * inverse / 60;
  const value = power * (1 + 0.5 * order * inverse + third - fourth);
  return n & 1 ? value : -value;
}
