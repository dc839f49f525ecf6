// i0e, i1e and their derivatives, all finite. a = |x|:
//
//   [0, 2^-6)     entry 0
//   [2^-6, 2^10)  32 entries an octave
//   [2^10, inf)   a = m 4^k, m in [1, 4): 2^-k G(m) (1 + w(1/a)), G(m) = 1/sqrt(2 pi m) from entries,
//                 w a short polynomial (Hankel's expansion, DLMF 10.40.1). The derivatives are
//                 steep: G(m) = -1/(2 m sqrt(2 pi m)), and 2^-3k
//
// i0e' is 0 at 0, between -1 and 1. i1e' has a zero at 1.545..., the breakpoint of its entry. NaN is
// found with the far elements.

import { correction, farPower, farTable, isCorrected, isFar } from "./fast_asymptotic";
import { I1E, isSteep } from "./kinds";
import { entriesOf, farTestBoundOf, hankelTermsOf, testBoundOf } from "./tables";
import { enqueue } from "../batch/queue";
import { evaluate, FAR, HEADED, MASKED, ROUNDED, setTest, TEST } from "./fast_entry";
import { fallBack } from "./fallback";
import { keepTiny, putTiny } from "./subnormal";
import { BLOCK, ENTRIES, FACTOR, REDUCED, SCALE, TABLE } from "../memory_map";
import { hadHead, hadTiny, HEAD, keepLeast, keepLeastBeyondZero, locate64 } from "../batch/locate";
import { ONE } from "../arithmetic/constants";
import { entryNumbers64, entryOffsets } from "../tables/entry";

const LAST: i32 = 16 * 32; // the entry that ends at 2^10
// The least 2^-k whose result is not 0: that of the finite a, 2^-511; if steep, 2^-358, as 0.2
// a^(-3/2) rounds to 0 beyond.
const LEAST: usize = memory.data<u64>([0x2000000000000000, 0x2000000000000000], 16);
// From the k with 2^-k here on, steep results may be subnormal.
const SUBNORMAL_SCALE: usize = memory.data<u64>([0x2ac0000000000000, 0x2ac0000000000000], 16); // 2^-339
const STEEP_LEAST: usize = memory.data<u64>([0x2990000000000000, 0x2990000000000000], 16);

// For each element of a block with far ones: m, w 2^-k (w 2^-2k if steep) and 2^-k; a, 0 and 1 for
// near ones.
/** How far the far table is from TABLE, in four lanes. */
const TO_FAR: usize = 16;

/** Whether the last block with far elements may have subnormal results. */
let hadSubnormal: bool = false;

/** Fills REDUCED and SCALE; returns m. */
// @ts-ignore: decorator
@inline
function reduce(a: v128, far: v128, at: usize): v128 {
  const power = farPower(a, far);
  const m = i64x2.sub(a, power);
  v128.store(at, m, REDUCED);
  v128.store(at, i64x2.sub(v128.load(ONE), i64x2.shr_u(power, 1)), SCALE);
  return m;
}

/** What a result is multiplied by while it is still a pair. */
// @ts-ignore: decorator
@inline
function early(at: usize, steep: bool): v128 {
  const scale = v128.load(at, SCALE);
  return steep ? f64x2.mul(scale, scale) : scale;
}

/** Fills ENTRIES, REDUCED, FACTOR and SCALE; whether any element is far. */
function prepareFar(kind: i32, from: usize, count: i32): bool {
  const table = entriesOf(kind);
  const terms = hankelTermsOf(kind);
  const steep = isSteep(kind);
  v128.store(TABLE, i32x4.splat(<i32> table));
  v128.store(TO_FAR, i32x4.splat(<i32> (farTable(steep) - table)));
  let any = i64x2.splat(0);
  let least = i32x4.splat(1);
  let leastScale = v128.load(ONE);
  for (let i = 0; i < count; i += 4) {
    const at = <usize> i << 3;
    const a0 = f64x2.abs(v128.load(from + at));
    const a1 = f64x2.abs(v128.load(from + at, 16));
    const far0 = isFar(a0);
    const far1 = isFar(a1);
    const m0 = reduce(a0, far0, at);
    const m1 = reduce(a1, far1, at + 16);
    const numbers = entryNumbers64(m0, m1);
    const entries = i32x4.max_s(numbers, i32x4.splat(0));
    least = i32x4.min_s(least, numbers);
    if (steep) {
      leastScale = f64x2.pmin(
        leastScale,
        f64x2.pmin(v128.load(at, SCALE), v128.load(at + 16, SCALE)),
      );
    }
    const far = v128.shuffle<i32>(far0, far1, 0, 2, 4, 6);
    any = v128.or(any, far);
    const toFar = v128.and(far, v128.load(TO_FAR));
    const bases = i32x4.add(toFar, v128.load(TABLE));
    v128.store(<usize> i << 2, i32x4.add(bases, entryOffsets(entries)), ENTRIES);

    const wanted0 = isCorrected(a0, far0);
    const wanted1 = isCorrected(a1, far1);
    if (v128.any_true(v128.or(wanted0, wanted1))) {
      v128.store(at, f64x2.mul(correction(a0, wanted0, terms), early(at, steep)), FACTOR);
      v128.store(at + 16, f64x2.mul(correction(a1, wanted1, terms), early(at + 16, steep)), FACTOR);
    } else {
      v128.store(at, i64x2.splat(0), FACTOR);
      v128.store(at + 16, i64x2.splat(0), FACTOR);
    }
  }
  keepLeast(least);
  hadSubnormal = v128.any_true(f64x2.le(leastScale, v128.load(SUBNORMAL_SCALE)));
  return v128.any_true(any);
}

