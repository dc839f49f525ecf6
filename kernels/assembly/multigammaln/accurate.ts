// Accurate phase of multigammaln and its gradient, whose cost does not grow with p. With t = x - (p - 1)/2:
//
//   t below 2^-20      the series around t = 0, and a logarithm or an inverse                        2^-82
//   t in the table     Taylor's series around a breakpoint, which is made when it is first needed    2^-75
//   t far              the expansion of multigammaln/boundaries.ts                                   2^-84
//   t between          only for p >= 2^26: the sum (multigammaln/accurate_double_double.ts)          2^-100
//
// all in double-double. Next to the zero of the gradient there is a table entry around it (multigammaln/zero.ts), good to
// 2^-73 of the value.
//
// Errors: c0 is good to 2^-90 of its terms, c1 and the products with it to 2^-77, and the roundings of plain coefficients
// are those of gamma/build_taylor.ts. Those of far t are the logarithm's, 2^-83, which is 2^-86 of a value, and the
// roundings of plain terms. 50 to 100 ns, and some microseconds between. One element in 2^20 of those that come here falls
// back to the last phase. tests/kernels/bounds_test.ts searches for the largest errors in units of the bounds.

import { ONE } from "../arithmetic/constants";
import {
  difference,
  high,
  inverse,
  number,
  sum,
  sumWithNumber,
  timesNumber,
} from "../arithmetic/double_double";
import { ACCURATE_LOG_ERROR, logAccurate } from "../elementary/log_accurate";
import { endOf, startOf } from "../gamma/expansion_intervals";
import { TERM_PART, termSize } from "../arithmetic/term_size";
import { lastValue } from "../gamma/last_phase";
import { FIRST_NEAR } from "../gamma/table";
import { DIGAMMA, LGAMMA } from "../gamma/special_values";
import { evaluateAccurateEntry, writeAccurateEntry } from "../gamma/build_taylor";
import { evaluateZeros } from "../gamma/zeros";
import {
  FAR_CONSTANT,
  FAR_SHIFT,
  FAR_START,
  FIRST_FAR_TERM,
  laterFarTerms,
  LEFT_OUT,
  POLE_SLOPE,
  POLE_TERMS,
} from "./boundaries";
import { multigammalnPair } from "./accurate_double_double";
import { accurateSumEntry, chooseSums, endOfSumEntries, sumEntryNumber, sumTable } from "./table";
import { expandSum, slopeSize, valueSize } from "./taylor_series";
import { hasZeroEntry, makeSumZeroEntry, NEAR_ZERO, sumZeroEntry } from "./zero";
import {
  accurateTwoProdError,
  normal,
  reciprocalLow,
  twoProdError,
  twoSumError,
} from "../arithmetic/error_free";
import {
  firstLanePassesZivTest,
  passesZivTest,
  rounded,
  roundedToOdd,
  skipZivTest,
  testedHigh,
} from "../rounding/ziv_test_scalar";
import { BOUND, LOW } from "../memory_map";

const VALUE_PART: f64 = 8.077935669463161e-28; // 2^-90
const SLOPE_PART: f64 = 6.617444900424222e-24; // 2^-77
const UPPER_PART: f64 = 8.881784197001252e-16; // 2^-50
const PAIR_PART: f64 = 5.048709793414476e-29; // 2^-94
const FAR_PART: f64 = 5.169878828456423e-26; // 2^-84
const LATER_PART: f64 = 1.3322676295501878e-15; // 12 2^-53
/** Beyond these products might overflow: of multigammaln, and of its gradient. */
const LARGEST: f64 = 1e120;
const LARGEST_GRADIENT: f64 = 1e280;

