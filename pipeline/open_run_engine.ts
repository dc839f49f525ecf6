import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import type { Engine, Job } from "../kernels/job.ts";
import { openEngine } from "./parallel/job_engine.ts";
import { adapterName, openDevice, requestAdapter, whyNot } from "../webgpu/adapter.ts";
import type { GpuEngine } from "../webgpu/engine.ts";
import { gpuError } from "../webgpu/gpu_error.ts";
import { chooseEngine, type EngineOptions } from "./strategy.ts";
import { MIN_GPU_ELEMENTS, WORKERS_PAY } from "./thresholds.ts";
import type { Run } from "./run.ts";

/**
 * Opens the engine that computes results of these types, and reports which it is if it is
 * not the CPU.
 */
export async function openRunEngine(
  run: Run,
  types: readonly FloatType[],
  options?: EngineOptions,
): Promise<Engine> {
  const { jobs, log } = run;
  switch (chooseEngine(run, types, options)) {
    case "cpu":
      return openEngine({ jobs, ...WORKERS_PAY });
    case "webgpu":
      return await openGpuEngine(log);
    case "auto":
      return new AutoEngine(openEngine({ jobs, ...WORKERS_PAY }), log);
  }
}

/** What computes float32 and float16, a GPU or the CPU, and why. */
interface Choice {
  readonly gpu?: GpuEngine;
  readonly reason: string;
}

/**
 * Computes float32 and float16 on a GPU if there is a real one and the first batch is large enough
 * to pay, and all else on the CPU. The choice is made once: results may differ in their last bit,
 * and must not do so between the batches of a column. So a GPU that fails later is an error.
 */
class AutoEngine implements Engine {
  readonly #cpu: Engine;
  readonly #log: (line: string) => void;
  #choosing: Promise<Choice> | undefined;
  #choice: Choice | undefined;

  constructor(cpu: Engine, log: (line: string) => void) {
    this.#cpu = cpu;
    this.#log = log;
  }

  get workers(): number {
    return this.#cpu.workers;
  }

  run(jobs: readonly Job[]): FloatArray[] | Promise<FloatArray[]> {
    if (this.#choice !== undefined) return this.#share(jobs, this.#choice);
    this.#choosing ??= this.#choose(jobs);
    return this.#choosing.then((choice) => this.#share(jobs, choice));
  }

  [Symbol.dispose](): void {
    this.#cpu[Symbol.dispose]();
    this.#choice?.gpu?.[Symbol.dispose]();
  }

  async #choose(jobs: readonly Job[]): Promise<Choice> {
    const choice = await chooseFor(jobs.filter(isShort));
    this.#log(`chosen: ${choice.gpu === undefined ? "cpu" : "webgpu"}, ${choice.reason}`);
    this.#choice = choice;
    return choice;
  }

  #share(jobs: readonly Job[], { gpu }: Choice): FloatArray[] | Promise<FloatArray[]> {
    if (gpu === undefined) return this.#cpu.run(jobs);
    if (jobs.every(isShort)) return gpu.run(jobs);
    return runBoth(jobs, { gpu, cpu: this.#cpu });
  }
}

async function chooseFor(jobs: readonly Job[]): Promise<Choice> {
  const elements = jobs.reduce((sum, { x }) => sum + x.length, 0);
  if (elements === 0) return { reason: "there is no float32 or float16 to compute" };
  if (elements < MIN_GPU_ELEMENTS) {
    return { reason: `batches of ${elements} elements are too small for the GPU to be faster` };
  }
  const adapter = await requestAdapter();
  const reason = whyNot(adapter);
  if (adapter === undefined || reason !== undefined) return { reason: reason! };
  const name = adapterName(adapter.info);
  let gpu: GpuEngine | undefined;
  try {
    gpu = await makeEngine(await adapter.requestDevice());
    // Programs that cannot be compiled fail before the choice is made.
    await gpu.load(jobs);
    return { gpu, reason: name };
  } catch (error) {
    gpu?.[Symbol.dispose]();
    return { reason: `${name} fails: ${error instanceof Error ? error.message : error}` };
  }
}

function isShort({ x }: Job): boolean {
  return !(x instanceof Float64Array);
}

/**
 * Runs jobs on both engines. They have different arrays, so that neither overwrites what the other
 * reads.
 */
async function runBoth(
  jobs: readonly Job[],
  { gpu, cpu }: { gpu: Engine; cpu: Engine },
): Promise<FloatArray[]> {
  const [short, long] = await Promise.all([
    gpu.run(jobs.filter(isShort)),
    cpu.run(jobs.filter((job) => !isShort(job))),
  ]);
  const results = [short.values(), long.values()];
  return jobs.map((job) => results[isShort(job) ? 0 : 1].next().value!);
}

/** Opens the engine of a GPU that the user asked for. It is an error if there is none. */
async function openGpuEngine(log: (line: string) => void): Promise<GpuEngine> {
  const opened = await openDevice();
  if (opened === undefined) {
    throw gpuError("no WebGPU adapter found; see specol devices");
  }
  log(`gpu ${opened.name}${opened.isSoftware ? ", a software adapter" : ""}`);
  return await makeEngine(opened.device);
}

/** The programs of a GPU are large, so they are imported only when there is a device to run them. */
async function makeEngine(device: GPUDevice): Promise<GpuEngine> {
  const { GpuEngine } = await import("../webgpu/engine.ts");
  return new GpuEngine(device);
}
