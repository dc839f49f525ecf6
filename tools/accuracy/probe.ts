import { compute, type Kernel } from "../../kernels/engine.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import { type FloatType, ulpDistance } from "../../testing/mod.ts";
import { floatFormats, roundTo } from "../../support/reference/round_to.ts";
import { reference, specialValue } from "../../support/reference/reference.ts";
import { ulpError } from "../../support/reference/ulp_error.ts";
import type { RoundResults } from "./arb.ts";
import { addSample, type Sample, type Tally } from "./tally.ts";

/** What is examined: one kernel in one type. */
export interface Subject {
  readonly kernel: Kernel;
  readonly type: FloatType;
  /** Rounds true results to float64 faster than the reference in BigInt, if there is such. */
  readonly roundResults?: RoundResults;
}

/** Runs the kernel on `xs` and counts how far each result is from the truth. */
export function probe(
  subject: Subject,
  xs: ArrayLike<number>,
  { tally }: { tally: Tally },
): Sample[] {
  const x = arrayOf(subject.type, xs);
  const y = arrayOf(subject.type, x.length);
  compute(subject.kernel, x, y);
  const known = x instanceof Float64Array ? subject.roundResults?.(x.slice()) : undefined;
  return Array.from(x, (value, i) => {
    // A result that is wrong, and one that Arb does not decide, is judged by the reference.
    const sample = known !== undefined && Object.is(known.rounded[i], y[i])
      ? {
        x: value,
        error: 0.5 - known.distance[i],
        distance: 0,
        subnormal: isSubnormal(y[i], subject.type),
      }
      : judge(subject, value, { result: y[i] });
    addSample(tally, sample);
    return sample;
  });
}

/** How far the result for `x` is from the truth. */
export function judge(
  { kernel, type }: Subject,
  x: number,
  { result }: { result: number },
): Sample {
  const special = specialValue(kernel, x);
  if (special !== undefined) {
    const distance = distanceFrom(special, result, type);
    return { x, error: distance, distance, subnormal: false };
  }
  const value = reference(kernel, x);
  const rounded = roundTo(value, type);
  return {
    x,
    error: ulpError(result, { value, type }),
    distance: distanceFrom(rounded, result, type),
    subnormal: isSubnormal(rounded, type),
  };
}

/** Distance of a result from what it should be, in ulp; a zero of the wrong sign is 1 away. */
export function distanceFrom(expected: number, result: number, type: FloatType): number {
  const distance = ulpDistance(result, expected, type);
  return distance === 0 && !Object.is(result, expected) ? 1 : distance;
}

/** Whether a number is smaller than the normal ones of the type. */
export function isSubnormal(y: number, type: FloatType): boolean {
  const { precision, minExponent } = floatFormats[type];
  return Math.abs(y) < 2 ** (minExponent + precision - 1);
}

function arrayOf(
  type: FloatType,
  from: number | ArrayLike<number>,
): FloatArray {
  const constructors = {
    float64: Float64Array,
    float32: Float32Array,
    float16: Float16Array,
  };
  const array = new constructors[type](
    typeof from === "number" ? from : from.length,
  );
  if (typeof from !== "number") array.set(from);
  return array;
}
