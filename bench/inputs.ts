import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import { Random } from "../support/random.ts";
import { LIMITS, type Range, RANGES } from "./ranges.ts";
import type { Subject } from "./subjects.ts";

/** Elements of every array that is timed: what a processor's cache holds, input and output. */
export const COUNT = 2 ** 16;

/** Where the numbers of the benchmarks of files lie. */
export const UNIFORM_RANGE: readonly [number, number] = [0.1, 20];

/** Decimal exponents of numbers that are spread over the whole domain. */
export const LOG_UNIFORM_EXPONENTS: readonly [number, number] = [-300, 300];

/** Numbers in each type. */
export type Inputs = Readonly<Record<FloatType, FloatArray>>;

/**
 * Which numbers a subject is timed on: those of a range, for functions that begin at the same
 * place.
 */
export function inputKey({ start, domain }: Subject, { name }: Range): string {
  return domain === "beyond" ? `${name}, from ${start}` : name;
}

/** Whether a subject can be timed on a range: where it is not defined there is nothing to time. */
export function isTimed({ domain }: Subject, { name, isPositive }: Range): boolean {
  return domain !== "beyond" || isPositive || name === RANGES.at(-1)!.name;
}

/**
 * The numbers of a range, the same in every run. Those of a function that begins somewhere lie
 * beyond.
 */
export function makeInputs(
  range: Range,
  { start, domain }: Pick<Subject, "start" | "domain">,
  count = COUNT,
): Inputs {
  const numbers = (type: FloatType): number[] => {
    const random = new Random(1);
    return Array.from({ length: count }, () => {
      const x = range.draw(random, LIMITS[type]);
      return domain === "beyond" ? start + (Math.abs(x) || 1) : x; // where it begins peers refuse
    });
  };
  return {
    float64: new Float64Array(numbers("float64")),
    float32: new Float32Array(numbers("float32")),
    float16: new Float16Array(numbers("float16")),
  };
}

/** An array of the type of another and of its length. */
export function emptyLike(x: FloatArray): FloatArray {
  return new (x.constructor as { new (length: number): FloatArray })(x.length);
}
