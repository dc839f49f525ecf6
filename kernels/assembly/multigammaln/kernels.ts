// multigammaln, p (p - 1)/4 ln pi + sum of lgamma(x - i/2), i = 0 .. p - 1, and its derivative, the
// sum of digamma(x - i/2), for x > (p - 1)/2. With t = x - (p - 1)/2:
//
//   p = 1                     lgamma and digamma
//   t in [2^-20, 2^40)        entries that are made for each p, to 4p or more for large ones (multigammaln/table.ts)
//   below, and beyond         the series around the pole and far from it (multigammaln/boundaries.ts)
//   between, for p >= 2^26    the accurate phase (multigammaln/accurate.ts)
//
// No cost grows with p. What fails Ziv's test falls back to the accurate phase (gamma/fallback.ts).

import {
  BETWEEN_PLACES,
  BETWEENS,
  BLOCK,
  BOUND,
  ENTRIES,
  LOW,
  REFLECTED,
  REFLECTED_PLACES,
  SPECIAL,
  SPECIAL_PLACES,
  SUM_DISTANCES,
  UNTABLED,
  UNTABLED_PLACES,
  WIDE,
} from "../memory_map";
import { narrow_f32, widen_f32 } from "../rounding/convert";
import { digamma_f32, digamma_f64, lgamma_f32, lgamma_f64 } from "../gamma/kernels";
import {
  distribute,
  element,
  endLists,
  putBack,
  reflectedCount,
  setCounts,
  startLists,
  untabledCount,
} from "../gamma/buckets";
import { fallBackInTable, fallBackLanes } from "../gamma/fallback";
import { BOUNDED, CHECKED, evaluateEntry } from "../gamma/fast_entry";
import { FIRST_NEAR } from "../gamma/table";
import { DIGAMMA, LGAMMA } from "../gamma/special_values";
import { boundaryValues, FAR_START, prepareBoundaries, termCount } from "./boundaries";
import { lastValue } from "../gamma/last_phase";
import { accurateMultigammaln, oddMultigammaln } from "./accurate";
import { endOfSumEntries, locateSums, sumTable } from "./table";
import { failsZivTest, finish, NAN_32, NAN_64 } from "../rounding/ziv_test";
import { rounded } from "../rounding/ziv_test_scalar";
import { forcedLanes, isForced } from "../rounding/forced";

export function multigammaln_f64(from: usize, to: usize, count: i32, p: f64): void {
  if (p == 1) throughOrdinary(from, to, count, LGAMMA, false);
  else run(from, to, count, p, LGAMMA, false);
}

export function multigammaln_f32(from: usize, to: usize, count: i32, p: f64): void {
  if (p == 1) throughOrdinary(from, to, count, LGAMMA, true);
  else run(from, to, count, p, LGAMMA, true);
}

export function multigammalnGrad_f64(from: usize, to: usize, count: i32, p: f64): void {
  if (p == 1) throughOrdinary(from, to, count, DIGAMMA, false);
  else run(from, to, count, p, DIGAMMA, false);
}

export function multigammalnGrad_f32(from: usize, to: usize, count: i32, p: f64): void {
  if (p == 1) throughOrdinary(from, to, count, DIGAMMA, true);
  else run(from, to, count, p, DIGAMMA, true);
}

/** float32: a value smaller than so many times the bound of its error takes the accurate phase. */
const CANCELLED: f64 = 4503599627370496; // 2^52

let betweenCount: i32 = 0;

