import { describe } from "./float_array.ts";

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
