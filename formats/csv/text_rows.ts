import { type Slice, sliceBatch } from "../slice_batches.ts";
import type {
  Batch,
  ColumnSpec,
  ColumnValues,
  Numbers,
  OutputColumn,
  SliceLimits,
} from "../table.ts";
import type { OptionLabels } from "../option_labels.ts";
import type { CellWriter } from "./cell_writer.ts";
import type { CsvOptions } from "./dialect.ts";

/** What is known of rows that are written as text, on whichever thread. */
export interface TextRowsOptions {
  readonly format: "csv" | "tsv" | "jsonl";
  readonly csv: CsvOptions;
  /** The columns that rows are read from. */
  readonly columns: readonly ColumnSpec[];
  /** The columns that are written. */
  readonly outputs: readonly OutputColumn[];
  /** What messages call settings; those of the command line by default. */
  readonly names?: OptionLabels;
  /** Whether rows come before the first one, which messages then do not count. */
  readonly isPiece?: boolean;
  /** Rows that others write before these, for messages; 0 if omitted. */
  readonly rowsBefore?: number;
}

/** Values of a column, and whether its texts are written as they are. */
export type WrittenValues = ColumnValues & { readonly isPlain?: boolean };

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

/** Makes the text of rows, a block at a time. */
export class TextRows {
  readonly #cells: CellWriter;
  readonly #values: (slice: Slice, before: number) => Iterable<WrittenValues>;
  readonly #limits: SliceLimits;
  #rows: number;

  /** `values` gives the columns of some rows, and the number of rows before them. */
  constructor(
    cells: CellWriter,
    { columns, outputs, values, rowsBefore = 0 }: {
      readonly columns: TextRowsOptions["columns"];
      readonly outputs: TextRowsOptions["outputs"];
      readonly rowsBefore?: number;
      readonly values: (slice: Slice, before: number) => Iterable<WrittenValues>;
    },
  ) {
    this.#cells = cells;
    this.#values = values;
    this.#rows = rowsBefore;
    this.#limits = limitRows(columns, outputs);
  }

  /** Yields the text of a batch. Each block of it is valid until the next is asked for. */
  *encode(batch: Batch, results: readonly Numbers[]): Generator<Uint8Array> {
    for (const slice of sliceBatch({ batch, results }, this.#limits)) {
      const { rows } = slice.batch;
      // Batches that cannot be sliced are cut here, at rows whose bits fill bytes.
      const block = Math.ceil(this.#limits.rows / 8) * 8;
      const values = this.#values(slice, this.#rows);
      // There may be a hundred thousand columns, which are kept only if they are needed again.
      const columns = rows <= block ? values : [...values];
      for (let first = 0; first < rows; first += block) {
        const last = Math.min(first + block, rows);
        this.#cells.begin(last - first);
        for (const column of columns) this.#add(column, first, last);
        yield this.#cells.end();
      }
      this.#rows += rows;
    }
  }

  /** Counts rows whose text is made elsewhere. */
  pass(rows: number): void {
    this.#rows += rows;
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

/** The rows that are written at a time. */
function limitRows(
  columns: readonly ColumnSpec[],
  outputs: readonly OutputColumn[],
): SliceLimits {
  const width = Math.max(1, outputs.length);
  return {
    rows: Math.max(MIN_ROWS, Math.min(MAX_ROWS, Math.floor(MAX_CELLS / width))),
    texts: {
      bytes: Math.max(MAX_TEXTS.all, outputs.length * MAX_TEXTS.each),
      columns: outputs.flatMap((output) =>
        "input" in output && columns[output.input].values === "texts" ? [output.input] : []
      ),
    },
  };
}
