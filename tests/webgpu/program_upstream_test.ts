import { assert } from "@std/assert";
import { compute } from "../../kernels/engine.ts";
import { compareBits } from "./compare_bits.ts";
import { kernels, titleOf } from "./program_kernels.ts";
import { randomPoints } from "./program_points.ts";
import { type GpuArray, runKernel } from "./run_program.ts";
import { isSkipped, testDevice, testOnGpu } from "./test_on_gpu.ts";

const FACTORS = [
  0,
  -0,
  1,
  -1,
  3,
  2 ** -149,
  -(2 ** -24),
  2 ** 100,
  65504,
  Infinity,
  -Infinity,
  NaN,
];
/** Arguments where results are out of float32's range, and of float64's. */
const PLACES = [0, -0, 80, 95, -150, 200, 400, 713.9, 714, -800, 1e-30, -1e-20, 2 ** -149, 1e30];
const MORE = [-0.5, -1, -1.5, -7.25, 1e-3, 12, 31, Infinity, -Infinity, NaN];

const device = isSkipped ? undefined : await testDevice();

for (const kernel of kernels) {
  testOnGpu(`${titleOf(kernel)} times upstream is what the CPU has`, async () => {
    const places = [...PLACES, ...MORE];
    const random = randomPoints(2 ** 14);
    const points = [...places.flatMap((x) => FACTORS.map(() => x)), ...random];
    const factors = [...places.flatMap(() => FACTORS), ...random.toReversed()];
    for (const Type of [Float32Array, Float16Array]) {
      const x = new Type(points) as GpuArray;
      const upstream = new Type(factors) as GpuArray;
      const expected = x.slice() as GpuArray;
      compute(kernel, x, expected, upstream);
      const actual = await runKernel(device!, kernel, { x, upstream });
      const { count, worst, at } = compareBits(actual, expected);
      const place = `${x[at]} times ${upstream[at]}: ${actual[at]} and not ${expected[at]}`;
      assert(worst <= 1 && count <= 2, `${count} differ, one at ${place}`);
    }
  });
}
