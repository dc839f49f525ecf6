// Compensated evaluation of the entries of the gamma family (tables/entry.ts), which decides most of the elements that fail
// Ziv's test in the fast phase.

import { firsts, seconds } from "../arithmetic/lanes";
import { twoProdError, twoSumError } from "../arithmetic/error_free";
import { BOUND, LOW } from "../memory_map";
import { linear } from "../tables/entry";

/** Errors of the usual evaluation, relative to c2 d^2 and to c1l d: gamma/build_taylor.ts derives them. */
export const FAR_PART: f64 = 9.71445146547012e-16; // 8.75 2^-53
export const NEAR_PART: f64 = 5.828670879282072e-16; // 5.25 2^-53

/** The exponent of a float64 alone; and half an entry, of the power of two that it begins after. */
const POWER_BITS: usize = memory.data<u64>([0x7ff0000000000000, 0x7ff0000000000000], 16);
const HALF_ENTRY: f64 = 0.0078125; // 2^-7
/** The same errors here: c2, c1l and the sum that is added to c2 are rounded. */
const COMPENSATED_FAR_PART: f64 = 1.6653345369377348e-16; // 1.5 2^-53
const COMPENSATED_NEAR_PART: f64 = 1.1102230246251565e-16; // 2^-53
const COMPENSATED_LAST_PART: f64 = 9.860761315262648e-32; // 2^-103

/**
 * f at x: their sums and products are exact, but for those that
 * are added to c2, and the bound is that of x, not of the entry. The entry's has FAR_PART and NEAR_PART of half an
 * entry at least.
 */
export function evaluateCompensated(x: v128, entry0: usize, entry1: usize): v128 {
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
