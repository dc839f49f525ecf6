import type { FloatArray } from "../kernels/float_types.ts";
import { Float16Array } from "../kernels/float_types.ts";
import { didYouMean } from "./did_you_mean.ts";

/** Options that choose elements of an array. */
export interface ElementOptions {
  /** The index of the first element: an integer from 0 to the length of `x`. The default is 0. */
  offset?: number;
  /** The distance from each element to the next: an integer from 1. The default is 1. */
  stride?: number;
}

/** Options that choose elements of an array and the destination of results. */
export interface ArrayOptions<T extends FloatArray = FloatArray> extends ElementOptions {
  /**
   * The array to write to. It has the type of `x` and may be `x` itself. It is either as long as
   * `x`, in which case only the elements that `offset` and `stride` choose are written, or it has
   * one element for each chosen one. By default, this is a new array with one element for each
   * chosen one.
   */
  out?: T;
  /** Only gradients have it: see {@linkcode GradientOptions}. */
  upstream?: never;
}

/** The options of {@linkcode ArrayOptions}, and the upstream gradient. */
export interface GradientOptions<T extends FloatArray = FloatArray>
  extends Omit<ArrayOptions<T>, "upstream"> {
  /**
   * The factor for each gradient: an array that has the type of `x` and may be as long as `out` may
   * be, or one number for all, which is rounded to the type of `x`.
   */
  upstream?: T | number;
}

/** Options where the results go to a new array. */
export interface NewArrayOptions extends ElementOptions {
  /** Results go to a new array. */
  out?: never;
  /** Only gradients have it. */
  upstream?: never;
}

/** Options of gradients that go to a new array. */
export interface NewGradientOptions<T extends FloatArray = FloatArray> extends ElementOptions {
  /** Gradients go to a new array. */
  out?: never;
  /** The factor for each gradient: an array, or one number for all. */
  upstream?: T | number;
}

/** The options of a gradient at a single number. */
export interface NumberGradientOptions {
  /** The factor for the gradient. The default is 1. */
  upstream?: number;
}

/**
 * Numbers that the functions compute as float64: a list of numbers, or an array of integers. A
 * 64-bit integer becomes the nearest float64, as with `Number(x)`.
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

/** Float arrays in memory shared between threads. */
export type SharedFloatArray =
  | Float64Array<SharedArrayBuffer>
  | Float32Array<SharedArrayBuffer>
  | globalThis.Float16Array<SharedArrayBuffer>;

/** A new array with the element type of another, in memory of its own. */
export type NewFloatArray<T extends FloatArray> = T extends Float64Array ? Float64Array<ArrayBuffer>
  : T extends Float32Array ? Float32Array<ArrayBuffer>
  : globalThis.Float16Array<ArrayBuffer>;

/** Returns whether a value is an array of floats. */
export function isFloatArray(value: unknown): value is FloatArray {
  return value instanceof Float64Array || value instanceof Float32Array ||
    value instanceof Float16Array || FLOATS.test(tagOf(value));
}

const FLOATS = /^Float(16|32|64)Array$/;

/**
 * Returns the name of the class of a typed array, which may come from another realm, or the empty
 * text for other values.
 */
export function tagOf(value: unknown): string {
  return ArrayBuffer.isView(value) ? (value as Float64Array)[Symbol.toStringTag] ?? "" : "";
}

/** Describes a value for an error message. */
export function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`; // the n distinguishes it from a number
  if (typeof value === "function") return "a function"; // its source text may be very long
  if (value === null || typeof value !== "object") return String(value);
  return value.constructor?.name ?? "an object";
}

/**
 * Returns whether a value can hold options. An array cannot: it was meant as something else and
 * would be ignored.
 */
export function isOptions(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  // Most options are plain objects, which this comparison recognises quickly.
  return value.constructor === Object || !Array.isArray(value) && !ArrayBuffer.isView(value);
}

const OPTIONS = ["out", "offset", "stride"];
const GRADIENT_OPTIONS = [...OPTIONS, "upstream"];

/**
 * Throws unless the options of a function are an object with options that it has. If `x` is a
 * number, a number is accepted as options and ignored, because `[1, 2].map(lgamma)` passes the index
 * of each element as the second argument.
 */
export function checkOptions(name: string, options: unknown, x: unknown): void {
  if (isOptions(options)) {
    const isGradient = name.endsWith("Grad");
    if ((options as GradientOptions).upstream !== undefined && !isGradient) {
      throw new TypeError(
        `Cannot compute ${name}: upstream multiplies gradients only: use ${name}Grad or valueAndGrad`,
      );
    }
    const known = isGradient || "upstream" in options ? GRADIENT_OPTIONS : OPTIONS;
    return checkKeys(`Cannot compute ${name}`, options, known);
  }
  if (typeof options === "number" && typeof x === "number") return;
  throw new TypeError(
    `Cannot compute ${name}: options must be an object, got ${describe(options)}`,
  );
}

/** Throws where options have a name that is not one of those that there are. */
export function checkKeys(what: string, options: object, known: readonly string[]): void {
  for (const key of Object.keys(options)) {
    if (known.includes(key)) continue;
    throw new TypeError(
      `${what}: unknown option ${key}${didYouMean(key, known)} (${known.join(", ")})`,
    );
  }
}

const INTEGERS = /^(Big)?(Int|Uint)\d+(Clamped)?Array$/;

/**
 * Gives the array that a function computes: floats as they are, and a list of numbers or an array
 * of integers as new float64. Each 64-bit integer becomes the nearest float64.
 */
export function takeNumbers(name: string, x: unknown): FloatArray {
  if (isFloatArray(x)) return checkAttached(name, "x", x);
  if (Array.isArray(x)) return takeList(name, x);
  if (INTEGERS.test(tagOf(x))) {
    const integers = checkAttached(name, "x", x as Int32Array | BigInt64Array);
    return Float64Array.from(integers as Int32Array, Number);
  }
  throw new TypeError(
    `Cannot compute ${name}: x must be a number, Float64Array, Float32Array or Float16Array, an array ` +
      `of integers or a list of numbers, got ${describe(x)}`,
  );
}

/**
 * Throws where the memory of an array is gone: its buffer was moved to another thread, or has been
 * made too short for it. Such an array has length 0, and would be taken for an empty one.
 */
export function checkAttached<T extends { readonly length: number; values(): unknown }>(
  name: string,
  argument: string,
  array: T,
): T {
  if (array.length > 0) return array;
  try {
    array.values();
  } catch (cause) {
    throw new TypeError(
      `Cannot compute ${name}: ${argument} is detached: its buffer was transferred or shrunk`,
      { cause },
    );
  }
  return array;
}

function takeList(name: string, list: readonly unknown[]): Float64Array {
  const numbers = new Float64Array(list.length);
  for (let i = 0; i < list.length; i++) {
    const value = list[i];
    if (typeof value !== "number") {
      throw new TypeError(
        `Cannot compute ${name}: element ${i} of x must be a number, got ${describe(value)}`,
      );
    }
    numbers[i] = value;
  }
  return numbers;
}
