// Columns of numbers, from texts and to texts.

import { preparePowers } from "../text/decimal/powers";
import { readNumber } from "../text/decimal/read";
import { NUMBER, readStatus } from "../text/decimal/status";
import { writeRounded } from "../text/decimal/round";
import { writeFloat } from "../text/decimal/write";

/**
 * Reads `count` texts that lie one after the other from `from` on; `ends` has the u32 address of each one's
 * end. float64 go to `to`, and to `statuses` bytes of text/decimal/status.ts. For `narrow` see `readNumber`.
 */
export function read_decimals(
  from: usize,
  ends: usize,
  count: i32,
  to: usize,
  statuses: usize,
  decimal: i32,
  narrow: i32,
): void {
  for (let i = 0; i < count; i++) {
    const end = <usize> load<u32>(ends + (<usize> i << 2));
    const x = readNumber(from, end, decimal, narrow);
    store<f64>(to + (<usize> i << 3), x);
    store<u8>(statuses + i, x == x ? NUMBER : readStatus);
    from = end;
  }
}

/**
 * Writes `count` float64 as texts, one after the other from `to` on, and the u32 address of each one's end to
 * `ends`. `narrow` as for reading: they are float64, float32 or float16, in float64. They are rounded to
 * `digits`, unless that is 0.
 */
export function write_decimals(
  from: usize,
  count: i32,
  to: usize,
  ends: usize,
  decimal: i32,
  narrow: i32,
  digits: i32,
): void {
  preparePowers();
  for (let i = 0; i < count; i++) {
    const x = load<f64>(from + (<usize> i << 3));
    to = digits == 0
      ? writeFloat(to, x, decimal, narrow)
      : writeRounded(to, x, decimal, narrow, digits);
    store<u32>(ends + (<usize> i << 2), <u32> to);
  }
}
