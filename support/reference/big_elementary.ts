import { FIXED_BITS, LN2, ln2, pi, remembered } from "./big_constants.ts";
import {
  type BigFloat,
  bitLength,
  cut,
  divide,
  fromNumber,
  multiply,
  toFixed,
  top,
} from "./big_float.ts";

// exp(x) = 2^k exp(j / 2^8) exp(r), 0 <= r < 2^-8, in fixed point. The product k * LN2 costs 12
// bits and the series a few more, so the relative error stays below 2^-270.

const MAX_ARGUMENT = 4096;
const EXP_STEP_BITS = 8n;
const FRACTION = BigInt(FIXED_BITS);
const ONE = 1n << FRACTION;

/** exp(j / 2^EXP_STEP_BITS) for every j that a remainder of the division by log 2 can have. */
const expSteps = makeExpSteps();

/** exp of the double `x`, for |x| <= 4096, with a relative error below 2^-270. */
export function bigExp(x: number): BigFloat {
  if (!(Math.abs(x) <= MAX_ARGUMENT)) {
    throw new RangeError(
      `Cannot compute exp: |x| must be at most ${MAX_ARGUMENT}, got ${x}`,
    );
  }
  const { m, e } = fromNumber(x);
  const fixed = FIXED_BITS + e >= 0 ? m << BigInt(FIXED_BITS + e) : m >> BigInt(-FIXED_BITS - e);
  // Estimated in double and corrected, so that the remainder is in [0, log 2) whatever the
  // estimate.
  let k = Math.floor(x / Math.LN2);
  let rest = fixed - BigInt(k) * LN2;
  while (rest < 0n) {
    rest += LN2;
    k -= 1;
  }
  while (rest >= LN2) {
    rest -= LN2;
    k += 1;
  }
  const j = rest >> (FRACTION - EXP_STEP_BITS);
  const series = expSeries(rest - (j << (FRACTION - EXP_STEP_BITS)));
  return { m: (expSteps[Number(j)] * series) >> FRACTION, e: k - FIXED_BITS };
}

function expSeries(r: bigint): bigint {
  let term = ONE;
  let sum = 0n;
  for (let n = 1n; term !== 0n; n++) {
    sum += term;
    term = ((term * r) >> FRACTION) / n;
  }
  return sum;
}

function makeExpSteps(): bigint[] {
  const count = Number(LN2 >> (FRACTION - EXP_STEP_BITS)) + 1;
  return Array.from(
    { length: count },
    (_, j) => expSeries(BigInt(j) << (FRACTION - EXP_STEP_BITS)),
  );
}

// log(2^k y) = k log 2 + log(i / 2^8) + log(1 + d), 1 <= y < 2, i the first 9 bits of y, so that
// 0 <= d < 2^-8: the series of artanh has 16 bits a term.

const LOG_STEP_BITS = 8;
/** More bits in the computation: k log 2 takes the length of k, the series a few. */
const GUARD = 40;

/** log(i / 2^LOG_STEP_BITS), each computed on first use, for one number of fraction bits. */
const logSteps = remembered((bits) =>
  remembered((i) => logRatio(BigInt(i), { to: 1n << BigInt(LOG_STEP_BITS), bits }))
);

/** log of a positive value, in fixed point: an error below 2^(1-bits), whatever the value. */
export function bigLog(a: BigFloat, bits: number): bigint {
  const wide = bits + GUARD;
  const k = top(a) - 1;
  const y = toFixed({ m: a.m, e: a.e - k }, wide);
  const i = y >> BigInt(wide - LOG_STEP_BITS);
  const rest = logRatio(y << BigInt(LOG_STEP_BITS), { to: i << BigInt(wide), bits: wide });
  return (BigInt(k) * ln2(wide) + logSteps(wide)(Number(i)) + rest) >> BigInt(GUARD);
}

/** log(pi), in fixed point. */
export const logPi: (bits: number) => bigint = remembered((bits) =>
  bigLog({ m: pi(bits + GUARD), e: -bits - GUARD }, bits)
);

/** log(from / to) = 2 artanh((from - to) / (from + to)). */
function logRatio(from: bigint, { to, bits }: { to: bigint; bits: number }): bigint {
  const shift = BigInt(bits);
  let power = ((from - to) << shift) / (from + to);
  const square = (power * power) >> shift;
  let sum = 0n;
  for (let n = 1n; power !== 0n && power !== -1n; n += 2n) {
    sum += power / n;
    power = (power * square) >> shift;
  }
  return 2n * sum;
}

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

/**
 * Sum of (-t^2)^k over the factorials of 2k (first 1: the cosine) or 2k + 1 (first 2), t = pi r.
 */
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

/** Bits of the root, at least. */
const ROOT_BITS = 220;

/** 1 / sqrt(a) of a positive value, with a relative error below 2^-216. */
export function reciprocalSqrt(a: BigFloat): BigFloat {
  // 1 / (m 2^e) = (2^s / m) 2^(-e-s): s makes the quotient long enough, and -e-s even.
  let s = bitLength(a.m) + 2 * ROOT_BITS;
  if ((a.e + s) % 2 !== 0) s += 1;
  return { m: floorSqrt((1n << BigInt(s)) / a.m), e: -(a.e + s) / 2 };
}

/** The root of an integer below 2^1023, at most 1 too large. */
function floorSqrt(n: bigint): bigint {
  // Each Newton step doubles the 52 good bits of the first guess: three pass ROOT_BITS.
  let root = BigInt(Math.sqrt(Number(n)));
  for (let step = 0; step < 3; step++) root = (root + n / root) >> 1n;
  return root;
}
