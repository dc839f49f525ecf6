// Rows become part of their groups: their keys are looked for, and their values added up. Where threads share groups,
// each has a part of the hashes, and rows of another part are packed for its thread instead.
//
// Packed rows are the u32 number of rows, u32 bytes of keys, nothing up to 16 bytes; the f64 position of each row; the
// values of each column; the u32 hash and the u32 length of each key; a byte for each value, 1 if it is there; the keys.

import { copyBytes } from "../text/csv/bytes";
import { addValues } from "./aggregates";
import { partOf } from "./exchange";
import { keyHash } from "./keys";
import { INDEX, KEY, KEY_HASH, KEY_LENGTH, ROW } from "./row";
import { findEntries, findGroups, isSame, TOGETHER } from "./table";

/**
 * Bytes of the description of a value, in u32: its place in the list of aggregates, its values, which of them are there,
 * how many are not, and the number of its column.
 */
const INPUT: usize = 20;

/** Bytes of the description of a thread's box, in u32: its address, its bytes (0 if it is full), rows, bytes of keys, their list. */
const BOX: usize = 20;
const BOX_BYTES: usize = 4;
const BOX_ROWS: usize = 8;
const BOX_KEYS: usize = 12;
const BOX_LIST: usize = 16;
/** Bytes in front of packed rows. */
const PACKED_HEAD: usize = 16;

let thread: u32 = 0;
let threads: u32 = 1;
let boxes: usize = 0;
let columns: usize = 0;
let columnsValid: usize = 0;
let width: u32 = 0;
let stride: u32 = 0;

/**
 * Says which thread this is, and of how many; a single one keeps all rows. `packed` describes the box of each. There are
 * so many columns of values, each with room for `rows`.
 */
export function groups_share(
  own: u32,
  count: u32,
  packed: usize,
  values: usize,
  valid: usize,
  columnCount: u32,
  rows: u32,
): void {
  thread = own;
  threads = count;
  boxes = packed;
  columns = values;
  columnsValid = valid;
  width = columnCount;
  stride = rows;
}

/**
 * Adds `count` rows. Their keys begin at `starts`; `rows` is room for the description of each. If `only` is not 0, it is
 * the record of all. The inputs describe the values; how many rows have none is added to each. Rows for other threads
 * are packed into their boxes.
 */
export function groups_rows(
  keys: usize,
  starts: usize,
  rows: usize,
  count: i32,
  position: f64,
  only: usize,
  inputs: usize,
  inputsEnd: usize,
): void {
  if (only != 0) {
    addTo(rows, giveGroup(starts, count, only, rows), inputs, inputsEnd);
    return;
  }
  const kept = sortRows(keys, starts, count, rows);
  for (let part: u32 = 0; threads > 1 && part < threads; part++) {
    const box = boxes + <usize> part * BOX;
    if (load<u32>(box, BOX_ROWS) != 0) pack(box, keys, starts, position);
  }
  addFound(rows, kept, position, 0, inputs, inputsEnd);
}

/**
 * Adds `count` rows whose keys are entries of a dictionary. `column` and `records` are those of `findEntries`, and there
 * is room for a key at `key`.
 */
export function groups_entries(
  column: usize,
  records: usize,
  key: usize,
  rows: usize,
  count: u32,
  position: f64,
  inputs: usize,
  inputsEnd: usize,
): void {
  for (let first: u32 = 0; first < count; first += TOGETHER) {
    const some = min(TOGETHER, count - first);
    findEntries(rows, first, some, column, records, key, position);
    addTo(rows, some, inputs, inputsEnd);
  }
}

/** Adds rows that another thread has packed. */
export function groups_packed(packed: usize, rows: usize, inputs: usize, inputsEnd: usize): void {
  const count = load<u32>(packed);
  const positions = packed + PACKED_HEAD;
  const values = positions + (<usize> count << 3);
  const hashes = values + (<usize> (width * count) << 3);
  const lengths = hashes + (<usize> count << 2);
  const valid = lengths + (<usize> count << 2);
  let key = valid + <usize> (width * count);
  let before: usize = 0;
  let beforeLength: u32 = 0;
  for (let i: usize = 0; i < <usize> count; i++) {
    const row = rows + i * ROW;
    const length = load<u32>(lengths + (i << 2));
    const isRepeated = length == beforeLength && isSame(key, before, length);
    store<u32>(row, isRepeated ? 0 : <u32> key, KEY);
    store<u32>(row, length, KEY_LENGTH);
    store<u32>(row, load<u32>(hashes + (i << 2)), KEY_HASH);
    store<u32>(row, <u32> i, INDEX);
    before = key;
    beforeLength = length;
    key += <usize> length;
  }
  for (let input = inputs; input < inputsEnd; input += INPUT) {
    const column = load<u32>(input, 16);
    if (column >= width) continue;
    store<u32>(input, <u32> (values + (<usize> (column * count) << 3)), 4);
    store<u32>(input, <u32> (valid + <usize> (column * count)), 8);
  }
  addFound(rows, count, 0, positions, inputs, inputsEnd);
}

