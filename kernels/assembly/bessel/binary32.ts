// The Bessel functions for float32, four elements at a time, from short entries of f(a), a = |x|:
//
//   growing (i0, i1, i1')                          scaled (i0e, i1e and derivatives)
//   [0, 1/16)      entry 0, around 0               [0, 2^-12)     entry 0, around 0
//   [1/16, 92)     entries around n/8              [2^-12, 2^128) 64 or 32 entries to an octave
//   [92, inf]      inf, as float32                 inf, NaN       as float64
//
// Each function has a table of its own, which is made from the fast phase of float64 when it is first used, in about a
// millisecond.
//
//   growing   f = c0 + d (c1 + ... + d c5), d = a - n/8, interpolated at six Chebyshev nodes. The error is
//             2^-29 |f^(6)|/6! at most, and |f^(6)| at most f, or 1.6 f for i1 next to 0: 2^-37.8
//   scaled    entries of tables/entry_binary32.ts: 64 to an octave with four terms have an error of 2^-39.2 at most,
//             in i0e at 4 to 8. Those of the derivatives i0e' and i1e', which are steep, are 32 to an octave and have
//             five terms: 2^-37.9. From 2^42 on they are those of a/4, as f(a) = f(a/4)/2, or f(a/4)/8 if f is steep, but
//             for 9/8 of 1/a at most (DLMF 10.40.1): 2^-39.8 in total
//
// Fours that may round to either of two float32 with an error of 2^-36, one in 700, are rounded from the double-doubles of
// bessel/fast_pair.ts, as are those with NaN or infinity.
//
// All results are correctly rounded: the worst error is half an ulp, where a value is almost a
// midpoint. Tested by tests/kernels/bessel_binary32_test.ts, float32_regions_test.ts and whole_line_test.ts, and on all
// 2^32 inputs by `deno task accuracy --every --type float32 i0 i1 i1Grad i0e i1e i0eGrad i1eGrad`.

import { BINARY32_BESSEL_TABLES, BLOCK, ENTRIES } from "../memory_map";
import { entryPairs, exponent0, exponent1 } from "./fast_pair";
import { I0E, I0E_SLOPE, I1E_SLOPE, isGrowing, isSteep } from "./kinds";
import { entriesOf } from "./tables";
import { PAIR } from "./fast_entry";
import { MAGNITUDE_32 } from "../arithmetic/constants";
import { firstHalf, secondHalf } from "../arithmetic/lanes";
import { failZivTest32, NAN_32, toFloat32, toOdd } from "../rounding/ziv_test";
import {
  endAtBreakpoint,
  evaluateEntries,
  finishPolynomial,
  finishShort,
  placeOf,
  SHORT_SHIFT,
  startShort,
  takeQuotient,
} from "../tables/entry_binary32";
import { symmetric32 } from "./symmetry";
import { ENTRY, linear } from "../tables/entry";
import { powerOfTwo } from "../arithmetic/power_of_two";

// Numbers as the bits of float32.
const LAST_FINITE: i32 = 0x7f7fffff;
/** 92: from here on growing functions are infinite as float32. */
const GROWING_END: usize = memory.data<f32>([92, 92, 92, 92], 16);
/** The last below 2^81: from there on results of steep functions may be subnormal. */
const BEFORE_SMALL: i32 = 0x67ffffff;

/** Growing functions: the entries' breakpoints are multiples of this, and adding ROUNDER rounds to one. */
const STEP: f64 = 0.125;
const ROUNDER: usize = memory.data<f32>([1048576, 1048576, 1048576, 1048576], 16); // 2^20
const ROUNDER_BITS: i32 = 0x49800000;
const GROWING_ENTRIES: i32 = 92 * 8 + 1;
const GROWING_TERMS: i32 = 5;

/** Scaled functions: the first octave begins at 2^FIRST, before it is entry 0. From 2^FAR on entries are made of others. */
const FIRST: i32 = -12;
const FIRST_END: f64 = 0.000244140625; // 2^-12
const FAR: i32 = 42;
const END: i32 = 128;
const OCTAVES: i32 = END - FIRST;

