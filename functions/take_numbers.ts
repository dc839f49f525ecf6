import type { FloatArray } from "../kernels/float_types.ts";
import { describe, isFloatArray, tagOf } from "./arguments.ts";

const INTEGERS = /^(Big)?(Int|Uint)\d+(Clamped)?Array$/;

/**
 * Gives the array that a function computes: floats as they are, and a list of numbers or an array of
 * integers as new float64. Each 64-bit integer becomes the nearest float64.
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
 * Throws where the memory of an array is gone: its buffer was moved to another thread, or has been made
 * too short for it. Such an array has length 0, and would be taken for an empty one.
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
      `Cannot compute ${name}: ${argument} has lost its memory: its buffer was transferred or shrunk`,
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
