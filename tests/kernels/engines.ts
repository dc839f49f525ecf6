import { registry } from "../../functions/registry.ts";
import type { FloatArray, FloatType } from "../../kernels/float_types.ts";
import type { Engine } from "../../kernels/job.ts";
import { openEngine } from "../../pipeline/parallel/job_engine.ts";
import { WORKERS_PAY } from "../../pipeline/thresholds.ts";
import { GpuEngine } from "../../webgpu/engine.ts";
import { testDevice, testOnGpu } from "../webgpu/test_on_gpu.ts";

/** An engine, and what it promises. */
export interface EngineCase {
  readonly name: string;
  readonly types: readonly FloatType[];
  open(): Engine | Promise<Engine>;
  /** Defines a test of it. */
  test(name: string, test: () => Promise<void>): void;
  /** How far results may be from those of `compute`, in ulp. */
  readonly ulp: number;
}

/** The constructor of each type, as one of them. */
export const FLOATS = {
  float64: Float64Array,
  float32: Float32Array,
  float16: Float16Array,
} as unknown as Readonly<Record<FloatType, Float64ArrayConstructor>>;

const CPU = {
  types: ["float64", "float32", "float16"],
  test: (name: string, test: () => Promise<void>): void => Deno.test(name, test),
  ulp: 0,
} as const;

/** Every engine: the same tests run over all of them. */
export const engines: readonly EngineCase[] = [
  { ...CPU, name: "the calling thread", open: () => openEngine({ ...WORKERS_PAY, jobs: 1 }) },
  {
    ...CPU,
    name: "a patient engine",
    open: () => openEngine({ ...WORKERS_PAY, jobs: 2, afterMs: 1e9 }),
  },
  { ...CPU, name: "two workers", open: () => openEngine({ ...WORKERS_PAY, jobs: 2, afterMs: 0 }) },
  {
    name: "a GPU",
    types: ["float32", "float16"],
    open: async () => new GpuEngine(await testDevice()),
    test: testOnGpu,
    ulp: Math.max(...registry.map(({ gpuBudget }) => gpuBudget)),
  },
];

/** An array of numbers in a type, shared by nobody. */
export function floats(type: FloatType, numbers: Iterable<number>): FloatArray {
  return FLOATS[type].from(numbers);
}