/** Terms of a scaled function's entry after c0. */
// @ts-ignore: decorator
@inline
function termsOf(kind: i32): i32 {
  return isSteep(kind) ? 5 : 4;
}

/** Its entries of an octave, as a power of two. */
// @ts-ignore: decorator
@inline
function octaveBits(kind: i32): i32 {
  return isSteep(kind) ? 5 : 6;
}

const GROWING_SIZE: usize = <usize> GROWING_ENTRIES << SHORT_SHIFT;
const SCALED_SIZE: usize = <usize> (OCTAVES * 64 + 1) << SHORT_SHIFT;
const STEEP_SIZE: usize = <usize> (OCTAVES * 32 + 1) << SHORT_SHIFT;
const SCALED_TABLES: usize = BINARY32_BESSEL_TABLES + I0E * GROWING_SIZE;
const STEEP_TABLES: usize = SCALED_TABLES + 2 * SCALED_SIZE;
export const END_OF_SHORT_BESSEL_ENTRIES: usize = STEEP_TABLES + 2 * STEEP_SIZE;
/** u8 by kind: whether the table is made. */
const MADE: usize = memory.data(8, 16);

// @ts-ignore: decorator
@inline
function tableOf(kind: i32): usize {
  if (isGrowing(kind)) return BINARY32_BESSEL_TABLES + <usize> kind * GROWING_SIZE;
  if (!isSteep(kind)) return SCALED_TABLES + <usize> (kind - I0E) * SCALED_SIZE;
  return STEEP_TABLES + <usize> (kind - I0E_SLOPE) * STEEP_SIZE;
}

/** f(a), a plain number. */
function valueAt(kind: i32, a: f64): f64 {
  entryPairs(kind, f64x2.splat(a));
  return (load<f64>(PAIR) + load<f64>(PAIR, 16)) * powerOfTwo(exponent0);
}

function makeTable(kind: i32): void {
  store<u8>(MADE + kind, 1);
  if (isGrowing(kind)) makeGrowing(kind);
  else makeScaled(kind);
}

function makeGrowing(kind: i32): void {
  let to = tableOf(kind);
  makeFirstEntry(kind, 0.5 * STEP, entriesOf(kind) - ENTRY, to);
  for (let n = 1; n < GROWING_ENTRIES; n++) {
    const breakpoint = <f64> n * STEP;
    startShort(breakpoint - 0.5 * STEP, breakpoint + 0.5 * STEP, breakpoint, GROWING_TERMS + 1);
    for (let i = 0; i <= GROWING_TERMS; i++) {
      takeQuotient(i, valueAt(kind, breakpoint + placeOf(i)));
    }
    finishPolynomial(to += 1 << SHORT_SHIFT);
  }
}

/** The zero of i1e' is a breakpoint, which keeps the relative error small next to it. */
const ZERO: f64 = 1.5451272579925427;
/** Where the breakpoint of other entries is in their intervals: at no node, where (f - c0)/d would be 0/0. */
const BREAKPOINT: f64 = 0.53125;

function makeScaled(kind: i32): void {
  const bits = octaveBits(kind);
  const count = 1 << bits;
  const terms = termsOf(kind);
  let to = tableOf(kind);
  makeFirstEntry(kind, FIRST_END, entriesOf(kind), to + 8);
  store<f64>(to, 0);
  for (let octave = FIRST; octave < FAR; octave++) {
    const width = powerOfTwo(octave - bits);
    for (let i = 0; i < count; i++) {
      const low = width * <f64> (count + i);
      const hasZero = kind == I1E_SLOPE && ZERO >= low && ZERO < low + width;
      const breakpoint = hasZero ? ZERO : low + BREAKPOINT * width;
      const c0 = valueAt(kind, breakpoint);
      startShort(low, low + width, breakpoint, terms);
      for (let i = 0; i < terms; i++) {
        takeQuotient(i, (valueAt(kind, breakpoint + placeOf(i)) - c0) / placeOf(i));
      }
      finishShort(to += 1 << SHORT_SHIFT, breakpoint, c0);
    }
  }
  const twoOctaves = <usize> (2 * count) << SHORT_SHIFT;
  for (let left = (END - FAR) * count; left > 0; left--) {
    to += 1 << SHORT_SHIFT;
    makeFarEntry(to, to - twoOctaves, isSteep(kind) ? 0.125 : 0.5);
  }
}

