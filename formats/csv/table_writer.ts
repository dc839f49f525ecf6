import { CellWriter } from "./cell_writer.ts";
import type { ByteSink } from "../../io/byte_sink.ts";
import type { Slice } from "../slice_batches.ts";
import {
  type Batch,
  type ColumnValues,
  type Numbers,
  type OutputColumn,
  type TableWriter,
  type Texts,
  valuesOf,
  type WriterOptions,
} from "../table.ts";
import { COMMAND_LINE, type OptionLabels } from "../option_labels.ts";
import {
  CARRIAGE_RETURN,
  type CsvOptions,
  delimiterOf,
  LINE_FEED,
  newDecimalOf,
  newDelimiterOf,
  newQuoteOf,
  type QuoteStyle,
} from "./dialect.ts";
import { formatCell } from "./header.ts";
import { checkColumns, limitRows, RowWriter } from "./row_writer.ts";

/** How a writer of CSV is opened. */
export interface CsvWriterOptions extends WriterOptions {
  readonly format: "csv" | "tsv";
  readonly csv: CsvOptions;
  /** Rows that others write before these, for messages; 0 if left out. */
  readonly rowsBefore?: number;
}

const POINT = 0x2e;

/**
 * Writes a table as CSV: a header, then a record for each row.
 *
 * Floats have the fewest digits that read back in their type, integers all of theirs. Texts are in
 * quotes where they need them, and where they are empty: an empty cell without quotes is null. A
 * record that would be a blank line, which readers skip, is written as `""`. That is null in a
 * column of numbers. A null text is refused there, since it would come back as an empty text.
 */
export class CsvTableWriter implements TableWriter {
  readonly #outputs: readonly OutputColumn[];
  readonly #writer: RowWriter;
  readonly #decimal: number;
  /** Whether a record that consists of a null would be a blank line. */
  readonly #blankNulls: boolean;
  /** Whether texts may be in quotes. */
  readonly #quote: QuoteStyle;
  readonly #delimiter: number;
  readonly #names: OptionLabels;

  private constructor(
    sink: Pick<ByteSink, "write">,
    { reader, outputs, format, csv, names = COMMAND_LINE, isPiece = false, rowsBefore }:
      CsvWriterOptions,
  ) {
    this.#names = names;
    this.#outputs = outputs;
    this.#decimal = newDecimalOf(csv);
    this.#blankNulls = outputs.length === 1 && (csv.toNull ?? "") === "";
    this.#delimiter = newDelimiterOf(format, csv);
    this.#quote = tableQuote(format, csv);
    const cells = new CellWriter({
      columns: outputs.length,
      delimiter: this.#delimiter,
      decimal: this.#decimal,
      quote: this.#quote,
      digits: csv.digits ?? 0,
      none: new TextEncoder().encode(csv.toNull ?? ""),
    });
    this.#writer = new RowWriter(sink, {
      format: "CSV",
      cells,
      limits: limitRows(reader, outputs),
      isPiece,
      rowsBefore,
      valuesOf: (slice) => this.#valuesOf(slice),
    });
  }

  /** Writes the header. */
  static async open(
    sink: Pick<ByteSink, "write">,
    options: CsvWriterOptions,
  ): Promise<CsvTableWriter> {
    const { outputs, format, csv } = options;
    if (outputs.length === 0) throw new TypeError("Cannot write CSV: there is no column to write");
    checkColumns("CSV", options);
    const writer = new CsvTableWriter(sink, options);
    if (csv.header) {
      const delimiter = newDelimiterOf(format, csv);
      const quote = tableQuote(format, csv);
      const names = outputs.map(({ name }) => formatCell(name, delimiter, quote));
      const line = names.join(String.fromCharCode(delimiter)) || '""';
      await sink.write(new TextEncoder().encode(`${line}\n`));
    }
    return writer;
  }

  write(batch: Batch, results: readonly Numbers[]): Promise<void> {
    return this.#writer.write(batch, results);
  }

  /** Ends the table. Nothing follows the last record. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  *#valuesOf({ batch, results }: Slice): Generator<ColumnValues> {
    let length = 0;
    for (const output of this.#outputs) {
      if ("result" in output) {
        const numbers: ColumnValues = { kind: "floats", ...results[output.result] };
        if (this.#quote === "none") this.#checkPlain(numbers, { rows: batch.rows, output });
        yield numbers;
        continue;
      }
      const values = this.#withDecimal(valuesOf(batch, output.input));
      if (this.#quote === "none") this.#checkPlain(values, { rows: batch.rows, output });
      if (values.kind === "texts") {
        length += values.offsets[batch.rows] - values.offsets[0];
        this.#writer.checkLength(batch.rows, { length, column: output.name });
        if (this.#blankNulls) this.#checkNulls(values, batch.rows);
      }
      yield values;
    }
  }

  #checkNulls({ valid }: Texts, rows: number): void {
    for (let i = 0; valid !== undefined && i < rows; i++) {
      if ((valid[i >> 3] >> (i & 7) & 1) === 1) continue;
      const row = this.#writer.nameRow(i);
      throw new TypeError(
        `Cannot write CSV: the text in ${row} is null and the only column of its record, where ` +
          `it would look like an empty text; set what to write with ${this.#names.toNull}`,
      );
    }
  }

  /** Throws where a cell cannot be written without quotes. */
  #checkPlain(
    values: ColumnValues,
    { rows, output }: { rows: number; output: OutputColumn },
  ): void {
    for (let i = 0; i < rows; i++) {
      const isNull = values.valid !== undefined && (values.valid[i >> 3] >> (i & 7) & 1) === 0;
      const text = values.kind !== "texts" || isNull
        ? undefined
        : values.bytes.subarray(values.offsets[i], values.offsets[i + 1]);
      const row = this.#writer.nameRow(i);
      if (this.#blankNulls && (isNull || text?.length === 0)) {
        throw new TypeError(
          `Cannot write CSV without quotes: the only cell of ${row} is empty, and would be a blank ` +
            `line, which is not a record; set what to write for a null with ${this.#names.toNull}`,
        );
      }
      const special = [this.#delimiter, LINE_FEED, CARRIAGE_RETURN];
      if (text === undefined || !special.some((byte) => text.includes(byte))) continue;
      throw new TypeError(
        `Cannot write CSV without quotes: the text in ${row} of ${output.name} contains a delimiter or line break; ` +
          `leave out ${this.#names.noQuotes}`,
      );
    }
  }

  #withDecimal(values: ColumnValues): ColumnValues {
    if (values.kind !== "texts" || !values.decimal || this.#decimal === POINT) return values;
    return { ...values, bytes: values.bytes.map((byte) => byte === POINT ? this.#decimal : byte) };
  }
}

/** Whether cells of a table that is written may be in quotes. */
function tableQuote(format: "csv" | "tsv", csv: CsvOptions): QuoteStyle {
  const delimiter = delimiterOf(format, csv);
  return newQuoteOf(csv, { delimiter, newDelimiter: newDelimiterOf(format, csv) });
}
