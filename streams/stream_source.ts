import type { ByteSource } from "../pipeline/byte_source.ts";

/** Makes a source of a stream of bytes. Disposing of it cancels what was not read. */
export function streamSource(
  stream: ReadableStream<Uint8Array>,
  name: string,
): ByteSource & Disposable {
  const reader = stream.getReader();
  let chunk: Uint8Array = new Uint8Array(0);
  return {
    name,
    async read(into: Uint8Array): Promise<number | null> {
      while (chunk.length === 0) {
        const { done, value } = await reader.read();
        if (done) return null;
        chunk = value;
      }
      const length = Math.min(into.length, chunk.length);
      into.set(chunk.subarray(0, length));
      chunk = chunk.subarray(length);
      return length;
    },
    [Symbol.dispose](): void {
      reader.cancel().catch(() => {});
    },
  };
}
