import { maxUnpacked, UNPACKED_RULE } from "../../../io/limits.ts";
import {
  type ArrowField,
  fieldType,
  hasLargeOffsets,
  hasOffsets,
  indexType,
  isView,
  TYPE,
  valuesKind,
} from "../field.ts";
import { ArrowBatch, type RawColumn, type RawColumns } from "./batch.ts";
import { rowSize } from "./column_rows.ts";
import { type BatchParts, type BufferRange, nodeOf } from "./decode_batch.ts";
import { findDecompress, unpackedLength } from "./decompress.ts";
import { type DictionaryState, KnownDictionary } from "./dictionary_values.ts";
import { readInt64 } from "./flatbuffer_reader.ts";

/** A batch of a file, whose metadata another thread has read. */
export interface BatchInFile {
  /** The byte of the file at which its buffers begin. */
  readonly bodyAt: number;
  readonly version: number;
  readonly parts: BatchParts;
}

/** The values of a dictionary: those that came first, and those that were added later. */
export interface PlainDictionary {
  readonly id: number;
  readonly parts: readonly { readonly rows: number; readonly column: RawColumn }[];
}

/** Some rows of a batch; the first is a multiple of 8. */
export interface BatchRange {
  readonly batch: BatchInFile;
  readonly first: number;
  readonly rows: number;
}

/** What is known of a table whose batches are read. */
export interface ChunkReaderOptions {
  /** The name of the file, for messages. */
  readonly name: string;
  readonly fields: readonly ArrowField[];
  readonly dictionaries: readonly PlainDictionary[];
  /** Fills an array from a byte of the file on. */
  readonly read: (into: Uint8Array, position: number) => void;
}

/**
 * Reads some rows of a batch at a time, and only the columns that are asked for, without giving way to
 * other work: several threads share a file so. The rows are valid until the next ones are read.
 */
export class ArrowChunkReader {
  readonly #options: ChunkReaderOptions;
  readonly #known: ReadonlyMap<number, DictionaryState>;
  /** Memory of the buffers of each column, which is used again. */
  readonly #rooms = new Map<string, Uint8Array>();

  constructor(options: ChunkReaderOptions) {
    this.#options = options;
    this.#known = new Map(options.dictionaries.map(({ id, parts }) => {
      const field = options.fields.find(({ dictionary }) => dictionary === id)!;
      const dictionary = new KnownDictionary(fieldType(field));
      for (const { rows, column } of parts) dictionary.add({ rows, column: () => column });
      return [id, { dictionary, rows: dictionary.rows }];
    }));
  }

  /** Gives some rows of a batch. Their columns are read when they are asked for. */
  read(range: BatchRange): ArrowBatch {
    const { name, fields } = this.#options;
    const { batch: { version }, rows } = range;
    const columns: RawColumn[] = [];
    const raw: RawColumns = {
      rows,
      bytes: 0,
      isHollow: false,
      message: { version, customMetadata: [], origin: name },
      column: (index) => columns[index] ??= this.#column(index, range),
      release(): void {},
    };
    return new ArrowBatch({ raw, fields, known: this.#known }, []);
  }

  #column(index: number, { batch, first, rows }: BatchRange): RawColumn {
    const { parts: { columns, codec } } = batch;
    const { nodes, buffers, variadic } = columns[index];
    const { nulls } = nodeOf(nodes);
    const own = new Uint8Array(new BigInt64Array([BigInt(rows), BigInt(nulls)]).buffer);
    if (codec !== undefined) {
      return { nodes: own, buffers: this.#unpack(index, batch), variadic };
    }
    const read = (buffer: number, start: number, end: number): Uint8Array =>
      this.#read(`${index} ${buffer}`, batch, { range: buffers[buffer], start, end });
    const field = this.#options.fields[index];
    const type = field.dictionary === undefined ? fieldType(field) : indexType(field);
    if (type.id === TYPE.null) return { nodes: own, buffers: [], variadic };
    const end = first + rows;
    const bits = [first / 8, Math.ceil(end / 8)] as const;
    const valid = nulls === 0 ? new Uint8Array(0) : read(0, ...bits);
    // Of structures, lists and the like it can only be asked which are null.
    if (valuesKind(field) === undefined) return { nodes: own, buffers: [valid], variadic };
    if (type.id === TYPE.bool) return { nodes: own, buffers: [valid, read(1, ...bits)], variadic };
    const size = rowSize(type);
    if (hasOffsets(type)) {
      const offsets = read(1, first * size, (end + 1) * size);
      const [start, stop] = rebase(offsets, hasLargeOffsets(type));
      return { nodes: own, buffers: [valid, offsets, read(2, start, stop)], variadic };
    }
    const values = read(1, first * size, end * size);
    const texts = isView(type)
      ? buffers.slice(2).map(({ length }, i) => read(i + 2, 0, length))
      : [];
    return { nodes: own, buffers: [valid, values, ...texts], variadic };
  }

  /** Reads bytes of a buffer. */
  #read(
    key: string,
    { bodyAt }: BatchInFile,
    { range, start, end }: {
      readonly range: BufferRange;
      readonly start: number;
      readonly end: number;
    },
  ): Uint8Array {
    if (end > range.length) {
      throw new RangeError(`${range.length} bytes of values, expected ${end}`);
    }
    const length = end - start;
    let room = this.#rooms.get(key);
    if (room === undefined || room.length < length) {
      room = new Uint8Array(length);
      this.#rooms.set(key, room);
    }
    const bytes = room.subarray(0, length);
    if (length > 0) this.#options.read(bytes, bodyAt + range.offset + start);
    return bytes;
  }

  /** Reads a column that is compressed, which is read as a whole. */
  #unpack(index: number, batch: BatchInFile): Uint8Array[] {
    const { columns, codec } = batch.parts;
    const { buffers } = columns[index];
    const packed = buffers.map((range, i) =>
      this.#read(`${index} ${i}`, batch, { range, start: 0, end: range.length })
    );
    const unpacked = packed.reduce((sum, buffer) => sum + unpackedLength(buffer), 0);
    if (unpacked > maxUnpacked(packed.reduce((sum, { length }) => sum + length, 0))) {
      throw new RangeError(
        `a column that would become ${unpacked} bytes, at most ${UNPACKED_RULE}`,
      );
    }
    return packed.map(findDecompress(codec!));
  }
}

/** Makes offsets count from the first one. Returns where that was, and the last one. */
function rebase(
  { buffer, byteOffset, byteLength }: Uint8Array,
  isLarge: boolean,
): [number, number] {
  const view = new DataView(buffer, byteOffset, byteLength);
  const size = isLarge ? 8 : 4;
  const at = (i: number): number => isLarge ? readInt64(view, i) : view.getInt32(i, true);
  const [start, end] = [at(0), at(byteLength - size)];
  if (start < 0 || end < start) throw new RangeError("offsets of texts lead back");
  if (start === 0) return [start, end];
  if (isLarge) {
    const offsets = new BigInt64Array(buffer, byteOffset, byteLength / 8);
    for (let i = 0; i < offsets.length; i++) offsets[i] -= BigInt(start);
  } else {
    const offsets = new Int32Array(buffer, byteOffset, byteLength / 4);
    for (let i = 0; i < offsets.length; i++) offsets[i] -= start;
  }
  return [start, end];
}
