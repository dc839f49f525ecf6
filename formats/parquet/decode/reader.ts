import type { ByteSource, DirectInput } from "../../../io/byte_source.ts";
import { freeMemory } from "../../../io/limits.ts";
import type { ArrowTable } from "../../arrow/arrow_table.ts";
import { ArrowBatch, type RawColumn, type RawColumns } from "../../arrow/decode/batch.ts";
import { decoding } from "../../arrow/decode/flatbuffer_reader.ts";
import type { Matched } from "../../arrow/decode/match_schemas.ts";
import { type ArrowSchema, valuesKind } from "../../arrow/field.ts";
import {
  type Batch,
  type ColumnSpec,
  type FileTableReader,
  MAX_COLUMNS,
  type Narrowed,
  type Piece,
} from "../../table.ts";
import { ARROW_ENTRY, type ArrowAddition, arrowAdditions } from "../arrow_entry.ts";
import { COMMAND_LINE } from "../../option_labels.ts";
import { goesOnError } from "../../magic_bytes.ts";
import {
  decodingMetadata,
  type Footer,
  MAGIC,
  type ParquetFile,
  readFooter,
  TAIL_BYTES,
} from "../footer.ts";
import { FILE, KEY_VALUE } from "../metadata.ts";
import { ThriftStruct } from "../thrift/struct.ts";
import {
  decodeSchemaTree,
  listSchemaColumns,
  type SchemaColumn,
  type SchemaNode,
} from "../schema.ts";
import { ColumnCursor } from "./column_cursor.ts";
import { EntriesColumn } from "./entries_column.ts";
import { arrowSchema, type LeafType, leafType } from "./leaf_type.ts";
import { openFile } from "./open_file.ts";
import { decodeChunk, endOf, RowGroups } from "./row_groups.ts";
import { decodeFrom, type Decoding } from "./wanted_bytes.ts";

/** A column of a file. */
export interface ParquetColumn extends SchemaColumn {
  /** How its values are read; missing if rows may have several values. */
  readonly type?: LeafType;
}

/** How a file is read. */
export interface ParquetReaderOptions extends Partial<DirectInput> {
  /** Is called with the number of bytes after each read. */
  readonly count?: (bytes: number) => void;
}

/** Rows of a batch, unless others are asked for. */
const DEFAULT_ROWS = 2 ** 16;
/** Bytes that are read at a time, of all columns together and of one of them. */
const WINDOWS = { all: 2 ** 24, most: 2 ** 20, least: 2 ** 12 };
/** Bytes of the texts of a batch, in all columns together and at least in each. */
const TEXTS = { all: 2 ** 23, least: 2 ** 14 };
/**
 * Rows that a file of any length may have, and that each of its bytes may stand for. Nulls and equal
 * values take few bytes, but a small file that claims billions of rows was made to do harm.
 */
const ROWS = { always: 2 ** 25, perByte: 2 ** 17 };
const V5 = 4;

/**
 * Reads a Parquet file, batch by batch. Only the columns that are asked for are read, page by page:
 * memory holds a page and a dictionary of each, and the rows of a batch. A batch ends where a row
 * group does.
 */
export class ParquetReader implements FileTableReader, ArrowTable {
  readonly schema: ArrowSchema;
  readonly columns: readonly ColumnSpec[];
  readonly file: ParquetFile & Disposable;
  readonly footer: undefined;
  /** The footer of the file. */
  readonly parquet: Footer;
  readonly root: SchemaNode;
  /** Its columns, with where and how they are stored. */
  readonly stored: readonly ParquetColumn[];
  readonly groups: RowGroups;
  /** The columns that are read. */
  #wanted: readonly number[];
  #order?: readonly number[];
  /** The next row group, and the one before which to stop. */
  #next = 0;
  #end: number;
  #cursors: readonly ColumnCursor[] = [];
  #left = 0;

  private constructor(file: ParquetFile & Disposable, parquet: Footer) {
    this.file = file;
    this.parquet = parquet;
    const { metadata } = parquet;
    const elements = metadata.list(FILE.schema)?.items.length ?? 0;
    if (elements > MAX_COLUMNS) {
      throw new RangeError(
        `it has ${elements} columns including groups, at most ${MAX_COLUMNS}`,
      );
    }
    this.root = decodeSchemaTree(metadata.structs(FILE.schema));
    const additions = readAdditions(parquet, { root: this.root, name: file.name });
    this.stored = listSchemaColumns(this.root).map((column) => {
      const { leaf, node } = column;
      return leaf === undefined
        ? column
        : { ...column, type: leafType(node.element, additions.get(node)) };
    });
    this.schema = arrowSchema(this.stored, file.name);
    this.columns = this.schema.fields.map((field, i) => {
      const { name, typeName, computable: type, asked } = field;
      const values = this.stored[i].leaf === undefined ? undefined : valuesKind(field);
      return { name, typeName, type, asked, values };
    });
    this.groups = new RowGroups(parquet, this.root.chunks);
    this.#end = this.groups.count;
    this.#wanted = this.stored.flatMap(({ leaf }, i) => leaf === undefined ? [] : [i]);
    const rows = this.groups.rows().reduce((sum, rows) => sum + rows, 0);
    if (rows > Math.max(ROWS.always, ROWS.perByte * file.size)) {
      throw new RangeError(`it claims ${rows} rows, and has ${file.size} bytes`);
    }
  }

