import type { Transform } from "node:stream";
import type { ByteSink, Spool } from "../byte_sink.ts";
import type { Compression } from "./decompress.ts";

// The output of an encoder depends on how its input is cut. The input is always cut like this, so
// that the same data give the same file, whatever the chunk size.
const BLOCK_SIZE = 2 ** 17;
const CHUNK_SIZE = 2 ** 16;

// This level was measured on floats and on CSV: it is twice as fast as level 6, gzip's own default,
// and 1 % larger.
const GZIP_LEVEL = 4;
const GZIP_SYSTEM_BYTE = 9;
const UNKNOWN_SYSTEM = 255;

/** Compresses what is written to it and writes that to another sink, which it owns. */
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

  /** Opens a sink that compresses for another. */
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

  /** Makes a place for bytes that wait uncompressed, and are compressed when they are written. */
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

  // The encoder takes a block only when its output is passed on.
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
      // The header has no time, no name and no system, so that all systems make the same file.
      if (first) chunk[GZIP_SYSTEM_BYTE] = UNKNOWN_SYSTEM;
      first = false;
      await this.#sink.write(chunk);
    }
  }
}

async function makeEncoder(compression: Compression): Promise<Transform> {
  // This is imported late, since importing takes longer than a small input.
  const { constants, createGzip, createZstdCompress } = await import("node:zlib");
  if (compression === "zstd") {
    // The zstd command adds a checksum, too.
    const params = { [constants.ZSTD_c_checksumFlag]: 1 };
    return createZstdCompress({ chunkSize: CHUNK_SIZE, params });
  }
  return createGzip({ chunkSize: CHUNK_SIZE, level: GZIP_LEVEL });
}
