// lgamma, digamma and polygamma of orders 1 and 2 for float32, four elements at a time and of
// either sign:
//
//   x in [2^-20, 2^40)  f(x), from a short entry (tables/entry_binary32.ts)
//   x < 0               sign(r)^s M(|r|) - (-1)^s f(1 - x), two short entries, with r = x - nearest(x), s = order + 1
//                       and M(a) = f(a) + (-1)^s f(1 - a), as in gamma/fast_reflection.ts
//   elsewhere           next to 0 and far from it a series (gamma/binary32_boundaries.ts); next to other poles, and
//                       below -2^40, as for float64
//
// A short entry is good to 2^-40 of f, or next to a zero at x > 0 to 2^-35.7, and float64 to 2^-50. An element fails Ziv's
// test where it may round to either of two float32 with an error of 2^-39 of its terms, or of 2^-35 next to these zeros. A
// quicker test of four elements, with 2^-36, comes before the second: it has the error of the entries of zeros for
// significands up to 1.6, and beyond every float32 was tried. Elements that fail, one in some thousand, take the accurate
// phase (gamma/binary32_fallback.ts); next to a zero between two poles, the zero's own entry.
//
// All results are correctly rounded: the worst error is half an ulp, at any input that is almost a
// middle. Tested by tests/kernels/float32_regions_test.ts, whole_line_test.ts and accuracy_test.ts, and
// on all 2^40 inputs by `deno task accuracy --every --type float32 lgamma digamma "polygamma(1)"
// "polygamma(2)"`.

import { ARGUMENTS, BLOCK, ENTRIES, FIRST_TERMS, OUTSIDE, SECOND_ENTRIES } from "../memory_map";
import { ONE, SIGN_64 } from "../arithmetic/constants";
import { ALL_HAVE_ENTRIES, areAllOutside, locateShort, SOME_NEGATIVE } from "./binary32_table";
import { fallBackFour, finishOutside, highest, lowest, setZeros, zeros } from "./binary32_fallback";
import { placeZeros } from "./binary32_zeros";
import { DIGAMMA } from "./special_values";
import { firstHalf, secondHalf } from "../arithmetic/lanes";
import { failZivTest32, toFloat32 } from "../rounding/ziv_test";
import { evaluateEntries } from "../tables/entry_binary32";

/** More elements of a block next to zeros are found before they are computed. */
const FEW: i32 = 40;

/** `terms`: how many terms after c0 entries of this order have (gamma/binary32_table.ts), a constant. */
// @ts-ignore: decorator
@inline
export function gammaShort(from: usize, to: usize, count: i32, order: i32, terms: i32): void {
  let found = ALL_HAVE_ENTRIES;
  for (; count > 0; count -= BLOCK, from += BLOCK << 2, to += BLOCK << 2) {
    const size = min(count, BLOCK);
    found = locateShort(order, from, size, found);
    if (found == ALL_HAVE_ENTRIES) {
      positives(from, to, size, order, terms);
    } else if (found == SOME_NEGATIVE) {
      // As the block before; the first few are found later.
      setZeros(zeros > FEW ? placeZeros(order, from, size) : 0);
      signed(from, to, size, order, terms);
    } else {
      positivesAndOutside(from, to, size, order, terms);
    }
  }
}

// @ts-ignore: decorator
@inline
function positives(from: usize, to: usize, size: i32, order: i32, terms: i32): void {
  for (let at: usize = 0, end = <usize> size << 2; at < end; at += 16) {
    const x = v128.load(from + at);
    const y0 = evaluateEntries(
      firstHalf(x),
      load<u32>(at, ENTRIES),
      load<u32>(at, ENTRIES + 4),
      terms,
    );
    const y1 = evaluateEntries(
      secondHalf(x),
      load<u32>(at, ENTRIES + 8),
      load<u32>(at, ENTRIES + 12),
      terms,
    );
    v128.store(to + at, toFloat32(y0, y1));
    if (failZivTest32(y0, y1)) {
      fallBackFour(order, x, y0, y1, f64x2.abs(y0), f64x2.abs(y1), at, to);
    }
  }
}

// @ts-ignore: decorator
@inline
function positivesAndOutside(from: usize, to: usize, size: i32, order: i32, terms: i32): void {
  for (let at: usize = 0, end = <usize> size << 2; at < end; at += 16) {
    const x = v128.load(from + at);
    let y0 = i64x2.splat(0);
    let y1 = y0;
    if (!areAllOutside) {
      y0 = evaluateEntries(firstHalf(x), load<u32>(at, ENTRIES), load<u32>(at, ENTRIES + 4), terms);
      y1 = evaluateEntries(
        secondHalf(x),
        load<u32>(at, ENTRIES + 8),
        load<u32>(at, ENTRIES + 12),
        terms,
      );
    }
    finishFour(order, x, y0, y1, f64x2.abs(y0), f64x2.abs(y1), at, to);
  }
}

/**
 * Rounds and stores four values, which have an error of 2^-39 of their terms at most if they have
 * entries.
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
): void {
  if (v128.any_true(v128.load(at, OUTSIDE))) {
    finishOutside(order, x, y0, y1, terms0, terms1, at, to);
    return;
  }
  const low = lowest(y0, y1, terms0, terms1);
  v128.store(to + at, low);
  const open = f32x4.ne(low, highest(y0, y1, terms0, terms1));
  // Only these orders have zeros at x > 0.
  if (v128.any_true(open) || order <= DIGAMMA && failZivTest32(y0, y1)) {
    fallBackFour(order, x, y0, y1, terms0, terms1, at, to);
  }
}

// @ts-ignore: decorator
@inline
function signed(from: usize, to: usize, size: i32, order: i32, terms: i32): void {
  const isEven = (order & 1) == 0;
  const one = v128.load(ONE);
  const stop = <usize> size << 2;
  // The entry may be that of a zero, which has six terms. Two loops of one entry each are faster than
  // one with both.
  for (let at: usize = 0; at < stop; at += 16) {
    const argument = v128.load(at, ARGUMENTS);
    const r0 = firstHalf(argument);
    const r1 = secondHalf(argument);
    let first0 = evaluateEntries(
      f64x2.abs(r0),
      load<u32>(at, ENTRIES),
      load<u32>(at, ENTRIES + 4),
      6,
    );
    let first1 = evaluateEntries(
      f64x2.abs(r1),
      load<u32>(at, ENTRIES + 8),
      load<u32>(at, ENTRIES + 12),
      6,
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
    const m0 = f64x2.sub(one, firstHalf(x));
    const m1 = f64x2.sub(one, secondHalf(x));
    const second0 = evaluateEntries(
      m0,
      load<u32>(at, SECOND_ENTRIES),
      load<u32>(at, SECOND_ENTRIES + 4),
      terms,
    );
    const second1 = evaluateEntries(
      m1,
      load<u32>(at, SECOND_ENTRIES + 8),
      load<u32>(at, SECOND_ENTRIES + 12),
      terms,
    );
    const first0 = v128.load(at << 1, FIRST_TERMS);
    const first1 = v128.load(at << 1, FIRST_TERMS + 16);
    const y0 = isEven ? f64x2.add(first0, second0) : f64x2.sub(first0, second0);
    const y1 = isEven ? f64x2.add(first1, second1) : f64x2.sub(first1, second1);
    const terms0 = f64x2.add(f64x2.abs(first0), f64x2.abs(second0));
    const terms1 = f64x2.add(f64x2.abs(first1), f64x2.abs(second1));
    finishFour(order, x, y0, y1, terms0, terms1, at, to);
  }
}
