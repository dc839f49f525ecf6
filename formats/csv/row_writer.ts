import type { ByteSink } from "../../io/byte_sink.ts";
import { COMMAND_LINE } from "../option_labels.ts";
import { type Slice, sliceBatch } from "../slice_batches.ts";
import type {
  Batch,
  ColumnValues,
  Numbers,
  OutputColumn,
  SliceLimits,
  TableReader,
  WriterOptions,
} from "../table.ts";
import type { CellWriter } from "./cell_writer.ts";
import { MAX_RECORD_BYTES } from "./split_records.ts";

/** A column of values, and whether its texts are values of JSON already. */
export type WrittenValues = ColumnValues & { readonly isPlain?: boolean };

/** How rows are written as text. */
export interface RowWriterOptions {
  /** The format, as messages name it. */
  readonly format: string;
  readonly cells: CellWriter;
  readonly limits: SliceLimits;
  /** Whether the rows are those of a piece, which messages then say. */
  readonly isPiece?: boolean;
  /** Rows that others write before these, for messages; 0 if left out. */
  readonly rowsBefore?: number;
  /** The values of each output column of a slice, in order. */
  readonly valuesOf: (slice: Slice) => Iterable<WrittenValues>;
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

/** Writes the rows of a table as records of text, CSV or JSON lines, a block at a time. */
export class RowWriter {
  readonly #sink: Pick<ByteSink, "write">;
  readonly #options: RowWriterOptions;
  #rows: number;

  constructor(sink: Pick<ByteSink, "write">, options: RowWriterOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#rows = options.rowsBefore ?? 0;
  }

  async write(batch: Batch, results: readonly Numbers[]): Promise<void> {
    const { cells, limits, valuesOf } = this.#options;
    for (const slice of sliceBatch({ batch, results }, limits)) {
      const { rows } = slice.batch;
      // Batches that cannot be sliced are cut here, at rows whose bits fill bytes.
      const block = Math.ceil(limits.rows / 8) * 8;
      const values = valuesOf(slice);
      // There may be a hundred thousand columns, which are kept only if they are needed again.
      const columns = rows <= block ? values : [...values];
      for (let first = 0; first < rows; first += block) {
        const last = Math.min(first + block, rows);
        cells.begin(last - first);
        for (const column of columns) this.#add(column, first, last);
        await this.#sink.write(cells.end());
      }
      this.#rows += rows;
    }
  }

  /** The row that is so many after those that were written, as messages name it. */
  nameRow(next: number): string {
    return `row ${this.#rows + next + 1}${this.#options.isPiece ? " of the piece" : ""}`;
  }

  /**
   * Throws if the texts of one row are too long to be read again. Columns may share a text, so that
   * a few bytes can become a record that fits no memory.
   */
  checkLength(rows: number, { length, column }: { length: number; column: string }): void {
    if (rows !== 1 || length <= MAX_RECORD_BYTES) return;
    throw new RangeError(
      `Cannot write ${this.#options.format}: ${this.nameRow(0)} would have more than ` +
        `${MAX_RECORD_BYTES} bytes, with column ${column} and those before it, and could not be ` +
        `read again; leave long columns out`,
    );
  }

  #add(column: WrittenValues, first: number, last: number): void {
    const { cells } = this.#options;
    const valid = column.valid?.subarray(first / 8);
    if (column.kind === "floats") cells.floats(column.values.subarray(first, last), valid);
    else if (column.kind === "integers") cells.integers(column.values.subarray(first, last), valid);
    else {
      const { offsets, bytes, isPlain } = column;
      cells.texts({ offsets: offsets.subarray(first, last + 1), bytes }, valid, { isPlain });
    }
  }
}

/** Throws if a column holds what cannot be written as text. */
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
    `Cannot write ${format}: its cells cannot hold ${held.join(", ")}; ` +
      names.leaveOut(others.map(({ name }) => name)),
  );
}
