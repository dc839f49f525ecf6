import { assert, assertEquals, assertThrows } from "@std/assert";
import { lgamma } from "../../mod.ts";
import { AssertionError, assertUlpEquals, checkUlp, type UlpPoints } from "../../testing/mod.ts";
import { referencePoints } from "../../testing/reference_points.ts";

const EPSILON = Number.EPSILON;

Deno.test("an assertion that passes says how far the numbers are", () => {
  const actual = [1, 1 + EPSILON, 1 + 3 * EPSILON, NaN, 1 + 8 * EPSILON];
  const expected = [1, 1, 1, NaN, 1];
  assertEquals(assertUlpEquals(actual, expected, { ulp: 8 }), {
    count: 5,
    worst: 8,
    index: 4,
    mean: 12 / 5,
    histogram: [2, 1, 1, 0, 1],
    apart: 0,
  });
  assertEquals(assertUlpEquals(1, 1, { ulp: 0 }).histogram, [1]);
  const empty = assertUlpEquals([], [], { ulp: 0 });
  assertEquals(empty, { count: 0, worst: 0, index: -1, mean: 0, histogram: [], apart: 0 });
  assertEquals(assertUlpEquals([NaN, 1], [1, 1], { ulp: Infinity }).apart, 1);
});

Deno.test("signs of zeros count if they are asked for", () => {
  assertUlpEquals(-0, 0, { ulp: 0 });
  const message = "expected 0 within 5 ulp (float64), got -0, which is Infinity ulp away";
  assertThrows(
    () => assertUlpEquals(-0, 0, { ulp: 5, signedZeros: true }),
    AssertionError,
    message,
  );
  assertUlpEquals([-0, 0], [-0, 0], { ulp: 0, signedZeros: true });
  assertUlpEquals(-5e-324, 0, { ulp: 1, signedZeros: true });
});

Deno.test("the message of a failure names the argument", () => {
  assertThrows(
    () => assertUlpEquals([1, 3], [1, 2], { ulp: 1, x: Float64Array.of(5, 6.5) }),
    AssertionError,
    "got 3 for f(6.5) at index 1, which is",
  );
  assertThrows(() => assertUlpEquals(1, 2, { ulp: 0, x: -0 }), AssertionError, "for f(-0), which");
});

Deno.test("checkUlp takes pairs, and arrays as reference points are", () => {
  assertEquals(checkUlp((x) => 2 * x, [[1, 2], [2, 4]], { ulp: 0 }).count, 2);
  const { count, worst, histogram } = checkUlp(lgamma, referencePoints("lgamma"), { ulp: 1 });
  assert(count > 1000 && worst <= 1 && histogram[0] > 0.9 * count);
  const points = { x: [1, 2, 3], y: [1, 4, 9] };
  assertThrows(
    () => checkUlp((x) => x === 2 ? 5 : x * x, points, { ulp: 1 }),
    AssertionError,
    "expected 4 within 1 ulp (float64), got 5 for f(2) at index 1",
  );
  const short = { x: [0.1], y: [Math.fround(0.1)] };
  assertEquals(checkUlp(Math.fround, short, { ulp: 0, type: "float32" }).worst, 0);
});

Deno.test("what cannot be compared never passes", () => {
  const calls: readonly (readonly [unknown, unknown, string])[] = [
    ["f", [[1, 1]], "it must be a function"],
    [() => "1", [[1, 1]], `element 0 of actual must be a number, got "1"`],
    [() => Promise.resolve(1), [[1, 1]], "got Promise"],
    [(x: number) => [x], [[1, 1]], "got Array"],
    [(x: number) => x, [[1, "1"]], `element 0 of expected must be a number, got "1"`],
    [(x: number) => x, [1, 2], "point 0 must be a pair"],
    [(x: number) => x, { x: [1], y: [] }, "the same length"],
    [(x: number) => x, null, "points must be pairs"],
  ];
  for (const [f, points, message] of calls) {
    const check = () => checkUlp(f as () => number, points as UlpPoints, { ulp: Infinity });
    assertThrows(check, TypeError, message);
  }
  for (const wrong of ["1", { length: 1 }, [[1]], Promise.resolve(1), [null], [undefined], [1n]]) {
    const check = () => assertUlpEquals(wrong as number[], wrong as number[], { ulp: Infinity });
    assertThrows(check, TypeError, "Cannot compare");
  }
  const options = { ulp: 0, signedZeros: 1 as unknown as boolean };
  assertThrows(() => assertUlpEquals(1, 1, options), TypeError, "signedZeros must be");
});
