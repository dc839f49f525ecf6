import { gpuError, guard } from "./gpu_error.ts";
import { type Piece, Slot } from "./slot.ts";

/** A piece whose results have not arrived. */
interface Load {
  readonly piece: Piece;
  readonly done: PromiseWithResolvers<void>;
}

/** A piece that has been given buffers. */
interface Placed extends Load {
  readonly slot: Slot;
  /** Settles when WebGPU has checked the upload and, later, the submission. */
  checked: Promise<void>;
}

/**
 * The number of pieces that have buffers at the same time: one is computed, one is uploaded, and
 * the results of the others are being returned. Deno sleeps for 10 ms before it returns a result:
 * four pieces of 4 MB in that time are 1.6 GB/s.
 */
export const SLOTS = 6;

/** A wait of fewer milliseconds costs less than a timer. */
const MIN_TIMER_MS = 1;

/**
 * Carries pieces to the device and back. While one is computed, the next is uploaded and the
 * results of earlier ones are read.
 *
 * The order suits runtimes whose `mapAsync` blocks the thread until all submitted work is done, as
 * in Deno 2.9.6. It costs other runtimes nothing. A piece is submitted when the one before it is
 * done, but it is uploaded earlier, so that the device gets its next piece at once. The thread asks
 * for a result only when it should be ready, judging by the pace of the program's earlier pieces.
 * In the meantime the thread can read and write files.
 */
export class Conveyor {
  readonly #device: GPUDevice;
  readonly #free: Slot[];
  readonly #queue: Load[] = [];
  readonly #unfinished = new Set<Load["done"]>();
  #uploaded: Placed | undefined;
  #submitted: Placed | undefined;
  #stopped: Error | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(device: GPUDevice, layout: GPUBindGroupLayout) {
    this.#device = device;
    this.#free = Array.from({ length: SLOTS }, () => new Slot(device, layout));
    device.lost.then(({ message }) => this.stop(gpuError(`the device was lost: ${message}`)));
  }

  /** Why it was stopped, if it was. */
  get stopped(): Error | undefined {
    return this.#stopped;
  }

  /** Carries a piece. Pieces are uploaded in the order of the calls. */
  pass(piece: Piece): Promise<void> {
    if (this.#stopped !== undefined) return Promise.reject(this.#stopped);
    const done = Promise.withResolvers<void>();
    this.#unfinished.add(done);
    this.#queue.push({ piece, done });
    this.#advance();
    return done.promise;
  }

  /** Rejects the pieces that have not arrived and all later ones. */
  stop(reason: Error): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = reason;
    clearTimeout(this.#timer);
    for (const done of this.#unfinished) {
      // A caller that stops without awaiting the results does not want their errors.
      done.promise.catch(() => {});
      done.reject(reason);
    }
    this.#unfinished.clear();
  }

  #advance(): void {
    while (this.#stopped === undefined) {
      if (this.#submitted === undefined && this.#uploaded !== undefined) {
        this.#submit(this.#uploaded);
      } else if (this.#uploaded === undefined && this.#queue.length > 0 && this.#free.length > 0) {
        this.#upload(this.#queue.shift()!, this.#free.pop()!);
      } else return;
    }
  }

  #upload(load: Load, slot: Slot): void {
    this.#uploaded = {
      ...load,
      slot,
      checked: observed(guard(this.#device, () => slot.upload(load.piece))),
    };
  }

  #submit(placed: Placed): void {
    const { slot, piece, checked } = placed;
    const { program: { pace }, x: { byteLength: bytes } } = piece;
    this.#uploaded = undefined;
    this.#submitted = placed;
    const submitted = observed(guard(this.#device, () => slot.submit(piece)));
    // If both fail, the upload's error is reported: the other may follow from it.
    placed.checked = observed(checked.then(() => submitted));
    const start = performance.now();
    const collect = (): void => {
      const asked = performance.now() - start;
      const mapped = slot.map(piece);
      pace.learn({ bytes, asked, answered: performance.now() - start });
      this.#submitted = undefined;
      this.#finish(placed, observed(mapped));
    };
    const wait = pace.expect(bytes);
    if (wait < MIN_TIMER_MS) return collect();
    this.#timer = setTimeout(() => {
      collect();
      this.#advance();
    }, wait);
  }

  async #finish({ slot, piece, done, checked }: Placed, mapped: Promise<void>): Promise<void> {
    try {
      await checked;
      await mapped;
      slot.read(piece);
      done.resolve();
    } catch (error) {
      slot.clear();
      done.reject(error);
    }
    this.#unfinished.delete(done);
    this.#free.push(slot);
    this.#advance();
  }
}

/**
 * Marks a promise as handled. It is awaited later or never, and must not count as an unhandled
 * rejection.
 */
function observed<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
