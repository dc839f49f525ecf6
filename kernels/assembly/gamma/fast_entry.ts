// An entry of the gamma family at two numbers: c0 + d c1h is the double-double s + e, exactly, and
//
//   high = s,  low = (e + d c1l) + d^2 ((c2 + d c3) + d^2 (c4 + d c5) + d^4 (c6 + d c7 + d^2 c8))
//
// An entry is  breakpoint, c0, c1h, bound, c2 .. c8, c1l: twelve float64. gamma/build_taylor.ts makes it, and
// derives the bound.

import { ZERO } from "../arithmetic/constants";
import { firsts, seconds } from "../arithmetic/lanes";
import { twoProdError, twoSumError } from "../arithmetic/error_free";
import { BOUND, LOW } from "../memory_map";
import { linear, lineError } from "../tables/entry";

/** f', three terms of it: enough for the low part of an argument. */
// @ts-ignore: decorator
@inline
function slopeAt(d: v128, c1: v128, c2: v128, c3: v128): v128 {
  const more = f64x2.add(c2, f64x2.mul(f64x2.add(d, f64x2.mul(d, f64x2.splat(0.5))), c3));
  return f64x2.add(c1, f64x2.mul(f64x2.add(d, d), more));
}

/** Errors relative to c2 d^2 and to c1l d: gamma/build_taylor.ts derives them. */
export const FAR_PART: f64 = 9.71445146547012e-16; // 8.75 2^-53
export const NEAR_PART: f64 = 5.828670879282072e-16; // 5.25 2^-53

// What `evaluateEntry` returns.
export const PAIR: i32 = 0; // the low parts in LOW; returns the high ones
export const BOUNDED: i32 = 1; // the same, and bounds of errors in BOUND
export const CHECKED: i32 = 2; // which lanes the bound does not decide, in LOW; returns the results of the others
export const CHECKED_ZERO: i32 = 3; // the same, where a high part is 0 at an exact zero of f alone, as lgamma has

/**
 * f at x + p, whose entries are at `entry0` and `entry1`. `moved`: p, at most half an ulp of x, is not 0.
 * `zeros`: f may have a zero in the entry, so that c0 may be smaller than d c1h. All but numbers and
 * addresses are constants.
 */
// @ts-ignore: decorator
@inline
export function evaluateEntry(
  x: v128,
  p: v128,
  entry0: usize,
  entry1: usize,
  zeros: bool,
  moved: bool,
  then: i32,
): v128 {
  const head0 = v128.load(entry0);
  const head1 = v128.load(entry1);
  const d = f64x2.sub(x, firsts(head0, head1));
  const c0 = seconds(head0, head1);
  const slope0 = v128.load(entry0, 16);
  const slope1 = v128.load(entry1, 16);
  const step = f64x2.mul(d, firsts(slope0, slope1));
  const high = f64x2.add(c0, step);
  const error = lineError(c0, step, high, zeros);

  const curve0 = v128.load(entry0, 32);
  const curve1 = v128.load(entry1, 32);
  const end0 = v128.load(entry0, 80);
  const end1 = v128.load(entry1, 80);
  const c1l = seconds(end0, end1);
  const square = f64x2.mul(d, d);
  // Arranged for a short chain of dependent operations, which decides the time.
  const upper = f64x2.add(
    linear(v128.load(entry0, 64), v128.load(entry1, 64), d),
    f64x2.mul(square, firsts(end0, end1)),
  ); // c6, c7, c8
  const middle = linear(v128.load(entry0, 48), v128.load(entry1, 48), d); // c4, c5
  const c3 = seconds(curve0, curve1);
  const c2 = firsts(curve0, curve1);
  const lower = f64x2.add(f64x2.add(c2, f64x2.mul(d, c3)), f64x2.mul(square, middle));
  const curve = f64x2.add(lower, f64x2.mul(f64x2.mul(square, square), upper));
  let low = f64x2.add(f64x2.add(error, f64x2.mul(d, c1l)), f64x2.mul(square, curve));
  if (moved) {
    const c1 = f64x2.add(firsts(slope0, slope1), c1l);
    low = f64x2.add(low, f64x2.mul(p, slopeAt(d, c1, c2, c3)));
  }
  if (then == PAIR) {
    v128.store(LOW, low);
    return high;
  }
  let bound = seconds(slope0, slope1);
  if (then == BOUNDED) {
    v128.store(LOW, low);
    v128.store(BOUND, bound);
    return high;
  }
  if (then == CHECKED_ZERO) bound = v128.and(bound, f64x2.ne(high, v128.load(ZERO)));
  const least = f64x2.add(high, f64x2.sub(low, bound));
  v128.store(LOW, f64x2.ne(least, f64x2.add(high, f64x2.add(low, bound))));
  return least;
}