/** Whether multigammaln of dimension p, or its gradient, passes Ziv's test (rounding/ziv_test_scalar.ts). */
export function accurateMultigammaln(x: f64, p: f64, gradient: bool): bool {
  const order = gradient ? DIGAMMA : LGAMMA;
  const table = sumTable(order, p);
  const t = x - 0.5 * (p - 1);
  if (gradient && hasZeroEntry(table) && besideZero(table, t)) return true;
  let passes: bool;
  if (t < FIRST_NEAR) passes = besidePole(table, order, t);
  else if (t < endOfSumEntries(p)) passes = inTable(order, p, t);
  else if (x >= load<f64>(table, FAR_START)) {
    passes = firstLanePassesZivTest(farSums(table, f64x2.splat(x), p, gradient));
  } else if (x > (gradient ? LARGEST_GRADIENT : LARGEST)) return skipZivTest();
  else passes = passesZivTest(multigammalnPair(x, p, gradient), termSize * TERM_PART);
  if (passes || !gradient || hasZeroEntry(table) || !(abs(testedHigh) * t < NEAR_ZERO)) {
    return passes;
  }
  makeSumZeroEntry(table, p);
  return besideZero(table, t);
}

/** The same rounded to odd, for float32, by the accurate phase or else by the last. */
export function oddMultigammaln(x: f64, p: f64, gradient: bool): f64 {
  accurateMultigammaln(x, p, gradient);
  const y = roundedToOdd();
  return y == y ? y : lastValue(gradient ? DIGAMMA : LGAMMA, p, x, true);
}

/** The values of elements without a fast phase; `odd`: rounded to odd. */
export function accurateValues(
  order: i32,
  p: f64,
  from: usize,
  to: usize,
  count: i32,
  odd: bool,
): void {
  const gradient = order == DIGAMMA;
  for (const end = from + (<usize> count << 3); from < end; from += 8, to += 8) {
    const x = load<f64>(from);
    let y: f64;
    if (odd) y = oddMultigammaln(x, p, gradient);
    else if (accurateMultigammaln(x, p, gradient)) y = rounded;
    else y = lastValue(order, p, x, false);
    store<f64>(to, y);
  }
}

/** Whether the entry of the zero passes it. */
function besideZero(table: usize, t: f64): bool {
  const entry = sumZeroEntry(table, t);
  return entry != 0 && firstLanePassesZivTest(evaluateZeros(f64x2.splat(t), entry, entry));
}

function inTable(order: i32, p: f64, t: f64): bool {
  const number = sumEntryNumber(t);
  const entry = accurateSumEntry(order, p, number);
  if (load<f64>(entry) == 0) makeAccurateSumEntry(entry, number, order, p);
  const high = evaluateAccurateEntry(t, entry);
  return passesZivTest(f64x2(high, load<f64>(LOW)), load<f64>(entry, 8));
}

function makeAccurateSumEntry(entry: usize, number: i32, order: i32, p: f64): void {
  chooseSums();
  const radius = 0.5 * (endOf(number) - startOf(number));
  const breakpoint = startOf(number) + radius; // which has few bits
  expandSum(order, f64x2.splat(breakpoint), p);
  writeAccurateEntry(
    entry,
    breakpoint,
    radius,
    VALUE_PART * valueSize + SLOPE_PART * slopeSize * radius,
  );
}

function besidePole(table: usize, order: i32, t: f64): bool {
  const at = table + POLE_TERMS;
  const upper = t * (load<f64>(at, 32) + t * (load<f64>(at, 40) + t * load<f64>(at, 48)));
  const slope = sumWithNumber(v128.load(at, 16), upper);
  const rest = sum(v128.load(at), timesNumber(slope, t));
  let pole: v128;
  let lost: f64 = 0;
  if (order == LGAMMA) {
    const log = f64x2.extract_lane(logAccurate(f64x2.splat(t), f64x2.splat(0)), 0);
    pole = f64x2(log, load<f64>(LOW));
    lost = ACCURATE_LOG_ERROR;
  } else {
    pole = inverse(number(t));
  }
  const value = difference(rest, pole);
  const bound = t * (SLOPE_PART * load<f64>(table, POLE_SLOPE) + UPPER_PART * abs(upper)) +
    PAIR_PART * (abs(high(pole)) + abs(high(rest))) + lost;
  return passesZivTest(value, bound);
}