/** p = 1: only x < 0 is different, and -0, which is the edge. */
function throughOrdinary(from: usize, to: usize, count: i32, order: i32, isShort: bool): void {
  const none = f64x2.splat(0);
  if (isShort) {
    for (; count > 0; count -= BLOCK, from += BLOCK << 2, to += BLOCK << 2) {
      const size = min(count, BLOCK);
      for (let i = 0; i < size; i += 4) {
        const x = f32x4.add(v128.load(from + (<usize> i << 2)), none);
        const y = v128.bitselect(i32x4.splat(NAN_32), x, f32x4.lt(x, none));
        v128.store(WIDE + (<usize> i << 2), y);
      }
      if (order == LGAMMA) lgamma_f32(WIDE, to, size);
      else digamma_f32(WIDE, to, size);
    }
    return;
  }
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3) {
    const size = min(count, BLOCK);
    for (let i = 0; i < size; i += 2) {
      const x = f64x2.add(v128.load(from + (<usize> i << 3)), none);
      const y = v128.bitselect(i64x2.splat(NAN_64), x, f64x2.lt(x, none));
      v128.store(WIDE + (<usize> i << 3), y);
    }
    if (order == LGAMMA) lgamma_f64(WIDE, to, size);
    else digamma_f64(WIDE, to, size);
  }
}

function run(from: usize, to: usize, count: i32, p: f64, order: i32, isShort: bool): void {
  const shift: usize = isShort ? 2 : 3;
  const table = sumTable(order, p);
  prepareBoundaries(table, order, p);
  for (; count > 0; count -= BLOCK, from += <usize> BLOCK << shift, to += <usize> BLOCK << shift) {
    const size = min(count, BLOCK);
    const x = isShort ? WIDE : from;
    const y = isShort ? WIDE : to;
    if (isShort) widen_f32(from, WIDE, size);
    if (
      !takeEntries(table, x, y, size, p, order, isShort) &&
      !takeBoundaries(table, x, y, size, p, order, isShort)
    ) {
      collect(table, x, size, p, order);
      takeEntries(table, UNTABLED, UNTABLED, untabledCount, p, order, isShort);
      valuesAtBoundaries(table, REFLECTED, REFLECTED, reflectedCount, p, order, isShort);
      for (let i = 0; i < betweenCount; i++) between(<usize> i << 3, p, order, isShort);
      distribute(y, false);
      putBack(y, false, BETWEENS, BETWEEN_PLACES, betweenCount);
    }
    if (isShort) narrow_f32(WIDE, to, size);
  }
}

/** Computes `count` numbers from entries, if all have one; or nothing. Whether it did. */
function takeEntries(
  table: usize,
  from: usize,
  to: usize,
  count: i32,
  p: f64,
  order: i32,
  isShort: bool,
): bool {
  const edges = f64x2.splat(0.5 * (p - 1));
  for (let i = 0; i < count; i += 4) {
    const place = <usize> i << 3;
    v128.store(place, f64x2.sub(v128.load(from + place), edges), SUM_DISTANCES);
    v128.store(place, f64x2.sub(v128.load(from + place, 16), edges), SUM_DISTANCES + 16);
  }
  // What is behind the last number is any.
  for (let i = count; i & 3; i++) {
    store<f64>(SUM_DISTANCES + (<usize> i << 3), load<f64>(SUM_DISTANCES));
  }
  if (count > 0 && locateSums(table, SUM_DISTANCES, count, order, p)) return false;
  if (isShort) shortFromEntries(to, count, p, order);
  else if (order == LGAMMA) fromEntries(LGAMMA, to, count, p);
  else fromEntries(DIGAMMA, to, count, p);
  return true;
}

// @ts-ignore: decorator
@inline
function fromEntries(order: i32, to: usize, count: i32, p: f64): void {
  const areForced = isForced();
  for (let i = 0; i < count; i += 2) {
    const at = <usize> i << 3;
    const t = v128.load(at, SUM_DISTANCES);
    const entries = ENTRIES + (<usize> i << 2);
    let y = evaluateEntry(
      t,
      t,
      load<u32>(entries),
      load<u32>(entries, 4),
      order == DIGAMMA,
      false,
      CHECKED,
    );
    const mask = v128.load(LOW);
    if (areForced || v128.any_true(mask)) y = fallBack(order, p, t, y, mask, entries);
    v128.store(to + at, y);
  }
}

