import type { FloatType } from "../../kernels/float_types.ts";
import { CELL_NOTES, type CellNote } from "../cell_notes.ts";
import {
  type Batch,
  CellError,
  type ColumnValues,
  type Numbers,
  type SliceLimits,
} from "../table.ts";
import type { CellReader } from "./cell_reader.ts";
import type { Read } from "./scanned_cells.ts";
import type { CsvType } from "./column_types.ts";
import { type OnInvalid, placeOf } from "./dialect.ts";
import type { Misfit, ProblemPlace } from "./format_problem.ts";
import type { Problem } from "./transform_plan.ts";

/** A column of a table. */
export interface CsvColumn {
  readonly name: string;
  readonly type: CsvType;
  /** Whether a user declared the type. If not, a cell that would lose a digit is refused. */
  readonly declared: boolean;
  /** Whether results are computed from it, so that cells that are no numbers are replaced here too. */
  readonly computed?: boolean;
}

/** Cells to report. */
export interface NotedCellPlaces {
  /** How many there are in each column that has some, by its index. */
  readonly counts: Map<number, number>;
  /** The place of the first, and its text. */
  first?: { readonly line: number; readonly characters: number; readonly text: string };
}

/** What the batches of a table share. */
export interface CsvTable {
  readonly columns: readonly CsvColumn[];
  readonly cells: CellReader;
  readonly onInvalid: OnInvalid;
  readonly noted: Readonly<Record<CellNote, NotedCellPlaces>>;
  /** Describes what is wrong with a record, or with a cell that does not fit its column. */
  readonly formatProblem: (problem: Problem, place: ProblemPlace) => string;
  readonly formatMisfit: (problem: Problem, place: Misfit) => string;
  /** What is shown of a cell that is not a number, if that is not its text. */
  readonly showValue?: (text: string) => string;
  /** Reports that an object of JSON lines has a member that is no column, if that is refused. */
  readonly formatUnknown?: (name: Uint8Array, line: number) => string;
  /** Counts the lines before the first record. */
  linesBefore(): number;
  /** What messages say about the table. */
  readonly place: Pick<
    ProblemPlace,
    "name" | "columns" | "header" | "names" | "quote" | "lacksRowNames"
  >;
}

/** Records, and the places of their cells. */
export interface CsvRecords {
  readonly text: Uint8Array;
  readonly rows: number;
  /** Returns where the cells of a column begin and end, row by row. */
  column(index: number): Uint32Array;
  /** Lines of the records before the text. */
  readonly lines: number;
  /** Bytes before the text in which there are no records: blank lines and comments. */
  readonly before: Uint8Array;
  /** Where records that are not kept begin and end in the text, each with the end of its line. */
  readonly dropped?: () => Uint32Array;
}

const [CR, LF] = [0x0d, 0x0a];

/** Some records of CSV. */
export class CsvBatch implements Batch {
  readonly rows: number;
  readonly #table: CsvTable;
  readonly #records: CsvRecords;
  /** Cells of a record. */
  readonly width: number;
  /** What was already reported, and for which columns. */
  readonly #reported: Set<string>;

  constructor(table: CsvTable, records: CsvRecords, reported: ReadonlySet<string> = new Set()) {
    this.#table = table;
    this.#records = records;
    this.#reported = new Set(reported);
    this.rows = records.rows;
    this.width = table.columns.length;
  }

  /** The records as they were read. */
  get records(): CsvRecords {
    return this.#records;
  }

  /** Where a cell is in the text of the records, with the quotes and spaces around it. */
  place(column: number, row: number): { readonly start: number; readonly end: number } {
    const { cells } = this.#table;
    const places = this.#records.column(column);
    return { start: cells.startOf(places, row), end: cells.endOf(places, row) };
  }

  numbers(column: number, type: FloatType = "float64"): Numbers {
    return this.#numbers(column, { type, mayLack: false });
  }

