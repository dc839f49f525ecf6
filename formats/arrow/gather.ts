import type { ByteSink } from "../../pipeline/byte_sink.ts";

const ROOM = 2 ** 18;
const SMALL = 2 ** 15;

/**
 * Writes many pieces in few writes: small ones are gathered, large ones go as they are.
 *
 * Nothing waits longer than until `flush`.
 */
export class Gather {
  readonly #sink: ByteSink;
  readonly #room = new Uint8Array(ROOM);
  #filled = 0;
  #written = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  /** Number of bytes so far. */
  get position(): number {
    return this.#written + this.#filled;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.length > SMALL) {
      await this.flush();
      await this.#sink.write(bytes);
      this.#written += bytes.length;
      return;
    }
    if (this.#filled + bytes.length > ROOM) await this.flush();
    this.#room.set(bytes, this.#filled);
    this.#filled += bytes.length;
  }

  async flush(): Promise<void> {
    if (this.#filled === 0) return;
    await this.#sink.write(this.#room.subarray(0, this.#filled));
    this.#written += this.#filled;
    this.#filled = 0;
  }
}
