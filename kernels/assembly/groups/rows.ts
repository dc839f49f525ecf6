// Rows become part of their groups: their keys are looked for, and their values added up.

import { addValues } from "./aggregates";
import { keys_hash } from "./keys";
import { findGroups, giveGroup, TOGETHER } from "./table";

/** Bytes of the description of a value, in u32: its place in the list of aggregates, values, which are there, nulls. */
const INPUT: usize = 16;

/**
 * Adds `count` rows. Their keys begin at `starts`; `hashes` is room for a u32 for each, and `records` gets the address
 * of the record of each, or 0 where the key is empty. If `only` is not 0, it is the record of all. The `width` inputs
 * describe the values; how many rows have none is added to each.
 */
export function groups_rows(
  keys: usize,
  starts: usize,
  hashes: usize,
  records: usize,
  count: i32,
  position: f64,
  only: usize,
  inputs: usize,
  width: i32,
): void {
  if (only == 0) keys_hash(keys, starts, count, hashes);
  const last = inputs + <usize> width * INPUT;
  for (let first: u32 = 0; first < <u32> count; first += TOGETHER) {
    const rows = min(TOGETHER, <u32> count - first);
    const from = <usize> first << 2;
    if (only == 0) findGroups(keys, starts + from, hashes + from, rows, position + <f64> first, records + from);
    else giveGroup(starts + from, rows, only, records + from);
    for (let input = inputs; input < last; input += INPUT) {
      const values = <usize> load<u32>(input, 4) + (<usize> first << 3);
      const valid: usize = load<u32>(input, 8);
      const there: usize = valid == 0 ? 0 : valid + <usize> first;
      const missing = addValues(load<u32>(input), records + from, rows, values, there);
      store<u32>(input, load<u32>(input, 12) + <u32> missing, 12);
    }
  }
}