/** The entry of `factor` f(a/4), from that of f. */
function makeFarEntry(to: usize, near: usize, factor: f64): void {
  store<f64>(to, 4 * load<f64>(near));
  for (let at: usize = 8; at < 1 << SHORT_SHIFT; at += 8) {
    store<f64>(to + at, factor * load<f64>(near + at));
    factor *= 0.25;
  }
}

/** Writes the coefficients around 0, where c1 decides how the smallest arguments round, and is that of a float64 entry. */
function makeFirstEntry(kind: i32, end: f64, entry: usize, to: usize): void {
  const terms = isGrowing(kind) ? GROWING_TERMS : termsOf(kind);
  const c0 = load<f64>(entry, 8);
  const c1 = isSteep(kind) ? load<f64>(entry, 16) : load<f64>(entry, 24);
  startShort(0, end, 0, terms);
  for (let i = 0; i < terms - 1; i++) {
    takeQuotient(i, (valueAt(kind, placeOf(i)) - c0) / placeOf(i));
  }
  endAtBreakpoint(c1);
  finishPolynomial(to + 8);
  store<f64>(to, c0);
  store<f64>(to, c1, 8);
}

/** |x|, but at most 92 if f grows. */
// @ts-ignore: decorator
@inline
function sizesOf(kind: i32, x: v128): v128 {
  const a = v128.and(x, v128.load(MAGNITUDE_32));
  return isGrowing(kind) ? i32x4.min_s(a, v128.load(GROWING_END)) : a;
}

/** The numbers of the entries of a, counted from `firstNumber`. */
// @ts-ignore: decorator
@inline
function entryNumbers(kind: i32, a: v128, first: v128): v128 {
  if (isGrowing(kind)) return f32x4.add(a, v128.load(ROUNDER));
  return i32x4.shr_u(i32x4.max_s(a, first), 23 - octaveBits(kind));
}

/** The number of entry 0: the bits of ROUNDER, or the upper bits of the float32 below 2^-12. */
// @ts-ignore: decorator
@inline
function firstNumber(kind: i32): i32 {
  return isGrowing(kind) ? ROUNDER_BITS : ((127 + FIRST) << octaveBits(kind)) - 1;
}

/** Fills ENTRIES for `count` float32 with the addresses of their entries; whether any needs the test `failsAtEnds`. */
// @ts-ignore: decorator
@inline
function locateShort(kind: i32, from: usize, count: i32): bool {
  const base = i32x4.splat(<i32> tableOf(kind) - (firstNumber(kind) << SHORT_SHIFT));
  const first = i32x4.splat(firstNumber(kind) << (23 - octaveBits(kind)));
  let largest = i32x4.splat(0);
  let entries = ENTRIES;
  for (const end = from + (<usize> count << 2); from < end; from += 16, entries += 16) {
    const x = v128.load(from);
    largest = i32x4.max_s(largest, v128.and(x, v128.load(MAGNITUDE_32)));
    const numbers = entryNumbers(kind, sizesOf(kind, x), first);
    v128.store(entries, i32x4.add(i32x4.shl(numbers, SHORT_SHIFT), base));
  }
  const most = isSteep(kind) ? BEFORE_SMALL : LAST_FINITE;
  return v128.any_true(i32x4.gt_s(largest, i32x4.splat(most)));
}

/** One of the kernels (bessel/kinds.ts). */
// @ts-ignore: decorator
@inline
export function besselShort(kind: i32, from: usize, to: usize, count: i32): void {
  if (!load<u8>(MADE + kind)) makeTable(kind);
  for (; count > 0; count -= BLOCK, from += BLOCK << 2, to += BLOCK << 2) {
    const size = min(count, BLOCK);
    if (locateShort(kind, from, size)) fours(kind, from, to, size, true);
    else fours(kind, from, to, size, false);
  }
}

