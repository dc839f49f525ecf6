import type { Transform } from "node:stream";
import type { ByteSink, Spool } from "./byte_sink.ts";
import type { Compression } from "./decompress.ts";

// What an encoder makes depends on how its input is cut. It is always cut like this, so that the same
// data give the same file, whatever the chunk size.
const BLOCK_SIZE = 2 ** 17;
const CHUNK_SIZE = 2 ** 16;

// Measured on floats and on CSV: twice as fast as level 6, gzip's own default, and 1 % larger.
const GZIP_LEVEL = 4;
const GZIP_SYSTEM_BYTE = 9;
const UNKNOWN_SYSTEM = 255;

/** Compresses what is written to it and writes that to another sink, of which it takes charge. */
export class CompressedSink implements ByteSink {
  readonly #sink: ByteSink;
  readonly #encoder: Transform;
  readonly #block = new Uint8Array(BLOCK_SIZE);
  #filled = 0;
  readonly #passing: Promise<void>;
  #wake = (): void => {};
  #failed = false;

  private constructor(sink: ByteSink, encoder: Transform, compression: Compression) {
    this.#sink = sink;
    this.#encoder = encoder;
    this.#passing = this.#pass(compression);
    this.#passing.catch(() => {
      this.#failed = true;
      this.#wake();
    });
  }

  /** Opens one for a sink. */
  static async open(sink: ByteSink, compression: Compression): Promise<CompressedSink> {
    return new CompressedSink(sink, await makeEncoder(compression), compression);
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const length = Math.min(bytes.length - at, BLOCK_SIZE - this.#filled);
      this.#block.set(bytes.subarray(at, at + length), this.#filled);
      this.#filled += length;
      at += length;
      if (this.#filled === BLOCK_SIZE) await this.#encode();
    }
  }

  /** They wait as they are, and are compressed when they are written. */
  spool(): Spool {
    return this.#sink.spool(this);
  }

  async finish(): Promise<void> {
    if (this.#filled > 0) await this.#encode();
    this.#encoder.end();
    await this.#passing;
    await this.#sink.finish();
  }

  [Symbol.dispose](): void {
    this.#encoder.destroy();
    this.#sink[Symbol.dispose]();
  }

  // Waits until the encoder has taken the block, which it does only when what it made is passed on.
  async #encode(): Promise<void> {
    const block = this.#block.subarray(0, this.#filled);
    this.#filled = 0;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (this.#failed) resolve();
      else this.#encoder.write(block, () => resolve());
    });
    if (this.#failed) await this.#passing;
  }

  async #pass(compression: Compression): Promise<void> {
    let first = compression === "gzip";
    for await (const chunk of this.#encoder) {
      // There is no time in the header and no name; nor is there a system, so that all make the same.
      if (first) chunk[GZIP_SYSTEM_BYTE] = UNKNOWN_SYSTEM;
      first = false;
      await this.#sink.write(chunk);
    }
  }
}

async function makeEncoder(compression: Compression): Promise<Transform> {
  // Imported late, since that takes longer than a small input.
  const { constants, createGzip, createZstdCompress } = await import("node:zlib");
  if (compression === "zstd") {
    // As the zstd command does.
    const params = { [constants.ZSTD_c_checksumFlag]: 1 };
    return createZstdCompress({ chunkSize: CHUNK_SIZE, params });
  }
  return createGzip({ chunkSize: CHUNK_SIZE, level: GZIP_LEVEL });
}
