import type { ByteSink } from "../../io/byte_sink.ts";
import { CellWriter } from "../csv/cell_writer.ts";
import type { CsvOptions } from "../csv/dialect.ts";
import { checkColumns, limitRows, RowWriter, type WrittenValues } from "../csv/row_writer.ts";
import type { Slice } from "../slice_batches.ts";
import {
  type Batch,
  type Numbers,
  type OutputColumn,
  type TableReader,
  type TableWriter,
  valuesOf,
  type WriterOptions,
} from "../table.ts";

/** How a writer of JSON lines is opened. */
export interface JsonlWriterOptions extends WriterOptions {
  /** What of CSV holds for JSON lines: the digits of floats. */
  readonly csv: Pick<CsvOptions, "digits">;
}

/**
 * Writes a table as JSON lines: an object for each row, with a member for each column. Numbers are
 * written as in CSV, booleans as true and false, other texts as strings. What is not finite is one
 * of the strings "NaN", "Infinity" and "-Infinity", since JSON has no such numbers.
 */
export class JsonlTableWriter implements TableWriter {
  readonly #reader: TableReader;
  readonly #outputs: readonly OutputColumn[];
  readonly #writer: RowWriter;

  constructor(sink: ByteSink, options: JsonlWriterOptions) {
    const { reader, outputs, csv, isPiece } = options;
    checkColumns("JSON lines", options);
    this.#reader = reader;
    this.#outputs = outputs;
    const cells = new CellWriter({
      columns: outputs.length,
      delimiter: 0,
      decimal: ".".charCodeAt(0),
      quote: "none",
      digits: csv.digits ?? 0,
      none: new TextEncoder().encode("null"),
      members: outputs.map(({ name }) => new TextEncoder().encode(`${JSON.stringify(name)}:`)),
    });
    this.#writer = new RowWriter(sink, {
      format: "JSON lines",
      cells,
      limits: limitRows(reader, outputs),
      isPiece,
      valuesOf: (slice) => this.#valuesOf(slice),
    });
  }

  write(batch: Batch, results: readonly Numbers[]): Promise<void> {
    return this.#writer.write(batch, results);
  }

  /** Ends the table. Nothing follows the last object. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  *#valuesOf({ batch, results }: Slice): Generator<WrittenValues> {
    let length = 0;
    for (const output of this.#outputs) {
      if ("result" in output) {
        yield { kind: "floats", ...results[output.result] };
        continue;
      }
      const values = valuesOf(batch, output.input);
      if (values.kind !== "texts") {
        yield values;
        continue;
      }
      length += values.offsets[batch.rows] - values.offsets[0];
      this.#writer.checkLength(batch.rows, { length, column: output.name });
      const { typeName } = this.#reader.columns[output.input];
      yield { ...values, isPlain: values.decimal || typeName === "bool" || typeName === "JSON" };
    }
  }
}
