import type { ByteSink, Spool } from "../io/byte_sink.ts";
import type { ByteSource } from "../io/byte_source.ts";

/**
 * Makes a source of bytes: a file of known size, or a pipe that gives the given number at a time.
 */
export function memorySource(bytes: Uint8Array, atATime?: number): ByteSource {
  let at = 0;
  return {
    name: "x.arrow",
    size: atATime === undefined ? bytes.length : undefined,
    read(into: Uint8Array): Promise<number | null> {
      const length = Math.min(into.length, atATime ?? into.length, bytes.length - at);
      if (length === 0 && into.length > 0) return Promise.resolve(null);
      into.set(bytes.subarray(at, at + length));
      at += length;
      return Promise.resolve(length);
    },
  };
}

/** A sink that keeps what is written. */
export class MemorySink implements ByteSink {
  readonly #parts: Uint8Array[] = [];

  /** Everything that was written so far. */
  get bytes(): Uint8Array<ArrayBuffer> {
    const length = this.#parts.reduce((length, part) => length + part.length, 0);
    const joined = new Uint8Array(length);
    this.#parts.reduce((at, part) => (joined.set(part, at), at + part.length), 0);
    return joined;
  }

  write(bytes: Uint8Array): Promise<void> {
    this.#parts.push(bytes.slice());
    return Promise.resolve();
  }

  spool(): Spool {
    throw new Error("Arrow writers need no spool");
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }

  [Symbol.dispose](): void {}
}
