import { describe } from "../functions/arguments.ts";
import type { ByteSink, Spool } from "../io/byte_sink.ts";
import { type ByteSource, chunkSource } from "../io/byte_source.ts";
import { takeReader } from "./check_options.ts";

/** A source that reads from a stream of bytes. */
export interface StreamSource extends ByteSource {
  /**
   * Cancels the stream with a reason, and releases it. Pending reads fail with the reason: an end
   * would look as if everything had been read. It does not wait for the stream, which may never
   * settle.
   */
  cancel(reason?: unknown): void;
}

/** Makes a source that reads from a stream of bytes. */
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

/** A view of other numbers has bytes too, but only its owner knows their order and size. */
function bytesOf(chunk: unknown, name: string): Uint8Array {
  // The tag is compared, because the value may come from another realm.
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

/** A sink that keeps the written bytes until they are taken. */
export class MemorySink implements ByteSink {
  #chunks: Uint8Array<ArrayBuffer>[] = [];

  // The bytes are copied, because writers reuse their buffers.
  write(bytes: Uint8Array): Promise<void> {
    if (bytes.length > 0) this.#chunks.push(bytes.slice());
    return Promise.resolve();
  }

  /** Returns what was written since the last call. */
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
