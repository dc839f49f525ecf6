// The Bessel functions for float32, four elements at a time, from short entries (tables/entry_binary32.ts). a = |x|:
//
//   growing (i0, i1, i1')                         scaled (i0e, i1e and derivatives)
//   [0, 2^-12)    entry 0, the function itself    [0, 2^-12)      entry 0
//   [2^-12, 104)  entry of exp(-a) f, times exp   [2^-12, 2^128)  entry
//   [104, inf]    inf, as float32                 inf, NaN        as float64
//
// Each function has a table of its own, which is made of the fast phase of float64 when it is first used, in one to three milliseconds.
// Entries, 64 to an octave, have four terms after c0, and leave out at most 2^-39.2 of f, in i0e at 4 to 8. Those of the
// derivatives i0e' and i1e', which are steep, are 32 to an octave and have five: 2^-37.9, at 4 to 8 too. exp is good to 2^-50.
// Fours that may round to either of two float32 with an error of 2^-36, one in 700, are rounded from the double-doubles of
// bessel/fast_pair.ts, as are those with NaN or infinity. 1.8 to 2 ns for an element, 4 ns with exp.
//
// All results are correctly rounded: the worst error is half an ulp, at any input that is almost a
// middle. Tested by tests/kernels/bessel_binary32_test.ts, float32_regions_test.ts and whole_line_test.ts, and on all
// 2^32 inputs by `deno task accuracy --every --type float32 i0 i1 i1Grad i0e i1e i0eGrad i1eGrad`.

import { BINARY32_BESSEL_TABLES, BLOCK, ENTRIES } from "../memory_map";
import { entryPairs, exponent0, exponent1 } from "./fast_pair";
import { I0, I0E, I0E_SLOPE, I1, I1_SLOPE, I1E, I1E_SLOPE, isGrowing, isSteep } from "./kinds";
import { entriesOf } from "./tables";
import { PAIR } from "./fast_entry";
import { MAGNITUDE_32 } from "../arithmetic/constants";
import { expSteps, prepareExp, scaleOnce, timesExpShort } from "../elementary/exp";
import { firstHalf, secondHalf } from "../arithmetic/lanes";
import { failZivTest32, finish, NAN_32, toFloat32 } from "../rounding/ziv_test";
import {
  endAtBreakpoint,
  evaluateEntries,
  finishShort,
  placeOf,
  SHORT_SHIFT,
  startShort,
  takeQuotient,
} from "../tables/entry_binary32";
import { symmetric32 } from "./symmetry";
import { ENTRY } from "../tables/entry";
import { powerOfTwo } from "../arithmetic/power_of_two";

/** The first octave begins at 2^FIRST; before it is entry 0. */
const FIRST: i32 = -12;
const FIRST_END: f64 = 0.000244140625; // 2^-12
const SCALED_BEGIN: usize = memory.data<f64>([0.000244140625, 0.000244140625], 16);
/** The growing functions end at 2^7, the others at 2^128. */
const GROWING_OCTAVES: i32 = 7 - FIRST;
const SCALED_OCTAVES: i32 = 128 - FIRST;

/** Terms of an entry after c0. */
// @ts-ignore: decorator
@inline
function termsOf(kind: i32): i32 {
  return isSteep(kind) ? 5 : 4;
}

/** Entries of an octave, as a power of two. */
// @ts-ignore: decorator
@inline
function octaveBits(kind: i32): i32 {
  return isSteep(kind) ? 5 : 6;
}

const GROWING_SIZE: usize = <usize> (GROWING_OCTAVES * 64 + 1) << SHORT_SHIFT;
const SCALED_SIZE: usize = <usize> (SCALED_OCTAVES * 64 + 1) << SHORT_SHIFT;
const STEEP_SIZE: usize = <usize> (SCALED_OCTAVES * 32 + 1) << SHORT_SHIFT;
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

/** The zero of i1e' is a breakpoint: errors are small beside its values next to it too. */
const ZERO: f64 = 1.5451272579925427;
/** Where the breakpoint of other entries is in their intervals: at no node, where (f - c0)/d would be 0/0. */
const BREAKPOINT: f64 = 0.53125;

/** f(a), a plain number. */
function valueAt(kind: i32, a: f64): f64 {
  entryPairs(kind, f64x2.splat(a));
  return (load<f64>(PAIR) + load<f64>(PAIR, 16)) * powerOfTwo(exponent0);
}

/** What the entries are of: exp(-a) f if f grows. That of i1' is i1e + i1e'. */
function scaledAt(kind: i32, a: f64): f64 {
  if (kind == I1_SLOPE) return valueAt(I1E, a) + valueAt(I1E_SLOPE, a);
  return valueAt(kind == I0 ? I0E : kind == I1 ? I1E : kind, a);
}