  #numbers(
    column: number,
    { type, mayLack }: { readonly type: FloatType; readonly mayLack: boolean },
  ): Numbers {
    const { cells, onInvalid, formatProblem } = this.#table;
    const { text } = this.#records;
    const places = this.#records.column(column);
    return this.#given(cells.floats(text, places, { type, onInvalid, mayLack }), {
      column,
      explain: formatProblem,
    });
  }

  values(column: number): ColumnValues {
    const { columns, cells, onInvalid, formatMisfit } = this.#table;
    const { type, declared, computed = false } = columns[column];
    const { text } = this.#records;
    const places = this.#records.column(column);
    if (type === "float64" && declared) {
      return { kind: "floats", ...this.#numbers(column, { type, mayLack: true }) };
    }
    const explain = (problem: Problem, place: ProblemPlace): string =>
      formatMisfit(problem, { ...place, type, declared });
    if (type === "float64") {
      const read = cells.floats(text, places, {
        type,
        onInvalid: computed ? onInvalid : "error",
        certain: true,
        mayLack: !computed,
      });
      return { kind: "floats", ...this.#given(read, { column, explain }) };
    }
    if (type === "int64") {
      const refused = !declared || onInvalid === "error";
      const read = cells.integers(text, places, { refused, certain: !declared });
      return { kind: "integers", ...this.#given(read, { column, explain }) };
    }
    const read = cells.texts(text, places);
    const { values, valid } = this.#given(read, { column, explain });
    return { kind: "texts", ...values, valid };
  }

  slice(first: number, { rows }: SliceLimits): CsvBatch {
    const last = Math.min(first + rows, this.rows);
    return new CsvBatch(this.#table, {
      ...this.#records,
      rows: last - first,
      column: (index) => this.#records.column(index).subarray(2 * first, 2 * last),
    });
  }

  keep(rows: Uint32Array): CsvBatch {
    const column = (index: number): Uint32Array => {
      const all = this.#records.column(index);
      const kept = new Uint32Array(2 * rows.length);
      for (let i = 0; i < rows.length; i++) {
        kept[2 * i] = all[2 * rows[i]];
        kept[2 * i + 1] = all[2 * rows[i] + 1];
      }
      return kept;
    };
    const dropped = () => this.#without(rows);
    const records = { ...this.#records, rows: rows.length, column, dropped };
    return new CsvBatch(this.#table, records, this.#reported);
  }

  /** Where all records but some begin and end. */
  #without(rows: Uint32Array): Uint32Array {
    const { text } = this.#records;
    const places = new Uint32Array(2 * (this.rows - rows.length));
    let kept = 0;
    let count = 0;
    for (let row = 0; row < this.rows; row++) {
      if (rows[kept] === row) {
        kept++;
        continue;
      }
      let { end } = this.place(this.width - 1, row);
      if (text[end] === CR) end++;
      if (text[end] === LF) end++;
      places[count++] = this.place(0, row).start;
      places[count++] = end;
    }
    return places;
  }

  test(column: number, wanted: string | undefined): Numbers {
    return this.#table.cells.test(this.#records.text, this.#records.column(column), wanted);
  }

  locate(column: number, row: number): string {
    const { name, line, characters } = this.#find(column, row);
    return `column ${name} at ${this.#table.place.name}:${line}:${characters + 1}`;
  }

  #given<T>(
    read: Read<T>,
    { column, explain }: {
      column: number;
      explain: (problem: Problem, place: ProblemPlace) => string;
    },
  ): { values: T; valid?: Uint8Array<ArrayBuffer> } {
    if ("values" in read) {
      for (const note of CELL_NOTES) this.#note(note, column, read.noted?.[note]);
      return read;
    }
    const { name, line, characters, cell } = this.#find(column, read.failed);
    const problem: Problem = {
      kind: "invalid",
      lines: 0,
      characters,
      found: 0,
      which: column,
      text: new TextDecoder().decode(cell),
    };
    throw new CellError(
      explain(problem, { ...this.#table.place, line, column: name }),
      read.failed,
    );
  }

  #note(note: CellNote, column: number, found?: { count: number; row: number }): void {
    // A column that is computed and written, too, is read twice, and reported once.
    const key = `${note} ${column}`;
    if (found === undefined || this.#reported.has(key)) return;
    this.#reported.add(key);
    const { count, row } = found;
    const noted = this.#table.noted[note];
    noted.counts.set(column, (noted.counts.get(column) ?? 0) + count);
    const { line, characters, cell } = this.#find(column, row);
    const { first } = noted;
    const isFirst = first === undefined || line < first.line ||
      line === first.line && characters < first.characters;
    if (isFirst) noted.first = { line, characters, text: new TextDecoder().decode(cell) };
  }

  #find(
    column: number,
    row: number,
  ): { name: string; line: number; characters: number; cell: Uint8Array } {
    const { cells, columns, linesBefore } = this.#table;
    const { text, lines } = this.#records;
    const places = this.#records.column(column);
    const start = cells.startOf(places, row);
    const { line, characters } = placeOf(text, start);
    return {
      name: columns[column].name,
      line: linesBefore() + lines + line,
      characters,
      cell: text.subarray(start, cells.endOf(places, row)),
    };
  }
}
