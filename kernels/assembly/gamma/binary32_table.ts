// The short entries of lgamma, digamma and polygamma of orders 1 and 2, for float32, 32 to an octave:
// f from 2^-20 to 2^40, and f(a) + (-1)^s f(1 - a) for x < 0, from 2^-24 to 1/2. The entries of an
// octave are made when an element first needs one.
//
// What five terms after c0 leave out is, next to the pole of digamma, where it is most, (2^-6)^6
// 2^-4 = 2^-40 of f. Orders 1 and 2, which are steeper, have six: (2^-6)^7 2^-5 times 8 and 36,
// 2^-42 and below. In the entries of the zeros at x > 0, of lgamma and digamma, f is c1 d, and it is
// 2 (2^-7)^5 c6/c1 of f: 2^-35.7 at 1, less at the others.

import {
  ARGUMENTS,
  BINARY32_GAMMA_TABLES,
  DISTANCES,
  ENTRIES,
  FIRST_TERMS,
  OUTSIDE,
  REFLECTIONS,
  SECOND_ENTRIES,
} from "../memory_map";
import { smallest, tableOf } from "./table";
import { MAGNITUDE_32 } from "../arithmetic/constants";
import { DIGAMMA } from "./special_values";
import {
  BREAKPOINTS,
  choose,
  endOf,
  entriesOfInterval,
  ENTRY_TERMS,
  moveTo,
  numberIn,
  openIntervals,
  quotientAt,
  startOf as entryStart,
} from "./expansion_intervals";
import {
  finishShort,
  placeOf,
  SHORT_SHIFT,
  startShort,
  takeQuotient,
} from "../tables/entry_binary32";
import { FIRST, positiveEntryNumbers32 } from "../tables/entry";

const BITS: i32 = 5;
const OCTAVE: i32 = 1 << BITS;
const MIN_ENTRY: i32 = 1 - 14 * OCTAVE;
const LAST_ENTRY: i32 = 46 * OCTAVE;
const MIN_MIRRORED: i32 = 1 - 18 * OCTAVE;
const LAST_MIRRORED: i32 = 5 * OCTAVE; // it ends at 1/2

const TABLE_SIZE: usize = <usize> (LAST_ENTRY - MIN_ENTRY + 1) << SHORT_SHIFT;
const MIRRORED_SIZE: usize = <usize> (LAST_MIRRORED - MIN_MIRRORED + 1) << SHORT_SHIFT;
/** An entry of zeros, for what has no second term. */
export const NULL_ENTRY: usize = BINARY32_GAMMA_TABLES;
const FIRST_TABLE: usize = NULL_ENTRY + 64;
const FIRST_MIRRORED: usize = FIRST_TABLE + 4 * TABLE_SIZE;
export const END_OF_SHORT_ENTRIES: usize = FIRST_MIRRORED + 4 * MIRRORED_SIZE;

// The entries that are there, without gaps, by table as in gamma/table.ts.
const LEASTS: usize = memory.data<i32>([0, 0, 0, 0, 0, 0, 0, 0], 16);
const LASTS: usize = memory.data<i32>([0, 0, 0, 0, 0, 0, 0, 0], 16);

const HALF_BITS: i32 = 0x3f000000;
/** An entry's number is in the bits of a float32, shifted; and where entry 0 would begin. */
const NUMBER_SHIFT: i32 = 23 - 5;
const BEFORE: i32 = (((127 + FIRST) << 5) - 1) << NUMBER_SHIFT;

// @ts-ignore: decorator
@inline
function shortEntryZero(table: i32): usize {
  return table < 4
    ? FIRST_TABLE + table * TABLE_SIZE - (MIN_ENTRY << SHORT_SHIFT)
    : FIRST_MIRRORED + (table - 4) * MIRRORED_SIZE - (MIN_MIRRORED << SHORT_SHIFT);
}

/** How many terms after c0 entries of an order have. */
// @ts-ignore: decorator
@inline
export function termsOf(order: i32): i32 {
  return order > DIGAMMA ? 6 : 5;
}

/** What is added to `entryAddress`. */
// @ts-ignore: decorator
@inline
function addressBase(table: i32): i32 {
  return <i32> shortEntryZero(table) - (BEFORE >> NUMBER_SHIFT << SHORT_SHIFT);
}

/** The first float32 of an entry, as bits. */
// @ts-ignore: decorator
@inline
function startOf(number: i32): i32 {
  return BEFORE + (number << NUMBER_SHIFT);
}

/** Makes the entries of an octave, of which `first` is the number of the first. */
function makeOctave(table: i32, first: i32): void {
  const order = (table & 3) - 1;
  const terms = termsOf(order);
  choose(order, BITS, table > 3);
  const entries = entriesOfInterval();
  for (let number = first; number < first + OCTAVE; number += 2 * entries) {
    openIntervals(number);
    for (let entry = 0; entry < entries; entry++) {
      moveTo(entry);
      for (let lane = 0; lane < 2; lane++) {
        makeShortEntry(table, numberIn(lane, entry), lane, terms);
      }
    }
  }
}

