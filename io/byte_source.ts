import type { FileIdentity } from "./file_identity.ts";

/** The file that a source reads from, which other threads can open, too. */
export interface DirectInput {
  readonly path: string;
  /** Which file it was when it was opened: another file may have its name later. */
  readonly identity?: FileIdentity;
}

/** What bytes are read from: a file, standard input, or a test. */
export interface ByteSource {
  /** What messages call it. */
  readonly name: string;
  /** Its length in bytes, where that is known before reading. */
  readonly size?: number;
  /**
   * Set if the source is a pipe or a stream. Another program may still be writing, and wait for
   * the results. The writer of a stream may be this very program.
   */
  readonly live?: "pipe" | "stream";
  /**
   * How many compressed bytes were read so far, if the source is decompressed. A few of them may
   * become any number of bytes.
   */
  readonly compressed?: { readonly taken: number };
  /**
   * Reads at least one byte into the array and gives their number, or `null`
   * at the end. It may read fewer bytes than there is room for.
   */
  read(into: Uint8Array): Promise<number | null>;
}

/** Returns the next chunk, as a generator or the reader of a stream does. */
export type NextChunk = () => Promise<{ done?: boolean; value?: Uint8Array | undefined }>;

/** Makes a source of chunks of bytes, which are read in parts if there is no room for them. */
export function chunkSource(name: string, next: NextChunk): ByteSource {
  let chunk = new Uint8Array(0);
  return {
    name,
    async read(into: Uint8Array): Promise<number | null> {
      while (chunk.length === 0) {
        const { done, value } = await next();
        if (done || value === undefined) return null;
        chunk = value as Uint8Array<ArrayBuffer>;
      }
      const length = Math.min(into.length, chunk.length);
      into.set(chunk.subarray(0, length));
      chunk = chunk.subarray(length);
      return length;
    },
  };
}

/**
 * Reads until the array is full or the source ends, and gives the number of
 * bytes read. A pipe may give any number of bytes at a time.
 */
export async function readFull(
  source: ByteSource,
  into: Uint8Array,
): Promise<number> {
  let length = 0;
  while (length < into.length) {
    const found = await source.read(into.subarray(length));
    if (found === null) break;
    length += found;
  }
  return length;
}

/** Bytes of a piece, at most. */
const PIECE_BYTES = 2 ** 18;

/** Gives the bytes of a source piece by piece. Each piece is valid until the next is asked for. */
export async function* readPieces(source: ByteSource): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(PIECE_BYTES);
  for (;;) {
    const length = await source.read(buffer);
    if (length === null) return;
    yield buffer.subarray(0, length);
  }
}

/** Makes a source that counts the bytes that are read from it. */
export function countedSource(source: ByteSource, count: (bytes: number) => void): ByteSource {
  return {
    name: source.name,
    size: source.size,
    live: source.live,
    async read(into: Uint8Array): Promise<number | null> {
      const length = await source.read(into);
      if (length !== null) count(length);
      return length;
    },
  };
}

// One read of this size brings what a pipe holds, so that most inputs are detected without waiting.
const LOOK_AHEAD_BYTES = 4096;

/** A source whose next bytes can be looked at before they are read. */
export class PeekedSource implements ByteSource {
  readonly name: string;
  readonly size?: number;
  readonly live?: NonNullable<ByteSource["live"]>;
  readonly compressed?: NonNullable<ByteSource["compressed"]>;
  readonly #source: ByteSource;
  #ahead: Uint8Array = new Uint8Array(0);
  #ended = false;

  constructor(source: ByteSource) {
    this.#source = source;
    this.name = source.name;
    this.size = source.size;
    this.live = source.live;
    this.compressed = source.compressed;
  }

  /**
   * Returns the next bytes, at least so many if the source has them: a pipe may deliver them one at
   * a time. It returns more where they are here already, and does not wait for more.
   */
  async peek(least: number): Promise<Uint8Array> {
    while (this.#ahead.length < least && !this.#ended) {
      const room = new Uint8Array(Math.max(least, 2 * this.#ahead.length, LOOK_AHEAD_BYTES));
      room.set(this.#ahead);
      const found = await this.#source.read(room.subarray(this.#ahead.length));
      if (found === null) this.#ended = true;
      else this.#ahead = room.subarray(0, this.#ahead.length + found);
    }
    return this.#ahead;
  }

  /** Makes a source of the bytes that come next, which only looks at them: they stay to be read. */
  lookAhead(): ByteSource {
    let at = 0;
    return {
      name: this.name,
      read: async (into: Uint8Array): Promise<number | null> => {
        const ahead = await this.peek(at + 1);
        if (ahead.length === at) return null;
        const part = ahead.subarray(at, at + into.length);
        into.set(part);
        at += part.length;
        return part.length;
      },
    };
  }

  /** Puts bytes before those that come next. */
  putBack(bytes: Uint8Array): void {
    const ahead = new Uint8Array(bytes.length + this.#ahead.length);
    ahead.set(bytes);
    ahead.set(this.#ahead, bytes.length);
    this.#ahead = ahead;
  }

  async read(into: Uint8Array): Promise<number | null> {
    if (this.#ahead.length === 0) return this.#ended ? null : await this.#source.read(into);
    const length = Math.min(into.length, this.#ahead.length);
    into.set(this.#ahead.subarray(0, length));
    this.#ahead = this.#ahead.subarray(length);
    return length;
  }
}
