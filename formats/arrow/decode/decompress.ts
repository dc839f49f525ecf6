import { readInt64 } from "./flatbuffer_reader.ts";
import { loadZlib, noZstd } from "../../../io/compression/zlib.ts";

/** Decompresses a buffer of a message. */
export type Decompress = (buffer: Uint8Array) => Uint8Array;

// The maximum number of bytes that one compressed byte can become. ZSTD reaches it with blocks of
// 128 KiB in 4 bytes. A larger length is wrong, and must not take memory.
const MAX_RATIOS = { lz4: 255, zstd: 2 ** 15 };
/** The minimum size of a piece that `node:zlib` produces. */
const MIN_CHUNK = 64;

const found: Partial<Record<"lz4" | "zstd", Decompress>> = {};

/**
 * Returns the function that decompresses the buffers of a message. It throws a RangeError for
 * damaged buffers.
 */
export function findDecompress(codec: "lz4" | "zstd"): Decompress {
  return found[codec] ??= loadDecompress(codec);
}

function loadDecompress(codec: "lz4" | "zstd"): Decompress {
  if (codec === "lz4") {
    return unwrap(codec, (input, length) => {
      const output = new Uint8Array(length);
      return output.subarray(0, decompressLz4(input, output));
    });
  }
  // The module is loaded late, because that takes time that only compressed inputs should cost.
  const { zstdDecompressSync } = loadZlib() ?? {};
  if (zstdDecompressSync === undefined) throw noZstd("the Arrow data");
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

const MAGIC = 0x184d2204;
const SKIPPABLE = 0x184d2a50;
const BLOCK_SIZES: Readonly<Record<number, number>> = {
  4: 2 ** 16,
  5: 2 ** 18,
  6: 2 ** 20,
  7: 2 ** 22,
};

/**
 * Decompresses LZ4 frames into an array, and returns the number of bytes written. Throws a
 * RangeError if the input is damaged or does not fit into the array. Checksums, which Arrow does
 * not require, are ignored.
 */
export function decompressLz4(input: Uint8Array, output: Uint8Array): number {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  let [at, filled] = [0, 0];
  while (at < input.length) {
    const magic = view.getUint32(at, true);
    if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) {
      at += 8 + view.getUint32(at + 4, true);
      continue;
    }
    if (magic !== MAGIC) throw new RangeError("it is not an LZ4 frame");
    const { length, blockChecksum, contentChecksum } = readDescriptor(view, at + 4);
    at += 4 + length;
    for (;;) {
      const word = view.getUint32(at, true);
      at += 4;
      if (word === 0) break;
      const size = word & 0x7fffffff;
      if (at + size > input.length) throw new RangeError("an LZ4 block goes beyond the end");
      const block = input.subarray(at, at + size);
      // The highest bit marks a block that is stored uncompressed.
      if (word >= 2 ** 31) {
        if (size > output.length - filled) throw new RangeError("there is more than expected");
        output.set(block, filled);
        filled += size;
      } else {
        filled = decompressLz4Block(block, { output, filled });
      }
      at += size + (blockChecksum ? 4 : 0);
    }
    at += contentChecksum ? 4 : 0;
  }
  return filled;
}

function readDescriptor(
  view: DataView,
  at: number,
): { length: number; blockChecksum: boolean; contentChecksum: boolean } {
  const flags = view.getUint8(at);
  const block = view.getUint8(at + 1);
  const dictionary = (flags & 1) !== 0;
  if (flags >> 6 !== 1 || BLOCK_SIZES[block >> 4 & 7] === undefined || dictionary) {
    throw new RangeError("an LZ4 frame of an unknown version, or with a dictionary");
  }
  return {
    length: 3 + ((flags & 8) === 0 ? 0 : 8),
    blockChecksum: (flags & 16) !== 0,
    contentChecksum: (flags & 4) !== 0,
  };
}

/**
 * Decompresses an LZ4 block after the bytes that are filled, and returns how many are filled then.
 *
 * A block is a sequence of literals, to be copied, and matches, that repeat what came out before. The
 * output is one array for all blocks, so that a match may reach back into an earlier block.
 */
export function decompressLz4Block(
  input: Uint8Array,
  { output, filled }: { output: Uint8Array; filled: number },
): number {
  let at = 0;
  let out = filled;
  // Adds bytes as long as they are 255. Reading beyond the end gives a length of NaN, which is
  // refused.
  function extend(length: number): number {
    for (let byte = 255; byte === 255;) {
      byte = input[at++];
      length += byte;
    }
    return length;
  }
  while (at < input.length) {
    const token = input[at++];
    const literals = token >> 4 === 15 ? extend(15) : token >> 4;
    if (!(literals <= input.length - at && literals <= output.length - out)) {
      throw new RangeError("LZ4 literals go beyond the end");
    }
    if (literals <= 16) { for (let i = 0; i < literals; i++) output[out + i] = input[at + i]; }
    else output.set(input.subarray(at, at + literals), out);
    at += literals;
    out += literals;
    if (at === input.length) return out; // the last sequence has no match
    const distance = input[at] | input[at + 1] << 8;
    at += 2;
    const length = 4 + ((token & 15) === 15 ? extend(15) : token & 15);
    if (!(distance > 0 && distance <= out && length <= output.length - out)) {
      throw new RangeError("an LZ4 match goes beyond the ends");
    }
    if (distance >= length && length > 32) {
      output.copyWithin(out, out - distance, out - distance + length);
    } // A match may overlap what it makes, and then repeats it: byte by byte.
    else for (let i = 0; i < length; i++) output[out + i] = output[out + i - distance];
    out += length;
  }
  throw new RangeError("an LZ4 block ends too early");
}
