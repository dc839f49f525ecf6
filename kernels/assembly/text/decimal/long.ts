// Numbers whose text is long, or too near to a middle: exactly, with large integers if need be.
//
// The first 19 digits w bound the value: w 10^q <= value < (w + 1) 10^q. If both have the same nearest
// float64, that is it. If not, the two are neighbours, and the value is compared with their middle.

import { compareDecimal } from "./big";
import { ZERO } from "./digits";
import { INFINITY_BITS, nearestBits, UNDECIDED } from "./nearest";
import { loadScanned, scan, scanned, scannedMore, scannedPower } from "./scan";
import { readWord } from "./status";

const FRACTION: u64 = 0x000fffffffffffff;
const HIDDEN_BIT: u64 = 0x0010000000000000;

/** Beyond these, 19 digits are 0 or infinite. */
const MAX_POWER: i64 = 400;

/** bits as m 2^e: m. */
// @ts-ignore: decorator
@inline
function significandOf(bits: u64): u64 {
  return bits < HIDDEN_BIT ? bits : bits & FRACTION | HIDDEN_BIT;
}

/** bits as m 2^e: e. */
// @ts-ignore: decorator
@inline
function exponentOf(bits: u64): i32 {
  return max<i32>(<i32> (bits >> 52), 1) - 1075;
}

/** The text's number, which has no sign. For `narrow` see text/decimal/read.ts. */
export function readLong(at: usize, end: usize, decimal: i32, narrow: i32): f64 {
  if (!scan(at, end, decimal)) return readWord(at, end);
  if (scanned == 0) return 0;
  const bits = nearestScanned();
  return narrow == 0 ? reinterpret<f64>(bits) : narrowed(bits, narrow);
}

/** Whether a text is only digits, without a sign, and no float64 has their number. */
export function isRoundedInteger(at: usize, end: usize): bool {
  for (let byte = at; byte < end; byte++) if (load<u8>(byte) - ZERO > 9) return false;
  if (!scan(at, end, 0)) return false;
  if (scannedPower == 0) return <u64> <f64> scanned != scanned;
  const bits = nearestScanned();
  return bits == INFINITY_BITS ||
    compareDecimal(loadScanned(), significandOf(bits), exponentOf(bits)) != 0;
}

function nearestScanned(): u64 {
  if (scannedPower < -MAX_POWER) return 0;
  if (scannedPower > MAX_POWER) return INFINITY_BITS;
  const q = <i32> scannedPower;
  const first = nearest(scanned, q);
  if (first < UNDECIDED && (!scannedMore || nearest(scanned + 1, q) == first)) return first;
  const bits = first & ~UNDECIDED;
  const side = compareDecimal(loadScanned(), 2 * significandOf(bits) + 1, exponentOf(bits) - 1);
  return bits + (side > 0 || side == 0 && (bits & 1) != 0 ? 1 : 0);
}

/** Once, not in every place. */
function nearest(w: u64, q: i32): u64 {
  return nearestBits(w, q);
}

/**
 * The nearest float64, y, as a text's number that will be rounded again. That goes wrong only where y is the
 * middle between two of the narrower type and the text's number is not: then the neighbour on its side.
 */
export function settle(y: f64, at: usize, end: usize, decimal: i32, narrow: i32): f64 {
  const bits = reinterpret<u64>(y);
  if (!isMiddle(bits, narrow)) return y;
  scan(at, end, decimal);
  return narrowed(bits, narrow);
}

function narrowed(bits: u64, narrow: i32): f64 {
  if (!isMiddle(bits, narrow)) return reinterpret<f64>(bits);
  const side = compareDecimal(loadScanned(), significandOf(bits), exponentOf(bits));
  return reinterpret<f64>(bits + side);
}

/** Whether a float64 is the middle between two float32 (`narrow` 1) or two float16 (2). */
// @ts-ignore: decorator
@inline
function isMiddle(bits: u64, narrow: i32): bool {
  // The bits that the narrower type drops: 53 less its own, and more where it is subnormal.
  const least = narrow == 1 ? -149 : -24;
  const drop = max<i32>(narrow == 1 ? 53 - 24 : 53 - 11, least - exponentOf(bits));
  if (drop > 53) return false;
  return (significandOf(bits) & ((<u64> 1 << drop) - 1)) == <u64> 1 << (drop - 1);
}
