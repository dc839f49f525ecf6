import { remembered } from "./big_constants.ts";
import {
  type BigFloat,
  divide,
  fromNumber,
  multiply,
  negate,
  power,
  toFixed,
} from "./big_float.ts";
import { digamma } from "./digamma.ts";
import { type Estimate, nearly, settle, sum } from "./estimate.ts";
import { corrections, eulerMaclaurinStart } from "./euler_maclaurin.ts";
import { reflected, toPole } from "./reflection.ts";

// The n-th derivative of psi, n >= 1, is (-1)^(n+1) n! times the sum of (x + k)^-(n+1), k >= 0.
// x > 0: that sum is zeta(n + 1, x).
// x < 0: the sum over all integers k less that over k < 0. With d the distance from the nearest
//        pole, the former is zeta(n + 1, d) + (-1)^(n+1) zeta(n + 1, 1 - d), but for the sign of an
//        odd power on the left side of the pole; the latter is (-1)^(n+1) zeta(n + 1, 1 - x).

/** The n-th derivative of psi at a finite x other than a pole: a relative error below 2^-150. */
export function polygamma(n: number, x: number): BigFloat {
  if (n === 0) return digamma(x);
  return settle((bits) => x > 0 ? positive(n, fromNumber(x), bits) : negative(n, x, bits));
}

function positive(n: number, x: BigFloat, bits: number): Estimate {
  const value = scaledZeta(n, x, bits);
  return nearly(n % 2 === 0 ? negate(value) : value, bits);
}

function negative(n: number, x: number, bits: number): Estimate {
  const isEven = n % 2 === 0;
  const { distance, isRight } = toPole(x);
  const beyond = nearly(negate(scaledZeta(n, reflected(x, bits), bits)), bits);
  // Halfway between two poles their terms are opposite, and so are all others.
  if (isEven && distance === 0.5) return beyond;
  const near = scaledZeta(n, fromNumber(distance), bits);
  const far = scaledZeta(n, reflected(distance, bits), bits);
  const isNegative = isEven && isRight;
  return sum(
    nearly(isNegative ? negate(near) : near, bits),
    nearly(isEven !== isNegative ? negate(far) : far, bits),
    beyond,
  );
}

// zeta(n + 1, a) is the sum of (a + k)^-(n+1), k >= 0. With s = n + 1, in units of a^-s: the terms
// (a / (a + k))^s, until they are too small to matter, which for a < 0.35 s takes no more than some
// hundred of them whatever s is; or until a + k = A is where Euler and Maclaurin's formula begins,
// and then (a / A)^s (A / n) (1 + n/(2A) + corrections).

/** n! zeta(n + 1, a), n >= 1, a > 0, with a relative error below 2^-bits. */
function scaledZeta(n: number, a: BigFloat, bits: number): BigFloat {
  // Rounding errors are multiplied by s where a power is taken, by s^2 in the corrections.
  const wide = bits + 32 * Math.ceil((20 + 2 * Math.log2(n + 1)) / 32);
  const s = n + 1;
  const start = eulerMaclaurinStart(s, wide);
  if (toFixed(a, 0) >= BigInt(start)) {
    const scale = divide(factorial(n - 1, wide), power(a, n, wide), wide);
    return multiply(scale, { m: integralAndMore(n, a, wide), e: -wide }, wide);
  }
  const scale = divide(factorial(n, wide), power(a, s, wide), wide);
  return multiply(scale, { m: ratios(n, a, { start, bits: wide }), e: -wide }, wide);
}

/** The sum in units of a^-s, in fixed point. */
function ratios(
  n: number,
  a: BigFloat,
  { start, bits }: { start: number; bits: number },
): bigint {
  const shift = BigInt(bits);
  const one = 1n << shift;
  // The places a + k are fixed-point numbers, a alone may be too small for that.
  const dividend = toFixed(a, 2 * bits);
  let place = toFixed(a, bits);
  const end = BigInt(start) << shift;
  let sum = one;
  for (;;) {
    place += one;
    const term = fixedPower(dividend / place, { n: n + 1, bits });
    if (term === 0n) return sum;
    if (place >= end) {
      const integral = (term * place) / BigInt(n);
      return sum + ((integral * integralAndMore(n, { m: place, e: -bits }, bits)) >> (2n * shift));
    }
    sum += term;
  }
}

/** n A^n times the sum of (A + k)^-(n+1), in fixed point: 1 + n/(2A) + corrections. */
function integralAndMore(n: number, a: BigFloat, bits: number): bigint {
  const h = toFixed(divide({ m: 1n, e: 0 }, a, bits), bits);
  const series = corrections({ s: n + 1, first: n * (n + 1), h, bits });
  return (1n << BigInt(bits)) + ((BigInt(n) * h) >> 1n) + series;
}

/** A power of a number below 1; 0 where it is less than the last place. */
function fixedPower(base: bigint, { n, bits }: { n: number; bits: number }): bigint {
  const shift = BigInt(bits);
  let result = base;
  for (const bit of n.toString(2).slice(1)) {
    result = (result * result) >> shift;
    if (bit === "1") result = (result * base) >> shift;
  }
  return result;
}

const factorials = remembered((bits) =>
  remembered((n): BigFloat => {
    let product: BigFloat = { m: 1n, e: 0 };
    for (let k = 2; k <= n; k++) product = multiply(product, { m: BigInt(k), e: 0 }, bits);
    return product;
  })
);

function factorial(n: number, bits: number): BigFloat {
  return factorials(bits)(n);
}
