import { type BesselName, besselTraits } from "./bessel_traits.ts";
import { FIXED_BITS, TWO_PI } from "./big_constants.ts";
import { bigExp, reciprocalSqrt } from "./big_elementary.ts";
import { type BigFloat, fromNumber, multiply, negate } from "./big_float.ts";

// The modified Bessel functions of order 0 and 1, scaled or not, and their derivatives, x > 0:
// (0, 2^-220):   the leading term, and the direction in which the next one leads away from it.
// [2^-220, 64):  power series of I0 and I1, times exp(-x) for the scaled ones.
// [64, inf):     Hankel's expansion over sqrt(2 pi x), times exp(x) for the unscaled ones.
// The derivatives are combinations of the sums in which at most 10 bits cancel, but for the zero of
// i1e' at 1.545...: there the 264 fraction bits of the series leave 200 at the nearest double.
// Relative error below 2^-150 everywhere.

const TINY = 2 ** -220;
const ASYMPTOTIC = 64;
/** Unscaled values from here on are far beyond every type; their exponent is of no interest. */
const BEYOND = 2048;
const OVERFLOWED: BigFloat = { m: 1n, e: 2900 };

/** The Bessel value at a finite `x` other than 0, with a relative error below 2^-150. */
export function bessel(name: BesselName, x: number): BigFloat {
  const value = positive(name, Math.abs(x));
  return x < 0 && besselTraits[name].parity < 0 ? negate(value) : value;
}

function positive(name: BesselName, x: number): BigFloat {
  if (x < TINY) return leadingTerm(name, x);
  const { scaled } = besselTraits[name];
  if (x < ASYMPTOTIC) {
    const value = fromSeries(name, x);
    return scaled ? multiply(value, bigExp(-x)) : value;
  }
  if (scaled) return fromHankel(name, x);
  if (x >= BEYOND) return OVERFLOWED;
  return multiply(fromHankel(name, x), bigExp(x));
}

/**
 * Leading term times 1 + 2^-220 or 1 - 2^-220: not itself, so that a rounding sees it is no tie.
 */
function leadingTerm(name: BesselName, x: number): BigFloat {
  const { factor, power, toward } = besselTraits[name].leading;
  const nearOne = { m: (1n << 220n) + BigInt(toward), e: -220 };
  const value = multiply(fromNumber(factor), nearOne);
  return power === 0 ? value : multiply(fromNumber(x), value);
}

function fromSeries(name: BesselName, x: number): BigFloat {
  const { s0, s1, bits } = besselSeries(x);
  const { m, e } = fromNumber(x);
  // I1 = (x/2) s1, in the fixed point of the sums: for differences, where an absolute error is
  // enough.
  const i1 = (m * s1) >> BigInt(1 - e);
  switch (name) {
    case "i0":
    case "i0e":
      return { m: s0, e: -bits };
    case "i1":
    case "i1e":
      return { m: m * s1, e: e - 1 - bits };
    case "i1Grad": // I0 - I1/x
      return { m: 2n * s0 - s1, e: -bits - 1 };
    case "i0eGrad": // I1 - I0
      return { m: i1 - s0, e: -bits };
    case "i1eGrad": // I0 - I1/x - I1
      return { m: 2n * s0 - s1 - 2n * i1, e: -bits - 1 };
  }
}

function fromHankel(name: BesselName, x: number): BigFloat {
  const { a, b, d, u } = besselHankel(x);
  const { m, e } = fromNumber(x);
  const root = reciprocalSqrt({ m: m * TWO_PI, e: e - FIXED_BITS });
  switch (name) {
    case "i0":
    case "i0e":
      return multiply({ m: a, e: -HANKEL_BITS }, root);
    case "i1":
    case "i1e":
      return multiply({ m: b, e: -HANKEL_BITS }, root);
    case "i1Grad": // a - b/x
      return multiply(
        { m: a - ((b * u) >> BigInt(HANKEL_BITS)), e: -HANKEL_BITS },
        root,
      );
    case "i0eGrad": // b - a = d/x
      return multiply(quotient(d, { m, e }), root);
    case "i1eGrad": // a - b - b/x = -(d + b)/x
      return multiply(quotient(-d - b, { m, e }), root);
  }
}

