/**
 * A float64 whose exponent has (almost) no limits: `m * 2^e`. `m` is 0, infinite, NaN, or at least 1
 * and less than 2 in size. Rounding is that of float64; what matters is that nothing overflows or
 * underflows, so that a pole can be told from a large number.
 */
export interface Scaled {
  readonly m: number;
  readonly e: number;
}

/** Exponents stay below this, so that their sums are exact. */
const MAX_EXPONENT = 2 ** 52;
/** Operands whose exponents differ by more do not change each other. */
const DIGITS = 64;

export const ZERO: Scaled = { m: 0, e: 0 };
export const ONE: Scaled = { m: 1, e: 0 };
/** Stand for numbers that are known to be finite, and not 0, but too large or too small for float64. */
export const HUGE: Scaled = { m: 1, e: 2 ** 20 };
export const TINY: Scaled = { m: 1, e: -(2 ** 20) };

/** Makes a number of `m * 2^e`, whatever the size of `m`. */
export function scaled(m: number, e = 0): Scaled {
  if (m === 0 || !Number.isFinite(m)) return { m, e: 0 };
  let [size, shift] = [Math.abs(m), 0];
  // Subnormal numbers have fewer digits, and no exponent of their own.
  if (size < 2 ** -1022) [size, shift] = [size * 2 ** 64, -64];
  let exponent = Math.floor(Math.log2(size));
  // The logarithm may be rounded up to an integer.
  if (2 ** Math.min(exponent, 1023) > size) exponent--;
  const digits = size / 2 ** exponent;
  const total = Math.max(-MAX_EXPONENT, Math.min(MAX_EXPONENT, e + exponent + shift));
  return { m: Math.sign(m) * digits, e: total };
}

/** The nearest float64: infinite or 0 beyond its range. */
export function toFloat64({ m, e }: Scaled): number {
  if (e > 1023) return m * Infinity;
  if (e < -1100) return m * 0;
  // In two steps, since 2^e alone may underflow.
  return e < -1000 ? m * 2 ** -1000 * 2 ** (e + 1000) : m * 2 ** e;
}

export function isFinite({ m }: Scaled): boolean {
  return Number.isFinite(m);
}

export function negate({ m, e }: Scaled): Scaled {
  return { m: -m, e };
}

export function add(a: Scaled, b: Scaled): Scaled {
  if (a.m === 0 || !isFinite(a) || !isFinite(b)) return b.m === 0 ? a : scaled(a.m + b.m, b.e);
  if (b.m === 0) return a;
  const [large, small] = a.e >= b.e ? [a, b] : [b, a];
  if (large.e - small.e > DIGITS) return large;
  return scaled(large.m + small.m * 2 ** (small.e - large.e), large.e);
}

export function multiply(a: Scaled, b: Scaled): Scaled {
  return scaled(a.m * b.m, a.e + b.e);
}

export function divide(a: Scaled, b: Scaled): Scaled {
  return scaled(a.m / b.m, a.e - b.e);
}

/** -1, 0 or 1: whether the first is smaller, equal or larger. */
export function compare(a: Scaled, b: Scaled): number {
  return Math.sign(add(a, negate(b)).m);
}

/** log2 |x|, x neither 0 nor NaN. */
export function log2({ m, e }: Scaled): number {
  // Next to 1 the two parts would cancel.
  if (e === -1) return Math.log2(Math.abs(m) / 2);
  return Math.log2(Math.abs(m)) + e;
}

/** 2^x. */
export function exp2(x: Scaled): Scaled {
  const power = toFloat64(x);
  if (power > MAX_EXPONENT) return Number.isFinite(x.m) ? { m: 1, e: MAX_EXPONENT } : x;
  if (power < -MAX_EXPONENT) return Number.isFinite(x.m) ? { m: 1, e: -MAX_EXPONENT } : ZERO;
  const whole = Math.floor(power);
  return scaled(2 ** (power - whole), whole);
}

export function squareRoot({ m, e }: Scaled): Scaled {
  const half = Math.floor(e / 2);
  return scaled(Math.sqrt(m * 2 ** (e - 2 * half)), half);
}
