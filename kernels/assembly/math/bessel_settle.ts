// The elements that the first way leaves undecided (bessel_rows.ts), about one in 350: they are noted while a block is
// computed, and settled after it, so that they do not slow down the others.

import { I0E_SLOPE, I1, I1E } from "./bessel_kinds";
import { second } from "./bessel_second";
import { SPACE, SPACE_C } from "./block";

/** u32 among the single values before the work spaces (block.ts): how many pairs of elements are noted. */
const COUNT: usize = 64;
// Of each two: x, where the results are, the kernel, and which of the two are undecided. A block of two kernels at once
// has as many as fill four spaces.
const NOTED: usize = SPACE_C + 2 * SPACE;
const NOTE: usize = 32;
/** Where the notes end. */
export const END_OF_NOTES: usize = NOTED + 4 * SPACE;

// @ts-ignore: decorator
@inline
export function note(kind: i32, x: v128, place: usize, differs: v128): void {
  const count: usize = load<u32>(COUNT);
  const at = NOTED + count * NOTE;
  v128.store(at, x);
  store<u32>(at, <u32> place, 16);
  store<u32>(at, kind, 20);
  store<u32>(at, i64x2.bitmask(differs), 24);
  store<u32>(COUNT, count + 1);
}

/** Puts the correctly rounded results of all that is noted into their places. */
// @ts-ignore: decorator
@inline
export function settle(): void {
  if (load<u32>(COUNT) != 0) settleAll();
}

function settleAll(): void {
  const count = load<u32>(COUNT);
  store<u32>(COUNT, 0);
  for (let at = NOTED, end = NOTED + count * NOTE; at < end; at += NOTE) {
    const place: usize = load<u32>(at, 16);
    const kind: i32 = load<u32>(at, 20);
    const lanes = load<u32>(at, 24);
    if (lanes & 1) store<f64>(place, value(kind, load<f64>(at)));
    if (lanes & 2) store<f64>(place, value(kind, load<f64>(at, 8)), 8);
  }
}

function value(kind: i32, x: f64): f64 {
  const y = second(kind, abs(x));
  return x < 0 && (kind == I1 || kind == I1E || kind == I0E_SLOPE) ? -y : y;
}
