// The tables of multigammaln and its derivative, functions of t = x - (p - 1)/2, one for each p: as
// those of lgamma (gamma/table.ts), 64 entries to an octave, from 2^-20 to 2^40. For p from 24 on they end
// where the formula of far t begins to be good, at 2^14 or between 4p and 8p: beyond 16p their series
// would take longer. The entries of an octave are made (gamma/build_taylor.ts) from the series
// of the sum (multigammaln/taylor_series.ts) when an element first needs one. The error of the series is 2^-78
// of its terms, and is added to the bounds of the entries.
//
// A table also has the series around t = 0 and the coefficients of far t (multigammaln/boundaries.ts) and the entry of the
// zero of the derivative (multigammaln/zero.ts). Each is made when it is first needed, and depends on the function and p
// alone, and so do all results.
//
// Only pages of memory that were written to exist: a dimension over [0.1, 20] takes 50 KB, and at most 370 KB. A thread
// keeps 256 tables: 95 MB at most.

import { ENTRIES, MULTIGAMMALN_TABLES } from "../memory_map";
import {
  BITS,
  choose,
  INTERVAL_ENTRIES,
  intervalsAt,
  NO_ZEROS,
} from "../gamma/expansion_intervals";
import {
  entryNumber,
  FIRST_FAR,
  FIRST_NEAR,
  LAST_ENTRY,
  locate,
  MIN_ENTRY,
  octaves,
} from "../gamma/table";
import { makeEntriesOfIntervals } from "../gamma/build_taylor";
import { ZERO_ENTRY } from "../gamma/zero_table";
import { expandSum, SERIES_PART, slopeSize, valueSize } from "./taylor_series";
import { DIRECTORY_SIZE, findTable, isNew, TABLE_COUNT } from "../tables/parameter_tables";
import { ENTRY } from "../tables/entry";
import { exponentOf, powerOfTwo } from "../arithmetic/power_of_two";

/** For larger p entries end earlier. */
const MAX_FAR_ENTRIES: f64 = 24;
/** From this p on the middles of entries next to the edge, t of few bits, have no x. */
const MAX_ENTRIES: f64 = 67108864; // 2^26
const MIN_END: f64 = 16384; // 2^14
/** How far from an interval's breakpoint its entries are, as a part of it. */
const INTERVAL_RADIUS: f64 = 0.0625;

// The parts of a table.
const MADE: usize = 0; // a bit for each octave with entries
export const ENDS: usize = 16; // numbers of multigammaln/boundaries.ts
export const ZERO: usize = ENDS + (32 << 3);
const ENTRIES_AT: usize = ZERO + ZERO_ENTRY;
const COUNT: usize = LAST_ENTRY - MIN_ENTRY + 1;
const SIZE: usize = ENTRIES_AT + COUNT * ENTRY;

const FIRST_TABLE: usize = MULTIGAMMALN_TABLES;
export const END_OF_SUM_TABLES: usize = FIRST_TABLE + TABLE_COUNT * SIZE;
const DIRECTORY: usize = memory.data(DIRECTORY_SIZE, 16);

/** The table of an order and a p; empty if it is new. */
export function sumTable(order: i32, p: f64): usize {
  const number = findTable(DIRECTORY, order + 2, p); // 1 or 2: 0 is no function
  const table = FIRST_TABLE + <usize> number * SIZE;
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

/** Where entry 0 of a table is. */
// @ts-ignore: decorator
@inline
function entryZero(table: usize): usize {
  return table + ENTRIES_AT - MIN_ENTRY * ENTRY;
}

/** Fills ENTRIES for `count` t, and makes entries that are missing; whether one has no entry. */
export function locateSums(table: usize, from: usize, count: i32, order: i32, p: f64): bool {
  if (p >= MAX_ENTRIES) return true;
  const end = entryNumber(endOfSumEntries(p)) - 1;
  if (locate(entryZero(table), MIN_ENTRY, end, false, from, count, ENTRIES)) return true;
  if ((octaves & ~load<u64>(table, MADE)) != 0) {
    makeMissing(table, from, from + (<usize> count << 3), order, p);
  }
  return false;
}

/** Makes the octaves that elements need. */
function makeMissing(table: usize, from: usize, stop: usize, order: i32, p: f64): void {
  for (; from < stop; from += 8) {
    const octave = (entryNumber(load<f64>(from)) - MIN_ENTRY) >> BITS;
    if ((load<u64>(table, MADE) >> octave & 1) == 0) makeOctave(table, octave, order, p);
  }
}

function makeOctave(table: usize, octave: i32, order: i32, p: f64): void {
  const first = MIN_ENTRY + (octave << BITS);
  choose(NO_ZEROS, false);
  for (let number = first; number < first + (1 << BITS); number += 2 * INTERVAL_ENTRIES) {
    const t = intervalsAt(number);
    expandSum(order, t, p);
    const lost = seriesBound(INTERVAL_RADIUS * f64x2.extract_lane(t, 1));
    makeEntriesOfIntervals(entryZero(table), lost);
  }
  store<u64>(table, load<u64>(table, MADE) | <u64> 1 << octave, MADE);
}

/** A bound of the error of the last series at a distance from its breakpoint. */
export function seriesBound(distance: f64): f64 {
  return SERIES_PART * (valueSize + distance * slopeSize);
}
