// What is known of the rows of a group: the state of each value that is added up, one after another. A list describes
// it, of four u32 for each value: what it is, where its state begins, the unit of its sums (short_sum.ts), and room for
// the unit of another table.

import { moveWhole, SUM_BYTES, WHOLE_BYTES, wholeOf } from "./exact_sum";
import { allocate } from "./memory";
import { HEAD } from "./record";
import { INDEX, ROW } from "./row";
import {
  addNumber,
  addSlowly,
  changeUnit,
  clearShort,
  longOf,
  lowestFor,
  lowestForSum,
  mergeShorts,
  moveLong,
  NO_UNIT,
  roundShort,
  SHORT_BYTES,
  typicalExponent,
} from "./short_sum";

const ENTRY: usize = 16;
const OFFSET: usize = 4;
const UNIT: usize = 8;
const OTHER_UNIT: usize = 12;

// States: a sum; a sum and a count; the least or greatest value and a count; a count. Counts are u64.
const SUM: u32 = 1;
const MEAN: u32 = 2;
const MIN: u32 = 3;
const MAX: u32 = 4;
const COUNT: u32 = 5;
/** Rows whose values choose the unit. */
const TYPICAL: u32 = 256;
/** Where the count is in the state of a mean, and in that of an extreme value. */
const MEAN_COUNT: usize = SHORT_BYTES;
const EXTREME_COUNT: usize = 8;

/** Bytes of the state of a group, a multiple of 8. */
export let stateBytes: usize = 0;

let list: usize = 0;
let listEnd: usize = 0;

/** Begins with a list that says what each value is and where its state begins. */
export function openAggregates(aggregates: usize, count: i32): void {
  list = aggregates;
  listEnd = aggregates + <usize> count * ENTRY;
  stateBytes = 0;
  for (let at = list; at < listEnd; at += ENTRY) {
    store<u32>(at, NO_UNIT, UNIT);
    stateBytes = offsetOf(at) + sizeOf(load<u32>(at));
  }
}

function sizeOf(what: u32): usize {
  if (what == SUM) return SHORT_BYTES;
  if (what == MEAN) return SHORT_BYTES + 8;
  return what == COUNT ? 8 : 16;
}

// @ts-ignore: decorator
@inline
function offsetOf(at: usize): usize {
  return load<u32>(at, OFFSET);
}

// @ts-ignore: decorator
@inline
function isSum(at: usize): bool {
  return load<u32>(at) <= MEAN;
}

/** Makes the state of a group without rows. */
export function clearState(state: usize): void {
  memory.fill(state, 0, stateBytes);
  for (let at = list; at < listEnd; at += ENTRY) if (isSum(at)) clearShort(state + offsetOf(at));
}

/** Adds what is known of other rows, whose units are those that were last read. */
export function mergeStates(state: usize, other: usize): void {
  for (let at = list; at < listEnd; at += ENTRY) {
    const what = load<u32>(at);
    const to = state + offsetOf(at);
    const from = other + offsetOf(at);
    if (what == COUNT) {
      addCount(to, load<u64>(from));
    } else if (what <= MEAN) {
      if (load<u32>(at, UNIT) == NO_UNIT) store<u32>(at, lowestForSum(from), UNIT);
      mergeShorts(to, load<u32>(at, UNIT), from, load<u32>(at, OTHER_UNIT));
      if (what == MEAN) addCount(to + MEAN_COUNT, load<u64>(from, MEAN_COUNT));
    } else if (load<u64>(from, EXTREME_COUNT) != 0) {
      bound(to, load<f64>(from), what == MIN);
      addCount(to + EXTREME_COUNT, load<u64>(from, EXTREME_COUNT) - 1);
    }
  }
}

// @ts-ignore: decorator
@inline
function addCount(to: usize, count: u64): void {
  store<u64>(to, load<u64>(to) + count);
}

/** Adds a value to the state of the least or greatest. NaN stays, and -0 is less than 0. */
// @ts-ignore: decorator
@inline
function bound(state: usize, value: f64, isMin: bool): void {
  const count = load<u64>(state, EXTREME_COUNT);
  const before = count == 0 ? value : load<f64>(state);
  store<f64>(state, isMin ? min(before, value) : max(before, value));
  store<u64>(state, count + 1, EXTREME_COUNT);
}

/**
 * Adds the values of `count` rows, whose records were found (table.ts), to the states of these; a record of 0 has none.
 * `at` is the value's place in the list. `valid` has a byte for each value, 1 where there is one, or is 0 if all are
 * there; without `values` rows are counted. Returns how many rows have no value.
 */
export function addValues(at: usize, rows: usize, count: u32, values: usize, valid: usize): i32 {
  const what = load<u32>(at);
  const state = HEAD + offsetOf(at);
  const end = rows + <usize> count * ROW;
  if (what <= MEAN) {
    const missing = addSums(at, rows, end, values, valid);
    if (what == MEAN) addCounts(state + MEAN_COUNT, rows, end, valid);
    return missing;
  }
  if (what == COUNT) return addCounts(state, rows, end, valid);
  let missing = 0;
  for (let row = rows; row < end; row += ROW) {
    const record: usize = load<u32>(row);
    const index: usize = load<u32>(row, INDEX);
    if (record == 0) continue;
    if (isThere(valid, index)) bound(record + state, load<f64>(values + (index << 3)), what == MIN);
    else missing++;
  }
  return missing;
}

// @ts-ignore: decorator
@inline
function isThere(valid: usize, index: usize): bool {
  return valid == 0 || load<u8>(valid + index) == 1;
}

