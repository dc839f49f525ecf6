import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { i0e, i0eGrad, i1, lgamma, polygamma } from "../../mod.ts";

const types = [Float64Array, Float32Array, Float16Array];

function ramp(length: number): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length }, (_, i) => (i - length / 3) * 0.37);
}

Deno.test("an empty array gives an empty array", () => {
  for (const Type of types) {
    assertEquals(i0e(new Type(0) as Float64Array), new Type(0) as Float64Array);
  }
});

Deno.test("an element has the same bits alone, at the end of an array and in the middle of one", () => {
  const x = ramp(40000);
  const y = i1(x);
  for (const length of [1, 2, 3, 4, 5, 511, 512, 513, 16383, 16384, 16385, 32769]) {
    assertEquals(i1(x.subarray(0, length)), y.subarray(0, length));
    assertEquals(i1(x[length - 1]), y[length - 1]);
  }
});

Deno.test("an element has the same bits next to elements in other regions", () => {
  const x = ramp(64);
  for (const other of [NaN, Infinity, 1e300, 2000, 710, 1e-310, 0]) {
    for (const Type of types) {
      const mixed = i0eGrad(new Type([...x, other]) as Float64Array);
      const alone = i0eGrad(new Type(x) as Float64Array);
      assertEquals([...mixed.subarray(0, 64)], [...alone]);
    }
  }
});

Deno.test("views of any alignment are read and written where they are", () => {
  const buffer = new ArrayBuffer(8 * 20);
  for (const byteOffset of [8, 16, 24]) {
    const x = new Float64Array(buffer, byteOffset, 5);
    x.set([1, 2, 3, 4, 5]);
    assertEquals(i0e(x), i0e(Float64Array.of(1, 2, 3, 4, 5)));
  }
});

Deno.test("out is returned, may be the input, and may overlap it askew", () => {
  const x = ramp(10000);
  const expected = i0e(x);
  const out = new Float64Array(x.length);
  assertStrictEquals(i0e(x, { out }), out);
  assertEquals(out, expected);

  const inPlace = x.slice();
  i0e(inPlace, { out: inPlace });
  assertEquals(inPlace, expected);

  for (const shift of [1, 3]) {
    const shared = new Float64Array(x.length + shift);
    shared.set(x);
    i0e(shared.subarray(0, x.length), { out: shared.subarray(shift) });
    assertEquals(shared.subarray(shift), expected);
  }
});

Deno.test("stride and offset choose elements; out is dense, or as long as x", () => {
  const x = ramp(30000);
  const chosen = x.filter((_, i) => i % 3 === 1);
  const expected = i0e(chosen);
  assertEquals(i0e(x, { stride: 3, offset: 1 }), expected);
  assertEquals(
    i0e(x, { stride: 3, offset: 1, out: new Float64Array(chosen.length) }),
    expected,
  );
  const inPlace = x.slice();
  i0e(inPlace, { stride: 3, offset: 1, out: inPlace });
  assertEquals(inPlace, x.map((value, i) => i % 3 === 1 ? i0e(value) : value));
  assertEquals(i0e(x, { offset: x.length }).length, 0);
});

Deno.test("upstream multiplies the gradient, dense or strided like x", () => {
  const x = ramp(3000);
  const upstream = ramp(3000).map((value) => value * value);
  const product = i0eGrad(x).map((g, i) => g * upstream[i]);
  assertEquals(i0eGrad(x, { upstream }), product);
  assertEquals(i0eGrad(x, { upstream, out: upstream.slice() }), product);
  const dense = i0eGrad(x, { upstream: upstream.subarray(0, 1000), stride: 3 });
  assertEquals(
    dense,
    Float64Array.from({ length: 1000 }, (_, i) => i0eGrad(x[3 * i]) * upstream[i]),
  );
  assertEquals(i0eGrad(2, { upstream: 3 }), i0eGrad(2) * 3);
});

Deno.test("arrays may share a buffer in any layout", () => {
  const x = ramp(30000);
  const shared = ramp(30000).map((value) => 1 + value);
  const dense = shared.slice(0, 10000);
  const expected = i0eGrad(x, { stride: 3, upstream: dense });
  // upstream is dense, out is as long as x, and both begin at the same place.
  i0eGrad(x, { stride: 3, upstream: shared.subarray(0, 10000), out: shared });
  assertEquals(shared.filter((_, i) => i % 3 === 0), expected);

  const packed = x.slice();
  i0e(packed, { stride: 3, offset: 2, out: packed.subarray(0, 10000) });
  assertEquals(packed.subarray(0, 10000), i0e(x, { stride: 3, offset: 2 }));
});

