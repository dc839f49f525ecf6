import { type ByteSource, readPieces } from "../byte_source.ts";
import { decodePieces, loadZlib } from "./zlib.ts";

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
  // An error of the source itself already explains what is wrong.
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
 * Decompresses gzip data by `DecompressionStream` where there is no `node:zlib`, as in browsers. It
 * reads one member only, and does not explain what is wrong with damaged data.
 */
async function* gunzipWeb(source: ByteSource): AsyncGenerator<Uint8Array> {
  const pieces = readPieces(source);
  let failure: { readonly error: unknown } | undefined;
  const compressed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller): Promise<void> {
      try {
        const { value } = await pieces.next();
        if (value === undefined) controller.close();
        else controller.enqueue(value.slice()); // its buffer is used again for the next piece
      } catch (error) {
        failure = { error };
        controller.error(error);
      }
    },
  }, { highWaterMark: 0 });
  const reader = compressed.pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    // An error of the source itself already explains what is wrong.
    if (failure !== undefined) throw failure.error;
    throw new SyntaxError(
      `Cannot read ${source.name}: damaged or truncated gzip data, or several gzip members, of which ` +
        `this runtime reads only one`,
      { cause: error },
    );
  } finally {
    reader.cancel().catch(() => {});
  }
}
