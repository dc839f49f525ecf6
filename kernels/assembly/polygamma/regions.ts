// The regions of polygamma of order n >= 3, from limits to kernels:
//
//   code         x                         kernel
//   UNDEFINED    NaN, -inf, -1, -2, ...    gamma/special_values.ts
//   REFLECTED    other x < 0               polygamma/fast.ts: the reflection formula
//   INFINITE     [0, low)                  gamma/special_values.ts: n! x^-s overflows
//   POSITIVE     [low, high)               polygamma/fast.ts: n! x^-s g(x); of n > 1022 polygamma/accurate.ts
//   VANISHING    [high, inf]               0: less than half of the least number
//
// low and high are powers of two that depend on n and on the type, with some room (polygamma/powers.ts). float32 is
// computed as float64 (gamma/binary32_fallback.ts).

import { classify, REGIONS, SEVERAL } from "../batch/classify";
import { bucketBegin, bucketCount, fill, fillLanes, partition, scatter } from "../batch/partition";
import { narrowValues } from "../gamma/binary32_fallback";
import { specialValues } from "../gamma/special_values";
import { BLOCK, WIDE } from "../memory_map";
import { widen_f32 } from "../rounding/convert";
import { accurateValues } from "./accurate";
import { positiveValues, reflectedValues } from "./fast";
import { infiniteBelow, MAX_ORDER, zeroBeyond } from "./powers";

const UNDEFINED: i32 = 0;
const REFLECTED: i32 = 1;
const INFINITE: i32 = 2;
const POSITIVE: i32 = 3;
const VANISHING: i32 = 4;

const LEAST: f64 = 5e-324;
/** Where each region begins, but for UNDEFINED: -MAX, 0, low, high. */
const LIMITS: usize = memory.data<f64>([-1.7976931348623157e308, 0, 0, 0, NaN, NaN], 16);

/** polygamma of n >= 3, of float64 or, with `isShort`, of float32. */
export function polygammaBlocks(n: i64, from: usize, to: usize, count: i32, isShort: bool): void {
  const shift: usize = isShort ? 2 : 3;
  store<f64>(LIMITS, max(infiniteBelow(n, isShort), LEAST), 16);
  store<f64>(LIMITS, zeroBeyond(n, isShort), 24);
  for (; count > 0; count -= BLOCK, from += <usize> BLOCK << shift, to += <usize> BLOCK << shift) {
    const size = min(count, BLOCK);
    if (isShort) {
      widen_f32(from, WIDE, size);
      valuesByRegion(n, WIDE, WIDE, size);
      narrowValues(n, 0, from, WIDE, to, size);
    } else valuesByRegion(n, from, to, size);
  }
}

function valuesByRegion(n: i64, from: usize, to: usize, count: i32): void {
  fillLanes(from, count);
  const common = classify(LIMITS, true, from, count);
  if (common != SEVERAL) return valuesOfRegion(n, common, from, to, count);
  partition(from, count);
  for (let code = 0; code < REGIONS; code++) {
    const bucket = bucketBegin(code);
    valuesOfRegion(n, code, bucket, bucket, bucketCount(code));
  }
  scatter(to);
}

function valuesOfRegion(n: i64, code: i32, from: usize, to: usize, count: i32): void {
  if (count == 0) return;
  if (code == UNDEFINED || code == INFINITE) specialValues(n, from, to, count);
  else if (code == VANISHING) fill(n & 1 ? 0 : -0.0, to, count);
  else if (n > MAX_ORDER) accurateValues(n, from, to, count);
  else if (code == REFLECTED) reflectedValues(<i32> n, from, to, count);
  else positiveValues(<i32> n, from, to, count);
}
