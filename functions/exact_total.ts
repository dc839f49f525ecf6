import {
  checkAttached,
  checkKeys,
  describe,
  type ElementOptions,
  isOptions,
  tagOf,
  takeNumbers,
} from "./arguments.ts";
import { checkInteger } from "./parameter.ts";

/** An exact sum: an integer times 2^-1074, the least float64, or what infinities and NaN give. */
export interface ExactTotal {
  readonly units: bigint;
  /** The sum of what is not finite; 0 if all numbers are finite. */
  readonly special: number;
  /** Whether there are numbers and all of them are -0, whose sum is -0. */
  readonly isNegativeZero: boolean;
  readonly count: number;
}

/** Bits of a bin. Each bin holds an integer, in a float64, which is exact up to 2^53. */
const BITS = 32;
/** Bins for all bits of finite float64: 2046 exponents, and 53 bits of the largest. */
const BINS = Math.ceil((2046 + 53) / BITS) + 1;
/** So many numbers less than 2^32 can be added in a bin. */
const BATCH = 2 ** 20;

const number = new Float64Array(1);
const words = new Uint32Array(number.buffer);

/** Adds numbers, or those that the options choose, without rounding. */
export function addExactly(name: string, x: unknown, options?: unknown): ExactTotal {
  const { offset = 0, stride = 1 } = takeOptions(name, options);
  // 64-bit integers are added as they are.
  const isBig = /^Big/.test(tagOf(x));
  const values = isBig ? checkAttached(name, "x", x as BigInt64Array) : takeNumbers(name, x);
  checkInteger(name, "offset", offset, { least: 0, most: values.length });
  checkInteger(name, "stride", stride, { least: 1 });
  const count = Math.ceil((values.length - offset) / stride);
  if (isBig) {
    let units = 0n;
    const integers = values as BigInt64Array;
    for (let i = offset; i < integers.length; i += stride) units += integers[i];
    return { units: units << 1074n, special: 0, isNegativeZero: false, count };
  }
  return addFloats(values as Float64Array, offset, stride);
}

function addFloats(x: Float64Array, offset: number, stride: number): ExactTotal {
  const bins = new Float64Array(BINS);
  let units = 0n;
  let special = 0;
  let count = 0;
  let negativeZeros = 0;
  for (let i = offset; i < x.length; i += stride) {
    number[0] = x[i];
    const low = words[0];
    const high = words[1];
    const exponent = high >>> 20 & 0x7ff;
    if (++count % BATCH === 0) units += empty(bins);
    if (exponent === 0x7ff) {
      special += number[0];
      continue;
    }
    if (low === 0 && high === 0x80000000) negativeZeros++;
    const top = exponent === 0 ? high & 0xfffff : high & 0xfffff | 0x100000;
    // The number is (2^32 top + low) 2^places units, which are parts of three bins.
    const places = exponent === 0 ? 0 : exponent - 1;
    const bin = places >>> 5;
    const shift = places & 31;
    const sign = high >>> 31 === 0 ? 1 : -1;
    if (shift === 0) {
      bins[bin] += sign * low;
      bins[bin + 1] += sign * top;
    } else {
      bins[bin] += sign * (low << shift >>> 0);
      bins[bin + 1] += sign * ((top << shift | low >>> 32 - shift) >>> 0);
      bins[bin + 2] += sign * (top >>> 32 - shift);
    }
  }
  units += empty(bins);
  return { units, special, isNegativeZero: count > 0 && negativeZeros === count, count };
}

/** Returns the sum of the bins, and makes them 0. */
function empty(bins: Float64Array): bigint {
  let sum = 0n;
  for (let i = 0; i < bins.length; i++) {
    if (bins[i] !== 0) sum += BigInt(bins[i]) << BigInt(BITS * i);
  }
  bins.fill(0);
  return sum;
}

/** Divides an exact sum by an integer, and rounds once. */
export function roundTotal({ units, special, isNegativeZero }: ExactTotal, divisor = 1): number {
  if (special !== 0) return special;
  if (isNegativeZero) return -0;
  const rounded = roundUnits(units < 0n ? -units : units, BigInt(divisor));
  return units < 0n ? -rounded : rounded;
}

/** Bits that are rounded: more than a float64 has, so that what is left decides a tie. */
const KEPT = 64;

function roundUnits(units: bigint, divisor: bigint): number {
  const quotient = units / divisor;
  const rest = units % divisor;
  // Below 2^53 units, float64 are integers of units.
  if (quotient < 2n ** 53n) {
    const isUp = 2n * rest > divisor || 2n * rest === divisor && quotient % 2n === 1n;
    return Number(quotient + (isUp ? 1n : 0n)) * Number.MIN_VALUE;
  }
  const length = quotient.toString(16).length * 4;
  const surplus = BigInt(Math.max(0, length - KEPT));
  const kept = quotient >> surplus;
  const isExact = rest === 0n && kept << surplus === quotient;
  // A bit below all others means that something is left. `Number` rounds to the nearest, ties to even.
  const number = Number(2n * kept + (isExact ? 0n : 1n)) / 2;
  return number * 2 ** Math.min(Number(surplus) - 1074, 1023);
}

/** `arrays.map(sum)` passes the index of each array as the options. */
function takeOptions(name: string, options: unknown): ElementOptions {
  if (options === undefined || typeof options === "number") return {};
  if (!isOptions(options)) {
    throw new TypeError(
      `Cannot compute ${name}: options must be an object, got ${describe(options)}`,
    );
  }
  checkKeys(`Cannot compute ${name}`, options, ["offset", "stride"]);
  return options;
}
