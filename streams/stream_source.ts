import type { ByteSource } from "../pipeline/byte_source.ts";
import { chunkSource } from "../pipeline/chunk_source.ts";

/** Makes a source of a stream of bytes. Disposing of it cancels what was not read. */
export function streamSource(
  stream: ReadableStream<Uint8Array>,
  name: string,
): ByteSource & Disposable {
  const reader = stream.getReader();
  return {
    ...chunkSource(name, () => reader.read()),
    live: "stream",
    [Symbol.dispose](): void {
      reader.cancel().catch(() => {});
    },
  };
}