/** A growing function at n/8 + d. */
// @ts-ignore: decorator
@inline
function evaluateGrowing(d: v128, entry0: usize, entry1: usize): v128 {
  const square = f64x2.mul(d, d);
  const first = linear(v128.load(entry0), v128.load(entry1), d);
  const second = linear(v128.load(entry0, 16), v128.load(entry1, 16), d);
  const third = linear(v128.load(entry0, 32), v128.load(entry1, 32), d);
  return f64x2.add(first, f64x2.mul(square, f64x2.add(second, f64x2.mul(square, third))));
}

/** f at two numbers a, or at two d if it grows. */
// @ts-ignore: decorator
@inline
function evaluateTwo(kind: i32, a: v128, entry0: usize, entry1: usize): v128 {
  if (isGrowing(kind)) return evaluateGrowing(a, entry0, entry1);
  return evaluateEntries(a, entry0, entry1, termsOf(kind));
}

/** Computes a block; `some`: some elements may be infinite or NaN, or have a subnormal result. */
// @ts-ignore: decorator
@inline
function fours(kind: i32, from: usize, to: usize, size: i32, some: bool): void {
  for (let at: usize = 0, end = <usize> size << 2; at < end; at += 16) {
    const x = v128.load(from + at);
    let a = sizesOf(kind, x);
    if (isGrowing(kind)) {
      const rounder = v128.load(ROUNDER);
      a = f32x4.sub(a, f32x4.sub(f32x4.add(a, rounder), rounder));
    }
    const entry0 = load<u32>(at, ENTRIES);
    const entry1 = load<u32>(at, ENTRIES + 4);
    const entry2 = load<u32>(at, ENTRIES + 8);
    const entry3 = load<u32>(at, ENTRIES + 12);
    const y0 = evaluateTwo(kind, firstHalf(a), entry0, entry1);
    const y1 = evaluateTwo(kind, secondHalf(a), entry2, entry3);
    const fails = some ? failsAtEnds(x, y0, y1) : failZivTest32(y0, y1);
    const y = fails ? roundFour(kind, x) : symmetric32(kind, x, toFloat32(y0, y1));
    v128.store(to + at, y);
  }
}

// 1 - 2^-36 and 1 + 2^-36
const LESS: usize = memory.data<f64>([0.9999999999854481, 0.9999999999854481], 16);
const MORE: usize = memory.data<f64>([1.000000000014552, 1.000000000014552], 16);

/** Ziv's test where results may be subnormal, whose middles are elsewhere: both ends of the interval are rounded. */
function failsAtEnds(x: v128, y0: v128, y1: v128): bool {
  const a = v128.and(x, v128.load(MAGNITUDE_32));
  if (v128.any_true(i32x4.gt_s(a, i32x4.splat(LAST_FINITE)))) return true;
  const low = toFloat32(f64x2.mul(y0, v128.load(LESS)), f64x2.mul(y1, v128.load(LESS)));
  const high = toFloat32(f64x2.mul(y0, v128.load(MORE)), f64x2.mul(y1, v128.load(MORE)));
  return v128.any_true(f32x4.ne(low, high));
}

/** f at four numbers, from double-doubles. */
function roundFour(kind: i32, x: v128): v128 {
  const a = sizesOf(kind, x);
  const y = toFloat32(roundToOdd(kind, firstHalf(a)), roundToOdd(kind, secondHalf(a)));
  return v128.bitselect(i32x4.splat(NAN_32), symmetric32(kind, x, y), f32x4.ne(x, x));
}

/** Two of them, rounded to odd. The result at infinity is tiny, and rounds to 0. */
function roundToOdd(kind: i32, a: v128): v128 {
  entryPairs(kind, a);
  const y = toOdd(v128.load(PAIR), v128.load(PAIR, 16));
  const scale = f64x2(powerOfTwo(max(exponent0, -1000)), powerOfTwo(max(exponent1, -1000)));
  return f64x2.mul(y, scale);
}
