/** A device with limits of its own, and what it was asked for. */
export interface WatchedDevice {
  readonly device: GPUDevice;
  /** The sizes of buffers that were made and not destroyed. */
  readonly alive: readonly number[];
  /** How many buffers, and pipelines, were made. */
  readonly made: { buffers: number; pipelines: number };
}

/** How a watched device differs from the one that it is. */
export interface WatchOptions {
  /** Limits that are less than its own. */
  readonly limits?: Partial<GPUSupportedLimits>;
  /** What it says of buffers that are too large; its own word if left out. */
  readonly fullFrom?: number;
}

/** Watches a device. */
export function watchDevice(
  real: GPUDevice,
  { limits = {}, fullFrom = Infinity }: WatchOptions = {},
): WatchedDevice {
  const alive = new Map<GPUBuffer, number>();
  const made = { buffers: 0, pipelines: 0 };
  let isFull = false;
  const own: Partial<GPUDevice> = {
    limits: proxyOf(real.limits, limits),
    createBuffer(descriptor: GPUBufferDescriptor): GPUBuffer {
      const buffer = real.createBuffer(descriptor);
      made.buffers++;
      alive.set(buffer, descriptor.size);
      isFull ||= descriptor.size >= fullFrom;
      const destroy = buffer.destroy.bind(buffer);
      buffer.destroy = () => {
        alive.delete(buffer);
        destroy();
      };
      return buffer;
    },
    createComputePipelineAsync(descriptor): Promise<GPUComputePipeline> {
      made.pipelines++;
      return real.createComputePipelineAsync(descriptor);
    },
    async popErrorScope(): Promise<GPUError | null> {
      const error = await real.popErrorScope();
      if (!isFull) return error;
      isFull = false;
      return new GPUOutOfMemoryError("not enough memory left");
    },
  };
  return {
    device: proxyOf(real, own),
    made,
    get alive() {
      return [...alive.values()];
    },
  };
}

/** An object with some properties replaced; the methods of WebGPU only work on its own objects. */
function proxyOf<T extends object>(real: T, own: Partial<T>): T {
  return new Proxy(real, {
    get(_, key): unknown {
      if (key in own) return own[key as keyof T];
      const value = real[key as keyof T];
      return typeof value === "function" ? value.bind(real) : value;
    },
  });
}
