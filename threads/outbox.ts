import type { ByteSink } from "../io/byte_sink.ts";

// What only the main thread can write, such as compressed bytes, other threads put into memory that
// they share with it. They do so in order, one at a time.

/** Bytes that are in the memory at a time, at most. */
const ROOM = 2 ** 20;
/** Where the number of these bytes lies, 0 once the main thread has taken them; and the bytes. */
const [LENGTH, BYTES] = [0, 8];

/** Puts bytes into an outbox, for the main thread to write. Blocks until it has room for them. */
export function putBytes(memory: SharedArrayBuffer, bytes: Uint8Array): void {
  const state = new Int32Array(memory, 0, 1);
  for (let at = 0; at < bytes.length; at += ROOM) {
    for (let full; (full = Atomics.load(state, LENGTH)) > 0;) Atomics.wait(state, LENGTH, full);
    const piece = bytes.subarray(at, at + ROOM);
    new Uint8Array(memory, BYTES).set(piece);
    Atomics.store(state, LENGTH, piece.length);
    Atomics.notify(state, LENGTH);
  }
}

/** Writes what threads put into an outbox to a sink. */
export class Outbox {
  /** The memory of the outbox. */
  readonly memory: SharedArrayBuffer = new SharedArrayBuffer(BYTES + ROOM);
  readonly #state = new Int32Array(this.memory, 0, 1);
  readonly #sink: Pick<ByteSink, "write">;
  /** What was taken and is not written yet. */
  readonly #taken: Uint8Array[] = [];
  #isEnded = false;

  constructor(sink: Pick<ByteSink, "write">) {
    this.#sink = sink;
  }

  /** Puts bytes of the main thread into the outbox. */
  put(bytes: Uint8Array): void {
    this.#taken.push(bytes.slice());
  }

  /** Writes what is in the outbox. */
  async flush(): Promise<void> {
    this.#take();
    for (let bytes; (bytes = this.#taken.shift()) !== undefined; this.#take()) {
      await this.#sink.write(bytes);
    }
  }

  /** Writes what threads put into the outbox, until that ends. */
  async run(): Promise<void> {
    for (let isLast = false; !isLast;) {
      isLast = this.#isEnded;
      await this.flush();
      if (!this.#isEnded) await Atomics.waitAsync(this.#state, LENGTH, 0).value;
    }
  }

  /** Notes that nothing more is put into the outbox. */
  end(): void {
    this.#isEnded = true;
    Atomics.notify(this.#state, LENGTH);
  }

  /** Takes what other threads have put into the memory. */
  #take(): void {
    const length = Atomics.load(this.#state, LENGTH);
    if (length === 0) return;
    this.#taken.push(new Uint8Array(this.memory, BYTES, length).slice());
    Atomics.store(this.#state, LENGTH, 0);
    Atomics.notify(this.#state, LENGTH);
  }
}
