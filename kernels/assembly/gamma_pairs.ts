// lgamma, digamma and polygamma of orders 1 and 2 as pairs high + low, at y + its low part, y > 0:
//
//   (0, 2^-6)    the pole, -ln y or +-1/y^s, and a polynomial for f(1 + y)
//   [2^-6, 2^6)  32 rows an octave
//   [2^6, inf)   Stirling's series and its derivatives
//
// Errors are below 2^-62 of the value, or of 1 where lgamma and digamma are smaller; of order 2, 2^-60.
// A low part may be as large as 2^-7 of the high one.

import { ROWS, SPACE } from "./block";
import {
  DIGAMMA as DIGAMMA_ROWS,
  DIGAMMA_FAR,
  DIGAMMA_HEAD,
  LGAMMA as LGAMMA_ROWS,
  LGAMMA_FAR,
  LGAMMA_HEAD,
  POLYGAMMA_1,
  POLYGAMMA_1_FAR,
  POLYGAMMA_1_HEAD,
  POLYGAMMA_2,
  POLYGAMMA_2_FAR,
  POLYGAMMA_2_HEAD,
} from "./gamma_data";
import { DIGAMMA, LGAMMA } from "./gamma_special";
import { FIRST_FAR, FIRST_NEAR, LAST_ROW, LEAST_ROW } from "./gamma_range";
import { logPair } from "./log";
import { BELOW, BEYOND, locatePositive64 } from "./near";
import { productError, productLow, reciprocalLow } from "./pair";
import { C9, evaluate, LOW, PAIRED, ROW } from "./table";

const TWO_300: f64 = 2.037035976334486e90;
const HALF_LN_TAU: f64 = 0.9189385332046728;

/** Row 1 of the table of an order. */
export function rowsOf(order: i32): usize {
  if (order == LGAMMA) return LGAMMA_ROWS;
  if (order == DIGAMMA) return DIGAMMA_ROWS;
  return order == 1 ? POLYGAMMA_1 : POLYGAMMA_2;
}

/** Replaces `count` pairs of arguments, high in `at` and low in the space behind, by those of values. */
export function pairs(order: i32, at: usize, count: i32): void {
  const found = locatePositive64(at, count, rowsOf(order) - ROW, LEAST_ROW, LAST_ROW);
  for (let i = 0; i < count; i += 2) {
    const place = at + (<usize> i << 3);
    const y = v128.load(place);
    const yLow = v128.load(place, SPACE);
    const rows = ROWS + (<usize> i << 2);
    let high = evaluate(y, load<u32>(rows), load<u32>(rows, 4), C9, true, PAIRED, yLow, y, false);
    let low = v128.load(LOW);
    if (found & BELOW) {
      const isBelow = f64x2.lt(y, f64x2.splat(FIRST_NEAR));
      if (v128.any_true(isBelow)) {
        high = v128.bitselect(belowPair(order, y), high, isBelow);
        low = v128.bitselect(v128.load(LOW), low, isBelow);
      }
    }
    if (found & BEYOND) {
      const isBeyond = f64x2.ge(y, f64x2.splat(FIRST_FAR));
      if (v128.any_true(isBeyond)) {
        high = v128.bitselect(beyondPair(order, y, yLow), high, isBeyond);
        low = v128.bitselect(v128.load(LOW), low, isBeyond);
      }
    }
    v128.store(place, high);
    // Beside an infinite value it is NaN.
    v128.store(place, v128.and(low, f64x2.lt(f64x2.abs(high), f64x2.splat(Infinity))), SPACE);
  }
}

/** Sum of `count` coefficients times powers of t. */
function polynomial(coefficients: usize, count: i32, t: v128): v128 {
  let sum = v128.load64_splat(coefficients + (<usize> (count - 1) << 3));
  for (let k = count - 2; k >= 0; k--) {
    sum = f64x2.add(f64x2.mul(sum, t), v128.load64_splat(coefficients + (<usize> k << 3)));
  }
  return sum;
}

