import { COMMAND_LINE } from "../option_labels.ts";
import type { Slice } from "../slice_batches.ts";
import { type ColumnValues, type OutputColumn, type Texts, valuesOf } from "../table.ts";
import { CellWriter } from "./cell_writer.ts";
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
import { MAX_RECORD_BYTES } from "./split_records.ts";
import { TextRows, type TextRowsOptions } from "./text_rows.ts";

const POINT = 0x2e;

/**
 * Opens what makes records of CSV from rows.
 *
 * Floats have the fewest digits that read back in their type, integers all of theirs. Texts are in
 * quotes where they need them, and where they are empty: an empty cell without quotes is null. A
 * record that would be a blank line, which readers skip, is written as `""`. That is null in a
 * column of numbers. A null text is refused there, since it would come back as an empty text.
 */
export function openCsvRows(options: TextRowsOptions): TextRows {
  const { columns, outputs, csv, names = COMMAND_LINE, isPiece = false, rowsBefore } = options;
  const format = options.format === "tsv" ? "tsv" : "csv";
  const decimal = newDecimalOf(csv);
  const delimiter = newDelimiterOf(format, csv);
  const quote = tableQuote(format, csv);
  /** Whether a record that consists of a null would be a blank line. */
  const blankNulls = outputs.length === 1 && (csv.toNull ?? "") === "";
  const cells = new CellWriter({
    columns: outputs.length,
    delimiter,
    decimal,
    quote,
    digits: csv.digits ?? 0,
    none: new TextEncoder().encode(csv.toNull ?? ""),
  });

  function* values({ batch, results }: Slice, before: number): Generator<ColumnValues> {
    let length = 0;
    for (const output of outputs) {
      if ("result" in output) {
        const numbers: ColumnValues = { kind: "floats", ...results[output.result] };
        if (quote === "none") checkPlain(numbers, { rows: batch.rows, output, before });
        yield numbers;
        continue;
      }
      const found = withDecimal(valuesOf(batch, output.input));
      if (quote === "none") checkPlain(found, { rows: batch.rows, output, before });
      if (found.kind === "texts") {
        length += found.offsets[batch.rows] - found.offsets[0];
        if (batch.rows === 1 && length > MAX_RECORD_BYTES) throw overlong(output.name, before);
        if (blankNulls && !found.decimal) checkNulls(found, { rows: batch.rows, before });
      }
      yield found;
    }
  }

  function checkNulls({ valid }: Texts, { rows, before }: { rows: number; before: number }): void {
    for (let i = 0; valid !== undefined && i < rows; i++) {
      if ((valid[i >> 3] >> (i & 7) & 1) === 1) continue;
      const row = nameRow(before + i);
      throw new TypeError(
        `Cannot write CSV: the text in ${row} is null and the only column of its record, where ` +
          `it would look like an empty text; set what to write with ${names.toNull}`,
      );
    }
  }

  /** Throws where a cell cannot be written without quotes. */
  function checkPlain(
    values: ColumnValues,
    { rows, output, before }: { rows: number; output: OutputColumn; before: number },
  ): void {
    for (let i = 0; i < rows; i++) {
      const isNull = values.valid !== undefined && (values.valid[i >> 3] >> (i & 7) & 1) === 0;
      const text = values.kind !== "texts" || isNull
        ? undefined
        : values.bytes.subarray(values.offsets[i], values.offsets[i + 1]);
      const row = nameRow(before + i);
      if (blankNulls && (isNull || text?.length === 0)) {
        throw new TypeError(
          `Cannot write CSV without quotes: the only cell of ${row} is empty, and would be a blank ` +
            `line, which is not a record; set what to write for a null with ${names.toNull}`,
        );
      }
      const special = [delimiter, LINE_FEED, CARRIAGE_RETURN];
      if (text === undefined || !special.some((byte) => text.includes(byte))) continue;
      throw new TypeError(
        `Cannot write CSV without quotes: the text in ${row} of ${output.name} contains a delimiter or line break; ` +
          `leave out ${names.noQuotes}`,
      );
    }
  }

  // Columns may share a text, so that a few bytes can stand for a record that does not fit any
  // memory.
  function overlong(name: string, before: number): RangeError {
    return new RangeError(
      `Cannot write CSV: ${
        nameRow(before)
      } would have more than ${MAX_RECORD_BYTES} bytes, with column ` +
        `${name} and those before it, and could not be read again; leave long columns out`,
    );
  }

  function nameRow(before: number): string {
    return `row ${before + 1}${isPiece ? " of the piece" : ""}`;
  }

  function withDecimal(values: ColumnValues): ColumnValues {
    if (values.kind !== "texts" || !values.decimal || decimal === POINT) return values;
    return { ...values, bytes: values.bytes.map((byte) => byte === POINT ? decimal : byte) };
  }

  return new TextRows(cells, { columns, outputs, values, rowsBefore });
}

/** Whether cells of a table that is written may be in quotes. */
export function tableQuote(format: "csv" | "tsv", csv: CsvOptions): QuoteStyle {
  const delimiter = delimiterOf(format, csv);
  return newQuoteOf(csv, { delimiter, newDelimiter: newDelimiterOf(format, csv) });
}
