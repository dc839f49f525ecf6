import { describe } from "../functions/arguments.ts";
import type { ByteSink, Spool } from "../io/byte_sink.ts";
import { type ByteSource, chunkSource } from "../io/byte_source.ts";
import { takeReader } from "./check_options.ts";

/** A stream of bytes that is read as a source. */
export interface StreamSource extends ByteSource {
  /**
   * Cancels the stream with a reason, and lets go of it. Who waits for bytes gets the reason as an error: an
   * end would look as if all had been read. It does not wait for the stream, which may never be done with it.
   */
  cancel(reason?: unknown): void;
}

/** Makes a source of a stream of bytes. */
export function streamSource(stream: ReadableStream<Uint8Array>, name: string): StreamSource {
  const reader = takeReader("Cannot read a table: the stream", stream);
  let cancelled: { readonly reason: unknown } | undefined;
  return {
    ...chunkSource(name, async () => {
      if (cancelled === undefined) {
        const { done, value } = await reader.read();
        if (cancelled === undefined) {
          return { done, value: done ? undefined : bytesOf(value, name) };
        }
      }
      throw cancelled.reason;
    }),
    live: "stream",
    cancel(reason: unknown = new DOMException(`${name} was cancelled`, "AbortError")): void {
      if (cancelled !== undefined) return;
      cancelled = { reason };
      reader.cancel(reason).catch(() => {});
      reader.releaseLock();
    },
  };
}

/** A view of other numbers has bytes, too, but of which order and size only its owner knows. */
function bytesOf(chunk: unknown, name: string): Uint8Array {
  // By tag: it may be of another realm.
  if (
    ArrayBuffer.isView(chunk) && Object.prototype.toString.call(chunk) === "[object Uint8Array]"
  ) {
    return chunk as Uint8Array;
  }
  const advice = typeof chunk === "string" ? ": encode texts with TextEncoderStream" : "";
  throw new TypeError(
    `Cannot read ${name}: its chunks must be Uint8Array, got ${describe(chunk)}${advice}`,
  );
}

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
