import { pi } from "./big_constants.ts";
import { type BigFloat, cut, divide, multiply, toFixed } from "./big_float.ts";

// Power series in (pi r)^2 for |r| <= 1/4, and sin(pi r) = cos(pi (1/2 - r)) beyond: relative
// accuracy for every r, because the factor r of the sine stays outside of its series.

/** sin(pi r), 0 < r <= 1/2, with a relative error below 2^(8-bits). */
export function sinPi(r: BigFloat, bits: number): BigFloat {
  if (isUpToQuarter(r)) {
    const series = { m: evenSeries(r, { bits, first: 2n }), e: -bits };
    return multiply(multiply({ m: pi(bits), e: -bits }, series, bits), r, bits);
  }
  return { m: evenSeries(complement(r, bits), { bits, first: 1n }), e: -bits };
}

/** cot(pi r), 0 < r <= 1/2, with a relative error below 2^(8-bits); 0 for 1/2. */
export function cotPi(r: BigFloat, bits: number): BigFloat {
  const half = complement(r, bits);
  if (half.m === 0n) return half;
  return isUpToQuarter(r)
    ? divide({ m: evenSeries(r, { bits, first: 1n }), e: -bits }, sinPi(r, bits), bits)
    : divide(sinPi(half, bits), sinPi(r, bits), bits);
}

function isUpToQuarter(r: BigFloat): boolean {
  return toFixed(r, 64) <= 1n << 62n;
}

/** 1/2 - r: exact for the r that is the fraction of a double, unless it is tiny. */
function complement(r: BigFloat, bits: number): BigFloat {
  const wide = bits + 64;
  return cut({ m: (1n << BigInt(wide - 1)) - toFixed(r, wide), e: -wide }, wide);
}

/** Sum of (-t^2)^k over the factorials of 2k (first 1: the cosine) or 2k + 1 (first 2), t = pi r. */
function evenSeries(r: BigFloat, { bits, first }: { bits: number; first: bigint }): bigint {
  const shift = BigInt(bits);
  const t = multiply({ m: pi(bits), e: -bits }, r, bits);
  const square = toFixed(multiply(t, t, bits), bits);
  let term = 1n << shift;
  let sum = 0n;
  for (let n = first; term !== 0n; n += 2n) {
    sum += term;
    term = -((term * square) >> shift) / (n * (n + 1n));
  }
  return sum;
}
