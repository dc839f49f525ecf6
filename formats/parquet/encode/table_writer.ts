import type { ByteSink } from "../../../io/byte_sink.ts";
import { type ArrowTable, isArrowTable } from "../../arrow/arrow_table.ts";
import { ArrowBatch } from "../../arrow/decode/batch.ts";
import { columnRows, type RowRange, sliceRows } from "../../arrow/decode/column_rows.ts";
import { fieldType, isTexts, TYPE } from "../../arrow/field.ts";
import { type Slice, sliceBatch } from "../../slice_batches.ts";
import {
  type Batch,
  type ColumnSpec,
  type Numbers,
  type OutputColumn,
  type TableWriter,
  valuesOf,
  type WriterOptions,
} from "../../table.ts";
import { MAGIC } from "../footer.ts";
import { CONVERTED, ELEMENT, FILE, LOGICAL, PHYSICAL, ROW_GROUP } from "../metadata.ts";
import { joinBytes, WIRE } from "../thrift/compact.ts";
import { i16, i32, i64, list, struct, structs, text, ThriftStruct } from "../thrift/struct.ts";
import { type ArrowColumn, arrowColumn } from "./arrow_column.ts";
import { ChunkWriter } from "./chunk_writer.ts";
import { DEFAULT_CODEC, findPageCodec } from "./codecs.ts";
import { floatColumn, integerColumn, type NewColumn, schemaElement } from "./new_column.ts";
import { fixedRows, type PlainRows, textRows } from "./plain_rows.ts";
import type { ComparedArray } from "./statistics.ts";
import { describeNew } from "./new_descriptions.ts";
import { WaitingPages } from "./waiting_pages.ts";

/** A column of the output, and where its rows come from. */
interface WrittenColumn {
  readonly column: NewColumn;
  /** Whether its values are texts, of any length. */
  readonly isTexts?: boolean;
  rows(slice: WrittenSlice): PlainRows;
}

/** Some rows of a batch, with the results for them, and where they are in it. */
interface WrittenSlice extends Slice {
  readonly whole: Batch;
  readonly range: RowRange;
}

/**
 * Rows, and bytes of texts, that become pages at a time. A batch of Arrow may have any number of them,
 * and readers refuse pages that are too large.
 */
const SLICE = { rows: 2 ** 17, textBytes: 2 ** 23 };
/** Rows of a row group, and bytes that may wait in memory until it is written. */
const GROUP_ROWS = 2 ** 20;
const GROUP_BYTES = 2 ** 26;
const CREATED_BY = "specol";
const VERSION = 2;

/**
 * Writes a new Parquet file: the columns of any format, and results. Values of a row group wait until
 * it is complete, in memory and in temporary files if they are many.
 */
export class ParquetTableWriter implements TableWriter {
  readonly #sink: ByteSink;
  readonly #columns: readonly WrittenColumn[];
  /** The columns of the input that are written as texts. */
  readonly #texts: readonly number[];
  readonly #groups: Uint8Array[] = [];
  readonly #waiting: WaitingPages;
  readonly #writers: readonly ChunkWriter[];
  #groupRows = 0;
  #rows = 0;
  #position = 0;

  readonly #entries: readonly ThriftStruct[];

