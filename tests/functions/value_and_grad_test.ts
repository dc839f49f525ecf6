import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { gradientKernel, registry, valueKernel } from "../../functions/registry.ts";
import { compute } from "../../kernels/engine.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import * as specol from "../../mod.ts";
import { assertSameBits } from "./assert_same_bits.ts";

const { lgamma, polygamma, valueAndGrad } = specol;
const types = [Float64Array, Float32Array, Float16Array] as unknown as Float64ArrayConstructor[];

/** Several blocks: ordinary ones, ones with large elements, and ones with all that is rare. */
const NUMBERS = Array.from({ length: 40_003 }, (_, i) => {
  if (i < 20_000) return (i - 3000) * 0.0017 + 0.0003;
  if (i < 30_000) return (i - 25_000) / 6;
  return [NaN, Infinity, -Infinity, 0, -0, -1, 1e300, 1e-300, 713, 1.5, 710][i % 11];
});

/** i1 and i1e are almost x/2, which for odd multiples of 2^-149 is a midpoint of float32: rounding to float64 first loses the side. */
const TINY = Float32Array.from({ length: 1200 }, (_, i) => (i - 600) * 2 ** -149);

type Both = (f: unknown, x: FloatArray, ...rest: unknown[]) => specol.ValueAndGrad<FloatArray>;
const both = valueAndGrad as Both;

for (const spec of registry) {
  for (const parameter of spec.parameter ? [spec.parameter.least, 1, 2, 20] : [undefined]) {
    const name = parameter === undefined ? spec.name : `${spec.name}(${parameter})`;
    const f = specol[spec.name as "lgamma"];
    const rest = parameter === undefined ? [] : [parameter];

    Deno.test(`${name}: value and gradient in one pass have the bits of two`, () => {
      for (const Floats of types) {
        const x = new Floats(NUMBERS);
        const upstream = x.map((_, i) => (i % 17) - 8);
        const [y, g, product] = [x.slice(), x.slice(), x.slice()];
        compute(valueKernel(spec, parameter), x, y);
        compute(gradientKernel(spec, parameter), x, g);
        compute(gradientKernel(spec, parameter), x, product, upstream);
        const { value, gradient } = both(f, x, ...rest);
        assertSameBits(value, y, `${Floats.name} value`);
        assertSameBits(gradient, g, `${Floats.name} gradient`);
        const out = { value: x.slice(), gradient: upstream };
        assertStrictEquals(both(f, out.value, ...rest, { out, upstream }), out);
        assertSameBits(out.value, y, `${Floats.name} value in place`);
        assertSameBits(out.gradient, product, `${Floats.name} gradient times upstream`);
      }
    });

    Deno.test(`${name}: value and gradient of a number are those of an array`, () => {
      const call = valueAndGrad as (f: unknown, ...rest: unknown[]) => specol.ValueAndGrad<number>;
      for (const x of [2.5, -3.25, 713, 0, NaN]) {
        const { value, gradient } = both(f, Float64Array.of(x), ...rest);
        assertEquals(call(f, x, ...rest), { value: value[0], gradient: gradient[0] });
        assertEquals(call(f, x, ...rest, { upstream: 3 }).gradient, gradient[0] * 3);
      }
    });
  }
}

Deno.test("outputs of value and gradient may lie askew over the input", () => {
  const x = Float64Array.from({ length: 40_000 }, (_, i) => 0.5 + i / 1000);
  const expected = valueAndGrad(lgamma, x);
  for (const isValue of [true, false]) {
    const shared = new Float64Array(x.length + 1);
    shared.set(x);
    const [askew, apart] = [shared.subarray(1), x.slice()];
    const out = { value: isValue ? askew : apart, gradient: isValue ? apart : askew };
    valueAndGrad(lgamma, shared.subarray(0, x.length), { out });
    assertEquals(out, expected);
  }
});

