import { type ByteSource, readFull } from "../../io/byte_source.ts";
import type { FloatArray } from "../../kernels/float_types.ts";
import type { Narrowed, Piece, Range } from "../table.ts";
import { goesOnError, recognise, RECOGNISED_LENGTH } from "../magic_bytes.ts";
import {
  decodedSize,
  decodeExactly,
  type ExactArray,
  rawBytes,
  roundToFloats,
  swapBytes,
} from "./decode.ts";
import { formatShape, type NpyHeader, slowestAxis } from "./header.ts";
import { readHeader } from "./read_header.ts";

/** The number of bytes that are skipped at a time. */
const SKIPPED_BYTES = 2 ** 18;

/** Reads the elements of an npy array as floats, chunk after chunk. */
export class NpyReader {
  /** The description of the array in the file's header. */
  readonly header: NpyHeader;
  /** Bytes of an element in the chunks: 2, 4 or 8. */
  readonly elementSize: 2 | 4 | 8;
  readonly #source: ByteSource;
  #done = 0;

  private constructor(source: ByteSource, header: NpyHeader) {
    this.#source = source;
    this.header = header;
    this.elementSize = decodedSize(header.dtype);
  }

  /**
   * Reads the header. If the source knows its size, a file that is too short or too long is refused
   * before anything is computed.
   */
  static async open(source: ByteSource): Promise<NpyReader> {
    const reader = new NpyReader(source, await readHeader(source));
    if (source.size !== undefined) {
      reader.checkLength(source.size - reader.header.dataOffset);
      if (source.size > reader.#end) await reader.#skipToEnd();
    }
    return reader;
  }

  /**
   * Fills the buffer with the next elements and returns them as a view of it. The view is empty
   * when all elements have been read.
   *
   * Bytes after the last element are an error. numpy.load would ignore them, but they are a second
   * array or a damaged file, and neither should be lost silently.
   */
  async read(buffer: ArrayBuffer): Promise<FloatArray> {
    return roundToFloats(await this.readExactly(buffer));
  }

  /** Reads the next elements without rounding: integers of 64 bits stay integers. */
  async readExactly(buffer: ArrayBuffer): Promise<ExactArray> {
    const { dtype, count: total } = this.header;
    const room = Math.floor(buffer.byteLength / this.elementSize);
    const count = Math.min(room, total - this.#done);
    await this.#fill(rawBytes(buffer, { dtype, count }), count);
    return decodeExactly(buffer, { dtype, count });
  }

  /**
   * Reads the next elements as they are in the file, but little-endian. Returns a view of their
   * bytes.
   */
  async readBytes(buffer: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
    const { dtype: { size, bigEndian }, count: total } = this.header;
    const count = Math.min(Math.floor(buffer.byteLength / size), total - this.#done);
    const bytes = new Uint8Array(buffer, 0, count * size);
    await this.#fill(bytes, count);
    if (bigEndian) swapBytes(bytes, size);
    return bytes;
  }

  async #fill(raw: Uint8Array, count: number): Promise<void> {
    const found = await readFull(this.#source, raw);
    if (found < raw.length) this.checkLength(this.#done * this.header.dtype.size + found);
    this.#done += count;
    if (count === 0) await this.#checkEnd();
  }

  /** Makes a reader of a piece, which is cut along the axis that varies slowest. */
  narrow(piece: Piece): Narrowed & { readonly reader: NpyReader; readonly elementsBefore: number } {
    const { header } = this;
    const rows = header.shape[slowestAxis(header)] ?? 1;
    const range = findRows(piece, { header, rows, step: 1 });
    const reader = this.slice(piece, { ...range, axis: slowestAxis(header) });
    return {
      reader,
      bytes: { start: reader.header.dataOffset, end: reader.#end },
      elementsBefore: (reader.header.dataOffset - header.dataOffset) / header.dtype.size,
    };
  }

  /** Makes a reader of a part of an axis, whose elements are adjacent in the file. */
  slice(
    piece: Pick<Piece, "open">,
    { start, end, axis }: Range & { readonly axis: number },
  ): NpyReader {
    const { dtype: { size }, shape, count, dataOffset } = this.header;
    const each = count / Math.max(shape[axis] ?? 1, 1);
    const header = {
      ...this.header,
      shape: shape.length === 0 ? [end - start] : shape.with(axis, end - start),
      count: (end - start) * each,
      dataOffset: dataOffset + start * each * size,
    };
    return new NpyReader(
      piece.open(header.dataOffset, header.dataOffset + header.count * size),
      header,
    );
  }

  /** Returns the offset of the first byte after the array. */
  get #end(): number {
    const { dtype, count, dataOffset } = this.header;
    return dataOffset + count * dtype.size;
  }

  get #array(): string {
    const { shape, dtype } = this.header;
    return `shape ${formatShape(shape)} of ${dtype.size}-byte elements`;
  }

  /** Skips the array of a file that is too long, so that the message can say what follows it. */
  async #skipToEnd(): Promise<void> {
    const scratch = new Uint8Array(SKIPPED_BYTES);
    for (let left = this.#end - this.header.dataOffset, found = 1; left > 0 && found > 0;) {
      found = await readFull(this.#source, scratch.subarray(0, Math.min(left, SKIPPED_BYTES)));
      left -= found;
    }
    await this.#checkEnd();
  }

  async #checkEnd(): Promise<void> {
    const bytes = new Uint8Array(RECOGNISED_LENGTH);
    const next = bytes.subarray(0, await readFull(this.#source, bytes));
    if (next.length === 0) return;
    throw goesOnError(this.#source.name, {
      at: this.#end,
      after: `the array, ${this.#array},`,
      words: recognise(next).words,
    });
  }

  /** Throws if there are fewer bytes of data than the header promises. */
  checkLength(found: number): void {
    const { dtype, count } = this.header;
    const expected = count * dtype.size;
    if (found >= expected) return;
    throw new RangeError(
      `Cannot read ${this.#source.name}: truncated: expected ${expected} ` +
        `bytes of data for ${this.#array}, found ${found}`,
    );
  }
}

/**
 * Finds the rows of an array that a piece of its file has. A row is what the file has one after
 * the other, `rows` of them in all. The numbers of the first and the last are multiples of `step`.
 */
export function findRows(
  { file, from, to }: Pick<Piece, "file" | "from" | "to">,
  { header: { dataOffset, dtype, count }, rows, step }: {
    readonly header: NpyHeader;
    readonly rows: number;
    readonly step: number;
  },
): Range {
  const rowBytes = count * dtype.size / Math.max(rows, 1);
  function rowAt(place: number): number {
    if (place === 0) return 0;
    // Rows without columns take no bytes: the first piece has them.
    if (place >= file.size || rowBytes === 0) return rows;
    const row = Math.floor((place - dataOffset) / rowBytes / step) * step;
    return Math.min(Math.max(row, 0), rows);
  }
  return { start: rowAt(from), end: rowAt(to) };
}
