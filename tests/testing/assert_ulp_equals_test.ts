import { assertStringIncludes, assertThrows } from "@std/assert";
import { AssertionError, assertUlpEquals, type FloatArray } from "../../testing/mod.ts";

const EPSILON = 2 ** -52;

Deno.test("numbers and arrays within the distance pass", () => {
  assertUlpEquals(1, 1, { ulp: 0 });
  assertUlpEquals(1 + EPSILON, 1, { ulp: 1 });
  assertUlpEquals(NaN, NaN, { ulp: 0 });
  assertUlpEquals(-0, 0, { ulp: 0 });
  assertUlpEquals(new Float64Array(0), new Float64Array(0), { ulp: 0 });
  assertUlpEquals(Float64Array.of(1, NaN, 3), Float64Array.of(1, NaN, 3), {
    ulp: 0,
  });
});

Deno.test("the ulp is that of the actual array's type, or of the one asked for", () => {
  const near = 1 + 2 ** -23;
  assertUlpEquals(Float32Array.of(near), Float32Array.of(1), { ulp: 1 });
  assertUlpEquals(Float16Array.of(1 + 2 ** -10), Float16Array.of(1), {
    ulp: 1,
  });
  assertUlpEquals(near, 1, { ulp: 1, type: "float32" });
  assertThrows(() => assertUlpEquals(near, 1, { ulp: 1 }), AssertionError);
  assertThrows(
    () => assertUlpEquals(Float64Array.of(near), Float32Array.of(1), { ulp: 1 }),
    AssertionError,
    "float64",
  );
});

Deno.test("the message shows the worst element, its index, both values and how many fail", () => {
  const expected = Float64Array.of(1, 2, 4, 8);
  const actual = Float64Array.of(1, 2 + 4 * EPSILON, 4 + 28 * EPSILON, 8);
  const error = assertThrows(
    () => assertUlpEquals(actual, expected, { ulp: 1, msg: "the columns" }),
    AssertionError,
  );
  const message = (error as Error).message;
  for (
    const part of [
      "the columns: ",
      "expected 4 within 1 ulp (float64)",
      "got 4.000000000000006",
      "at index 2",
      "which is 7 ulp away",
      "2 of 4 elements exceed 1 ulp",
    ]
  ) assertStringIncludes(message, part);
});

Deno.test("a number's message has no index, and shows the sign of zero", () => {
  assertThrows(
    () => assertUlpEquals(-0, 5e-324, { ulp: 0 }),
    AssertionError,
    "expected 5e-324 within 0 ulp (float64), got -0, which is 1 ulp away",
  );
});

Deno.test("arrays of different lengths are not equal", () => {
  assertThrows(
    () => assertUlpEquals(new Float64Array(2), new Float64Array(3), { ulp: 9 }),
    AssertionError,
    "expected 3 elements, got 2",
  );
});

Deno.test("a number cannot be compared with an array", () => {
  const mixed: [number | FloatArray, number | FloatArray][] = [
    [1, Float64Array.of(1)],
    [Float64Array.of(1), 1],
  ];
  for (const [actual, expected] of mixed) {
    assertThrows(
      () => assertUlpEquals(actual, expected, { ulp: 1 }),
      TypeError,
      "both be numbers or both be arrays",
    );
  }
});

for (const ulp of [-1, NaN]) {
  Deno.test(`a distance of ${ulp} is refused`, () => {
    assertThrows(
      () => assertUlpEquals(1, 1, { ulp }),
      RangeError,
      `ulp must be a number >= 0, got ${ulp}`,
    );
  });
}
