// A slot of an expression's program: blocks of high parts, low parts and bounds of errors, in this order. Its entry
// says where they are read: high parts may be those of an input, and low parts or bounds that are all 0 are ZEROS,
// so that nothing is copied or filled that need not be.

import { SPACE } from "../memory_map";
import { twoSumError } from "../arithmetic/error_free_scalar";

/** Where the bounds of a slot are; its low parts are at SPACE. */
export const BOUNDS: usize = 2 * SPACE;
export const SLOT_SIZE: usize = 3 * SPACE;
/** A block of zeros. */
export const ZEROS: usize = memory.data(4096, 16);

/** Bytes of an entry: the addresses of high parts, low parts and bounds to read, and that of the slot. */
export const ENTRY: usize = 16;

// @ts-ignore: decorator
@inline
export function highsOf(entry: usize): usize {
  return load<u32>(entry);
}

// @ts-ignore: decorator
@inline
export function lowsOf(entry: usize): usize {
  return load<u32>(entry, 4);
}

// @ts-ignore: decorator
@inline
export function boundsOf(entry: usize): usize {
  return load<u32>(entry, 8);
}

// @ts-ignore: decorator
@inline
export function slotOf(entry: usize): usize {
  return load<u32>(entry, 12);
}

/** Says that a slot was filled; `hasLows` and `hasBounds`: whether any low part, any bound is not 0. */
export function setFilled(entry: usize, hasLows: bool, hasBounds: bool): void {
  const slot = slotOf(entry);
  store<u32>(entry, slot);
  store<u32>(entry, hasLows ? slot + SPACE : ZEROS, 4);
  store<u32>(entry, hasBounds ? slot + BOUNDS : ZEROS, 8);
}

/** Says that a slot has the numbers at an address, exactly. */
export function setPlain(entry: usize, highs: usize): void {
  store<u32>(entry, highs);
  store<u32>(entry, ZEROS, 4);
  store<u32>(entry, ZEROS, 8);
}

/** Puts an element of which nothing is known: the last phase computes it. */
export function putUnknown(at: usize): void {
  store<f64>(at, NaN);
  store<f64>(at, 0, SPACE);
  store<f64>(at, Infinity, BOUNDS);
}

/** Puts an element: `bound` is that of its error. `isUnbounded`: it may be anything, whatever the bound is. */
export function put(at: usize, high: f64, rest: f64, bound: f64, isUnbounded: bool): void {
  const sum = rest == 0 ? high : high + rest; // -0 stays
  if (abs(sum) < Infinity) {
    store<f64>(at, sum);
    store<f64>(at, twoSumError(high, rest, sum), SPACE);
    // The product of an infinite bound and 0 is NaN.
    store<f64>(at, isUnbounded ? Infinity : bound, BOUNDS);
    return;
  }
  // Beside an infinite value the low part is NaN.
  store<f64>(at, abs(high) < Infinity && !isNaN(rest) ? sum : high);
  store<f64>(at, 0, SPACE);
  store<f64>(at, isUnbounded ? Infinity : 0, BOUNDS);
}

/** Puts high + rest, whose sum is finite, with its bound. */
// @ts-ignore: decorator
@inline
export function putLanes(at: usize, sum: v128, low: v128, bound: v128): void {
  v128.store(at, sum);
  v128.store(at, low, SPACE);
  v128.store(at, bound, BOUNDS);
}
