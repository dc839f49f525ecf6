// lgamma, digamma and polygamma of orders 1 and 2 for float32, four elements at a time and of either sign, from short
// entries (gamma/binary32_table.ts):
//
//   x >= 2^-126   f(x), one entry
//   x < 0         sign(r)^s M(|r|) - (-1)^s f(1 - x), two entries, with r = x - nearest(x), s = order + 1 and
//                 M(a) = f(a) + (-1)^s f(1 - a), as in gamma/fast_reflection.ts
//
// Elements without an entry, and those that may round to either of two float32 within the error of their terms, one in some
// thousand, are computed as float64 (gamma/binary32_fallback.ts). Entries have a relative error of 2^-39, but of 2^-35 next to
// the zeros of lgamma and digamma; at x < 0 that is less than 2^-40 of the terms, as the one at |r| is larger there. Four
// elements with one entry each have a quicker test first, for an error of 2^-36: that covers the entries of zeros for
// significands up to 1.6, and beyond, every float32 was tried.
//
// All results are correctly rounded: the worst error is half an ulp, where a value is almost a midpoint. Tested by
// tests/kernels/float32_regions_test.ts, whole_line_test.ts and accuracy_test.ts, and on all 2^32 inputs by
// `deno task accuracy --every --type float32 lgamma digamma "polygamma(1)" "polygamma(2)"`. 2 ns for an element with one
// entry, 6 ns with two.

import { BLOCK, FIRST_TERMS, OUTSIDE, SECOND_ENTRIES, SHORT_ENTRIES } from "../memory_map";
import { ONE, SIGN_64 } from "../arithmetic/constants";
import { firstHalf, secondHalf } from "../arithmetic/lanes";
import { failZivTest32, toFloat32 } from "../rounding/ziv_test";
import { evaluateEntries } from "../tables/entry_binary32";
import { fallBack32 } from "./binary32_fallback";
import { hasNoEntry, locatePositive, locateSigned, SIGNED, TABLED } from "./binary32_table";

/** How many terms after c0 entries have (gamma/binary32_table.ts): of lgamma and digamma, and of higher orders. */
const LOGARITHMIC: i32 = 5;
const POWERS: i32 = 6;

/** Bounds of the error of a value, relative to its terms: of lgamma and digamma at x > 0, and of others. */
const ZERO_PART: usize = memory.data<f64>([2.9103830456733704e-11, 2.9103830456733704e-11], 16); // 2^-35
const PART: usize = memory.data<f64>([3.637978807091713e-12, 3.637978807091713e-12], 16); // 2^-38

/** A bound of the error of two y at x > 0. */
// @ts-ignore: decorator
@inline
function positiveBound(terms: i32, y: v128): v128 {
  return f64x2.mul(f64x2.abs(y), v128.load(terms == LOGARITHMIC ? ZERO_PART : PART));
}

/** A bound of the errors at two x of either sign, whose terms have the sum of sizes `size`. */
// @ts-ignore: decorator
@inline
function boundOf(terms: i32, x: v128, size: v128): v128 {
  const part = v128.load(PART);
  if (terms != LOGARITHMIC) return f64x2.mul(size, part);
  return f64x2.mul(size, v128.bitselect(part, v128.load(ZERO_PART), i64x2.shr_s(x, 63)));
}

/** lgamma or digamma. */
export function logarithmicShort(order: i32, from: usize, to: usize, count: i32): void {
  gammaShort(from, to, count, order, LOGARITHMIC);
}

/** polygamma of order 1 or 2. */
export function powerShort(order: i32, from: usize, to: usize, count: i32): void {
  gammaShort(from, to, count, order, POWERS);
}

/** `terms`: LOGARITHMIC or POWERS, a constant. */
// @ts-ignore: decorator
@inline
function gammaShort(from: usize, to: usize, count: i32, order: i32, terms: i32): void {
  let isSigned = false; // whether the last block had negative elements: the next one is likely to
  for (; count > 0; count -= BLOCK, from += BLOCK << 2, to += BLOCK << 2) {
    const size = min(count, BLOCK);
    const found = isSigned ? SIGNED : locatePositive(order, from, size);
    if (found == TABLED) positives(from, to, size, order, terms, true);
    else if (found == SIGNED) {
      isSigned = locateSigned(order, from, size);
      signed(from, to, size, order, terms);
    } else positives(from, to, size, order, terms, false);
  }
}

