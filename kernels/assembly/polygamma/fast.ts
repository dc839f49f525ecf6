// polygamma of order n >= 3, and of order 2 at large x, two lanes at a time:
//
//   x > 0    (-1)^(n + 1) n! x^-s g(x), s = n + 1, g = x^s zeta(s, x)
//   x < 0    reflection (gamma/fast_reflection.ts), with a^-s taken out of the sum
//
// g is between 1 and about 1 + x/n, and easy to read from entries (polygamma/table.ts) where polygamma is
// steep. Powers are products of double-doubles; n! is a double-double and an exponent. Exponents are added apart and
// applied last, so that only the result can overflow.

import {
  AT_A,
  AT_BOUND,
  AT_MIRROR,
  AT_OTHER,
  BOUND,
  ENTRIES,
  LOW,
  POLYGAMMA_KEPT,
  SPACE,
} from "../memory_map";
import { INFINITE, ONE, SIGNIFICAND } from "../arithmetic/constants";
import { fallBackLanes } from "../gamma/fallback";
import { prepareArguments } from "../gamma/fast_reflection";
import { END_OF_MADE_ENTRIES, factorialOf, locateZetas, missingEntry, zetaTable } from "./table";
import { productLow, reciprocalLow } from "../arithmetic/double_double_lanes";
import { entryZeroPart, nearPart, powerPart, ZETA_PART } from "./error_bounds";
import { farZeta, power, powerOfTwo, timesPowerOfTwo } from "./powers";
import { BASE, reflectedSum, sideOf } from "./reflected_sum";
import { makeZetaEntry } from "./build_taylor";
import { failsZivTest } from "../rounding/ziv_test";
import { ENTRY, evaluateEntry, PAIR_WITH_LOW } from "../tables/entry";
import { roundToUnit } from "../rounding/subnormal";
import { forcedLanes } from "../rounding/forced";

/** A subnormal number may have been rounded up to it. */
const MIN_NORMAL: f64 = 2.2250738585072014e-308;
const MIN_SUM: f64 = 1e-290;

/** n! as (high + low) 2^exponent, with the sign of polygamma. */
let factorialHigh: f64 = 0;
let factorialLow: f64 = 0;
let factorialExponent: f64 = 0;

function openFactorial(n: i32): void {
  const sign: f64 = n & 1 ? 1 : -1;
  const factorial = factorialOf(n);
  factorialExponent = load<f64>(factorial, 16);
  factorialHigh = sign * load<f64>(factorial);
  factorialLow = sign * load<f64>(factorial, 8);
}

/** The values of x > 0. */
export function positiveValues(n: i32, from: usize, to: usize, count: i32): void {
  openFactorial(n);
  const bytes = <usize> (count + 3 & ~3) << 3;
  memory.copy(AT_OTHER, from, bytes);
  // Only as many as there are elements: clearing all of the space costs a single number 35 ns.
  memory.fill(AT_OTHER + SPACE, 0, bytes);
  scaledZetas(n, AT_OTHER, count);
  const part = f64x2.splat(ZETA_PART);
  for (let i = 0; i < count; i += 2) {
    const place = <usize> i << 3;
    v128.store(place, f64x2.mul(v128.load(place, AT_OTHER), part), AT_BOUND);
  }
  timesPowers(n, from, from, AT_OTHER, to, count, powerPart(n));
}

