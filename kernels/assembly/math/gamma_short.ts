// lgamma, digamma and polygamma of orders 1 and 2 for float32, four elements at a time and of
// either sign:
//
//   x in [2^-20, 2^40)  f(x), from a short row (short_rows.ts)
//   x < 0               sign(r)^s M(|r|) - (-1)^s f(1 - x), two short rows, with r = x - nearest(x), s = order + 1
//                       and M(a) = f(a) + (-1)^s f(1 - a), as in gamma_reflection.ts
//   elsewhere           next to 0 and far from it a series (gamma_short_outside.ts); next to other poles, and
//                       below -2^40, lists (gamma_lists.ts), as for float64
//
// A short row is good to 2^-40 of f, and float64 to 2^-50. The sum of two is left undecided where
// it may round to either of two float32 with an error of 2^-39 of its terms; one alone, with 2^-36.
// Those elements, one in some thousand, are computed in full; next to a zero between two poles,
// from the zero's own row.
//
// All results are correctly rounded: the worst error is half an ulp, at any input that is almost a
// middle. Tested by tests/kernels/short_rows_test.ts, whole_line_test.ts and accuracy_test.ts, and
// on all 2^32 inputs by `deno task accuracy --every --type float32 lgamma digamma "polygamma(1)"
// "polygamma(2)"`.

import { BLOCK, ROWS } from "./block";
import { MAGNITUDE_32, ONE, SIGN_32, SIGN_64 } from "./constants";
import {
  addOther,
  addPositive,
  distribute,
  endLists,
  otherCount,
  positiveCount,
  POSITIVES,
  startLists,
} from "./gamma_lists";
import { outsideValues } from "./gamma_pairs";
import { reflect } from "./gamma_reflection";
import { evaluateRow, PAIR } from "./gamma_row";
import { FIRST_FAR, FIRST_NEAR, rowAt, tableOf } from "./gamma_rows";
import { outsideShort } from "./gamma_short_outside";
import {
  ALL_HAVE_ROWS,
  ARGUMENTS,
  locateShort,
  OUTSIDE,
  FIRST_TERMS,
  SECOND_ROWS,
  SOME_NEGATIVE,
  SOME_OUTSIDE,
  termsOf,
} from "./gamma_short_rows";
import { specialValue } from "./gamma_special";
import { besideZeroShort, placeZeros } from "./gamma_short_zeros";
import { firstHalf, secondHalf } from "./lanes";
import { finish, toFloat32, undecided } from "./rounding";
import { evaluateRows } from "./short_rows";
import { LOW } from "./table";

const BITS: i32 = 36;
const ERROR: usize = memory.data<f64>([1.8189894035458565e-12, 1.8189894035458565e-12], 16); // 2^-39
const ZERO_ERROR: f64 = 1.8189894035458565e-12; // 2^-39, of the row of a zero
/** A sum smaller than this part of its terms is next to a zero. */
const CANCELLED: f64 = 0.00390625; // 2^-8
/** More elements of a block next to zeros are found before they are computed. */
const FEW: i32 = 40;
/** How many there were in the last block. */
let zeros: i32 = 0;

// @ts-ignore: decorator
@inline
export function gammaShort(from: usize, to: usize, count: i32, order: i32): void {
  let found = ALL_HAVE_ROWS;
  for (; count > 0; count -= BLOCK, from += BLOCK << 2, to += BLOCK << 2) {
    const size = min(count, BLOCK);
    found = locateShort(order, from, size, found);
    if (found == ALL_HAVE_ROWS) {
      positives(from, to, size, order);
      continue;
    }
    startLists();
    if (found == SOME_NEGATIVE) {
      // As the block before; the first few go a longer way.
      zeros = zeros > FEW ? placeZeros(order, from, size) : 0;
      signed(from, to, size, order);
    }
    if (found == SOME_OUTSIDE) positivesAndOutside(from, to, size, order);
    if (positiveCount + otherCount == 0) continue;
    endLists();
    outsideValues(order, POSITIVES, POSITIVES, positiveCount, true);
    reflect(order, true);
    distribute(to, true);
  }
}

// @ts-ignore: decorator
@inline
function positives(from: usize, to: usize, size: i32, order: i32): void {
  for (let at: usize = 0, end = <usize> size << 2; at < end; at += 16) {
    const x = v128.load(from + at);
    const y0 = evaluateRows(firstHalf(x), load<u32>(at, ROWS), load<u32>(at, ROWS + 4), termsOf(order));
    const y1 = evaluateRows(secondHalf(x), load<u32>(at, ROWS + 8), load<u32>(at, ROWS + 12), termsOf(order));
    v128.store(to + at, undecided(y0, y1, BITS) ? fullFour(order, x) : toFloat32(y0, y1));
  }
}