/** `areTabled`: all elements have entries, and no result is subnormal, which the quicker test does not allow for. */
// @ts-ignore: decorator
@inline
function positives(
  from: usize,
  to: usize,
  size: i32,
  order: i32,
  terms: i32,
  areTabled: bool,
): void {
  for (let at: usize = 0, end = <usize> size << 2; at < end; at += 16) {
    const x = v128.load(from + at);
    const y0 = evaluateEntries(
      firstHalf(x),
      load<u32>(at, SHORT_ENTRIES),
      load<u32>(at, SHORT_ENTRIES + 4),
      terms,
    );
    const y1 = evaluateEntries(
      secondHalf(x),
      load<u32>(at, SHORT_ENTRIES + 8),
      load<u32>(at, SHORT_ENTRIES + 12),
      terms,
    );
    if (areTabled && !failZivTest32(y0, y1)) v128.store(to + at, toFloat32(y0, y1));
    else {
      const outside = areTabled ? i32x4.splat(0) : hasNoEntry(x);
      const e0 = positiveBound(terms, y0);
      const e1 = positiveBound(terms, y1);
      finish(order, x, y0, y1, e0, e1, outside, to + at);
    }
  }
}

// @ts-ignore: decorator
@inline
function signed(from: usize, to: usize, size: i32, order: i32, terms: i32): void {
  const isEven = (order & 1) == 0;
  const stop = <usize> size << 2;
  // Two loops of one entry each are faster than one with both. Where x is positive the first term is 0.
  for (let at: usize = 0; at < stop; at += 16) {
    const x = v128.load(from + at);
    const r = f32x4.sub(x, f32x4.nearest(x));
    const r0 = firstHalf(r);
    const r1 = secondHalf(r);
    let first0 = evaluateEntries(
      f64x2.abs(r0),
      load<u32>(at, SHORT_ENTRIES),
      load<u32>(at, SHORT_ENTRIES + 4),
      terms,
    );
    let first1 = evaluateEntries(
      f64x2.abs(r1),
      load<u32>(at, SHORT_ENTRIES + 8),
      load<u32>(at, SHORT_ENTRIES + 12),
      terms,
    );
    if (isEven) {
      first0 = v128.xor(first0, v128.and(r0, v128.load(SIGN_64)));
      first1 = v128.xor(first1, v128.and(r1, v128.load(SIGN_64)));
    }
    v128.store(at << 1, first0, FIRST_TERMS);
    v128.store(at << 1, first1, FIRST_TERMS + 16);
  }
  for (let at: usize = 0; at < stop; at += 16) {
    const x = v128.load(from + at);
    const x0 = firstHalf(x);
    const x1 = secondHalf(x);
    let second0 = evaluateEntries(
      reflected(x0),
      load<u32>(at, SECOND_ENTRIES),
      load<u32>(at, SECOND_ENTRIES + 4),
      terms,
    );
    let second1 = evaluateEntries(
      reflected(x1),
      load<u32>(at, SECOND_ENTRIES + 8),
      load<u32>(at, SECOND_ENTRIES + 12),
      terms,
    );
    if (!isEven) {
      second0 = v128.xor(second0, v128.and(x0, v128.load(SIGN_64)));
      second1 = v128.xor(second1, v128.and(x1, v128.load(SIGN_64)));
    }
    const first0 = v128.load(at << 1, FIRST_TERMS);
    const first1 = v128.load(at << 1, FIRST_TERMS + 16);
    const e0 = boundOf(terms, x0, f64x2.add(f64x2.abs(first0), f64x2.abs(second0)));
    const e1 = boundOf(terms, x1, f64x2.add(f64x2.abs(first1), f64x2.abs(second1)));
    const y0 = f64x2.add(first0, second0);
    const y1 = f64x2.add(first1, second1);
    finish(order, x, y0, y1, e0, e1, v128.load(at, OUTSIDE), to + at);
  }
}

/** 1 - x where x is negative, and x elsewhere. */
// @ts-ignore: decorator
@inline
function reflected(x: v128): v128 {
  return v128.bitselect(f64x2.sub(v128.load(ONE), x), x, i64x2.shr_s(x, 63));
}

/**
 * Rounds and stores four values with errors up to e0 and e1: computes those again that are `outside` of the entries or fail
 * Ziv's test.
 */
// @ts-ignore: decorator
@inline
function finish(
  order: i32,
  x: v128,
  y0: v128,
  y1: v128,
  e0: v128,
  e1: v128,
  outside: v128,
  to: usize,
): void {
  const low = toFloat32(f64x2.sub(y0, e0), f64x2.sub(y1, e1));
  const high = toFloat32(f64x2.add(y0, e0), f64x2.add(y1, e1));
  const failed = v128.or(f32x4.ne(low, high), outside);
  v128.store(to, v128.any_true(failed) ? fallBack32(order, x, low, failed) : low);
}
