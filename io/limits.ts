/** Bytes from which on an array is worth freeing at once. */
const MIN_FREED_BYTES = 2 ** 16;

/**
 * Frees the memory of a large array at once, if no other array shares it. The runtime would let
 * many such arrays pile up before it collects them. The array is empty afterwards.
 */
export function freeMemory(array: ArrayBufferView): void {
  if (array.buffer.byteLength === array.byteLength) freeBuffer(array);
}

/**
 * Frees the memory of a large array at once, and of all that share it. Memory that is used again is
 * in the cache: 64 arrays of 1 MB take 25 ms to fill, and 2 ms if each is freed before the next.
 */
export function freeBuffer({ buffer }: ArrayBufferView): void {
  const isLarge = buffer instanceof ArrayBuffer && buffer.byteLength >= MIN_FREED_BYTES;
  // Runtimes older than 2024 have no `transfer`.
  if (isLarge) buffer.transfer?.(0);
}

/** Bytes that compressed data of any length may become. */
const ALWAYS_ALLOWED_BYTES = 2 ** 26;
/**
 * How much larger compressed data may become. Usual data shrink less, even if many values are the
 * same.
 */
const MAX_RATIO = 256;

/** The rule as messages state it. */
export const UNPACKED_RULE = "64 MiB, or 256 times the compressed bytes";

/**
 * The maximum number of bytes that compressed ones may become where all must be in memory at once.
 * Data that become more were probably made to do harm.
 */
export function maxUnpacked(packed: number): number {
  return Math.max(ALWAYS_ALLOWED_BYTES, MAX_RATIO * packed);
}