  /** Reads the footer. */
  static async open(
    source: ByteSource,
    options: ParquetReaderOptions = {},
  ): Promise<ParquetReader> {
    using opened = new DisposableStack();
    const file = opened.use(await openFile(source, options));
    const footer = await readFooter(file);
    const reader = decodingMetadata(file.name, () => new ParquetReader(file, footer));
    await checkBeginning(file, reader);
    opened.move();
    return reader;
  }

  /**
   * Decodes a file whose footer another thread has read and checked. The caller reads the bytes for
   * `decode`.
   */
  static over(name: string, { bytes, start }: Pick<Footer, "bytes" | "start">): ParquetReader {
    const file: ParquetFile & Disposable = {
      name,
      size: start + bytes.length + TAIL_BYTES,
      read: () => Promise.reject(new Error("Cannot read: the caller of decode does")),
      [Symbol.dispose](): void {},
    };
    return new ParquetReader(file, { bytes, start, metadata: ThriftStruct.decode(bytes) });
  }

  want(columns: readonly number[]): void {
    // Columns that are added to those of the file come after them.
    const wanted = [...new Set(columns)].filter((i) => i < this.stored.length);
    const nested = wanted.filter((i) => this.stored[i].leaf === undefined);
    if (nested.length > 0) throw severalValues(this.file.name, nested.map((i) => this.columns[i]));
    this.#wanted = wanted;
  }

