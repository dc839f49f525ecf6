import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import {
  i0,
  i0e,
  i0eGrad,
  lgamma,
  lgammaGrad,
  multigammaln,
  type NumberList,
  polygamma,
  polygammaGrad,
  valueAndGrad,
} from "../../mod.ts";

const EXPECTED = new Float64Array([1, 2, 3]).map((x) => lgamma(x));

Deno.test("lists and arrays of integers are computed as float64", () => {
  const lists: NumberList[] = [
    [1, 2, 3],
    new Int8Array([1, 2, 3]),
    new Uint8Array([1, 2, 3]),
    new Uint8ClampedArray([1, 2, 3]),
    new Int16Array([1, 2, 3]),
    new Uint16Array([1, 2, 3]),
    new Int32Array([1, 2, 3]),
    new Uint32Array([1, 2, 3]),
    new BigInt64Array([1n, 2n, 3n]),
    new BigUint64Array([1n, 2n, 3n]),
  ];
  for (const x of lists) {
    assertEquals(lgamma(x), EXPECTED);
    assertEquals(polygamma(x, 1)[0], Math.PI ** 2 / 6);
    assertEquals(valueAndGrad(lgamma, x).value, EXPECTED);
    const out = new Float64Array(3);
    assertStrictEquals(lgamma(x, { out }), out);
    assertEquals(lgamma(x, { offset: 1, stride: 2 }), EXPECTED.subarray(1, 2));
    const [frozen] = [Array.from(x as Int8Array, Number)];
    lgamma(x);
    assertEquals(Array.from(x as Int8Array, Number), frozen);
  }
  assertEquals(lgamma([]), new Float64Array(0));
});

Deno.test("a 64-bit integer is computed as the nearest float64", () => {
  const [x, y] = [2n ** 53n + 1n, 2n ** 63n - 1n];
  assertEquals(lgamma(new BigInt64Array([x, y])), lgamma(new Float64Array([2 ** 53, 2 ** 63])));
  assertEquals(lgamma(new BigUint64Array([2n ** 64n - 1n]))[0], lgamma(2 ** 64));
});

Deno.test("callbacks of map and Array.from type-check, and ignore what comes second", () => {
  const values: number[] = [1, 2, 3].map(lgamma);
  assertEquals(values, [...EXPECTED]);
  const gradients: number[] = [1, 2, 3].map(i0eGrad);
  assertEquals(gradients, [i0eGrad(1), i0eGrad(2), i0eGrad(3)]);
  const scaled: number[] = Array.from(new Set([1, 2]), i0e);
  assertEquals(scaled, [i0e(1), i0e(2)]);
  const floats: Float64Array = new Float64Array([1, 2]).map(i0);
  assertEquals(floats, i0(new Float64Array([1, 2])));
});

Deno.test("what may be a number or an array gives what may be either", () => {
  const compute = (x: number | Float64Array): number | Float64Array => polygammaGrad(x, 0);
  assertEquals(compute(1), Math.PI ** 2 / 6);
  assertEquals(compute(new Float64Array([1])), new Float64Array([Math.PI ** 2 / 6]));
  const plain: number | Float32Array = lgamma(1 as number | Float32Array);
  assertEquals(plain, 0);
});

Deno.test("upstream may be a number for a whole array", () => {
  const x = new Float64Array([1.5, 3, 7]);
  assertEquals(lgammaGrad(x, { upstream: 2 }), lgammaGrad(x).map((y) => 2 * y));
  assertEquals(
    lgammaGrad(x, { upstream: -0.5, offset: 1 }),
    lgammaGrad(x).map((y) => -0.5 * y).subarray(1),
  );
  const both = valueAndGrad(multigammaln, new Float32Array([3, 4]), 2, { upstream: 3 });
  const upstream = new Float32Array([3, 3]);
  assertEquals(both, valueAndGrad(multigammaln, new Float32Array([3, 4]), 2, { upstream }));
});

Deno.test("shared and resizable memory is read and written", () => {
  const shared = new Float64Array(new SharedArrayBuffer(24));
  shared.set([1, 2, 3]);
  assertEquals(lgamma(shared), EXPECTED);
  lgamma(shared, { out: shared });
  assertEquals([...shared], [...EXPECTED]);
  const buffer = new ArrayBuffer(16, { maxByteLength: 24 });
  const tracking = new Float64Array(buffer);
  buffer.resize(24);
  tracking.set([1, 2, 3]);
  assertEquals(lgamma(tracking), EXPECTED);
});

Deno.test("a detached array is an error, an empty one is not", () => {
  const detached = new Float64Array([1]);
  structuredClone(detached, { transfer: [detached.buffer] });
  const buffer = new ArrayBuffer(16, { maxByteLength: 16 });
  const outside = new Float64Array(buffer, 8);
  const fixed = new Float64Array(buffer, 8, 1);
  buffer.resize(4);
  const integers = new Int32Array(4);
  integers.buffer.transfer();
  for (const x of [detached, outside, fixed, integers]) {
    const message = "Cannot compute lgamma: x is detached";
    assertThrows(() => lgamma(x as Float64Array), TypeError, message);
  }
  const message = "Cannot compute lgamma: out is detached";
  assertThrows(() => lgamma(new Float64Array(0), { out: detached }), TypeError, message);
  assertThrows(() => valueAndGrad(i0, detached), TypeError, "x is detached");
  assertEquals(lgamma(new Float64Array(0)), new Float64Array(0));
});

Deno.test("arrays of another realm are taken, and give arrays of theirs", async () => {
  const { runInNewContext } = await import("node:vm");
  const [x, out, half, list, integers] = runInNewContext(
    `[new Float64Array([1, 2, 3]), new Float64Array(3), new Float32Array([3]), [1, 2, 3],
      new Int32Array([1, 2, 3])]`,
  );
  assert(!(x instanceof Float64Array));
  const y = lgamma(x as Float64Array);
  assertEquals([...y], [...EXPECTED]);
  assertStrictEquals(y.constructor, x.constructor);
  assertStrictEquals(lgamma(new Float64Array([1, 2, 3]), { out }), out);
  assertEquals([...out], [...EXPECTED]);
  assertEquals([...lgamma(half) as Float32Array], [Math.fround(Math.log(2))]);
  assertEquals(lgamma(list), EXPECTED);
  assertEquals(lgamma(integers), EXPECTED);
});

Deno.test("input that is not numbers is an error that names its place", () => {
  const wrong: readonly (readonly [unknown, string])[] = [
    [[1, "2"], `element 1 of x must be a number, got "2"`],
    [[1, null], "element 1 of x must be a number, got null"],
    [new Array(2), "element 0 of x must be a number, got undefined"],
    [[[1]], "element 0 of x must be a number, got Array"],
    [[1n], "element 0 of x must be a number, got 1n"],
    [1n, "an array of integers or a list of numbers, got 1n"],
    [new DataView(new ArrayBuffer(8)), "got DataView"],
    [Promise.resolve(1), "got Promise"],
    ["1", `got "1"`],
  ];
  for (const [x, message] of wrong) {
    assertThrows(() => lgamma(x as number), TypeError, message);
  }
  const out = new Int32Array(3) as unknown as Float64Array;
  assertThrows(() => lgamma([1, 2, 3], { out }), TypeError, "out must be a Float64Array like x");
});
