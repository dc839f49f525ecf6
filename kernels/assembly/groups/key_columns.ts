// The keys of groups as columns of a table.

import { copyBytes } from "../text/csv/bytes";
import { findPart, partEnd, partStart } from "./keys";
import { keyOf } from "./table";

/**
 * Gives a part of the keys of `count` groups, whose records are listed, as texts one after another. `offsets` gets 0
 * and then the end of each, as u32, and `valid` a byte for each: 0 if it is null. Returns how many bytes the texts have;
 * it writes up to 15 bytes more. Without `to` nothing is written.
 */
export function groups_texts(
  part: i32,
  records: usize,
  count: i32,
  offsets: usize,
  to: usize,
  valid: usize,
): usize {
  let length: usize = 0;
  if (to != 0) store<u32>(offsets, 0);
  for (let i: usize = 0; i < <usize> count; i++) {
    findPart(keyOf(load<u32>(records + (i << 2))), part);
    const bytes = partEnd - partStart;
    if (to != 0) {
      copyBytes(to + length, partStart, partEnd);
      store<u32>(offsets + (i << 2), <u32> (length + bytes), 4);
      store<u8>(valid + i, u8(partStart != 0));
    }
    length += bytes;
  }
  return length;
}

/** Gives a part of the keys whose values have `size` bytes each, and 0 where it is null. */
export function groups_fixed(
  part: i32,
  records: usize,
  count: i32,
  size: usize,
  to: usize,
  valid: usize,
): void {
  for (let i: usize = 0; i < <usize> count; i++, to += size) {
    findPart(keyOf(load<u32>(records + (i << 2))), part);
    if (partStart == 0) memory.fill(to, 0, size);
    else memory.copy(to, partStart, size);
    store<u8>(valid + i, u8(partStart != 0));
  }
}
