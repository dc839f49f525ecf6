import type { FloatArray } from "../kernels/float_types.ts";
import { findOverwriters, type Job } from "../kernels/job.ts";
import type { Engine } from "../kernels/job.ts";
import { Conveyor } from "./conveyor.ts";
import { gpuError } from "./guard.ts";
import { pieceBytes } from "./limits.ts";
import type { makeProgram } from "./program.ts";
import { type LoadedProgram, Programs } from "./programs.ts";

/** A job that says where its results go. */
export interface GpuJob extends Job {
  /** Of the type and length of `x`; may be `x`, and nothing else that is still to be read. */
  readonly out: FloatArray;
}

/** How a GPU engine is opened. */
export interface GpuEngineOptions {
  /** What makes the programs. */
  readonly make?: typeof makeProgram;
}

/** Does jobs on a GPU. Disposing frees the device, and what has not been finished fails. */
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

  /** Makes the programs that jobs need: what cannot be compiled fails here. */
  async load(jobs: readonly Job[]): Promise<LoadedProgram[]> {
    return await this.#explain(Promise.all(
      jobs.map(({ kernel, x, upstream }) =>
        this.#programs.load(kernel, { type: typeOf(x), upstream: upstream !== undefined })
      ),
    ));
  }

  async run(jobs: readonly Job[]): Promise<FloatArray[]> {
    const overwriters = findOverwriters(jobs);
    const outs = jobs.map(({ x }, i) => overwriters[i] ? x : emptyLike(x));
    await this.compute(jobs.map((job, i) => ({ ...job, out: outs[i] })));
    return outs;
  }

  /** Does jobs, each to its own place. The arrays must stay as they are until that is done. */
  async compute(jobs: readonly GpuJob[]): Promise<void> {
    // All programs before the first piece: pieces must be uploaded in the order of the jobs.
    const programs = await this.load(jobs);
    await this.#explain(Promise.all(jobs.flatMap((job, i) => this.#pass(job, programs[i]))));
  }

  [Symbol.dispose](): void {
    this.#conveyor.stop(gpuError("the device was closed"));
    this.device.destroy();
  }

  /**
   * Waits for work on the device. Operations of a device that is lost fail in words of their own, and in
   * Deno one turn of the event loop before the device says that it is lost, which is the reason to give.
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
