// The derivatives of i0e and i1e for float32, four elements at a time. a = |x|:
//
//   [0, 2^-6)      entry 0
//   [2^-6, 2^128)  32 short entries an octave (tables/entry_binary32.ts), made of those of bessel/data.ts, from
//                  2^10 on of Hankel's expansion as bessel/fast_scaled.ts has it, and from 2^40 on,
//                  where only its first term is above the error budget, of those two octaves before
//
// A short entry is good to 2^-40. Fours that may round to either of two float32 with an error of
// 2^-36, one in 500, are computed in full, as are those with NaN or infinity.
//
// All results are correctly rounded: the worst error is half an ulp, at any input that is almost a
// middle. Tested by tests/kernels/float32_regions_test.ts and whole_line_test.ts, and on all 2^32 inputs
// by `deno task accuracy --every --type float32 i0eGrad i1eGrad`.

import { BINARY32_BESSEL_TABLES, BLOCK, ENTRIES } from "../memory_map";
import { exponent0, exponent1, scaledPair } from "./fast_pair";
import { I0E_SLOPE } from "./kinds";
import { PAIR } from "./fast_entry";
import { MAGNITUDE_32 } from "../arithmetic/constants";
import { firstHalf, secondHalf } from "../arithmetic/lanes";
import { failZivTest32, finish, NAN_32, toFloat32 } from "../rounding/ziv_test";
import {
  endAtBreakpoint,
  evaluateEntries,
  finishShort,
  placeOf,
  SHORT_SHIFT,
  shorten,
  startShort,
  takeQuotient,
} from "../tables/entry_binary32";
import { symmetric32 } from "./symmetry";
import { ENTRY, FIRST } from "../tables/entry";
import { powerOfTwo } from "../arithmetic/power_of_two";

const LAST_ENTRY: i32 = 134 * 32;
const LAST_EXPANDED: i32 = 46 * 32;
const LAST_SHIPPED: i32 = 16 * 32;
/** Beyond the last entry are those of infinity and NaN. */
const TABLE_SIZE: usize = <usize> (LAST_ENTRY + 1 + 32) << SHORT_SHIFT;
const FIRST_TABLE: usize = BINARY32_BESSEL_TABLES; // an entry is a line of the cache
export const END_OF_SHORT_BESSEL_ENTRIES: usize = FIRST_TABLE + 2 * TABLE_SIZE;

/** Whether the tables of both functions are made. */
const MADE: usize = memory.data<i32>([0, 0], 16);

const NUMBER_SHIFT: i32 = 23 - 5;
/** Where entry 0 would begin if it were as wide as entry 1, as the bits of a float32. */
const BEFORE: i32 = (((127 + FIRST) << 5) - 1) << NUMBER_SHIFT;
const BEFORE_INFINITE: i32 = 0x7f7fffff; // the last that is finite
/** The last below 2^81: from there on results may be subnormal. */
const BEFORE_SMALL: i32 = 0x67ffffff;
const FIRST_END: f64 = 0.015625; // 2^-6
/** Of an entry, after c0. */
const TERMS: i32 = 5;
const BITS: i32 = 36;
// 1 - 2^-36 and 1 + 2^-36
const LESS: usize = memory.data<f64>([0.9999999999854481, 0.9999999999854481], 16);
const MORE: usize = memory.data<f64>([1.000000000014552, 1.000000000014552], 16);

const K: f64 = 0.3989422804014327; // 1/sqrt(2 pi)

/** f(a), a >= 2^10, from the expansion. */
export function farValue(a: f64, far: usize, steep: bool): f64 {
  const t = 1 / a;
  let w: f64 = 0;
  for (let k = 5; k > 0; k--) w = (w + load<f64>(far + (<usize> (k - 1) << 3))) * t;
  const root = K * sqrt(t);
  return (steep ? -0.5 * root * t : root) * (1 + w);
}

/** Entry 0 is around 0, where c1 decides how the smallest arguments round, and stays as it is. */
function makeFirstEntry(short: usize, entry: usize): void {
  startShort(0, FIRST_END, 0, TERMS);
  for (let i = 0; i < TERMS - 1; i++) {
    const d = placeOf(i);
    let rest: f64 = 0;
    for (let k: usize = 80; k >= 32; k -= 8) rest = rest * d + load<f64>(entry + k);
    takeQuotient(i, rest * d + load<f64>(entry, 88) + load<f64>(entry, 16));
  }
  const c1 = load<f64>(entry, 16);
  endAtBreakpoint(c1);
  finishShort(short, 0, load<f64>(entry, 8));
  store<f64>(short, c1, 16);
}

/** Makes the short entries of a table. */
function makeTable(short: usize, table: usize, far: usize): void {
  makeFirstEntry(short, table);
  for (let number = 1; number <= LAST_ENTRY; number++) {
    const unit = powerOfTwo(FIRST - 5 + ((number - 1) >> 5));
    const low = unit * <f64> (32 + ((number - 1) & 31));
    const to = short + (<usize> number << SHORT_SHIFT);
    if (number <= LAST_SHIPPED) {
      shorten(to, table + <usize> number * ENTRY, low, low + unit, 0, TERMS);
      continue;
    }
    if (number > LAST_EXPANDED) {
      repeatEntry(to, to - (64 << SHORT_SHIFT));
      continue;
    }
    const breakpoint = low + 0.53125 * unit; // no node, where (f - c0)/d would be 0/0
    const c0 = farValue(breakpoint, far, true);
    startShort(low, low + unit, breakpoint, TERMS);
    for (let i = 0; i < TERMS; i++) {
      takeQuotient(i, (farValue(breakpoint + placeOf(i), far, true) - c0) / placeOf(i));
    }
    finishShort(to, breakpoint, c0);
  }
}

