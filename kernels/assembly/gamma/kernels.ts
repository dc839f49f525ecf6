// The kernels of lgamma, digamma and polygamma. float64 of orders up to 2: a block whose elements all have table entries is
// computed in place (gamma/fast_table.ts), and so is one of counts; others by region (gamma/regions.ts). float32 of orders up
// to 2 has shorter table entries, of either sign (gamma/binary32.ts). Orders from 3 on are in polygamma/. `from` and `to`
// may be the same place; `count` is rounded up to four.

import { polygammaBlocks } from "../polygamma/regions";
import { BLOCK, ENTRIES } from "../memory_map";
import { logarithmicShort, powerShort } from "./binary32";
import {
  areCounts,
  digammaEntries,
  lgammaEntries,
  locatedValues,
  valuesOfCounts,
} from "./fast_table";
import { valuesByRegion } from "./regions";
import { DIGAMMA, LGAMMA } from "./special_values";
import { locateEntries64, tableOf } from "./table";

/** Scalar calls (up to 4 elements) skip the survey of regions, which would cost a third of the call. */
const SINGLES: i32 = 4;

export function lgamma_f64(from: usize, to: usize, count: i32): void {
  if (count <= SINGLES && !locateEntries64(tableOf(LGAMMA, false), from, count, ENTRIES)) {
    lgammaEntries(from, to, count);
  } else gammaBlocks(LGAMMA, from, to, count);
}

export function lgamma_f32(from: usize, to: usize, count: i32): void {
  logarithmicShort(LGAMMA, from, to, count);
}

export function digamma_f64(from: usize, to: usize, count: i32): void {
  if (count <= SINGLES && !locateEntries64(tableOf(DIGAMMA, false), from, count, ENTRIES)) {
    digammaEntries(from, to, count);
  } else gammaBlocks(DIGAMMA, from, to, count);
}

export function digamma_f32(from: usize, to: usize, count: i32): void {
  logarithmicShort(DIGAMMA, from, to, count);
}

export function polygamma_f64(from: usize, to: usize, count: i32, n: f64): void {
  if (n == 0) digamma_f64(from, to, count);
  else if (n <= 2) gammaBlocks(<i32> n, from, to, count);
  else polygammaBlocks(<i64> n, from, to, count, false);
}

export function polygamma_f32(from: usize, to: usize, count: i32, n: f64): void {
  if (n == 0) digamma_f32(from, to, count);
  else if (n <= 2) powerShort(<i32> n, from, to, count);
  else polygammaBlocks(<i64> n, from, to, count, true);
}

/** lgamma, digamma and polygamma of orders 1 and 2. */
function gammaBlocks(order: i32, from: usize, to: usize, count: i32): void {
  const table = tableOf(order, false);
  let isMixed = false; // whether the last block had elements of several regions: the next one is likely to
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3) {
    const size = min(count, BLOCK);
    if (isMixed) isMixed = valuesByRegion(order, from, to, size);
    else if (!locateEntries64(table, from, size, ENTRIES)) locatedValues(order, from, to, size);
    else if (areCounts(from, size)) valuesOfCounts(order, from, to, size);
    else isMixed = valuesByRegion(order, from, to, size);
  }
}
