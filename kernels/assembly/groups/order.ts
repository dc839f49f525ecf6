// The order of groups: that of their first rows.

import { groups_reserve } from "./memory";
import { FIRST, GONE, NEXT } from "./record";
import { firstRecord, groups_count, groups_gone, nextOf } from "./table";

/** Digits by which records are sorted. */
const DIGIT_BITS: u32 = 11;
const DIGITS: u32 = 2048; // 2^11
const COUNTS: usize = memory.data(8192, 16); // DIGITS * 4

/**
 * Lists the u32 addresses of the records that are here, in the order of their first rows. Returns the address of the
 * list, and sets `groups_listed`; 0 if there is no memory for it.
 *
 * Most records were made in that order. The others are sorted by themselves, and merged with these.
 */
export function groups_list(): usize {
  groups_listed = 0;
  const count = <usize> (groups_count - groups_gone);
  const entries = groups_reserve(count << 4);
  const list = groups_reserve(count << 2);
  if (entries == 0 || list == 0) return 0;
  const end = entries + (count << 4);
  // Those that are in order come from the beginning on, the others from the end, the last one first.
  let inOrder = entries;
  let others = end;
  let last: u64 = 0;
  let lastOther: u64 = 0;
  let isSorted = true;
  for (let record = firstRecord; record != 0; record = nextOf(record)) {
    if (load<u32>(record, NEXT) & GONE) continue;
    const first = <u64> load<f64>(record, FIRST);
    let to = inOrder;
    if (first >= last) {
      inOrder += 16;
      last = first;
    } else {
      to = others -= 16;
      isSorted = isSorted && first >= lastOther;
      lastOther = first;
    }
    store<u64>(to, first);
    store<u64>(to, record, 8);
  }
  const some = (end - others) >> 4;
  let next = end - 16;
  let step: usize = <usize> 0 - 16;
  if (!isSorted) {
    let sorted = groups_reserve(some << 4);
    if (sorted == 0) return 0;
    for (let shift: u64 = 0; shift < 64 && last >> shift != 0; shift += DIGIT_BITS) {
      sortDigit(others, sorted, some, shift);
      const before = others;
      others = sorted;
      sorted = before;
    }
    next = others;
    step = 16;
  }
  let left = some;
  const listEnd = list + (count << 2);
  for (let to = list, from = entries; to < listEnd; to += 4) {
    const isOther = left != 0 && (from == inOrder || load<u64>(next) < load<u64>(from));
    store<u32>(to, load<u32>(isOther ? next : from, 8));
    if (isOther) {
      next += step;
      left--;
    } else {
      from += 16;
    }
  }
  groups_listed = <u32> count;
  return list;
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
