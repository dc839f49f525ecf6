import { decompressLz4Block } from "../../arrow/decode/decompress.ts";
import { loadZlib, noZstd } from "../../../io/compression/zlib.ts";
import { CODEC, CODEC_NAMES } from "../metadata.ts";
import { decompressSnappy } from "./snappy.ts";

/**
 * Decompresses the bytes of a page, which become exactly so many.
 *
 * @throws {RangeError} If they are damaged.
 */
export type DecompressPage = (input: Uint8Array, length: number) => Uint8Array;

type Into = (input: Uint8Array, output: Uint8Array) => void;

/** The minimum size of a piece that `node:zlib` produces. */
const MIN_CHUNK = 64;

/**
 * Returns the function that decompresses pages of a codec.
 *
 * @throws {TypeError} If the codec is not known, or this runtime lacks it.
 */
export function findDecompressPage(codec: number, name: string): DecompressPage {
  switch (codec) {
    case CODEC.none:
      return (input) => input;
    case CODEC.snappy:
      return into(decompressSnappy);
    case CODEC.lz4Raw:
      return into(decompressLz4Raw);
    case CODEC.lz4:
      return into(decompressHadoopLz4);
    case CODEC.gzip:
      return byRuntime("gunzipSync", name);
    case CODEC.brotli:
      return byRuntime("brotliDecompressSync", name);
    case CODEC.zstd:
      return byRuntime("zstdDecompressSync", name);
  }
  throw new TypeError(
    `Cannot read ${name}: it is compressed with ${
      CODEC_NAMES[codec] ?? `codec ${codec}`
    }, which specol does not support; it supports SNAPPY, GZIP, ZSTD, LZ4_RAW, LZ4 and BROTLI`,
  );
}

function into(decompress: Into): DecompressPage {
  return (input, length) => {
    const output = new Uint8Array(length);
    decompress(input, output);
    return output;
  };
}

function byRuntime(
  method: "gunzipSync" | "brotliDecompressSync" | "zstdDecompressSync",
  name: string,
): DecompressPage {
  const decompress = loadZlib()?.[method];
  if (decompress === undefined) {
    if (method === "zstdDecompressSync") throw noZstd(name);
    throw new TypeError(
      `Cannot read ${name}: this runtime cannot decompress ${
        method === "gunzipSync" ? "GZIP" : "BROTLI"
      } pages; Deno, Bun and Node.js can`,
    );
  }
  return (input, length) => {
    try {
      // One piece, because joining many would take twice the memory and time. It has room for another
      // byte, because a piece that is full is followed by an empty one as large.
      const chunkSize = Math.max(length + 1, MIN_CHUNK);
      const output = decompress(input, { maxOutputLength: Math.max(length, 1), chunkSize });
      return new Uint8Array(output.buffer, output.byteOffset, output.byteLength);
    } catch (error) {
      throw new RangeError((error as Error).message, { cause: error });
    }
  };
}

function decompressLz4Raw(input: Uint8Array, output: Uint8Array): void {
  // Nothing may be compressed as nothing.
  const length = input.length === 0 ? 0 : decompressLz4Block(input, { output, filled: 0 });
  if (length !== output.length) {
    throw new RangeError(`${length} bytes came out, expected ${output.length}`);
  }
}

/**
 * The codec LZ4 means the frames of Hadoop: pieces that begin with two lengths. Some writers left
 * them out, and what they wrote has to be distinguished from frames by trying.
 */
function decompressHadoopLz4(input: Uint8Array, output: Uint8Array): void {
  if (!decompressFrames(input, output)) decompressLz4Raw(input, output);
}

function decompressFrames(input: Uint8Array, output: Uint8Array): boolean {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  let [at, filled] = [0, 0];
  try {
    while (at < input.length) {
      const frameEnd = filled + view.getUint32(at);
      at += 4;
      if (frameEnd > output.length) return false;
      while (filled < frameEnd) {
        const length = view.getUint32(at);
        at += 4;
        if (length > input.length - at) return false;
        const room = output.subarray(0, frameEnd);
        filled = decompressLz4Block(input.subarray(at, at + length), { output: room, filled });
        at += length;
      }
    }
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
  return filled === output.length;
}
