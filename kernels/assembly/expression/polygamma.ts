// Fast phase of polygamma(x, n), n from 3 to 1022, over blocks of double-doubles: the formulas and table entries of the
// kernel (polygamma/fast.ts), unrounded, with the bound of their error (polygamma/error_bounds.ts).
//
//   x > 0   (-1)^(n + 1) n! x^-s g(x), s = n + 1, g(x) = x^s zeta(s, x)
//   x < 0   the reflection formula, for arguments without a low part: with a the distance from the nearest pole,
//           n! a^-s (g(a) -+ (a/(1 - a))^s g(1 - a) +- (a/(1 - x))^s g(1 - x))
//
// At x + xLow, g adds g'(x) xLow and 1/x adds -xLow/x^2. With u = 2^-53 that leaves out 3 d^2 c3 xLow of the entry, at
// most 2^-14 u g, and s^2 u^2 of the power: MOVED times the kernel's bound, 2^-63 and more, has both.
//
// Results below 2^-930 are put as 0 with a bound of 2^-929. Elements next to poles and above 2^960 are left to the other
// phases. Cost: 25 to 60 ns for an element, as the kernel.

import { BOUND, LOW } from "../memory_map";
import { ONE, SIGNIFICAND, ZERO } from "../arithmetic/constants";
import { productLow, reciprocalLow } from "../arithmetic/double_double_lanes";
import { twoSumError } from "../arithmetic/error_free";
import { makeZetaEntry } from "../polygamma/build_taylor";
import { entryZeroPart, nearPart, powerPart, ZETA_PART } from "../polygamma/error_bounds";
import { farZeta, MAX_ORDER, power, powerOfTwo, timesPowerOfTwo } from "../polygamma/powers";
import { BASE, reflectedSum, sideOf } from "../polygamma/reflected_sum";
import { END_OF_MADE_ENTRIES, factorialOf, LAST_MADE_ENTRY, zetaTable } from "../polygamma/table";
import { ENTRY, entryNumber, evaluateEntry, PAIR_WITH_LOW } from "../tables/entry";

const MOVED: f64 = 1.125;
/** Distances from the nearest pole, and x itself, are in between. */
const LEAST: f64 = 1e-30;
const MOST: f64 = 1e30;
/** Results in between have low parts that are normal numbers. */
const SMALL: f64 = 1.1018066501886e-280; // 2^-930
const TINY_BOUND: f64 = 2.2036133003772e-280; // 2^-929
const LARGE: f64 = 9.745314011399999e288; // 2^960

/** Whether an order has a table of g: 1 and 2 have tables of their own. */
// @ts-ignore: decorator
@inline
function hasZetaTable(n: f64): bool {
  return n >= 3 && n <= <f64> MAX_ORDER && n == nearest(n);
}

/** Two lanes of one order: returns the high parts, NaN where an element is left; LOW and BOUND have the others. */
export function polygammaLanes(order: f64, x: v128, xLow: v128): v128 {
  if (!hasZetaTable(order)) return f64x2.splat(NaN);
  const n = <i32> order;
  const isNegative = f64x2.lt(x, v128.load(ZERO));
  const distance = f64x2.abs(v128.bitselect(f64x2.sub(x, f64x2.nearest(x)), x, isNegative));
  let isIn = v128.and(
    f64x2.gt(distance, f64x2.splat(LEAST)),
    f64x2.lt(f64x2.abs(x), f64x2.splat(MOST)),
  );
  isIn = v128.and(isIn, v128.or(v128.not(isNegative), f64x2.eq(xLow, v128.load(ZERO))));
  if (!v128.any_true(isIn)) return f64x2.splat(NaN);
  let high: v128;
  if (v128.any_true(v128.and(isNegative, isIn))) {
    high = reflected(n, v128.bitselect(x, f64x2.splat(-0.25), v128.and(isIn, isNegative)));
    const low = v128.load(LOW);
    const bound = v128.load(BOUND);
    if (!i64x2.all_true(isNegative)) {
      high = v128.bitselect(high, positive(n, x, xLow, v128.andnot(isIn, isNegative)), isNegative);
      v128.store(LOW, v128.bitselect(low, v128.load(LOW), isNegative));
      v128.store(BOUND, v128.bitselect(bound, v128.load(BOUND), isNegative));
    }
  } else {
    high = positive(n, x, xLow, isIn);
  }
  const size = f64x2.abs(high);
  isIn = v128.and(isIn, f64x2.lt(size, f64x2.splat(LARGE)));
  const isTiny = f64x2.lt(size, f64x2.splat(SMALL));
  v128.store(LOW, v128.andnot(v128.load(LOW), isTiny));
  v128.store(BOUND, v128.bitselect(f64x2.splat(TINY_BOUND), v128.load(BOUND), isTiny));
  return v128.or(v128.andnot(high, isTiny), v128.not(isIn));
}

/** x > 0 where `isIn`; others are computed at 1. */
function positive(n: i32, x: v128, xLow: v128, isIn: v128): v128 {
  const y = v128.bitselect(x, v128.load(ONE), isIn);
  const yLow = v128.and(xLow, isIn);
  const g = zetas(n, y, yLow);
  const gLow = v128.load(LOW);
  const part = f64x2.splat(MOVED * ZETA_PART);
  return timesPowers(n, y, yLow, g, gLow, f64x2.mul(g, part), powerPart(n));
}

