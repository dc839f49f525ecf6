import type { ByteSource, DirectInput } from "../../io/byte_source.ts";
import {
  type Batch,
  type ColumnSpec,
  type ColumnValues,
  type FileTableReader,
  MAX_COLUMNS,
  type Narrowed,
  type NumberType,
  type Piece,
} from "../table.ts";
import { ColumnFile } from "./column_file.ts";
import { type ExactArray, roundToFloats } from "./decode.ts";
import { formatShape, type NpyDtype, type NpyHeader } from "./header.ts";
import { takeColumn } from "./interleave.ts";
import { findRows, NpyReader } from "./reader.ts";

/**
 * Options for reading an npy array as a table. They name the file if the source reads it from its
 * beginning and the file is seekable.
 */
export interface NpyTableOptions extends Partial<DirectInput> {
  /** The approximate number of bytes of a batch. */
  readonly chunkSize: number;
}

/**
 * Reads an npy array as a table. An array with one axis is column `x`, and one with two axes has
 * columns `x0`, `x1`, …. A single number is a table of one row.
 */
export class NpyTableReader implements FileTableReader {
  readonly columns: readonly ColumnSpec[];
  /** Number of rows, known from the header. */
  rows: number;
  #reader: NpyReader;
  readonly #file?: ColumnFile;
  readonly #batchRows: number;
  #done = 0;
  /** The row of the file at which a piece begins. */
  #first = 0;

  private constructor(
    reader: NpyReader,
    { batchRows, file }: { batchRows: number; file?: ColumnFile },
  ) {
    const { header } = reader;
    this.columns = columnsOf(header);
    this.rows = header.shape[0] ?? 1;
    this.#reader = reader;
    this.#file = file;
    this.#batchRows = batchRows;
  }

  /**
   * Reads the header. In Fortran order one column follows another, so that the rows are collected
   * from all over the file. An input that is not a file, such as a pipe, is first copied into a
   * temporary file.
   */
  static async open(
    source: ByteSource,
    options: NpyTableOptions,
  ): Promise<NpyTableReader> {
    const reader = await NpyReader.open(source);
    const { shape, fortran } = reader.header;
    if (shape.length > 2) {
      throw new RangeError(
        `Cannot read ${source.name} as a table: its shape is ${
          formatShape(shape)
        }, and a table has ` +
          `one axis or two; functions keep any shape from npy to npy if no columns or rows are chosen`,
      );
    }
    if (shape[1] > MAX_COLUMNS) {
      throw new RangeError(
        `Cannot read ${source.name} as a table: its shape is ${
          formatShape(shape)
        }, and a table has ` +
          `at most ${MAX_COLUMNS} columns; functions keep any shape from npy to npy if no columns ` +
          `or rows are chosen`,
      );
    }
    const rowSize = reader.elementSize * (shape[1] ?? 1);
    const batchRows = Math.max(1, Math.floor(options.chunkSize / rowSize));
    // An array of one column or one row is the same in both orders.
    const scattered = fortran && shape.length === 2 && shape[0] > 1 && shape[1] > 1;
    if (scattered && typeof Deno === "undefined") {
      throw new TypeError(
        `Cannot read ${source.name} as a table: it is in Fortran order, whose rows need a temporary ` +
          `file, and there are such only in Deno; save it in C order, with numpy.ascontiguousarray`,
      );
    }
    const file = scattered ? await ColumnFile.open(reader, options) : undefined;
    return new NpyTableReader(reader, { batchRows, file });
  }

  /** The description of the array in the file's header. */
  get header(): NpyHeader {
    return this.#reader.header;
  }

  get array(): NonNullable<FileTableReader["array"]> {
    return this;
  }

  /** Leaves only the rows of a piece. Batches of a complete run begin at multiples of their length. */
  narrow(piece: Piece, most: number = Infinity): Promise<Narrowed> {
    const { header } = this.#reader;
    const step = piece.keepsBatches ? this.#limit(most) : 1;
    const range = findRows(piece, { header, rows: this.rows, step });
    this.#first = range.start;
    this.rows = range.end - range.start;
    // A file in Fortran order is read by columns, at places that are counted from its beginning.
    if (this.#file === undefined) this.#reader = this.#reader.slice(piece, { ...range, axis: 0 });
    const bytes = { start: piece.from, end: piece.to };
    return Promise.resolve({ bytes, rowsBefore: range.start });
  }

  /**
   * Rows of a batch, at most. Rows without columns take no memory, but as many steps as they are
   * cut into.
   */
  #limit(most: number): number {
    return this.columns.length === 0 ? Infinity : Math.min(this.#batchRows, most);
  }

  async read(most: number = Infinity): Promise<Batch | undefined> {
    const type = typeOf(this.#reader.header.dtype);
    const step = this.columns.length;
    const rows = Math.min(this.#limit(most), this.rows - this.#done);
    const first = this.#done;
    this.#done += rows;
    if (this.#file !== undefined) {
      if (rows === 0) return undefined;
      const columns = await this.#file.read({ first: this.#first + first, rows });
      return batchOf(rows, { type, take: (column) => columns[column].slice() });
    }
    const table = await this.#reader.readExactly(
      new ArrayBuffer(rows * step * this.#reader.elementSize),
    );
    // This last, empty read detects bytes after the array.
    if (rows === 0) return undefined;
    const batch = batchOf(rows, {
      type,
      take: (column) => step === 1 ? table.slice() : takeColumn(table, { first: column, step }),
    });
    return step === 0 ? { ...batch, isHollow: true } : batch;
  }

  [Symbol.dispose](): void {
    this.#file?.[Symbol.dispose]();
  }
}

function columnsOf({ shape, dtype }: NpyHeader): ColumnSpec[] {
  const type = typeOf(dtype);
  const values = dtype.kind === "f" ? "floats" : "integers";
  if (shape.length < 2) return [{ name: "x", typeName: type, type, values }];
  return Array.from(
    { length: shape[1] },
    (_, i) => ({ name: `x${i}`, typeName: type, type, values }),
  );
}

function typeOf({ kind, size }: NpyDtype): NumberType {
  const bits = size * 8 as 8;
  return kind === "f" ? `float${bits}` as NumberType : `${kind === "i" ? "int" : "uint"}${bits}`;
}

/** Arrays for integers of up to 32 bits, which are read as floats. */
const SHORT_INTEGERS: Readonly<Partial<Record<NumberType, ShortIntegers>>> = {
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
};

type ShortIntegers = new (
  values: ArrayLike<number>,
) => Int8Array | Int16Array | Int32Array | Uint8Array | Uint16Array | Uint32Array;

/** A batch that extracts each column when it is needed. */
function batchOf(
  rows: number,
  { type, take }: { type: NumberType; take: (column: number) => ExactArray },
): Batch {
  const isWide = type === "int64" || type === "uint64";
  return {
    rows,
    numbers: (column) => ({
      values: roundToFloats(take(column)),
      ...(isWide && { isWide }),
    }),
    values(column: number): ColumnValues {
      const values = take(column);
      if (values instanceof BigInt64Array || values instanceof BigUint64Array) {
        return { kind: "integers", values };
      }
      const Integers = SHORT_INTEGERS[type];
      if (Integers !== undefined) return { kind: "integers", values: new Integers(values) };
      return { kind: "floats", values };
    },
  };
}
