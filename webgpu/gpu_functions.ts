import type { Options } from "../functions/arrays.ts";
import { checkParameter } from "../functions/parameter.ts";
import { type FunctionSpec, gradientKernel, registry, valueKernel } from "../functions/registry.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { applyGpu } from "./apply_gpu.ts";
import type { GpuEngine } from "./engine.ts";
import type { GpuFunctions } from "./gpu.ts";

/** Makes every function of the registry, and its gradient. */
export function makeGpuFunctions(engine: GpuEngine): GpuFunctions {
  const functions = registry.flatMap((spec) => [
    [spec.name, makeFunction(engine, spec, { name: spec.name, kernelOf: valueKernel })],
    [
      `${spec.name}Grad`,
      makeFunction(engine, spec, {
        name: `${spec.name}Grad`,
        kernelOf: gradientKernel,
      }),
    ],
  ]);
  return Object.fromEntries(functions);
}

function makeFunction(
  engine: GpuEngine,
  spec: FunctionSpec,
  { name, kernelOf }: { name: string; kernelOf: typeof valueKernel },
): (x: FloatArray, ...rest: unknown[]) => Promise<FloatArray> {
  return async (x, ...rest) => {
    const parameter = spec.parameter && rest.shift();
    if (spec.parameter) checkParameter(name, spec.parameter, parameter);
    const kernel = kernelOf(spec, parameter as number | undefined);
    return await applyGpu(engine, { name, kernel, x, options: rest[0] as Options | undefined });
  };
}
