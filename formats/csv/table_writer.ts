import { CellWriter } from "./cell_writer.ts";
import type { ByteSink } from "../../io/byte_sink.ts";
import { type Slice, sliceBatch } from "../slice_batches.ts";
import {
  type Batch,
  type ColumnValues,
  type Numbers,
  type OutputColumn,
  type SliceLimits,
  type TableReader,
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
import { MAX_RECORD_BYTES } from "./split_records.ts";

/** How a writer of CSV is opened. */
export interface CsvWriterOptions extends WriterOptions {
  readonly format: "csv" | "tsv";
  readonly csv: CsvOptions;
  /** Rows that others write before these, for messages; 0 if left out. */
  readonly rowsBefore?: number;
}

/** Rows that are written at a time, at most. */
const MAX_ROWS = 8192;
/** Approximate number of cells that are written at a time. Each takes some 80 bytes of memory. */
const MAX_CELLS = 2 ** 17;
/** Rows that are written at a time, at least: each column takes memory of its own. */
const MIN_ROWS = 8;
/**
 * Bytes of texts that are written at a time: so many in all, or for each column if that is more. A
 * record may have more.
 */
const MAX_TEXTS = { all: 2 ** 22, each: 2 ** 7 };
const POINT = 0x2e;

/** The rows that are written at a time. */
export function limitRows(reader: TableReader, outputs: readonly OutputColumn[]): SliceLimits {
  const width = Math.max(1, outputs.length);
  return {
    rows: Math.max(MIN_ROWS, Math.min(MAX_ROWS, Math.floor(MAX_CELLS / width))),
    texts: {
      bytes: Math.max(MAX_TEXTS.all, outputs.length * MAX_TEXTS.each),
      columns: outputs.flatMap((output) =>
        "input" in output && reader.columns[output.input].values === "texts" ? [output.input] : []
      ),
    },
  };
}

/**
 * Writes a table as CSV: a header, then a record for each row.
 *
 * Floats have the fewest digits that read back in their type, integers all of theirs. Texts are in
 * quotes where they need them, and where they are empty: an empty cell without quotes is null. A
 * record that would be a blank line, which readers skip, is written as `""`. That is null in a
 * column of numbers. A null text is refused there, since it would come back as an empty text.
 */
export class CsvTableWriter implements TableWriter {
  readonly #sink: Pick<ByteSink, "write">;
  readonly #outputs: readonly OutputColumn[];
  readonly #cells: CellWriter;
  readonly #decimal: number;
  readonly #limits: SliceLimits;
  /** Whether a record that consists of a null would be a blank line. */
  readonly #blankNulls: boolean;
  /** Whether texts may be in quotes. */
  readonly #quote: QuoteStyle;
  readonly #delimiter: number;
  readonly #names: OptionLabels;
  /** Rows that were written, and those before them. */
  #rows: number;
  readonly #isPiece: boolean;

  private constructor(
    sink: Pick<ByteSink, "write">,
    {
      reader,
      outputs,
      format,
      csv,
      names = COMMAND_LINE,
      isPiece = false,
      rowsBefore = 0,
    }: CsvWriterOptions,
  ) {
    this.#rows = rowsBefore;
    this.#isPiece = isPiece;
    this.#names = names;
    this.#sink = sink;
    this.#outputs = outputs;
    this.#decimal = newDecimalOf(csv);
    this.#blankNulls = outputs.length === 1 && (csv.toNull ?? "") === "";
    this.#limits = limitRows(reader, outputs);
    this.#delimiter = newDelimiterOf(format, csv);
    this.#quote = tableQuote(format, csv);
    this.#cells = new CellWriter({
      columns: outputs.length,
      delimiter: this.#delimiter,
      decimal: this.#decimal,
      quote: this.#quote,
      digits: csv.digits ?? 0,
      none: new TextEncoder().encode(csv.toNull ?? ""),
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

  async write(batch: Batch, results: readonly Numbers[]): Promise<void> {
    for (const slice of sliceBatch({ batch, results }, this.#limits)) {
      const { rows } = slice.batch;
      // Batches that cannot be sliced are cut here, at rows whose bits fill bytes.
      const block = Math.ceil(this.#limits.rows / 8) * 8;
      const values = this.#valuesOf(slice);
      // There may be a hundred thousand columns, which are kept only if they are needed again.
      const columns = rows <= block ? values : [...values];
      for (let first = 0; first < rows; first += block) {
        const last = Math.min(first + block, rows);
        this.#cells.begin(last - first);
        for (const column of columns) this.#add(column, first, last);
        await this.#sink.write(this.#cells.end());
      }
      this.#rows += rows;
    }
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
        if (batch.rows === 1 && length > MAX_RECORD_BYTES) throw this.#overlong(output.name);
        if (this.#blankNulls) this.#checkNulls(values, batch.rows);
      }
      yield values;
    }
  }

  #checkNulls({ valid }: Texts, rows: number): void {
    for (let i = 0; valid !== undefined && i < rows; i++) {
      if ((valid[i >> 3] >> (i & 7) & 1) === 1) continue;
      const row = this.#nameRow(i);
      throw new TypeError(
        `Cannot write CSV: the text in ${row} is null and the only column of its record, where ` +
          `it could not be told from an empty text; set what to write with ${this.#names.toNull}`,
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
      const row = this.#rows + i + 1;
      if (this.#blankNulls && (isNull || text?.length === 0)) {
        throw new TypeError(
          `Cannot write CSV without quotes: the only cell of row ${row} is empty, and would be a blank ` +
            `line, which is not a record; set what to write for a null with ${this.#names.toNull}`,
        );
      }
      const special = [this.#delimiter, LINE_FEED, CARRIAGE_RETURN];
      if (text === undefined || !special.some((byte) => text.includes(byte))) continue;
      throw new TypeError(
        `Cannot write CSV without quotes: the text in row ${row} of ${output.name} has a delimiter or a line end in it; ` +
          `leave out ${this.#names.noQuotes}`,
      );
    }
  }

  // Columns may share a text, so that a few bytes can stand for a record that does not fit any
  // memory.
  #overlong(name: string): RangeError {
    const row = this.#nameRow(0);
    return new RangeError(
      `Cannot write CSV: ${row} would have more than ${MAX_RECORD_BYTES} bytes, with column ` +
        `${name} and those before it, and no such record could be read again; leave long columns out`,
    );
  }

  #nameRow(next: number): string {
    return `row ${this.#rows + next + 1}${this.#isPiece ? " of the piece" : ""}`;
  }

  #add(column: ColumnValues, first: number, last: number): void {
    const valid = column.valid?.subarray(first / 8);
    if (column.kind === "floats") this.#cells.floats(column.values.subarray(first, last), valid);
    else if (column.kind === "integers") {
      this.#cells.integers(column.values.subarray(first, last), valid);
    } else {
      const { offsets, bytes } = column;
      this.#cells.texts({ offsets: offsets.subarray(first, last + 1), bytes }, valid);
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

/** Throws if a column holds what no text can stand for. */
export function checkColumns(
  format: string,
  { reader, outputs, names = COMMAND_LINE }: WriterOptions,
): void {
  const others = outputs.filter((output) => {
    if ("result" in output) return false;
    const { type, values } = reader.columns[output.input];
    return type === undefined && values === undefined;
  });
  if (others.length === 0) return;
  const held = others.map((output) =>
    `${output.name} (${"input" in output ? reader.columns[output.input].typeName : ""})`
  );
  throw new TypeError(
    `Cannot write ${format}: no cell can hold what is in ${held.join(", ")}; ` +
      names.leaveOut(others.map(({ name }) => name)),
  );
}
