import { type ByteSource, readFull } from "./byte_source.ts";
import { becameShorter, fileError } from "./file_error.ts";
import { maxUnpacked, UNPACKED_RULE } from "./limits.ts";
import { PositionalFile } from "./positional_file.ts";
import { TemporaryFile } from "./temporary_file.ts";
import { COPY_BYTES, writeFull } from "./byte_sink.ts";

/** Bytes that are kept in memory, for which no file and no permission is needed. */
const MAX_MEMORY_BYTES = 2 ** 24;
/** Bytes of memory for a source of unknown size, before it turns out to be larger. */
const FIRST_BYTES = 2 ** 16;

/** A source that was read to its end, so that its end can be looked at before the rest is read. */
export class SpooledSource implements ByteSource, Disposable {
  readonly name: string;
  readonly size: number;
  readonly #memory: Uint8Array;
  /** The file with the bytes, if they are too many for memory. */
  readonly #temporary?: TemporaryFile;
  readonly #file?: PositionalFile;
  #at = 0;

  private constructor(
    name: string,
    { size, memory, temporary }: { size: number; memory: Uint8Array; temporary?: TemporaryFile },
  ) {
    this.name = name;
    this.size = size;
    this.#memory = memory;
    this.#temporary = temporary;
    this.#file = temporary && PositionalFile.over(temporary.file);
  }

  /** Copies the rest of a source into memory or, if that is much, into a temporary file. */
  static async open(source: ByteSource): Promise<SpooledSource> {
    const { name } = source;
    // One byte more than a known size shows that nothing follows.
    let memory = new Uint8Array(Math.min(MAX_MEMORY_BYTES, (source.size ?? FIRST_BYTES) + 1));
    for (let filled = 0;;) {
      filled += await readFull(source, memory.subarray(filled));
      if (filled < memory.length) {
        return new SpooledSource(name, { size: filled, memory: memory.slice(0, filled) });
      }
      if (filled === MAX_MEMORY_BYTES) break;
      const larger = new Uint8Array(Math.min(MAX_MEMORY_BYTES, 4 * filled));
      larger.set(memory);
      memory = larger;
    }
    const temporary = await attempt(name, () => TemporaryFile.anywhere());
    try {
      const size = await copy(source, { head: memory, to: temporary.file });
      return new SpooledSource(name, { size, memory: new Uint8Array(0), temporary });
    } catch (error) {
      temporary.remove();
      throw error;
    }
  }

  async read(into: Uint8Array): Promise<number | null> {
    const length = Math.min(into.length, this.size - this.#at);
    if (length === 0 && into.length > 0) return null;
    await this.readAt(this.#at, into.subarray(0, length));
    this.#at += length;
    return length;
  }

  /** Goes back to the first byte. */
  rewind(): void {
    this.#at = 0;
  }

  /** Returns the last bytes, at most the given number. */
  async readLast(length: number): Promise<Uint8Array> {
    const last = new Uint8Array(Math.min(length, this.size));
    await this.readAt(this.size - last.length, last);
    return last;
  }

  /** Fills the array from a place, where there must be as many bytes. */
  async readAt(at: number, into: Uint8Array): Promise<void> {
    const file = this.#file;
    if (file === undefined) return into.set(this.#memory.subarray(at, at + into.length));
    const found = await attempt(this.name, () => file.fill(into, at), "read");
    if (found < into.length) {
      throw becameShorter(temporaryName(this.name), { size: this.size, end: at + found });
    }
  }

  [Symbol.dispose](): void {
    this.#temporary?.remove();
  }
}

/** Writes bytes and the rest of a source into a file, and returns their number. */
async function copy(
  source: ByteSource,
  { head, to }: { head: Uint8Array; to: Deno.FsFile },
): Promise<number> {
  const { name, compressed } = source;
  const buffer = new Uint8Array(COPY_BYTES);
  let size = 0;
  for (let bytes = head; bytes.length > 0;) {
    await attempt(name, () => writeFull(to, bytes));
    size += bytes.length;
    // A small compressed input could fill the disk, too.
    if (compressed !== undefined && size > maxUnpacked(compressed.taken)) {
      throw new RangeError(
        `Cannot read ${name}: ${compressed.taken} compressed bytes became more than ${size}, ` +
          `and all are needed to find its end: at most ${UNPACKED_RULE}; decompress it first`,
      );
    }
    bytes = buffer.subarray(0, await readFull(source, buffer));
  }
  return size;
}

function temporaryName(name: string): string {
  return `a temporary file for ${name}`;
}

async function attempt<T>(
  name: string,
  action: () => T | Promise<T>,
  verb: "read" | "write" = "write",
): Promise<T> {
  if (typeof Deno === "undefined") {
    throw new TypeError(
      `Cannot read ${name}: its end must be known first, and it has more than ${MAX_MEMORY_BYTES} bytes, ` +
        `for which only Deno has a temporary file; give it as an Arrow stream`,
    );
  }
  try {
    return await action();
  } catch (error) {
    throw fileError(error, { verb, name: temporaryName(name), grant: "" });
  }
}