// @ts-ignore: decorator
@inline
function positivesAndOutside(from: usize, to: usize, size: i32, order: i32): void {
  for (let at: usize = 0, end = <usize> size << 2; at < end; at += 16) {
    const x = v128.load(from + at);
    let y0 = i64x2.splat(0);
    let y1 = y0;
    if (!i32x4.all_true(v128.load(at, OUTSIDE))) {
      y0 = evaluateRows(firstHalf(x), load<u32>(at, ROWS), load<u32>(at, ROWS + 4), termsOf(order));
      y1 = evaluateRows(secondHalf(x), load<u32>(at, ROWS + 8), load<u32>(at, ROWS + 12), termsOf(order));
    }
    finishFour(order, x, y0, y1, f64x2.abs(y0), f64x2.abs(y1), at, to, size);
  }
}

/**
 * Rounds and stores four values, which have an error of 2^-39 of their terms at most if they have
 * rows.
 */
// @ts-ignore: decorator
@inline
function finishFour(
  order: i32,
  x: v128,
  y0: v128,
  y1: v128,
  terms0: v128,
  terms1: v128,
  at: usize,
  to: usize,
  size: i32,
): void {
  const outside = v128.load(at, OUTSIDE);
  const someOutside = v128.any_true(outside);
  const series = someOutside ? v128.and(outside, hasSeries(x)) : outside;
  if (v128.any_true(series)) {
    const isOutside0 = i64x2.extend_low_i32x4_s(series);
    const isOutside1 = i64x2.extend_high_i32x4_s(series);
    y0 = v128.bitselect(outsideShort(order, firstHalf(x)), y0, isOutside0);
    y1 = v128.bitselect(outsideShort(order, secondHalf(x)), y1, isOutside1);
    terms0 = v128.bitselect(f64x2.abs(y0), terms0, isOutside0);
    terms1 = v128.bitselect(f64x2.abs(y1), terms1, isOutside1);
  }
  const e0 = f64x2.mul(terms0, v128.load(ERROR));
  const e1 = f64x2.mul(terms1, v128.load(ERROR));
  let low = toFloat32(f64x2.sub(y0, e0), f64x2.sub(y1, e1));
  const high = toFloat32(f64x2.add(y0, e0), f64x2.add(y1, e1));
  let open = f32x4.ne(low, high);
  if (someOutside) {
    // Counts are often 0. What is next to other poles, and infinity, has no series.
    const isZero = f32x4.eq(x, f32x4.splat(0));
    low = v128.bitselect(atZero(order, x), low, isZero);
    open = v128.andnot(v128.or(open, v128.andnot(outside, series)), isZero);
  }
  v128.store(to + at, low);
  if (!v128.any_true(open)) return;
  const bound = f64x2.splat(CANCELLED);
  const isZero0 = f64x2.lt(f64x2.abs(y0), f64x2.mul(terms0, bound));
  const isZero1 = f64x2.lt(f64x2.abs(y1), f64x2.mul(terms1, bound));
  const cancelled = i64x2.bitmask(isZero0) | i64x2.bitmask(isZero1) << 2;
  v128.store(OPEN, x);
  settle(order, at, to, i32x4.bitmask(open), i32x4.bitmask(outside), cancelled, size);
}

/** f at zeros of either sign. */
// @ts-ignore: decorator
@inline
function atZero(order: i32, x: v128): v128 {
  const infinite = i32x4.splat(INFINITE_BITS);
  return order & 1 ? infinite : v128.xor(v128.or(x, infinite), v128.load(SIGN_32));
}

const NEAR_BITS: i32 = 0x35800000; // 2^-20
const INFINITE_BITS: i32 = 0x7f800000;

/** Which elements `outsideShort` is for: 0 < |x| < 2^-20, and 2^40 <= x < inf. */
// @ts-ignore: decorator
@inline
function hasSeries(x: v128): v128 {
  const a = v128.and(x, v128.load(MAGNITUDE_32));
  const isSmall = v128.and(i32x4.lt_s(a, i32x4.splat(NEAR_BITS)), i32x4.ne(a, i32x4.splat(0)));
  const isFar = v128.and(i32x4.gt_s(x, i32x4.splat(NEAR_BITS)), i32x4.lt_s(x, i32x4.splat(INFINITE_BITS)));
  return v128.or(isSmall, isFar);
}

