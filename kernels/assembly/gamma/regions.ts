// The regions of lgamma, digamma and polygamma of orders 1 and 2, float64, from limits to kernels:
//
//   code           x                             kernel
//   UNDEFINED      NaN, -inf, -1, -2, ...        gamma/special_values.ts
//   REFLECTED      other x < -2^-20              gamma/fast_reflection.ts: the reflection formula
//   BELOW_ZERO     [-2^-20, 0)                   gamma/fast_pole.ts: the pole and Taylor's series
//   ZERO           -0, 0                         gamma/special_values.ts
//   ABOVE_ZERO     (0, 2^-20)                    as BELOW_ZERO
//   TABLED         [2^-20, 2^40)                 gamma/fast_table.ts: table entries
//   ASYMPTOTIC     [2^40, inf]                   gamma/fast_asymptotic.ts: Stirling's series; of polygamma of order 2, whose
//                                                results may be subnormal, polygamma/fast.ts
//
// All kernels are of the fast phase, and give what fails Ziv's test to gamma/fallback.ts.

import { classify, REGIONS, SEVERAL } from "../batch/classify";
import { bucketBegin, bucketCount, fillLanes, partition, scatter } from "../batch/partition";
import { positiveValues } from "../polygamma/fast";
import { asymptoticValues, poleValues } from "./fast_boundaries";
import { reflectedValues } from "./fast_reflection";
import { tabledValues } from "./fast_table";
import { specialValues } from "./special_values";

const UNDEFINED: i32 = 0;
const REFLECTED: i32 = 1;
const ZERO: i32 = 3;
const TABLED: i32 = 5;
const ASYMPTOTIC: i32 = 6;

/** Where each region begins, but for UNDEFINED: -MAX, -2^-20, 0, the least number, 2^-20, 2^40. */
const LIMITS: usize = memory.data<f64>([
  -1.7976931348623157e308,
  -9.5367431640625e-7,
  0,
  5e-324,
  9.5367431640625e-7,
  1099511627776,
], 16);

/** The values of up to BLOCK elements. Returns whether they lie in several regions. */
export function valuesByRegion(order: i32, from: usize, to: usize, count: i32): bool {
  fillLanes(from, count);
  const common = classify(LIMITS, true, from, count);
  if (common != SEVERAL) {
    valuesOfRegion(order, common, from, to, count);
    return false;
  }
  partition(from, count);
  for (let code = 0; code < REGIONS; code++) {
    const bucket = bucketBegin(code);
    valuesOfRegion(order, code, bucket, bucket, bucketCount(code));
  }
  scatter(to);
  return true;
}

function valuesOfRegion(order: i32, code: i32, from: usize, to: usize, count: i32): void {
  if (count == 0) return;
  if (code == REFLECTED) reflectedValues(order, from, to, count);
  else if (code == UNDEFINED || code == ZERO) specialValues(order, from, to, count);
  else if (code == TABLED) tabledValues(order, from, to, count);
  else if (code != ASYMPTOTIC) poleValues(order, from, to, count);
  else if (order == 2) positiveValues(order, from, to, count);
  else asymptoticValues(order, from, to, count);
}
