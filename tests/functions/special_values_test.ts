import { assertEquals, assertStrictEquals } from "@std/assert";
import { subject, subjects } from "./subjects.ts";

// Each row has a function, x or x and a parameter, and the value. The rows are special values, and the
// bugs that others have had with the Bessel functions. gamma_bugs_test.ts has those of the gamma family.
type Row = readonly [string, number | readonly [number, number], number];

const bessel: readonly Row[] = [
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

const PLACES = [0, -0, -1, -2, -1001, -(2 ** 52), -1e300, Infinity, -Infinity, NaN];
const INF = Infinity;
const LGAMMA = [INF, INF, INF, INF, INF, INF, INF, INF, INF, NaN];
const DIGAMMA = [-INF, INF, NaN, NaN, NaN, NaN, NaN, INF, NaN, NaN];
const ODD = [INF, INF, INF, INF, INF, INF, INF, 0, NaN, NaN];
const EVEN = [-INF, INF, NaN, NaN, NaN, NaN, NaN, -0, NaN, NaN];

/** The values at PLACES: poles, infinities, NaN. */
const poles: readonly (readonly [string, number | undefined, readonly number[]])[] = [
  ["lgamma", undefined, LGAMMA],
  ["lgammaGrad", undefined, DIGAMMA],
  ["digamma", undefined, DIGAMMA],
  ["digammaGrad", undefined, ODD],
  ["polygamma", 0, DIGAMMA],
  ["polygamma", 1, ODD],
  ["polygamma", 2, EVEN],
  ["polygamma", 3, ODD],
  ["polygamma", 170, EVEN],
  ["polygamma", 171, ODD],
  ["polygamma", 2 ** 53 - 1, ODD],
  ["polygammaGrad", 0, ODD],
  ["polygammaGrad", 1, EVEN],
  ["polygammaGrad", 2, ODD],
  ["polygammaGrad", 3, EVEN],
  ["polygammaGrad", 171, EVEN],
  ["polygammaGrad", 2 ** 53 - 1, EVEN],
];

/** Where multigammaln begins, next to it and far away. */
const edges: readonly Row[] = [1, 2, 3, 10].flatMap((p): Row[] => {
  const edge = (p - 1) / 2;
  const below = [edge - 2 ** -20, edge - 0.5, -0.75, -1, -(2 ** 52), -1e300, -Infinity, NaN];
  return [
    ["multigammaln", [edge, p], Infinity],
    ["multigammalnGrad", [edge, p], -Infinity],
    ["multigammaln", [Infinity, p], Infinity],
    ["multigammalnGrad", [Infinity, p], Infinity],
    ...below.flatMap((x): Row[] => [
      ["multigammaln", [x, p], NaN],
      ["multigammalnGrad", [x, p], NaN],
    ]),
  ];
});

const gamma: readonly Row[] = [
  ["lgamma", 1, 0],
  ["lgamma", 2, 0],
  ["lgamma", 1e306, Infinity],
  ["lgamma", Number.MAX_VALUE, Infinity],
  ["digamma", Number.MIN_VALUE, -Infinity],
  ["digamma", -Number.MIN_VALUE, Infinity],
  ["polygamma", [Number.MIN_VALUE, 1], Infinity],
  ["polygamma", [Number.MAX_VALUE, 1], 2 ** -1024],
  ["polygamma", [1e300, 2], -0],
  ["polygamma", [1e300, 171], 0],
  ["multigammaln", [-0, 1], Infinity],
  ["multigammalnGrad", [-0, 1], -Infinity],
  ...poles.flatMap(([name, parameter, values]) =>
    PLACES.map((x, i): Row => [name, parameter === undefined ? x : [x, parameter], values[i]])
  ),
  ...edges,
];

for (const [name, at, expected] of [...bessel, ...gamma]) {
  const [x, parameter] = typeof at === "number" ? [at] : at;
  const { call } = subject(name, parameter);
  const shown = [x, parameter].filter((value) => value !== undefined).map(show).join(", ");
  Deno.test(`${name}(${shown}) is ${show(expected)}`, () => {
    assertStrictEquals(call(x), expected);
    for (const Type of [Float64Array, Float32Array, Float16Array]) {
      const array = new Type([1, x, 1e300, 1]) as Float64Array;
      // In a smaller type another x has another value.
      if (!Object.is(array[1], x)) continue;
      assertStrictEquals(call(array)[1], new Type([expected])[0], Type.name);
    }
  });
}

Deno.test("NaN stays NaN, alone and among others, in every type", () => {
  for (const { title, call } of subjects) {
    assertEquals(call(NaN), NaN, title);
    for (const Type of [Float64Array, Float32Array, Float16Array]) {
      const clean = call(new Type([0.5, 1, 2, 3, 4, 5]) as Float64Array);
      const mixed = call(new Type([0.5, NaN, 2, 3, NaN, 5]) as Float64Array);
      assertEquals(Array.from(mixed, (y, i) => i === 1 || i === 4 ? NaN : y), [...mixed], title);
      for (const i of [0, 2, 3, 5]) assertEquals(mixed[i], clean[i], title);
    }
  }
});

function show(x: number): string {
  return Object.is(x, -0) ? "-0" : String(x);
}