const x = new Float64Array(4);
const wrong: readonly [string, () => unknown, new () => Error, string][] = [
  ["a gradient", () => both(specol.lgammaGrad, x), TypeError, "such as lgamma, got lgammaGrad"],
  ["a function of others", () => both(Math.sin, x), TypeError, "got sin"],
  ["no function", () => both("lgamma", x), TypeError, 'got "lgamma"'],
  ["a buffer", () => both(lgamma, new ArrayBuffer(8) as never), TypeError, "got ArrayBuffer"],
  ["no parameter", () => both(polygamma, x), TypeError, "n must be a number, got undefined"],
  ["a wrong parameter", () => both(polygamma, x, -1), RangeError, "n must be an integer >= 0"],
  [
    "an output of another length",
    () => both(lgamma, x, { out: { value: x, gradient: new Float64Array(3) } }),
    RangeError,
    "Cannot compute lgamma: out must have length 4, got 3",
  ],
  [
    "one output for both",
    () => both(lgamma, x, { out: { value: x, gradient: x } }),
    RangeError,
    "Cannot compute lgamma: value and gradient must not share memory",
  ],
  ["an arrow function", () => both((x: number) => x, x), TypeError, "got a function"],
  [
    "an unknown option",
    () => both(lgamma, x, { strid: 2 }),
    TypeError,
    "Cannot compute lgamma: unknown option strid, did you mean stride? (out, offset, stride, upstream)",
  ],
  [
    "an output that is none",
    () => both(lgamma, x, { out: { values: x } }),
    TypeError,
    "Cannot compute lgamma: out: unknown option values, did you mean value? (value, gradient)",
  ],
  ["an array as output", () => both(lgamma, x, { out: x }), TypeError, "an object with value and"],
  [
    "a stride of a number",
    () => both(lgamma, 3 as never, { stride: 2 }),
    TypeError,
    "stride needs an array",
  ],
  ["a stride of 0", () => both(lgamma, x, { stride: 0 }), RangeError, "stride must be an integer"],
];
for (const [what, call, type, message] of wrong) {
  Deno.test(`valueAndGrad of ${what} is a ${type.name} that says so`, () => {
    assertThrows(call, type, message);
  });
}

Deno.test("valueAndGrad with an upstream rounds float32 values once", () => {
  const upstream = TINY.map(() => 3);
  for (const f of [specol.i1, specol.i1e]) {
    const { value } = valueAndGrad(f, TINY, { upstream });
    assertSameBits(value, f(TINY), f.name);
  }
});

Deno.test("valueAndGrad computes chosen elements as two calls do, in place too", () => {
  const x = Float64Array.from({ length: 1300 }, (_, i) => i / 7 + 0.3);
  const upstream = x.map((x) => x - 20);
  const expect = (chosen: { offset?: number; stride?: number }) => ({
    value: lgamma(x, chosen),
    gradient: specol.lgammaGrad(x, { ...chosen, upstream }),
  });
  for (const chosen of [{ stride: 3 }, { offset: 5 }, { offset: 2, stride: 2 }, { offset: 1300 }]) {
    const expected = expect(chosen);
    assertEquals(valueAndGrad(lgamma, x, { ...chosen, upstream }), expected);
    // Results where x and the upstream are.
    const [value, gradient] = [x.slice(), upstream.slice()];
    const out = { value, gradient };
    const given = valueAndGrad(lgamma, value, { ...chosen, upstream: gradient, out });
    assertEquals(given === out, true);
    const two = { value: lgamma(x, { ...chosen, out: x.slice() }), gradient: upstream.slice() };
    specol.lgammaGrad(x, { ...chosen, upstream, out: two.gradient });
    assertEquals(out, two);
  }
  const [value] = [new Float64Array(x.length)];
  const part = valueAndGrad(lgamma, x, { out: { value } });
  assertEquals(part, { value: lgamma(x), gradient: specol.lgammaGrad(x) });
  assertEquals(part.value === value, true);
  const onlyGradient = valueAndGrad(lgamma, x, { out: { gradient: value }, stride: 2 });
  assertEquals(onlyGradient.value, lgamma(x, { stride: 2 }));
});
