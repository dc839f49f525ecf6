import type { Footer } from "../footer.ts";
import { CHUNK, COLUMN, FILE, ROW_GROUP } from "../metadata.ts";
import { ThriftStruct } from "../thrift/struct.ts";

/** A row group of a file. */
export interface RowGroup {
  readonly rows: number;
  readonly struct: ThriftStruct;
  /** The encoded column chunks. */
  readonly chunks: readonly Uint8Array[];
}

/** What the footer says of a column chunk. */
export interface ChunkInfo {
  readonly physical: number;
  readonly codec: number;
  /** The number of values, with nulls. */
  readonly values: number;
  /** The place of its first page. */
  readonly start: number;
}

/** The row groups of a file, decoded one at a time. */
export class RowGroups {
  readonly #items: readonly Uint8Array[];
  readonly #leaves: number;
  #rows?: readonly number[];

  /** Finds the row groups of a file whose schema has so many column chunks in each. */
  constructor({ metadata }: Footer, leaves: number) {
    this.#items = metadata.list(FILE.rowGroups)?.items ?? [];
    this.#leaves = leaves;
  }

  get count(): number {
    return this.#items.length;
  }

  /** @throws {RangeError} If it is damaged. */
  at(index: number): RowGroup {
    const struct = ThriftStruct.decode(this.#items[index]);
    const rows = struct.integer(ROW_GROUP.rows);
    const chunks = struct.list(ROW_GROUP.columns)?.items ?? [];
    if (rows < 0) throw new RangeError(`row group ${index + 1} has ${rows} rows`);
    if (chunks.length !== this.#leaves) {
      throw new RangeError(
        `row group ${index + 1} has ${chunks.length} column chunks, expected ${this.#leaves}`,
      );
    }
    return { rows, struct, chunks };
  }

  /** The number of rows of each row group. */
  rows(): readonly number[] {
    return this.#rows ??= Array.from(this.#items, (_, i) => this.at(i).rows);
  }
}

/**
 * Decodes what the footer says of a column chunk.
 *
 * @throws {RangeError} If it is damaged.
 * @throws {TypeError} If the column is encrypted, or in another file.
 */
export function decodeChunk(bytes: Uint8Array, origin: string): ChunkInfo {
  const chunk = ThriftStruct.decode(bytes);
  if (chunk.has(CHUNK.crypto) || chunk.has(CHUNK.encrypted)) {
    throw new TypeError(`Cannot read ${origin}: it is encrypted, and specol has no keys`);
  }
  const path = chunk.text(CHUNK.filePath);
  if (path !== undefined && path !== "") {
    throw new TypeError(`Cannot read ${origin}: its pages are in another file, ${path}`);
  }
  const metadata = chunk.struct(CHUNK.metadata);
  if (metadata === undefined) throw new RangeError("a column chunk has no metadata");
  return {
    physical: metadata.integer(COLUMN.type),
    codec: metadata.integer(COLUMN.codec),
    values: metadata.integer(COLUMN.values),
    start: startOf(metadata),
  };
}

/** Returns the place of the first page of a column chunk. */
function startOf(metadata: ThriftStruct): number {
  const data = metadata.integer(COLUMN.dataOffset);
  // Some writers give 0 for a page that is not there.
  const dictionary = metadata.integer(COLUMN.dictionaryOffset, 0);
  return dictionary > 0 && (dictionary < data || data === 0) ? dictionary : data;
}

/** Returns the place after the last page, index or Bloom filter of a row group. */
export function endOf({ chunks }: RowGroup): number {
  let end = 0;
  const look = (struct: ThriftStruct | undefined, offset: number, length: number): void => {
    const start = struct?.integer(offset, undefined);
    if (start !== undefined) end = Math.max(end, start + struct!.integer(length, 0));
  };
  for (const bytes of chunks) {
    const chunk = ThriftStruct.decode(bytes);
    const metadata = chunk.struct(CHUNK.metadata);
    look(chunk, CHUNK.offsetIndex, CHUNK.offsetIndexLength);
    look(chunk, CHUNK.columnIndex, CHUNK.columnIndexLength);
    look(metadata, COLUMN.bloomFilter, COLUMN.bloomFilterLength);
    if (metadata !== undefined) {
      end = Math.max(end, startOf(metadata) + metadata.integer(COLUMN.compressedSize));
    }
  }
  return end;
}