/** Replaces double-doubles of inputs, high in `at` and low in the space after it, by double-doubles of g. */
function scaledZetas(n: i32, at: usize, count: i32): void {
  const table = zetaTable(n);
  const someBeyond = locateZetas(table, at, count);
  for (;;) {
    const entry = missingEntry((count + 1) & -2);
    if (entry == 0) break;
    makeZetaEntry(entry, <i32> (entry - table) / <i32> ENTRY, n + 1);
  }
  for (let i = 0; i < count; i += 2) {
    const place = at + (<usize> i << 3);
    const y = v128.load(place);
    const yLow = v128.load(place, SPACE);
    const entries = ENTRIES + (<usize> i << 2);
    // Entry 0 is not expanded on 0, and smaller inputs than this have the same g. That of infinity does not matter.
    const a = f64x2.pmin(f64x2.pmax(y, f64x2.splat(1e-50)), f64x2.splat(f64.MAX_VALUE));
    const entry0 = load<u32>(entries);
    const entry1 = load<u32>(entries, 4);
    let high = evaluateEntry(a, yLow, entry0, entry1, false, true, PAIR_WITH_LOW);
    let low = v128.load(LOW);
    if (someBeyond) {
      const isBeyond = f64x2.ge(y, f64x2.splat(END_OF_MADE_ENTRIES));
      if (v128.any_true(isBeyond)) {
        high = v128.bitselect(farZeta(n, a, yLow), high, isBeyond);
        low = v128.bitselect(v128.load(LOW), low, isBeyond);
      }
    }
    // The low part may be 2^-8 of the high one, and its products with other low parts would be
    // missed.
    const sum = f64x2.add(high, low);
    v128.store(place, sum);
    v128.store(place, f64x2.sub(low, f64x2.sub(sum, high)), SPACE);
  }
}

/**
 * n! base^-s times `count` double-doubles in `at`, whose errors are bounded by AT_BOUND, rounded. `bases` are positive;
 * `inputs` are x; `part` is the relative error of a product.
 */
function timesPowers(
  n: i32,
  inputs: usize,
  bases: usize,
  at: usize,
  to: usize,
  count: i32,
  part: f64,
): void {
  const lost = f64x2.splat(part);
  const s = n + 1;
  const one = v128.load(ONE);
  const half = f64x2.splat(0.5);
  const large = f64x2.splat(1.5);
  const bias = f64x2.splat(1023);
  const slope = f64x2.splat(<f64> s);
  const factorial = f64x2.splat(factorialHigh);
  const factorialRest = f64x2.splat(factorialLow);
  const start = f64x2.splat(factorialExponent);
  for (let i = 0; i < count; i += 2) {
    const place = <usize> i << 3;
    const base = v128.load(bases + place);
    // base = 2^k m, m in [3/4, 3/2): m^s neither overflows nor underflows.
    const biased = i64x2.shr_u(base, 52);
    const significand = v128.or(v128.and(base, v128.load(SIGNIFICAND)), one);
    const isLarge = f64x2.ge(significand, large);
    const m = f64x2.sub(significand, v128.and(f64x2.mul(significand, half), isLarge));
    let k = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(biased, biased, 0, 2, 0, 2));
    k = f64x2.add(f64x2.sub(k, bias), v128.and(one, isLarge));

    const inverse = f64x2.div(one, m);
    const powers = power(inverse, reciprocalLow(m, inverse), s);
    const powersLow = v128.load(LOW);
    const partial = f64x2.mul(powers, factorial);
    const partialLow = productLow(powers, powersLow, factorial, factorialRest, partial);
    const value = v128.load(at + place);
    const high = f64x2.mul(partial, value);
    const low = productLow(partial, partialLow, value, v128.load(at + place, SPACE), high);
    const exponent = f64x2.sub(start, f64x2.mul(k, slope));
    let scaled = timesPowerOfTwo(f64x2.add(high, low), exponent);
    const bound = f64x2.add(
      f64x2.mul(v128.load(place, AT_BOUND), f64x2.abs(partial)),
      f64x2.mul(f64x2.abs(high), lost),
    );
    const isSmall = f64x2.le(f64x2.abs(scaled), f64x2.splat(MIN_NORMAL));
    const mask = v128.or(v128.or(failsZivTest(high, low, bound), isSmall), forcedLanes());
    if (v128.any_true(mask)) {
      scaled = fallBackScaled(
        n,
        v128.load(inputs + place),
        high,
        low,
        bound,
        exponent,
        scaled,
        mask,
      );
    }
    v128.store(to + place, scaled);
  }
}

