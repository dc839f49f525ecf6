import type { ByteSink } from "../../../io/byte_sink.ts";

const ROOM = 2 ** 18;
const SMALL = 2 ** 15;

/**
 * Writes many pieces in few writes: small ones are gathered, large ones go as they are, and those that lie
 * one behind the other in memory, as the columns of a batch do, go as one.
 *
 * Nothing waits longer than until `flush`.
 */
export class Gather {
  readonly #sink: ByteSink;
  readonly #room = new Uint8Array(ROOM);
  #filled = 0;
  /** What comes behind the room, as it lies. */
  #large: Uint8Array | undefined;
  #written = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  /** Number of bytes so far. */
  get position(): number {
    return this.#written + this.#filled + (this.#large?.length ?? 0);
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    if (this.#large !== undefined && follows(this.#large, bytes)) {
      const { buffer, byteOffset, length } = this.#large;
      this.#large = new Uint8Array(buffer, byteOffset, length + bytes.length);
      return;
    }
    const isSmall = bytes.length <= SMALL;
    if (this.#large !== undefined || isSmall && this.#filled + bytes.length > ROOM) {
      await this.flush();
    }
    if (isSmall) {
      this.#room.set(bytes, this.#filled);
      this.#filled += bytes.length;
    } else {
      this.#large = bytes;
    }
  }

  async flush(): Promise<void> {
    const pieces = [this.#room.subarray(0, this.#filled), this.#large];
    this.#written = this.position;
    this.#filled = 0;
    this.#large = undefined;
    for (const bytes of pieces) {
      if (bytes !== undefined && bytes.length > 0) await this.#sink.write(bytes);
    }
  }
}

/** Whether bytes lie behind others. */
function follows(before: Uint8Array, { buffer, byteOffset }: Uint8Array): boolean {
  return before.buffer === buffer && before.byteOffset + before.length === byteOffset;
}
