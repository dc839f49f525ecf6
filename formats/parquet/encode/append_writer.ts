import { type ByteSink, copyBytes, writeFull } from "../../../io/byte_sink.ts";
import type { ByteSource } from "../../../io/byte_source.ts";
import { freeBuffer } from "../../../io/limits.ts";
import { openRandomAccess } from "../../../io/random_access_file.ts";
import type { Batch, Numbers, OutputColumn, TableWriter } from "../../table.ts";
import { checkEncoding, decodingMetadata, editFooter, MAGIC, type ParquetFile } from "../footer.ts";
import { CHUNK, CODEC, COLUMN, ELEMENT, FILE, PAGE, ROW_GROUP } from "../metadata.ts";
import { joinBytes, readFields, WIRE } from "../thrift/compact.ts";
import { i32, i64, list, struct, structs, ThriftStruct } from "../thrift/struct.ts";
import type { ParquetReader } from "../decode/reader.ts";
import { decodeChunk } from "../decode/row_groups.ts";
import { type AddedColumn, describeColumns } from "./added_columns.ts";
import { type ChunkOptions, ChunkWriter, type WrittenChunk } from "./chunk_writer.ts";
import { findPageCodec } from "./codecs.ts";
import { floatColumn, type NewColumn, schemaElement } from "./new_column.ts";
import { WaitingPages } from "./waiting_pages.ts";

/** A result to append, and what it is in the file. */
interface Appended extends AddedColumn {
  readonly result: number;
  readonly column: NewColumn;
  /** The numbers of the element and of the column chunk that it replaces. */
  readonly element?: number;
  readonly chunk?: number;
}

/** How threads write the row groups of a file that is appended to. */
export interface SharedAppend {
  readonly columns: readonly Pick<Appended, "result" | "column">[];
  readonly codec: number;
  readonly hasChecksums: boolean;
  /** Bytes at the beginning of the file that threads copy. */
  readonly copied: number;
}

/**
 * Appends columns to a Parquet file without rewriting it: copies every byte before the footer, then
 * writes the new column chunks, one for each row group, and a new footer. Everything that the footer
 * said stays as it was, and so do the places of pages, indexes and Bloom filters.
 */
export class AppendWriter implements TableWriter {
  readonly passesUnread = true;
  readonly #sink: ByteSink;
  readonly #reader: ParquetReader;
  readonly #appended: readonly Appended[];
  readonly #options: ChunkOptions;
  /** The copy of everything before the footer, once it has begun. */
  #copying?: Promise<void>;
  readonly #groupRows: readonly number[];
  readonly #chunks: (readonly WrittenChunk[])[] = [];
  readonly #waiting: WaitingPages;
  readonly #writers: readonly ChunkWriter[];
  /** Rows that are left of the row group, and the place of the next byte. */
  #left = 0;
  #position: number;
  /** The first chunk of the row group is written as it is made. */
  #start = 0;

  private constructor(
    sink: ByteSink,
    { reader, appended, hasChecksums }: {
      reader: ParquetReader;
      appended: readonly Appended[];
      hasChecksums: boolean;
    },
  ) {
    this.#sink = sink;
    this.#reader = reader;
    this.#appended = appended;
    this.#options = { codec: findPageCodec(usualCodec(reader)), hasChecksums };
    this.#writers = appended.map(({ column }) => new ChunkWriter(column, this.#options));
    this.#groupRows = reader.groups.rows();
    this.#position = reader.parquet.start;
    this.#waiting = new WaitingPages(sink, appended.length);
  }

  /** Checks that the footer can be edited. */
  static async open(
    sink: ByteSink,
    { reader, outputs }: { reader: ParquetReader; outputs: readonly OutputColumn[] },
  ): Promise<AppendWriter> {
    const { file, parquet } = reader;
    const { name } = file;
    decodingMetadata(name, () => checkEncoding(parquet, name));
    const appended = planAppended(reader, outputs);
    // What cannot be described is refused before anything is written.
    decodingMetadata(name, () => describeColumns(parquet.metadata, appended, name));
    const hasChecksums = await hasFirstChecksum(reader);
    return new AppendWriter(sink, { reader, appended, hasChecksums });
  }

  /**
   * Leaves it to threads to copy what comes before the new pages, and to write these themselves, each
   * row group after the one before. Returns what they need to know.
   */
  share(): SharedAppend {
    const { start } = this.#reader.parquet;
    this.#sink.directOutput!.wrote(start);
    this.#copying = Promise.resolve();
    return {
      columns: this.#appended.map(({ result, column }) => ({ result, column })),
      codec: this.#options.codec.codec,
      hasChecksums: this.#options.hasChecksums,
      copied: start,
    };
  }

  /** Takes what threads have written of all row groups. */
  passed(chunks: readonly (readonly WrittenChunk[])[]): void {
    this.#chunks.push(...chunks);
  }

