import { describe } from "../functions/arguments.ts";
import { Float16Array, type FloatType } from "../kernels/float_types.ts";

const float64 = new Float64Array(1);
const float64Bits = new BigInt64Array(float64.buffer);
const float32 = new Float32Array(1);
const float32Bits = new Int32Array(float32.buffer);

/**
 * Number of steps from one number to the other along the representable numbers of a type.
 *
 * 0 for equal numbers, 1 for neighbours. `+0` and `-0` are the same number, infinity is the
 * neighbour of the largest finite one, subnormal numbers count like all others. `NaN` is 0 from
 * `NaN` and infinitely far from everything else. For `"float32"` and `"float16"` both arguments are
 * rounded to that type first. Distances above 2^53 are rounded, as any number of that size is.
 *
 * @param a One number.
 * @param b The other number.
 * @param type The type whose numbers are counted, `"float64"` if omitted.
 * @returns The distance in ulp, an integer or infinity.
 * @throws {TypeError} If `a` or `b` is not a number.
 * @throws {RangeError} If `type` is not one of the three.
 *
 * @example
 * ```ts
 * import { ulpDistance } from "@specol/specol/testing";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(ulpDistance(1, 1 + Number.EPSILON), 1);
 * assertEquals(ulpDistance(0.1 + 0.2, 0.3), 1);
 * assertEquals(ulpDistance(0, -0), 0);
 * assertEquals(ulpDistance(Number.MAX_VALUE, Infinity), 1);
 * assertEquals(ulpDistance(1, 1 + 2 ** -23, "float32"), 1);
 * assertEquals(ulpDistance(1, 2, "float16"), 1024);
 * assertEquals(ulpDistance(NaN, 1), Infinity);
 * ```
 */
export function ulpDistance(
  a: number,
  b: number,
  type: FloatType = "float64",
): number {
  if (typeof a !== "number" || typeof b !== "number") {
    throw new TypeError(
      `Cannot compute the ulp distance: a and b must be numbers, got ${describe(a)} and ${
        describe(b)
      }`,
    );
  }
  checkFloatType(type);
  if (Number.isNaN(a) || Number.isNaN(b)) {
    return Number.isNaN(a) && Number.isNaN(b) ? 0 : Infinity;
  }
  if (type === "float32") return Math.abs(ordinal32(a) - ordinal32(b));
  if (type === "float16") return Math.abs(ordinal16(a) - ordinal16(b));
  const distance = ordinal64(a) - ordinal64(b);
  return Number(distance < 0n ? -distance : distance);
}

/** Throws unless a type is one whose ulps can be counted. */
export function checkFloatType(type: FloatType): void {
  if (type === "float64" || type === "float32" || type === "float16") return;
  throw new RangeError(
    `Cannot count ulps: type must be "float64", "float32" or "float16", got ${describe(type)}`,
  );
}

// The bits of a non-negative float, read as an integer, count the floats from 0 to it. Those of a
// negative float count from the smallest integer instead, and the difference aligns both.

function ordinal64(x: number): bigint {
  float64[0] = x;
  const bits = float64Bits[0];
  return bits < 0n ? -(2n ** 63n) - bits : bits;
}

function ordinal32(x: number): number {
  float32[0] = x;
  const bits = float32Bits[0];
  return bits < 0 ? -(2 ** 31) - bits : bits;
}

function ordinal16(x: number): number {
  // The array is made here and not at the top, so that a runtime without Float16Array can use the
  // rest.
  const bits = new Int16Array(Float16Array.of(x).buffer)[0];
  return bits < 0 ? -(2 ** 15) - bits : bits;
}

/** Distances between numbers and the expected ones, in ulp. */
export interface UlpStatistics {
  /** The number of pairs compared. */
  readonly count: number;
  /** The largest distance; 0 if nothing was compared. */
  readonly worst: number;
  /** The index of the pair with that distance: 0 for single numbers, -1 if nothing was compared. */
  readonly index: number;
  /** The mean of the finite distances. */
  readonly mean: number;
  /**
   * The number of pairs by distance: `histogram[0]` are equal, `histogram[1]` are neighbours,
   * and `histogram[k]` have a distance from 2^(k-1) to 2^k - 1. It ends with the last number
   * that is not 0.
   */
  readonly histogram: readonly number[];
  /** The number of infinite distances: NaN next to a number, or zeros of different sign if signs count. */
  readonly apart: number;
}

/** The type whose numbers are counted, and whether zeros have signs. */
export interface DistanceOptions {
  readonly type: FloatType;
  readonly signedZeros?: boolean;
}

/**
 * Returns the distance of two numbers. Zeros of different signs are infinitely far where signs
 * count.
 */
export function distanceOf(
  actual: number,
  expected: number,
  { type, signedZeros }: DistanceOptions,
): number {
  const differ = signedZeros && actual === 0 && expected === 0 && !Object.is(actual, expected);
  return differ ? Infinity : ulpDistance(actual, expected, type);
}

/** Compares pairs of numbers. */
export function collectStatistics(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  options: DistanceOptions,
): UlpStatistics {
  let [worst, index, sum, apart] = [0, actual.length > 0 ? 0 : -1, 0, 0];
  const histogram: number[] = [];
  for (let i = 0; i < actual.length; i++) {
    const distance = distanceOf(actual[i], expected[i], options);
    if (distance > worst) [worst, index] = [distance, i];
    if (distance === Infinity) {
      apart++;
      continue;
    }
    sum += distance;
    const bin = distance === 0 ? 0 : Math.floor(Math.log2(distance)) + 1;
    while (histogram.length <= bin) histogram.push(0);
    histogram[bin]++;
  }
  const count = actual.length;
  const mean = count > apart ? sum / (count - apart) : 0;
  return { count, worst, index, mean, histogram, apart };
}
