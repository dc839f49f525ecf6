// Far elements of i0e, i1e and their derivatives: a = m 4^k, m in [1, 4), is 2^10 or more, and the
// function 2^-k G(m) (1 + w(1/a)), or 2^-3k of the steep ones. G is 1/sqrt(2 pi m) or -1/(2 m
// sqrt(2 pi m)) from entries, w a short polynomial (Hankel's expansion, DLMF 10.40.1).

import { FAR_HALF, FAR_THREE_HALVES } from "./data";
import { EVEN_EXPONENT, ONE } from "../arithmetic/constants";
import { normal, productRest, reciprocalLow } from "../arithmetic/double_double_lanes";
import { twoProdError, twoSumError } from "../arithmetic/error_free";
import { ENTRY, FIRST } from "../tables/entry";

const BEFORE_FAR: usize = memory.data<u64>([0x408fffffffffffff, 0x408fffffffffffff], 16); // below 2^10
const PLAIN: usize = memory.data<f64>([1.2089258196146292e24, 1.2089258196146292e24], 16); // 2^80

/**
 * Where the entries of G would begin if they were numbered by m as others are by a: m is in octaves 0
 * and 1.
 */
// @ts-ignore: decorator
@inline
export function farTable(steep: bool): usize {
  return (steep ? FAR_THREE_HALVES : FAR_HALF) - <usize> (-FIRST * 32 + 1) * ENTRY;
}

/** By the bits, so that NaN is far too, and has an entry. */
// @ts-ignore: decorator
@inline
export function isFar(a: v128): v128 {
  return i64x2.gt_s(a, v128.load(BEFORE_FAR));
}

/** 2k as bits of an exponent, 0 for near elements. */
// @ts-ignore: decorator
@inline
export function farPower(a: v128, far: v128): v128 {
  return v128.and(i64x2.sub(a, v128.load(ONE)), v128.and(far, v128.load(EVEN_EXPONENT)));
}

/**
 * Far elements whose correction w is above the error budget: not those beyond 2^80. NaN is not beyond, and gets it.
 */
// @ts-ignore: decorator
@inline
export function isCorrected(a: v128, far: v128): v128 {
  return v128.andnot(far, f64x2.ge(a, v128.load(PLAIN)));
}

/** w(1/a) in the lanes of `wanted`, 0 in the others; `terms`: those of the function. */
// @ts-ignore: decorator
@inline
export function correction(a: v128, wanted: v128, terms: usize): v128 {
  const t = v128.and(f64x2.div(v128.load(ONE), a), wanted);
  const square = f64x2.mul(t, t);
  let w = f64x2.add(v128.load64_splat(terms, 16), f64x2.mul(t, v128.load64_splat(terms, 24)));
  w = f64x2.add(w, f64x2.mul(square, v128.load64_splat(terms, 32)));
  const start = f64x2.add(v128.load64_splat(terms), f64x2.mul(t, v128.load64_splat(terms, 8)));
  return f64x2.mul(t, f64x2.add(start, f64x2.mul(square, w)));
}

/**
 * (y + rest) (1 + c1 t + later), t = 1/a rounded: c1 t is taken as a pair, of 1/a, and `later` is a
 * plain number. Returns the high part; LOW has the other. Where t is 0 the pair stays as it is.
 */
export function timesFactor(y: v128, rest: v128, a: v128, t: v128, c1: v128, later: v128): v128 {
  const w = f64x2.mul(c1, t);
  const wLow = f64x2.add(
    f64x2.add(twoProdError(c1, t, w), f64x2.mul(c1, reciprocalLow(a, t))),
    later,
  );
  const moved = f64x2.mul(y, w);
  const sum = f64x2.add(y, moved);
  const movedRest = productRest(y, rest, w, wLow, moved);
  return normal(sum, f64x2.add(f64x2.add(twoSumError(y, moved, sum), rest), movedRest));
}
