// Numbers with separators between their thousands, as 1,234,567.8, which are read without them.

import { isBlank } from "../decimal/scan";

/**
 * The character between thousands: its UTF-8 bytes, the first in the lowest byte; 0 if there is none. Callers set it
 * before they read cells, since others may share the memory.
 */
export let csv_thousands: u32 = 0;

/** The text of a number without its separators. */
export let plainStart: usize = 0;
export let plainEnd: usize = 0;

/** Longer texts are not numbers that anybody has separated. */
const MAX_BYTES: usize = 1024;
const PLAIN: usize = memory.data(1024 + 64, 16);

const ZERO: u8 = 0x30;

/**
 * Sets [plainStart, plainEnd) to a cell's text without the separators of its thousands. Three digits are after the
 * last separator, two or three between two of them (1,234,567 and 12,34,567), and one to three before the first.
 * Any other text stays as it is, and so is not a number: 1,5 never becomes 15.
 */
export function dropSeparators(start: usize, end: usize): void {
  plainStart = start;
  plainEnd = end;
  if (end - start > MAX_BYTES) return;
  const size = <usize> (4 - (clz<u32>(csv_thousands) >> 3));
  const mask: u32 = u32.MAX_VALUE >> <u32> (32 - (size << 3));
  let at = start;
  let to = PLAIN;
  while (at < end && isBlank(load<u8>(at))) at++;
  if (at < end && isSign(load<u8>(at))) store<u8>(to++, load<u8>(at++));
  let group = 0;
  let groups = 0;
  while (at < end) {
    const byte = load<u8>(at);
    if (byte - ZERO <= 9) {
      store<u8>(to++, byte);
      group++;
      at++;
      continue;
    }
    const next = at + size;
    if ((load<u32>(at) & mask) != csv_thousands || next >= end || load<u8>(next) - ZERO > 9) break;
    if (group > 3 || group < (groups == 0 ? 1 : 2)) return;
    groups++;
    group = 0;
    at = next;
  }
  if (groups == 0 || group != 3) return;
  memory.copy(to, at, end - at);
  plainStart = PLAIN;
  plainEnd = to + (end - at);
}

// @ts-ignore: decorator
@inline
function isSign(byte: u8): bool {
  return byte == 0x2b || byte == 0x2d; // + -
}
