/** A number `m * 2^e` with a mantissa of any length: what the reference computes with. */
export interface BigFloat {
  readonly m: bigint;
  readonly e: number;
}

/** Bits kept by {@linkcode multiply}: far more than any rounding decision of a float64 needs. */
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

/** The product, cut to {@linkcode PRECISION} bits. */
export function multiply(a: BigFloat, b: BigFloat): BigFloat {
  const m = a.m * b.m;
  const e = a.e + b.e;
  const excess = bitLength(m) - PRECISION;
  return excess > 0 ? { m: m >> BigInt(excess), e: e + excess } : { m, e };
}

/** The value with its sign turned. */
export function negate(a: BigFloat): BigFloat {
  return { m: -a.m, e: a.e };
}

/** Number of bits of `|m|`, 0 for 0; `|m|` must be below 2^1023. */
export function bitLength(m: bigint): number {
  // The conversion rounds, so a run of ones can come out one bit too long: the shift below tells.
  // It costs a tenth of what counting the digits of m.toString(16) does.
  const magnitude = m < 0n ? -m : m;
  double[0] = Number(magnitude);
  const length = Number(bits[0] >> BigInt(FRACTION_BITS)) - 1022;
  if (length <= 0) return 0;
  return magnitude >> BigInt(length - 1) === 0n ? length - 1 : length;
}
