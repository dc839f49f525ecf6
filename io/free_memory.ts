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
