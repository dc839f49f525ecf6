import { freeMemory, maxUnpacked, UNPACKED_RULE } from "../../../io/limits.ts";
import { BatchRows, type BatchSource } from "./batch_rows.ts";
import type { ArrowField, NodeLayout } from "../field.ts";
import { type BatchParts, decodeBatch } from "./decode_batch.ts";
import { type Decompress, findDecompress, unpackedLength } from "./decompress.ts";
import { decoding, type FlatTable, reasonOf } from "./flatbuffer_reader.ts";
import type { Message } from "./message_reader.ts";
import { takeRows } from "./take_rows.ts";
import type { Texts } from "../../table.ts";

/** What the metadata of a message say about a column. */
export interface ColumnShape {
  /**
   * The length and the number of nulls, 16 bytes each for the column and each column nested in it.
   */
  readonly nodes: Uint8Array;
  readonly buffers: readonly { readonly length: number }[];
  /** The number of additional buffers of each text or binary view among them. */
  readonly variadic: readonly number[];
}

/** A column as it is stored in a message. This is what a writer needs to pass it on unread. */
export interface RawColumn extends ColumnShape {
  readonly buffers: readonly Uint8Array[];
  /** Its values as entries of a dictionary, if another format stores them so. */
  readonly entries?: RawEntries;
  /** Takes some rows, in growing order, if that is faster than from its buffers. */
  keep?(rows: Uint32Array): RawColumn;
}

/** The values of a dictionary of another format, and its number, as in `Entries`. */
export type DictionaryValues =
  & { readonly count: number; readonly number: number }
  & (
    /** With the bytes of the longest text. */
    | { readonly texts: Texts; readonly longest: number }
    /** Values of so many bytes, one after another. */
    | { readonly fixed: Uint8Array; readonly size: number }
  );

/** Rows that are entries of a dictionary of another format. */
export interface RawEntries {
  /** The entry of each row; -1 where it is null. */
  readonly places: Int32Array;
  readonly dictionary: DictionaryValues;
  /** The bits of rows that are not null; none if all are. */
  readonly validity: Uint8Array;
}

/** Columns of the same length, as Arrow stores them. */
export interface RawColumns {
  readonly rows: number;
  /** The number of bytes of memory that all columns take after decompression. */
  readonly bytes: number;
  /** Whether no column has a byte, however many rows there are. */
  readonly isHollow: boolean;
  /** What holds the columns. */
  readonly message: Pick<Message, "version" | "customMetadata" | "origin">;
  /** Returns a column, decompressed. */
  column(index: number): RawColumn;
  /** Releases the memory of the columns. */
  release(): void;
}

/** Columns of the same length, as they are stored in a message. */
export class MessageColumns implements RawColumns {
  readonly #message: Message;
  readonly #parts: BatchParts;
  readonly #decompress?: Decompress;
  readonly #buffers = new Map<number, readonly Uint8Array[]>();
  readonly bytes: number;

  constructor(
    message: Message,
    { parts, decompress }: { parts: BatchParts; decompress?: Decompress },
  ) {
    this.#message = message;
    this.#parts = parts;
    this.#decompress = decompress;
    this.bytes = decompress === undefined ? message.body.length : unpackedBytes(message, parts);
  }

  get message(): Message {
    return this.#message;
  }

  get rows(): number {
    return this.#parts.rows;
  }

  get isHollow(): boolean {
    return this.#parts.columns.every(({ buffers }) => buffers.every(({ length }) => length === 0));
  }