/** Lanes that fail Ziv's test, high + low times 2^exponent: subnormal ones are rounded once, others fall back. */
function fallBackScaled(
  n: i32,
  x: v128,
  high: v128,
  low: v128,
  bound: v128,
  exponent: v128,
  scaled: v128,
  mask: v128,
): v128 {
  // A sum that is 0, or almost, has no correct bits.
  const isKnown = f64x2.gt(f64x2.abs(high), f64x2.splat(MIN_SUM));
  const isSmall = v128.and(f64x2.le(f64x2.abs(scaled), f64x2.splat(MIN_NORMAL)), isKnown);
  if (v128.any_true(isSmall)) {
    // The smallest number, 2^-1074, in units of high.
    const unit = powerOfTwo(f64x2.min(f64x2.sub(f64x2.splat(-1074), exponent), f64x2.splat(960)));
    const rounded = roundToUnit(high, low, bound, unit);
    const fails = v128.load(LOW);
    scaled = v128.bitselect(timesPowerOfTwo(rounded, exponent), scaled, isSmall);
    mask = v128.andnot(mask, v128.andnot(isSmall, v128.or(fails, forcedLanes())));
    if (!v128.any_true(mask)) return scaled;
  }
  // What is twice as large as the largest number, and more, is infinite however it is rounded.
  const half = timesPowerOfTwo(high, f64x2.sub(exponent, v128.load(ONE)));
  const isInfinite = f64x2.eq(f64x2.abs(half), v128.load(INFINITE));
  mask = v128.andnot(mask, v128.andnot(isInfinite, forcedLanes()));
  if (!v128.any_true(mask)) return scaled;
  const trueHigh = timesPowerOfTwo(high, exponent);
  const trueLow = timesPowerOfTwo(low, exponent);
  const values = fallBackLanes(n, 0, x, trueHigh, trueLow, timesPowerOfTwo(bound, exponent), mask);
  return v128.bitselect(values, scaled, mask);
}

/** Fills a, 1 - a and 1 - x, all as double-doubles. */
function prepareReflection(from: usize, count: i32): void {
  prepareArguments(from, count);
  const one = v128.load(ONE);
  for (let i = 0; i < count; i += 2) {
    const place = <usize> i << 3;
    const a = v128.load(place, AT_A);
    v128.store(place, i64x2.splat(0), AT_A + SPACE);
    const other = f64x2.sub(one, a);
    v128.store(place, other, AT_OTHER);
    v128.store(place, f64x2.sub(f64x2.sub(one, other), a), AT_OTHER + SPACE);
  }
}

/** The values of x < 0 that are no integers. */
export function reflectedValues(n: i32, from: usize, to: usize, count: i32): void {
  openFactorial(n);
  prepareReflection(from, count);
  memory.copy(POLYGAMMA_KEPT, AT_A, 6 * SPACE);
  scaledZetas(n, AT_A, count);
  scaledZetas(n, AT_OTHER, count);
  scaledZetas(n, AT_MIRROR, count);
  const part = f64x2.splat(nearPart(n) + powerPart(n));
  const mirrorPart = f64x2.splat(ZETA_PART + powerPart(n));
  // The sums, and their bases, in place of the values at a, and of a.
  for (let i = 0; i < count; i += 2) {
    const place = <usize> i << 3;
    const side = sideOf(n, v128.load(from + place));
    const high = reflectedSum(
      n,
      side,
      v128.load(place, POLYGAMMA_KEPT),
      v128.load(place, AT_A),
      v128.load(place, AT_A + SPACE),
      v128.load(place, POLYGAMMA_KEPT + 2 * SPACE),
      v128.load(place, POLYGAMMA_KEPT + 3 * SPACE),
      v128.load(place, AT_OTHER),
      v128.load(place, AT_OTHER + SPACE),
      v128.load(place, POLYGAMMA_KEPT + 4 * SPACE),
      v128.load(place, POLYGAMMA_KEPT + 5 * SPACE),
      v128.load(place, AT_MIRROR),
      v128.load(place, AT_MIRROR + SPACE),
      part,
      mirrorPart,
    );
    v128.store(place, v128.load(BASE), POLYGAMMA_KEPT);
    v128.store(place, v128.xor(high, side), AT_A);
    v128.store(place, v128.xor(v128.load(LOW), side), AT_A + SPACE);
    v128.store(place, v128.load(BOUND), AT_BOUND);
  }
  timesPowers(n, from, POLYGAMMA_KEPT, AT_A, to, count, powerPart(n) + entryZeroPart(n));
}
