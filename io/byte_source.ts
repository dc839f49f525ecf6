/** Where the bytes of a source come from: a worker can read there, too. */
export interface DirectInput {
  /** The file; standard input where there is none. */
  readonly path?: string;
  /** Which file that was when it was opened: another may have its name later. Unknown on some systems. */
  readonly inode?: number;
}

/** Where bytes come from: a file, standard input, or a test. */
export interface ByteSource {
  /** What messages call it. */
  readonly name: string;
  /** Its length in bytes, where that is known before reading. */
  readonly size?: number;
  /**
   * Whether it is a pipe or a stream: someone may still be writing, and wait for what is made of it; of a
   * stream that may be this very program.
   */
  readonly live?: "pipe" | "stream";
  /**
   * Where the bytes are decompressed: how many compressed ones were taken for them so far. Few bytes of
   * the input can be any number of them.
   */
  readonly compressed?: { readonly taken: number };
  /**
   * Reads at least one byte into the array and gives their number, or `null`
   * at the end. It may read fewer bytes than there is room for.
   */
  read(into: Uint8Array): Promise<number | null>;
}

/** Where chunks come from: a generator, or the reader of a stream. */
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

const PIECE_SIZE = 2 ** 18;

/** Gives the bytes of a source piece by piece; each is good until the next is asked for. */
export async function* readPieces(source: ByteSource): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(PIECE_SIZE);
  for (;;) {
    const length = await source.read(buffer);
    if (length === null) return;
    yield buffer.subarray(0, length);
  }
}

/** A source that tells how many bytes are read of it. */
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
