// What is known of the rows of a group: the state of each value that is added up, one after another. Two lists of u32
// describe it: what each value is, and where its state begins.

import { addToSum, clearSum, mergeSums, moveWhole, roundSum, SUM_BYTES, WHOLE_BYTES, wholeOf } from "./exact_sum";
import { allocate } from "./memory";
import { HEAD } from "./record";

// States: a sum; a sum and a count; the least or greatest value and a count; a count. Counts are u64.
const SUM: u32 = 1;
const MEAN: u32 = 2;
const MIN: u32 = 3;
const MAX: u32 = 4;
const COUNT: u32 = 5;
/** Where the count is in the state of a mean, and in that of an extreme value. */
const MEAN_COUNT: usize = SUM_BYTES;
const EXTREME_COUNT: usize = 8;

/** Bytes of the state of a group. */
export let stateBytes: usize = 0;

let list: usize = 0;
let listEnd: usize = 0;

/** Begins with a list: for each value, what it is and the bytes of the state before it. */
export function openAggregates(aggregates: usize, count: i32): void {
  list = aggregates;
  listEnd = aggregates + (<usize> count << 3);
  stateBytes = 0;
  for (let at = list; at < listEnd; at += 8) stateBytes = <usize> load<u32>(at, 4) + sizeOf(load<u32>(at));
}

function sizeOf(what: u32): usize {
  if (what == SUM) return SUM_BYTES;
  if (what == MEAN) return SUM_BYTES + 8;
  return what == COUNT ? 8 : 16;
}

// @ts-ignore: decorator
@inline
function isSum(at: usize): bool {
  return load<u32>(at) <= MEAN;
}

/** Makes the state of a group without rows. */
export function clearState(state: usize): void {
  memory.fill(state, 0, stateBytes);
  for (let at = list; at < listEnd; at += 8) if (isSum(at)) clearSum(state + <usize> load<u32>(at, 4));
}

/** Adds what is known of other rows. */
export function mergeStates(state: usize, other: usize): void {
  for (let at = list; at < listEnd; at += 8) {
    const what = load<u32>(at);
    const offset: usize = load<u32>(at, 4);
    const to = state + offset;
    const from = other + offset;
    if (what == COUNT) {
      addCount(to, load<u64>(from));
    } else if (what <= MEAN) {
      mergeSums(to, from);
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
 * Adds the values of `count` rows to the states of their records; a record of 0 has none. `valid` has a byte for each
 * row, 1 where there is a value, or is 0 if all are there; without `values` rows are counted. Returns how many rows
 * have no value.
 */
export function addValues(
  what: u32,
  offset: usize,
  records: usize,
  count: u32,
  values: usize,
  valid: usize,
): i32 {
  const state = HEAD + offset;
  if (what == SUM) return addSums(state, records, count, values, valid);
  let missing = 0;
  for (let i: usize = 0; i < <usize> count; i++) {
    const record: usize = load<u32>(records + (i << 2));
    if (record == 0) continue;
    if (valid != 0 && load<u8>(valid + i) != 1) {
      missing++;
      continue;
    }
    const to = record + state;
    if (what == COUNT) {
      addCount(to, 1);
    } else if (what == MEAN) {
      addToSum(to, load<f64>(values + (i << 3)));
      addCount(to + MEAN_COUNT, 1);
    } else {
      bound(to, load<f64>(values + (i << 3)), what == MIN);
    }
  }
  return missing;
}

function addSums(state: usize, records: usize, count: u32, values: usize, valid: usize): i32 {
  let missing = 0;
  for (let i: usize = 0; i < <usize> count; i++) {
    const record: usize = load<u32>(records + (i << 2));
    if (record == 0) continue;
    if (valid == 0 || load<u8>(valid + i) == 1) addToSum(record + state, load<f64>(values + (i << 3)));
    else missing++;
  }
  return missing;
}

/**
 * Gives the values of `count` groups, whose records are listed, as float64 with a byte for each: 0 if no row of the
 * group has a value.
 */
export function groups_values(
  what: u32,
  offset: usize,
  records: usize,
  count: i32,
  to: usize,
  valid: usize,
): void {
  for (let i: usize = 0; i < <usize> count; i++) {
    const state = <usize> load<u32>(records + (i << 2)) + HEAD + offset;
    let value: f64 = 0;
    let there = true;
    if (what == SUM) {
      value = roundSum(state, 1);
    } else if (what == COUNT) {
      value = <f64> load<u64>(state);
    } else {
      const rows = load<u64>(state + (what == MEAN ? MEAN_COUNT : EXTREME_COUNT));
      there = rows != 0;
      if (there) value = what == MEAN ? roundSum(state, rows) : load<f64>(state);
    }
    // NaN has the same bits on every machine.
    store<f64>(to + (i << 3), isNaN(value) ? NaN : value);
    store<u8>(valid + i, u8(there));
  }
}

// Sums that have all limbs are written behind their record.

/** Bytes of the limbs that are not in the state. */
export function wholesBytes(state: usize): usize {
  let bytes: usize = 0;
  for (let at = list; at < listEnd; at += 8) {
    if (isSum(at) && wholeOf(state + <usize> load<u32>(at, 4)) != 0) bytes += WHOLE_BYTES;
  }
  return bytes;
}

/** Writes these limbs, and returns where they end. */
export function writeWholes(state: usize, to: usize): usize {
  for (let at = list; at < listEnd; at += 8) {
    const whole = isSum(at) ? wholeOf(state + <usize> load<u32>(at, 4)) : 0;
    if (whole == 0) continue;
    memory.copy(to, whole, WHOLE_BYTES);
    to += WHOLE_BYTES;
  }
  return to;
}

/** Takes these limbs from where they were written, and returns where they end. */
export function moveWholes(state: usize, from: usize): usize {
  for (let at = list; at < listEnd; at += 8) {
    const sum = state + <usize> load<u32>(at, 4);
    if (!isSum(at) || wholeOf(sum) == 0) continue;
    moveWhole(sum, from);
    from += WHOLE_BYTES;
  }
  return from;
}

/** Copies these limbs to memory of the table. */
export function copyWholes(state: usize): void {
  for (let at = list; at < listEnd; at += 8) {
    const sum = state + <usize> load<u32>(at, 4);
    const whole = isSum(at) ? wholeOf(sum) : 0;
    if (whole == 0) continue;
    const own = allocate(WHOLE_BYTES);
    if (own != 0) memory.copy(own, whole, WHOLE_BYTES);
    moveWhole(sum, own);
  }
}
