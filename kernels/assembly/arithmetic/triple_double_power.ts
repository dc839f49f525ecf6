// Integer powers in triple-double, with exponents apart, so that none overflows.

import {
  copy,
  divide,
  exponentOf,
  FREE_TRIPLES,
  multiply,
  powerOfTwo,
  scale,
  set,
  TRIPLE,
} from "./triple_double";

const SQUARE: usize = FREE_TRIPLES;
const RATIO: usize = SQUARE + TRIPLE;
/** Where callers may have their numbers. */
export const FREE_POWERS: usize = RATIO + TRIPLE;

/** The result of `power` is what is in memory times 2^exponent. */
export let exponent: i64 = 0;

/** base^s, the first double of its significand in [1, 2). */
export function power(to: usize, base: usize, s: i64): void {
  let squareExponent: i64 = normalise(SQUARE, base);
  let isEmpty = true;
  for (;;) {
    if (s & 1) {
      if (isEmpty) {
        copy(to, SQUARE);
        exponent = squareExponent;
        isEmpty = false;
      } else {
        multiply(to, to, SQUARE);
        exponent += squareExponent + normalise(to, to);
      }
    }
    s >>= 1;
    if (s == 0) return;
    multiply(SQUARE, SQUARE, SQUARE);
    squareExponent = 2 * squareExponent + normalise(SQUARE, SQUARE);
  }
}

/** Scales a into [1, 2); returns its exponent. */
export function normalise(to: usize, a: usize): i64 {
  const k = exponentOf(load<f64>(a));
  scale(to, a, powerOfTwo(-k));
  return k;
}

/** a^s. */
export function numberPower(a: f64, s: i64): f64 {
  let result: f64 = 1;
  for (; s > 0; s >>= 1, a *= a) {
    if (s & 1) result *= a;
  }
  return result;
}

/** (a/b)^s. */
export function powerOfRatio(to: usize, a: usize, b: usize, s: i64): void {
  divide(RATIO, a, b);
  power(to, RATIO, s);
  if (exponent < -1000) set(to, 0);
  else scale(to, to, powerOfTwo(<i32> exponent));
}
