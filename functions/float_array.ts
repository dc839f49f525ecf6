import type { FloatArray } from "../kernels/float_types.ts";
import { Float16Array } from "../kernels/float16_array.ts";

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
  /**
   * What each gradient is multiplied by: an array of the type of `x`, as long as `out` may be, or one number
   * for all, which is rounded to the type of `x`.
   */
  upstream?: T | number;
}

/** For a single number: the gradient that arrives from above. */
export interface NumberGradientOptions {
  /** What the gradient is multiplied by. Default 1. */
  upstream?: number;
}

/**
 * Numbers that the functions take as float64: a list of numbers, or an array of integers. A 64-bit integer
 * becomes the nearest float64, as `Number(x)` has it: beyond 2^53 that is not always the integer itself.
 */
export type NumberList =
  | readonly number[]
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array;

/** Whether a value is an array of floats. */
export function isFloatArray(value: unknown): value is FloatArray {
  return value instanceof Float64Array || value instanceof Float32Array ||
    value instanceof Float16Array || FLOATS.test(tagOf(value));
}

const FLOATS = /^Float(16|32|64)Array$/;

/** The name of the class of a typed array, which may come from another realm, or the empty text. */
export function tagOf(value: unknown): string {
  return ArrayBuffer.isView(value) ? (value as Float64Array)[Symbol.toStringTag] ?? "" : "";
}

/** What a value is, for an error message. */
export function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`; // as it is written, or it looks like a number
  if (typeof value === "function") return "a function"; // its text may be of any length
  if (value === null || typeof value !== "object") return String(value);
  return value.constructor?.name ?? "an object";
}