// @ts-ignore: decorator
@inline
function signed(from: usize, to: usize, size: i32, order: i32): void {
  const isEven = (order & 1) == 0;
  const one = v128.load(ONE);
  const stop = <usize> size << 2;
  // The row may be that of a zero, which has six terms. Two loops of one row each are faster than
  // one with both.
  for (let at: usize = 0; at < stop; at += 16) {
    const argument = v128.load(at, ARGUMENTS);
    const r0 = firstHalf(argument);
    const r1 = secondHalf(argument);
    let first0 = evaluateRows(f64x2.abs(r0), load<u32>(at, ROWS), load<u32>(at, ROWS + 4), 6);
    let first1 = evaluateRows(f64x2.abs(r1), load<u32>(at, ROWS + 8), load<u32>(at, ROWS + 12), 6);
    if (isEven) {
      first0 = v128.xor(first0, v128.and(r0, v128.load(SIGN_64)));
      first1 = v128.xor(first1, v128.and(r1, v128.load(SIGN_64)));
    }
    v128.store(at << 1, first0, FIRST_TERMS);
    v128.store(at << 1, first1, FIRST_TERMS + 16);
  }
  for (let at: usize = 0; at < stop; at += 16) {
    const x = v128.load(from + at);
    const m0 = f64x2.sub(one, firstHalf(x));
    const m1 = f64x2.sub(one, secondHalf(x));
    const second0 = evaluateRows(m0, load<u32>(at, SECOND_ROWS), load<u32>(at, SECOND_ROWS + 4), termsOf(order));
    const second1 = evaluateRows(m1, load<u32>(at, SECOND_ROWS + 8), load<u32>(at, SECOND_ROWS + 12), termsOf(order));
    const first0 = v128.load(at << 1, FIRST_TERMS);
    const first1 = v128.load(at << 1, FIRST_TERMS + 16);
    const y0 = isEven ? f64x2.add(first0, second0) : f64x2.sub(first0, second0);
    const y1 = isEven ? f64x2.add(first1, second1) : f64x2.sub(first1, second1);
    const terms0 = f64x2.add(f64x2.abs(first0), f64x2.abs(second0));
    const terms1 = f64x2.add(f64x2.abs(first1), f64x2.abs(second1));
    finishFour(order, x, y0, y1, terms0, terms1, at, to, size);
  }
}

/** The elements that `settle` settles. */
const OPEN: usize = memory.data(16, 16);

/**
 * Elements of a four, those in `open`, that are outside or undecided, perhaps because a sum is
 * cancelled.
 */
function settle(
  order: i32,
  at: usize,
  to: usize,
  open: i32,
  outside: i32,
  cancelled: i32,
  size: i32,
): void {
  for (; open != 0; open &= open - 1) {
    const i = <i32> ctz(open);
    const place = (<i32> at >> 2) + i;
    if (place >= size) return;
    const x = <f64> load<f32>(OPEN + (<usize> i << 2));
    const result = to + at + (<usize> i << 2);
    if (!(abs(x) < Infinity) || x == 0 || x < 0 && x == nearest<f64>(x)) {
      store<f32>(result, <f32> specialValue(order, x));
    } else if (x > 0) {
      if (outside >> i & 1) addPositive(place, x);
      else store<f32>(result, <f32> full(order, x));
    } else {
      const y = cancelled >> i & 1 ? besideZeroShort(order, x) : NaN;
      const low = <f32> (y - y * ZERO_ERROR);
      if (low == <f32> (y + y * ZERO_ERROR)) {
        store<f32>(result, low);
        zeros++;
      } else {
        addOther(place, x);
      }
    }
  }
}

/** f(x) from its row of float64, rounded to odd. */
function full(order: i32, x: f64): f64 {
  const row = rowAt(tableOf(order, false), x);
  const a = f64x2.splat(x);
  const high = evaluateRow(a, a, row, row, true, false, PAIR);
  return f64x2.extract_lane(finish(high, v128.load(LOW), true), 0);
}

/** Four elements, of which those with rows are computed in full. */
function fullFour(order: i32, x: v128): v128 {
  v128.store(OPEN, x);
  for (let at: usize = 0; at < 16; at += 4) {
    const number = <f64> load<f32>(OPEN + at);
    const hasRow = number >= FIRST_NEAR && number < FIRST_FAR;
    if (hasRow) store<f32>(OPEN + at, <f32> full(order, number));
  }
  return v128.load(OPEN);
}
