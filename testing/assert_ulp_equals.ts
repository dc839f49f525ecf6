import { describe } from "../functions/arguments.ts";
import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import {
  checkFloatType,
  collectStatistics,
  distanceOf,
  type DistanceOptions,
  type UlpStatistics,
} from "./ulp_distance.ts";

/** Values that can be compared: a number, or an array of numbers. */
export type Comparable = number | FloatArray | readonly number[];

/** Options of {@linkcode assertUlpEquals}. */
export interface AssertUlpEqualsOptions {
  /** The maximum distance in ulp that passes. 0 requires equal numbers. */
  ulp: number;
  /**
   * The type whose ulps are counted. The default is the type of the `actual` array, or `"float64"`
   * for numbers.
   */
  type?: FloatType;
  /** Whether `-0` is infinitely far from `+0`. Default `false`. */
  signedZeros?: boolean;
  /**
   * The arguments of the function under test. The message of a failure names the one of the worst
   * element.
   */
  x?: number | ArrayLike<number>;
  /** A text that precedes the message of a failure. */
  msg?: string;
}

/**
 * Asserts that each number is within a distance in ulp of the expected one.
 *
 * Distances are those of {@linkcode ulpDistance}: `NaN` equals `NaN`, and zeros of both signs are
 * equal. The message of a failure shows the worst element, its index, both values and how many
 * others are too far. What cannot be compared, such as a text, an object, a promise or an array
 * with a `null` in it, never passes: it is a `TypeError` that names what was given.
 *
 * @param actual The computed number or numbers.
 * @param expected The expected values: a number, or an array of the same length.
 * @param options The largest distance, and what it is counted in.
 * @returns How many numbers were compared, the largest distance and where it is, and a histogram.
 * @throws {AssertionError} If an element is too far, or the lengths differ.
 * @throws {TypeError} If a side is neither a number nor an array of numbers, or if only one side is
 *   an array.
 * @throws {RangeError} If `ulp` is not a number >= 0, or `type` is not a type of floats.
 *
 * @example Numbers
 * ```ts
 * import { assertUlpEquals } from "@specol/specol/testing";
 *
 * assertUlpEquals(0.1 + 0.2, 0.3, { ulp: 1 });
 * assertUlpEquals(Math.fround(0.1), 0.1, { ulp: 0, type: "float32" });
 * ```
 *
 * @example Arrays
 * ```ts
 * import { assertUlpEquals } from "@specol/specol/testing";
 * import { assertThrows } from "@std/assert";
 *
 * const actual = Float32Array.of(1, 2, 3.0000005);
 * assertUlpEquals(actual, Float32Array.of(1, 2, 3), { ulp: 2 });
 * assertThrows(
 *   () => assertUlpEquals(actual, Float32Array.of(1, 2, 3), { ulp: 1 }),
 *   Error,
 *   "at index 2",
 * );
 * ```
 */
export function assertUlpEquals(
  actual: Comparable,
  expected: Comparable,
  options: AssertUlpEqualsOptions,
): UlpStatistics {
  checkOptions(options);
  const actuals = numbersOf("actual", actual);
  const expecteds = numbersOf("expected", expected);
  if ((typeof actual === "number") !== (typeof expected === "number")) {
    throw new TypeError(
      "Cannot compare: actual and expected must both be numbers or both be arrays",
    );
  }
  if (actuals.length !== expecteds.length) {
    fail(
      `expected ${expecteds.length} elements, got ${actuals.length}`,
      options,
    );
  }
  const { ulp, type = typeOf(actual), signedZeros, x } = options;
  const statistics = collectStatistics(actuals, expecteds, { type, signedZeros });
  const { index, worst } = statistics;
  if (worst <= ulp) return statistics;
  const failures = countFailures(actuals, expecteds, { ulp, type, signedZeros });
  const place = typeof actual === "number" ? "" : ` at index ${index}`;
  const argument = x === undefined ? "" : ` for f(${show(typeof x === "number" ? x : x[index])})`;
  const count = typeof actual === "number"
    ? ""
    : `; ${failures} of ${actuals.length} elements exceed ${ulp} ulp`;
  fail(
    `expected ${show(expecteds[index])} within ${ulp} ulp (${type}), got ${
      show(actuals[index])
    }${argument}${place}, which is ${worst} ulp away${count}`,
    options,
  );
}

function checkOptions(options: AssertUlpEqualsOptions): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(
      `Cannot compare: options must be an object with ulp, got ${describe(options)}`,
    );
  }
  const { ulp, type, msg, signedZeros, x } = options;
  if (typeof ulp !== "number" || !(ulp >= 0)) {
    throw new RangeError(
      `Cannot compare: ulp must be a number >= 0, got ${describe(ulp)}`,
    );
  }
  if (type !== undefined) checkFloatType(type);
  if (signedZeros !== undefined && typeof signedZeros !== "boolean") {
    throw new TypeError(
      `Cannot compare: signedZeros must be true or false, got ${describe(signedZeros)}`,
    );
  }
  if (x !== undefined && typeof x !== "number" && typeof x?.length !== "number") {
    throw new TypeError(`Cannot compare: x must be a number or an array, got ${describe(x)}`);
  }
  if (msg !== undefined && typeof msg !== "string") {
    throw new TypeError(`Cannot compare: msg must be a string, got ${describe(msg)}`);
  }
}

/**
 * Returns the numbers of one side. A value that is not a number would be compared as NaN or as 0.
 */
function numbersOf(side: string, value: Comparable): ArrayLike<number> {
  if (typeof value === "number") return [value];
  const isArray = Array.isArray(value) || ArrayBuffer.isView(value) && "length" in value;
  if (!isArray) {
    throw new TypeError(
      `Cannot compare: ${side} must be a number or an array of numbers, got ${describe(value)}`,
    );
  }
  for (let i = 0; i < value.length; i++) {
    if (typeof value[i] !== "number") {
      throw new TypeError(
        `Cannot compare: element ${i} of ${side} must be a number, got ${describe(value[i])}`,
      );
    }
  }
  return value;
}

function countFailures(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  { ulp, ...options }: { ulp: number } & DistanceOptions,
): number {
  let failures = 0;
  for (let i = 0; i < actual.length; i++) {
    if (distanceOf(actual[i], expected[i], options) > ulp) failures++;
  }
  return failures;
}

function typeOf(actual: Comparable): FloatType {
  // The tag is compared, because Float16Array may not exist, and an array may come from another
  // realm.
  switch (ArrayBuffer.isView(actual) ? actual[Symbol.toStringTag] : "") {
    case "Float32Array":
      return "float32";
    case "Float16Array":
      return "float16";
    default:
      return "float64";
  }
}

function show(x: number): string {
  return Object.is(x, -0) ? "-0" : String(x);
}

function fail(message: string, { msg }: AssertUlpEqualsOptions): never {
  throw new AssertionError(msg === undefined ? message : `${msg}: ${message}`);
}

/**
 * The error that the assertions of this module throw.
 *
 * It has the name of the error of `@std/assert`, so that test runners and reports treat it alike. It
 * is defined here because this package has no dependencies at run time.
 *
 * @example
 * ```ts
 * import { AssertionError, assertUlpEquals } from "@specol/specol/testing";
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(() => assertUlpEquals(1, 2, { ulp: 1 }), AssertionError);
 * ```
 */
export class AssertionError extends Error {
  /** Makes an error with a message and, optionally, its cause. */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AssertionError";
  }
}
