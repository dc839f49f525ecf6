import { type ByteSource, readPieces } from "../byte_source.ts";
import { decodePieces, loadZlib, noZstd } from "./zlib.ts";

// A decompressed zstd block has at most this many bytes.
const CHUNK_SIZE = 2 ** 17;

/**
 * Decompresses zstd data: one frame or several in a row, some of which may be there to be skipped.
 *
 * The decoder of `node:zlib` stops where a frame ends inside a piece, and takes half a frame for a
 * whole one without a word. It goes on with the next frame if that begins a piece. So the frames
 * are distinguished here, and pieces end where a frame does. One decoder for all of them takes 3 µs
 * for a small frame, and a decoder for each takes 30.
 *
 * Pieces end where a block does, too: if the decoder of Deno 2.9.6 finds damage after it has filled a
 * chunk with what came before in the same piece, nobody can catch its error, and the program ends.
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

/** Gives the bytes of a source in pieces that do not go beyond the end of a block or frame. */
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
  // An error of the source itself already explains what is wrong.
  if (reason === undefined) return error;
  if (reason === "Frame requires too much memory for decoding") {
    return new RangeError(
      `Cannot read ${name}: its zstd window is larger than 128 MiB; decompress it first: ` +
        `zstd -dc --long=31 FILE`,
    );
  }
  return new SyntaxError(
    `Cannot read ${name}: damaged zstd data: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
  );
}

// The layout of zstd data: RFC 8878, section 3.1.
const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50; // its last four bits are free
const DICTIONARY_ID_LENGTHS = [0, 1, 2, 4];
const CONTENT_SIZE_LENGTHS = [0, 2, 4, 8];

/** The message of the error if the bytes are not a frame. */
const NO_FRAME = "not a zstd frame";

/** The next bytes of a frame: some to look at, or some to pass over, which may be a block. */
type Part = { readonly look: number } | { readonly pass: number; readonly isBlock?: boolean };

/** Finds the end of a zstd frame from the lengths of its blocks, without decompressing it. */
class ZstdFrame {
  readonly #parts: Generator<Part, void, Uint8Array> = layOut();
  #part: Part | undefined = this.#parts.next().value!;
  #looked: number[] = [];
  #passed = 0;

  /** Whether the end was found. */
  get complete(): boolean {
    return this.#part === undefined;
  }

  /** Takes the next bytes, up to the end of a block, and returns how many belong to the frame. */
  take(bytes: Uint8Array): number {
    let at = 0;
    while (this.#part !== undefined && at < bytes.length) {
      if ("look" in this.#part) {
        this.#looked.push(bytes[at++]);
        if (this.#looked.length === this.#part.look) this.#next();
      } else {
        const length = Math.min(this.#part.pass - this.#passed, bytes.length - at);
        at += length;
        this.#passed += length;
        if (this.#passed < this.#part.pass) break;
        const { isBlock } = this.#part;
        this.#next();
        if (isBlock) break;
      }
    }
    return at;
  }

  #next(): void {
    do {
      this.#part = this.#parts.next(Uint8Array.from(this.#looked)).value ?? undefined;
      this.#looked = [];
      this.#passed = 0;
    } while (this.#part !== undefined && "pass" in this.#part && this.#part.pass === 0);
  }
}

function* layOut(): Generator<Part, void, Uint8Array> {
  const magic = littleEndian(yield { look: 4 });
  if (magic - magic % 16 === SKIPPABLE_MAGIC) {
    yield { pass: littleEndian(yield { look: 4 }) };
    return;
  }
  if (magic !== MAGIC) throw new SyntaxError(NO_FRAME);
  const [descriptor] = yield { look: 1 };
  const single = (descriptor & 0x20) !== 0; // one segment, without a byte for the window's size
  const sizeLength = CONTENT_SIZE_LENGTHS[descriptor >>> 6] || (single ? 1 : 0);
  yield { pass: (single ? 0 : 1) + DICTIONARY_ID_LENGTHS[descriptor & 3] + sizeLength };
  for (let last = 0; last === 0;) {
    const header = littleEndian(yield { look: 3 });
    last = header & 1;
    const repeated = (header >>> 1 & 3) === 1; // one byte, which stands for all
    yield { pass: repeated ? 1 : header >>> 3, isBlock: true };
  }
  if ((descriptor & 4) !== 0) yield { pass: 4 }; // the checksum
}

function littleEndian(bytes: Uint8Array): number {
  return bytes.reduceRight((value, byte) => value * 256 + byte, 0);
}
