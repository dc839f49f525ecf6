import { pi } from "./big_constants.ts";
import { type BigFloat, divide, fromNumber, multiply, negate, toFixed } from "./big_float.ts";
import { bigLog, cotPi } from "./big_elementary.ts";
import { type Estimate, fixed, nearly, settle, sum } from "./estimate.ts";
import { corrections, eulerMaclaurinStart } from "./euler_maclaurin.ts";
import { reflected, toPole } from "./reflection.ts";

// psi(x), all x but the poles:
// x < 0:        psi(1 - x) - pi cot(pi x).
// (0, 0.16 P):  psi(x + N) - 1/x - ... - 1/(x + N - 1), P the bits of the computation.
// beyond:       log x - 1/(2x) - corrections.

/** psi(x) at a finite x other than a pole, with a relative error below 2^-150. */
export function digamma(x: number): BigFloat {
  return settle((bits) => x > 0 ? positiveDigamma(fromNumber(x), bits) : negativeDigamma(x, bits));
}

/** psi(a) of a positive value, by an estimate with about `bits` good bits. */
export function positiveDigamma(a: BigFloat, bits: number): Estimate {
  const shift = BigInt(bits);
  const x = toFixed(a, bits);
  const steps = eulerMaclaurinStart(1, bits) - Number(x >> shift);
  if (steps <= 0) return fixed(asymptotic(a, bits), bits);
  const one = 1n << shift;
  const square = one << shift;
  let place = x;
  let reciprocals = 0n;
  for (let k = 1; k < steps; k++) {
    place += one;
    reciprocals += square / place;
  }
  const rest = asymptotic({ m: place + one, e: -bits }, bits) - reciprocals;
  // The first one apart, because it alone can be large.
  const first = divide({ m: -1n, e: 0 }, a, bits);
  return sum(nearly(first, bits - 1), fixed(rest, bits));
}

function asymptotic(a: BigFloat, bits: number): bigint {
  const h = toFixed(divide({ m: 1n, e: 0 }, a, bits), bits);
  return bigLog(a, bits) - (h >> 1n) - corrections({ s: 1, first: 1, h, bits });
}

function negativeDigamma(x: number, bits: number): Estimate {
  const { distance, isRight } = toPole(x);
  const cot = multiply({ m: pi(bits), e: -bits }, cotPi(fromNumber(distance), bits), bits);
  return sum(
    positiveDigamma(reflected(x, bits), bits),
    nearly(isRight ? negate(cot) : cot, bits - 12),
  );
}
