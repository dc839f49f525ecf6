import { loadZlib } from "../../../io/compression/zlib.ts";
import { CODEC } from "../metadata.ts";
import { compressLz4, compressSnappy } from "./compress_blocks.ts";

/** How pages are compressed. */
export interface PageCodec {
  /** The number that the format gives it. */
  readonly codec: number;
  compress(bytes: Uint8Array): Uint8Array;
  /**
   * Whether it makes single bytes shorter, and not only what repeats: then floats may become shorter
   * if their first bytes are stored together, their second ones, and so on.
   */
  readonly likesStreams: boolean;
}

/** Stores pages as they are. */
export const NO_CODEC: PageCodec = {
  codec: CODEC.none,
  compress: (bytes) => bytes,
  likesStreams: false,
};

/** The codec of a new file: all readers know it, and it saves most of the space. */
export const DEFAULT_CODEC: number = CODEC.zstd;

/**
 * Quick settings: the results of functions have many random bits, which no effort makes shorter. On
 * streams of random numbers level 1 of zstd takes half the time of its default and is as short; sorted
 * or repeated numbers become 5 % longer.
 */
const GZIP_LEVEL = 1;
const BROTLI_QUALITY = 1;
const ZSTD_LEVEL = 1;
/** One piece of output is quicker than many. Data that do not shrink become a little longer. */
const CHUNK_TIMES = 1.01;

/** Finds what compresses pages with a codec; one that cannot be written here stores them as they are. */
export function findPageCodec(codec: number): PageCodec {
  switch (codec) {
    case CODEC.snappy:
      return { codec, compress: compressSnappy, likesStreams: false };
    case CODEC.lz4Raw:
      return { codec, compress: compressLz4, likesStreams: false };
    case CODEC.gzip:
    case CODEC.brotli:
    case CODEC.zstd:
      return findRuntimeCodec(codec, loadZlib() ?? {});
  }
  return NO_CODEC;
}

function findRuntimeCodec(
  codec: number,
  { gzipSync, brotliCompressSync, zstdCompressSync, constants }: NonNullable<
    ReturnType<typeof loadZlib>
  >,
): PageCodec {
  switch (codec) {
    case CODEC.gzip:
      if (gzipSync === undefined) return NO_CODEC;
      return {
        codec,
        likesStreams: true,
        compress: (bytes) => gzipSync(bytes, { level: GZIP_LEVEL }),
      };
    case CODEC.zstd:
      if (zstdCompressSync === undefined) return NO_CODEC;
      return {
        codec,
        likesStreams: true,
        compress: (bytes) =>
          zstdCompressSync(bytes, {
            params: { [constants!.ZSTD_c_compressionLevel]: ZSTD_LEVEL },
            chunkSize: Math.max(2 ** 10, Math.ceil(bytes.length * CHUNK_TIMES)),
          }),
      };
    case CODEC.brotli: {
      if (brotliCompressSync === undefined || constants === undefined) return NO_CODEC;
      const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
      return {
        codec,
        likesStreams: true,
        compress: (bytes) => brotliCompressSync(bytes, { params }),
      };
    }
  }
  return NO_CODEC;
}
