import { gpuError, messageOf } from "./guard.ts";
import { dispatchOf, pieceBytes } from "./limits.ts";
import type { LoadedProgram } from "./programs.ts";

/** What goes to the device and comes back at once. */
export interface Piece {
  readonly program: LoadedProgram;
  readonly x: Uint8Array<ArrayBuffer>;
  readonly upstream?: Uint8Array<ArrayBuffer>;
  /** Where the results go; as long as `x`. */
  readonly out: Uint8Array;
}

/** Bytes of the smallest buffer. */
const LEAST = 1024;

/** Buffers for one piece, used for one after another. */
export class Slot {
  readonly #device: GPUDevice;
  readonly #layout: GPUBindGroupLayout;
  readonly #buffers = new Map<keyof typeof USAGES, GPUBuffer>();
  #bindings = new WeakMap<LoadedProgram, GPUBindGroup>();

  constructor(device: GPUDevice, layout: GPUBindGroupLayout) {
    this.#device = device;
    this.#layout = layout;
  }

  /** Copies a piece into memory that the device can read; the arrays may change from then on. */
  upload({ x, upstream }: Piece): void {
    const size = wholeWords(x.byteLength);
    const { row } = dispatchOf(size / 4, this.#device.limits);
    this.#write("range", Uint32Array.of(size / 4, row));
    this.#write("x", x);
    if (upstream !== undefined) this.#write("upstream", upstream);
  }

  /** Lets the device compute what was uploaded, and copy it to where it can be read from. */
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

  /** Copies the results to where they go, once they were waited for. */
  read({ out }: Piece): void {
    const size = wholeWords(out.byteLength);
    const result = this.#take("result", size);
    out.set(new Uint8Array(result.getMappedRange(0, size), 0, out.byteLength));
    result.unmap();
  }

  /** Frees the buffers; others are made when they are needed. */
  clear(): void {
    for (const buffer of this.#buffers.values()) buffer.destroy();
    this.#buffers.clear();
    this.#bindings = new WeakMap();
  }

  #bind(program: LoadedProgram, size: number): GPUBindGroup {
    // Asked for first: a buffer that is made anew needs new bindings.
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

  /** Only whole words can be written: half a word, an odd float16, is filled up. */
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

  /** A buffer that has room. */
  #take(name: keyof typeof USAGES, size: number): GPUBuffer {
    const old = this.#buffers.get(name);
    if (old !== undefined && old.size >= size) return old;
    old?.destroy();
    this.#bindings = new WeakMap();
    const buffer = this.#device.createBuffer({
      label: name,
      // Of few sizes, so that few are made anew.
      size: Math.min(
        2 ** Math.ceil(Math.log2(Math.max(size, LEAST))),
        pieceBytes(this.#device.limits),
      ),
      usage: USAGES[name](),
    });
    this.#buffers.set(name, buffer);
    return buffer;
  }
}

// Functions, because the flags are only there where WebGPU is.
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
