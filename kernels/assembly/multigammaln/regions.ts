// The regions of multigammaln of dimension p >= 2 and of its gradient,
//
//   p (p - 1)/4 ln pi + sum of lgamma(x - i/2), and the sum of digamma(x - i/2), i = 0 .. p - 1,
//
// by t = x - (p - 1)/2, the distance from the boundary of the domain, from limits to kernels:
//
//   code           t                  kernel
//   UNDEFINED      NaN, t < 0         NaN
//   BOUNDARY       0                  +-inf
//   BESIDE_POLE    (0, 2^-20)         multigammaln/boundaries.ts: the pole and a series
//   TABLED         [2^-20, end)       multigammaln/fast_table.ts: table entries
//   UNTABLED       [end, far)         multigammaln/accurate.ts: only p >= 2^26 has this region
//   ASYMPTOTIC     [far, inf)         multigammaln/boundaries.ts: Stirling's series of the sum
//   INFINITE       inf                inf
//
// Where entries end and the asymptotic region begins depends on p (multigammaln/table.ts). All but UNTABLED are of the fast
// phase, and give what fails Ziv's test to gamma/fallback.ts. float32 is computed as float64 (gamma/binary32_fallback.ts).

import { classify, REGIONS, SEVERAL } from "../batch/classify";
import { bucketBegin, bucketCount, fill, fillLanes, partition, scatter } from "../batch/partition";
import { narrowValues } from "../gamma/binary32_fallback";
import { LGAMMA } from "../gamma/special_values";
import { BLOCK, SUM_DISTANCES, WIDE } from "../memory_map";
import { widen_f32 } from "../rounding/convert";
import { accurateValues } from "./accurate";
import { asymptoticValues, farDistance, prepareBoundaries, valuesBesidePole } from "./boundaries";
import { locatedValues, storeDistances, tabledValues } from "./fast_table";
import { endOfSumEntries, locateSums, sumTable } from "./table";

const UNDEFINED: i32 = 0;
const BOUNDARY: i32 = 1;
const BESIDE_POLE: i32 = 2;
const TABLED: i32 = 3;
const UNTABLED: i32 = 4;
const ASYMPTOTIC: i32 = 5;
const INFINITE: i32 = 6;

/** Where each region begins, but for UNDEFINED: 0, the least number, 2^-20, end, far, inf. */
const LIMITS: usize = memory.data<f64>([0, 5e-324, 9.5367431640625e-7, 0, 0, Infinity], 16);

/** multigammaln or, of order DIGAMMA, its gradient, of float64 or, with `isShort`, of float32. */
export function multigammalnBlocks(
  order: i32,
  p: f64,
  from: usize,
  to: usize,
  count: i32,
  isShort: bool,
): void {
  const shift: usize = isShort ? 2 : 3;
  const table = sumTable(order, p);
  prepareBoundaries(table, order, p);
  store<f64>(LIMITS, endOfSumEntries(p), 24);
  store<f64>(LIMITS, farDistance(p), 32);
  for (; count > 0; count -= BLOCK, from += <usize> BLOCK << shift, to += <usize> BLOCK << shift) {
    const size = min(count, BLOCK);
    if (isShort) {
      widen_f32(from, WIDE, size);
      valuesByRegion(table, order, p, WIDE, WIDE, size);
      narrowValues(order, p, from, WIDE, to, size);
    } else valuesByRegion(table, order, p, from, to, size);
  }
}

function valuesByRegion(
  table: usize,
  order: i32,
  p: f64,
  from: usize,
  to: usize,
  count: i32,
): void {
  fillLanes(from, count);
  storeDistances(from, count, p);
  // Most blocks have nothing but entries, and finding these shows it.
  if (!locateSums(table, SUM_DISTANCES, count, order, p)) {
    return locatedValues(order, p, to, count);
  }
  const common = classify(LIMITS, false, SUM_DISTANCES, count);
  if (common != SEVERAL) return valuesOfRegion(table, order, p, common, from, to, count);
  partition(from, count);
  for (let code = 0; code < REGIONS; code++) {
    const bucket = bucketBegin(code);
    valuesOfRegion(table, order, p, code, bucket, bucket, bucketCount(code));
  }
  scatter(to);
}

function valuesOfRegion(
  table: usize,
  order: i32,
  p: f64,
  code: i32,
  from: usize,
  to: usize,
  count: i32,
): void {
  if (count == 0) return;
  if (code == UNDEFINED) fill(NaN, to, count);
  else if (code == BOUNDARY) fill(order == LGAMMA ? Infinity : -Infinity, to, count);
  else if (code == BESIDE_POLE) valuesBesidePole(table, order, p, from, to, count);
  else if (code == TABLED) tabledValues(table, order, p, from, to, count);
  else if (code == UNTABLED) accurateValues(order, p, from, to, count);
  else if (code == ASYMPTOTIC) asymptoticValues(table, order, p, from, to, count);
  else fill(Infinity, to, count);
}
