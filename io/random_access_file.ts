import type { ByteSource, DirectInput } from "./byte_source.ts";
import { becameShorter, fileError } from "./file_error.ts";
import { persist, persistSync } from "./wait.ts";

/** A file of which any part can be read. */
export interface RandomAccessFile extends Disposable {
  /** What messages call it. */
  readonly name: string;
  /** Its length in bytes when it was opened. */
  readonly size: number;
  /** Where the same file can be opened again; missing if it is decompressed as it is read. */
  readonly direct?: DirectInput & { readonly path: string };
  /** Fills the array from a place in the file, which must have as many bytes there. */
  read(into: Uint8Array, position: number): Promise<void>;
  /** Does the same without giving way to other work. */
  readSync(into: Uint8Array, position: number): void;
  /** Makes a source of the bytes between two places. Only the last source that was made is read. */
  source(start: number, end: number): ByteSource;
  /** How many bytes were read so far, without those of sources. */
  readonly looked: number;
}

/**
 * Opens a file whose parts are read. A file that has taken the place of the one that was opened
 * before is refused.
 */
export function openRandomAccess(
  { path, inode }: DirectInput & { readonly path: string },
  count: (bytes: number) => void = () => {},
): RandomAccessFile {
  let looked = 0;
  const file = reading(path, () => openSame(path, inode));
  const { size, ino } = file.statSync();
  const direct = { path, inode: ino ?? undefined };

  async function read(into: Uint8Array, position: number): Promise<void> {
    reading(path, () => file.seekSync(position, Deno.SeekMode.Start));
    for (let at = 0; at < into.length;) {
      let found: number | null;
      try {
        found = await persist(() => file.read(into.subarray(at)));
      } catch (error) {
        throw fileError(error, { verb: "read", name: path });
      }
      if (found === null) throw becameShorter(path, { size, end: position + at });
      at += found;
    }
    looked += into.length;
    count(into.length);
  }

  function readSync(into: Uint8Array, position: number): void {
    reading(path, () => file.seekSync(position, Deno.SeekMode.Start));
    for (let at = 0; at < into.length;) {
      const found = reading(path, () => persistSync(() => file.readSync(into.subarray(at))));
      if (found === null) throw becameShorter(path, { size, end: position + at });
      at += found;
    }
    looked += into.length;
    count(into.length);
  }

  function source(start: number, end: number): ByteSource {
    let position = start;
    let isPlaced = false;
    return {
      name: path,
      async read(into: Uint8Array): Promise<number | null> {
        if (position === end) return null;
        if (!isPlaced) reading(path, () => file.seekSync(start, Deno.SeekMode.Start));
        isPlaced = true;
        const room = into.subarray(0, Math.min(into.length, end - position));
        let found: number | null;
        try {
          found = await persist(() => file.read(room));
        } catch (error) {
          throw fileError(error, { verb: "read", name: path });
        }
        if (found === null) throw becameShorter(path, { size, end: position });
        position += found;
        count(found);
        return found;
      },
    };
  }

  return {
    ...{ name: path, size, direct, read, readSync, source },
    get looked(): number {
      return looked;
    },
    [Symbol.dispose]: () => file.close(),
  };
}

function openSame(path: string, inode: number | undefined): Deno.FsFile {
  const file = Deno.openSync(path);
  if (inode === undefined || file.statSync().ino === inode) return file;
  file.close();
  throw new Error("It was replaced by another file while it was read");
}

function reading<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw fileError(error, { verb: "read", name: path });
  }
}
