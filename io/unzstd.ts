import { type ByteSource, readPieces } from "./byte_source.ts";
import { decodePieces } from "./decode_pieces.ts";
import { loadZlib, noZstd } from "./load_zlib.ts";
import { NO_FRAME, ZstdFrame } from "./zstd_frame.ts";

// A zstd block is at most this long once it is decompressed.
const CHUNK_SIZE = 2 ** 17;

/**
 * Decompresses zstd data: one frame or several in a row, some of which may be there to be skipped.
 *
 * The decoder of `node:zlib` stops where a frame ends inside a piece, and takes half a frame for a whole
 * one without a word. It goes on with the next frame if that begins a piece. So the frames are told apart
 * here, and pieces end where a frame does. One decoder for all of them takes 3 µs for a small frame, and a
 * decoder for each takes 30.
 */
export async function* unzstd(source: ByteSource): AsyncGenerator<Uint8Array> {
  const { createZstdDecompress } = loadZlib() ?? {};
  if (createZstdDecompress === undefined) throw noZstd(source.name);
  const decoder = createZstdDecompress({ chunkSize: CHUNK_SIZE });
  try {
    yield* decodePieces(decoder, framePieces(source));
  } catch (error) {
    throw zstdError(error, source.name);
  }
}

/** Gives the bytes of a source in pieces that do not go beyond the end of a frame. */
async function* framePieces(source: ByteSource): AsyncGenerator<Uint8Array> {
  let frame = new ZstdFrame();
  for await (const piece of readPieces(source)) {
    for (let at = 0; at < piece.length;) {
      if (frame.complete) frame = new ZstdFrame();
      const length = frame.take(piece.subarray(at));
      yield piece.subarray(at, at + length);
      at += length;
    }
  }
  if (!frame.complete) {
    throw new SyntaxError(`Cannot read ${source.name}: truncated: it ends inside the zstd data`);
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
