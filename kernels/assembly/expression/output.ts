// Results of expressions: the rounding test, and where they are written.
//
// A result is rounded from its double-double where the bound is at most 0.43 ulp: then it is within 0.93 ulp of the true value. At
// a power of two, an ulp is that of the numbers below it.

import { BLOCK } from "../memory_map";
import { INFINITE, ZERO } from "../arithmetic/constants";
import { FALLBACKS, INDEX, OUTPUTS } from "./instructions";
import { boundsOf, highsOf } from "./slot";

const LIMIT: f64 = 9.547918011776346e-17; // 0.43 2^-52
const ALL_LIMIT: usize = memory.data<f64>([9.547918011776346e-17, 9.547918011776346e-17], 16);
const BELOW: f64 = 0.9999999999999999; // 1 - 2^-53
const ALL_BELOW: usize = memory.data<f64>([0.9999999999999999, 0.9999999999999999], 16);

/** Elements of the block that fall back to the accurate phase, as i32. */
export const CHOSEN: usize = memory.data(2048, 16);

/** How far a chosen element is from the first of the block, in bytes. */
// @ts-ignore: decorator
@inline
export function chosenPlace(i: i32): usize {
  return <usize> load<i32>(CHOSEN + (<usize> i << 2)) << 3;
}

// @ts-ignore: decorator
@inline
export function passesTest(value: f64, bound: f64): bool {
  const ulps = reinterpret<f64>(reinterpret<u64>(value * BELOW) & 0x7ff0000000000000) * LIMIT;
  return bound == 0 || bound <= ulps && ulps < Infinity;
}

/** Writes results, and marks those that fail the rounding test, which fall back; returns how many do. */
export function output(program: usize, at: usize, a: usize, first: i32, count: i32): i32 {
  const index = <usize> load<i32>(at, INDEX);
  const to = load<usize>(load<usize>(program, OUTPUTS) + (index << 2)) + (<usize> first << 3);
  const marks = load<usize>(program, FALLBACKS) + index * BLOCK;
  const highs = highsOf(a);
  const bounds = boundsOf(a);
  memory.fill(marks, 0, BLOCK);
  let fallbacks = 0;
  const even = <usize> (count & ~1);
  for (let i: usize = 0; i < even; i += 2) {
    const high = v128.load(highs + (i << 3));
    const bound = v128.load(bounds + (i << 3));
    const exponents = v128.and(f64x2.mul(high, v128.load(ALL_BELOW)), v128.load(INFINITE));
    const limit = f64x2.mul(exponents, v128.load(ALL_LIMIT));
    // An infinite value has a bound of 0, or fails the test.
    const isKnown = v128.or(
      f64x2.eq(bound, v128.load(ZERO)),
      v128.and(f64x2.le(bound, limit), f64x2.lt(limit, v128.load(INFINITE))),
    );
    v128.store(to + (i << 3), v128.bitselect(high, f64x2.splat(NaN), f64x2.eq(high, high)));
    const known = i64x2.bitmask(isKnown);
    if (known != 3) {
      store<u8>(marks + i, known & 1 ? 0 : 1);
      store<u8>(marks + i, known & 2 ? 0 : 1, 1);
      fallbacks += 2 - popcnt(known);
    }
  }
  if (even < <usize> count) {
    const high = load<f64>(highs + (even << 3));
    store<f64>(to + (even << 3), isNaN(high) ? NaN : high);
    const isKnown = passesTest(high, load<f64>(bounds + (even << 3)));
    store<u8>(marks + even, isKnown ? 0 : 1);
    if (!isKnown) fallbacks++;
  }
  return fallbacks;
}

/** Writes results of chosen elements that were marked and pass the test now; returns how many do not. */
export function chosenOutput(program: usize, at: usize, a: usize, first: i32, count: i32): i32 {
  const index = <usize> load<i32>(at, INDEX);
  const to = load<usize>(load<usize>(program, OUTPUTS) + (index << 2)) + (<usize> first << 3);
  const marks = load<usize>(program, FALLBACKS) + index * BLOCK;
  let fallbacks = 0;
  for (let i = 0; i < count; i++) {
    const place = chosenPlace(i);
    if (load<u8>(marks + (place >> 3)) == 0) continue;
    const high = load<f64>(highsOf(a) + (<usize> i << 3));
    if (!passesTest(high, load<f64>(boundsOf(a) + (<usize> i << 3)))) {
      fallbacks++;
      continue;
    }
    store<f64>(to + place, isNaN(high) ? NaN : high);
    store<u8>(marks + (place >> 3), 0);
  }
  return fallbacks;
}
