import { type ByteSource, chunkSource, countedSource, PeekedSource } from "./byte_source.ts";

/** The compressions that are read and written. */
export type Compression = "gzip" | "zstd";

/** What a source holds, once it is decompressed. */
export interface Decompressed extends Disposable {
  /** The bytes, of which the first can be looked at; without a size if they were compressed. */
  readonly source: PeekedSource;
  /** How they were compressed, if they were. */
  readonly compression?: Compression;
}

/** The compression that data of these first bytes have: 4 are enough. */
export function compressionOf(head: Uint8Array): Compression | undefined {
  const [a, b, c, d] = head;
  if (a === 0x1f && b === 0x8b) return "gzip";
  if (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) return "zstd";
  // zstd data may begin with a frame that is to be skipped, as those of pzstd do.
  if (a >= 0x50 && a <= 0x5f && b === 0x2a && c === 0x4d && d === 0x18) return "zstd";
  return undefined;
}

/**
 * Decompresses what a source holds if its first bytes are those of gzip or zstd data.
 *
 * It is decompressed as it is read, with bounded memory. Damaged or truncated data, and other bytes
 * after them, are errors. Disposing of it ends the decompression; the source stays open.
 */
export async function decompress(source: ByteSource): Promise<Decompressed> {
  const peeked = new PeekedSource(source);
  const compression = compressionOf(await peeked.peek(4));
  if (compression === undefined) return { source: peeked, [Symbol.dispose](): void {} };
  const compressed = { taken: 0 };
  const counted = countedSource(peeked, (bytes) => compressed.taken += bytes);
  // Imported late, since most inputs are not compressed.
  const chunks = compression === "gzip"
    ? (await import("./decoders.ts")).gunzip(counted)
    : (await import("./decoders.ts")).unzstd(counted);
  return {
    source: new PeekedSource({
      ...chunkSource(source.name, () => chunks.next()),
      live: source.live,
      compressed,
    }),
    compression,
    [Symbol.dispose](): void {
      // It ends when its turn comes; nothing more is asked of it.
      chunks.return(undefined).catch(() => {});
    },
  };
}
