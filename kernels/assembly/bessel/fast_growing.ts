// i0, i1 and i1', which overflow near 714. a = |x|:
//
//   [0, 2^-6)    entry -1: the function itself, so that the smallest arguments stay exact
//   [2^-6, 704)  entries of exp(-a) f, times exp(a)
//   [704, inf)   the same with 2^m in two steps, so that nothing overflows before the result does;
//                and NaN; float32 results are infinite there

import {
  I0E,
  I0E_EXP_TEST_BOUND,
  I1_GRAD,
  I1_GRAD_EXP_TEST_BOUND,
  I1E,
  I1E_EXP_TEST_BOUND,
} from "./data";
import { exponent0, exponent1, growingPair } from "./fast_pair";
import { I0, I1 } from "./kinds";
import { enqueue } from "../batch/queue";
import {
  evaluate,
  EXP_TEST_BOUND,
  MASKED,
  MEASURED,
  PAIR,
  setTest,
  TEST,
  TIMES_EXP,
  TIMES_LARGE_EXP,
} from "./fast_entry";
import { fallBack } from "./fallback";
import { keepTiny, putTiny } from "./subnormal";
import { BLOCK, CLAMPED, ENTRIES, GROWING_KEPT } from "../memory_map";
import { BEFORE_HEAD, hadTiny, keepLeastBeyondZero, locate32, locate64 } from "../batch/locate";
import { MAGNITUDE_32, SIGN_32 } from "../arithmetic/constants";
import { expSteps, prepareExp, scaleOnce, timesExpShort } from "../elementary/exp";
import { firstHalf, secondHalf } from "../arithmetic/lanes";
import { failZivTest32, finish, NAN_32, toFloat32 } from "../rounding/ziv_test";
import { EVEN, ODD, symmetric32 } from "./symmetry";
import { ENTRY, evaluateShort } from "../tables/entry";
import { powerOfTwo } from "../arithmetic/power_of_two";

const HEAD_END: usize = memory.data<f64>([0.015625, 0.015625], 16); // 2^-6
export const LAST: i32 = 15 * 32 + 12; // the entry that ends at 704
const LARGE_32: i32 = 0x442f0000; // 700
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
  const bound = kind == I0
    ? I0E_EXP_TEST_BOUND
    : kind == I1
    ? I1E_EXP_TEST_BOUND
    : I1_GRAD_EXP_TEST_BOUND;
  setTest(test, bound + EXP_TEST_BOUND);
}

/** Two elements below 704, as `evaluate` does them; `test`: where that of the kernel is. */
// @ts-ignore: decorator
@inline
export function pair(
  kind: i32,
  then: i32,
  symmetry: i32,
  x: v128,
  to: usize,
  a: v128,
  entry0: usize,
  entry1: usize,
  test: usize,
): i32 {
  const e = exponentOf(a);
  return evaluate(kind, then, symmetry, x, to, a, entry0, entry1, e, expSteps(e), e, test);
}

/** Two elements below 704, good to 2^-33. */
// @ts-ignore: decorator
@inline
export function pairShort(a: v128, entry0: usize, entry1: usize): v128 {
  const e = exponentOf(a);
  const steps = expSteps(e);
  return scaleOnce(timesExpShort(evaluateShort(a, entry0, entry1), e, steps), steps);
}

/**
 * The elements of a block, of which `numbers` are |x| or the same limited, or x itself. An element
 * that fails Ziv's test ends the inner loop, which so has no code for it.
 */
// @ts-ignore: decorator
@inline
function each(
  kind: i32,
  then: i32,
  from: usize,
  numbers: usize,
  to: usize,
  count: i32,
  symmetry: i32,
): void {
  const end = <usize> count << 3;
  for (let at: usize = 0; at < end;) {
    let x: v128;
    let open: i32;
    do {
      x = v128.load(from + at);
      const entries = ENTRIES + (at >> 1);
      const a = f64x2.abs(v128.load(numbers + at));
      open = pair(
        kind,
        then,
        symmetry,
        x,
        to + at,
        a,
        load<u32>(entries),
        load<u32>(entries, 4),
        TEST,
      );
      at += 16;
    } while (open == 0 && at < end);
    if (open != 0) enqueue(false, x, to + at - 16, open);
  }
}

/** A block with elements from 704 on, or NaN, or the smallest. */
// @ts-ignore: decorator
@inline
function large64(kind: i32, from: usize, to: usize, count: i32, table: usize, symmetry: i32): void {
  for (let i = 0; i < count; i += 2) {
    v128.store(CLAMPED + (<usize> i << 3), clamped(v128.load(from + (<usize> i << 3))));
  }
  locate64(CLAMPED, count, table, LAST, BEFORE_HEAD);
  each(kind, TIMES_LARGE_EXP | MASKED, from, CLAMPED, to, count, symmetry);
}

/** |x|, at most LARGE; NaN too becomes LARGE, so that it has an entry. */
// @ts-ignore: decorator
@inline
function clamped(x: v128): v128 {
  const limit = f64x2.splat(LARGE);
  const a = f64x2.abs(x);
  return v128.bitselect(a, limit, f64x2.lt(a, limit));
}

