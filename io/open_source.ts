import {
  type ByteSource,
  countedSource,
  type DirectInput,
  type PeekedSource,
} from "./byte_source.ts";
import { type Compression, decompress } from "./compression/decompress.ts";
import { becameShorter, fileError } from "./file_error.ts";
import { type FileIdentity, identityOf, isSameFile, REPLACED } from "./file_identity.ts";
import { retryEintr } from "./event_loop.ts";

/**
 * A source that is closed when it is disposed of. Then the read of a file that is under way has come
 * to its end, and no other begins. That of a pipe may never end.
 */
export interface OpenSource extends ByteSource, AsyncDisposable {
  /**
   * Where other threads can read the next bytes; missing where only this source can, as for a pipe.
   */
  readonly directInput?: DirectInput;
  /** Which file it is; missing for standard input. */
  readonly identity?: FileIdentity;
  /** Set if it is standard input. */
  readonly standardInput?: StandardInput;
}

/** Standard input. Every thread can read on where another has stopped. */
export interface StandardInput {
  /** How many bytes its source has read. */
  readonly taken: number;
}

// Deno opens the last three by name only with all permissions, and reads from standard input with
// none.
const STANDARD_INPUT = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];

/** Whether a path means standard input. */
export function isStandardInput(path: string): boolean {
  return STANDARD_INPUT.includes(path);
}

/**
 * Whether a path means standard input or another pipe. What was read from one is gone: it is opened
 * once, when its turn comes.
 */
export function isPipe(path: string): boolean {
  if (isStandardInput(path)) return true;
  try {
    const { isFile, isDirectory } = Deno.statSync(path);
    return !isFile && !isDirectory;
  } catch {
    // Whoever opens it meets the same failure, and reports it.
    return false;
  }
}

/** Opens a file for reading, or standard input for `-`. */
export async function openSource(path: string): Promise<OpenSource> {
  if (isStandardInput(path)) {
    return makeSource(Deno.stdin, { name: "standard input", live: "pipe" });
  }
  try {
    using opened = new DisposableStack();
    const file = opened.use(await Deno.open(path));
    const info = file.statSync();
    const { isFile, isDirectory, size } = info;
    if (isDirectory) throw new Deno.errors.IsADirectory("It is a directory");
    // Files that the system makes up while they are read have size 0.
    const known = isFile && size > 0 ? size : undefined;
    const identity = identityOf(info);
    opened.move();
    return makeSource(file, {
      name: path,
      size: known,
      live: isFile ? undefined : "pipe",
      identity,
      directInput: known === undefined ? undefined : { path, identity },
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
  { name, size, live, identity, directInput }: Pick<
    OpenSource,
    "name" | "size" | "live" | "identity" | "directInput"
  >,
): OpenSource {
  let done = 0;
  let isOpen = true;
  /** The read that is under way, if there is one. */
  let reading: Promise<unknown> | undefined;
  return {
    name,
    size,
    live,
    identity,
    directInput,
    standardInput: reader !== Deno.stdin ? undefined : {
      get taken() {
        return done;
      },
    },
    async read(into: Uint8Array): Promise<number | null> {
      // A decompressor may ask for more when its results are no longer wanted.
      if (!isOpen) throw new Error(`Cannot read ${name}: it is closed`);
      let found: number | null;
      try {
        const started = retryEintr(() => reader.read(into));
        reading = started;
        found = await started;
      } catch (error) {
        throw fileError(error, { verb: "read", name });
      }
      done += found ?? 0;
      // CSV and Arrow streams may end anywhere, so that nobody else would notice missing bytes.
      if (found === null && size !== undefined && done < size) {
        throw becameShorter(name, { size, end: done });
      }
      return found;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      isOpen = false;
      if (live === undefined) await reading?.catch(() => {});
      reader.close();
    },
  };
}

/** An input that is open, decompressed as it is read. */
export interface Input {
  /** Its bytes, whose beginning can be looked at. */
  readonly source: PeekedSource;
  /** The compression, if there is one. */
  readonly compression?: Compression;
  /** The length of the file on the disk, if it is known. */
  readonly fileSize?: number;
  /** Where other threads can read the next bytes; missing also for a compressed input. */
  readonly directInput?: DirectInput;
  /** Which file it is, compressed or not; missing for standard input. */
  readonly identity?: FileIdentity;
  /** Set if it is standard input, and not compressed. */
  readonly standardInput?: StandardInput;
}

/** How an input is opened. */
export interface InputOptions {
  /** Is called with the number of bytes after each read from the file, before decompression. */
  readonly count?: (bytes: number) => void;
  /** Which file it was when the run looked at it first. Another one is refused. */
  readonly identity?: FileIdentity;
}

/** Opens a file, or standard input for `-`, compressed or not. */
export async function openInput(
  path: string,
  { count, identity }: InputOptions = {},
): Promise<Input & AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const file = opened.use(await openSource(path));
  if (identity !== undefined && !isSameFile(file.identity, identity)) {
    throw fileError(new Error(REPLACED), { verb: "read", name: path });
  }
  const counted = count === undefined ? file : countedSource(file, count);
  const { source, compression } = opened.use(await decompress(counted));
  const kept = opened.move();
  return {
    source,
    compression,
    fileSize: file.size,
    identity: file.identity,
    directInput: compression === undefined ? file.directInput : undefined,
    standardInput: compression === undefined ? file.standardInput : undefined,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
