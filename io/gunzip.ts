import { type ByteSource, readPieces } from "./byte_source.ts";
import { decodePieces } from "./decode_pieces.ts";
import { gunzipWeb } from "./gunzip_web.ts";
import { loadZlib } from "./load_zlib.ts";

// Measured: smaller chunks cost more turns, larger ones no longer fit the cache.
const CHUNK_SIZE = 2 ** 16;

/**
 * Decompresses gzip data that are known to begin as such, one member or several in a row, as `zcat` does.
 *
 * The decoder is `node:zlib`'s: `DecompressionStream` refuses a second member, and is slower.
 */
export async function* gunzip(source: ByteSource): AsyncGenerator<Uint8Array> {
  const { createGunzip } = loadZlib() ?? {};
  if (createGunzip === undefined) return yield* gunzipWeb(source);
  const decoder = createGunzip({ chunkSize: CHUNK_SIZE });
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

// Tapes and some file systems fill the last block with zeros, which gzip ignores. Of other bytes it
// warns; here they end the run, since they may be what is left of a damaged member.
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
  // What the source itself fails with says already what is wrong.
  if (!(error instanceof Error) || !code.startsWith("Z_")) return error;
  if (code === "Z_BUF_ERROR") {
    return new SyntaxError(`Cannot read ${name}: truncated: it ends inside the gzip data`);
  }
  // The first member begins right, or the data would not have come here.
  if (error.message === "incorrect header check") return garbageError(name);
  const reason = /^incorrect (data|length) check$/.test(error.message)
    ? "their checksum does not match"
    : error.message;
  return new SyntaxError(`Cannot read ${name}: damaged gzip data: ${reason}`);
}
