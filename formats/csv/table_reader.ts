import { MAX_SHOWN_BYTES } from "./transform_plan.ts";
import { MAX_ROWS } from "./cell_reader.ts";
import type { ScannedCells } from "./scanned_cells.ts";
import type { ByteSource } from "../../io/byte_source.ts";
import { COMMAND_LINE, type OptionLabels } from "../option_labels.ts";
import { type CellNotes, mapNotes, type NotedCells } from "../cell_notes.ts";
import {
  type Batch,
  type ColumnSpec,
  type FileTableReader,
  MAX_COLUMNS,
  type Narrowed,
  type Piece,
} from "../table.ts";
import { type CsvType, declaredTypes, inferType, type SelectColumns } from "./column_types.ts";
import { type CsvOptions, delimiterOf, LINE_FEED, placeOf } from "./dialect.ts";
import { formatMisfit, formatProblem } from "./format_problem.ts";
import { isUtf8, join } from "./header.ts";
import { openCsvInput } from "./csv_input.ts";
import type { OpenRecords } from "./opened_records.ts";
import { findKinds, openCells, readSample } from "./sample_columns.ts";
import { CsvBatch, type CsvColumn, type CsvTable } from "./table_batch.ts";

/** How CSV is read as a table. */
export interface CsvReaderOptions {
  readonly format: "csv" | "tsv";
  readonly csv: CsvOptions;
  /** Approximate number of bytes of a batch. */
  readonly chunkSize: number;
  /** The names of settings in messages; those of the command line by default. */
  readonly names?: OptionLabels;
  readonly selectColumns: SelectColumns;
}

/**
 * Reads CSV as a table, chunk by chunk. Any column can be computed: its cells are then read as
 * numbers. Otherwise its type is inferred from its first cells, or declared by the user
 * (column_types.ts).
 */
export class CsvTableReader implements FileTableReader {
  columns: readonly ColumnSpec[];
  readonly note?: string;
  readonly hint?: string;
  #table: CsvTable;
  readonly #records: OpenRecords;
  /** Chunks that were read to infer the types of columns. */
  readonly #ahead: Uint8Array[];
  #chunk: Uint8Array = new Uint8Array(0);
  /** Lines of the records before the chunk. */
  #lines = 0;
  /** Approximate number of bytes of a record. */
  #recordSize: number;
  #error?: SyntaxError;
  /** Bytes without records that are passed on with the next ones, if a writer wants them. */
  #between: Uint8Array[] | undefined;
  readonly format: CsvReaderOptions["format"] | "jsonl";
  readonly csv: CsvOptions;

  readonly noted: () => CellNotes<NotedCells>;

  /** `ahead` has the chunks that were read to infer the types of columns. */
  constructor(
    records: OpenRecords,
    { table, ahead, options }: {
      table: CsvTable;
      ahead: Uint8Array[];
      options: Pick<CsvReaderOptions, "csv"> & {
        readonly format: CsvReaderOptions["format"] | "jsonl";
      };
    },
  ) {
    this.format = options.format;
    this.csv = options.csv;
    this.#records = records;
    this.note = records.note;
    this.hint = records.hint;
    this.#table = table;
    this.#ahead = ahead;
    this.#recordSize = records.recordSize;
    this.columns = table.columns.map(({ name, type }) => columnSpec(name, type));
    this.noted = notesOf(table);
  }

  /** Opens CSV, and reads until the types of its columns are known. */
  static async open(source: ByteSource, options: CsvReaderOptions): Promise<CsvTableReader> {
    const { format, csv, chunkSize, selectColumns, names = COMMAND_LINE } = options;
    const delimiter = delimiterOf(format, csv);
    const records = await openCsvInput(source, { csv, delimiter, chunkSize });
    const { columns } = records;
    if (columns.length > MAX_COLUMNS) {
      throw new SyntaxError(
        `Cannot read ${source.name} as a table: it has ${columns.length} columns, at most ` +
          `${MAX_COLUMNS} can go to other formats`,
      );
    }
    checkNames(records, source.name);
    const cells = openCells(columns.length, { delimiter, csv });
    const declared = declaredTypes(columns, {
      rules: csv.types ?? [],
      from: source.name,
      option: names.types(),
      selectColumns,
    });
    const ahead = declared.includes(undefined) ? await readSample(records) : [];
    const kinds = findKinds(ahead, cells);
    const table: CsvTable = {
      columns: columns.map(({ name }, i) => ({
        name,
        type: declared[i] ?? inferType(kinds[i]),
        declared: declared[i] !== undefined,
      })),
      cells,
      onInvalid: csv.onInvalid,
      formatProblem,
      formatMisfit,
      noted: { invalid: { counts: new Map() }, rounded: { counts: new Map() } },
      linesBefore: () => records.lines,
      place: {
        name: source.name,
        columns: columns.length,
        header: csv.header,
        names,
        quote: csv.quote,
        lacksRowNames: records.first?.lacksRowNames,
      },
    };
    return new CsvTableReader(records, { table, ahead, options });
  }

