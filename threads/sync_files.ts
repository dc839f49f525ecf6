import { persistSync } from "../io/persist.ts";

/** What a worker reads from and writes to, by itself: files, or standard input and output. */
export interface SyncFiles {
  /** Reads at least a byte from a place in a file, or what comes next, and gives how many; null at the end. */
  read(into: Uint8Array, position: number): number | null;
  /** Writes all the bytes to a place in a file, or behind what was written. */
  write(bytes: Uint8Array, position: number): void;
  close(): void;
}

/** Which they are. */
export interface SyncFileNames {
  /** Without it, standard input. */
  readonly input?: string;
  /** Which file that is, where it is known. */
  readonly inode?: number;
  /** Without it, standard output. */
  readonly output?: string;
}

/** Why something could not be read or written. Errors of the runtime would lose their class on the way. */
export interface SyncFileFailure {
  readonly what: "read" | "write";
  readonly name: string;
  readonly message: string;
}

/**
 * Opens the files of a worker, each file when it is first used.
 */
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
