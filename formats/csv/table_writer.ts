import { cannotHold } from "../cannot_hold.ts";
import type { ByteSink } from "../../io/byte_sink.ts";
import { openTextRows } from "../open_text_rows.ts";
import type { Batch, Numbers, TableWriter, WriterOptions } from "../table.ts";
import { COMMAND_LINE } from "../option_labels.ts";
import { type CsvOptions, newDelimiterOf } from "./dialect.ts";
import { formatCell } from "./header.ts";
import { tableQuote } from "./table_rows.ts";
import type { TextRows, TextRowsOptions } from "./text_rows.ts";

/** How a writer of text is opened. */
export interface TextWriterOptions extends WriterOptions {
  readonly format: TextRowsOptions["format"];
  readonly csv: CsvOptions;
  /** Rows that others write before these, for messages; 0 if omitted. */
  readonly rowsBefore?: number;
}

/** How a writer of CSV is opened. */
export interface CsvWriterOptions extends TextWriterOptions {
  readonly format: "csv" | "tsv";
}

/** Writes a table as text: CSV, or JSON lines. */
export class TextTableWriter implements TableWriter {
  readonly #sink: Pick<ByteSink, "write">;
  readonly #rows: TextRows;
  /** What other threads need to know to write the same text. */
  readonly shared: TextRowsOptions;

  private constructor(sink: Pick<ByteSink, "write">, options: TextRowsOptions) {
    this.#sink = sink;
    this.#rows = openTextRows(options);
    this.shared = { ...options, names: undefined };
  }

  /** Writes the header, if there is one. */
  static async open(
    sink: Pick<ByteSink, "write">,
    options: TextWriterOptions,
  ): Promise<TextTableWriter> {
    const { reader: { columns }, outputs, format, csv, names, isPiece, rowsBefore } = options;
    checkColumns(options);
    const rows = { format, csv, columns, outputs, names, isPiece, rowsBefore };
    const writer = new TextTableWriter(sink, rows);
    if (format !== "jsonl" && csv.header) {
      const delimiter = newDelimiterOf(format, csv);
      const quote = tableQuote(format, csv);
      const names = outputs.map(({ name }) => formatCell(name, delimiter, quote));
      const line = names.join(String.fromCharCode(delimiter)) || '""';
      await sink.write(new TextEncoder().encode(`${line}\n`));
    }
    return writer;
  }

  async write(batch: Batch, results: readonly Numbers[]): Promise<void> {
    for (const text of this.#rows.encode(batch, results)) await this.#sink.write(text);
  }

  /** Counts rows that other threads have written, for messages. */
  passed(rows: number): void {
    this.#rows.pass(rows);
  }

  /** Ends the table. Nothing follows the last row. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Throws if a column holds what no text can stand for, or if there is none where one must be. */
function checkColumns(
  { reader, outputs, format, names = COMMAND_LINE }: TextWriterOptions,
): void {
  const isJson = format === "jsonl";
  if (outputs.length === 0 && !isJson) {
    throw new TypeError("Cannot write CSV: there is no column to write");
  }
  const others = outputs.filter((output) => "input" in output).filter(({ input }) => {
    const { type, values } = reader.columns[input];
    return type === undefined && values === undefined;
  });
  if (others.length === 0) return;
  throw cannotHold(isJson ? "JSON lines" : "CSV", {
    columns: others.map(({ name, input }) => ({ ...reader.columns[input], name })),
    names,
  });
}
