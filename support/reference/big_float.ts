/** A number `m * 2^e` with a mantissa of any length: what the reference computes with. */
export interface BigFloat {
  readonly m: bigint;
  readonly e: number;
}

/** Bits kept if none are asked for: far more than any rounding decision of a float64 needs. */
const PRECISION = 256;

const FRACTION_BITS = 52;
const MIN_EXPONENT = -1074;

const double = new Float64Array(1);
const bits = new BigUint64Array(double.buffer);

/** The exact value of a finite double. */
export function fromNumber(x: number): BigFloat {
  if (!Number.isFinite(x)) {
    throw new RangeError(`Cannot make a BigFloat: x must be finite, got ${x}`);
  }
  double[0] = Math.abs(x);
  const fraction = BigInt.asUintN(FRACTION_BITS, bits[0]);
  const field = Number(bits[0] >> BigInt(FRACTION_BITS));
  const m = field === 0 ? fraction : fraction | (1n << BigInt(FRACTION_BITS));
  const e = MIN_EXPONENT + Math.max(field - 1, 0);
  return { m: x < 0 ? -m : m, e };
}

/** The product, cut to `precision` bits. */
export function multiply(a: BigFloat, b: BigFloat, precision: number = PRECISION): BigFloat {
  return cut({ m: a.m * b.m, e: a.e + b.e }, precision);
}

/** The quotient, with at least `precision` bits. */
export function divide(a: BigFloat, b: BigFloat, precision: number = PRECISION): BigFloat {
  const shift = Math.max(0, precision + 1 + bitLength(b.m) - bitLength(a.m));
  return { m: (a.m << BigInt(shift)) / b.m, e: a.e - b.e - shift };
}

/** The sum, with an error below 2^-precision of the larger one. */
export function add(a: BigFloat, b: BigFloat, precision: number = PRECISION): BigFloat {
  if (a.m === 0n) return b;
  if (b.m === 0n) return a;
  const last = Math.max(top(a), top(b)) - precision - 1;
  const e = Math.max(Math.min(a.e, b.e), last);
  return { m: toFixed(a, -e) + toFixed(b, -e), e };
}

/** The power of a positive value, n >= 0, with a relative error below n 2^(1-precision). */
export function power(a: BigFloat, n: number, precision: number = PRECISION): BigFloat {
  let result: BigFloat = { m: 1n, e: 0 };
  for (const bit of n.toString(2)) {
    result = multiply(result, result, precision);
    if (bit === "1") result = multiply(result, a, precision);
  }
  return result;
}

/** The first `precision` bits, rounded towards minus infinity. */
export function cut(a: BigFloat, precision: number): BigFloat {
  const excess = bitLength(a.m) - precision;
  return excess > 0 ? { m: a.m >> BigInt(excess), e: a.e + excess } : a;
}

/** The value in fixed point with `bits` fraction bits, rounded towards minus infinity. */
export function toFixed(a: BigFloat, bits: number): bigint {
  const shift = a.e + bits;
  return shift >= 0 ? a.m << BigInt(shift) : a.m >> BigInt(-shift);
}

/**
 * The value with an exponent that a shift can bear: what is smaller than 2^least in magnitude
 * becomes its sign times 2^(least - 1), what is 2^most or more becomes that power.
 */
export function clamp(a: BigFloat, { least, most }: { least: number; most: number }): BigFloat {
  if (a.m === 0n) return a;
  const sign = a.m < 0n ? -1n : 1n;
  if (top(a) > most) return { m: sign, e: most };
  return top(a) <= least ? { m: sign, e: least - 1 } : a;
}

/** The smallest t with |a| < 2^t. */
export function top(a: BigFloat): number {
  return a.e + bitLength(a.m);
}

/** The value with its sign turned. */
export function negate(a: BigFloat): BigFloat {
  return { m: -a.m, e: a.e };
}

/** Number of bits of `|m|`, 0 for 0. */
export function bitLength(m: bigint): number {
  // The conversion rounds, so a run of ones can come out one bit too long: the shift below shows that.
  // It costs a tenth of what counting the digits of m.toString(16) does.
  const magnitude = m < 0n ? -m : m;
  double[0] = Number(magnitude);
  if (double[0] === Infinity) return 1000 + bitLength(magnitude >> 1000n);
  const length = Number(bits[0] >> BigInt(FRACTION_BITS)) - 1022;
  if (length <= 0) return 0;
  return magnitude >> BigInt(length - 1) === 0n ? length - 1 : length;
}
