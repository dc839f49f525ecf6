import { persist } from "./persist.ts";

/** Where bytes go. What is not finished when it is disposed of is undone. */
export interface ByteSink extends Disposable {
  /** Writes all the bytes. */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Makes a place for bytes that must wait for others to be written first. They are then written to
   * this sink, or to the one given: that which compresses for this one.
   */
  spool(into?: ByteSink): Spool;
  /** Makes what was written final. */
  finish(): Promise<void>;
  /** Where others can write what comes next; missing where the bytes must pass through here. */
  readonly directOutput?: DirectOutput;
}

/** Where the bytes of a sink go: a worker can open it, too. */
export interface DirectOutput {
  /** The file; standard output where there is none. */
  readonly path?: string;
  /** Bytes that were written to it so far. */
  readonly position: number;
  /** So many bytes were written there by others. */
  wrote(bytes: number): void;
  /** Says why something could not be written there. */
  explain(error: unknown): Error;
}

/** Bytes that wait to be written. */
export interface Spool {
  /** Adds bytes at the end. */
  write(bytes: Uint8Array): Promise<void>;
  /** Writes all of them to the sink. */
  drain(): Promise<void>;
  /** Forgets them. */
  remove(): void;
}

/** A sink that tells how many bytes are written to it: those that wait in a spool, when they are. */
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
