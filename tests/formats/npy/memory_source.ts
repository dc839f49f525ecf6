import type { ByteSource } from "../../../io/byte_source.ts";

/** Makes a source of bytes that gives at most so many at a time. */
export function memorySource(
  bytes: Uint8Array,
  atATime: number = bytes.length,
): ByteSource {
  let at = 0;
  return {
    name: "x.npy",
    read(into: Uint8Array): Promise<number | null> {
      const length = Math.min(into.length, atATime, bytes.length - at);
      if (length === 0 && into.length > 0) return Promise.resolve(null);
      into.set(bytes.subarray(at, at + length));
      at += length;
      return Promise.resolve(length);
    },
  };
}
