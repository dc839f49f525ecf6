import { CellWriter } from "./cell_writer.ts";
import type { ByteSink } from "../../io/byte_sink.ts";
import {
  type Batch,
  type ColumnValues,
  type Numbers,
  type OutputColumn,
  type TableWriter,
  valuesOf,
  type WriterOptions,
} from "../table.ts";
import { COMMAND_LINE } from "../setting_names.ts";
import { type CsvOptions, delimiterOf } from "./dialect.ts";
import { formatCell } from "./header.ts";

/** What a writer of CSV is opened with. */
export interface CsvWriterOptions extends WriterOptions {
  readonly format: "csv" | "tsv";
  readonly csv: CsvOptions;
}

/** Rows that are written at a time; of as many as bits fill bytes. */
const BLOCK = 8192;
const POINT = 0x2e;

/**
 * Writes a table as CSV: a header, then a record for each row.
 *
 * Floats have the fewest digits that read back in their type, integers all of theirs. Texts are in quotes
 * where they need them, and where they are empty: an empty cell without is none. Where a record would be
 * a blank line, which readers skip, it is `""`.
 */
export class CsvTableWriter implements TableWriter {
  readonly #sink: ByteSink;
  readonly #outputs: readonly OutputColumn[];
  readonly #cells: CellWriter;
  readonly #decimal: number;

  private constructor(sink: ByteSink, { outputs, format, csv }: CsvWriterOptions) {
    this.#sink = sink;
    this.#outputs = outputs;
    this.#decimal = csv.decimal.charCodeAt(0);
    this.#cells = new CellWriter({
      columns: outputs.length,
      delimiter: delimiterOf(format, csv),
      decimal: this.#decimal,
      none: new TextEncoder().encode(csv.nullValue),
    });
  }

  /** Writes the header. */
  static async open(sink: ByteSink, options: CsvWriterOptions): Promise<CsvTableWriter> {
    const { outputs, format, csv } = options;
    checkColumns(options);
    const writer = new CsvTableWriter(sink, options);
    if (csv.header) {
      const delimiter = delimiterOf(format, csv);
      const names = outputs.map(({ name }) => formatCell(name, delimiter));
      const line = names.join(String.fromCharCode(delimiter)) || '""';
      await sink.write(new TextEncoder().encode(`${line}\n`));
    }
    return writer;
  }

  async write(batch: Batch, results: readonly Numbers[]): Promise<void> {
    const columns = this.#outputs.map((output): ColumnValues =>
      "result" in output
        ? { kind: "floats", ...results[output.result] }
        : this.#withDecimal(valuesOf(batch, output.input))
    );
    for (let first = 0; first < batch.rows; first += BLOCK) {
      const last = Math.min(first + BLOCK, batch.rows);
      this.#cells.begin(last - first);
      for (const column of columns) this.#add(column, first, last);
      await this.#sink.write(this.#cells.end());
    }
  }

  /** There is nothing behind the last record. */
  close(): Promise<void> {
    return Promise.resolve();
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

function checkColumns({ reader, outputs, names = COMMAND_LINE }: CsvWriterOptions): void {
  if (outputs.length === 0) throw new TypeError("Cannot write CSV: there is no column to write");
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
    `Cannot write CSV: no cell can hold what is in ${held.join(", ")}; ` +
      names.leaveOut(others.map(({ name }) => name)),
  );
}
