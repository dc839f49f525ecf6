import { assert } from "@std/assert";
import { findKernel } from "../tools/accuracy/tasks.ts";
import { registry } from "../functions/registry.ts";
import { compute } from "../kernels/engine.ts";
import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import { assertUlpEquals } from "../testing/mod.ts";
import { type ReferenceName, referencePoints } from "../testing/reference_points.ts";
import { referenceData } from "../testing/reference_data.ts";
import {
  readFloat16References,
  readFloat32References,
  type References,
} from "./data/references.ts";

// The budgets of the registry, enforced over the committed references in about a second. `deno task
// accuracy` searches for what these points do not show.

type Names = ReadonlyMap<string, References<FloatArray>>;

const float64References: Names = new Map(
  Object.keys(referenceData).map((name) => [name, float64Points(name)]),
);
const references: readonly (readonly [FloatType, Names])[] = [
  ["float64", float64References],
  ["float32", await readFloat32References()],
  ["float16", await readFloat16References()],
];

for (const [type, points] of references) {
  for (const [name, { x, y }] of points) {
    const { spec, kernel } = findKernel(name);
    const ulp = spec.budget[type];
    const count = x.length.toLocaleString("en-US");
    Deno.test(`${name} is within its budget of ${ulp} ulp in ${type}, at ${count} points`, () => {
      const actual = x.slice();
      compute(kernel, x, actual);
      assertUlpEquals(actual, y, { ulp, msg: name });
    });
  }

  Deno.test(`every function and gradient has references in ${type}`, () => {
    const kernels = new Set(Array.from(points.keys(), (name) => findKernel(name).kernel.name));
    for (const { kernel, gradientKernel } of registry) {
      for (const name of [kernel, gradientKernel]) assert(kernels.has(name), name);
    }
  });
}

function float64Points(text: string): References<Float64Array> {
  const [name, digits] = text.split("(");
  const parameter = digits === undefined ? undefined : parseInt(digits);
  return referencePoints(name as ReferenceName, { parameter });
}
