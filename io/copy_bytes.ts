import type { ByteSink } from "./byte_sink.ts";
import type { ByteSource } from "./byte_source.ts";

/** Bytes that are read and written at a time. Larger ones leave the cache of the processor. */
const COPY_SIZE = 2 ** 20;

/** What is copied, and what is told of it. */
export interface CopyOptions {
  /** The maximum number of bytes to copy; all of them if left out. */
  readonly length?: number;
  /** Is called with bytes before they are written. It may throw. */
  readonly look?: (bytes: Uint8Array) => void;
}

/**
 * Copies bytes and returns how many. While some are written the next are read, each by a thread of
 * the runtime, so that a copy takes as long as the slower of the two.
 */
export async function copyBytes(
  source: ByteSource,
  sink: ByteSink,
  { length = Infinity, look }: CopyOptions = {},
): Promise<number> {
  const buffers = [new Uint8Array(COPY_SIZE), new Uint8Array(COPY_SIZE)];
  let writing = Promise.resolve();
  for (let copied = 0, turn = 0;; turn ^= 1) {
    const room = buffers[turn].subarray(0, Math.min(COPY_SIZE, length - copied));
    // A failed write is reported here, and not as a promise that nobody waited for.
    const [found] = await Promise.all([
      room.length === 0 ? null : source.read(room),
      writing,
    ]);
    if (found === null) return copied;
    const bytes = room.subarray(0, found);
    look?.(bytes);
    writing = sink.write(bytes);
    copied += found;
  }
}
