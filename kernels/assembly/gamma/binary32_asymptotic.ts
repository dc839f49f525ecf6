// lgamma and digamma of float32 from 2^40 on, infinity included, four elements at a time, where a
// logarithm (elementary/log.ts) is enough: x (ln x - 1) - ln(x)/2 and ln x. Its error and what is left out are
// below 2^-44 of the value; elements that 2^-36 does not decide are queued (gamma/binary32.ts).
// Where elements with entries are among them, both are computed, and one is taken: no branch foresees
// which it is.

import { ENTRIES } from "../memory_map";
import { HALF, ONE } from "../arithmetic/constants";
import { enqueueFour } from "./binary32_fallback";
import { LGAMMA } from "./special_values";
import { firstHalf, secondHalf } from "../arithmetic/lanes";
import { logShort } from "../elementary/log";
import { failZivTest32, toFloat32 } from "../rounding/ziv_test";
import { evaluateEntries } from "../tables/entry_binary32";

const BITS: i32 = 36;
/** How many terms entries have behind c0 (gamma/binary32_table.ts). */
const TERMS: i32 = 5;
const FIRST_FAR: f32 = 1099511627776; // 2^40
const FAR: usize = memory.data<f64>([1099511627776, 1099511627776], 16);
const INFINITE_32: usize = memory.data<u32>([0x7f800000, 0x7f800000, 0x7f800000, 0x7f800000], 16);

/** Whether all elements are 2^40 or more. */
export function areLargeShort(from: usize, count: i32): bool {
  if (!(load<f32>(from) >= FIRST_FAR)) return false;
  const least = f32x4.splat(FIRST_FAR);
  let are = i32x4.splat(-1);
  for (const stop = from + (<usize> count << 2); from < stop; from += 16) {
    are = v128.and(are, f32x4.ge(v128.load(from), least));
  }
  return i32x4.all_true(are);
}

/** Computes such elements, but for those that are queued. */
export function largeShort(order: i32, from: usize, to: usize, size: i32): void {
  largeLoop(order, from, to, size, false);
}

/** The same where some elements have ENTRIES. */
export function largeShortWithEntries(order: i32, from: usize, to: usize, size: i32): void {
  largeLoop(order, from, to, size, true);
}

// @ts-ignore: decorator
@inline
function largeLoop(order: i32, from: usize, to: usize, size: i32, withEntries: bool): void {
  for (let at: usize = 0, end = <usize> size << 2; at < end; at += 16) {
    const x = v128.load(from + at);
    const x0 = firstHalf(x);
    const x1 = secondHalf(x);
    let y0 = largeTwo(order, x0);
    let y1 = largeTwo(order, x1);
    if (withEntries) {
      const entry0 = evaluateEntries(x0, load<u32>(at, ENTRIES), load<u32>(at, ENTRIES + 4), TERMS);
      const entry1 = evaluateEntries(
        x1,
        load<u32>(at, ENTRIES + 8),
        load<u32>(at, ENTRIES + 12),
        TERMS,
      );
      y0 = v128.bitselect(y0, entry0, f64x2.ge(x0, v128.load(FAR)));
      y1 = v128.bitselect(y1, entry1, f64x2.ge(x1, v128.load(FAR)));
    }
    // The logarithm of infinity is a number.
    const y = v128.bitselect(toFloat32(y0, y1), x, f32x4.lt(x, v128.load(INFINITE_32)));
    v128.store(to + at, y);
    if (failZivTest32(y0, y1, BITS)) enqueueFour(x, to + at);
  }
}

// @ts-ignore: decorator
@inline
function largeTwo(order: i32, x: v128): v128 {
  const log = logShort(x);
  if (order != LGAMMA) return log;
  return f64x2.sub(f64x2.mul(x, f64x2.sub(log, v128.load(ONE))), f64x2.mul(log, v128.load(HALF)));
}

/** Two values, of which those at infinity are anything. */
export function largeShortTwo(order: i32, x: v128): v128 {
  return largeTwo(order, x);
}