function makeShortEntry(table: i32, number: i32, lane: i32, terms: i32): void {
  const breakpoint = load<f64>(BREAKPOINTS + (<usize> lane << 3));
  startShort(entryStart(number), endOf(number), breakpoint, terms);
  for (let i = 0; i < terms; i++) takeQuotient(i, quotientAt(lane, placeOf(i)));
  finishShort(
    shortEntryZero(table) + (number << SHORT_SHIFT),
    breakpoint,
    load<f64>(ENTRY_TERMS + (<usize> lane << 3)),
  );
}

// @ts-ignore: decorator
@inline
function leastEntry(table: i32): i32 {
  return load<i32>(LEASTS + (<usize> table << 2));
}

// @ts-ignore: decorator
@inline
function lastEntry(table: i32): i32 {
  return load<i32>(LASTS + (<usize> table << 2));
}

/** Before the first use of a table: the octave from 1 on, or of the mirrored table the last one. */
function openTable(table: i32): void {
  if (lastEntry(table) != 0) return;
  const last = table > 3 ? LAST_MIRRORED : 7 * OCTAVE;
  makeOctave(table, last - OCTAVE + 1);
  store<i32>(LEASTS + (<usize> table << 2), last - OCTAVE + 1);
  store<i32>(LASTS + (<usize> table << 2), last);
}

/** Makes the entries that `count` elements lack, and those between; whether any did. */
function extend(table: i32, from: usize, count: i32): bool {
  const begin = i32x4.splat(table > 3 ? MIN_MIRRORED : MIN_ENTRY);
  const end = i32x4.splat(table > 3 ? LAST_MIRRORED : LAST_ENTRY);
  let fewest = i32x4.splat(leastEntry(table));
  let most = i32x4.splat(lastEntry(table));
  for (const stop = from + (<usize> count << 2); from < stop; from += 16) {
    let numbers = positiveEntryNumbers32(v128.load(from));
    if (table > 3) numbers = i32x4.min_s(numbers, end); // 1/2 is in the last entry too
    const isThere = v128.and(i32x4.ge_s(numbers, begin), i32x4.le_s(numbers, end));
    fewest = v128.bitselect(i32x4.min_s(fewest, numbers), fewest, isThere);
    most = v128.bitselect(i32x4.max_s(most, numbers), most, isThere);
  }
  const least = smallest(fewest);
  const last = -smallest(i32x4.neg(most));
  const isMissing = leastEntry(table) > least || lastEntry(table) < last;
  while (leastEntry(table) > least) {
    makeOctave(table, leastEntry(table) - OCTAVE);
    store<i32>(LEASTS + (<usize> table << 2), leastEntry(table) - OCTAVE);
  }
  while (lastEntry(table) < last) {
    makeOctave(table, lastEntry(table) + 1);
    store<i32>(LASTS + (<usize> table << 2), lastEntry(table) + OCTAVE);
  }
  return isMissing;
}

/** Whether the last block had a negative sign, that of -0 too. */
let hadNegative: bool = false;

/** What a block has. */
export const ALL_HAVE_ENTRIES: i32 = 0;
export const SOME_OUTSIDE: i32 = 1;
export const SOME_NEGATIVE: i32 = 2;

/**
 * Fills ENTRIES for `count` float32 of [2^-20, 2^40), or all that is exported here where some are not;
 * returns what there is. `before`: what the block before had, which this block mostly has too.
 */
export function locateShort(order: i32, from: usize, count: i32, before: i32): i32 {
  const table = tableOf(order, false);
  openTable(table);
  if (before != SOME_NEGATIVE) {
    if (locatePositive(table, from, count)) return ALL_HAVE_ENTRIES;
    if (!hadNegative) {
      if (extend(table, from, count) && locatePositive(table, from, count)) return ALL_HAVE_ENTRIES;
      markOutside(from, count);
      return SOME_OUTSIDE;
    }
  }
  areAllOutside = hasZeros = false;
  const mirrored = tableOf(order, true);
  openTable(mirrored);
  if (placeSigned(table, mirrored, from, count)) {
    // Entries that are missing are made, and found the second time.
    let isNew = extend(table, from, count);
    isNew = extend(table, REFLECTIONS, count) || isNew;
    isNew = extend(mirrored, DISTANCES, count) || isNew;
    if (isNew) placeSigned(table, mirrored, from, count);
  }
  return hadNegative ? SOME_NEGATIVE : SOME_OUTSIDE;
}

