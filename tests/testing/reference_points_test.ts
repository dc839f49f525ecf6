import { assert, assertEquals, assertThrows } from "@std/assert";
import { type ReferenceName, referencePoints, ulpDistance } from "../../testing/mod.ts";

// Values of NUMERICS.md, which come neither from our references nor from our kernels.
const known: readonly [ReferenceName, number, number][] = [
  ["i0", 713, 6.705128263670996673e307],
  ["i1", 713, 6.700424559186402502e307],
  ["i1Grad", 713, 6.6957307537703145e307],
  ["i0eGrad", 100, -2.0022627396642997e-4],
  ["i0eGrad", 1e4, -1.9947862106984188e-7],
  ["i0eGrad", 1e16, -1.9947114020071635e-25],
  ["i1eGrad", 100, -1.9721525628487255e-4],
  ["i1Grad", 0, 0.5],
  ["i0Grad", 1e-300, 5e-301],
];

for (const [name, at, expected] of known) {
  Deno.test(`the reference points have ${name}(${at}) = ${expected}`, () => {
    const { x, y } = referencePoints(name);
    // A sign is drawn for each point: the functions are even or odd.
    const i = x.findIndex((value) => Math.abs(value) === at);
    assert(i >= 0, `${at} is not among the points`);
    assert(ulpDistance(Math.abs(y[i]), Math.abs(expected)) <= 1);
  });
}

Deno.test("the points of a gradient of i0 are those of i1", () => {
  assertEquals(referencePoints("i0Grad"), referencePoints("i1"));
});

Deno.test("points reach from the smallest number to infinity, on both sides", () => {
  const { x } = referencePoints("i1e");
  for (const edge of [Number.MIN_VALUE, Number.MAX_VALUE, Infinity]) {
    assert(x.some((value) => Math.abs(value) === edge), `${edge} is missing`);
  }
  assert(x.filter((value) => value < 0).length > 300);
  assert(x.length >= 1400);
});

Deno.test("the arrays are the caller's own", () => {
  referencePoints("i0").x.fill(0);
  assert(referencePoints("i0").x.some((value) => value !== 0));
});

Deno.test("a name without points is named in the error", () => {
  for (const name of ["j0", "toString"]) {
    assertThrows(
      () => referencePoints(name as ReferenceName),
      RangeError,
      `got "${name}"`,
    );
  }
});
