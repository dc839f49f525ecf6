import { type BigFloat, fromNumber, negate } from "./big_float.ts";
import { digamma } from "./digamma.ts";
import { type Estimate, nearly, settle, sum } from "./estimate.ts";
import { scaledZeta } from "./hurwitz_zeta.ts";
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
