import type { Kernel } from "../kernels/job.ts";
import { gpuError, guard, messageOf, reasonOf } from "./gpu_error.ts";
import { makeProgram, type ProgramOptions } from "./program.ts";

/** A program that has been loaded onto the device. */
export interface LoadedProgram {
  readonly pipeline: GPUComputePipeline;
  readonly table: GPUBuffer;
  /** How long the program takes. */
  readonly pace: Pace;
}

/**
 * The maximum number of programs to keep; the oldest one is dropped first. Each order of polygamma
 * has a program and a table of its own.
 */
const MAX_PROGRAMS = 256;

/**
 * Makes the programs of a device, each once. Programs with the same code share a pipeline. Programs
 * with the same table share its buffer, which lives as long as one of them.
 */
export class Programs {
  /**
   * The layout that all programs are bound to. A program without upstream gets a buffer in its
   * place that it does not read.
   */
  readonly layout: GPUBindGroupLayout;
  readonly #device: GPUDevice;
  readonly #make: typeof makeProgram;
  readonly #pipelines = new Map<string, Promise<GPUComputePipeline>>();
  readonly #tables = new WeakMap<Uint32Array, Promise<GPUBuffer>>();
  readonly #programs = new Map<string, Promise<LoadedProgram>>();

  constructor(device: GPUDevice, make: typeof makeProgram = makeProgram) {
    this.#device = device;
    this.#make = make;
    const types: GPUBufferBindingType[] = [
      "read-only-storage",
      "read-only-storage",
      "storage",
      "read-only-storage",
      "uniform",
    ];
    this.layout = device.createBindGroupLayout({
      entries: types.map((type, binding) => ({
        binding,
        visibility: GPUShaderStage.COMPUTE,
        buffer: { type },
      })),
    });
  }

  /** Returns the program of a kernel. */
  load(kernel: Kernel, options: ProgramOptions): Promise<LoadedProgram> {
    const key = [kernel.name, kernel.parameter, options.type, options.upstream].join(" ");
    let program = this.#programs.get(key);
    if (program === undefined) {
      if (this.#programs.size >= MAX_PROGRAMS) {
        this.#programs.delete(this.#programs.keys().next().value!);
      }
      program = this.#load(kernel, options);
      this.#programs.set(key, program);
    }
    return program;
  }

  async #load(kernel: Kernel, options: ProgramOptions): Promise<LoadedProgram> {
    const { code, table } = this.#make(kernel, options);
    let pipeline = this.#pipelines.get(code);
    if (pipeline === undefined) {
      pipeline = this.#compile(code, kernel);
      this.#pipelines.set(code, pipeline);
    }
    let buffer = this.#tables.get(table);
    if (buffer === undefined) {
      buffer = this.#upload(table);
      this.#tables.set(table, buffer);
    }
    return { pipeline: await pipeline, table: await buffer, pace: new Pace() };
  }

  async #compile(code: string, { name }: Kernel): Promise<GPUComputePipeline> {
    const device = this.#device;
    const compiling: { pipeline?: Promise<GPUComputePipeline> } = {};
    const reason = await reasonOf(device, () => {
      compiling.pipeline = device.createComputePipelineAsync({
        layout: device.createPipelineLayout({ bindGroupLayouts: [this.layout] }),
        compute: { module: device.createShaderModule({ code }), entryPoint: "main" },
      });
      // The error scope describes better what is wrong with the module.
      compiling.pipeline.catch(() => {});
    });
    try {
      if (reason === undefined) return await compiling.pipeline!;
      throw new Error(reason);
    } catch (error) {
      throw gpuError(`the shader of ${name} does not compile: ${messageOf(error)}`);
    }
  }

  async #upload(table: Uint32Array<ArrayBuffer>): Promise<GPUBuffer> {
    const device = this.#device;
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
    let buffer: GPUBuffer | undefined;
    await guard(device, () => {
      buffer = device.createBuffer({ label: "table", size: table.byteLength, usage });
      device.queue.writeBuffer(buffer, 0, table);
    });
    return buffer!;
  }
}

/** The size of a piece, and its times in milliseconds. */
export interface PieceTimes {
  readonly bytes: number;
  /** The time from its start until its result was asked for. */
  readonly asked: number;
  /** The time from its start until the answer came. */
  readonly answered: number;
}

/**
 * The minimum number of bytes of a piece to learn from. Smaller ones take their time for other
 * things than computing.
 */
const MIN_BYTES = 2 ** 18;

/** A result that takes fewer milliseconds to arrive was ready when it was asked for. */
const READY_MS = 0.3;

/** Learns how long a program takes, so that asking for results rarely means waiting for them. */
export class Pace {
  #perByte = 0;

  /** Returns after how many milliseconds to ask for the result of a piece. */
  expect(bytes: number): number {
    return bytes < MIN_BYTES ? 0 : this.#perByte * bytes;
  }

  /** Learns from the times of a piece. */
  learn({ bytes, asked, answered }: PieceTimes): void {
    if (bytes < MIN_BYTES) return;
    // A piece that was not ready was done when the answer came. A ready one was done some time
    // before it was asked for. In both cases, ask a little earlier next time.
    const next = answered - asked > READY_MS ? 0.9 * answered : 0.7 * asked;
    // A piece that was disturbed must not delay the next one for long.
    this.#perByte = Math.min(next / bytes, 2 * this.#perByte || Infinity);
  }
}
