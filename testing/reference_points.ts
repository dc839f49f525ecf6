import { referenceData } from "./reference_data.ts";

/** Functions and gradients that {@linkcode referencePoints} has points of. */
export type ReferenceName =
  | "i0"
  | "i0e"
  | "i1"
  | "i1e"
  | "i0Grad"
  | "i0eGrad"
  | "i1Grad"
  | "i1eGrad";

/** Arguments and correctly rounded results: `y[i]` belongs to `x[i]`. */
export interface ReferencePoints {
  /** Arguments. */
  x: Float64Array;
  /** Results: the float64 nearest to the true value at the float64 `x`. */
  y: Float64Array;
}

/**
 * Correctly rounded float64 values of a function or gradient, computed with mpmath.
 *
 * About 1500 points over all float64 numbers of both signs: evenly spread exponents, and the places
 * where implementations go wrong, such as tiny and huge arguments, the edge of overflow, zeros, and
 * the inputs at which our own kernels are worst. The arrays are the caller's own.
 *
 * @param name Name of the function, or of the gradient: `"i0e"`, `"i0eGrad"`.
 * @returns The arguments and the results.
 * @throws {RangeError} If there are no points of that name.
 *
 * @example
 * ```ts
 * import { i0e } from "@specol/specol";
 * import { assertUlpEquals, referencePoints } from "@specol/specol/testing";
 *
 * const { x, y } = referencePoints("i0e");
 * assertUlpEquals(i0e(x), y, { ulp: 1 });
 * ```
 */
export function referencePoints(name: ReferenceName): ReferencePoints {
  const text = Object.hasOwn(referenceData, name) ? referenceData[name] : undefined;
  if (text === undefined) {
    const names = Object.keys(referenceData).join(", ");
    throw new RangeError(
      `Cannot find reference points: name must be one of ${names}, got ${JSON.stringify(name)}`,
    );
  }
  return decode(text);
}

/** Base64 of all x, then all y, little-endian. */
function decode(text: string): ReferencePoints {
  const bytes = Uint8Array.from(
    atob(text),
    (character) => character.charCodeAt(0),
  );
  // A DataView, because a Float64Array has the machine's byte order.
  const view = new DataView(bytes.buffer);
  const numbers = Float64Array.from(
    { length: bytes.length / 8 },
    (_, i) => view.getFloat64(8 * i, true),
  );
  const count = numbers.length / 2;
  return { x: numbers.slice(0, count), y: numbers.slice(count) };
}
