// The tables of lgamma, digamma and polygamma of orders 1 and 2, from 2^-20 to 2^40, 64 entries to an
// octave. The entries of an octave are made (gamma/build_taylor.ts) when an element first needs one:
// shipping them would make the module larger by 300 KB. What an entry holds does not depend on when it
// is made.
//
// Each order has a second table, for x < 0 (gamma/fast_reflection.ts): f(a) + (-1)^s f(1 - a), s = order
// + 1, which is elementary, but has the same shape, from 2^-44 to 1/2: so near to a pole are
// elements that are neither next to 0 nor rounded to the pole.

import { GAMMA_TABLES, TABLE } from "../memory_map";
import { BITS, choose, INTERVAL_ENTRIES, openIntervals } from "./expansion_intervals";
import { makeEntriesOfIntervals } from "./build_taylor";
import { ENTRY, entryOffsets, FIRST } from "../tables/entry";

/** Where entries begin and end. */
export const FIRST_NEAR: f64 = 9.5367431640625e-7; // 2^-20
export const FIRST_MIRRORED_NEAR: f64 = 5.684341886080802e-14; // 2^-44
export const FIRST_FAR: f64 = 1099511627776; // 2^40
const OCTAVE: i32 = 1 << BITS;
export const MIN_ENTRY: i32 = 1 - 14 * OCTAVE;
export const LAST_ENTRY: i32 = 46 * OCTAVE;
const MIN_MIRRORED: i32 = 1 - 38 * OCTAVE;
export const LAST_MIRRORED: i32 = 5 * OCTAVE; // it ends at 1/2

const TABLE_SIZE: usize = ENTRY * (LAST_ENTRY - MIN_ENTRY + 1);
const MIRRORED_SIZE: usize = ENTRY * (LAST_MIRRORED - MIN_MIRRORED + 1);
const FIRST_MIRRORED: usize = GAMMA_TABLES + 4 * TABLE_SIZE;
export const END_OF_GAMMA_ENTRIES: usize = FIRST_MIRRORED + 4 * MIRRORED_SIZE;

/**
 * A bit for each octave that is there, of the four tables by order, then of the four mirrored ones.
 */
const MADE: usize = memory.data<u64>([0, 0, 0, 0, 0, 0, 0, 0], 16);

/** The number of an entry in the upper bits of a float64, less what that of entry 0 is. */
const SHIFT: i32 = 20 - BITS;
const BEFORE: i32 = ((1023 + FIRST) << BITS) - 1;
const LANES_BEFORE: usize = memory.data<i32>([BEFORE, BEFORE, BEFORE, BEFORE], 16);

/** The number of a table. */
// @ts-ignore: decorator
@inline
export function tableOf(order: i32, isMirrored: bool): i32 {
  return order + 1 + (isMirrored ? 4 : 0);
}

/** The number of the first entry of a table. */
// @ts-ignore: decorator
@inline
function firstEntry(table: i32): i32 {
  return table < 4 ? MIN_ENTRY : MIN_MIRRORED;
}

/** Where entry 0 of a table is. */
// @ts-ignore: decorator
@inline
function entryZero(table: i32): usize {
  const start = table < 4
    ? GAMMA_TABLES + table * TABLE_SIZE
    : FIRST_MIRRORED + (table - 4) * MIRRORED_SIZE;
  return start - firstEntry(table) * ENTRY;
}

/** A bit for each octave from the first to the last that elements of the last `locate` lie in. */
export let octaves: u64 = 0;

/**
 * Fills `entries` for `count` float64, from a table whose entry 0 is at `zero` and which has entries from `begin` to `end`;
 * whether an element has no entry. `isClosed`: the end of the last entry is in it too.
 */
