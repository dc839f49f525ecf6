import { assertEquals } from "@std/assert";
import { format } from "../../webgpu/wgsl/shader.ts";
import { INTEGERS, WIDE } from "../../webgpu/wgsl/wide.ts";
import { runCode } from "./run_program.ts";
import { isSkipped, testDevice, testOnGpu } from "./test_on_gpu.ts";

// The shader's arithmetic, on the device, against BigInt.

const device = isSkipped ? undefined : await testDevice();

const WORD = 1n << 32n;
const LONG = 1n << 64n;
const EDGES = [0n, 1n, 2n, 0x7fffffffn, 0x80000000n, 0xffffffffn, 0x10000n, 0xffffn];

/** Integers of 64 bits, edges of words among them. */
const longs = [
  ...EDGES.flatMap((high) => EDGES.map((low) => high * WORD + low)),
  ...Array.from({ length: 100 }, (_, i) => (0x9e3779b97f4a7c15n * BigInt(i + 1)) % LONG),
];

interface Case {
  readonly expression: string;
  readonly expected: (a: bigint, b: bigint) => bigint;
}

/** Of a: vec2u and b: vec2u. */
const cases: readonly Case[] = [
  { expression: "product64(a.x, b.x)", expected: (a, b) => (a % WORD) * (b % WORD) },
  { expression: "add64(a, b)", expected: (a, b) => a + b },
  { expression: "negate64(a)", expected: (a) => -a },
  { expression: "scale64(a, b.x)", expected: (a, b) => a * (b % WORD) >> 32n },
  {
    expression: "scaleSigned64(a, b.x)",
    expected: (a, b) => BigInt.asIntN(64, a) * (b % WORD) >> 32n,
  },
  { expression: "shiftLeft64(a, b.x & 63u)", expected: (a, b) => a << (b & 63n) },
  { expression: "shiftRight64(a, b.x & 63u)", expected: (a, b) => a >> (b & 63n) },
];

function shaderOf(functions: string, expression: string): string {
  return `
@group(0) @binding(1) var<storage, read> xs: array<u32>;
@group(0) @binding(2) var<storage, read_write> ys: array<u32>;
@group(0) @binding(4) var<uniform> range: vec2u;
${functions}
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (2u * i >= range.x) {
    return;
  }
  let a = vec2u(xs[4u * i], xs[4u * i + 1u]);
  let b = vec2u(xs[4u * i + 2u], xs[4u * i + 3u]);
  let y: vec2u = ${expression};
  ys[2u * i] = y.x;
  ys[2u * i + 1u] = y.y;
}`;
}

/** Evaluates an expression for pairs a, b, which are one after the other. */
async function run(functions: string, expression: string, pairs: BigUint64Array<ArrayBuffer>) {
  const inputs = [undefined, new Uint32Array(pairs.buffer), undefined, undefined];
  const code = shaderOf(functions, expression);
  const words = await runCode(device!, code, { inputs, words: pairs.length });
  return new BigUint64Array(words.buffer);
}

for (const { expression, expected } of cases) {
  testOnGpu(`${expression} is exact`, async () => {
    const pairs = longs.flatMap((a) => longs.map((b) => [a, b]));
    const actual = await run(INTEGERS, expression, BigUint64Array.from(pairs.flat()));
    pairs.forEach(([a, b], i) => {
      assertEquals(actual[i], BigInt.asUintN(64, expected(a, b)), `${a}, ${b}`);
    });
  });
}

// Sums and products of float32 numbers, rounded once; float64 has room for both.
const numbers = Float32Array.from([
  ...[0, -0, 1, -1, 1.5, 2 ** -149, 3 * 2 ** -149, 2 ** -126 - 2 ** -149, 2 ** -126, 2 ** 127],
  ...[-(2 ** 128 - 2 ** 104), 2 ** 24, 2 ** 24 + 2, 1 + 2 ** -23, 2 ** -75, 2 ** -64, 1 / 3],
  ...[Infinity, -Infinity, NaN],
]);

for (const type of ["float32", "float16"] as const) {
  const Type = type === "float32" ? Float32Array : Float16Array;
  const Bits = type === "float32" ? Uint32Array : Uint16Array;
  const functions = INTEGERS + WIDE + format(type);
  const operations = {
    product: (a: number, b: number): number => a * b,
    // Infinities are summed only where one of them decides, and exact zeros have no sign.
    sum: (a: number, b: number): number => a + b,
  };
  for (const [name, operation] of Object.entries(operations)) {
    testOnGpu(`a ${name} is rounded once, to ${type}`, async () => {
      const finite = name === "sum"
        ? numbers.filter((x) => x !== 0 && Number.isFinite(x))
        : numbers;
      const values = Array.from(new Type(finite)).filter((x) =>
        name !== "sum" || Number.isFinite(x)
      );
      const bits = Array.from(new Bits(new Type(values).buffer), BigInt);
      const pairs = bits.flatMap((a) => bits.map((b) => [a, b]));
      const expression = `vec2u(pack(${name}(unpack(a.x), unpack(b.x))), 0u)`;
      const packed = await run(functions, expression, BigUint64Array.from(pairs.flat()));
      const actual = new Type(new Bits(Array.from(packed, Number)).buffer);
      values.forEach((a, i) =>
        values.forEach((b, j) => {
          const expected = new Type([operation(a, b)])[0];
          const shown = actual[i * values.length + j];
          assertEquals(shown === 0 ? Math.abs(shown) : shown, expected === 0 ? 0 : expected);
        })
      );
    });
  }
}
