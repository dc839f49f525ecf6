import { assertEquals } from "@std/assert";
import {
  compute,
  computeBoth,
  computeNumber,
  type Kernel,
  type KernelName,
} from "../../kernels/engine.ts";
import { registry } from "../../functions/registry.ts";
import { type HardPoints, readHardPoints } from "../../support/hard_points.ts";

// Points whose true values lie almost half-way between two float64 numbers, the nearest of a
// million tried, with their proved roundings (tools/arb/hard_points.c). A kernel of 0.51 ulp gets a
// third of them wrong.

for (const { name, points } of await readHardPoints()) {
  for (const group of points) {
    const { parameter, x } = group;
    const kernel: Kernel = { name: name as KernelName, parameter };
    const title = parameter === undefined ? name : `${name}(${parameter})`;
    Deno.test(`${title} rounds ${x.length} hard points correctly`, () => {
      const y = x.slice();
      compute(kernel, x, y);
      assertEquals(findWrong(group, y), [], "in an array");
      assertEquals(findWrong(group, x.map((x) => computeNumber(kernel, x))), [], "one by one");
      if (!registry.some((spec) => spec.kernel === name)) return;
      const values = x.slice();
      computeBoth(kernel, x, values, { out: x.slice() });
      assertEquals(findWrong(group, values), [], "with the gradient");
    });
  }
}

function findWrong({ x, y }: HardPoints, actual: Float64Array): unknown[] {
  const wrong = Array.from(x.keys()).filter((i) => !Object.is(actual[i], y[i]));
  return wrong.map((i) => ({ x: x[i], actual: actual[i], expected: y[i] }));
}
