// What is known of the rows of a group: the state of each value that is added up, one after another. A list describes
// it, of two u32 for each value: what it is, and where its state begins.

import { moveWhole, SUM_BYTES, WHOLE_BYTES, wholeOf } from "./exact_sum";
import { allocate } from "./memory";
import { HEAD } from "./record";
import { INDEX, ROW } from "./row";
import {
  addNumber,
  clearShort,
  longOf,
  mergeShorts,
  moveLong,
  roundShort,
  SHORT_BYTES,
} from "./short_sum";

const ENTRY: usize = 8;
const OFFSET: usize = 4;

// States: a sum; a sum and a count; the least or greatest value and a count; a count. Counts are u64.
const SUM: u32 = 1;
const MEAN: u32 = 2;
const MIN: u32 = 3;
const MAX: u32 = 4;
const COUNT: u32 = 5;
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

/** Adds what is known of other rows. */
export function mergeStates(state: usize, other: usize): void {
  for (let at = list; at < listEnd; at += ENTRY) {
    const what = load<u32>(at);
    const to = state + offsetOf(at);
    const from = other + offsetOf(at);
    if (what == COUNT) {
      addCount(to, load<u64>(from));
    } else if (what <= MEAN) {
      mergeShorts(to, from);
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
    const missing = addSums(state, rows, end, values, valid);
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

function addSums(state: usize, rows: usize, end: usize, values: usize, valid: usize): i32 {
  let missing = 0;
  for (let row = rows; row < end; row += ROW) {
    const record: usize = load<u32>(row);
    const index: usize = load<u32>(row, INDEX);
    if (record == 0) continue;
    if (isThere(valid, index)) addNumber(record + state, load<f64>(values + (index << 3)));
    else missing++;
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
  const offset = HEAD + offsetOf(at);
  for (let i: usize = 0; i < <usize> count; i++) {
    const state = <usize> load<u32>(records + (i << 2)) + offset;
    let value: f64 = 0;
    let there = true;
    if (what == SUM) {
      value = roundShort(state, 1);
    } else if (what == COUNT) {
      value = <f64> load<u64>(state);
    } else {
      const rows = load<u64>(state + (what == MEAN ? MEAN_COUNT : EXTREME_COUNT));
      there = rows != 0;
      if (there) value = what == MEAN ? roundShort(state, rows) : load<f64>(state);
    }
    // NaN has the same bits on every machine.
    store<f64>(to + (i << 3), isNaN(value) ? NaN : value);
    store<u8>(valid + i, u8(there));
  }
}

// Other threads get longer sums after the record of their group.

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