/** The exponent of a float64 alone; and half an entry, of the power of two that it begins after. */
const POWER_BITS: usize = memory.data<u64>([0x7ff0000000000000, 0x7ff0000000000000], 16);
const HALF_ENTRY: f64 = 0.0078125; // 2^-7
/** The same errors of the compensated evaluation: c2, c1l and the sum that is added to c2 are rounded. */
const COMPENSATED_FAR_PART: f64 = 1.6653345369377348e-16; // 1.5 2^-53
const COMPENSATED_NEAR_PART: f64 = 1.1102230246251565e-16; // 2^-53
const COMPENSATED_LAST_PART: f64 = 9.860761315262648e-32; // 2^-103

/**
 * A compensated evaluation of the same entries, at x + p: their sums and products are exact, but for those that
 * are added to c2, and the bound is that of x, not of the entry. The entry's has FAR_PART and NEAR_PART of half an
 * entry at least.
 */
export function evaluateCompensated(x: v128, p: v128, entry0: usize, entry1: usize): v128 {
  const head0 = v128.load(entry0);
  const head1 = v128.load(entry1);
  const breakpoint = firsts(head0, head1);
  const c0 = seconds(head0, head1);
  const d = f64x2.sub(x, breakpoint);
  const slope0 = v128.load(entry0, 16);
  const slope1 = v128.load(entry1, 16);
  const c1h = firsts(slope0, slope1);
  const end0 = v128.load(entry0, 80);
  const end1 = v128.load(entry1, 80);
  const c1l = seconds(end0, end1);
  const c2 = firsts(v128.load(entry0, 32), v128.load(entry1, 32));
  const c3 = seconds(v128.load(entry0, 32), v128.load(entry1, 32));
  const square = f64x2.mul(d, d);
  // c3 to c8, times d.
  let more = f64x2.add(
    linear(v128.load(entry0, 64), v128.load(entry1, 64), d),
    f64x2.mul(square, firsts(end0, end1)),
  );
  more = f64x2.add(
    linear(v128.load(entry0, 48), v128.load(entry1, 48), d),
    f64x2.mul(square, more),
  );
  more = f64x2.add(f64x2.mul(d, c3), f64x2.mul(square, more));
  const curve = f64x2.add(c2, more);
  const arc = f64x2.mul(square, curve);
  const line = f64x2.mul(d, c1l);
  let rest = f64x2.add(twoProdError(square, curve, arc), twoProdError(d, c1l, line));
  rest = f64x2.add(rest, f64x2.mul(p, slopeAt(d, f64x2.add(c1h, c1l), c2, c3)));
  rest = f64x2.add(rest, f64x2.mul(curve, twoProdError(d, d, square)));
  rest = f64x2.add(rest, f64x2.mul(square, twoSumError(c2, more, curve)));
  const step = f64x2.mul(d, c1h); // exact
  const bend = f64x2.add(line, arc);
  const first = f64x2.add(c0, step);
  const high = f64x2.add(first, bend);
  rest = f64x2.add(rest, f64x2.add(twoSumError(line, arc, bend), twoSumError(c0, step, first)));
  v128.store(LOW, f64x2.add(rest, twoSumError(first, bend, high)));
  const half = f64x2.mul(v128.and(breakpoint, v128.load(POWER_BITS)), f64x2.splat(HALF_ENTRY));
  const fars = f64x2.sub(
    f64x2.mul(square, f64x2.splat(COMPENSATED_FAR_PART)),
    f64x2.mul(f64x2.mul(half, half), f64x2.splat(FAR_PART)),
  );
  const nears = f64x2.sub(
    f64x2.mul(f64x2.abs(d), f64x2.splat(COMPENSATED_NEAR_PART)),
    f64x2.mul(half, f64x2.splat(NEAR_PART)),
  );
  const less = f64x2.add(f64x2.mul(f64x2.abs(c2), fars), f64x2.mul(f64x2.abs(c1l), nears));
  const last = f64x2.mul(f64x2.abs(high), f64x2.splat(COMPENSATED_LAST_PART));
  v128.store(BOUND, f64x2.add(f64x2.add(seconds(slope0, slope1), less), last));
  return high;
}