/** Computes the lanes of a mask again, whose entries are in `entries`. */
function fallBack(order: i32, p: f64, t: v128, y: v128, mask: v128, entries: usize): v128 {
  mask = v128.or(mask, forcedLanes());
  const x = f64x2.add(t, f64x2.splat(0.5 * (p - 1)));
  return fallBackInTable(order, p, x, t, y, mask, entries);
}

/** The same for float32, rounded to odd. */
function shortFromEntries(to: usize, count: i32, p: f64, order: i32): void {
  for (let i = 0; i < count; i += 2) {
    const at = <usize> i << 3;
    const t = v128.load(at, SUM_DISTANCES);
    const entries = ENTRIES + (<usize> i << 2);
    const high = evaluateEntry(
      t,
      t,
      load<u32>(entries),
      load<u32>(entries, 4),
      true,
      false,
      BOUNDED,
    ); // the bound is for `uncancelled`
    const y = finish(high, v128.load(LOW), true);
    const x = f64x2.add(t, f64x2.splat(0.5 * (p - 1)));
    v128.store(to + at, order == DIGAMMA ? uncancelled(p, x, high, y) : y);
  }
}

/** Results, rounded to odd, where those next to the zero of the gradient, by BOUND, are computed again. */
// @ts-ignore: decorator
@inline
function uncancelled(p: f64, x: v128, high: v128, y: v128): v128 {
  const mask = f64x2.lt(f64x2.abs(high), f64x2.mul(v128.load(BOUND), f64x2.splat(CANCELLED)));
  if (!v128.any_true(mask)) return y;
  if (i64x2.extract_lane(mask, 0)) {
    y = f64x2.replace_lane(y, 0, oddMultigammaln(f64x2.extract_lane(x, 0), p, true));
  }
  if (i64x2.extract_lane(mask, 1)) {
    y = f64x2.replace_lane(y, 1, oddMultigammaln(f64x2.extract_lane(x, 1), p, true));
  }
  return y;
}

/** Computes `count` numbers, if all are next to the pole or far; or nothing. Whether it did. */
function takeBoundaries(
  table: usize,
  from: usize,
  to: usize,
  count: i32,
  p: f64,
  order: i32,
  isShort: bool,
): bool {
  const edge = f64x2.splat(0.5 * (p - 1));
  const low = f64x2.splat(0.5 * (p - 1) + FIRST_NEAR);
  const far = v128.load64_splat(table, FAR_START);
  const whole = <usize> (count & -2) << 3;
  // An odd number of them has its last one twice, elsewhere.
  if (count & 1) v128.store(SUM_DISTANCES, v128.load64_splat(from + whole));
  for (let at: usize = 0, end = whole + (count & 1 ? 16 : 0); at < end; at += 16) {
    const x = v128.load(at < whole ? from + at : SUM_DISTANCES);
    const isNear = v128.and(f64x2.gt(x, edge), f64x2.lt(x, low));
    const isFar = v128.and(f64x2.ge(x, far), f64x2.lt(x, f64x2.splat(Infinity)));
    if (!i64x2.all_true(v128.or(isNear, isFar))) return false;
  }
  valuesAtBoundaries(table, from, to, count & -2, p, order, isShort);
  if (count & 1) {
    valuesAtBoundaries(table, SUM_DISTANCES, SUM_DISTANCES, 1, p, order, isShort);
    store<f64>(to + whole, load<f64>(SUM_DISTANCES));
  }
  return true;
}

