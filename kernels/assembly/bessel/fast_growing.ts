// i0, i1 and i1', which overflow near 714. a = |x|:
//
//   [0, 2^-6)    entry -1: the function itself, so that the smallest arguments stay exact
//   [2^-6, 704)  entries of exp(-a) f, times exp(a)
//   [704, inf)   the same with 2^m in two steps, so that nothing overflows before the result does;
//                and NaN

import { enqueue } from "../batch/queue";
import {
  evaluate,
  EXP_TEST_BOUND,
  MASKED,
  setTest,
  TEST,
  TIMES_EXP,
  TIMES_LARGE_EXP,
} from "./fast_entry";
import { fallBack } from "./fallback";
import { I0, I1 } from "./kinds";
import { entriesOf, testBoundOf } from "./tables";
import { keepTiny, putTiny } from "./subnormal";
import { BLOCK, CLAMPED, ENTRIES } from "../memory_map";
import { BEFORE_HEAD, hadTiny, keepLeastBeyondZero, locate64 } from "../batch/locate";
import { expSteps, prepareExp } from "../elementary/exp";

const HEAD_END: usize = memory.data<f64>([0.015625, 0.015625], 16); // 2^-6
export const LAST: i32 = 15 * 32 + 12; // the entry that ends at 704
const LARGE: f64 = 1000; // in the last octave of entries, and exp(-a) f exp(a) is infinite

/** exp's argument: 0 in entry -1, which is not scaled. */
// @ts-ignore: decorator
@inline
function exponentOf(a: v128): v128 {
  return v128.and(a, f64x2.ge(a, v128.load(HEAD_END)));
}

/** Prepares a kernel: exp's table, and the rounding test at `test`. */
// @ts-ignore: decorator
@inline
export function prepareGrowing(kind: i32, test: usize): void {
  prepareExp();
  setTest(test, testBoundOf(kind) + EXP_TEST_BOUND);
}

/** Two elements below 704, as `evaluate` does them; `test`: where that of the kernel is. */
// @ts-ignore: decorator
@inline
export function pair(
  kind: i32,
  then: i32,
  x: v128,
  to: usize,
  a: v128,
  entry0: usize,
  entry1: usize,
  test: usize,
): i32 {
  const e = exponentOf(a);
  return evaluate(kind, then, x, to, a, entry0, entry1, e, expSteps(e), e, test);
}

/**
 * The elements of a block. `numbers` are |x|, limited or not, or x itself. An element that fails Ziv's test ends the inner
 * loop, so that this has no code for it.
 */
// @ts-ignore: decorator
@inline
function each(kind: i32, then: i32, from: usize, numbers: usize, to: usize, count: i32): void {
  const end = <usize> count << 3;
  for (let at: usize = 0; at < end;) {
    let x: v128;
    let failed: i32;
    do {
      x = v128.load(from + at);
      const entries = ENTRIES + (at >> 1);
      const a = f64x2.abs(v128.load(numbers + at));
      failed = pair(kind, then, x, to + at, a, load<u32>(entries), load<u32>(entries, 4), TEST);
      at += 16;
    } while (failed == 0 && at < end);
    if (failed != 0) enqueue(false, x, to + at - 16, failed);
  }
}

/** A block with elements from 704 on, or NaN, or the smallest. */
// @ts-ignore: decorator
@inline
function large64(kind: i32, loop: i32, from: usize, to: usize, count: i32): void {
  for (let i = 0; i < count; i += 2) {
    v128.store(CLAMPED + (<usize> i << 3), clamped(v128.load(from + (<usize> i << 3))));
  }
  locate64(CLAMPED, count, entriesOf(kind), LAST, BEFORE_HEAD);
  each(loop, TIMES_LARGE_EXP | MASKED, from, CLAMPED, to, count);
}

/** |x|, at most LARGE; NaN too becomes LARGE, so that it has an entry. */
// @ts-ignore: decorator
@inline
function clamped(x: v128): v128 {
  const limit = f64x2.splat(LARGE);
  const a = f64x2.abs(x);
  return v128.bitselect(a, limit, f64x2.lt(a, limit));
}

/** i0 and i1' differ in their entries alone: both are even. */
export function even64(kind: i32, from: usize, to: usize, count: i32): void {
  growing64(kind, I0, from, to, count);
}

/** One of them, or i1. `loop`: a kind of the same symmetry, a constant. */
// @ts-ignore: decorator
@inline
export function growing64(kind: i32, loop: i32, from: usize, to: usize, count: i32): void {
  prepareGrowing(kind, TEST);
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3) {
    const size = min(count, BLOCK);
    const isLarge = locate64(from, size, entriesOf(kind), LAST, BEFORE_HEAD);
    if (hadTiny) keepLeastBeyondZero(from, size);
    const isTiny = kind == I1 && hadTiny;
    if (isTiny) keepTiny(from, size);
    if (isLarge || hadTiny) large64(kind, loop, from, to, size);
    else each(loop, TIMES_EXP, from, from, to, size);
    fallBack(kind, false);
    if (isTiny) putTiny(to, size, 1);
  }
}
