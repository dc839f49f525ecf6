import type { ByteSource } from "./byte_source.ts";

/**
 * Reads until the array is full or the source ends, and gives the number of
 * bytes read. A pipe may give any number of bytes at a time.
 */
export async function readFull(
  source: ByteSource,
  into: Uint8Array,
): Promise<number> {
  let length = 0;
  while (length < into.length) {
    const found = await source.read(into.subarray(length));
    if (found === null) break;
    length += found;
  }
  return length;
}
