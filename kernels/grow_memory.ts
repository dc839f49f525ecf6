const PAGE = 65536;

/**
 * Addresses have 32 bits. The last page stays free, so that reading a little beyond an end cannot wrap
 * around.
 */
const MAX_MEMORY = 2 ** 32 - PAGE;

/**
 * Makes a memory reach up to an address. Growing replaces its buffer: arrays over the old one become
 * empty.
 */
export function growMemory(memory: WebAssembly.Memory, end: number): void {
  const missing = end - memory.buffer.byteLength;
  if (missing <= 0) return;
  if (end > MAX_MEMORY) throw shortage(end, "WebAssembly can address 4 GB");
  try {
    memory.grow(Math.ceil(missing / PAGE));
  } catch (cause) {
    throw shortage(end, "the system does not give as much", cause);
  }
}

function shortage(bytes: number, limit: string, cause?: unknown): RangeError {
  const gigabytes = (bytes / 2 ** 30).toFixed(1);
  return new RangeError(
    `Cannot compute: one thread needs ${gigabytes} GB of memory at once, and ${limit}; ` +
      `read smaller chunks, or compute fewer results at a time`,
    { cause },
  );
}
