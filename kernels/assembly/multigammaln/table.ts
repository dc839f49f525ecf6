// The tables of multigammaln and its derivative, functions of t = x - (p - 1)/2, one for each p: as
// those of lgamma (gamma/table.ts), 64 entries to an octave, from 2^-20 to 2^40. For p from 24 on they end
// where the formula of far t begins to be good, at 2^14 or between 4p and 8p: beyond 16p their series
// would take longer. The entries of an octave are made (gamma/build_taylor.ts) from the series
// of the sum (multigammaln/taylor_series.ts) when an element first needs one. The series is good to 2^-78
// of its terms, which an entry's bound has more.
//
// A table also has what is needed elsewhere: the series around t = 0 and the coefficients of far t
// (multigammaln/boundaries.ts) and the entry of the zero of the
// derivative (multigammaln/zero.ts). Accurate entries are in a cache. All is made when it is first needed, and depends on the
// function and p alone, and so do all results.
//
// Only what was made takes memory, since pages that nobody touches are not there: a dimension over
// [0.1, 20] takes 50 KB, and at most 370 KB. A thread keeps 256 tables: 95 MB at most.

import { ENTRIES, MULTIGAMMALN_TABLES, TABLE } from "../memory_map";
import { choose, entriesOfInterval, intervalsAt, NO_ZEROS } from "../gamma/expansion_intervals";
import { BITS, FIRST_FAR, FIRST_NEAR, LAST_ENTRY, MIN_ENTRY, smallest } from "../gamma/table";
import { makeEntriesOfIntervals } from "../gamma/build_taylor";
import { ZERO_ENTRY } from "../gamma/zero_table";
import { expandSum, slopeSize, valueSize } from "./taylor_series";
import {
  CACHED_COUNT,
  CACHED_HEAD,
  cachedEntry,
  DIRECTORY_SIZE,
  findTable,
  isNew,
  TABLE_COUNT,
} from "../tables/parameter_tables";
import { ENTRY, entryOffsets, FIRST } from "../tables/entry";
import { LGAMMA } from "../gamma/special_values";
import { exponentOf, powerOfTwo } from "../arithmetic/power_of_two";

/** For larger p entries end earlier. */
const MAX_FAR_ENTRIES: f64 = 24;
/** From this p on the middles of entries next to the edge, t of few bits, have no x. */
const MAX_ENTRIES: f64 = 67108864; // 2^26
const MIN_END: f64 = 16384; // 2^14
/** The number of an entry in the upper bits of a float64, less what that of entry 0 is. */
const SHIFT: i32 = 20 - BITS;
const BEFORE: i32 = ((1023 + FIRST) << BITS) - 1;
const LANES_BEFORE: usize = memory.data<i32>([BEFORE, BEFORE, BEFORE, BEFORE], 16);
/** What part of its terms the series may be wrong by. */
const SERIES_PART: f64 = 3.308722450212111e-24; // 2^-78
/** How far from an interval's breakpoint its entries are, as a part of it. */
const INTERVAL_RADIUS: f64 = 0.0625;

/** Bytes in an entry of the accurate phase (`writeAccurateEntry` of gamma/build_taylor.ts). */
export const ACCURATE_SUM_ENTRY: usize = 18 << 3;
// The parts of a table.
const MADE: usize = 0; // a bit for each octave with entries
export const ENDS: usize = 16; // numbers of multigammaln/boundaries.ts
export const ZERO: usize = ENDS + (32 << 3);
const ENTRIES_AT: usize = ZERO + ZERO_ENTRY;
const COUNT: usize = LAST_ENTRY - MIN_ENTRY + 1;
const SIZE: usize = ENTRIES_AT + COUNT * ENTRY;

const FIRST_TABLE: usize = MULTIGAMMALN_TABLES;
const ACCURATE_ENTRIES: usize = FIRST_TABLE + TABLE_COUNT * SIZE;
export const END_OF_SUM_TABLES: usize = ACCURATE_ENTRIES +
  CACHED_COUNT * (CACHED_HEAD + ACCURATE_SUM_ENTRY);
const DIRECTORY: usize = memory.data(DIRECTORY_SIZE, 16);

/** What the directory calls multigammaln and its gradient. */
// @ts-ignore: decorator
@inline
function functionOf(order: i32): i32 {
  return order == LGAMMA ? 1 : 2;
}

