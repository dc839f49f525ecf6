import type { ByteSink } from "../../io/byte_sink.ts";
import { CellWriter } from "../csv/cell_writer.ts";
import type { CsvOptions } from "../csv/dialect.ts";
import { MAX_RECORD_BYTES } from "../csv/split_records.ts";
import { checkColumns, limitRows } from "../csv/table_writer.ts";
import { type Slice, sliceBatch } from "../slice_batches.ts";
import {
  type Batch,
  type ColumnValues,
  type Numbers,
  type OutputColumn,
  type SliceLimits,
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

/** A column of values, and whether its texts are values of JSON. */
type WrittenValues = ColumnValues & { readonly isPlain?: boolean };

/**
 * Writes a table as JSON lines: an object for each row, with a member for each column. Numbers are
 * written as in CSV, booleans as true and false, other texts as strings. What is not finite is one
 * of the strings "NaN", "Infinity" and "-Infinity", since JSON has no such numbers.
 */
export class JsonlTableWriter implements TableWriter {
  readonly #sink: ByteSink;
  readonly #reader: TableReader;
  readonly #outputs: readonly OutputColumn[];
  readonly #cells: CellWriter;
  readonly #limits: SliceLimits;
  #rows = 0;

  constructor(sink: ByteSink, options: JsonlWriterOptions) {
    const { reader, outputs, csv } = options;
    checkColumns("JSON lines", options);
    this.#sink = sink;
    this.#reader = reader;
    this.#outputs = outputs;
    this.#limits = limitRows(reader, outputs);
    this.#cells = new CellWriter({
      columns: outputs.length,
      delimiter: 0,
      decimal: ".".charCodeAt(0),
      quote: "none",
      digits: csv.digits ?? 0,
      none: new TextEncoder().encode("null"),
      members: outputs.map(({ name }) => new TextEncoder().encode(`${JSON.stringify(name)}:`)),
    });
  }

  async write(batch: Batch, results: readonly Numbers[]): Promise<void> {
    for (const slice of sliceBatch({ batch, results }, this.#limits)) {
      const { rows } = slice.batch;
      // Batches that cannot be sliced are cut here, at rows whose bits fill bytes.
      const block = Math.ceil(this.#limits.rows / 8) * 8;
      const values = this.#valuesOf(slice);
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
      if (batch.rows === 1 && length > MAX_RECORD_BYTES) throw this.#overlong(output.name);
      const { typeName } = this.#reader.columns[output.input];
      yield { ...values, isPlain: values.decimal || typeName === "bool" || typeName === "JSON" };
    }
  }

  #overlong(name: string): RangeError {
    return new RangeError(
      `Cannot write JSON lines: row ${
        this.#rows + 1
      } would have more than ${MAX_RECORD_BYTES} bytes, ` +
        `with column ${name} and those before it, and could not be read again; leave long columns out`,
    );
  }

  #add(column: WrittenValues, first: number, last: number): void {
    const valid = column.valid?.subarray(first / 8);
    if (column.kind === "floats") this.#cells.floats(column.values.subarray(first, last), valid);
    else if (column.kind === "integers") {
      this.#cells.integers(column.values.subarray(first, last), valid);
    } else {
      const { offsets, bytes, isPlain } = column;
      this.#cells.texts({ offsets: offsets.subarray(first, last + 1), bytes }, valid, { isPlain });
    }
  }
}