/** Describes the rows that have a key and stay here, and lists the others. Returns how many stay. */
function sortRows(keys: usize, starts: usize, count: i32, rows: usize): u32 {
  const shared = threads > 1;
  const bytes = 16 + 9 * width;
  let row = rows;
  let start = load<u32>(starts);
  // Rows of a group are often adjacent: the key of the row before, and whether that row stays here.
  let before: usize = 0;
  let beforeLength: u32 = 0;
  let stayed = false;
  let hash: u32 = 0;
  for (let i: usize = 0; i < <usize> count; i++) {
    const end = load<u32>(starts + (i << 2), 4);
    const key = keys + start;
    const length = end - start;
    start = end;
    if (length == 0) continue;
    const isRepeated = length == beforeLength && isSame(key, before, length);
    if (!isRepeated) hash = keyHash(key, length);
    before = key;
    beforeLength = length;
    if (shared) {
      const part = partOf(hash, threads);
      const box = boxes + <usize> part * BOX;
      const sent = load<u32>(box, BOX_ROWS);
      const sentKeys = load<u32>(box, BOX_KEYS);
      const needed = <u64> PACKED_HEAD + <u64> (sent + 1) * bytes + sentKeys + length;
      if (part != thread && needed <= <u64> load<u32>(box, BOX_BYTES)) {
        const place = <usize> load<u32>(box, BOX_LIST) + (<usize> sent << 3);
        store<u32>(place, <u32> i);
        store<u32>(place, hash, 4);
        store<u32>(box, sent + 1, BOX_ROWS);
        store<u32>(box, sentKeys + length, BOX_KEYS);
        stayed = false;
        continue;
      }
    }
    store<u32>(row, isRepeated && stayed ? 0 : <u32> key, KEY);
    stayed = true;
    store<u32>(row, length, KEY_LENGTH);
    store<u32>(row, hash, KEY_HASH);
    store<u32>(row, <u32> i, INDEX);
    row += ROW;
  }
  return <u32> ((row - rows) / ROW);
}

/** Packs the rows that are listed for a thread. */
function pack(box: usize, keys: usize, starts: usize, position: f64): void {
  const count: usize = load<u32>(box, BOX_ROWS);
  const list: usize = load<u32>(box, BOX_LIST);
  let to: usize = load<u32>(box);
  store<u32>(to, <u32> count);
  store<u32>(to, load<u32>(box, BOX_KEYS), 4);
  to += PACKED_HEAD;
  for (let i: usize = 0; i < count; i++) {
    store<f64>(to + (i << 3), position + <f64> load<u32>(list + (i << 3)));
  }
  to += count << 3;
  for (let column: u32 = 0; column < width; column++, to += count << 3) {
    const from = columns + (<usize> (column * stride) << 3);
    for (let i: usize = 0; i < count; i++) {
      store<f64>(to + (i << 3), load<f64>(from + (<usize> load<u32>(list + (i << 3)) << 3)));
    }
  }
  const lengths = to + (count << 2);
  const valid = lengths + (count << 2);
  for (let column: u32 = 0; column < width; column++) {
    const from = columnsValid + <usize> (column * stride);
    const there = valid + <usize> column * count;
    for (let i: usize = 0; i < count; i++) {
      store<u8>(there + i, load<u8>(from + <usize> load<u32>(list + (i << 3))));
    }
  }
  let key = valid + <usize> width * count;
  for (let i: usize = 0; i < count; i++) {
    const index = starts + (<usize> load<u32>(list + (i << 3)) << 2);
    const start = keys + load<u32>(index);
    const end = keys + load<u32>(index, 4);
    store<u32>(to + (i << 2), load<u32>(list + (i << 3), 4));
    store<u32>(lengths + (i << 2), <u32> (end - start));
    key = copyBytes(key, start, end);
  }
}

/** Gives every row that has a key the same group. Returns how many have one. */
function giveGroup(starts: usize, count: i32, record: usize, rows: usize): u32 {
  let row = rows;
  for (let i: usize = 0; i < <usize> count; i++) {
    if (load<u32>(starts + (i << 2)) == load<u32>(starts + (i << 2), 4)) continue;
    store<u32>(row, <u32> record, KEY);
    store<u32>(row, <u32> i, INDEX);
    row += ROW;
  }
  return <u32> ((row - rows) / ROW);
}

/** Finds the groups of rows, and adds their values, while the records are in the cache. */
function addFound(
  rows: usize,
  count: u32,
  position: f64,
  positions: usize,
  inputs: usize,
  inputsEnd: usize,
): void {
  for (let first: u32 = 0; first < count; first += TOGETHER) {
    const some = min(TOGETHER, count - first);
    const from = rows + <usize> first * ROW;
    findGroups(from, some, position, positions);
    addTo(from, some, inputs, inputsEnd);
  }
}

/** Adds the values of rows to the groups that were found for them. */
function addTo(rows: usize, count: u32, inputs: usize, inputsEnd: usize): void {
  for (let input = inputs; input < inputsEnd; input += INPUT) {
    const missing = addValues(
      load<u32>(input),
      rows,
      count,
      load<u32>(input, 4),
      load<u32>(input, 8),
    );
    store<u32>(input, load<u32>(input, 12) + <u32> missing, 12);
  }
}