function belowPair(order: i32, y: v128): v128 {
  // The polynomials are worth 1 at most, and the poles 4: nothing here is felt by them below 2^-60.
  const t = v128.and(y, f64x2.gt(y, f64x2.splat(1e-18)));
  if (order == LGAMMA) {
    const high = logPair(y);
    v128.store(LOW, f64x2.sub(polynomial(LGAMMA_HEAD, 9, t), v128.load(LOW)));
    return f64x2.neg(high);
  }
  const inverse = f64x2.div(f64x2.splat(1), y);
  const inverseLow = reciprocalLow(y, inverse);
  if (order == DIGAMMA) {
    v128.store(LOW, f64x2.sub(polynomial(DIGAMMA_HEAD, 9, t), inverseLow));
    return f64x2.neg(inverse);
  }
  const square = f64x2.mul(inverse, inverse);
  const squareLow = productLow(inverse, inverseLow, inverse, inverseLow, square);
  if (order == 1) {
    v128.store(LOW, f64x2.add(polynomial(POLYGAMMA_1_HEAD, 9, t), squareLow));
    return square;
  }
  const cube = f64x2.mul(square, inverse);
  const cubeLow = productLow(square, squareLow, inverse, inverseLow, cube);
  const head = polynomial(POLYGAMMA_2_HEAD, 9, t);
  v128.store(LOW, f64x2.sub(head, f64x2.add(cubeLow, cubeLow)));
  return f64x2.neg(f64x2.add(cube, cube));
}

function beyondPair(order: i32, y: v128, yLow: v128): v128 {
  const inverse = f64x2.div(f64x2.splat(1), y);
  // Powers of a tiny inverse would underflow, which is slow, and are felt nowhere.
  const t = v128.and(inverse, f64x2.gt(inverse, f64x2.splat(1e-30)));
  const square = f64x2.mul(t, t);
  const half = f64x2.splat(0.5);
  if (order > DIGAMMA) {
    const inverseLow = reciprocalLow(y, inverse);
    const moved = f64x2.mul(square, f64x2.sub(half, yLow));
    if (order == 1) {
      // 1/y + 1/(2y^2) + B(2)/y^3 + ...
      const series = f64x2.mul(t, f64x2.mul(square, polynomial(POLYGAMMA_1_FAR, 5, square)));
      v128.store(LOW, f64x2.add(inverseLow, f64x2.add(moved, series)));
      return inverse;
    }
    // -1/y^2 - 1/y^3 - 3 B(2)/y^4 - ...; 1/y larger by 2^300 where its square is so small that parts of
    // products would be lost.
    const isTiny = f64x2.lt(inverse, f64x2.splat(1e-120));
    const up = v128.bitselect(f64x2.splat(TWO_300), f64x2.splat(1), isTiny);
    const down = v128.bitselect(f64x2.splat(1 / TWO_300), f64x2.splat(1), isTiny);
    const large = f64x2.mul(inverse, up);
    const largeLow = f64x2.mul(inverseLow, up);
    const high = f64x2.mul(large, large);
    const low = productLow(large, largeLow, large, largeLow, high);
    const series = f64x2.mul(f64x2.mul(square, square), polynomial(POLYGAMMA_2_FAR, 5, square));
    const rest = f64x2.sub(series, f64x2.mul(f64x2.add(t, t), moved));
    v128.store(LOW, f64x2.sub(rest, f64x2.mul(f64x2.mul(low, down), down)));
    return f64x2.neg(f64x2.mul(f64x2.mul(high, down), down));
  }
  const log = logPair(y);
  const logLow = v128.load(LOW);
  if (order == DIGAMMA) {
    const series = f64x2.mul(square, polynomial(DIGAMMA_FAR, 5, square));
    const moved = f64x2.mul(t, f64x2.sub(yLow, half));
    v128.store(LOW, f64x2.add(logLow, f64x2.add(moved, series)));
    return log;
  }
  // (y - 1/2) ln y - y + ln(2 pi)/2 + ..., as y (ln y - 1) and the rest. The logarithm is rounded first, or
  // the product might overflow before the sum does.
  const series = f64x2.mul(t, polynomial(LGAMMA_FAR, 5, square));
  const rounded = f64x2.add(log, logLow);
  const rest = f64x2.sub(logLow, f64x2.sub(rounded, log));
  const factor = f64x2.sub(rounded, f64x2.splat(1)); // exact: ln y is between 4 and 710
  const high = f64x2.mul(y, factor);
  let low = f64x2.add(f64x2.sub(f64x2.splat(HALF_LN_TAU), f64x2.mul(rounded, half)), series);
  low = f64x2.add(low, f64x2.add(f64x2.mul(y, rest), f64x2.mul(yLow, rounded)));
  v128.store(LOW, f64x2.add(low, productError(y, factor, high)));
  return high;
}
