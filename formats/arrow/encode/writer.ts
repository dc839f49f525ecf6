import { sameBytes } from "../../../io/same_bytes.ts";
import { countNulls } from "../../validity.ts";
import type { ByteSink } from "../../../io/byte_sink.ts";
import { COMMAND_LINE, type OptionLabels } from "../../option_labels.ts";
import {
  type Batch,
  type ColumnSpec,
  type ColumnValues,
  type Numbers,
  type TableWriter,
  valuesOf,
  type WriterOptions,
} from "../../table.ts";
import {
  ArrowBatch,
  type Dictionary,
  type MessageColumns,
  type RawColumn,
} from "../decode/batch.ts";
import { isArrowTable } from "../arrow_table.ts";
import { type NewType, type OutputField, V5 } from "./encode_message.ts";
import { withDescendants } from "../field.ts";
import { withNulls } from "../decode/copy_field.ts";
import { DictionaryLog } from "./dictionary_log.ts";
import { MessageWriter, type PlacedMessage } from "./message_writer.ts";

/** Options of an Arrow writer. */
export interface ArrowWriterOptions extends WriterOptions {
  /** The container: a file with a footer, or a bare stream. */
  readonly container: "file" | "stream";
}

/**
 * Writes an Arrow file or stream, batch by batch. Each batch has been written when `write`
 * resolves.
 *
 * A column that comes from a reader of Arrow or Parquet and is not a result is passed on buffer by buffer,
 * unchanged except for compression. The values of other readers are written: floats and texts as
 * they are, integers as integers if the reader provides them, otherwise as float64.
 */
export class ArrowWriter implements TableWriter {
  readonly #options: ArrowWriterOptions;
  readonly #names: OptionLabels;
  readonly #messages: MessageWriter;
  // The ids of the dictionaries of the columns that are written.
  readonly #needed: ReadonlySet<number>;
  readonly #written: DictionaryLog<MessageColumns>;
  #batches = 0;

  private constructor(
    options: ArrowWriterOptions,
    { messages, needed }: { messages: MessageWriter; needed: ReadonlySet<number> },
  ) {
    this.#options = options;
    this.#names = options.names ?? COMMAND_LINE;
    this.#messages = messages;
    this.#needed = needed;
    this.#written = new DictionaryLog({
      container: options.container,
      isSame: hasSameValues,
      differs: (id) => this.#isReplaced(id),
    });
  }

  /** Writes the schema. */
  static async open(sink: ByteSink, options: ArrowWriterOptions): Promise<ArrowWriter> {
    const { reader, container } = options;
    const fields = outputFields(options);
    const source = isArrowTable(reader) ? reader.schema : undefined;
    const messages = await MessageWriter.open(sink, { container, schema: { fields, source } });
    return new ArrowWriter(options, { messages, needed: dictionariesOf(fields) });
  }

  /** Writes a batch, with the results in the order of their indexes. */
  async write(batch: Batch, results: readonly Numbers[]): Promise<void> {
    // Of several inputs in different formats, the values are written.
    const isRaw = isArrowTable(this.#options.reader);
    const { given = batch } = batch;
    const source = isRaw && given instanceof ArrowBatch ? given : undefined;
    await this.writeDictionaries(source?.dictionaries ?? []);
    await this.#messages.write({
      version: source?.raw.message.version ?? V5,
      rows: batch.rows,
      columns: this.#options.outputs.map((output): RawColumn => {
        if ("result" in output) return valuesColumn({ kind: "floats", ...results[output.result] });
        if (source !== undefined && !this.#isAdded(output.input)) {
          return source.raw.column(output.input);
        }
        return valuesColumn(valuesOf(batch, output.input));
      }),
      customMetadata: source?.raw.message.customMetadata ?? [],
    });
    this.#batches++;
  }

  /**
   * Writes the dictionaries that come before a batch.
   *
   * @internal
   */
  async writeDictionaries(dictionaries: readonly Dictionary[]): Promise<void> {
    for (const dictionary of dictionaries) await this.#writeDictionary(dictionary);
  }

  /**
   * Counts batches that other threads have written after everything written so far.
   *
   * @internal
   */
  passed(batches: readonly PlacedMessage[]): void {
    this.#messages.passed(batches);
    this.#batches += batches.length;
  }

  /** Writes the end of the table: the end of the stream, and the footer of a file. */
  async close(): Promise<void> {
    const { reader } = this.#options;
    const source = isArrowTable(reader) ? reader : undefined;
    await this.writeDictionaries(source?.waiting ?? []);
    await this.#messages.close(source?.footer?.customMetadata ?? []);
  }

  /** Whether a column is not one of the reader, but was added after those. */
  #isAdded(column: number): boolean {
    return column >= this.#options.reader.columns.length;
  }

  async #writeDictionary({ id, isDelta, values }: Dictionary): Promise<void> {
    if (!this.#needed.has(id)) return;
    if (!this.#written.has(id)) this.#checkOrder(id);
    if (!this.#written.isNew({ id, isDelta, values })) return;
    await this.#messages.write({
      version: values.message.version,
      rows: values.rows,
      columns: [values.column(0)],
      customMetadata: values.message.customMetadata,
      dictionary: { id, isDelta },
    });
  }

  #isReplaced(id: number): TypeError {
    return new TypeError(
      `Cannot write an Arrow file: dictionary ${id} of the input is replaced by another before ` +
        `batch ${this.#batches + 1}, which only a stream can hold; write a stream (${
          this.#names.to("arrows")
        })`,
    );
  }

  // A file may contain a dictionary after the batches that use it. A stream may not.
  #checkOrder(id: number): void {
    const { reader, container } = this.#options;
    const fromFile = isArrowTable(reader) && reader.container === "file";
    if (container === "file" || !fromFile || this.#batches === 0) return;
    throw new TypeError(
      `Cannot write an Arrow stream: dictionary ${id} comes after batch ${this.#batches} of the ` +
        `input, which only a file can hold; write a file (${this.#names.to("arrow")})`,
    );
  }
}

