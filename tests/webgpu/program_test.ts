import { assert, assertEquals } from "@std/assert";
import { compute } from "../../kernels/engine.ts";
import type { Kernel } from "../../kernels/job.ts";
import { makeProgram } from "../../webgpu/program.ts";
import { compareBits } from "./compare_bits.ts";
import { kernels, titleOf } from "./program_kernels.ts";
import { randomPoints, structuredPoints } from "./program_points.ts";
import { type GpuArray, runKernel } from "./run_program.ts";
import { isSkipped, testDevice, testOnGpu } from "./test_on_gpu.ts";

// The CPU's results are correctly rounded. The GPU's are nearly always the same, and otherwise next
// to them; `deno task verify gpu` says how often.

const RANDOM_POINTS = 2 ** 16;
/** One result in so many may be the one next to the CPU's. */
const RARE = 50_000;

const device = isSkipped ? undefined : await testDevice();

async function check<T extends GpuArray>(kernel: Kernel, x: T, upstream?: T): Promise<void> {
  const expected = x.slice() as T;
  compute(kernel, x, expected, upstream);
  const actual = await runKernel(device!, kernel, { x, upstream });
  const { count, worst, at } = compareBits(actual, expected);
  const place = `at ${x[at]}: ${actual[at]} and not ${expected[at]}`;
  assert(worst <= 1, `${titleOf(kernel)} is ${worst} ulp from the CPU's result, ${place}`);
  assert(count <= 1 + x.length / RARE, `${count} results are not the CPU's, one is ${place}`);
}

for (const kernel of kernels) {
  const title = titleOf(kernel);

  testOnGpu(`${title} has the CPU's bits at all float16 numbers`, async () => {
    const x = new Float16Array(Uint16Array.from({ length: 2 ** 16 }, (_, i) => i).buffer);
    const expected = x.slice();
    compute(kernel, x, expected);
    assertEquals(compareBits(await runKernel(device!, kernel, { x }), expected).count, 0);
  });

  testOnGpu(`${title} has the CPU's bits at rows, poles, zeros and edges in float32`, async () => {
    await check(kernel, structuredPoints(kernel));
  });

  testOnGpu(`${title} has the CPU's bits at random float32 numbers`, async () => {
    await check(kernel, randomPoints(RANDOM_POINTS));
  });
}

testOnGpu("polygamma of any order is computed, and digamma is that of order 0", async () => {
  const x = randomPoints(2 ** 10);
  const orders = [0, 4, 13, 35, 61, 62, 100, 171, 172, 1000, 2 ** 31 + 1, Number.MAX_SAFE_INTEGER];
  for (const order of orders) await check({ name: "polygamma", parameter: order }, x);
});

testOnGpu("multigammaln of a large dimension is computed", async () => {
  const x = randomPoints(2 ** 10).map((x, i) => i % 2 === 0 ? x : 124.5 + Math.abs(x));
  for (const name of ["multigammaln", "multigammalnGrad"] as const) {
    await check({ name, parameter: 250 }, x);
  }
});

testOnGpu("an array of odd length in float16 is computed", async () => {
  await check({ name: "lgamma" }, Float16Array.of(0.5, -1.5, 3));
});

Deno.test("programs of a family have the same text", () => {
  const options = { type: "float32", upstream: false } as const;
  const texts = new Set(kernels.map((kernel) => makeProgram(kernel, options).code));
  assertEquals(texts.size, 3);
});
