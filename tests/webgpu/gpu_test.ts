import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { registry } from "../../functions/registry.ts";
import * as specol from "../../mod.ts";
import { assertUlpEquals } from "../../testing/mod.ts";
import { isSkipped, testOnGpu } from "./test_on_gpu.ts";

type Call = (...args: unknown[]) => Promise<Float32Array>;
type Calls = Readonly<Record<string, Call>>;

const types = [Float32Array, Float16Array] as unknown as Float32ArrayConstructor[];
const X = Array.from({ length: 301 }, (_, i) => 3 + i / 16);

/** The GPU of a test; there is one, or the test is skipped. */
async function request(): Promise<specol.Gpu & { calls: Calls }> {
  const gpu = await specol.requestGpu();
  if (gpu === undefined) throw new Error("Cannot test: no GPU answers");
  return { ...gpu, calls: gpu as unknown as Calls };
}

const names = registry.flatMap(({ name, parameter }) =>
  [name, `${name}Grad`].map((name) => ({ name, second: parameter ? [3] : [] }))
);

testOnGpu("a GPU has every function of the module, with the same arguments", async () => {
  using gpu = await request();
  for (const { name, second } of names) {
    const onCpu = specol[name as "lgamma"] as unknown as (...args: unknown[]) => Float32Array;
    for (const Floats of types) {
      const x = new Floats(X);
      const upstream = new Floats(X).reverse();
      const cases = [
        {},
        { offset: 1, stride: 3 },
        { offset: 2, stride: 7, out: new Floats(X.length) },
        ...(name.endsWith("Grad") ? [{ upstream }, { upstream, stride: 2 }] : []),
      ];
      for (const options of cases) {
        const actual = await gpu.calls[name](x, ...second, { ...options });
        const expected = onCpu(x, ...second, { ...options, out: options.out?.slice() });
        const msg = `${name}, ${Floats.name}, ${Object.keys(options)}`;
        assertUlpEquals(actual, expected, { ulp: 1, msg });
      }
    }
  }
});

testOnGpu("out is returned, and may be x, or overlap it askew", async () => {
  using gpu = await request();
  const x = new Float32Array(X);
  const expected = await gpu.lgamma(x);
  assertEquals(x, new Float32Array(X), "x stays as it was");
  const out = new Float32Array(X.length);
  assertStrictEquals(await gpu.lgamma(x, { out }), out);
  assertEquals(out, expected);
  const inPlace = x.slice();
  await gpu.lgamma(inPlace, { out: inPlace });
  assertEquals(inPlace, expected);
  const shared = new Float32Array([...X, 0]);
  await gpu.lgamma(shared.subarray(0, X.length), { out: shared.subarray(1) });
  assertEquals(shared.subarray(1), expected);
});

testOnGpu("calls may run at the same time, and empty arrays are arrays", async () => {
  using gpu = await request();
  const x = new Float32Array(X);
  const [a, b, c] = await Promise.all([gpu.i0e(x), gpu.i1e(x), gpu.i0e(new Float32Array(0))]);
  assertUlpEquals(a, specol.i0e(x), { ulp: 1 });
  assertUlpEquals(b, specol.i1e(x), { ulp: 1 });
  assertEquals(c.length, 0);
});

testOnGpu("what changes after the call is not seen", async () => {
  using gpu = await request();
  const x = new Float32Array(X);
  const upstream = new Float32Array(X.length).fill(2);
  const expected = await gpu.lgammaGrad(x.slice(), { upstream: upstream.slice() });
  const call = gpu.lgammaGrad(x, { upstream });
  x.fill(0);
  upstream.fill(0);
  assertEquals(await call, expected);
});

testOnGpu("a number as upstream multiplies every gradient, as on the CPU", async () => {
  using gpu = await request();
  const x = new Float32Array(X);
  const upstream = new Float32Array(X.length).fill(-3);
  assertEquals(await gpu.i0eGrad(x, { upstream: -3 }), await gpu.i0eGrad(x, { upstream }));
});

const x = new Float32Array(2);
const wrong: readonly [string, string, unknown[], string][] = [
  ["float64", "i0", [new Float64Array(2)], "i0 on the GPU: x must be a Float32Array or"],
  ["a number", "i0", [1], "x must be a Float32Array or Float16Array, got 1"],
  ["out of another type", "i0", [x, { out: new Float16Array(2) }], "out must be a Float32Array"],
  ["out of another length", "i0", [x, { out: new Float32Array(3) }], "out must have length 2"],
  ["a stride of 0", "i0", [x, { stride: 0 }], "Cannot compute i0: stride must be an integer >= 1"],
  ["no order", "polygamma", [x], "Cannot compute polygamma: n must be a number, got undefined"],
  ["a wrong dimension", "multigammalnGrad", [x, 0], "p must be an integer >= 1, got 0"],
  ["a wrong upstream", "i0Grad", [x, { upstream: "2" }], "upstream must be a Float32Array like x"],
];
for (const [what, name, args, message] of wrong) {
  testOnGpu(`${what} is refused with the words of the CPU's function`, async () => {
    using gpu = await request();
    await assertRejects(() => gpu.calls[name](...args), Error, message);
  });
}

testOnGpu("after it was disposed of a GPU computes no more", async () => {
  const gpu = await request();
  gpu[Symbol.dispose]();
  await assertRejects(() => gpu.lgamma(new Float32Array(4)), Error, "Cannot compute on the GPU");
});

Deno.test("where there is no WebGPU there is no GPU", async () => {
  const own = Object.getOwnPropertyDescriptor(Navigator.prototype, "gpu")!;
  try {
    for (const gpu of [undefined, { requestAdapter: () => Promise.resolve(null) }]) {
      Object.defineProperty(Navigator.prototype, "gpu", { ...own, get: () => gpu });
      assertEquals(await specol.requestGpu(), undefined);
    }
  } finally {
    Object.defineProperty(Navigator.prototype, "gpu", own);
  }
  assertEquals(await specol.requestGpu() === undefined, isSkipped);
});
