import type { FloatArray } from "../kernels/float_types.ts";
import { type Engine, findOverwriters, type Job } from "../kernels/job.ts";
import { Conveyor } from "./conveyor.ts";
import { gpuError } from "./gpu_error.ts";
import { type makeProgram, pieceBytes } from "./program.ts";
import { type LoadedProgram, Programs } from "./programs.ts";
import { Float16Array } from "../kernels/float_types.ts";

/** A job that says where its results go. */
export interface GpuJob extends Job {
  /** Has the type and length of `x`. It may be `x`, but no other array that is still to be read. */
  readonly out: FloatArray;
}

/** Options of a GPU engine. */
export interface GpuEngineOptions {
  /** Makes the programs; tests replace it. */
  readonly make?: typeof makeProgram;
}

/** Runs jobs on a GPU. Disposing of it frees the device and rejects unfinished jobs. */
export class GpuEngine implements Engine {
  readonly workers = 0;
  readonly device: GPUDevice;
  readonly #programs: Programs;
  readonly #conveyor: Conveyor;
  readonly #pieceBytes: number;

  constructor(device: GPUDevice, { make }: GpuEngineOptions = {}) {
    this.device = device;
    this.#programs = new Programs(device, make);
    this.#conveyor = new Conveyor(device, this.#programs.layout);
    this.#pieceBytes = pieceBytes(device.limits);
  }

  /** Makes the programs that jobs need. A shader that does not compile fails here. */
  async load(jobs: readonly Job[]): Promise<LoadedProgram[]> {
    return await this.#explain(Promise.all(
      jobs.map(({ kernel, x, upstream }) =>
        this.#programs.load(kernel!, { type: typeOf(x), upstream: upstream !== undefined })
      ),
    ));
  }

  async run(jobs: readonly Job[]): Promise<FloatArray[]> {
    const overwriters = findOverwriters(jobs);
    const outs = jobs.map(({ x }, i) => overwriters[i] ? x : emptyLike(x));
    await this.compute(jobs.map((job, i) => ({ ...job, out: outs[i] })));
    return outs;
  }

  /** Runs jobs, each into its own `out`. The arrays must not change until the promise settles. */
  async compute(jobs: readonly GpuJob[]): Promise<void> {
    // All programs are loaded before the first piece, because pieces must be uploaded in the order
    // of the jobs.
    const programs = await this.load(jobs);
    await this.#explain(Promise.all(jobs.flatMap((job, i) => this.#pass(job, programs[i]))));
  }

  [Symbol.dispose](): void {
    this.#conveyor.stop(gpuError("the device was closed"));
    this.device.destroy();
  }

  /**
   * Waits for work on the device. Operations of a device that is lost fail in words of their own,
   * and in Deno one turn of the event loop before the device says that it is lost, which is the
   * reason to give.
   */
  async #explain<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      await new Promise((resolve) => setTimeout(resolve));
      throw this.#conveyor.stopped ?? error;
    }
  }

  #pass({ x, upstream, out }: GpuJob, program: LoadedProgram): Promise<void>[] {
    const passed: Promise<void>[] = [];
    for (let start = 0; start < x.byteLength; start += this.#pieceBytes) {
      const part = (array: FloatArray): Uint8Array<ArrayBuffer> =>
        bytesOf(array).subarray(start, start + this.#pieceBytes);
      passed.push(this.#conveyor.pass({
        program,
        x: part(x),
        upstream: upstream && part(upstream),
        out: part(out),
      }));
    }
    return passed;
  }
}

function typeOf(x: FloatArray): "float32" | "float16" {
  if (x instanceof Float32Array) return "float32";
  if (x instanceof Float16Array) return "float16";
  throw gpuError("it has no float64; convert to float32");
}

function emptyLike(x: FloatArray): FloatArray {
  const Floats = x.constructor as Float64ArrayConstructor;
  return new Floats(x.length);
}

function bytesOf({ buffer, byteOffset, byteLength }: FloatArray): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}