function outputFields({ reader, outputs, several = false }: ArrowWriterOptions): OutputField[] {
  return outputs.map((output): OutputField => {
    const { name } = output;
    if ("result" in output) return { name, type: output.type };
    // Columns that were added hold texts.
    if (output.input >= reader.columns.length) return { name, type: "utf8" };
    if (isArrowTable(reader)) {
      const field = reader.schema.fields[output.input];
      return { name, field: several ? { ...field, table: withNulls(field.table) } : field };
    }
    return { name, type: newType(reader.columns[output.input]) };
  });
}

function newType({ name, type, typeName, values }: ColumnSpec): NewType {
  if (values === "texts") return "utf8";
  if (values === "integers" && type !== undefined && type !== "decimal") return type;
  if (type === undefined) {
    throw new TypeError(
      `Cannot write Arrow: column ${JSON.stringify(name)} holds ${typeName}, expected numbers or ` +
        `texts from another format`,
    );
  }
  return type === "float16" || type === "float32" ? type : "float64";
}

function dictionariesOf(fields: readonly OutputField[]): Set<number> {
  const ids = new Set<number>();
  for (const output of fields) {
    if (!("field" in output)) continue;
    for (const { dictionary } of withDescendants(output.field)) {
      if (dictionary !== undefined) ids.add(dictionary);
    }
  }
  return ids;
}

function hasSameValues(a: MessageColumns, b: MessageColumns): boolean {
  const [before, after] = [a.column(0), b.column(0)];
  return sameBytes(before.nodes, after.nodes) &&
    before.buffers.length === after.buffers.length &&
    before.buffers.every((buffer, i) => sameBytes(buffer, after.buffers[i]));
}

const NONE = new Uint8Array(0);

const NO_VARIADIC: readonly number[] = [];

/** Makes a column of a message from values. */
function valuesColumn(column: ColumnValues): RawColumn {
  const { valid } = column;
  const rows = column.kind === "texts" ? column.offsets.length - 1 : column.values.length;
  const nulls = valid === undefined ? 0 : countNulls(valid, rows);
  return {
    nodes: encodeNode(rows, nulls),
    buffers: [
      nulls === 0 ? NONE : valid!.subarray(0, Math.ceil(rows / 8)),
      ...(column.kind === "texts" ? [bytesOf(column.offsets), column.bytes] : [
        bytesOf(column.values),
      ]),
    ],
    variadic: NO_VARIADIC,
  };
}

/** The last node that was made. Columns without nulls share it. */
let known = { rows: -1, nulls: -1, node: NONE };

/** Makes the node of a column that has none nested in it. */
export function encodeNode(rows: number, nulls: number): Uint8Array {
  if (known.rows !== rows || known.nulls !== nulls) {
    const node = new Uint8Array(new BigInt64Array([BigInt(rows), BigInt(nulls)]).buffer);
    known = { rows, nulls, node };
  }
  return known.node;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
