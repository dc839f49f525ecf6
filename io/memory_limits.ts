/** Bytes of an array that are worth giving back at once. */
const LARGE = 2 ** 16;

/**
 * Gives the memory of a large array back at once, where the array has it alone: the runtime would let many
 * pile up before it looks for those that nobody uses. The array is empty afterwards.
 */
export function freeMemory({ buffer, byteLength }: ArrayBufferView): void {
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  // Runtimes of before 2024 cannot do so.
  if (isOwn && byteLength >= LARGE) buffer.transfer?.(0);
}

/** Bytes that compressed data may always become. */
const ALWAYS = 2 ** 26;
/** What data of the usual kinds shrink to, even where many values are the same, is more than a 256th. */
const RATIO = 256;

/** The rule, for messages. */
export const UNPACKED_RULE = "64 MiB, or 256 times the compressed bytes";

/**
 * Bytes that so many compressed ones may become where all of them must be in memory at once. What becomes
 * more was made to do harm, as far as one can tell.
 */
export function maxUnpacked(packed: number): number {
  return Math.max(ALWAYS, RATIO * packed);
}
