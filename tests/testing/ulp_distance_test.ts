import { assertEquals, assertThrows } from "@std/assert";
import { type FloatType, ulpDistance } from "../../testing/mod.ts";

const cases: readonly [number, number, FloatType, number][] = [
  [1, 1, "float64", 0],
  [1, 1 - 2 ** -53, "float64", 1],
  [1, 2, "float64", 2 ** 52],
  [0, -0, "float64", 0],
  [Number.MIN_VALUE, -Number.MIN_VALUE, "float64", 2],
  [Number.MAX_VALUE, Infinity, "float64", 1],
  [-Number.MAX_VALUE, -Infinity, "float64", 1],
  [NaN, NaN, "float64", 0],
  [NaN, Infinity, "float64", Infinity],
  [-1, 1, "float32", 2 * 0x3f800000],
  [1, 1 + 2 ** -23, "float32", 1],
  [1, 1 + 2 ** -26, "float32", 0],
  [2 ** -149, 0, "float32", 1],
  [3.4028234663852886e38, Infinity, "float32", 1],
  [1, 1 + 2 ** -10, "float16", 1],
  [65504, Infinity, "float16", 1],
  [-(2 ** -24), 2 ** -24, "float16", 2],
  [NaN, 0, "float16", Infinity],
];

for (const [a, b, type, distance] of cases) {
  Deno.test(`${a} and ${b} are ${distance} ulp apart in ${type}`, () => {
    assertEquals(ulpDistance(a, b, type), distance);
    assertEquals(ulpDistance(b, a, type), distance);
  });
}

Deno.test("a type that does not exist is named in the error", () => {
  assertThrows(
    () => ulpDistance(1, 2, "float8" as FloatType),
    RangeError,
    'got "float8"',
  );
});

Deno.test("what is not a number has no distance, and a type is checked whatever the numbers are", () => {
  for (const wrong of ["1", null, undefined, [1], {}, 1n, true]) {
    assertThrows(() => ulpDistance(wrong as number, 1), TypeError, "a and b must be numbers, got");
    assertThrows(() => ulpDistance(1, wrong as number), TypeError, "a and b must be numbers, got");
  }
  assertThrows(() => ulpDistance(NaN, NaN, "float8" as FloatType), RangeError, 'got "float8"');
  assertThrows(() => ulpDistance(1, 1, null as unknown as FloatType), RangeError, "got null");
});
