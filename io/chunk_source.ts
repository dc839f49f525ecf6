import type { ByteSource } from "./byte_source.ts";

/** Where chunks come from: a generator, or the reader of a stream. */
export type NextChunk = () => Promise<{ done?: boolean; value?: Uint8Array | undefined }>;

/** Makes a source of chunks of bytes, which are read in parts if there is no room for them. */
export function chunkSource(name: string, next: NextChunk): ByteSource {
  let chunk = new Uint8Array(0);
  return {
    name,
    async read(into: Uint8Array): Promise<number | null> {
      while (chunk.length === 0) {
        const { done, value } = await next();
        if (done || value === undefined) return null;
        chunk = value as Uint8Array<ArrayBuffer>;
      }
      const length = Math.min(into.length, chunk.length);
      into.set(chunk.subarray(0, length));
      chunk = chunk.subarray(length);
      return length;
    },
  };
}