function valuesAtBoundaries(
  table: usize,
  from: usize,
  to: usize,
  count: i32,
  p: f64,
  order: i32,
  isShort: bool,
): void {
  const edge = 0.5 * (p - 1);
  const far = v128.load64_splat(table, FAR_START);
  const isLong = termCount(p) > 3;
  for (const end = from + (<usize> count << 3); from < end; from += 16, to += 16) {
    const x = v128.load(from);
    const isFar = f64x2.ge(x, far);
    const high = boundaryValues(table, order, x, isFar, edge, isLong);
    const low = v128.load(LOW);
    const bound = v128.load(BOUND);
    let y = isShort ? finish(high, low, true) : f64x2.add(high, low);
    // What is infinite has no last bit to be odd.
    if (isShort) y = v128.bitselect(high, y, f64x2.eq(f64x2.abs(high), f64x2.splat(Infinity)));
    y = v128.bitselect(f64x2.add(y, y), y, isFar);
    if (isShort) {
      if (order == DIGAMMA) y = uncancelled(p, x, high, y);
    } else {
      const mask = v128.or(failsZivTest(high, low, bound), forcedLanes());
      if (v128.any_true(mask)) {
        const factor = v128.bitselect(f64x2.splat(2), f64x2.splat(1), isFar);
        const whole = f64x2.mul(high, factor);
        const values = fallBackLanes(
          order,
          p,
          x,
          whole,
          f64x2.mul(low, factor),
          f64x2.mul(bound, factor),
          mask,
        );
        y = v128.bitselect(values, y, mask);
      }
    }
    v128.store(to, y);
  }
}

/** Replaces an element of BETWEENS by its value. */
function between(place: usize, p: f64, order: i32, isShort: bool): void {
  const x = load<f64>(BETWEENS + place);
  const y = isShort
    ? oddMultigammaln(x, p, order == DIGAMMA)
    : accurateMultigammaln(x, p, order == DIGAMMA)
    ? rounded
    : lastValue(order, p, x, false);
  store<f64>(BETWEENS + place, y);
}

/**
 * Sorts the elements of a block into four lists: UNTABLED have entries, REFLECTED are next to the pole or
 * far, BETWEENS have neither, and SPECIAL are results. Every element is written to all lists and stays
 * where it counts, as in gamma/buckets.ts: element i is written at place i or before it, so that no
 * list of BLOCK elements is overrun.
 */
function collect(table: usize, from: usize, count: i32, p: f64, order: i32): void {
  const edge = 0.5 * (p - 1);
  const atEdge: f64 = order == LGAMMA ? Infinity : -Infinity;
  const far = load<f64>(table, FAR_START);
  const end = endOfSumEntries(p);
  let positives: i32 = 0;
  let others: i32 = 0;
  let betweens: i32 = 0;
  let known: i32 = 0;
  startLists();
  for (let i = 0; i < count; i++) {
    const x = element(from, i, false);
    const t = x - edge;
    const hasEntry = i32(t >= FIRST_NEAR) & i32(t < end);
    const isEnd = (i32(t > 0) & i32(t < FIRST_NEAR)) | (i32(x >= far) & i32(x < Infinity));
    const isBetween = i32(t >= end) & i32(x < far);
    store<f64>(UNTABLED + (<usize> positives << 3), x);
    store<u16>(UNTABLED_PLACES + (<usize> positives << 1), <u16> i);
    positives += hasEntry;
    store<f64>(REFLECTED + (<usize> others << 3), x);
    store<u16>(REFLECTED_PLACES + (<usize> others << 1), <u16> i);
    others += isEnd;
    store<f64>(BETWEENS + (<usize> betweens << 3), x);
    store<u16>(BETWEEN_PLACES + (<usize> betweens << 1), <u16> i);
    betweens += isBetween;
    store<f64>(SPECIAL + (<usize> known << 3), x == Infinity ? x : x == edge ? atEdge : NaN);
    store<u16>(SPECIAL_PLACES + (<usize> known << 1), <u16> i);
    known += (hasEntry | isEnd | isBetween) ^ 1;
  }
  assert(betweens <= BLOCK);
  betweenCount = betweens;
  setCounts(positives, others, known);
  endLists();
}
