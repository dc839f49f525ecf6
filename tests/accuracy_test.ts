import { registry } from "../functions/registry.ts";
import { compute, type KernelName } from "../kernels/engine.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { assertUlpEquals, type ReferenceName, referencePoints } from "../testing/mod.ts";
import { readFloat16References, readFloat32References } from "./data/references.ts";

// The budgets of the registry, enforced over the committed references in about a second. `deno task
// accuracy` searches for what these points do not show.

const float32References = await readFloat32References();
const float16References = await readFloat16References();

const subjects = registry.flatMap((
  { name, kernel, gradientKernel, budget },
) => [
  { name, kernel, budget },
  { name: `${name}Grad`, kernel: gradientKernel, budget },
]);

for (const { name, kernel, budget } of subjects) {
  Deno.test(`${name} is within its budget of ${budget.float64} ulp in float64`, () => {
    const { x, y } = referencePoints(name as ReferenceName);
    assertUlpEquals(run(kernel, x), y, { ulp: budget.float64, msg: name });
  });

  Deno.test(`${name} is within its budget of ${budget.float32} ulp in float32`, () => {
    const { x, y } = float32References.get(kernel)!;
    assertUlpEquals(run(kernel, x), y, { ulp: budget.float32, msg: name });
  });

  Deno.test(`${name} is within its budget of ${budget.float16} ulp in float16, for all 65,536 inputs`, () => {
    const { x, y } = float16References.get(kernel)!;
    assertUlpEquals(run(kernel, x), y, { ulp: budget.float16, msg: name });
  });
}

function run<T extends FloatArray>(kernel: KernelName, x: T): T {
  const y = x.slice() as T;
  compute(kernel, x, y);
  return y;
}