  private constructor(sink: ByteSink, asked: WriterOptions) {
    const { reader, outputs } = asked;
    const columns = planColumns(asked);
    this.#sink = sink;
    this.#columns = columns;
    this.#texts = outputs.flatMap((output, i) =>
      "input" in output && columns[i].isTexts ? [output.input] : []
    );
    const options = { codec: findPageCodec(DEFAULT_CODEC), hasChecksums: true };
    this.#writers = columns.map(({ column }) => new ChunkWriter(column, options));
    this.#entries = describeNew(reader, outputs);
    this.#waiting = new WaitingPages(sink, columns.length);
  }

  /** Checks the columns, and writes the beginning. */
  static async open(sink: ByteSink, options: WriterOptions): Promise<ParquetTableWriter> {
    const writer = new ParquetTableWriter(sink, options);
    await writer.#write(MAGIC);
    return writer;
  }

  async write(batch: Batch, results: readonly Numbers[]): Promise<void> {
    const texts = { columns: this.#texts, bytes: SLICE.textBytes };
    let first = 0;
    for (const slice of sliceBatch({ batch, results }, { rows: SLICE.rows, texts })) {
      const { rows } = slice.batch;
      await this.#writeSlice({ ...slice, whole: batch, range: { first, rows } });
      first += rows;
    }
  }

  async #writeSlice(slice: WrittenSlice): Promise<void> {
    let waiting = 0;
    for (let i = 0; i < this.#columns.length; i++) {
      await this.#waiting.add(i, this.#writers[i].add(this.#columns[i].rows(slice)));
      waiting += this.#writers[i].waiting;
    }
    this.#groupRows += slice.range.rows;
    const isFull = this.#groupRows >= GROUP_ROWS || waiting + this.#waiting.bytes >= GROUP_BYTES;
    if (isFull) await this.#endGroup();
  }

  async close(): Promise<void> {
    if (this.#groupRows > 0) await this.#endGroup();
    const columns = this.#columns.map(({ column }) => column);
    const root = new ThriftStruct([
      text(ELEMENT.name, "schema"),
      i32(ELEMENT.children, columns.length),
    ]);
    const order = new ThriftStruct([struct(1)]);
    const footer = new ThriftStruct([
      i32(FILE.version, VERSION),
      structs(FILE.schema, [root, ...columns.map((column) => schemaElement(column))]),
      i64(FILE.rows, this.#rows),
      list(FILE.rowGroups, { type: WIRE.struct, items: this.#groups }),
      ...(this.#entries.length > 0 ? [structs(FILE.keyValues, this.#entries)] : []),
      text(FILE.createdBy, CREATED_BY),
      structs(FILE.columnOrders, columns.map(() => order)),
    ]).encode();
    const length = new Uint8Array(Uint32Array.of(footer.length).buffer);
    await this.#write(joinBytes([footer, length, MAGIC]));
  }

  async #endGroup(): Promise<void> {
    const start = this.#position;
    const chunks: Uint8Array[] = [];
    let uncompressed = 0;
    for (let i = 0; i < this.#writers.length; i++) {
      const writer = this.#writers[i];
      await this.#waiting.add(i, writer.end());
      const written = writer.encode(this.#position);
      await this.#waiting.drain(i);
      this.#position += written.compressed;
      uncompressed += written.uncompressed;
      chunks.push(written.chunk);
    }
    this.#groups.push(
      new ThriftStruct([
        list(ROW_GROUP.columns, { type: WIRE.struct, items: chunks }),
        i64(ROW_GROUP.totalByteSize, uncompressed),
        i64(ROW_GROUP.rows, this.#groupRows),
        i64(ROW_GROUP.fileOffset, start),
        i64(ROW_GROUP.totalCompressedSize, this.#position - start),
        ...(this.#groups.length < 2 ** 15 ? [i16(ROW_GROUP.ordinal, this.#groups.length)] : []),
      ]).encode(),
    );
    this.#rows += this.#groupRows;
    this.#groupRows = 0;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#sink.write(bytes);
    this.#position += bytes.length;
  }
}

function planColumns({ reader, outputs }: WriterOptions): WrittenColumn[] {
  return outputs.map((output): WrittenColumn => {
    if ("result" in output) {
      const { name, type, result } = output;
      return {
        column: floatColumn(name, type),
        rows: ({ results }) => fixedRows(results[result].values, results[result].valid),
      };
    }
    const { name, input } = output;
    // Columns that were added hold texts.
    const spec = reader.columns[input] ?? { name, typeName: "utf8", values: "texts" };
    const passed = isArrowTable(reader) && input < reader.columns.length
      ? passedColumn(reader, output)
      : undefined;
    return passed ?? valuesColumn({ ...spec, name }, input);
  });
}

/** A column of Arrow whose values would become texts, which keeps its type instead. */
function passedColumn(
  { schema }: ArrowTable,
  { name, input }: Extract<OutputColumn, { input: number }>,
): WrittenColumn | undefined {
  const field = schema.fields[input];
  const found: ArrowColumn | undefined = arrowColumn({ ...field, name });
  const type = fieldType(field);
  return found && {
    column: found.column,
    isTexts: isTexts(type),
    rows({ whole, range }): PlainRows {
      const { given = whole } = whole;
      if (!(given instanceof ArrowBatch)) throw new Error("A batch of Arrow was expected");
      // Nulls take no bytes, and are not limited here.
      if (type.id === TYPE.null) return found.encode({ rows: range.rows, buffers: [] });
      const all = columnRows(given.raw.column(input), type);
      return found.encode(sliceRows(all, { ...range, type }));
    },
  };
}

/** A column of numbers or texts. */
function valuesColumn({ name, type, typeName, values }: ColumnSpec, input: number): WrittenColumn {
  if (values === "texts") {
    const meaning = [
      i32(ELEMENT.converted, CONVERTED.utf8),
      struct(ELEMENT.logical, struct(LOGICAL.string)),
    ];
    return {
      column: { name, physical: PHYSICAL.byteArray, size: 0, meaning },
      isTexts: true,
      rows({ batch }): PlainRows {
        const found = valuesOf(batch, input);
        if (found.kind !== "texts") throw wrongKind(name);
        return textRows(found);
      },
    };
  }
  if (values === "integers" && type !== undefined && type !== "decimal") {
    const [, sign, bits] = /^(\D+)(\d+)$/.exec(type)!;
    return {
      column: integerColumn(name, { bits: Number(bits), isSigned: sign === "int" }),
      rows({ batch }): PlainRows {
        const found = valuesOf(batch, input);
        if (found.kind !== "integers") throw wrongKind(name);
        return fixedRows(atLeast32(found.values), found.valid);
      },
    };
  }
  if (type === undefined) {
    throw new TypeError(
      `Cannot write Parquet: column ${JSON.stringify(name)} holds ${typeName}, which specol does ` +
        `not convert; leave it out with convert -c or --only`,
    );
  }
  const isShort = type === "float16" || type === "float32";
  return {
    column: floatColumn(name, isShort ? type : "float64"),
    rows({ batch }): PlainRows {
      const { values, valid } = batch.numbers(input);
      return fixedRows(isShort ? values : Float64Array.from(values), valid);
    },
  };
}

/** Integers of fewer bits are stored in 32 bits. */
function atLeast32(values: ArrayLike<number | bigint> & ArrayBufferView): ComparedArray {
  if (values instanceof Int8Array || values instanceof Int16Array) return Int32Array.from(values);
  if (values instanceof Uint8Array || values instanceof Uint16Array) {
    return Uint32Array.from(values);
  }
  return values as ComparedArray;
}

function wrongKind(name: string): TypeError {
  return new TypeError(`Cannot write column ${JSON.stringify(name)}: its values change their kind`);
}
