import type { FloatArray, FloatType } from "../../kernels/float_types.ts";
import { COMMAND_LINE, type OptionLabels } from "../option_labels.ts";
import {
  type Batch,
  CellError,
  convertFloats,
  FLOAT_SIZES,
  type IntegerArray,
  type Numbers,
  type OutputColumn,
  type TableWriter,
  valuesOf,
  type WriterOptions,
} from "../table.ts";
import type { ByteSink, Spool } from "../../io/byte_sink.ts";
import { freeMemory } from "../../io/limits.ts";
import { type Slice, sliceBatch } from "../slice_batches.ts";
import { formatHeader, type NpyDtype } from "./header.ts";
import { interleave } from "./interleave.ts";

/** A type of integers: signed or not, and the bytes of each. */
type IntegerType = Pick<NpyDtype, "kind" | "size">;

/** Options for writing a table as an npy array. */
export interface NpyTableWriterOptions extends WriterOptions {
  /** The number of rows, if it is known before all rows are read. */
  readonly rows?: number;
  /** The type of the elements; if omitted, that of all columns, or float64 if they differ. */
  readonly type?: FloatType;
  /** The lengths of all axes but the first; if omitted, there is a second one for several columns. */
  readonly axes?: readonly number[];
  /** The type of the elements if they are integers, and all columns have it. */
  readonly integers?: IntegerType;
  /** Is called with the numbers of each column that is not computed, before they are converted. */
  readonly look?: (column: number, numbers: Numbers) => void;
}

/** The approximate number of elements that are interleaved at a time. */
const MAX_ELEMENTS = 2 ** 19;
/**
 * The minimum number of rows at a time, however many columns there are, because each step takes
 * memory of its own.
 */
const MIN_ROWS = 32;

/**
 * Writes a table of numbers as an npy array, with the shape (rows) for one column and (rows,
 * columns) for several. Nulls become NaN. The header needs the number of rows: while that is not
 * known, the elements wait in a spool.
 */
export class NpyTableWriter implements TableWriter {
  readonly #sink: ByteSink;
  readonly #outputs: readonly OutputColumn[];
  readonly #type: FloatType;
  readonly #spool?: Spool;
  readonly #names: OptionLabels;
  readonly #look?: NpyTableWriterOptions["look"];
  readonly #axes: readonly number[];
  readonly #integers?: IntegerType;
  #rows = 0;

  private constructor(
    sink: ByteSink,
    { outputs, type, spool, names, look, axes, integers }:
      & Pick<NpyTableWriterOptions, "look" | "axes" | "integers">
      & {
        outputs: readonly OutputColumn[];
        type: FloatType;
        spool?: Spool;
        names: OptionLabels;
      },
  ) {
    this.#axes = axes ?? (outputs.length === 1 ? [] : [outputs.length]);
    this.#integers = integers;
    this.#names = names;
    this.#look = look;
    this.#sink = sink;
    this.#outputs = outputs;
    this.#type = type;
    this.#spool = spool;
  }

  /** Writes the header if the number of rows is known. */
  static async open(sink: ByteSink, options: NpyTableWriterOptions): Promise<NpyTableWriter> {
    const { outputs, rows, type = commonType(options), names = COMMAND_LINE } = options;
    const spool = rows === undefined ? sink.spool() : undefined;
    const writer = new NpyTableWriter(sink, { ...options, outputs, type, spool, names });
    if (rows !== undefined) await writer.#writeHeader(rows);
    return writer;
  }

  async write(batch: Batch, results: readonly Numbers[]): Promise<void> {
    const rows = Math.max(MIN_ROWS, Math.floor(MAX_ELEMENTS / this.#outputs.length));
    for (const slice of sliceBatch({ batch, results }, { rows })) await this.#write(slice);
    this.#rows += batch.rows;
  }

  async #write({ batch, results }: Slice): Promise<void> {
    if (this.#integers !== undefined) {
      const columns = this.#outputs.flatMap((output) => {
        const found = "input" in output ? valuesOf(batch, output.input) : undefined;
        return found?.kind === "integers" ? [found.values] : [];
      });
      return await (this.#spool ?? this.#sink).write(pack(columns));
    }
    const columns = this.#outputs.map((output) =>
      numbersOnly(
        "result" in output ? results[output.result] : this.#passed(batch, output),
        this.#type,
      )
    );
    const packed = pack(columns);
    await (this.#spool ?? this.#sink).write(packed);
    if (columns.length > 1) freeMemory(packed);
    // The arrays are copied: the caller owns the results, and a program may return the same array
    // again.
    if (batch.slice === undefined) return;
    this.#outputs.forEach((output, i) => "input" in output && freeMemory(columns[i]));
  }

  /**
   * Reads a column that is not computed. CSV may have text there, which only this format cannot
   * hold.
   */
  #passed(batch: Batch, { name, input }: { name: string; input: number }): Numbers {
    try {
      const numbers = batch.numbers(input, this.#type);
      this.#look?.(input, numbers);
      return numbers;
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      const advice = `npy holds only numbers: ${this.#names.leaveOut([name])}`;
      throw new CellError(`${error.message}; ${advice}`, error.row);
    }
  }

  async close(): Promise<void> {
    if (this.#spool === undefined) return;
    await this.#writeHeader(this.#rows);
    await this.#spool.drain();
  }

  async #writeHeader(rows: number): Promise<void> {
    const shape = [rows, ...this.#axes];
    const { kind, size } = this.#integers ?? { size: FLOAT_SIZES[this.#type] };
    await this.#sink.write(formatHeader({ kind, size, fortran: false, shape }));
  }
}

/** Returns the type of all columns, or float64 if they differ or hold integers. */
export function commonType({ reader, outputs }: WriterOptions): FloatType {
  const [type, ...others] = new Set(
    outputs.map((output) => "result" in output ? output.type : reader.columns[output.input].type),
  );
  const isFloat = type === "float16" || type === "float32";
  return isFloat && others.length === 0 ? type : "float64";
}

function numbersOnly({ values, valid }: Numbers, type: FloatType): FloatArray {
  const floats = convertFloats(values, type);
  if (valid === undefined) return floats;
  for (let i = 0; i < floats.length; i++) {
    if ((valid[i >> 3] >> (i & 7) & 1) === 0) floats[i] = NaN;
  }
  return floats;
}

function pack(columns: readonly (FloatArray | IntegerArray)[]): Uint8Array {
  // Rows without columns have no elements; the shape, (rows, 0), still counts them.
  if (columns.length === 0) return new Uint8Array();
  const [{ buffer, byteOffset, byteLength }] = columns;
  if (columns.length === 1) return new Uint8Array(buffer, byteOffset, byteLength);
  const packed = new Uint8Array(byteLength * columns.length);
  interleave(columns, packed);
  return packed;
}