// @ts-ignore: decorator
@inline
export function growing64(
  kind: i32,
  from: usize,
  to: usize,
  count: i32,
  table: usize,
  symmetry: i32,
): void {
  prepareGrowing(kind, TEST);
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3) {
    const size = min(count, BLOCK);
    const isLarge = locate64(from, size, table, LAST, BEFORE_HEAD);
    if (hadTiny) keepLeastBeyondZero(from, size);
    const isTiny = symmetry == ODD && hadTiny;
    if (isTiny) keepTiny(from, size);
    if (isLarge || hadTiny) {
      large64(kind, from, to, size, table, symmetry);
    } else {
      each(kind, TIMES_EXP, from, from, to, size, symmetry);
    }
    fallBack(kind, false);
    if (isTiny) putTiny(to, size, 1);
  }
}

// @ts-ignore: decorator
@inline
export function growing32(
  kind: i32,
  from: usize,
  to: usize,
  count: i32,
  table: usize,
  symmetry: i32,
  bits: i32,
): void {
  prepareExp();
  for (; count > 0; count -= BLOCK, from += BLOCK << 2, to += BLOCK << 2) {
    const size = min(count, BLOCK);
    const isLarge = locate32(from, size, table, LAST, BEFORE_HEAD);
    if (isLarge) clamp32(from, size, table);
    const source = isLarge ? CLAMPED : from;
    for (let i = 0; i < size; i += 4) {
      const at = <usize> i << 2;
      const x = v128.load(source + at);
      const entries = ENTRIES + at;
      const a = v128.and(x, v128.load(MAGNITUDE_32));
      const y0 = pairShort(firstHalf(a), load<u32>(entries), load<u32>(entries, 4));
      const y1 = pairShort(secondHalf(a), load<u32>(entries, 8), load<u32>(entries, 12));
      const y = failZivTest32(y0, y1, bits) ? decided(kind, a) : toFloat32(y0, y1);
      v128.store(to + at, symmetric32(symmetry, x, y));
    }
    if (isLarge) putNaNs(to, size);
  }
}

/**
 * A block with elements from 704 on: CLAMPED and its ENTRIES, where they are LARGE_32, and so is NaN;
 * of both signs. Results there are infinite as float32.
 */
function clamp32(from: usize, count: i32, table: usize): void {
  memory.copy(GROWING_KEPT, from, <usize> count << 2);
  for (let at: usize = 0, end = <usize> count << 2; at < end; at += 16) {
    const x = v128.load(at, GROWING_KEPT);
    const a = i32x4.min_s(v128.and(x, v128.load(MAGNITUDE_32)), i32x4.splat(LARGE_32));
    v128.store(at, v128.or(a, v128.and(x, v128.load(SIGN_32))), CLAMPED);
  }
  locate32(CLAMPED, count, table, LAST, BEFORE_HEAD);
}

/** Results of NaN, which `clamp32` hid. */
function putNaNs(to: usize, count: i32): void {
  for (let at: usize = 0, end = <usize> count << 2; at < end; at += 16) {
    const x = v128.load(at, GROWING_KEPT);
    const y = v128.bitselect(i32x4.splat(NAN_32), v128.load(to + at), f32x4.ne(x, x));
    v128.store(to + at, y);
  }
}

/** Four elements below 704, rounded to float32 from the unrounded pairs. */
export function decided(kind: i32, a: v128): v128 {
  return toFloat32(twoDecided(kind, firstHalf(a)), twoDecided(kind, secondHalf(a)));
}

function twoDecided(kind: i32, a: v128): v128 {
  growingPair(kind, a);
  const scale = f64x2.replace_lane(f64x2.splat(powerOfTwo(exponent0)), 1, powerOfTwo(exponent1));
  return f64x2.mul(finish(v128.load(PAIR), v128.load(PAIR, 16), true), scale);
}

/**
 * Leaves the pairs that the loops find at two numbers below 704, both the same, and their bounds in
 * PAIR, for tests.
 */
export function fastPair(kind: i32, a: v128): void {
  prepareExp();
  v128.store(CLAMPED, a);
  v128.store(CLAMPED, a, 16);
  const table = (kind == I0 ? I0E : kind == I1 ? I1E : I1_GRAD) + ENTRY;
  locate64(CLAMPED, 4, table, LAST, BEFORE_HEAD);
  pair(I0, TIMES_EXP | MEASURED, EVEN, a, 0, a, load<u32>(ENTRIES), load<u32>(ENTRIES), TEST);
  const bound = kind == I0
    ? I0E_EXP_TEST_BOUND
    : kind == I1
    ? I1E_EXP_TEST_BOUND
    : I1_GRAD_EXP_TEST_BOUND;
  v128.store(PAIR, f64x2.mul(v128.load(PAIR), f64x2.splat(bound + EXP_TEST_BOUND)), 32);
}
