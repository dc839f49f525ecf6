import { readInt64 } from "./flatbuffer_reader.ts";
import { decompressLz4 } from "./lz4_frame.ts";

/** Decompresses a buffer of a message. */
export type Decompress = (buffer: Uint8Array) => Uint8Array;

// The maximum number of bytes that one compressed byte can become. ZSTD reaches it with blocks of
// 128 KiB in 4 bytes. A larger length is wrong, and must not take memory.
const MAX_RATIOS = { lz4: 255, zstd: 2 ** 15 };
/** The minimum size of a piece that `node:zlib` produces. */
const MIN_CHUNK = 64;

/**
 * Returns the function that decompresses the buffers of a message. It throws a RangeError for
 * damaged buffers.
 */
export async function loadDecompress(codec: "lz4" | "zstd"): Promise<Decompress> {
  if (codec === "lz4") {
    return unwrap(codec, (input, length) => {
      const output = new Uint8Array(length);
      return output.subarray(0, decompressLz4(input, output));
    });
  }
  // This is imported late, because the import takes time that only compressed inputs should cost.
  const { zstdDecompressSync } = await import("node:zlib");
  return unwrap(codec, (input, length) => {
    try {
      // The output is a single piece, because joining many would take twice the memory and time.
      const chunkSize = Math.max(length, MIN_CHUNK);
      const output = zstdDecompressSync(input, { maxOutputLength: length, chunkSize });
      // This returns a plain array, because `slice` of a Buffer does not copy.
      return new Uint8Array(output.buffer, output.byteOffset, output.byteLength);
    } catch (error) {
      throw new RangeError(`damaged ZSTD data: ${(error as Error).message}`, { cause: error });
    }
  });
}

/** Returns the size that a compressed buffer announces for its content. */
export function unpackedLength(buffer: Uint8Array): number {
  // A buffer that is too short for a length is damaged. Decompressing it reports that.
  if (buffer.length < 8) return buffer.length;
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  const length = Number(view.getBigInt64(0, true));
  return length < 0 ? buffer.length : length;
}

// A compressed buffer begins with its decompressed length, or with -1 if it is stored uncompressed.
function unwrap(
  codec: "lz4" | "zstd",
  decompress: (input: Uint8Array, length: number) => Uint8Array,
): Decompress {
  return (buffer) => {
    if (buffer.length === 0) return buffer;
    const length = readInt64(new DataView(buffer.buffer, buffer.byteOffset, buffer.length), 0);
    const input = buffer.subarray(8);
    if (length === -1) return input;
    if (length === 0) return input.subarray(0, 0);
    if (length < 0 || length > input.length * MAX_RATIOS[codec]) {
      throw new RangeError(`${length} bytes cannot be compressed in ${input.length}`);
    }
    const output = decompress(input, length);
    if (output.length === length) return output;
    throw new RangeError(`${output.length} bytes came out, expected ${length}`);
  };
}
