// What a text is that is no finite number. A number is returned as such; all else is returned as NaN, and
// then, and only then, `readStatus` says what it was: so that the usual number costs no store.

import { isBlank } from "./scan";

/** The text is a number; nan is one. */
export const NUMBER: i32 = 0;
/** Nothing, or only spaces and tabs. */
export const EMPTY: i32 = 1;
export const INVALID: i32 = 2;

/** Valid after NaN was returned. */
export let readStatus: i32 = NUMBER;

export function notANumber(status: i32): f64 {
  readStatus = status;
  return NaN;
}

const LOWER_3: u32 = 0x202020;
const LOWER_8: u64 = 0x2020202020202020;

/** nan, inf and infinity in any case, without their sign; blanks may follow. */
export function readWord(at: usize, end: usize): f64 {
  while (end > at && isBlank(load<u8>(end - 1))) end--;
  const length = end - at;
  if (length == 3) {
    const word = (<u32> load<u16>(at) | <u32> load<u8>(at, 2) << 16) | LOWER_3;
    if (word == 0x6e616e) return notANumber(NUMBER); // "nan", the last letter first
    if (word == 0x666e69) return Infinity; // "inf"
  }
  if (length == 8 && (load<u64>(at) | LOWER_8) == 0x7974696e69666e69) return Infinity; // "infinity"
  return notANumber(INVALID);
}
