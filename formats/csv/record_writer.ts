import type { ByteSink } from "../../io/byte_sink.ts";
import type { Batch, Numbers, OutputColumn, TableReader, TableWriter } from "../table.ts";
import { CellWriter } from "./cell_writer.ts";
import {
  type CsvOptions,
  delimiterOf,
  newDecimalOf,
  newDelimiterOf,
  newQuoteOf,
} from "./dialect.ts";
import { beginsWithMark, formatHeader, join, MARK } from "./header.ts";
import { CsvBatch } from "./table_batch.ts";
import { CsvTableReader } from "./table_reader.ts";
import type { CsvWriterOptions } from "./table_writer.ts";

const NOTHING = new Uint8Array(0);

/** Rows whose results are written at a time. */
const BLOCK = 8192;

/** Bytes of the text of a number, at most. */
const NUMBER = 32;

/** Parts of a record that is written: input columns that follow one another, or a result. */
type Part = { readonly first: number; last: number } | { readonly result: number };

/**
 * Writes records of CSV as they were read, with results: what is not computed passes byte for byte,
 * blank lines and comments included.
 */
export class CsvRecordWriter implements TableWriter {
  readonly #sink: ByteSink;
  readonly #reader: CsvTableReader;
  readonly #parts: readonly Part[];
  readonly #delimiter: number;
  readonly #cells: CellWriter;
  /** The results in the order in which they are written. */
  readonly #results: readonly number[];
  readonly #none: number;

  private constructor(sink: ByteSink, reader: CsvTableReader, options: CsvWriterOptions) {
    const { outputs, format, csv } = options;
    this.#sink = sink;
    this.#reader = reader;
    this.#parts = partsOf(outputs);
    this.#results = outputs.flatMap((output) => "result" in output ? [output.result] : []);
    this.#delimiter = newDelimiterOf(format, csv);
    const none = new TextEncoder().encode(csv.toNull ?? "");
    this.#none = none.length;
    this.#cells = new CellWriter({
      columns: this.#results.length,
      delimiter: this.#delimiter,
      decimal: newDecimalOf(csv),
      digits: csv.digits ?? 0,
      quote: csv.quote,
      none,
    });
  }

  /**
   * Opens a writer if the reader is one of CSV that is written as it was read: with the delimiter,
   * decimal point and quotes that it has. Writes what comes before the records.
   */
  static async open(
    sink: ByteSink,
    options: CsvWriterOptions,
  ): Promise<CsvRecordWriter | undefined> {
    const { reader, outputs } = options;
    if (!isSameDialect(reader, options) || outputs.every((output) => "result" in output)) {
      return undefined;
    }
    const writer = new CsvRecordWriter(sink, reader, options);
    const { prelude, first, headerEnd } = reader.passOn();
    const { delimiter, quote } = dialectOf(reader.format, reader.csv);
    const names = headerEnd && formatHeader(outputs, {
      first: first!,
      delimiter,
      newDelimiter: delimiter,
      quote,
      newQuote: quote,
    });
    const [begin] = outputs;
    const firstCell = names ?? ("input" in begin ? first!.cell(begin.input) : NOTHING);
    // A byte order mark that belongs to a cell would be taken for that of the file.
    const mark = prelude.length === 0 && beginsWithMark(firstCell) ? MARK : NOTHING;
    const lead = join([mark, prelude, names ?? NOTHING, headerEnd ?? NOTHING]);
    if (lead.length > 0) await sink.write(lead);
    return writer;
  }

  async write(batch: Batch, results: readonly Numbers[]): Promise<void> {
    if (!(batch instanceof CsvBatch)) {
      throw new TypeError("Cannot write CSV: a batch is not of CSV");
    }
    const { before, text } = batch.records;
    if (before.length > 0) await this.#sink.write(before);
    // Where what was written of the text ends.
    let done = 0;
    for (let first = 0; first < batch.rows; first += BLOCK) {
      const last = Math.min(first + BLOCK, batch.rows);
      const made = this.#make(batch, results, { first, last, done });
      await this.#sink.write(made.bytes);
      done = made.done;
    }
    await this.#sink.write(text.subarray(done));
  }

  async close(): Promise<void> {
    await this.#sink.write(this.#reader.rest());
  }

  /** Makes some records, from the end of the one before on. */
  #make(
    batch: CsvBatch,
    results: readonly Numbers[],
    { first, last, done }: { first: number; last: number; done: number },
  ): { bytes: Uint8Array; done: number } {
    const { records: { text }, width } = batch;
    const rows = last - first;
    this.#cells.begin(rows);
    for (const result of this.#results) {
      const { values, valid } = results[result];
      this.#cells.floats(values.subarray(first, last), valid?.subarray(first / 8));
    }
    const numbers = this.#results.map((_, i) => this.#cells.placesOf(i));
    const memory = this.#cells.bytes;
    const end = batch.place(width - 1, last - 1).end;
    // Cells may be written in another order, and more than once.
    const inputs = this.#parts.filter((part) => "first" in part).length;
    const room = (end - done) * inputs +
      rows * (this.#parts.length + this.#results.length * (NUMBER + this.#none));
    const bytes = new Uint8Array(room);
    let to = 0;
    const add = (from: Uint8Array, start: number, end: number): void => {
      bytes.set(from.subarray(start, end), to);
      to += end - start;
    };
    for (let row = first; row < last; row++) {
      add(text, done, batch.place(0, row).start);
      let result = 0;
      this.#parts.forEach((part, i) => {
        if (i > 0) bytes[to++] = this.#delimiter;
        if ("first" in part) {
          add(text, batch.place(part.first, row).start, batch.place(part.last, row).end);
        } else {
          const places = numbers[result++];
          add(memory, places[2 * (row - first)], places[2 * (row - first) + 1]);
        }
      });
      done = batch.place(width - 1, row).end;
    }
    return { bytes: bytes.subarray(0, to), done };
  }
}

/** Joins input columns that follow one another. */
function partsOf(outputs: readonly OutputColumn[]): readonly Part[] {
  const parts: Part[] = [];
  for (const output of outputs) {
    if ("result" in output) {
      parts.push({ result: output.result });
      continue;
    }
    const before = parts.at(-1);
    if (before !== undefined && "first" in before && before.last + 1 === output.input) {
      before.last++;
    } else parts.push({ first: output.input, last: output.input });
  }
  return parts;
}

function dialectOf(format: CsvTableReader["format"], csv: CsvOptions) {
  return { delimiter: delimiterOf(format, csv), quote: csv.quote };
}

/** Whether cells are written as they were read. */
function isSameDialect(
  reader: TableReader,
  { format, csv }: CsvWriterOptions,
): reader is CsvTableReader {
  if (!(reader instanceof CsvTableReader) || reader.format === "jsonl") return false;
  const { delimiter, quote } = dialectOf(reader.format, reader.csv);
  const newDelimiter = newDelimiterOf(format, csv);
  return delimiter === newDelimiter && reader.csv.header === csv.header &&
    newDecimalOf(reader.csv) === newDecimalOf(csv) &&
    quote === newQuoteOf(csv, { delimiter: delimiterOf(format, csv), newDelimiter });
}
