import type { ByteSource } from "./byte_source.ts";
import { retryEintr } from "./event_loop.ts";

/**
 * Where bytes are written. A sink that is disposed of before it is finished undoes what was
 * written.
 */
export interface ByteSink extends Disposable {
  /** Writes all the bytes. */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Makes a place for bytes that must wait until other bytes are written. They are then written to
   * this sink, or to the given one, which compresses bytes for this sink.
   */
  spool(into?: ByteSink): Spool;
  /** Makes what was written final. */
  finish(): Promise<void>;
  /**
   * Where other threads can write the next bytes; missing where all bytes must pass through this
   * sink.
   */
  readonly directOutput?: DirectOutput;
}

/** The file that a sink writes to, which a worker can open, too. */
export interface DirectOutput {
  /** The path of the file; missing for standard output. */
  readonly path?: string;
  /** How many bytes were written so far. */
  readonly position: number;
  /** Counts bytes that other threads have written. */
  wrote(bytes: number): void;
  /** Makes the error that explains why something could not be written. */
  explain(error: unknown): Error;
}

/** Bytes that wait to be written. */
export interface Spool {
  /** Adds bytes at the end. */
  write(bytes: Uint8Array): Promise<void>;
  /** Writes all the bytes to the sink. */
  drain(): Promise<void>;
  /** Removes the bytes without writing them. */
  remove(): void;
}

/**
 * Makes a sink that counts the bytes that are written to it. Bytes in a spool count when they are
 * written.
 */
export function countedSink(sink: ByteSink, count: (bytes: number) => void): ByteSink {
  const counted: ByteSink = {
    async write(bytes): Promise<void> {
      await sink.write(bytes);
      count(bytes.length);
    },
    spool: (into = counted) => sink.spool(into),
    finish: () => sink.finish(),
    get directOutput(): DirectOutput | undefined {
      const { directOutput } = sink;
      return directOutput && {
        ...directOutput,
        wrote(bytes: number): void {
          directOutput.wrote(bytes);
          count(bytes);
        },
      };
    },
    [Symbol.dispose]: () => sink[Symbol.dispose](),
  };
  return counted;
}

/** Writes all the bytes: a file or a pipe may take fewer at a time. */
export async function writeFull(
  writer: { write(bytes: Uint8Array): Promise<number> },
  bytes: Uint8Array,
): Promise<void> {
  const waits = writer !== Deno.stdout;
  let length = 0;
  while (length < bytes.length) {
    length += await retryEintr(() => writer.write(bytes.subarray(length)), waits);
  }
}

/** Bytes that are read and written at a time. Larger ones leave the cache of the processor. */
export const COPY_BYTES = 2 ** 20;

/** Options of {@linkcode copyBytes}. */
export interface CopyOptions {
  /** The maximum number of bytes to copy; all of them if omitted. */
  readonly length?: number;
  /** Bytes that are read and written at a time. */
  readonly pieceBytes?: number;
  /** Is called with bytes before they are written. It may throw. */
  readonly look?: (bytes: Uint8Array) => void;
}

/**
 * Copies bytes and returns how many. While some are written the next are read, each by a thread of
 * the runtime, so that a copy takes as long as the slower of the two.
 */
export async function copyBytes(
  source: ByteSource,
  sink: Pick<ByteSink, "write">,
  { length = Infinity, pieceBytes = COPY_BYTES, look }: CopyOptions = {},
): Promise<number> {
  const buffers = [new Uint8Array(pieceBytes), new Uint8Array(pieceBytes)];
  let writing = Promise.resolve();
  for (let copied = 0, turn = 0;; turn ^= 1) {
    const room = buffers[turn].subarray(0, Math.min(pieceBytes, length - copied));
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