/** Makes an entry of the one two octaves before: f(4x) is f(x)/8 there. */
function repeatEntry(to: usize, entry: usize): void {
  store<f64>(to, 4 * load<f64>(entry));
  let factor: f64 = 0.125;
  for (let at: usize = 8; at < 1 << SHORT_SHIFT; at += 8, factor *= 0.25) {
    store<f64>(to + at, factor * load<f64>(entry + at));
  }
}

/**
 * Fills ENTRIES for `count` float32 with the addresses of their entries, by the upper bits of |x|. `before`:
 * the bits of the last number of the first entry. `shift`: how many bits the numbers of an entry differ
 * in. `size`: the bytes of an entry, as a power of two. Returns whether the bits of any are above `most`.
 */
// @ts-ignore: decorator
@inline
export function locateShort32(
  from: usize,
  count: i32,
  table: usize,
  before: i32,
  shift: i32,
  size: i32,
  most: i32,
): bool {
  const base = i32x4.splat(<i32> table - (before >> shift << size));
  const first = i32x4.splat(before);
  let largest = first;
  let entries = ENTRIES;
  for (const end = from + (<usize> count << 2); from < end; from += 16, entries += 16) {
    const bits = i32x4.max_s(v128.and(v128.load(from), v128.load(MAGNITUDE_32)), first);
    largest = i32x4.max_s(largest, bits);
    v128.store(entries, i32x4.add(i32x4.shl(i32x4.shr_u(bits, shift), size), base));
  }
  return v128.any_true(i32x4.gt_s(largest, i32x4.splat(most)));
}

/** `table` is that of bessel/data.ts, `which` its number here. */
// @ts-ignore: decorator
@inline
export function scaled32(
  from: usize,
  to: usize,
  count: i32,
  which: i32,
  table: usize,
  far: usize,
  symmetry: i32,
): void {
  const short = FIRST_TABLE + which * TABLE_SIZE;
  if (!load<i32>(MADE + (<usize> which << 2))) {
    makeTable(short, table, far);
    store<i32>(MADE + (<usize> which << 2), 1);
  }
  for (; count > 0; count -= BLOCK, from += BLOCK << 2, to += BLOCK << 2) {
    const size = min(count, BLOCK);
    // Infinity and NaN have entries too, which are empty, and need another test, as small results do.
    if (locateShort32(from, size, short, BEFORE, NUMBER_SHIFT, SHORT_SHIFT, BEFORE_SMALL)) {
      fours(from, to, size, I0E_SLOPE + which, symmetry, true);
    } else fours(from, to, size, I0E_SLOPE + which, symmetry, false);
  }
}

/** Computes a block, of which `some` may be infinite or NaN, or have a subnormal result. */
// @ts-ignore: decorator
@inline
function fours(from: usize, to: usize, size: i32, kind: i32, symmetry: i32, some: bool): void {
  for (let at: usize = 0, end = <usize> size << 2; at < end; at += 16) {
    const x = v128.load(from + at);
    const a = v128.and(x, v128.load(MAGNITUDE_32));
    const y0 = evaluateEntries(
      firstHalf(a),
      load<u32>(at, ENTRIES),
      load<u32>(at, ENTRIES + 4),
      TERMS,
    );
    const y1 = evaluateEntries(
      secondHalf(a),
      load<u32>(at, ENTRIES + 8),
      load<u32>(at, ENTRIES + 12),
      TERMS,
    );
    let y: v128;
    let isOpen: bool;
    if (some) {
      // A result may be subnormal, whose middles are elsewhere: both ends of the interval are
      // rounded.
      y = toFloat32(f64x2.mul(y0, v128.load(LESS)), f64x2.mul(y1, v128.load(LESS)));
      const other = toFloat32(f64x2.mul(y0, v128.load(MORE)), f64x2.mul(y1, v128.load(MORE)));
      isOpen = v128.any_true(
        v128.or(f32x4.ne(y, other), i32x4.gt_s(a, i32x4.splat(BEFORE_INFINITE))),
      );
    } else {
      y = toFloat32(y0, y1);
      isOpen = failZivTest32(y0, y1, BITS);
    }
    v128.store(to + at, isOpen ? inFull(x, kind, symmetry) : symmetric32(symmetry, x, y));
  }
}

/** Four elements in full. */
export function inFull(x: v128, kind: i32, symmetry: i32): v128 {
  const a = v128.and(x, v128.load(MAGNITUDE_32));
  const y = symmetric32(
    symmetry,
    x,
    toFloat32(twoInFull(firstHalf(a), kind), twoInFull(secondHalf(a), kind)),
  );
  return v128.bitselect(i32x4.splat(NAN_32), y, f32x4.ne(y, y));
}

/**
 * Two of them, rounded to odd. Of infinity the exponent is so low that what is left of it does not
 * matter.
 */
function twoInFull(a: v128, kind: i32): v128 {
  scaledPair(kind, a);
  const y = finish(v128.load(PAIR), v128.load(PAIR, 16), true);
  const scale = f64x2.replace_lane(
    f64x2.splat(powerOfTwo(max(exponent0, -1000))),
    1,
    powerOfTwo(max(exponent1, -1000)),
  );
  return f64x2.mul(y, scale);
}