// @ts-ignore: decorator
@inline
export function locate(
  zero: usize,
  begin: i32,
  end: i32,
  isClosed: bool,
  from: usize,
  count: i32,
  entries: usize,
): bool {
  const least = i32x4.splat(begin);
  const last = i32x4.splat(end);
  v128.store(TABLE, i32x4.splat(<i32> zero));
  const size = i32x4.splat(end - begin);
  let fewest = size; // above `least`, of elements that are not below the entries
  let most = least;
  let below = least;
  const stop = from + (<usize> count << 3);
  for (let at = from; at < stop; at += 32, entries += 16) {
    const numbers = entryNumbers(at, isClosed, last);
    most = i32x4.max_s(most, numbers);
    below = i32x4.min_s(below, numbers);
    fewest = i32x4.min_u(fewest, i32x4.sub(numbers, least));
    const entry = i32x4.min_s(i32x4.max_s(numbers, least), last);
    v128.store(entries, i32x4.add(v128.load(TABLE), entryOffsets(entry)));
  }
  const areBeyond = largest(most) > end;
  if (areBeyond) {
    // Once more, without the elements beyond the entries.
    most = least;
    for (let at = from; at < stop; at += 32) {
      const numbers = entryNumbers(at, isClosed, last);
      const isThere = i32x4.le_u(i32x4.sub(numbers, least), size);
      most = i32x4.max_s(most, v128.bitselect(numbers, least, isThere));
    }
  }
  const first = smallest(fewest) >> BITS;
  const final = (largest(most) - begin) >> BITS;
  octaves = first <= final ? (<u64> 2 << final) - (<u64> 1 << first) : 0;
  return areBeyond || smallest(below) < begin;
}

/** The numbers of the entries of four float64. */
// @ts-ignore: decorator
@inline
function entryNumbers(at: usize, isClosed: bool, last: v128): v128 {
  const tops = v128.shuffle<i32>(v128.load(at), v128.load(at, 16), 1, 3, 5, 7);
  const numbers = i32x4.sub(i32x4.shr_u(tops, SHIFT), v128.load(LANES_BEFORE));
  return isClosed ? i32x4.min_s(numbers, last) : numbers;
}

/** The same from a table of this file; makes entries that are missing. */
export function locateEntries64(table: i32, from: usize, count: i32, entries: usize): bool {
  const end = table < 4 ? LAST_ENTRY : LAST_MIRRORED;
  // 1/2 is in the last mirrored entry too.
  const areOutside = locate(
    entryZero(table),
    firstEntry(table),
    end,
    table > 3,
    from,
    count,
    entries,
  );
  const missing = octaves & ~load<u64>(MADE + (<usize> table << 3));
  if (missing != 0) makeMissing(table, missing, from, from + (<usize> count << 3));
  return areOutside;
}

/** The largest of four lanes. */
// @ts-ignore: decorator
@inline
function largest(x: v128): i32 {
  return -smallest(i32x4.neg(x));
}

/** The smallest of four lanes. */
// @ts-ignore: decorator
@inline
export function smallest(x: v128): i32 {
  const twos = i32x4.min_s(x, v128.shuffle<i32>(x, x, 2, 3, 0, 1));
  return min(i32x4.extract_lane(twos, 0), i32x4.extract_lane(twos, 1));
}

/** The number of the entry of an x that has one; that of 1/2 is one more. */
// @ts-ignore: decorator
@inline
export function entryNumber(x: f64): i32 {
  return <i32> (reinterpret<u64>(x) >> (32 + SHIFT)) - BEFORE;
}

/** The entry of an x in [2^-20, 2^40); or, in a mirrored table, in [2^-44, 1/2]. */
export function entryAt(table: i32, x: f64): usize {
  const number = table > 3 ? min(entryNumber(x), LAST_MIRRORED) : entryNumber(x);
  const octave = (number - firstEntry(table)) >> BITS;
  if ((load<u64>(MADE + (<usize> table << 3)) >> octave & 1) == 0) makeOctave(table, octave);
  return entryZero(table) + number * ENTRY;
}

/**
 * Makes the octaves that elements need, or else, so that this does not come again and again, one of
 * those missing.
 */
function makeMissing(table: i32, missing: u64, from: usize, stop: usize): void {
  const made = MADE + (<usize> table << 3);
  const before = load<u64>(made);
  for (; from < stop; from += 8) {
    const x = load<f64>(from);
    if (x >= (table < 4 ? FIRST_NEAR : FIRST_MIRRORED_NEAR) && x < FIRST_FAR) entryAt(table, x);
  }
  if (load<u64>(made) == before) makeOctave(table, <i32> ctz(missing));
}

function makeOctave(table: i32, octave: i32): void {
  const made = MADE + (<usize> table << 3);
  const first = firstEntry(table) + (octave << BITS);
  choose((table & 3) - 1, table > 3);
  for (let number = first; number < first + OCTAVE; number += 2 * INTERVAL_ENTRIES) {
    openIntervals(number);
    makeEntriesOfIntervals(entryZero(table), 0);
  }
  store<u64>(made, load<u64>(made) | <u64> 1 << octave);
}
