import type { Kernel } from "../../kernels/job.ts";
import { makeProgram, WORKGROUP } from "../../webgpu/program.ts";

/** The arrays that a program computes. */
export type GpuArray = Float32Array<ArrayBuffer> | Float16Array<ArrayBuffer>;

const pipelines = new WeakMap<GPUDevice, Map<string, GPUComputePipeline>>();

/** Runs the program of a kernel over an array, in the simplest way. */
export async function runKernel<T extends GpuArray>(
  device: GPUDevice,
  kernel: Kernel,
  { x, upstream }: { x: T; upstream?: T },
): Promise<T> {
  const type = x instanceof Float32Array ? "float32" : "float16";
  const { code, table } = makeProgram(kernel, { type, upstream: upstream !== undefined });
  const words = Math.ceil(x.byteLength / 4);
  const result = await runCode(device, code, {
    inputs: [table, wordsOf(x), undefined, upstream && wordsOf(upstream)],
    words,
  });
  const Type = x.constructor as new (buffer: ArrayBuffer, start: number, length: number) => T;
  return new Type(result.buffer, 0, x.length);
}

/** What a shader reads, by its bindings, and how many words it writes. */
export interface Inputs {
  readonly inputs: readonly (Uint32Array<ArrayBuffer> | undefined)[];
  readonly words: number;
}

/** Runs a shader with the bindings of a program and gives what it wrote. */
export async function runCode(
  device: GPUDevice,
  code: string,
  { inputs, words }: Inputs,
): Promise<Uint32Array<ArrayBuffer>> {
  const pipeline = pipelineOf(device, code);
  const size = Math.max(4 * words, 4);
  const { STORAGE, COPY_SRC, COPY_DST, MAP_READ, UNIFORM } = GPUBufferUsage;
  const out = device.createBuffer({ size, usage: STORAGE | COPY_SRC });
  const staging = device.createBuffer({ size, usage: MAP_READ | COPY_DST });
  const groups = Math.ceil(words / WORKGROUP);
  const columns = Math.min(groups, 65535);
  const range = Uint32Array.of(words, columns * WORKGROUP);
  const buffers = [...inputs, range].map((data, binding) => {
    if (binding === 2) return out;
    if (data === undefined) return undefined;
    const usage = (data === range ? UNIFORM : STORAGE) | COPY_DST;
    const buffer = device.createBuffer({ size: data.byteLength, usage });
    device.queue.writeBuffer(buffer, 0, data);
    return buffer;
  });
  const entries = buffers.flatMap((buffer, binding) =>
    buffer === undefined ? [] : [{ binding, resource: { buffer } }]
  );
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(columns, Math.ceil(groups / columns));
  pass.end();
  encoder.copyBufferToBuffer(out, 0, staging, 0, size);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const result = new Uint32Array(staging.getMappedRange().slice(0));
  for (const buffer of [...buffers, staging]) buffer?.destroy();
  return result;
}

function pipelineOf(device: GPUDevice, code: string): GPUComputePipeline {
  let known = pipelines.get(device);
  if (known === undefined) pipelines.set(device, known = new Map());
  let pipeline = known.get(code);
  if (pipeline === undefined) {
    const module = device.createShaderModule({ code });
    pipeline = device.createComputePipeline({
      layout: "auto",
      compute: { module, entryPoint: "main" },
    });
    known.set(code, pipeline);
  }
  return pipeline;
}

/** The bytes of an array as words, the last one filled up. */
function wordsOf(x: GpuArray): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(x.byteLength / 4));
  new Uint8Array(words.buffer).set(new Uint8Array(x.buffer, x.byteOffset, x.byteLength));
  return words;
}
