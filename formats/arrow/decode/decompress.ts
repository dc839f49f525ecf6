import { readInt64 } from "./flatbuffer_reader.ts";
import { decompressLz4 } from "./lz4_frame.ts";
import { loadZlib, noZstd } from "../../../io/load_zlib.ts";

/** Decompresses a buffer of a message. */
export type Decompress = (buffer: Uint8Array) => Uint8Array;

// No format makes more of a byte than this (ZSTD: blocks of 128 KiB in 4 bytes): a length beyond it is
// wrong, and is not to take memory.
const MAX_RATIOS = { lz4: 255, zstd: 2 ** 15 };
/** The least size of a piece that `node:zlib` makes. */
const MIN_CHUNK = 64;

/** What decompresses the buffers of a message; it throws a RangeError for damaged ones. */
export function loadDecompress(codec: "lz4" | "zstd"): Decompress {
  if (codec === "lz4") {
    return unwrap(codec, (input, length) => {
      const output = new Uint8Array(length);
      return output.subarray(0, decompressLz4(input, output));
    });
  }
  // Its import takes time that only those who need it should pay.
  const { zstdDecompressSync } = loadZlib() ?? {};
  if (zstdDecompressSync === undefined) throw noZstd("the Arrow data");
  return unwrap(codec, (input, length) => {
    try {
      // In one piece: joining many would take the memory, and the time, twice.
      const chunkSize = Math.max(length, MIN_CHUNK);
      const output = zstdDecompressSync(input, { maxOutputLength: length, chunkSize });
      // A plain array: `slice` of a Buffer does not copy.
      return new Uint8Array(output.buffer, output.byteOffset, output.byteLength);
    } catch (error) {
      throw new RangeError(`damaged ZSTD data: ${(error as Error).message}`, { cause: error });
    }
  });
}

/** Bytes that a buffer of a compressed message becomes, as it says. */
export function unpackedLength(buffer: Uint8Array): number {
  // What is shorter than a length is damaged, and that is seen when it is decompressed.
  if (buffer.length < 8) return buffer.length;
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  const length = Number(view.getBigInt64(0, true));
  return length < 0 ? buffer.length : length;
}

// A compressed buffer begins with its length when decompressed, or -1 where it is stored as it is.
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