  /** Columns whose first cells are integers may have others further down, which are numbers too. */
  computeFrom(inputs: readonly number[]): void {
    const columns = this.#table.columns.map((column, i): CsvColumn => {
      const isInferred = !column.declared && column.type !== "utf8";
      if (!isInferred || !inputs.includes(i)) return column;
      return { ...column, type: "float64", computed: true };
    });
    this.#table = { ...this.#table, columns };
    this.columns = columns.map(({ name, type }) => columnSpec(name, type));
  }

  /** Keeps bytes without records from now on. Returns what comes before the records. */
  passOn(): Pick<OpenRecords, "prelude" | "first" | "headerEnd"> {
    this.#between ??= [];
    return this.#records;
  }

  /** Takes the bytes without records that came after the last ones. */
  rest(): Uint8Array {
    return join(this.#between?.splice(0) ?? []);
  }

  /** Leaves only the records of a piece. */
  async narrow(piece: Piece): Promise<Narrowed> {
    this.#ahead.length = 0;
    return { bytes: await this.#records.narrow(piece) };
  }

  async read(most: number = MAX_ROWS): Promise<Batch | undefined> {
    const { place } = this.#table;
    for (;;) {
      if (this.#error !== undefined) throw this.#error;
      if (this.#chunk.length === 0) {
        const chunk = this.#ahead.shift() ?? await this.#records.read();
        if (chunk === undefined) return undefined;
        this.#chunk = chunk;
        // Batches must not depend on the chunks before, which a piece of the file has not read.
        this.#recordSize = this.#records.recordSize;
      }
      const chunk = this.#chunk;
      const lines = this.#lines;
      const found = this.#scan(chunk, most);
      const { cells, length, problem, lines: scanned } = found;
      const rows = this.#checkUnknown(chunk, found);
      const text = chunk.subarray(0, length);
      this.#chunk = chunk.subarray(length);
      this.#lines += scanned;
      if (rows > 0) this.#recordSize = length / rows;
      if (problem !== undefined && this.#error === undefined) {
        // The records before the error come first, so that it is the same for every size of chunks.
        const { line, characters } = placeOf(chunk, problem.at);
        const shown = new TextDecoder().decode(
          chunk.subarray(problem.at, problem.at + MAX_SHOWN_BYTES),
        );
        this.#error = new SyntaxError(this.#table.formatProblem(
          { ...problem, lines: 0, which: 0, characters, text: shown },
          {
            ...place,
            line: this.#records.lines + lines + line,
            column: "",
            isFirst: lines + line === 1,
          },
        ));
      }
      if (rows === 0) {
        this.#between?.push(text);
        continue;
      }
      const column = (index: number) => {
        const first = 2 * found.rows * index;
        return cells.subarray(first, first + 2 * rows);
      };
      return new CsvBatch(this.#table, { text, rows, column, lines, before: this.rest() });
    }
  }

  /**
   * Looks for a member that is no column. Returns how many rows come before its object, which are
   * given before the error.
   */
  #checkUnknown(chunk: Uint8Array, { rows, cells, unknown }: ScannedCells): number {
    const { formatUnknown } = this.#table;
    if (unknown === undefined || formatUnknown === undefined) return rows;
    const record = chunk.lastIndexOf(LINE_FEED, unknown.start) + 1;
    let before = 0;
    while (before < rows && this.#table.cells.startOf(cells, before) < record) before++;
    const { line } = placeOf(chunk, unknown.start);
    this.#error = new SyntaxError(formatUnknown(
      chunk.subarray(unknown.start, unknown.end),
      this.#records.lines + this.#lines + line,
    ));
    return before;
  }

  #scan(text: Uint8Array, rows: number): ScannedCells {
    const window = Math.ceil(WINDOW * Math.min(rows, MAX_ROWS) * this.#recordSize);
    const scanned = this.#table.cells.scan(text, { rows, window });
    if (text !== this.#records.chunks.overlong) return scanned;
    const problem = scanned.problem?.kind === "unclosed"
      ? { ...scanned.problem, kind: "longCell" as const }
      : { kind: "overlong" as const, at: 0, found: 0 };
    return { ...scanned, rows: 0, problem };
  }

  /** Ends the reading. The caller closes the source. */
  [Symbol.dispose](): void {
    this.#ahead.length = 0;
  }
}

/**
 * How much more than the average length of the wanted records is looked at: their lengths differ.
 */
const WINDOW = 1.25;

/** Throws if a name is not UTF-8, since other formats keep names as UTF-8. */
function checkNames({ headerEnd, first, columns }: OpenRecords, from: string): void {
  if (headerEnd === undefined || first === undefined || isUtf8(first.bytes)) return;
  const wrong = columns.findIndex((_, i) => !isUtf8(first.cell(i)));
  throw new SyntaxError(
    `Cannot read ${from} as a table: the name of column ${wrong + 1}, ${
      columns[wrong].name
    }, is not ` +
      `UTF-8; convert the text first: iconv -f WINDOWS-1252 -t UTF-8 FILE`,
  );
}

/**
 * Describes a column. Text can be computed, too, if a user chooses it: its cells must then be
 * numbers.
 */
function columnSpec(name: string, type: CsvType): ColumnSpec {
  if (type === "utf8") return { name, typeName: "utf8", asked: "decimal", values: "texts" };
  return { name, typeName: type, type, values: type === "int64" ? "integers" : "floats" };
}

/** What is reported about the cells of a table. It keeps neither the reader nor its memory. */
function notesOf(
  { noted, columns, place, showValue = (text) => text }: CsvTable,
): () => CellNotes<NotedCells> {
  const names = columns.map(({ name }) => name);
  return () =>
    mapNotes(noted, ({ counts, first }) =>
      first && {
        counts: Array.from(counts, ([i, count]) => ({ column: names[i], count })),
        place: `${place.name}:${first.line}:${first.characters + 1}`,
        text: showValue(first.text),
      });
}
