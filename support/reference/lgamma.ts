import { ln2 } from "./big_constants.ts";
import { type BigFloat, divide, fromNumber, multiply, negate, toFixed } from "./big_float.ts";
import { bigLog, logPi, sinPi } from "./big_elementary.ts";
import { type Estimate, fixed, nearly, settle, sum } from "./estimate.ts";
import { corrections, eulerMaclaurinStart } from "./euler_maclaurin.ts";
import { isZeroOfLgamma } from "./gamma_special_value.ts";
import { reflected, toPole } from "./reflection.ts";

// lgamma(x), all x but the poles:
// x < 0:        log(pi) - log|sin(pi x)| - lgamma(1 - x).
// (0, 0.16 P):  lgamma(x + N) - log(x) - log((x + 1) ... (x + N - 1)), P the bits of the computation.
// beyond:       Stirling's series.

/** log|Gamma(x)| at a finite x other than a pole, with a relative error below 2^-150. */
export function lgamma(x: number): BigFloat {
  // No precision would be enough.
  if (isZeroOfLgamma(x)) return { m: 0n, e: 0 };
  return settle((bits) => x > 0 ? positiveLgamma(fromNumber(x), bits) : negativeLgamma(x, bits));
}

/** log(Gamma(a)) of a positive value, by an estimate with about `bits` good bits. */
export function positiveLgamma(a: BigFloat, bits: number): Estimate {
  const start = eulerMaclaurinStart(0, bits);
  const x = toFixed(a, bits);
  const shift = BigInt(bits);
  const steps = start - Number(x >> shift);
  if (steps <= 0) return stirling(a, bits);
  const one = 1n << shift;
  let factor = x;
  let product = one;
  for (let k = 1; k < steps; k++) {
    factor += one;
    product = (product * factor) >> shift;
  }
  const logs = bigLog(a, bits) + bigLog({ m: product, e: -bits }, bits);
  return sum(stirling({ m: factor + one, e: -bits }, bits), fixed(-logs, bits));
}

/** A ((1 - h/2) log A - 1 + h log(2 pi)/2 + corrections), h = 1/A. */
function stirling(a: BigFloat, bits: number): Estimate {
  const shift = BigInt(bits);
  const h = toFixed(divide({ m: 1n, e: 0 }, a, bits), bits);
  const log = bigLog(a, bits);
  const rest = h * (logPi(bits) + ln2(bits) - log) >> (shift + 1n);
  const m = log - (1n << shift) + rest + corrections({ s: 0, first: 1, h, bits });
  return nearly(multiply(a, { m, e: -bits }, bits + 64), bits - 8);
}

function negativeLgamma(x: number, bits: number): Estimate {
  const sine = sinPi(fromNumber(toPole(x).distance), bits);
  const { value, error } = positiveLgamma(reflected(x, bits), bits);
  return sum(
    fixed(logPi(bits) - bigLog(sine, bits), bits),
    { value: negate(value), error },
  );
}
