import type { ByteSink, Spool } from "../io/byte_sink.ts";

/** A sink that keeps what is written to it until it is taken. */
export class MemorySink implements ByteSink {
  #chunks: Uint8Array<ArrayBuffer>[] = [];

  // Writers use their buffers again.
  write(bytes: Uint8Array): Promise<void> {
    if (bytes.length > 0) this.#chunks.push(bytes.slice());
    return Promise.resolve();
  }

  /** Gives what was written since it was last taken. */
  take(): Uint8Array<ArrayBuffer>[] {
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks;
  }

  spool(into: ByteSink = this): Spool {
    const waiting = new MemorySink();
    return {
      write: (bytes) => waiting.write(bytes),
      async drain(): Promise<void> {
        for (const chunk of waiting.take()) await into.write(chunk);
      },
      remove: () => void waiting.take(),
    };
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }

  [Symbol.dispose](): void {
    this.#chunks = [];
  }
}
