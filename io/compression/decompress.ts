import {
  type ByteSource,
  chunkSource,
  countedSource,
  type NextChunk,
  PeekedSource,
} from "../byte_source.ts";

/** The compressions that are read and written. */
export type Compression = "gzip" | "zstd";

/** The contents of a source, decompressed. */
export interface Decompressed extends Disposable {
  /** The bytes, whose beginning can be looked at. They have no size if they were compressed. */
  readonly source: PeekedSource;
  /** The compression, if there was one. */
  readonly compression?: Compression;
}

/** Detects the compression of data from their first 4 bytes. */
function compressionOf(head: Uint8Array): Compression | undefined {
  const [a, b, c, d] = head;
  if (a === 0x1f && b === 0x8b) return "gzip";
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return "zstd";
  // zstd data may begin with a frame to skip, as the output of pzstd does.
  if (a >= 0x50 && a <= 0x5f && b === 0x2a && c === 0x4d && d === 0x18) return "zstd";
  return undefined;
}

/**
 * Decompresses the contents of a source if its first bytes are those of gzip or zstd data.
 *
 * The bytes are decompressed as they are read, with bounded memory. Damaged or truncated data, and
 * other bytes after them, are errors. Disposing ends the decompression; the source stays open.
 */
export async function decompress(source: ByteSource): Promise<Decompressed> {
  const peeked = new PeekedSource(source);
  const compression = compressionOf(await peeked.peek(4));
  if (compression === undefined) return { source: peeked, [Symbol.dispose](): void {} };
  const compressed = { taken: 0 };
  const counted = countedSource(peeked, (bytes) => compressed.taken += bytes);
  // The decoders are imported late, since most inputs are not compressed.
  const chunks = compression === "gzip"
    ? (await import("./gunzip.ts")).gunzip(counted)
    : (await import("./unzstd.ts")).unzstd(counted);
  let failure: { readonly error: unknown } | undefined;
  /** Fails again where it has failed: a generator would be at its end. */
  async function next(): ReturnType<NextChunk> {
    if (failure !== undefined) throw failure.error;
    try {
      return await chunks.next();
    } catch (error) {
      failure = { error };
      throw error;
    }
  }
  return {
    source: new PeekedSource({
      ...chunkSource(source.name, next),
      live: source.live,
      compressed,
    }),
    compression,
    [Symbol.dispose](): void {
      // The generator ends when its turn comes. Nothing more is asked of it.
      chunks.return(undefined).catch(() => {});
    },
  };
}
