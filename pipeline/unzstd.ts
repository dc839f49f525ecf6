import type { ByteSource } from "./byte_source.ts";
import { decodePieces } from "./decode_pieces.ts";
import { readPieces } from "./read_pieces.ts";
import { beginsSkippable, NO_FRAME, ZstdFrame } from "./zstd_frame.ts";

// A zstd block is at most this long once it is decompressed.
const CHUNK_SIZE = 2 ** 17;

/**
 * Decompresses zstd data: one frame or several in a row, some of which may be there to be skipped.
 *
 * `node:zlib` decodes the first frame alone and takes half a frame for a whole one without a word.
 * So the frames are told apart here, and each has a decoder of its own.
 */
export async function* unzstd(source: ByteSource): AsyncGenerator<Uint8Array> {
  const { createZstdDecompress } = await import("node:zlib");
  const pieces = readPieces(source);
  let piece: Uint8Array = new Uint8Array(0);
  async function more(): Promise<boolean> {
    if (piece.length > 0) return true;
    const { value } = await pieces.next();
    if (value !== undefined) piece = value;
    return value !== undefined;
  }
  function truncated(): SyntaxError {
    return new SyntaxError(`Cannot read ${source.name}: truncated: it ends inside the zstd data`);
  }
  async function* frameBytes(frame: ZstdFrame): AsyncGenerator<Uint8Array> {
    while (!frame.complete) {
      if (!await more()) {
        throw truncated();
      }
      const bytes = piece.subarray(0, frame.take(piece));
      piece = piece.subarray(bytes.length);
      yield bytes;
    }
  }
  while (await more()) {
    if (beginsSkippable(piece)) {
      // A decoder would skip it as well, but making one takes longer than a million small frames should.
      const frame = new ZstdFrame();
      while (!frame.complete && await more()) piece = piece.subarray(frame.take(piece));
      if (!frame.complete) throw truncated();
      continue;
    }
    const decoder = createZstdDecompress({ chunkSize: CHUNK_SIZE });
    try {
      yield* decodePieces(decoder, frameBytes(new ZstdFrame()));
    } catch (error) {
      throw zstdError(error, source.name);
    }
  }
}

function zstdError(error: unknown, name: string): unknown {
  if (!(error instanceof Error)) return error;
  const [, reason] = /^Zstd decompress error: (.*)$/s.exec(error.message) ?? [];
  // The first frame begins right, or the data would not have come here. Where bytes come one by one
  // the decoder may see before the frame does that they are no frame.
  if (error.message === NO_FRAME || reason === "Unknown frame descriptor") {
    return new SyntaxError(
      `Cannot read ${name}: there are other bytes after the zstd data, expected the end`,
    );
  }
  // What the source itself fails with says already what is wrong.
  if (reason === undefined) return error;
  return new SyntaxError(
    `Cannot read ${name}: damaged zstd data: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
  );
}