/** The double-doubles of far x: returns the high parts; LOW and BOUND have the others. */
function farSums(table: usize, x: v128, p: f64, gradient: bool): v128 {
  const shift = v128.load64_splat(table, FAR_SHIFT);
  const z = f64x2.sub(x, shift);
  const zLow = f64x2.sub(f64x2.sub(x, z), shift);
  const log = logAccurate(z, f64x2.splat(0));
  const t = f64x2.div(v128.load(ONE), z);
  const logLow = f64x2.add(v128.load(LOW), f64x2.mul(zLow, t));
  const u = f64x2.mul(t, t);
  const tLow = f64x2.sub(reciprocalLow(z, t), f64x2.mul(zLow, u));
  const half = laterFarTerms(table, u);
  const later = f64x2.add(half, half);
  const first = v128.load64_splat(table, FIRST_FAR_TERM);
  const lowTerms = f64x2.add(v128.load64_splat(table, FIRST_FAR_TERM + 8), later);
  const ps = f64x2.splat(p);
  let high: v128;
  if (gradient) {
    const main = f64x2.mul(log, ps);
    const mainLow = f64x2.add(accurateTwoProdError(log, ps, main), f64x2.mul(logLow, ps));
    const uLow = f64x2.add(twoProdError(t, t, u), f64x2.mul(f64x2.add(t, t), tLow));
    const w = f64x2.mul(first, u);
    const wLow = f64x2.add(
      twoProdError(first, u, w),
      f64x2.add(f64x2.mul(first, uLow), f64x2.mul(lowTerms, u)),
    );
    high = sumOf(main, f64x2.neg(w), f64x2.sub(mainLow, wLow));
  } else {
    // p z (ln z - 1), the constant and a(1)/z
    const less = f64x2.splat(-1);
    const factor = f64x2.add(log, less);
    const factorLow = f64x2.add(twoSumError(log, less, factor), logLow);
    const product = f64x2.mul(z, factor);
    const crossed = f64x2.add(f64x2.mul(z, factorLow), f64x2.mul(zLow, factor));
    const productLow = f64x2.add(accurateTwoProdError(z, factor, product), crossed);
    const main = f64x2.mul(product, ps);
    const mainLow = f64x2.add(accurateTwoProdError(product, ps, main), f64x2.mul(productLow, ps));
    const constant = f64x2.mul(v128.load64_splat(table, FAR_CONSTANT), f64x2.splat(2));
    const constantLow = f64x2.mul(v128.load64_splat(table, FAR_CONSTANT + 8), f64x2.splat(2));
    const w = f64x2.mul(first, t);
    const wLow = f64x2.add(
      twoProdError(first, t, w),
      f64x2.add(f64x2.mul(first, tLow), f64x2.mul(lowTerms, t)),
    );
    const start = f64x2.add(constant, w);
    const startLow = f64x2.add(f64x2.add(twoSumError(constant, w, start), wLow), constantLow);
    high = sumOf(main, start, f64x2.add(mainLow, startLow));
  }
  const cube = f64x2.mul(f64x2.mul(u, u), u);
  const left = f64x2.mul(
    v128.load64_splat(table, LEFT_OUT),
    f64x2.mul(f64x2.mul(cube, cube), u),
  );
  const roundings = f64x2.mul(f64x2.abs(later), f64x2.splat(LATER_PART));
  const lost = f64x2.mul(gradient ? u : t, f64x2.add(roundings, f64x2.add(left, left)));
  v128.store(BOUND, f64x2.add(f64x2.mul(f64x2.abs(high), f64x2.splat(FAR_PART)), lost));
  return high;
}

/** a + b + rest, as `normal` leaves it. */
// @ts-ignore: decorator
@inline
function sumOf(a: v128, b: v128, rest: v128): v128 {
  const sum = f64x2.add(a, b);
  return normal(sum, f64x2.add(twoSumError(a, b, sum), rest));
}