function makeTable(kind: i32): void {
  store<u8>(MADE + kind, 1);
  makeFirstEntry(kind);
  const octaves = isGrowing(kind) ? GROWING_OCTAVES : SCALED_OCTAVES;
  const bits = octaveBits(kind);
  const count = 1 << bits;
  const terms = termsOf(kind);
  let to = tableOf(kind);
  for (let octave = FIRST; octave < FIRST + octaves; octave++) {
    const width = powerOfTwo(octave - bits);
    for (let i = 0; i < count; i++) {
      const low = width * <f64> (count + i);
      const hasZero = kind == I1E_SLOPE && ZERO >= low && ZERO < low + width;
      const breakpoint = hasZero ? ZERO : low + BREAKPOINT * width;
      const c0 = scaledAt(kind, breakpoint);
      startShort(low, low + width, breakpoint, terms);
      for (let i = 0; i < terms; i++) {
        takeQuotient(i, (scaledAt(kind, breakpoint + placeOf(i)) - c0) / placeOf(i));
      }
      finishShort(to += 1 << SHORT_SHIFT, breakpoint, c0);
    }
  }
}

/** Entry 0 is around 0, where c1 decides how the smallest arguments round, and is that of float64. */
function makeFirstEntry(kind: i32): void {
  const terms = termsOf(kind);
  const entry = isGrowing(kind) ? entriesOf(kind) - ENTRY : entriesOf(kind);
  const c0 = load<f64>(entry, 8);
  const c1 = isSteep(kind) ? load<f64>(entry, 16) : load<f64>(entry, 24);
  startShort(0, FIRST_END, 0, terms);
  for (let i = 0; i < terms - 1; i++) {
    takeQuotient(i, (valueAt(kind, placeOf(i)) - c0) / placeOf(i));
  }
  endAtBreakpoint(c1);
  finishShort(tableOf(kind), 0, c0);
  store<f64>(tableOf(kind), c1, 16);
}

// Numbers as the bits of float32.
const LARGE: i32 = 0x42d00000; // 104
const LAST_FINITE: i32 = 0x7f7fffff;
/** The last below 2^81: from there on results of steep functions may be subnormal. */
const BEFORE_SMALL: i32 = 0x67ffffff;

/** |x|, but at most 104 if f grows. */
// @ts-ignore: decorator
@inline
function sizesOf(kind: i32, x: v128): v128 {
  const a = v128.and(x, v128.load(MAGNITUDE_32));
  return isGrowing(kind) ? i32x4.min_s(a, i32x4.splat(LARGE)) : a;
}

/** Fills ENTRIES for `count` float32 with the addresses of their entries; whether the test of any is `failsAtEnds`. */
// @ts-ignore: decorator
@inline
function locateShort(kind: i32, from: usize, count: i32): bool {
  const shift = 23 - octaveBits(kind); // an entry's number is in the upper bits
  const before = (((127 + FIRST) << octaveBits(kind)) - 1) << shift; // where entry 0 would begin if it were as wide as 1
  const base = i32x4.splat(<i32> tableOf(kind) - (before >> shift << SHORT_SHIFT));
  const first = i32x4.splat(before);
  let largest = first;
  let entries = ENTRIES;
  for (const end = from + (<usize> count << 2); from < end; from += 16, entries += 16) {
    const x = v128.load(from);
    largest = i32x4.max_s(largest, v128.and(x, v128.load(MAGNITUDE_32)));
    const bits = i32x4.max_s(sizesOf(kind, x), first);
    v128.store(entries, i32x4.add(i32x4.shl(i32x4.shr_u(bits, shift), SHORT_SHIFT), base));
  }
  const most = isSteep(kind) ? BEFORE_SMALL : LAST_FINITE;
  return v128.any_true(i32x4.gt_s(largest, i32x4.splat(most)));
}

/** One of the kernels (bessel/kinds.ts). */
// @ts-ignore: decorator
@inline
export function besselShort(kind: i32, from: usize, to: usize, count: i32): void {
  if (isGrowing(kind)) prepareExp();
  if (!load<u8>(MADE + kind)) makeTable(kind);
  for (; count > 0; count -= BLOCK, from += BLOCK << 2, to += BLOCK << 2) {
    const size = min(count, BLOCK);
    if (locateShort(kind, from, size)) fours(kind, from, to, size, true);
    else fours(kind, from, to, size, false);
  }
}

/** f at two numbers. */
// @ts-ignore: decorator
@inline
function evaluateTwo(kind: i32, a: v128, entry0: usize, entry1: usize): v128 {
  const y = evaluateEntries(a, entry0, entry1, termsOf(kind));
  if (!isGrowing(kind)) return y;
  const e = v128.and(a, f64x2.ge(a, v128.load(SCALED_BEGIN)));
  const steps = expSteps(e);
  return scaleOnce(timesExpShort(y, e, steps), steps);
}

/** Computes a block; `some`: of which some may be infinite or NaN, or have a subnormal result. */
// @ts-ignore: decorator
@inline
function fours(kind: i32, from: usize, to: usize, size: i32, some: bool): void {
  for (let at: usize = 0, end = <usize> size << 2; at < end; at += 16) {
    const x = v128.load(from + at);
    const a = sizesOf(kind, x);
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

/** Two of them, rounded to odd. Of infinity the exponent is so low that what is left of it does not matter. */
function roundToOdd(kind: i32, a: v128): v128 {
  entryPairs(kind, a);
  const y = finish(v128.load(PAIR), v128.load(PAIR, 16), true);
  const scale = f64x2(powerOfTwo(max(exponent0, -1000)), powerOfTwo(max(exponent1, -1000)));
  return f64x2.mul(y, scale);
}
