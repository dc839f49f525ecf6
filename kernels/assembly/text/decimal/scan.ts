// What a number's text says, byte by byte: for the texts that text/decimal/read.ts leaves, which have more than 19
// digits or lie next to the middle between two floats.

import { DECIMAL, multiplyAdd, setNumber } from "./big";
import { ZERO } from "./digits";

/** The longest middle between two floats, 54 bits times 2^-1075, has 768. */
const MAX_DIGITS: i32 = 770;
/** Digits that 64 bits hold, whatever they are. */
const SHORT_DIGITS: i32 = 19;
/** Larger than what the digits of any text make up for. */
const MAX_EXPONENT: i64 = 1 << 40;

/** The first digits, at most 19. */
export let scanned: u64 = 0;
/** Their power of ten. */
export let scannedPower: i64 = 0;
/** Whether a digit after them is not 0. */
export let scannedMore: bool = false;

let digitsStart: usize = 0;
let digitsEnd: usize = 0;

// @ts-ignore: decorator
@inline
export function isBlank(byte: u8): bool {
  return byte == 0x20 || byte == 0x09;
}

/** The first place from `at` on that is neither space nor tab. */
// @ts-ignore: decorator
@inline
export function skipBlanks(at: usize, end: usize): usize {
  while (at < end && isBlank(load<u8>(at))) at++;
  return at;
}

/** Digits, exponent and blanks up to `end`, no sign: whether that is all that is there. */
export function scan(at: usize, end: usize, decimal: i32): bool {
  scanned = 0;
  scannedPower = 0;
  scannedMore = false;
  digitsStart = at;
  let taken = 0;
  let any = false;
  let fraction = false;
  for (; at < end; at++) {
    const byte = load<u8>(at);
    if (byte == decimal && !fraction) {
      fraction = true;
      continue;
    }
    const digit = byte - ZERO;
    if (digit > 9) break;
    any = true;
    if (taken < SHORT_DIGITS) {
      scanned = scanned * 10 + digit;
      if (scanned != 0) taken++;
      if (fraction) scannedPower--;
    } else {
      if (digit != 0) scannedMore = true;
      if (!fraction) scannedPower++;
    }
  }
  digitsEnd = at;
  if (!any) return false;
  if (at < end && (load<u8>(at) | 0x20) == 0x65) { // e, E
    at = scanExponent(at + 1, end);
    if (at == 0) return false;
  }
  return skipBlanks(at, end) == end;
}

/** Where the exponent ends, or 0 if there is none. */
function scanExponent(at: usize, end: usize): usize {
  const sign: u8 = at < end ? load<u8>(at) : 0;
  if (sign == 0x2b || sign == 0x2d) at++; // + -
  const start = at;
  let exponent: i64 = 0;
  for (; at < end; at++) {
    const digit = load<u8>(at) - ZERO;
    if (digit > 9) break;
    exponent = min<i64>(exponent * 10 + digit, MAX_EXPONENT);
  }
  scannedPower += sign == 0x2d ? -exponent : exponent;
  return at == start ? 0 : at;
}

/**
 * Puts all digits of what was scanned into DECIMAL, and gives their power of ten. A digit 1 stands for all
 * that come after MAX_DIGITS: no middle between two floats lies there.
 */
export function loadScanned(): i32 {
  setNumber(DECIMAL, 0);
  let taken = 0;
  let more = false;
  let group: u32 = 0;
  let factor: u32 = 1;
  for (let at = digitsStart; at < digitsEnd; at++) {
    const digit = load<u8>(at) - ZERO;
    if (digit > 9 || taken + digit == 0) continue; // the decimal separator, and zeros that lead
    if (taken == MAX_DIGITS) {
      if (digit != 0) more = true;
      continue;
    }
    taken++;
    group = group * 10 + digit;
    factor *= 10;
    if (factor == 1000000000) {
      multiplyAdd(DECIMAL, factor, group);
      group = 0;
      factor = 1;
    }
  }
  multiplyAdd(DECIMAL, factor, group);
  if (more) multiplyAdd(DECIMAL, 10, 1);
  return <i32> scannedPower - max(taken - SHORT_DIGITS, 0) - (more ? 1 : 0);
}
