import { assertEquals, assertStrictEquals } from "@std/assert";
import * as specol from "../../mod.ts";

// Each row: function, x, the value. NUMERICS.md's table, and the bugs that others have had.
const cases: readonly (readonly [keyof typeof specol, number, number])[] = [
  ["i0", 0, 1],
  ["i0", -0, 1],
  ["i0", Infinity, Infinity],
  ["i0", -Infinity, Infinity],
  ["i0", 713.9869085439682, 1.7976931348621858e308],
  ["i0", 713.9869085439683, Infinity],
  ["i0", 713, 6.705128263670996673e307],
  ["i0e", 0, 1],
  ["i0e", Infinity, 0],
  ["i0e", -Infinity, 0],
  ["i1", 0, 0],
  ["i1", -0, -0],
  ["i1", Infinity, Infinity],
  ["i1", -Infinity, -Infinity],
  ["i1", 713, 6.700424559186402502e307],
  ["i1", 713.9876098185422, 1.7976931348621227e308],
  ["i1", 713.9876098185423, Infinity],
  ["i1", 1e300, Infinity],
  ["i1e", 0, 0],
  ["i1e", -0, -0],
  ["i1e", Infinity, 0],
  ["i1e", -Infinity, -0],
  ["i0Grad", 0, 0],
  ["i0Grad", 1e-300, 5e-301],
  ["i0Grad", -Infinity, -Infinity],
  ["i0eGrad", 0, 0],
  ["i0eGrad", 5e-324, -1],
  ["i0eGrad", -5e-324, 1],
  ["i0eGrad", Infinity, -0],
  ["i0eGrad", 1e300, -0],
  ["i0eGrad", -1e300, 0],
  ["i0eGrad", 100, -2.0022627396642997e-4],
  ["i0eGrad", 1e4, -1.9947862106984188e-7],
  ["i0eGrad", 1e6, -1.9947121500246404e-10],
  ["i0eGrad", 1e8, -1.9947114094873312e-13],
  ["i0eGrad", 1e16, -1.9947114020071635e-25],
  ["i1Grad", 0, 0.5],
  ["i1Grad", -0, 0.5],
  ["i1Grad", 713, 6.6957307537703145e307],
  ["i1Grad", Infinity, Infinity],
  ["i1eGrad", 0, 0.5],
  ["i1eGrad", 100, -1.9721525628487255e-4],
  ["i1eGrad", Infinity, -0],
];

for (const [name, x, expected] of cases) {
  Deno.test(`${name}(${Object.is(x, -0) ? "-0" : x}) is ${expected}`, () => {
    const f = specol[name] as <T extends number | Float64Array>(x: T) => T;
    assertStrictEquals(f(x), expected);
    assertStrictEquals(f(new Float64Array([1, x, 1e300, 1]))[1], expected);
  });
}

Deno.test("NaN stays NaN, alone and among others, in every type", () => {
  for (const [name, f] of Object.entries(specol)) {
    const apply = f as unknown as <T>(x: T) => T;
    assertEquals(apply(NaN), NaN, name);
    for (const Type of [Float64Array, Float32Array, Float16Array]) {
      const clean = apply(new Type([0.5, 1, 2, 3, 4, 5]) as Float64Array);
      const mixed = apply(new Type([0.5, NaN, 2, 3, NaN, 5]) as Float64Array);
      assertEquals(Array.from(mixed, (y, i) => i === 1 || i === 4 ? NaN : y), [...mixed], name);
      for (const i of [0, 2, 3, 5]) assertEquals(mixed[i], clean[i], name);
    }
  }
});
