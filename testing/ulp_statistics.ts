import type { FloatType } from "../kernels/float_types.ts";
import { ulpDistance } from "./ulp_distance.ts";

/** How far numbers are from the expected ones, in ulp. */
export interface UlpStatistics {
  /** How many pairs were compared. */
  readonly count: number;
  /** The largest distance; 0 where nothing was compared. */
  readonly worst: number;
  /** Where it is: the index of the pair, 0 for single numbers, -1 where nothing was compared. */
  readonly index: number;
  /** The mean distance of those that are not infinitely far. */
  readonly mean: number;
  /**
   * How many are how far: `histogram[0]` are equal, `histogram[1]` neighbours, and `histogram[k]` have a
   * distance from 2^(k-1) to 2^k - 1. It ends with the last that is not 0.
   */
  readonly histogram: readonly number[];
  /** How many are infinitely far: NaN beside a number, or a zero of the wrong sign where that counts. */
  readonly apart: number;
}

/** In which numbers distances are counted, and whether zeros have signs. */
export interface DistanceOptions {
  readonly type: FloatType;
  readonly signedZeros?: boolean;
}

/** The distance of two numbers; zeros of different signs are infinitely far where signs count. */
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
