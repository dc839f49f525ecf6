// The tables of g(y) = y^s zeta(s, y), s = n + 1, one for each order n of polygamma: entry 0 is
// [0, 2^-6); then 32 entries an octave, to 2^14. An entry is made when an element first needs it
// (polygamma/build_taylor.ts).
//
// Only pages of memory that were written to exist: an order over [0.1, 20] takes 24 KB, and at most 62 KB. A thread keeps
// 256 orders: 16 MB at most.

import { ENTRIES, POLYGAMMA_TABLES, TABLE } from "../memory_map";
import { FACTORIAL as LAST_FACTORIAL, factorialExponent, prepareFactorial } from "./factorial";
import { powerOfTwo } from "../arithmetic/power_of_two";
import { DIRECTORY_SIZE, findTable, isNew, TABLE_COUNT } from "../tables/parameter_tables";
import { ENTRY, entryNumbers64, entryOffsets, FIRST } from "../tables/entry";

export const LAST_MADE_ENTRY: i32 = 20 * 32;
/** Beyond this there are no entries. */
export const END_OF_MADE_ENTRIES: f64 = 16384; // 2^14

/** n! as high + low and, as a float64, the exponent of a power of two that it is multiplied by. */
const FACTORIAL: i32 = <i32> ENTRY * (LAST_MADE_ENTRY + 1);
const TABLE_SIZE: i32 = FACTORIAL + 32;
const FIRST_TABLE: usize = POLYGAMMA_TABLES;
/** Where they end, for the test of the memory map. */
export const END_OF_TABLES: usize = FIRST_TABLE + TABLE_COUNT * TABLE_SIZE;
const DIRECTORY: usize = memory.data(DIRECTORY_SIZE, 16);
/** What the directory calls g. */
const ZETA: i32 = 1;
/** How many tables were ever in use: others are empty. */
let usedCount: i32 = 0;

/** The table of an order; empty if it is new. */
export function zetaTable(n: i32): usize {
  const number = findTable(DIRECTORY, ZETA, <f64> n);
  const table = FIRST_TABLE + <usize> number * TABLE_SIZE;
  if (isNew) {
    if (number < usedCount) memory.fill(table, 0, TABLE_SIZE);
    else usedCount = number + 1;
  }
  return table;
}

/** Where n! is: its high part, its low part, and the exponent. */
export function factorialOf(n: i32): usize {
  const at = zetaTable(n) + FACTORIAL;
  if (load<f64>(at) == 0) {
    prepareFactorial(n);
    v128.store(at, v128.load(LAST_FACTORIAL));
    store<f64>(at, <f64> factorialExponent, 16);
  }
  return at;
}

/** Fills ENTRIES for `count` y > 0 from a table; whether any lies beyond its last entry. */
export function locateZetas(table: usize, from: usize, count: i32): bool {
  v128.store(TABLE, i32x4.splat(<i32> table));
  const last = i32x4.splat(LAST_MADE_ENTRY);
  let most = last;
  let at = ENTRIES;
  for (const end = from + (<usize> count << 3); from < end; from += 32, at += 16) {
    const numbers = entryNumbers64(v128.load(from), v128.load(from, 16));
    most = i32x4.max_s(most, numbers);
    const entry = i32x4.min_s(i32x4.max_s(numbers, i32x4.splat(0)), last);
    v128.store(at, i32x4.add(v128.load(TABLE), entryOffsets(entry)));
  }
  return v128.any_true(i32x4.gt_s(most, last));
}

/** The first entry of ENTRIES that is yet to be made, or 0. */
export function missingEntry(count: i32): usize {
  for (let i = 0; i < count; i++) {
    const entry = <usize> load<u32>(ENTRIES + (<usize> i << 2));
    if (load<u64>(entry) == 0) return entry;
  }
  return 0;
}

/** Half the width of an entry. */
export function halfOf(number: i32): f64 {
  return powerOfTwo(number == 0 ? FIRST - 1 : FIRST - 6 + ((number - 1) >> 5));
}

/** The middle of an entry. */
export function middleOf(number: i32): f64 {
  const half = halfOf(number);
  return number == 0 ? half : half * <f64> (65 + 2 * ((number - 1) & 31));
}
