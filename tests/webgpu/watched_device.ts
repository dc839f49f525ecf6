/** A device with limits of its own, and what it was asked for. */
export interface WatchedDevice {
  readonly device: GPUDevice;
  /** The sizes of buffers that were made and not destroyed. */
  readonly alive: readonly number[];
  /** How many buffers, and pipelines, were made. */
  readonly made: { buffers: number; pipelines: number };
  /** Comes when a result is first waited for that does not come. */
  readonly held: Promise<void>;
}

/** How a watched device differs from the one that it is. */
export interface WatchOptions {
  /** Limits that are less than its own. */
  readonly limits?: Partial<GPUSupportedLimits>;
  /** What it says of buffers that are too large; its own word if omitted. */
  readonly fullFrom?: number;
  /** Results in buffers of so many bytes and more never come. */
  readonly holdFrom?: number;
  /** The submission at which it is lost, counted from 1. */
  readonly loseAt?: number;
}

/** Watches a device. */
export function watchDevice(
  real: GPUDevice,
  { limits = {}, fullFrom = Infinity, holdFrom = Infinity, loseAt }: WatchOptions = {},
): WatchedDevice {
  const alive = new Map<GPUBuffer, number>();
  const made = { buffers: 0, pipelines: 0 };
  const held = Promise.withResolvers<void>();
  let isFull = false;
  let submissions = 0;
  const own: Partial<GPUDevice> = {
    limits: proxyOf(real.limits, limits),
    queue: proxyOf(real.queue, {
      submit(commands: Iterable<GPUCommandBuffer>): undefined {
        real.queue.submit([...commands]);
        if (++submissions === loseAt) real.destroy();
      },
    }),
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
      if (descriptor.size >= holdFrom) {
        buffer.mapAsync = () => {
          held.resolve();
          return new Promise(() => {});
        };
      }
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
    held: held.promise,
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