/** The table of an order and a p; empty if it is new. */
export function sumTable(order: i32, p: f64): usize {
  const table = FIRST_TABLE + <usize> findTable(DIRECTORY, functionOf(order), p) * SIZE;
  if (isNew) memory.fill(table, 0, ENTRIES_AT);
  return table;
}

/** Where entries end. */
// @ts-ignore: decorator
@inline
export function endOfSumEntries(p: f64): f64 {
  if (p < MAX_FAR_ENTRIES) return FIRST_FAR;
  return p < MAX_ENTRIES ? max(MIN_END, powerOfTwo(exponentOf(p) + 3)) : FIRST_NEAR;
}

/** The number of the entry of a t that has one. */
// @ts-ignore: decorator
@inline
export function sumEntryNumber(t: f64): i32 {
  return <i32> (reinterpret<u64>(t) >> (32 + SHIFT)) - BEFORE;
}

/** The octave of an entry, from 0 on. */
// @ts-ignore: decorator
@inline
function octaveOf(number: i32): i32 {
  return (number - MIN_ENTRY) >> BITS;
}

/** Where the accurate entry of that number is; all 0 if it is to be made. */
export function accurateSumEntry(order: i32, p: f64, number: i32): usize {
  return cachedEntry(
    ACCURATE_ENTRIES,
    ACCURATE_SUM_ENTRY,
    functionOf(order),
    p,
    number - MIN_ENTRY,
  );
}

/** Chooses the entries of sums for gamma/expansion_intervals.ts. */
export function chooseSums(): void {
  choose(NO_ZEROS, BITS, false);
}

/** Where entry 0 of a table is. */
// @ts-ignore: decorator
@inline
function entryZero(table: usize): usize {
  return table + ENTRIES_AT - MIN_ENTRY * ENTRY;
}

/** Fills ENTRIES for `count` t, and makes entries that are missing; or else whether one has no entry. */
export function locateSums(table: usize, from: usize, count: i32, order: i32, p: f64): bool {
  if (p >= MAX_ENTRIES) return true;
  const end = sumEntryNumber(endOfSumEntries(p)) - 1;
  const least = i32x4.splat(MIN_ENTRY);
  const last = i32x4.splat(end);
  v128.store(TABLE, i32x4.splat(<i32> entryZero(table)));
  let fewest = last;
  let most = least;
  let entries = ENTRIES;
  const stop = from + (<usize> count << 3);
  for (let at = from; at < stop; at += 32, entries += 16) {
    const tops = v128.shuffle<i32>(v128.load(at), v128.load(at, 16), 1, 3, 5, 7);
    const numbers = i32x4.sub(i32x4.shr_u(tops, SHIFT), v128.load(LANES_BEFORE));
    most = i32x4.max_s(most, numbers);
    fewest = i32x4.min_s(fewest, numbers);
    v128.store(entries, i32x4.add(v128.load(TABLE), entryOffsets(numbers)));
  }
  const first = smallest(fewest);
  const final = -smallest(i32x4.neg(most));
  if (first < MIN_ENTRY || final > end) return true;
  const between = (<u64> 2 << octaveOf(final)) - (<u64> 1 << octaveOf(first));
  if ((between & ~load<u64>(table, MADE)) != 0) makeMissing(table, from, stop, order, p);
  return false;
}

/** Makes the octaves that elements need. */
function makeMissing(table: usize, from: usize, stop: usize, order: i32, p: f64): void {
  for (; from < stop; from += 8) {
    const octave = octaveOf(sumEntryNumber(load<f64>(from)));
    if ((load<u64>(table, MADE) >> octave & 1) == 0) makeOctave(table, octave, order, p);
  }
}

function makeOctave(table: usize, octave: i32, order: i32, p: f64): void {
  const first = MIN_ENTRY + (octave << BITS);
  chooseSums();
  const entries = entriesOfInterval();
  for (let number = first; number < first + (1 << BITS); number += 2 * entries) {
    const t = intervalsAt(number);
    expandSum(order, t, p);
    const lost = seriesBound(INTERVAL_RADIUS * f64x2.extract_lane(t, 1));
    makeEntriesOfIntervals(entryZero(table), lost);
  }
  store<u64>(table, load<u64>(table, MADE) | <u64> 1 << octave, MADE);
}

/** A bound of what the errors of the last series come to at a distance. */
export function seriesBound(distance: f64): f64 {
  return SERIES_PART * (valueSize + distance * slopeSize);
}