/** The table entry of y, made if it is not there yet. */
// @ts-ignore: decorator
@inline
function entryOf(n: i32, table: usize, y: f64): usize {
  const number = max(0, min(entryNumber(y), LAST_MADE_ENTRY));
  const entry = table + <usize> number * ENTRY;
  if (load<u64>(entry) == 0) makeZetaEntry(entry, number, n + 1);
  return entry;
}

/** g at y + yLow: returns the high parts; the low ones are in LOW. */
function zetas(n: i32, y: v128, yLow: v128): v128 {
  const table = zetaTable(n);
  const entry0 = entryOf(n, table, f64x2.extract_lane(y, 0));
  const entry1 = entryOf(n, table, f64x2.extract_lane(y, 1));
  let high = evaluateEntry(y, yLow, entry0, entry1, false, true, PAIR_WITH_LOW);
  let low = v128.load(LOW);
  const isBeyond = f64x2.ge(y, f64x2.splat(END_OF_MADE_ENTRIES));
  if (v128.any_true(isBeyond)) {
    high = v128.bitselect(farZeta(n, y, yLow), high, isBeyond);
    low = v128.bitselect(v128.load(LOW), low, isBeyond);
  }
  // The low part may be 2^-8 of the high one, and its products with other low parts would be missed.
  const sum = f64x2.add(high, low);
  v128.store(LOW, f64x2.sub(low, f64x2.sub(sum, high)));
  return sum;
}

/**
 * n! (base + baseLow)^-s (value + valueLow), with the sign of polygamma; `bound` is that of the value, and `part` of a
 * product is lost.
 */
function timesPowers(
  n: i32,
  base: v128,
  baseLow: v128,
  value: v128,
  valueLow: v128,
  bound: v128,
  part: f64,
): v128 {
  const s = n + 1;
  const one = v128.load(ONE);
  const sign = f64x2.splat(n & 1 ? 1 : -1);
  const factorial = factorialOf(n);
  // base = 2^k m, m in [3/4, 3/2): m^s neither overflows nor underflows.
  const biased = i64x2.shr_u(base, 52);
  const significand = v128.or(v128.and(base, v128.load(SIGNIFICAND)), one);
  const isLarge = f64x2.ge(significand, f64x2.splat(1.5));
  const m = f64x2.sub(significand, v128.and(f64x2.mul(significand, f64x2.splat(0.5)), isLarge));
  let k = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(biased, biased, 0, 2, 0, 2));
  k = f64x2.add(f64x2.sub(k, f64x2.splat(1023)), v128.and(one, isLarge));
  const mLow = f64x2.mul(baseLow, powerOfTwo(f64x2.neg(k)));
  const inverse = f64x2.div(one, m);
  const powers = power(inverse, inverseRest(m, mLow, inverse), s);
  const powersLow = v128.load(LOW);
  const factor = f64x2.mul(v128.load64_splat(factorial), sign);
  const factorLow = f64x2.mul(v128.load64_splat(factorial, 8), sign);
  const partial = f64x2.mul(powers, factor);
  const partialLow = productLow(powers, powersLow, factor, factorLow, partial);
  const product = f64x2.mul(partial, value);
  const rest = productLow(partial, partialLow, value, valueLow, product);
  const sum = f64x2.add(product, rest);
  const error = f64x2.add(
    f64x2.mul(bound, f64x2.abs(partial)),
    f64x2.mul(f64x2.abs(product), f64x2.splat(MOVED * part)),
  );
  const exponent = f64x2.sub(v128.load64_splat(factorial, 16), f64x2.mul(k, f64x2.splat(<f64> s)));
  v128.store(LOW, scaled(twoSumError(product, rest, sum), exponent));
  v128.store(BOUND, scaled(error, exponent));
  return scaled(sum, exponent);
}

/** 1/(m + mLow) - inverse, but for the square of mLow/m. */
// @ts-ignore: decorator
@inline
function inverseRest(m: v128, mLow: v128, inverse: v128): v128 {
  const square = f64x2.mul(inverse, inverse);
  return f64x2.sub(reciprocalLow(m, inverse), f64x2.mul(square, mLow));
}

/** y 2^k; not inlined. */
function scaled(y: v128, k: v128): v128 {
  return timesPowerOfTwo(y, k);
}

/** x < 0. */
function reflected(n: i32, x: v128): v128 {
  const one = v128.load(ONE);
  const none = f64x2.splat(0);
  const side = sideOf(n, x);
  const a = f64x2.abs(f64x2.sub(x, f64x2.nearest(x)));
  const other = f64x2.sub(one, a);
  const otherLow = f64x2.sub(f64x2.sub(one, other), a);
  const mirror = f64x2.sub(one, x);
  const mirrorLow = twoSumError(one, f64x2.neg(x), mirror);
  const first = zetas(n, a, none);
  const firstLow = v128.load(LOW);
  const otherZeta = zetas(n, other, otherLow);
  const otherZetaLow = v128.load(LOW);
  const mirrorZeta = zetas(n, mirror, mirrorLow);
  const high = reflectedSum(
    n,
    side,
    a,
    first,
    firstLow,
    other,
    otherLow,
    otherZeta,
    otherZetaLow,
    mirror,
    mirrorLow,
    mirrorZeta,
    v128.load(LOW),
    f64x2.splat(nearPart(n) + powerPart(n)),
    f64x2.splat(ZETA_PART + powerPart(n)),
  );
  const low = v128.load(LOW);
  const value = f64x2.add(high, low);
  return timesPowers(
    n,
    v128.load(BASE),
    none,
    v128.xor(value, side),
    v128.xor(twoSumError(high, low, value), side),
    v128.load(BOUND),
    powerPart(n) + entryZeroPart(n),
  );
}
