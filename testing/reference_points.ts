/**
 * Correctly rounded values of the functions of this package, to check any implementation of them
 * with `@specol/specol/testing`. Loading them takes half a megabyte.
 *
 * @module
 */

import { describe } from "../functions/arguments.ts";
import { referenceData } from "./reference_data.ts";

/** The functions and gradients that {@linkcode referencePoints} covers. */
export type ReferenceName =
  | "i0"
  | "i0e"
  | "i1"
  | "i1e"
  | "lgamma"
  | "digamma"
  | "polygamma"
  | "multigammaln"
  | "i0Grad"
  | "i0eGrad"
  | "i1Grad"
  | "i1eGrad"
  | "lgammaGrad"
  | "digammaGrad"
  | "polygammaGrad"
  | "multigammalnGrad";

/** Options of {@linkcode referencePoints}. */
export interface ReferencePointsOptions {
  /**
   * The order n of polygamma or the dimension p of multigammaln. Other functions have no parameter.
   */
  parameter?: number;
}

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
 * About 1500 points of the Bessel functions and up to 1200 of the others, over all float64 numbers
 * of both signs: evenly spread exponents, and the places where implementations go wrong, such as
 * tiny and huge arguments, the edge of overflow, zeros, poles and their neighbours, and the inputs
 * at which our own kernels are worst. The arrays are the caller's own.
 *
 * There are points of some parameters only; an error names them. Of those with high parameters
 * there are about a hundred.
 *
 * @param name Name of the function, or of the gradient: `"i0e"`, `"i0eGrad"`.
 * @param options The parameter, if the function has one.
 * @returns The arguments and the results.
 * @throws {TypeError} If the parameter is not a number.
 * @throws {RangeError} If there are no points of that name and parameter.
 *
 * @example
 * ```ts
 * import { i0e } from "@specol/specol";
 * import { assertUlpEquals } from "@specol/specol/testing";
 * import { referencePoints } from "@specol/specol/testing/points";
 *
 * const { x, y } = referencePoints("i0e");
 * assertUlpEquals(i0e(x), y, { ulp: 1 });
 * ```
 *
 * @example A function with a parameter
 * ```ts
 * import { polygamma } from "@specol/specol";
 * import { assertUlpEquals } from "@specol/specol/testing";
 * import { referencePoints } from "@specol/specol/testing/points";
 *
 * for (const parameter of [1, 2, 20]) {
 *   const { x, y } = referencePoints("polygamma", { parameter });
 *   assertUlpEquals(polygamma(x, parameter), y, { ulp: 1 });
 * }
 * ```
 */
export function referencePoints(
  name: ReferenceName,
  options: ReferencePointsOptions = {},
): ReferencePoints {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(
      `Cannot find reference points: options must be an object, got ${describe(options)}`,
    );
  }
  const { parameter } = options;
  // The text "2" would make the same key as the number.
  if (parameter !== undefined && typeof parameter !== "number") {
    throw new TypeError(
      `Cannot find reference points: parameter must be a number, got ${describe(parameter)}`,
    );
  }
  const key = parameter === undefined ? name : `${String(name)}(${parameter})`;
  if (typeof name !== "string" || !Object.hasOwn(referenceData, key)) {
    throw new RangeError(`Cannot find reference points: ${expected(name, parameter)}`);
  }
  return decode(referenceData[key]);
}

/** Describes what a name or parameter should have been. */
function expected(name: unknown, parameter: number | undefined): string {
  const keys = Object.keys(referenceData).map((key) => key.split("("));
  const ofName = keys.filter(([other]) => other === name);
  if (ofName.length === 0) {
    const names = [...new Set(keys.map(([other]) => other))].join(", ");
    return `name must be one of ${names}, got ${describe(name)}`;
  }
  const parameters = ofName.flatMap(([, rest]) => rest === undefined ? [] : [parseInt(rest)]);
  if (parameters.length === 0) return `${name} has no parameter, got ${parameter}`;
  const known = parameters.sort((a, b) => a - b).join(", ");
  return `parameter of ${name} must be one of ${known}, got ${parameter}`;
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