  /** Leaves only the row groups that begin in a piece. */
  narrow({ from, to }: Piece): Promise<Narrowed> {
    let [first, end, rowsBefore, before] = [0, 0, 0, 0];
    for (let i = 0; i < this.groups.count; i++) {
      const { rows, chunks } = this.#group(i);
      const origin = `${this.file.name}: row group ${i + 1}`;
      // Row groups may be in any order, and a piece has those that follow each other.
      const start = chunks.length === 0
        ? before
        : Math.max(before, this.#chunk(chunks[0], origin).start);
      before = start;
      if (start < from) {
        first = i + 1;
        rowsBefore += rows;
      }
      if (start < to) end = i + 1;
    }
    this.choose(first, Math.max(first, end));
    return Promise.resolve({ bytes: { start: from, end: to }, rowsBefore });
  }

  /** Leaves only the row groups from one to before another. */
  choose(first: number, end: number): void {
    this.#next = first;
    this.#end = end;
    this.#left = 0;
  }

  giveAs({ order }: Matched): void {
    this.#order = order;
  }

  read(rows?: number): Promise<Batch | undefined> {
    return decodeFrom(this.file, this.decode(rows));
  }

  /** Decodes the next batch, from bytes that are read where the decoder stops. */
  *decode(rows: number = DEFAULT_ROWS): Decoding<Batch | undefined> {
    while (this.#left === 0) {
      if (this.#next === this.#end) return undefined;
      this.#openGroup(this.#next++);
    }
    let count = Math.min(rows, this.#left);
    const texts = Math.max(TEXTS.least, Math.floor(TEXTS.all / this.#cursors.length));
    for (const cursor of this.#cursors) {
      count = Math.min(count, yield* cursor.fill(count, texts));
    }
    const columns = new Map(
      this.#wanted.map((column, i) => [column, this.#cursors[i].take(count)]),
    );
    this.#left -= count;
    return this.#batch(count, columns);
  }

  [Symbol.dispose](): void {
    this.#end = this.#next;
    this.#left = 0;
    this.#cursors = [];
    this.file[Symbol.dispose]();
  }

  #batch(rows: number, columns: ReadonlyMap<number, RawColumn>): Batch {
    const { fields } = this.schema;
    const order = this.#order;
    const { name } = this.file;
    let bytes: number | undefined;
    const raw: RawColumns = {
      rows,
      // It is counted only for those who ask.
      get bytes(): number {
        return bytes ??= countBytes(columns.values());
      },
      // The number of rows is limited by the length of the file, whichever columns are read.
      isHollow: false,
      message: { version: V5, customMetadata: [], origin: `${name}: row group ${this.#next}` },
      column(index: number): RawColumn {
        const column = columns.get(order?.[index] ?? index);
        if (column !== undefined) return column;
        throw severalValues(name, [fields[order?.[index] ?? index]]);
      },
      release(): void {
        for (const column of columns.values()) {
          if (column instanceof EntriesColumn) column.release();
          else for (const buffer of column.buffers) freeMemory(buffer);
        }
      },
    };
    return new ArrowBatch({
      raw,
      fields: order?.map((i) => fields[i]) ?? fields,
      known: new Map(),
      release: () => raw.release(),
    }, []);
  }

  #group(index: number): ReturnType<RowGroups["at"]> {
    return decodingMetadata(this.file.name, () => this.groups.at(index));
  }

  #chunk(bytes: Uint8Array, origin: string): ReturnType<typeof decodeChunk> {
    return decodingMetadata(origin, () => decodeChunk(bytes, origin));
  }

  #openGroup(index: number): void {
    const { name: file } = this.file;
    const { rows, chunks } = this.#group(index);
    const most = Math.floor(WINDOWS.all / this.#wanted.length);
    const window = Math.max(WINDOWS.least, Math.min(WINDOWS.most, most));
    for (const cursor of this.#cursors) cursor[Symbol.dispose]();
    this.#cursors = this.#wanted.map((i) => {
      const { name, node, leaf, type } = this.stored[i];
      const origin = `${file}: column ${JSON.stringify(name)} in row group ${index + 1}`;
      const { physical, codec, values, start } = this.#chunk(chunks[node.chunk], origin);
      if (physical !== type!.physical || values !== rows) {
        throw new SyntaxError(
          `Cannot read ${origin}: damaged: ${values} values of physical type ${physical}, ` +
            `expected ${rows} of type ${type!.physical}`,
        );
      }
      const limit = this.parquet.start;
      if (start < 0 || start > limit) {
        throw new SyntaxError(`Cannot read ${origin}: damaged: its pages begin at byte ${start}`);
      }
      const { maxDefinition } = leaf!;
      return new ColumnCursor({
        start,
        limit,
        codec,
        maxDefinition,
        window,
        origin,
        rows,
        type: type!,
      });
    });
    this.#left = rows;
  }
}

function countBytes(columns: Iterable<RawColumn>): number {
  let bytes = 0;
  for (const column of columns) {
    if (column instanceof EntriesColumn) bytes += column.bytes;
    else for (const { length } of column.buffers) bytes += length;
  }
  return bytes;
}

/** Finds what the schema of Arrow in the footer, if there is one, adds to top-level columns. */
function readAdditions(
  { metadata }: Footer,
  { root, name }: { root: SchemaNode; name: string },
): ReadonlyMap<SchemaNode, ArrowAddition> {
  const entry = metadata.structs(FILE.keyValues)
    .find((pair) => pair.text(KEY_VALUE.key) === ARROW_ENTRY)?.text(KEY_VALUE.value);
  if (entry === undefined) return new Map();
  const additions = decoding(`${name}: its entry ${ARROW_ENTRY}`, () => arrowAdditions(entry));
  return new Map(
    additions.flatMap((addition, i) => {
      const node = root.children[i];
      return node?.name === addition.name ? [[node, addition] as const] : [];
    }),
  );
}

function severalValues(
  file: string,
  columns: readonly Pick<ColumnSpec, "name" | "typeName">[],
): TypeError {
  const held = columns.map(({ name, typeName }) =>
    `column ${JSON.stringify(name)} holds ${typeName}`
  );
  return new TypeError(
    `Cannot read ${file}: ${held.join(", ")}, and specol converts only columns with one value in ` +
      `each row; ${COMMAND_LINE.leaveOut(columns.map(({ name }) => name))}`,
  );
}

/**
 * Refuses a file that follows another one. Its footer counts from its own beginning, so that pages
 * of the other file would be read instead.
 */
async function checkBeginning(
  file: ParquetFile,
  { parquet, groups }: ParquetReader,
): Promise<void> {
  const end = decodingMetadata(
    file.name,
    () => groups.count === 0 ? MAGIC.length : endOf(groups.at(groups.count - 1)),
  );
  const before = parquet.start - end;
  if (before < 3 * MAGIC.length || end < MAGIC.length) return;
  const marks = new Uint8Array(2 * MAGIC.length);
  await file.read(marks, before - MAGIC.length);
  if (String.fromCharCode(...marks) !== "PAR1PAR1") return;
  throw goesOnError(file.name, {
    at: before,
    after: "the Parquet file",
    words: "another Parquet file",
  });
}
