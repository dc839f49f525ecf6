// The order of groups: that of their first rows.

import { groups_reserve } from "./memory";
import { FIRST, GONE, NEXT } from "./record";
import { firstRecord, groups_count, nextOf } from "./table";

/** Digits by which records are sorted. */
const DIGIT_BITS: u32 = 11;
const DIGITS: u32 = 2048; // 2^11
const COUNTS: usize = memory.data(8192, 16); // DIGITS * 4

/**
 * Lists the u32 addresses of the records that are here, in the order of their first rows. Returns the address of the
 * list, and sets `groups_listed`; 0 if there is no memory for it.
 */
export function groups_list(): usize {
  groups_listed = 0;
  const entries = groups_reserve(<usize> groups_count << 4);
  if (entries == 0) return 0;
  let to = entries;
  let last: u64 = 0;
  let largest: u64 = 0;
  let isSorted = true;
  for (let record = firstRecord; record != 0; record = nextOf(record)) {
    if (load<u32>(record, NEXT) & GONE) continue;
    const first = <u64> load<f64>(record, FIRST);
    store<u64>(to, first);
    store<u64>(to, record, 8);
    to += 16;
    isSorted = isSorted && first >= last;
    largest = max(largest, first);
    last = first;
  }
  const count = (to - entries) >> 4;
  let from = entries;
  if (!isSorted) {
    let other = groups_reserve(count << 4);
    if (other == 0) return 0;
    for (let shift: u64 = 0; shift < 64 && largest >> shift != 0; shift += DIGIT_BITS) {
      sortDigit(from, other, count, shift);
      const sorted = other;
      other = from;
      from = sorted;
    }
  }
  // An address takes a quarter of an entry, and overwrites none that is still to be read.
  for (let i: usize = 0; i < count; i++) {
    store<u32>(entries + (i << 2), load<u32>(from + (i << 4), 8));
  }
  groups_listed = <u32> count;
  return entries;
}

/** Gives the first row of up to `count` groups that are here, evenly among all. Returns how many it gives. */
export function groups_sample(to: usize, count: u32): u32 {
  const step = groups_count / count + 1;
  let given: u32 = 0;
  let passed: u32 = 0;
  for (let record = firstRecord; record != 0; record = nextOf(record)) {
    if (load<u32>(record, NEXT) & GONE || passed++ % step != 0) continue;
    store<f64>(to + (<usize> given << 3), load<f64>(record, FIRST));
    given++;
  }
  return given;
}

/** How many records were listed. */
export let groups_listed: u32 = 0;

/** Sorts entries by a digit. Those with the same digit stay in their order. */
function sortDigit(from: usize, to: usize, count: usize, shift: u64): void {
  memory.fill(COUNTS, 0, <usize> DIGITS << 2);
  const end = from + (count << 4);
  for (let at = from; at < end; at += 16) {
    const place = COUNTS + (<usize> (load<u64>(at) >> shift & (DIGITS - 1)) << 2);
    store<u32>(place, load<u32>(place) + 1);
  }
  let before: u32 = 0;
  for (let at = COUNTS; at < COUNTS + (<usize> DIGITS << 2); at += 4) {
    const found = load<u32>(at);
    store<u32>(at, before);
    before += found;
  }
  for (let at = from; at < end; at += 16) {
    const place = COUNTS + (<usize> (load<u64>(at) >> shift & (DIGITS - 1)) << 2);
    const next = load<u32>(place);
    store<u32>(place, next + 1);
    v128.store(to + (<usize> next << 4), v128.load(at));
  }
}
