import { persist } from "./wait.ts";

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
  /** Makes the error that says why something could not be written. */
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
    length += await persist(() => writer.write(bytes.subarray(length)), waits);
  }
}
