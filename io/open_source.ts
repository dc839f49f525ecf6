import { type ByteSource, countedSource, type DirectInput } from "./byte_source.ts";
import { type Compression, decompress } from "./decompress.ts";
import { becameShorter, fileError } from "./file_error.ts";
import type { PeekedSource } from "./peeked_source.ts";
import { persist } from "./persist.ts";

/** A source that is to be closed after use. */
export interface OpenSource extends ByteSource, Disposable {
  /** Where others can read what comes next; missing where only this source can, as of a pipe with a name. */
  readonly directInput?: DirectInput;
}

// Deno opens the last three by name only with all permissions, and reads from standard input with none.
const STANDARD_INPUT = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];

/** Opens a file for reading, or standard input for `-`. */
export async function openSource(path: string): Promise<OpenSource> {
  if (STANDARD_INPUT.includes(path)) {
    return makeSource(Deno.stdin, { name: "standard input", live: "pipe", directInput: {} });
  }
  try {
    const file = await Deno.open(path);
    const { isFile, isDirectory, size, ino } = file.statSync();
    if (isDirectory) {
      file.close();
      throw new Deno.errors.IsADirectory("It is a directory");
    }
    // Files that the system makes up as they are read have size 0.
    const known = isFile && size > 0 ? size : undefined;
    const directInput = known === undefined ? undefined : { path, inode: ino ?? undefined };
    return makeSource(file, {
      name: path,
      size: known,
      live: isFile ? undefined : "pipe",
      directInput,
    });
  } catch (error) {
    throw fileError(error, { verb: "read", name: path });
  }
}

function makeSource(
  reader: {
    read(into: Uint8Array): Promise<number | null>;
    close(): void;
  },
  { name, size, live, directInput }: Pick<OpenSource, "name" | "size" | "live" | "directInput">,
): OpenSource {
  let done = 0;
  return {
    name,
    size,
    live,
    directInput,
    async read(into: Uint8Array): Promise<number | null> {
      let found: number | null;
      try {
        found = await persist(() => reader.read(into));
      } catch (error) {
        throw fileError(error, { verb: "read", name });
      }
      done += found ?? 0;
      // CSV and Arrow streams may end anywhere: nobody else would see that some is missing.
      if (found === null && size !== undefined && done < size) {
        throw becameShorter(name, { size, end: done });
      }
      return found;
    },
    [Symbol.dispose](): void {
      reader.close();
    },
  };
}

/** An input that is open, decompressed as it is read. */
export interface Input extends Disposable {
  /** Its bytes, of which the first can be looked at. */
  readonly source: PeekedSource;
  /** How it is compressed, if it is. */
  readonly compression?: Compression;
  /** The length of the file as it is on the disk, where that is known. */
  readonly fileSize?: number;
  /** Where others can read what comes next; missing where it is compressed, too. */
  readonly directInput?: DirectInput;
}

/** How an input is opened. */
export interface InputOptions {
  /** Is told how many bytes were read, each time some were: of the file, before decompression. */
  readonly count?: (bytes: number) => void;
}

/** Opens a file, or standard input for `-`, compressed or not. */
export async function openInput(path: string, { count }: InputOptions = {}): Promise<Input> {
  using opened = new DisposableStack();
  const file = opened.use(await openSource(path));
  const counted = count === undefined ? file : countedSource(file, count);
  const { source, compression } = opened.use(await decompress(counted));
  const kept = opened.move();
  return {
    source,
    compression,
    fileSize: file.size,
    directInput: compression === undefined ? file.directInput : undefined,
    [Symbol.dispose]: () => kept.dispose(),
  };
}