function addCounts(state: usize, rows: usize, end: usize, valid: usize): i32 {
  let missing = 0;
  for (let row = rows; row < end; row += ROW) {
    const record: usize = load<u32>(row);
    if (record == 0) continue;
    if (isThere(valid, load<u32>(row, INDEX))) addCount(record + state, 1);
    else missing++;
  }
  return missing;
}

function addSums(at: usize, rows: usize, end: usize, values: usize, valid: usize): i32 {
  const state = HEAD + offsetOf(at);
  let lowest = load<u32>(at, UNIT);
  if (lowest == NO_UNIT) {
    const first = values + (<usize> load<u32>(rows, INDEX) << 3);
    lowest = lowestFor(typicalExponent(first, min(<u32> ((end - rows) / ROW), TYPICAL)));
    store<u32>(at, lowest, UNIT);
  }
  let missing = 0;
  for (let row = rows; row < end; row += ROW) {
    const record: usize = load<u32>(row);
    const index: usize = load<u32>(row, INDEX);
    if (record == 0) continue;
    if (!isThere(valid, index)) {
      missing++;
      continue;
    }
    const value = load<f64>(values + (index << 3));
    if (!addNumber(record + state, value, lowest)) addSlowly(record + state, value, lowest);
  }
  return missing;
}

/**
 * Gives the values of `count` groups, whose records are listed, as float64 with a byte for each: 0 if no row of the
 * group has a value.
 */
export function groups_values(
  at: usize,
  records: usize,
  count: i32,
  to: usize,
  valid: usize,
): void {
  const what = load<u32>(at);
  const lowest = load<u32>(at, UNIT);
  const offset = HEAD + offsetOf(at);
  for (let i: usize = 0; i < <usize> count; i++) {
    const state = <usize> load<u32>(records + (i << 2)) + offset;
    let value: f64 = 0;
    let there = true;
    if (what == SUM) {
      value = roundShort(state, lowest, 1);
    } else if (what == COUNT) {
      value = <f64> load<u64>(state);
    } else {
      const rows = load<u64>(state + (what == MEAN ? MEAN_COUNT : EXTREME_COUNT));
      there = rows != 0;
      if (there) value = what == MEAN ? roundShort(state, lowest, rows) : load<f64>(state);
    }
    // NaN has the same bits on every machine.
    store<f64>(to + (i << 3), isNaN(value) ? NaN : value);
    store<u8>(valid + i, u8(there));
  }
}

// Other threads get the units before the records, and longer sums after the record of their group.

/** Bytes of the units. */
export function unitsBytes(): usize {
  return (listEnd - list) >> 1;
}

/** Writes the units, and returns where they end. */
export function writeUnits(to: usize): usize {
  for (let at = list; at < listEnd; at += ENTRY, to += 8) store<u64>(to, <u64> load<u32>(at, UNIT));
  return to;
}

/** Reads the units of another table, and returns where they end. A table without a unit takes the other's. */
export function readUnits(from: usize): usize {
  for (let at = list; at < listEnd; at += ENTRY, from += 8) {
    const unit = load<u32>(from);
    store<u32>(at, unit, OTHER_UNIT);
    if (load<u32>(at, UNIT) == NO_UNIT) store<u32>(at, unit, UNIT);
  }
  return from;
}

/** Bytes of the longer sums. */
export function longBytes(state: usize): usize {
  let bytes: usize = 0;
  for (let at = list; at < listEnd; at += ENTRY) {
    const long = isSum(at) ? longOf(state + offsetOf(at)) : 0;
    if (long != 0) bytes += SUM_BYTES + (wholeOf(long) == 0 ? 0 : WHOLE_BYTES);
  }
  return bytes;
}

/** Writes the longer sums, and returns where they end. */
export function writeLong(state: usize, to: usize): usize {
  for (let at = list; at < listEnd; at += ENTRY) {
    const long = isSum(at) ? longOf(state + offsetOf(at)) : 0;
    if (long == 0) continue;
    memory.copy(to, long, SUM_BYTES);
    to += SUM_BYTES;
    const whole = wholeOf(long);
    if (whole == 0) continue;
    memory.copy(to, whole, WHOLE_BYTES);
    to += WHOLE_BYTES;
  }
  return to;
}

/** Takes the longer sums from where they were written, and returns where they end. */
export function moveLongSums(state: usize, from: usize): usize {
  for (let at = list; at < listEnd; at += ENTRY) {
    const sum = state + offsetOf(at);
    if (!isSum(at) || longOf(sum) == 0) continue;
    const long = from;
    moveLong(sum, long);
    from += SUM_BYTES;
    if (wholeOf(long) == 0) continue;
    moveWhole(long, from);
    from += WHOLE_BYTES;
  }
  return from;
}

/** Copies the longer sums to memory of the table. */
export function copyLong(state: usize): void {
  for (let at = list; at < listEnd; at += ENTRY) {
    const sum = state + offsetOf(at);
    const long = isSum(at) ? longOf(sum) : 0;
    if (long == 0) continue;
    const whole = wholeOf(long);
    const own = allocate(SUM_BYTES);
    const ownWhole: usize = whole == 0 ? 0 : allocate(WHOLE_BYTES);
    moveLong(sum, own);
    if (own == 0) continue;
    memory.copy(own, long, SUM_BYTES);
    if (whole == 0) continue;
    if (ownWhole != 0) memory.copy(ownWhole, whole, WHOLE_BYTES);
    moveWhole(own, ownWhole);
  }
}

/** Gives the sums of another table the units of this one. */
export function changeUnits(state: usize): void {
  for (let at = list; at < listEnd; at += ENTRY) {
    if (isSum(at)) changeUnit(state + offsetOf(at), load<u32>(at, UNIT), load<u32>(at, OTHER_UNIT));
  }
}