  column(index: number): RawColumn {
    const { nodes, buffers, variadic } = this.#parts.columns[index];
    let found = this.#buffers.get(index);
    if (found === undefined) {
      const { body } = this.#message;
      found = buffers.map(({ offset, length }) => body.subarray(offset, offset + length));
      if (this.#decompress !== undefined) found = this.#decompressed(found, index);
      this.#buffers.set(index, found);
    }
    return { nodes, buffers: found, variadic };
  }

  /** Releases the memory of decompressed buffers. */
  release(): void {
    if (this.#decompress === undefined) return;
    for (const buffers of this.#buffers.values()) {
      for (const buffer of buffers) {
        // A buffer that was stored uncompressed lies in the body.
        if (buffer.buffer !== this.#message.body.buffer) freeMemory(buffer);
      }
    }
    this.#buffers.clear();
  }

  #decompressed(buffers: readonly Uint8Array[], index: number): Uint8Array[] {
    try {
      return buffers.map(this.#decompress!);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const { kind, origin } = this.#message;
      const column = kind === "batch" ? ` in column ${index + 1}` : "";
      throw new SyntaxError(
        `Cannot read ${origin}: damaged compressed data${column}: ${reasonOf(error)}`,
        { cause: error },
      );
    }
  }
}

/**
 * Returns the total size of a message's buffers after decompression.
 *
 * @throws {SyntaxError} If it is more than the compressed bytes could become. Checking single
 *   buffers would not help, because there may be any number of them.
 */
function unpackedBytes({ body, inputLength, origin }: Message, { columns }: BatchParts): number {
  let sum = 0;
  for (const { buffers } of columns) {
    for (const { offset, length } of buffers) {
      sum += unpackedLength(body.subarray(offset, offset + length));
    }
  }
  if (sum > maxUnpacked(inputLength)) {
    throw new SyntaxError(
      `Cannot read ${origin}: ${inputLength} compressed bytes would become ${sum}, at most ` +
        `${UNPACKED_RULE}; if that is right, write smaller batches`,
    );
  }
  return sum;
}

/** Finds the columns that a message holds, in the order of the schema or in another one. */
export function decodeColumns(
  message: Message,
  { table, layouts, order }: {
    readonly table: FlatTable;
    /** The nodes of each column of the schema. */
    readonly layouts: readonly (readonly NodeLayout[])[];
    readonly order?: readonly number[];
  },
): MessageColumns {
  const { origin, body } = message;
  const decoded = decoding(
    origin,
    () => decodeBatch(table, { layouts, bodyLength: body.length, origin }),
  );
  const { codec, columns } = decoded;
  return new MessageColumns(message, {
    parts: { ...decoded, columns: order?.map((i) => columns[i]) ?? columns },
    decompress: codec && findDecompress(codec),
  });
}

/** The values of a dictionary, or additional values. */
export interface Dictionary {
  readonly id: number;
  /** Whether they are added to the existing values or replace them. */
  readonly isDelta: boolean;
  readonly values: MessageColumns;
}

/** A batch of an Arrow table. */
export class ArrowBatch extends BatchRows {
  /** Its columns as they are stored. */
  readonly raw: RawColumns;
  /** The dictionaries that came between the batch before and this one. */
  readonly dictionaries: readonly Dictionary[];
  readonly #source: BatchSource;

  constructor(source: BatchSource, dictionaries: readonly Dictionary[]) {
    const { raw } = source;
    super(source, { first: 0, rows: raw.rows });
    this.raw = raw;
    this.dictionaries = dictionaries;
    this.#source = source;
  }

  /** Returns some rows as a batch of their own. Columns are taken when they are asked for. */
  keep(rows: Uint32Array): ArrowBatch {
    const { raw, fields } = this.#source;
    const kept = new KeptColumns(raw, { fields, rows });
    return new ArrowBatch({ ...this.#source, raw: kept }, this.dictionaries);
  }
}

/** Some rows of columns. */
class KeptColumns implements RawColumns {
  readonly #raw: RawColumns;
  readonly #fields: readonly ArrowField[];
  readonly #rows: Uint32Array;
  readonly #columns: RawColumn[] = [];

  constructor(
    raw: RawColumns,
    { fields, rows }: { readonly fields: readonly ArrowField[]; readonly rows: Uint32Array },
  ) {
    this.#raw = raw;
    this.#fields = fields;
    this.#rows = rows;
  }

  get rows(): number {
    return this.#rows.length;
  }

  get bytes(): number {
    return this.#raw.bytes;
  }

  get isHollow(): boolean {
    return this.#raw.isHollow;
  }

  get message(): RawColumns["message"] {
    return this.#raw.message;
  }

  column(index: number): RawColumn {
    return this.#columns[index] ??= this.#take(index);
  }

  #take(index: number): RawColumn {
    const { [index]: field } = this.#fields;
    try {
      const column = this.#raw.column(index);
      return column.keep?.(this.#rows) ?? takeRows(field, column, this.#rows);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const name = JSON.stringify(field.name);
      throw new SyntaxError(
        `Cannot read ${this.message.origin}: column ${name}: ${reasonOf(error)}`,
        { cause: error },
      );
    }
  }

  release(): void {
    this.#raw.release();
  }
}
