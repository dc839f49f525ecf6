import { gpuError, guard } from "./guard.ts";
import { type Piece, Slot } from "./slot.ts";

/** A piece on its way. */
interface Load {
  readonly piece: Piece;
  readonly done: PromiseWithResolvers<void>;
}

/** A piece that has got its buffers. */
interface Placed extends Load {
  readonly slot: Slot;
  /** What WebGPU says of its upload and, later, of its submission. */
  checked: Promise<void>;
}

/**
 * Pieces that have buffers at the same time: one is computed, one is uploaded, and the results of
 * the others are on their way. Deno sleeps for 10 ms before it gives a result: four pieces of 4 MB in
 * that time are 1.6 GB/s.
 */
export const SLOTS = 6;

/** Waiting for this many milliseconds is less than what a timer costs. */
const SHORT = 1;

/**
 * Carries pieces to the device and back, such that one is computed while the next is uploaded, and
 * the results of those before are read.
 *
 * The order is made for runtimes whose `mapAsync` holds up the thread until all that was submitted
 * is done, as that of Deno 2.9.6 does, and costs others nothing. A piece is submitted when the one
 * before is done, but it is uploaded before: so the device has its next piece at once. And the thread
 * asks for a result only when that should be there, by the pace of the program's pieces so far: in
 * the meantime it can read and write files.
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

  /** Fails what has not arrived, and what comes later. */
  stop(reason: Error): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = reason;
    clearTimeout(this.#timer);
    for (const done of this.#unfinished) {
      // Whoever stops without waiting for the results does not want to hear of them.
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
    // Of the two, the first is the reason: the other may follow from it.
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
    if (wait < SHORT) return collect();
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

/** One that is awaited later, or never: it must not count as a failure that nobody looks at. */
function observed<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
