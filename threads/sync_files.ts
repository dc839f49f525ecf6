import { persistSync } from "../io/wait.ts";

/**
 * The files, or standard input and output, that a thread reads and writes by itself, and waits for.
 */
export interface SyncFiles {
  /**
   * Reads at least one byte from a place in a file, or the next of a pipe. Returns how many, or
   * null at the end.
   */
  read(into: Uint8Array, position: number): number | null;
  /** Writes all the bytes to a place in a file, or to the end of a pipe. */
  write(bytes: Uint8Array, position: number): void;
  close(): void;
}

/** The paths of the files. */
export interface SyncFileNames {
  /** The file to read; missing for standard input. */
  readonly input?: string;
  /** The number of the file to read, if it is known. */
  readonly inode?: number;
  /** The file to write; missing for standard output. */
  readonly output?: string;
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
export function openSyncFiles({ input, inode, output }: SyncFileNames): SyncFiles {
  let from: Deno.FsFile | undefined;
  let to: Deno.FsFile | undefined;
  return {
    read(into: Uint8Array, position: number): number | null {
      if (input !== undefined) from ??= openInput(input);
      from?.seekSync(position, 0);
      return persistSync(() => (from ?? Deno.stdin).readSync(into));
    },
    write(bytes: Uint8Array, position: number): void {
      if (output !== undefined) to ??= Deno.openSync(output, { write: true });
      to?.seekSync(position, 0);
      const writer = to ?? Deno.stdout;
      for (let at = 0; at < bytes.length;) {
        at += persistSync(() => writer.writeSync(bytes.subarray(at)), writer === to);
      }
    },
    close(): void {
      from?.close();
      to?.close();
    },
  };

  function openInput(path: string): Deno.FsFile {
    const file = Deno.openSync(path);
    if (inode === undefined || file.statSync().ino === inode) return file;
    file.close();
    throw new Error("it was replaced by another file while it was read");
  }
}