/** A Hankel sum over x, with the relative error of the sum however large x is. */
function quotient(sum: bigint, x: BigFloat): BigFloat {
  return { m: (sum << 64n) / x.m, e: -HANKEL_BITS - 64 - x.e };
}

/** Sums of Hankel's expansion, in fixed point with {@linkcode HANKEL_BITS} fraction bits. */
export interface HankelSums {
  /** `I0(x) exp(-x) sqrt(2 pi x)`. */
  readonly a: bigint;
  /** `I1(x) exp(-x) sqrt(2 pi x)`. */
  readonly b: bigint;
  /** `(b - a) x`, from its own terms. */
  readonly d: bigint;
  /** `1 / x`, with an absolute, not a relative, error. */
  readonly u: bigint;
}

/** Fraction bits of the sums. */
const HANKEL_BITS = 208;

/** The series ends with the first term below 2^-(HANKEL_BITS - SPARE_BITS) = 2^-160. */
const SPARE_BITS = 48n;
const FRACTION = BigInt(HANKEL_BITS);

/**
 * Hankel's asymptotic expansion of I0 and I1, for x >= 64, with a relative error below 2^-155.
 *
 * With u = 1/x, a is the sum of a_k u^k, a_k = a_(k-1) (2k-1)^2 / (8k), and b that of b_k u^k. The
 * factors of b_k telescope to b_k = -a_k (2k+1)/(2k-1), so that b_k - a_k = -4k/(2k-1) a_k exactly:
 * b - a, which is of order u, comes from a sum in which nothing cancels. What the expansion cannot
 * see is of order exp(-2x), below 2^-184.
 */
function besselHankel(x: number): HankelSums {
  const { m, e } = fromNumber(x);
  const u = HANKEL_BITS >= e ? (1n << BigInt(HANKEL_BITS - e)) / m : 0n;
  // p = a_k u^(k-1): one factor u is omitted, because d needs it so.
  let p = 1n << (FRACTION - 3n);
  let sum = 0n;
  let d = 0n;
  for (let k = 1; p >> SPARE_BITS !== 0n; k++) {
    sum += p;
    d -= (p * BigInt(4 * k)) / BigInt(2 * k - 1);
    p = ((p * u * BigInt((2 * k + 1) ** 2)) >> FRACTION) / BigInt(8 * (k + 1));
  }
  const a = (1n << FRACTION) + ((sum * u) >> FRACTION);
  return { a, b: a + ((d * u) >> FRACTION), d, u };
}

/**
 * The two sums that all Bessel values are made of, in fixed point with `bits` fraction bits:
 * `s0 = I0(x)` and `s1 = I1(x) / (x / 2)`.
 */
export interface BesselSums {
  readonly s0: bigint;
  readonly s1: bigint;
  readonly bits: number;
}

/**
 * Power series of I0 and I1, for 0 <= x < 100.
 *
 * With q = x^2 / 4 and v_k = q^k / (k! (k+1)!): s1 is the sum of v_k, s0 the sum of (k+1) v_k. All
 * terms are positive, so the sums keep the relative accuracy of the terms, about 2^-bits.
 */
function besselSeries(x: number): BesselSums {
  // The sums grow like exp(x), so fewer fraction bits keep the length, and the cost, where it was.
  const bits = 264 - Math.floor(x);
  const { m, e } = fromNumber(x);
  const square = m * m;
  const shift = BigInt(2 - 2 * e);
  let v = 1n << BigInt(bits);
  // One unit more: what is cut off is positive, and a sum of exactly 1 would look like a tie later.
  let s0 = v + 1n;
  let s1 = v + 1n;
  for (let k = 1; v !== 0n; k++) {
    v = ((v * square) >> shift) / BigInt(k * (k + 1));
    s1 += v;
    s0 += v * BigInt(k + 1);
  }
  return { s0, s1, bits };
}