Deno.test("float32 and float16 products with upstream are rounded once", () => {
  for (
    const [Type, round] of [[Float32Array, Math.fround], [Float16Array, Math.f16round]] as const
  ) {
    const x = new Type(ramp(1000)) as Float32Array;
    const upstream = new Type(1000).fill(1 / 3) as Float32Array;
    const expected = Array.from(x, (value, i) => round(i0eGrad(value) * upstream[i]));
    assertEquals([...i0eGrad(x, { upstream })], expected);
  }
});

// Each row: what is wrong, the call, the error and its message.
const wrong: readonly [string, () => unknown, new () => Error, string][] = [
  [
    "a buffer",
    () => i0e(new ArrayBuffer(16) as never),
    TypeError,
    "Cannot compute i0e: x must be a number, Float64Array, Float32Array or Float16Array, an array of " +
    "integers or a list of numbers, got ArrayBuffer",
  ],
  ["a string", () => i0e("1" as never), TypeError, 'got "1"'],
  ["null", () => i0e(null as never), TypeError, "got null"],
  [
    "out of another type",
    () => i0e(new Float64Array(2), { out: new Float32Array(2) as never }),
    TypeError,
    "Cannot compute i0e: out must be a Float64Array like x, got Float32Array",
  ],
  [
    "out of another length",
    () => i0e(new Float64Array(2), { out: new Float64Array(3) }),
    RangeError,
    "Cannot compute i0e: out must have length 2, got 3",
  ],
  [
    "out of neither length",
    () => i0e(new Float64Array(9), { stride: 2, out: new Float64Array(4) }),
    RangeError,
    "Cannot compute i0e: out must have length 9 or 5, got 4",
  ],
  [
    "upstream of another length",
    () => i0eGrad(new Float64Array(2), { upstream: new Float64Array(1) }),
    RangeError,
    "Cannot compute i0eGrad: upstream must have length 2, got 1",
  ],
  [
    "a text for upstream of an array",
    () => i0eGrad(new Float64Array(2), { upstream: "2" as never }),
    TypeError,
    'Cannot compute i0eGrad: upstream must be a Float64Array like x, got "2"',
  ],
  [
    "an array for upstream of a number",
    () => i0eGrad(1, { upstream: new Float64Array(1) as never }),
    TypeError,
    "Cannot compute i0eGrad: upstream must be a number like x, got Float64Array",
  ],
  [
    "out for a number",
    () => (i0e as (x: number, options: unknown) => number)(1, { out: new Float64Array(1) }),
    TypeError,
    "Cannot compute i0e: out needs an array, but x is a number",
  ],
  [
    "a stride of 0",
    () => i0e(new Float64Array(2), { stride: 0 }),
    RangeError,
    "Cannot compute i0e: stride must be an integer >= 1, got 0",
  ],
  [
    "a stride of 1.5",
    () => i0e(new Float64Array(2), { stride: 1.5 }),
    RangeError,
    "Cannot compute i0e: stride must be an integer >= 1, got 1.5",
  ],
  [
    "an offset beyond the end",
    () => i0e(new Float64Array(2), { offset: 3 }),
    RangeError,
    "Cannot compute i0e: offset must be an integer from 0 to 2, got 3",
  ],
  [
    "an offset that is text",
    () => i0e(new Float64Array(2), { offset: "1" as never }),
    TypeError,
    'Cannot compute i0e: offset must be a number, got "1"',
  ],
];

for (const [what, call, type, message] of wrong) {
  Deno.test(`${what} is a ${type.name} that says so`, () => {
    assertThrows(call, type, message);
  });
}

Deno.test("options that a function does not have are errors that name the nearest one", () => {
  const x = new Float64Array([1, 2]);
  const call = (f: unknown, ...args: unknown[]) => (f as (...args: unknown[]) => unknown)(...args);
  assertThrows(
    () => call(lgamma, x, { ofset: 1 }),
    TypeError,
    "Cannot compute lgamma: unknown option ofset, did you mean offset? (out, offset, stride)",
  );
  for (const [f, at] of [[lgamma, x], [lgamma, 2], [polygamma, x]] as const) {
    const args = f === polygamma ? [at, 1] : [at];
    assertThrows(
      () => call(f, ...args, { upstream: 3 }),
      TypeError,
      `upstream multiplies gradients only: use ${f.name}Grad or valueAndGrad`,
    );
  }
  const gone = new Float64Array(2);
  structuredClone(gone, { transfer: [gone.buffer] });
  assertThrows(() => lgamma(x, { out: gone }), TypeError, "out is detached");
});
