import type { FloatArray } from "../kernels/float_types.ts";

/** How the elements of an array are chosen, and where the results go. */
export interface ArrayOptions<T extends FloatArray = FloatArray> {
  /**
   * Where to write; of the type of `x`, and `x` itself if you like. Either as long as `x`, and the
   * places that `offset` and `stride` choose are written, the others left alone, or with one element
   * for each that is chosen. Default: a new array with one element for each that is chosen.
   */
  out?: T;
  /** The first element: an integer from 0 to the length of `x`. Default 0. */
  offset?: number;
  /** The distance from each element to the next: an integer from 1. Default 1. */
  stride?: number;
}

/** As {@linkcode ArrayOptions}, and the gradient that arrives from above. */
export interface GradientOptions<T extends FloatArray = FloatArray> extends ArrayOptions<T> {
  /** What each gradient is multiplied by; of the type of `x`, and long as `out` may be. */
  upstream?: T;
}

/** For a single number: the gradient that arrives from above. */
export interface NumberGradientOptions {
  /** What the gradient is multiplied by. Default 1. */
  upstream?: number;
}

/** Whether a value is an array that the functions take. */
export function isFloatArray(value: unknown): value is FloatArray {
  return value instanceof Float64Array || value instanceof Float32Array ||
    value instanceof Float16Array;
}

/** What a value is, for an error message. */
export function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`; // as it is written, or it looks like a number
  if (typeof value === "function") return "a function"; // its text may be of any length
  if (value === null || typeof value !== "object") return String(value);
  return value.constructor?.name ?? "an object";
}

/** Whether a value can have options: an array in their place is meant as something else, and ignored. */
export function isOptions(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  // Most are plain objects: this is the quick way to see it.
  return value.constructor === Object || !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/**
 * Throws unless the options of a function are an object. Beside a single number a number is let pass, and
 * ignored: `[1, 2].map(lgamma)` gives the place of each element second.
 */
export function checkOptions(name: string, options: unknown, x: unknown): void {
  if (isOptions(options)) return;
  if (typeof options === "number" && typeof x === "number") return;
  throw new TypeError(
    `Cannot compute ${name}: options must be an object, got ${describe(options)}`,
  );
}
