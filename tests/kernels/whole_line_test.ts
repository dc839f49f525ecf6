import { assertEquals } from "@std/assert";
import { decodeBase64 } from "@std/encoding/base64";
import { compute, type Kernel } from "../../kernels/engine.ts";
import { makeInstance } from "../../kernels/instance.ts";
import { WASM_BASE64 } from "../../kernels/module.js";
import { assertUlpEquals } from "../../testing/mod.ts";
import { correctlyRounded } from "../../support/reference/reference.ts";

// Where regions of a kernel meet, and table entries that are made at run time.

const FAMILY: readonly Kernel[] = [
  { name: "lgamma" },
  { name: "digamma" },
  { name: "polygamma", parameter: 1 },
  { name: "polygamma", parameter: 2 },
];
const module = new WebAssembly.Module(decodeBase64(WASM_BASE64));

/** Every octave from 2^-30 to 2^30, and below 0. */
const LINE = Float64Array.from({ length: 1201 }, (_, i) => {
  const size = 2 ** (-30 + i / 20) * (1 + (i * 0.618) % 1);
  return i % 3 === 0 ? -size : size;
});

function label({ name, parameter }: Kernel): string {
  return parameter === undefined ? name : `${name}(${parameter})`;
}

for (const kernel of FAMILY) {
  Deno.test(`${label(kernel)} has the same bits whatever was computed before`, () => {
    for (const x of [LINE, Float32Array.from(LINE)]) {
      const together = x.slice();
      makeInstance(module).compute(kernel, x, together);
      // One by one, and backwards: entries are made in another order.
      const instance = makeInstance(module);
      const alone = x.slice();
      for (let i = x.length - 1; i >= 0; i--) {
        instance.compute(kernel, x.subarray(i, i + 1), alone.subarray(i, i + 1));
      }
      assertEquals(alone, together);
    }
  });
}

/** A float64 and its neighbours. */
function around(x: number): number[] {
  const step = 2 ** (Math.floor(Math.log2(Math.abs(x))) - 52);
  return [x - step, x - step / 2, x, x + step / 2, x + step];
}

/** Where entries begin and end, and the zeros that have entries. */
const SEAMS = [
  ...[-20, -19, -7, -6, -1, 6, 7, 19, 20].map((k) => 2 ** k),
  ...[-20, -7, -6, -1].map((k) => 1 - 2 ** k),
  ...[0.9999995231628418, 0.5, 0.4921875, 0.984375].flatMap((
    a,
  ) => [-a, -3 - a, -63.5 - a, -70 - a]),
  ...[-2.4570247382208006, -2.7476826467274127, -3.14358088834998, -3.955294284858598],
  ...[-4.039361839740537, -7.000198333407324, -0.504083008264455, -1.573498473162390],
  ...[-9.702672540001863, -63.84, -64.84, -999.8, -0.49571567691317, -5.499883],
  ...[-1048575.5, -1048577.25, 1e10, 2.5599833278516e305, 1e-300],
];

for (const kernel of FAMILY) {
  Deno.test(`${label(kernel)} is right where its regions meet`, () => {
    const x = Float64Array.from(SEAMS.flatMap(around));
    const y = x.slice();
    compute(kernel, x, y);
    assertUlpEquals(y, x.map((value) => correctlyRounded(kernel, value)), { ulp: 1 });
    const short = Float32Array.from(SEAMS);
    const rounded = short.slice();
    compute(kernel, short, rounded);
    assertEquals(
      rounded,
      short.map((value) => correctlyRounded(kernel, value, { type: "float32" })),
    );
  });
}

Deno.test("multigammaln of very many dimensions takes no longer than of some hundred", () => {
  // mpmath, 50 digits: the smallest 200 terms, and Euler-Maclaurin's formula for the others.
  const rows = [
    [1e6, 500000.25, 3191773948567.8975, 12122364.162802285],
    [1e9, 500000007.5, 4.918712274160084e18, 19030118932.613014],
    [1e9, 1e12, 2.662439958478663e22, 27630771074.251213],
    [2 ** 40, 1e13, 3.0943307691711303e26, 32881555352187.59],
  ];
  for (const [parameter, x, value, gradient] of rows) {
    const y = new Float64Array(1);
    compute({ name: "multigammaln", parameter }, Float64Array.of(x), y);
    assertUlpEquals(y[0], value, { ulp: 1 });
    compute({ name: "multigammalnGrad", parameter }, Float64Array.of(x), y);
    assertUlpEquals(y[0], gradient, { ulp: 1 });
  }
});

Deno.test("multigammaln is right on both sides of where its sums become integrals", () => {
  for (const parameter of [191, 192, 193, 400]) {
    const x = Float64Array.of(1e-3, 0.7, 20, 3e4, 1e9).map((t) => (parameter - 1) / 2 + t);
    for (const name of ["multigammaln", "multigammalnGrad"] as const) {
      const y = x.slice();
      compute({ name, parameter }, x, y);
      const expected = x.map((value) => correctlyRounded({ name, parameter }, value));
      assertUlpEquals(y, expected, { ulp: 1 });
    }
  }
});

for (const name of ["i0", "i1", "i1Grad", "i0e", "i1e", "i0eGrad", "i1eGrad"] as const) {
  Deno.test(`${name} in float32 is correctly rounded beyond its table, and beside NaN`, () => {
    // Over all exponents from 512 to the largest, near elements among far ones.
    const points = Array.from({ length: 240 }, (_, i) => 2 ** (9 + i / 2) * (1 + (i * 0.618) % 1));
    const far = points.flatMap((a, i) => [a, -a, i / 7]).concat([Infinity, -Infinity, 0, -0]);
    for (const x of [Float32Array.from(far), Float32Array.from([...far, NaN])]) {
      const y = x.slice();
      compute({ name }, x, y);
      assertEquals(y, x.map((value) => correctlyRounded({ name }, value, { type: "float32" })));
    }
  });
}

/** Zeros between negative poles, whose entries reach 1/64 of the distance from the nearest pole. */
const ZEROS: readonly (readonly [Kernel, number])[] = [
  [{ name: "lgamma" }, -2.4570247382208006],
  [{ name: "lgamma" }, -3.955294284858598],
  [{ name: "digamma" }, -0.504083008264455],
  [{ name: "polygamma", parameter: 2 }, -0.49571567691317],
  [{ name: "polygamma", parameter: 2 }, -5.499883],
];

for (const [kernel, zero] of ZEROS) {
  Deno.test(`${label(kernel)} is right for every float32 next to ${zero}`, () => {
    const reach = Math.abs(zero - Math.round(zero)) / 60;
    const bits = (x: number): number => new Uint32Array(Float32Array.of(x).buffer)[0];
    const first = bits(zero + reach);
    const x = new Float32Array(
      Uint32Array.from({ length: bits(zero - reach) - first }, (_, i) => first + i).buffer,
    );
    const actual = x.slice();
    compute(kernel, x, actual);
    // What float64 gives is correctly rounded, and next to no middle of two float32.
    const expected = Float64Array.from(x);
    compute(kernel, expected, expected);
    assertEquals(x.filter((_, i) => actual[i] !== Math.fround(expected[i])), new Float32Array());
  });
}