/**
 * The elements of a block that `prepareFar` prepared. A steep result is multiplied by 2^-2k early,
 * while it is a pair, and by 2^-k late; the last factor is 0 where the result is, and keeps its
 * sign. An element that fails Ziv's test ends the inner loop, so that this has no code for it.
 * `hasSubnormal`: steep results may be subnormal; those count as failing, as the loop does not round
 * them.
 */
// @ts-ignore: decorator
@inline
function evaluateFar(
  kind: i32,
  then: i32,
  from: usize,
  to: usize,
  count: i32,
  hasSubnormal: bool,
): void {
  const steep = isSteep(kind);
  const end = <usize> count << 3;
  for (let at: usize = 0; at < end;) {
    let x: v128;
    let failed: i32;
    do {
      x = v128.load(from + at);
      const scale = v128.load(at, SCALE);
      const least = v128.load(steep ? STEEP_LEAST : LEAST);
      const isLeft = f64x2.ge(scale, least);
      const last = v128.and(scale, isLeft);
      // Less would underflow, which takes long.
      const enough = hasSubnormal ? f64x2.pmax(scale, least) : scale;
      const first = steep ? f64x2.mul(enough, enough) : last;
      const entry0 = load<u32>(at >> 1, ENTRIES);
      const entry1 = load<u32>(at >> 1, ENTRIES + 4);
      const m = v128.load(at, REDUCED);
      const w = v128.load(at, FACTOR);
      failed = evaluate(kind, then, x, to + at, m, entry0, entry1, w, first, last, TEST);
      if (hasSubnormal) {
        failed |= i64x2.bitmask(v128.and(isLeft, f64x2.le(scale, v128.load(SUBNORMAL_SCALE))));
      }
      at += 16;
    } while (failed == 0 && at < end);
    if (failed != 0) enqueue(false, x, to + at - 16, failed);
  }
}

// @ts-ignore: decorator
@inline
export function scaled64(kind: i32, from: usize, to: usize, count: i32): void {
  let someFar = false; // as the block before
  for (; count > 0; count -= BLOCK, from += BLOCK << 3, to += BLOCK << 3) {
    const size = min(count, BLOCK);
    if (!someFar) someFar = locate64(from, size, entriesOf(kind), LAST, HEAD);
    if (someFar) someFar = prepareFar(kind, from, size);
    if (kind == I1E && hadTiny) keepLeastBeyondZero(from, size); // others lose nothing by zeros
    const isTiny = kind == I1E && hadTiny;
    if (isTiny) keepTiny(from, size);
    const isHeaded = kind == I1E && hadHead;
    if (!isSteep(kind)) {
      setTest(TEST, someFar ? max(testBoundOf(kind), farTestBoundOf(kind)) : testBoundOf(kind));
    }
    if (someFar) {
      if (isHeaded) evaluateFar(kind, FAR | HEADED | MASKED, from, to, size, false);
      else if (isSteep(kind) && hadSubnormal) {
        evaluateFar(kind, FAR | MASKED, from, to, size, true);
      } else evaluateFar(kind, FAR | MASKED, from, to, size, false);
    } else if (isHeaded) {
      evaluateNear(kind, HEADED | MASKED, from, to, size);
    } else if (hadTiny) {
      evaluateNear(kind, ROUNDED | MASKED, from, to, size);
    } else {
      evaluateNear(kind, ROUNDED, from, to, size);
    }
    fallBack(kind, false);
    if (isTiny) putTiny(to, size, 0);
  }
}

// @ts-ignore: decorator
@inline
function evaluateNear(kind: i32, then: i32, from: usize, to: usize, count: i32): void {
  const end = <usize> count << 3;
  for (let at: usize = 0; at < end;) {
    let x: v128;
    let failed: i32;
    do {
      x = v128.load(from + at);
      const entry0 = load<u32>(at >> 1, ENTRIES);
      const entry1 = load<u32>(at >> 1, ENTRIES + 4);
      const a = f64x2.abs(x);
      failed = evaluate(kind, then, x, to + at, a, entry0, entry1, a, a, a, TEST);
      at += 16;
    } while (failed == 0 && at < end);
    if (failed != 0) enqueue(false, x, to + at - 16, failed);
  }
}
