// Accurate phase next to zeros of lgamma, digamma and polygamma of even order, where the terms of a sum cancel. There is a
// table entry for each zero, made when an element first needs it (gamma/zero_table.ts). Its breakpoint is the float64 nearest
// to the zero, and its radius a sixteenth of the distance from the nearest pole, or less for higher orders. With
// d = x - breakpoint
//
//   f = c0 + d (c1 + d (c2 + d (c3 + t))),  t = d (c4 + d (c5 + ... + d c19))
//
// where c0 to c3 and sums and products of them are double-doubles, and t is a float64 number: its first term, a power with its
// sum and its product, is rounded ten times at most, and other errors are below 2^-73 of f. So the bound is
// 10 2^-53 d^4 C + 2^-73 |f|, C the size of the terms of c4; the truncation error is below both. `deno task prove` encloses
// every entry. About 40 ns.
//
// lgamma has two zeros in each interval from (-3, -2) on, from -15 on only a few float64 from the poles. digamma and
// polygamma of even order have one in each. From order 16 on, and from -16 on, the zero is so near to the midpoint between
// the poles that polygamma/accurate.ts decides nearly all elements next to it, and it has no entry. Zeros below -127 have
// none, because a column may have an element next to each of a million zeros: gamma/accurate_phase.ts computes those.

import { LGAMMA } from "./special_values";
import { makeZeroEntry, ZERO_ENTRY, ZERO_PAIRS, ZERO_SIZES, ZERO_TERMS } from "./zero_table";
import { firsts } from "../arithmetic/lanes";
import { evaluatePairs } from "../tables/entry_double_double";
import { BOUND, ZERO_TABLES } from "../memory_map";

/** Where entries of zeros of digamma and of order 2 end. */
const END: f64 = -127;
const END_LGAMMA: f64 = -15;
/** The last order above 2 that has entries, and the end of their intervals. */
const LAST_EVEN: i64 = 14;
const END_EVEN: f64 = -16;
/**
 * Entries by order, and by interval and, for lgamma, side of the pole; the first of them are those of
 * x > 0. Order 1 has no zeros: its entries are those of orders 4 to 14, 16 of each.
 */
const ZERO_COUNT: i32 = 4 * 128;
export const END_OF_ZERO_ENTRIES: usize = ZERO_TABLES + ZERO_COUNT * ZERO_ENTRY;

const ROUNDINGS: f64 = 1.1102230246251565e-15; // 10 2^-53
const LAST_PART: f64 = 1.0587911840678754e-22; // 2^-73

/** Which zero is that of x, if there is one. */
// @ts-ignore: decorator
@inline
export function zeroNumber(order: i32, x: f64): i32 {
  if (order > 2) return 256 + 8 * (order - 4) + <i32> -floor(x);
  const pole = nearest<f64>(x);
  const interval = x > 0
    ? i32(order == LGAMMA && x > 1.5)
    : order == LGAMMA
    ? 2 * <i32> -pole + i32(x > pole) // 4 to 31
    : <i32> -floor(x); // 1 to 127
  return (order + 1) * 128 + interval;
}

/** How far the entry of a zero reaches from its breakpoint. */
// @ts-ignore: decorator
@inline
function zeroRadius(entry: usize): f64 {
  return load<f64>(entry, 8);
}

/** No f of an element that is farther from its zero than an entry reaches is so small. */
const NEAR_ZERO: f64 = 0.5;
/** No zero of even order is farther than an entry reaches and this from the midpoint between its poles. */
const NEAR_MIDDLE: f64 = 0.0625;

/**
 * Whether x < 0, whose f is almost the given one, may be in the entry of its zero: making an entry takes
 * a hundred times as long as a value.
 */
// @ts-ignore: decorator
@inline
function mayBeNear(order: i64, x: f64, f: f64): bool {
  return order < 2 ? abs(f) < NEAR_ZERO : abs(x - floor(x) - 0.5) < NEAR_MIDDLE;
}

/** The entry of the zero next to x, or 0 if x is in none. f is almost f(x), or 0 if x is known to be near to the zero. */
export function zeroEntry(order: i64, x: f64, f: f64): usize {
  const hasZero = order == LGAMMA
    ? x > END_LGAMMA && (x < -2 || x > 0.5 && x < 3)
    : order > 2
    ? x < 0 && x > END_EVEN && order <= LAST_EVEN && (order & 1) == 0
    : order != 1 && x > END && (x < 0 || order == 0 && x > 1 && x < 2);
  if (!hasZero) return 0;
  if (x > 0 || mayBeNear(order, x, f)) {
    const entry = ZERO_TABLES + <usize> zeroNumber(<i32> order, x) * ZERO_ENTRY;
    if (load<f64>(entry) == 0) makeZeroEntry(entry, <i32> order, x);
    if (abs(x - load<f64>(entry)) < zeroRadius(entry)) return entry;
  }
  return 0;
}

/**
 * f at x, whose zeros' entries are at `entry0` and `entry1`: returns the high parts; LOW and BOUND have
 * the others.
 */
export function evaluateZeros(x: v128, entry0: usize, entry1: usize): v128 {
  const high = evaluatePairs(x, entry0, entry1, ZERO_PAIRS, ZERO_TERMS);
  const d = f64x2.sub(x, firsts(v128.load(entry0), v128.load(entry1)));
  const square = f64x2.mul(d, d);
  const sizes = firsts(v128.load(entry0 + ZERO_SIZES), v128.load(entry1 + ZERO_SIZES));
  const roundings = f64x2.mul(
    f64x2.mul(f64x2.mul(square, square), sizes),
    f64x2.splat(ROUNDINGS),
  );
  v128.store(BOUND, f64x2.add(f64x2.mul(f64x2.abs(high), f64x2.splat(LAST_PART)), roundings));
  return high;
}
