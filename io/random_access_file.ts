import type { ByteSource } from "./byte_source.ts";
import { becameShorter, fileError } from "./file_error.ts";
import { type KnownFile, PositionalFile } from "./positional_file.ts";

/** A file with random access. */
export interface RandomAccessFile extends Disposable, AsyncDisposable {
  /** What messages call it. */
  readonly name: string;
  /** Its length in bytes when it was opened. */
  readonly size: number;
  /** Fills the array from a place in the file, which must have as many bytes there. */
  read(into: Uint8Array, position: number): Promise<void>;
  /** Does the same without giving way to other work. */
  readSync(into: Uint8Array, position: number): void;
  /** Makes a source of the bytes between two places. There may be several. */
  source(start: number, end: number): ByteSource;
  /** How many bytes were read so far, without those of sources. */
  readonly looked: number;
}

/**
 * Opens a file whose parts are read. A file that has taken the place of the one that was opened
 * before is refused.
 */
export function openRandomAccess(
  known: KnownFile,
  count: (bytes: number) => void = () => {},
): RandomAccessFile {
  const { path } = known;
  const file = reading(path, () => PositionalFile.open(known));
  const { size } = file;

  async function readSome(into: Uint8Array, position: number): Promise<number> {
    let found: number | null;
    try {
      found = await file.read(into, position);
    } catch (error) {
      throw fileError(error, { verb: "read", name: path });
    }
    if (found === null) throw becameShorter(path, { size, end: position });
    count(found);
    return found;
  }

  function readSomeSync(into: Uint8Array, position: number): number {
    const found = reading(path, () => file.readSync(into, position));
    if (found === null) throw becameShorter(path, { size, end: position });
    count(found);
    return found;
  }

  return makeRandomAccess(file, { name: path, size, readSome, readSomeSync });
}

/** How bytes from a place on are read: at least one of them, and how many. */
interface SomeReads extends Pick<RandomAccessFile, "name" | "size"> {
  readSome(into: Uint8Array, position: number): Promise<number>;
  readSomeSync(into: Uint8Array, position: number): number;
}

/** Makes a file with random access from one that can be read in part, and disposes of it. */
export function makeRandomAccess(
  file: Disposable & AsyncDisposable,
  { name, size, readSome, readSomeSync }: SomeReads,
): RandomAccessFile {
  let looked = 0;

  async function read(into: Uint8Array, position: number): Promise<void> {
    for (let at = 0; at < into.length;) at += await readSome(into.subarray(at), position + at);
    looked += into.length;
  }

  function readSync(into: Uint8Array, position: number): void {
    for (let at = 0; at < into.length;) at += readSomeSync(into.subarray(at), position + at);
    looked += into.length;
  }

  function source(start: number, end: number): ByteSource {
    let position = start;
    return {
      name,
      async read(into: Uint8Array): Promise<number | null> {
        if (position === end) return null;
        const room = into.subarray(0, Math.min(into.length, end - position));
        const found = await readSome(room, position);
        position += found;
        return found;
      },
    };
  }

  return {
    name,
    size,
    read,
    readSync,
    source,
    get looked(): number {
      return looked;
    },
    [Symbol.dispose]: () => file[Symbol.dispose](),
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  };
}

/** Reads the last bytes of a file, at most the given number. */
export async function readLast(known: KnownFile, length: number): Promise<Uint8Array> {
  using file = openRandomAccess(known);
  const last = new Uint8Array(Math.min(length, file.size));
  await file.read(last, file.size - last.length);
  return last;
}

function reading<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw fileError(error, { verb: "read", name: path });
  }
}
