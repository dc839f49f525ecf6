/** Names of the floating-point types. */
export type FloatType = "float64" | "float32" | "float16";

/** Arrays of these types. */
export type FloatArray = Float64Array | Float32Array | globalThis.Float16Array;

/** Stands for `Float16Array` where the runtime has none: nothing is an instance, and making one fails. */
class MissingFloat16Array {
  static readonly BYTES_PER_ELEMENT = 2;

  constructor() {
    throw new TypeError(
      "Cannot compute in float16: this runtime has no Float16Array; use float32, or Node.js 24, " +
        "Bun or a current browser",
    );
  }
}

/** Whether the runtime has arrays of float16. Node.js 20 and 22 have none. */
export const HAS_FLOAT16: boolean = typeof globalThis.Float16Array === "function";

/**
 * The runtime's `Float16Array`, under its own name. Importing it instead of using the global lets
 * everything else work in runtimes that have none.
 */
export const Float16Array: Float16ArrayConstructor = HAS_FLOAT16
  ? globalThis.Float16Array
  : MissingFloat16Array as unknown as Float16ArrayConstructor;

/**
 * Finds the next result from `from` on that is infinite or NaN, though it is not computed from an `x` that
 * is NaN; the length if there is none. Each type has a loop of its own, which takes a third of a
 * nanosecond for an element.
 */
export function nextNonfinite(y: FloatArray, from: number, x?: FloatArray): number {
  let i = from;
  if (y instanceof Float64Array) {
    while (i < y.length && (y[i] - y[i] === 0 || x !== undefined && Number.isNaN(x[i]))) i++;
  } else if (y instanceof Float32Array) {
    while (i < y.length && (y[i] - y[i] === 0 || x !== undefined && Number.isNaN(x[i]))) i++;
  } else {
    const bits = new Uint16Array(y.buffer, y.byteOffset, y.length);
    while (
      i < y.length && ((bits[i] & 0x7c00) !== 0x7c00 || x !== undefined && Number.isNaN(x[i]))
    ) i++;
  }
  return i;
}
