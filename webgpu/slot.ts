import { gpuError, messageOf } from "./gpu_error.ts";
import { dispatchOf, pieceBytes } from "./program.ts";
import type { LoadedProgram } from "./programs.ts";

/** The arrays that go to the device, and come back, in one step. */
export interface Piece {
  readonly program: LoadedProgram;
  readonly x: Uint8Array<ArrayBuffer>;
  readonly upstream?: Uint8Array<ArrayBuffer>;
  /** Receives the results; it is as long as `x`. */
  readonly out: Uint8Array;
}

/** Bytes of the smallest buffer. */
const MIN_BUFFER_BYTES = 1024;

/** The buffers of one piece at a time. */
export class Slot {
  readonly #device: GPUDevice;
  readonly #layout: GPUBindGroupLayout;
  readonly #buffers = new Map<keyof typeof USAGES, GPUBuffer>();
  #bindings = new WeakMap<LoadedProgram, GPUBindGroup>();

  constructor(device: GPUDevice, layout: GPUBindGroupLayout) {
    this.#device = device;
    this.#layout = layout;
  }

  /** Copies a piece into memory that the device can read. Then its arrays may change. */
  upload({ x, upstream }: Piece): void {
    const size = wholeWords(x.byteLength);
    const { row } = dispatchOf(size / 4, this.#device.limits);
    this.#write("range", Uint32Array.of(size / 4, row));
    this.#write("x", x);
    if (upstream !== undefined) this.#write("upstream", upstream);
  }

  /** Lets the device compute what was uploaded, and copy the results to where they can be read. */
  submit({ program, x: { byteLength } }: Piece): void {
    const size = wholeWords(byteLength);
    const { columns, rows } = dispatchOf(size / 4, this.#device.limits);
    const bindings = this.#bind(program, size);
    const encoder = this.#device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(program.pipeline);
    pass.setBindGroup(0, bindings);
    pass.dispatchWorkgroups(columns, rows);
    pass.end();
    encoder.copyBufferToBuffer(this.#take("y", size), 0, this.#take("result", size), 0, size);
    this.#device.queue.submit([encoder.finish()]);
  }

  /** Waits for the results. */
  async map({ x: { byteLength } }: Piece): Promise<void> {
    const size = wholeWords(byteLength);
    try {
      await this.#take("result", size).mapAsync(GPUMapMode.READ, 0, size);
    } catch (error) {
      throw gpuError(`its results cannot be read: ${messageOf(error)}`);
    }
  }

  /** Copies the results to `out`; `map` must have finished. */
  read({ out }: Piece): void {
    const size = wholeWords(out.byteLength);
    const result = this.#take("result", size);
    out.set(new Uint8Array(result.getMappedRange(0, size), 0, out.byteLength));
    result.unmap();
  }

  /** Frees the buffers. New ones are made when they are needed. */
  clear(): void {
    for (const buffer of this.#buffers.values()) buffer.destroy();
    this.#buffers.clear();
    this.#bindings = new WeakMap();
  }

  #bind(program: LoadedProgram, size: number): GPUBindGroup {
    // The buffers are taken first, because a new buffer needs new bindings.
    const [x, y, range] = [this.#take("x", size), this.#take("y", size), this.#take("range", 8)];
    let bindings = this.#bindings.get(program);
    if (bindings === undefined) {
      const buffers = [program.table, x, y, this.#buffers.get("upstream") ?? x, range];
      bindings = this.#device.createBindGroup({
        layout: this.#layout,
        entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
      });
      this.#bindings.set(program, bindings);
    }
    return bindings;
  }

  /**
   * Writes data into a buffer. Only complete words can be written, so half a word, an odd float16, is
   * padded.
   */
  #write(
    name: keyof typeof USAGES,
    data: Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  ): void {
    const { byteLength } = data;
    const whole = byteLength - byteLength % 4;
    const buffer = this.#take(name, wholeWords(byteLength));
    const { queue } = this.#device;
    queue.writeBuffer(buffer, 0, whole === byteLength ? data : data.subarray(0, whole));
    if (whole < byteLength) {
      const last = new Uint8Array(4);
      last.set(data.subarray(whole));
      queue.writeBuffer(buffer, whole, last);
    }
  }

  /** Returns a buffer of at least `size` bytes. */
  #take(name: keyof typeof USAGES, size: number): GPUBuffer {
    const old = this.#buffers.get(name);
    if (old !== undefined && old.size >= size) return old;
    old?.destroy();
    this.#bindings = new WeakMap();
    const buffer = this.#device.createBuffer({
      label: name,
      // Buffers have only a few sizes, so that they are rarely replaced.
      size: Math.min(
        2 ** Math.ceil(Math.log2(Math.max(size, MIN_BUFFER_BYTES))),
        pieceBytes(this.#device.limits),
      ),
      usage: USAGES[name](),
    });
    this.#buffers.set(name, buffer);
    return buffer;
  }
}

// These are functions, because the flags exist only where WebGPU does.
const USAGES = {
  x: () => GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST,
  y: () => GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC,
  upstream: () => GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST,
  range: () => GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
  result: () => GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
};

function wholeWords(bytes: number): number {
  return bytes + (4 - bytes % 4) % 4;
}
