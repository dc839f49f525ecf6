import { type ByteSource, readPieces } from "./byte_source.ts";
import type { Transform } from "node:stream";
import { gunzipWeb } from "./gunzip_web.ts";
import { loadZlib, noZstd } from "./load_zlib.ts";
import { NO_FRAME, ZstdFrame } from "./zstd_frame.ts";

// Smaller chunks cost more turns of the event loop, and larger ones no longer fit the cache.
const GZIP_CHUNK_BYTES = 2 ** 16;

/**
 * Decompresses gzip data that are known to begin as such, one member or several in a row, as `zcat`
 * does.
 *
 * The decoder is `node:zlib`'s: `DecompressionStream` refuses a second member, and is slower.
 */
export async function* gunzip(source: ByteSource): AsyncGenerator<Uint8Array> {
  const { createGunzip } = loadZlib() ?? {};
  if (createGunzip === undefined) return yield* gunzipWeb(source);
  const decoder = createGunzip({ chunkSize: GZIP_CHUNK_BYTES });
  const pieces = readPieces(source);
  let fed = 0;
  let last: Uint8Array = new Uint8Array(0);
  async function* noted(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { value } = await pieces.next();
      if (value === undefined) return;
      fed += value.length;
      last = value;
      yield value;
    }
  }
  try {
    yield* decodePieces(decoder, noted());
  } catch (error) {
    throw gzipError(error, source.name);
  }
  // The decoder stops at a zero byte after a member, without looking at what follows.
  const rest = last.subarray(last.length - (fed - decoder.bytesWritten));
  checkZeros(rest, source.name);
  for await (const piece of pieces) checkZeros(piece, source.name);
}

// Tapes and some file systems fill the last block with zeros, which gzip ignores. It warns about
// other bytes. Here they end the run, since they may be the rest of a damaged member.
function checkZeros(bytes: Uint8Array, name: string): void {
  if (bytes.some((byte) => byte !== 0)) throw garbageError(name);
}

function garbageError(name: string): SyntaxError {
  return new SyntaxError(
    `Cannot read ${name}: there are other bytes after the gzip data, expected the end`,
  );
}

function gzipError(error: unknown, name: string): unknown {
  const code = (error as { code?: string }).code ?? "";
  // An error of the source itself says already what is wrong.
  if (!(error instanceof Error) || !code.startsWith("Z_")) return error;
  if (code === "Z_BUF_ERROR") {
    return new SyntaxError(`Cannot read ${name}: truncated: it ends inside the gzip data`);
  }
  // The first member begins right, or the data would not have been taken for gzip.
  if (error.message === "incorrect header check") return garbageError(name);
  const reason = /^incorrect (data|length) check$/.test(error.message)
    ? "their checksum does not match"
    : error.message;
  return new SyntaxError(`Cannot read ${name}: damaged gzip data: ${reason}`);
}

/**
 * Sends pieces of compressed bytes through a decoder of `node:zlib` and gives what comes out.
 *
 * A piece is asked for when the one before was taken, and the decoder takes none while what it made
 * waits to be read: memory stays bounded, and a piece may use the buffer of the one before.
 */
export async function* decodePieces(
  decoder: Transform,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let wake = (): void => {};
  let stopped = false;
  async function feed(): Promise<void> {
    for await (const piece of pieces) {
      if (stopped) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        decoder.write(piece, () => resolve());
      });
      if (stopped) return;
    }
    decoder.end();
  }
  // A failure here makes the loop below fail, which is the one that is awaited.
  const feeding = feed().catch((error) => void decoder.destroy(error));
  try {
    for await (const chunk of decoder) yield chunk;
  } finally {
    // A decoder that has found the end of the data does not always take the last piece.
    stopped = true;
    decoder.destroy();
    wake();
  }
  await feeding;
}

// A decompressed zstd block has at most this many bytes.
const CHUNK_SIZE = 2 ** 17;

/**
 * Decompresses zstd data: one frame or several in a row, some of which may be there to be skipped.
 *
 * The decoder of `node:zlib` stops where a frame ends inside a piece, and takes half a frame for a
 * whole one without a word. It goes on with the next frame if that begins a piece. So the frames
 * are told apart here, and pieces end where a frame does. One decoder for all of them takes 3 µs
 * for a small frame, and a decoder for each takes 30.
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
  // An error of the source itself says already what is wrong.
  if (reason === undefined) return error;
  return new SyntaxError(
    `Cannot read ${name}: damaged zstd data: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
  );
}