/** Fills ENTRIES; whether all elements have entries. */
function locatePositive(table: i32, from: usize, count: i32): bool {
  const first = i32x4.splat(startOf(leastEntry(table)));
  const end = i32x4.splat(startOf(lastEntry(table) + 1) - 1);
  const base = i32x4.splat(addressBase(table));
  let fewest = end;
  let most = first;
  let entries = ENTRIES;
  for (const stop = from + (<usize> count << 2); from < stop; from += 16, entries += 16) {
    const x = v128.load(from);
    fewest = i32x4.min_s(fewest, x);
    most = i32x4.max_s(most, x);
    v128.store(entries, entryAddress(i32x4.min_s(i32x4.max_s(x, first), end), base));
  }
  hadNegative = i32x4.bitmask(fewest) != 0;
  return !v128.any_true(v128.or(i32x4.lt_s(fewest, first), i32x4.gt_s(most, end)));
}

// @ts-ignore: decorator
@inline
function entryAddress(bits: v128, base: v128): v128 {
  const entry = i32x4.shl(i32x4.shr_s(bits, NUMBER_SHIFT), SHORT_SHIFT);
  return i32x4.add(entry, base);
}

/** Whether no element of a block with SOME_OUTSIDE has an entry. */
export let areAllOutside: bool = false;
/** Whether there are zeros in it. */
export let hasZeros: bool = false;

/** Fills OUTSIDE for x >= 0, and NaN. */
function markOutside(from: usize, count: i32): void {
  const first = i32x4.splat(startOf(MIN_ENTRY));
  const end = i32x4.splat(startOf(LAST_ENTRY + 1) - 1);
  let fewest = end;
  let found = i32x4.splat(0);
  for (let at: usize = 0, stop = <usize> count << 2; at < stop; at += 16) {
    const x = v128.load(from + at);
    const outside = v128.or(i32x4.lt_s(x, first), i32x4.gt_s(x, end));
    v128.store(at, outside, OUTSIDE);
    found = i32x4.sub(found, outside);
    fewest = i32x4.min_s(fewest, x);
  }
  areAllOutside = smallest(found) == count + 3 >> 2; // of a lane, a quarter of the block
  hasZeros = smallest(fewest) == 0;
}

/** Fills all; whether an entry is missing that can be made. */
function placeSigned(table: i32, mirrored: i32, from: usize, count: i32): bool {
  const base = i32x4.splat(addressBase(table));
  const mirroredBase = i32x4.splat(addressBase(mirrored));
  const first = i32x4.splat(startOf(leastEntry(table)));
  const end = i32x4.splat(startOf(lastEntry(table) + 1) - 1);
  const mirroredFirst = i32x4.splat(startOf(leastEntry(mirrored)));
  const mirroredEnd = i32x4.splat(HALF_BITS);
  const firstEver = i32x4.splat(startOf(MIN_ENTRY));
  const firstMirrored = i32x4.splat(startOf(MIN_MIRRORED));
  const endEver = i32x4.splat(startOf(LAST_ENTRY + 1));
  const one = f32x4.splat(1);
  const nullEntry = i32x4.splat(<i32> NULL_ENTRY);
  let signs = i32x4.splat(0);
  let missing = i32x4.splat(0);
  for (let at: usize = 0, stop = <usize> count << 2; at < stop; at += 16) {
    const x = v128.load(from + at);
    const isNegative = i32x4.shr_s(x, 31);
    const argument = v128.bitselect(f32x4.sub(x, f32x4.nearest(x)), x, isNegative);
    const distance = v128.and(argument, v128.load(MAGNITUDE_32));
    const reflection = f32x4.sub(one, x);
    v128.store(at, argument, ARGUMENTS);
    v128.store(at, distance, DISTANCES);
    v128.store(at, reflection, REFLECTIONS);
    const least = v128.bitselect(mirroredFirst, first, isNegative);
    const most = v128.bitselect(mirroredEnd, end, isNegative);
    let outside = v128.or(i32x4.lt_s(distance, least), i32x4.gt_s(distance, most));
    outside = v128.or(outside, v128.and(isNegative, i32x4.gt_s(reflection, end)));
    v128.store(at, outside, OUTSIDE);
    signs = v128.or(signs, isNegative);
    const begin = v128.bitselect(firstMirrored, firstEver, isNegative);
    const canHave = v128.and(i32x4.ge_s(distance, begin), i32x4.lt_s(distance, endEver));
    missing = v128.or(missing, v128.and(outside, canHave));
    // 1/2 is in the last entry too.
    const mirroredBits = i32x4.min_s(distance, i32x4.splat(HALF_BITS - 1));
    const bits = v128.bitselect(mirroredBits, distance, isNegative);
    const bases = v128.bitselect(mirroredBase, base, isNegative);
    v128.store(at, entryAddress(i32x4.max_s(i32x4.min_s(bits, most), least), bases), ENTRIES);
    const second = entryAddress(i32x4.min_s(i32x4.max_s(reflection, first), end), base);
    v128.store(at, v128.bitselect(second, nullEntry, isNegative), SECOND_ENTRIES);
  }
  hadNegative = v128.any_true(signs);
  return v128.any_true(missing);
}
