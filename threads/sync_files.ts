import type { FileIdentity } from "../io/file_identity.ts";
import { PositionalFile } from "../io/positional_file.ts";
import { retryEintrSync } from "../io/event_loop.ts";
import { putBytes } from "./outbox.ts";

/** The files, or standard streams, that a thread reads and writes by itself, and waits for. */
export interface SyncFiles {
  /**
   * Reads at least one byte from a place in a file, or the next ones of standard input. Returns how
   * many, or null at the end.
   */
  read(into: Uint8Array, position: number): number | null;
  /** Writes all the bytes to a place in a file, or to the end of a pipe. */
  write(bytes: Uint8Array, position: number): void;
  /** Closes the files. It may be called again. */
  close(): void;
}

/** The paths of the files. */
export interface SyncFileNames {
  /** The file to read; missing for standard input, or where the main thread reads for all. */
  readonly input?: string;
  /** Which file that was when the run opened it. */
  readonly identity?: FileIdentity;
  /** The file to write; missing for standard output. */
  readonly output?: string;
  /** The memory of the outbox into which bytes are put, where only the main thread can write them. */
  readonly outbox?: SharedArrayBuffer;
}

/**
 * Why something could not be read or written. An error of the runtime would lose its class between
 * threads.
 */
export interface SyncFileFailure {
  readonly what: "read" | "write";
  readonly name: string;
  readonly message: string;
}

/** Opens the files of a thread, each when it is first used. */
export function openSyncFiles({ input, identity, output, outbox }: SyncFileNames): SyncFiles {
  let from: PositionalFile | undefined;
  let to: Deno.FsFile | undefined;
  return {
    read(into: Uint8Array, position: number): number | null {
      if (input === undefined) return retryEintrSync(() => Deno.stdin.readSync(into));
      from ??= PositionalFile.open({ path: input, identity });
      return from.readSync(into, position);
    },
    write(bytes: Uint8Array, position: number): void {
      if (outbox !== undefined) return putBytes(outbox, bytes);
      if (output !== undefined) to ??= Deno.openSync(output, { write: true });
      to?.seekSync(position, Deno.SeekMode.Start);
      const writer = to ?? Deno.stdout;
      for (let at = 0; at < bytes.length;) {
        at += retryEintrSync(() => writer.writeSync(bytes.subarray(at)), writer === to);
      }
    },
    close(): void {
      from?.[Symbol.dispose]();
      to?.close();
      from = undefined;
      to = undefined;
    },
  };
}
