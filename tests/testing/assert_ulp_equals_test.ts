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

Deno.test("what cannot be compared never passes: a TypeError names it", () => {
  const cases: [unknown, string][] = [
    ["1", 'must be a number or an array of numbers, got "1"'],
    ["", 'must be a number or an array of numbers, got ""'],
    [{}, "must be a number or an array of numbers, got Object"],
    [{ length: 1, 0: 1 }, "must be a number or an array of numbers, got Object"],
    [Promise.resolve(1), "must be a number or an array of numbers, got Promise"],
    [new Map([[0, 1]]), "must be a number or an array of numbers, got Map"],
    [new DataView(new ArrayBuffer(8)), "must be a number or an array of numbers, got DataView"],
    [new ArrayBuffer(8), "must be a number or an array of numbers, got ArrayBuffer"],
    [() => 1, "must be a number or an array of numbers, got a function"],
    [null, "must be a number or an array of numbers, got null"],
    [undefined, "must be a number or an array of numbers, got undefined"],
    [true, "must be a number or an array of numbers, got true"],
    [1n, "must be a number or an array of numbers, got 1n"],
    [Symbol("x"), "must be a number or an array of numbers, got Symbol(x)"],
    [[null], "must be a number, got null"],
    [[1, "2"], 'must be a number, got "2"'],
    [[[1]], "must be a number, got Array"],
    [new Array(1), "must be a number, got undefined"],
    [BigInt64Array.of(1n), "must be a number, got 1n"],
  ];
  for (const [value, message] of cases) {
    for (const side of ["actual", "expected", "both"]) {
      const [actual, expected] = [side === "expected" ? 1 : value, side === "actual" ? 1 : value];
      assertThrows(
        () => assertUlpEquals(actual as number, expected as number, { ulp: Infinity }),
        TypeError,
        message,
      );
    }
  }
  assertThrows(
    () => assertUlpEquals([1, 2], [1, null as unknown as number], { ulp: 0 }),
    TypeError,
    "element 1 of expected must be a number, got null",
  );
});

Deno.test("plain arrays of numbers are compared as float64", () => {
  assertUlpEquals([1 + EPSILON, NaN], [1, NaN], { ulp: 1 });
  assertThrows(() => assertUlpEquals([1 + EPSILON], [1], { ulp: 0 }), AssertionError, "float64");
});

Deno.test("options that cannot be meant are refused, whatever is compared", () => {
  const cases: [unknown, new (message: string) => Error, string][] = [
    [undefined, TypeError, "options must be an object with ulp, got undefined"],
    [null, TypeError, "options must be an object with ulp, got null"],
    [1, TypeError, "options must be an object with ulp, got 1"],
    [{}, RangeError, "ulp must be a number >= 0, got undefined"],
    [{ ulp: "1" }, RangeError, 'ulp must be a number >= 0, got "1"'],
    [{ ulp: null }, RangeError, "ulp must be a number >= 0, got null"],
    [{ ulp: 1, type: "float128" }, RangeError, 'type must be "float64", "float32" or "float16"'],
    [{ ulp: 1, type: null }, RangeError, "got null"],
    [{ ulp: 1, msg: 1 }, TypeError, "msg must be a string, got 1"],
  ];
  for (const [options, type, message] of cases) {
    for (const value of [1, NaN, new Float64Array(0)]) {
      const compare = () => assertUlpEquals(value, value, options as { ulp: number });
      assertThrows(compare, type, message);
    }
  }
});