  async write(batch: Batch, results: readonly Numbers[]): Promise<void> {
    await this.#beginCopy();
    while (this.#left === 0) await this.#beginGroup();
    if (batch.rows > this.#left) throw new Error("A batch goes beyond its row group");
    for (let i = 0; i < this.#appended.length; i++) {
      const pages = this.#writers[i].addNumbers(results[this.#appended[i].result]);
      if (i === 0) await this.#writeAll(pages);
      else await this.#waiting.add(i, pages);
    }
    this.#left -= batch.rows;
    if (this.#left === 0) await this.#endGroup();
  }

  async close(): Promise<void> {
    await this.#beginCopy();
    // Row groups without rows come in no batch.
    while (this.#chunks.length < this.#groupRows.length) await this.#beginGroup();
    await this.#copying;
    const footer = decodingMetadata(this.#reader.file.name, () => this.#footer());
    const length = new Uint8Array(Uint32Array.of(footer.length).buffer);
    await this.#sink.write(joinBytes([footer, length, MAGIC]));
  }

  /** Begins to copy everything before the footer, and waits for it where nothing can pass it by. */
  async #beginCopy(): Promise<void> {
    if (this.#copying !== undefined) return;
    const { file, parquet } = this.#reader;
    this.#copying = copyPages(file, { sink: this.#sink, length: parquet.start });
    // Only `close` waits for a copy that is made besides. It must not fail unheard before that.
    this.#copying.catch(() => {});
    if (!isCopiedBesides(file, this.#sink)) await this.#copying;
  }

  /** Begins the next row group; one without rows is ended at once. */
  async #beginGroup(): Promise<void> {
    const rows = this.#groupRows[this.#chunks.length];
    if (rows === undefined) throw new Error("There are more rows than in the row groups");
    this.#start = this.#position;
    this.#left = rows;
    if (rows === 0) await this.#endGroup();
  }

  async #endGroup(): Promise<void> {
    const chunks: WrittenChunk[] = [];
    for (let i = 0; i < this.#writers.length; i++) {
      const writer = this.#writers[i];
      if (i === 0) await this.#writeAll(writer.end());
      else await this.#waiting.add(i, writer.end());
      const start = i === 0 ? this.#start : this.#position;
      const chunk = writer.encode(start);
      if (i > 0) {
        await this.#waiting.drain(i);
        this.#position += chunk.compressed;
      }
      chunks.push(chunk);
    }
    this.#chunks.push(chunks);
  }

  async #writeAll(pages: readonly Uint8Array[]): Promise<void> {
    for (const page of pages) {
      await this.#sink.write(page);
      this.#position += page.length;
      freeBuffer(page);
    }
  }

  #footer(): Uint8Array {
    const appended = this.#appended;
    const added = appended.filter(({ replaces }) => replaces === undefined);
    return editFooter(this.#reader.parquet.metadata, {
      elements([root, ...elements]) {
        const children = root.integer(ELEMENT.children, 0) + added.length;
        const all = [root.with(i32(ELEMENT.children, children)), ...elements];
        for (const { column, element } of appended) {
          if (element === undefined) all.push(schemaElement(column));
          else all[element] = schemaElement(column, fieldId(all[element]));
        }
        return all;
      },
      rowGroup: (group, columns, index) => this.#editGroup(group, columns, this.#chunks[index]),
      metadata: (metadata) =>
        editOrders(describeColumns(metadata, appended, this.#reader.file.name), appended),
    });
  }

  #editGroup(
    group: ThriftStruct,
    columns: readonly Uint8Array[],
    chunks: readonly WrittenChunk[],
  ): { group: ThriftStruct; columns: readonly Uint8Array[] } {
    const all = [...columns];
    let [uncompressed, compressed] = [0, 0];
    const replaced = new Set<number>();
    chunks.forEach((written, i) => {
      const { chunk } = this.#appended[i];
      uncompressed += written.uncompressed;
      compressed += written.compressed;
      if (chunk === undefined) return void all.push(written.chunk);
      const before = ThriftStruct.decode(all[chunk]).struct(CHUNK.metadata);
      uncompressed -= before?.integer(COLUMN.uncompressedSize, 0) ?? 0;
      compressed -= before?.integer(COLUMN.compressedSize, 0) ?? 0;
      all[chunk] = written.chunk;
      replaced.add(chunk);
    });
    const total = group.integer(ROW_GROUP.totalByteSize) + uncompressed;
    const packed = group.integer(ROW_GROUP.totalCompressedSize, undefined);
    const edited = group.with(
      i64(ROW_GROUP.totalByteSize, total),
      ...(packed === undefined ? [] : [i64(ROW_GROUP.totalCompressedSize, packed + compressed)]),
    );
    return { group: editSorting(edited, replaced), columns: all };
  }
}

/** Finds what results are in the file, from the columns to write. */
function planAppended(reader: ParquetReader, outputs: readonly OutputColumn[]): Appended[] {
  const { file, root, stored } = reader;
  const count = stored.length;
  return outputs.flatMap((output, i): Appended[] => {
    if (!("result" in output)) return [];
    const { name, type, result } = output;
    const column = floatColumn(name, type);
    if (i >= count) {
      if (root.children.some((child) => child.name === name)) {
        throw new TypeError(
          `Cannot append column ${JSON.stringify(name)} to ${file.name}: a column with ` +
            `nested columns already has this name; choose another name with --as`,
        );
      }
      return [{ name, type, result, column }];
    }
    const { node } = stored[i];
    const replaces = root.children.indexOf(node);
    if (replaces < 0) {
      throw new TypeError(
        `Cannot replace column ${
          JSON.stringify(stored[i].name)
        } of ${file.name}: it is nested in ` +
          `another column, whose nulls it shares; append the result instead, without --replace`,
      );
    }
    return [{ name, type, result, column, replaces, element: node.index, chunk: node.chunk }];
  });
}

/**
 * The codec of most column chunks of the first row group that are compressed: the file has a reason
 * for it. Others may only hold numbers that do not shrink.
 */
function usualCodec({ groups, file }: ParquetReader): number {
  const counts = new Map<number, number>();
  const chunks = groups.count === 0 ? [] : groups.at(0).chunks;
  return decodingMetadata(file.name, () => {
    for (const bytes of chunks) {
      const codec = ThriftStruct.decode(bytes).struct(CHUNK.metadata)?.integer(COLUMN.codec, 0) ??
        0;
      if (codec !== CODEC.none) counts.set(codec, (counts.get(codec) ?? 0) + 1);
    }
    return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? CODEC.none;
  });
}

/** Bytes of the first page that show whether it has a checksum. */
const FIRST_BYTES = 2 ** 12;

/** Whether the first page of a file has a checksum: then its writer gives them to all pages. */
async function hasFirstChecksum({ groups, file, parquet }: ParquetReader): Promise<boolean> {
  const [bytes] = groups.count === 0 ? [] : groups.at(0).chunks;
  if (bytes === undefined) return false;
  const { start } = decodingMetadata(file.name, () => decodeChunk(bytes, file.name));
  if (start < 0 || start > parquet.start) return false;
  const first = new Uint8Array(Math.min(FIRST_BYTES, parquet.start - start));
  await file.read(first, start);
  try {
    return new ThriftStruct(readFields(first).fields).has(PAGE.crc);
  } catch (error) {
    // A page that nothing is computed from is copied, whatever it is.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The field's id in a table format such as Iceberg, which stays. */
function fieldId(element: ThriftStruct): ThriftStruct["fields"] {
  return element.fields.filter(({ id }) => id === 9);
}

/** Every column has an order, if the file records orders. */
function editOrders(metadata: ThriftStruct, appended: readonly Appended[]): ThriftStruct {
  const orders = metadata.list(FILE.columnOrders);
  if (orders === undefined) return metadata;
  const items = [...orders.items];
  const usual = new ThriftStruct([struct(1)]).encode();
  for (const { chunk } of appended) {
    if (chunk === undefined) items.push(usual);
    else items[chunk] = usual;
  }
  return metadata.with(list(FILE.columnOrders, { type: WIRE.struct, items }));
}

/** Rows are sorted by the columns that come before the first one that was replaced. */
function editSorting(group: ThriftStruct, replaced: ReadonlySet<number>): ThriftStruct {
  if (replaced.size === 0 || !group.has(ROW_GROUP.sortingColumns)) return group;
  const columns = group.structs(ROW_GROUP.sortingColumns);
  const end = columns.findIndex((column) => replaced.has(column.integer(1)));
  if (end < 0) return group;
  if (end === 0) return group.without(ROW_GROUP.sortingColumns);
  return group.with(structs(ROW_GROUP.sortingColumns, columns.slice(0, end)));
}

/**
 * Copies everything before the footer. Where the output is a file, it is copied besides, while the
 * new pages are made and written after its place.
 */
async function copyPages(
  file: ParquetFile,
  { sink, length }: { sink: ByteSink; length: number },
): Promise<void> {
  if (!isCopiedBesides(file, sink)) {
    await copyBytes(sourceOf(file, length), sink);
    return;
  }
  const directOutput = sink.directOutput!;
  using from = openRandomAccess(file.direct!);
  using to = Deno.openSync(directOutput.path!, { write: true });
  directOutput.wrote(length);
  await copyBytes(from.source(0, length), {
    async write(bytes): Promise<void> {
      try {
        await writeFull(to, bytes);
      } catch (error) {
        throw directOutput.explain(error);
      }
    },
  }, { pieceBytes: COPIED_BYTES });
}

/** Bytes that are copied at a time: while this thread computes, a piece waits for its attention. */
const COPIED_BYTES = 2 ** 22;

function isCopiedBesides({ direct }: ParquetFile, { directOutput }: ByteSink): boolean {
  return direct !== undefined && directOutput?.path !== undefined;
}

function sourceOf(file: ParquetFile, length: number): ByteSource {
  let position = 0;
  return {
    name: file.name,
    async read(into: Uint8Array): Promise<number | null> {
      const count = Math.min(into.length, length - position);
      if (count === 0) return null;
      await file.read(into.subarray(0, count), position);
      position += count;
      return count;
    },
  };
}
