import { openInstance } from "../../kernels/engine.ts";
import type { ByteSource } from "../../pipeline/byte_source.ts";

/** How records are read. */
export interface RecordChunksOptions {
  /** The byte between cells. */
  readonly delimiter: number;
  /** Bytes of a chunk, unless a record is longer. */
  readonly chunkSize: number;
}

/** A record that is longer is an open quote, or no CSV: memory would grow with the input. */
export const LONGEST_RECORD: number = 2 ** 25;

/** Reads a text in chunks of whole records, wherever quotes and line ends fall. */
export class RecordChunks {
  /** Whether the last chunk is the beginning of a record that is too long, and there will be no other. */
  overlong = false;
  readonly #source: ByteSource;
  readonly #options: RecordChunksOptions;
  /** What was read behind the last record end. */
  #rest = new Uint8Array(0);
  #ended = false;

  constructor(source: ByteSource, options: RecordChunksOptions) {
    this.#source = source;
    this.#options = options;
    openInstance().exports.csv_begin();
  }

  /** Where the records end in a text that follows the last one; 0 if none does. */
  #cut(bytes: Uint8Array): number {
    const { exports, memory, end } = openInstance();
    // Room for as much again: the search looks at some bytes behind the text.
    const missing = end + bytes.length + 65536 - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    new Uint8Array(memory.buffer).set(bytes, end);
    const cut = exports.csv_cut(end, end + bytes.length, this.#options.delimiter);
    return cut === 0 ? 0 : cut - end;
  }

  /** The next chunk, which fills its buffer or not, or nothing at the end. */
  async read(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const { chunkSize } = this.#options;
    let buffer = new Uint8Array(Math.max(chunkSize, 2 * this.#rest.length));
    buffer.set(this.#rest);
    let filled = this.#rest.length;
    while (!this.#ended) {
      const found = await this.#source.read(buffer.subarray(filled));
      if (found === null) {
        this.#ended = true;
        break;
      }
      const cut = this.#cut(buffer.subarray(filled, filled + found));
      filled += found;
      if (cut > 0) {
        const end = filled - found + cut;
        this.#rest = buffer.slice(end, filled);
        return buffer.subarray(0, end);
      }
      if (filled < buffer.length) continue;
      if (filled >= LONGEST_RECORD) {
        this.overlong = this.#ended = true;
        break;
      }
      const larger = new Uint8Array(2 * filled);
      larger.set(buffer);
      buffer = larger;
    }
    this.#rest = new Uint8Array(0);
    return filled > 0 ? buffer.subarray(0, filled) : undefined;
  }
}
