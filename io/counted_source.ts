import type { ByteSource } from "./byte_source.ts";

/** A source that tells how many bytes are read of it. */
export function countedSource(source: ByteSource, count: (bytes: number) => void): ByteSource {
  return {
    name: source.name,
    size: source.size,
    live: source.live,
    async read(into: Uint8Array): Promise<number | null> {
      const length = await source.read(into);
      if (length !== null) count(length);
      return length;
    },
  };
}
