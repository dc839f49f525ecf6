/**
 * A binary floating-point number of any precision: `m * 2 ** e`. Exponents have no limits, so that
 * nothing overflows: that of exp(1e308) has 1025 bits.
 */
export interface Big {
  readonly m: bigint;
  readonly e: bigint;
}

export const ZERO: Big = { m: 0n, e: 0n };
export const ONE: Big = { m: 1n, e: 0n };

/** Bits that results are rounded to. */
let precision = 200;

/** Whether a bit was lost since `beginExact`. */
let isRounded = false;

/** The size of the largest number that was added to another since then. */
let largest: bigint | undefined;

/** From here on it is noticed whether results are exact, and what was added. */
export function beginExact(): void {
  isRounded = false;
  largest = undefined;
}

/** How large the numbers that were added are, since `beginExact`: all are below 2 to this. */
export function largestTerm(): bigint | undefined {
  return largest;
}

/** Forgets what was added so far, because it was of one sign, and lost nothing. */
export function forgetTerms(): void {
  largest = undefined;
}

/** Whether all results since `beginExact` are exact. */
export function areExact(): boolean {
  return !isRounded;
}

/** How many bits results have. */
export function getPrecision(): number {
  return precision;
}

/** Runs something with another precision. */
export function withPrecision<T>(bits: number, run: () => T): T {
  const before = precision;
  precision = bits;
  try {
    return run();
  } finally {
    precision = before;
  }
}

/** The number of bits of an integer, without its sign. */
export function bitLength(m: bigint): number {
  const text = (m < 0n ? -m : m).toString(16);
  return m === 0n ? 0 : 4 * text.length - Math.clz32(parseInt(text[0], 16)) + 28;
}

/** Rounds `m * 2 ** e`. */
export function makeBig(m: bigint, e: bigint): Big {
  const extra = bitLength(m) - precision;
  if (extra <= 0) return { m, e };
  const shift = BigInt(extra);
  const rounded = (m + (1n << (shift - 1n))) >> shift;
  if (!isRounded && rounded << shift !== m) isRounded = true;
  return { m: rounded, e: e + shift };
}

/** The exponent of the highest bit of a number that is not 0, plus 1: it is below 2 to this. */
export function exponentOf({ m, e }: Big): bigint {
  return BigInt(bitLength(m)) + e;
}

/** The same as a float64, which is rounded where it is huge; of 0, -Infinity. */
export function sizeOf(a: Big): number {
  return a.m === 0n ? -Infinity : Number(exponentOf(a));
}

const BITS = new DataView(new ArrayBuffer(8));

/** A finite float64, exactly. */
export function fromNumber(x: number): Big {
  BITS.setFloat64(0, x);
  const bits = BITS.getBigUint64(0);
  const exponent = Number(bits >> 52n & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const m = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  return { m: x < 0 ? -m : m, e: BigInt(Math.max(exponent, 1) - 1075) };
}

/** The nearest float64, of two the even one. */
export function toNumber(a: Big): number {
  const size = sizeOf(a);
  if (a.m === 0n || size < -1080) return 0;
  if (size > 1025) return a.m < 0n ? -Infinity : Infinity;
  // The smallest numbers have fewer bits.
  const bits = Math.min(53, size + 1074);
  const extra = BigInt(size - bits) - a.e;
  const positive = a.m < 0n ? -a.m : a.m;
  let m = extra > 0n ? positive >> extra : positive << -extra;
  if (extra > 0n) {
    const rest = positive - (m << extra);
    const half = 1n << (extra - 1n);
    if (rest > half || rest === half && (m & 1n) === 1n) m++;
  }
  // 2 to a large exponent is not a float64, but the product may be.
  const e = size - bits;
  const value = Number(m) * 2 ** Math.floor(e / 2) * 2 ** Math.ceil(e / 2);
  return a.m < 0n ? -value : value;
}

export function neg(a: Big): Big {
  return { m: -a.m, e: a.e };
}

export function abs(a: Big): Big {
  return a.m < 0n ? neg(a) : a;
}

export function add(a: Big, b: Big): Big {
  if (a.m === 0n) return makeBig(b.m, b.e);
  if (b.m === 0n) return makeBig(a.m, a.e);
  const [high, low] = a.e >= b.e ? [a, b] : [b, a];
  const [highSize, lowSize] = [exponentOf(high), exponentOf(low)];
  const size = highSize > lowSize ? highSize : lowSize;
  if (largest === undefined || size > largest) largest = size;
  // What is far below the last bit is not felt.
  const distance = Number(highSize - lowSize);
  if (Math.abs(distance) > 2 * precision + 64) {
    isRounded = true;
    return distance > 0 ? makeBig(high.m, high.e) : makeBig(low.m, low.e);
  }
  return makeBig((high.m << (high.e - low.e)) + low.m, low.e);
}

export function sub(a: Big, b: Big): Big {
  return add(a, neg(b));
}

export function mul(a: Big, b: Big): Big {
  return makeBig(a.m * b.m, a.e + b.e);
}

/** a / b, b not 0. */
export function div(a: Big, b: Big): Big {
  if (a.m === 0n) return ZERO;
  const shift = BigInt(Math.max(0, precision + 2 + bitLength(b.m) - bitLength(a.m)));
  const m = (a.m << shift) / b.m;
  if (!isRounded && m * b.m !== a.m << shift) isRounded = true;
  return makeBig(m, a.e - b.e - shift);
}

/** Multiplies by a power of two. */
export function scale({ m, e }: Big, power: number): Big {
  return { m, e: e + BigInt(power) };
}

/** The nearest integer. */
export function nearest(a: Big): bigint {
  if (a.e >= 0n) return a.m << a.e;
  if (sizeOf(a) < -1) return 0n;
  const shift = -a.e;
  return (a.m + (1n << (shift - 1n))) >> shift;
}

/** An integer, exactly. */
export function fromInteger(m: bigint | number): Big {
  return { m: BigInt(m), e: 0n };
}

/** The number in units of 2^-bits, rounded down. */
export function toFixed({ m, e }: Big, bits: number): bigint {
  const shift = e + BigInt(bits);
  return shift >= 0n ? m << shift : m >> -shift;
}

/** The square root of a number that is not negative. */
export function sqrt(a: Big): Big {
  if (a.m === 0n) return ZERO;
  let shift = BigInt(Math.max(0, 2 * precision + 4 - bitLength(a.m)));
  if ((a.e - shift) % 2n !== 0n) shift++;
  const m = a.m << shift;
  // Newton's method from above ends at the root, rounded down.
  let root = 1n << BigInt((bitLength(m) + 2) >> 1);
  for (;;) {
    const next = (root + m / root) >> 1n;
    if (next >= root) break;
    root = next;
  }
  if (root * root !== m) isRounded = true;
  return makeBig(root, (a.e - shift) / 2n);
}
