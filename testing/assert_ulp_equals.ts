import { AssertionError } from "./assertion_error.ts";
import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import { ulpDistance } from "./ulp_distance.ts";

/** Options of {@linkcode assertUlpEquals}. */
export interface AssertUlpEqualsOptions {
  /** Largest distance in ulp that passes; 0 asks for equal numbers. */
  ulp: number;
  /**
   * Type whose ulps are counted. If left out, that of the `actual` array; `"float64"` for numbers.
   */
  type?: FloatType;
  /** Words to put before the message of a failure. */
  msg?: string;
}

interface Failure {
  index: number;
  distance: number;
}

/**
 * Asserts that each number is within a distance in ulp of the expected one.
 *
 * Distances are those of {@linkcode ulpDistance}: `NaN` equals `NaN`, and zeros of both signs are
 * equal. The message of a failure shows the worst element, its index, both values and how many
 * others are too far.
 *
 * @param actual The computed number or numbers.
 * @param expected What they should be: a number, or an array of the same length.
 * @param options The largest distance, and what it is counted in.
 * @throws {AssertionError} If an element is too far, or the lengths differ.
 * @throws {TypeError} If one side is a number and the other an array.
 * @throws {RangeError} If `ulp` is not a number >= 0.
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
  actual: number | FloatArray,
  expected: number | FloatArray,
  options: AssertUlpEqualsOptions,
): void {
  const { ulp } = options;
  if (!(ulp >= 0)) {
    throw new RangeError(
      `Cannot compare: ulp must be a number >= 0, got ${ulp}`,
    );
  }
  if ((typeof actual === "number") !== (typeof expected === "number")) {
    throw new TypeError(
      "Cannot compare: actual and expected must both be numbers or both be arrays",
    );
  }
  const actuals = typeof actual === "number" ? [actual] : actual;
  const expecteds = typeof expected === "number" ? [expected] : expected;
  if (actuals.length !== expecteds.length) {
    fail(
      `expected ${expecteds.length} elements, got ${actuals.length}`,
      options,
    );
  }
  const type = options.type ?? typeOf(actual);
  const failures = tooFar(actuals, expecteds, { ulp, type });
  if (failures.length === 0) return;
  const { index, distance } = failures.reduce((worst, other) =>
    other.distance > worst.distance ? other : worst
  );
  const place = typeof actual === "number" ? "" : ` at index ${index}`;
  const count = typeof actual === "number"
    ? ""
    : `; ${failures.length} of ${actuals.length} elements exceed ${ulp} ulp`;
  fail(
    `expected ${show(expecteds[index])} within ${ulp} ulp (${type}), got ${
      show(actuals[index])
    }${place}, which is ${distance} ulp away${count}`,
    options,
  );
}

function tooFar(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  { ulp, type }: { ulp: number; type: FloatType },
): Failure[] {
  const failures: Failure[] = [];
  for (let index = 0; index < actual.length; index++) {
    const distance = ulpDistance(actual[index], expected[index], type);
    if (distance > ulp) failures.push({ index, distance });
  }
  return failures;
}

function typeOf(actual: number | FloatArray): FloatType {
  if (typeof actual === "number") return "float64";
  // By tag, because Float16Array may not exist, and an array may come from another realm.
  switch (actual[Symbol.toStringTag]) {
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
