import type { FloatType } from "../../../kernels/float_types.ts";
import type {
  Batch,
  ColumnValues,
  Entries,
  NumberEntries,
  Numbers,
  SliceLimits,
} from "../../table.ts";
import type { RawColumns } from "./batch.ts";
import { ColumnReader } from "./column_reader.ts";
import type { RowRange } from "./column_rows.ts";
import { type DictionaryState, KnownDictionary } from "./dictionary_values.ts";
import { sliceBits } from "../../slice_batches.ts";
import { type ArrowField, fieldType, TYPE, valuesKind } from "../field.ts";
import { nodeOf } from "./decode_batch.ts";
import { reasonOf } from "./flatbuffer_reader.ts";
import { rowsThatFit } from "./texts.ts";

/** The data that rows of a batch are read from. */
export interface BatchSource {
  readonly raw: RawColumns;
  readonly fields: readonly ArrowField[];
  /** All dictionaries in the state that applies to the batch. */
  readonly known: ReadonlyMap<number, DictionaryState>;
  /** Releases the memory of the batch. */
  readonly release?: () => void;
}

/** Some rows of an Arrow batch. Their values are read where they are stored. */
export class BatchRows implements Batch {
  readonly rows: number;
  readonly isHollow: boolean;
  readonly release?: () => void;
  readonly #source: BatchSource;
  readonly #first: number;
  /** The readers of the columns, which all slices of the batch share. */
  readonly #readers: ColumnReader[];

  constructor(
    source: BatchSource,
    { first, rows, readers = [] }: RowRange & { readers?: ColumnReader[] },
  ) {
    this.#source = source;
    this.#first = first;
    this.#readers = readers;
    this.rows = rows;
    this.isHollow = source.raw.isHollow;
    if (this.#isLast) this.release = source.release;
  }

  // Slices are read in order, and the memory of the batch is needed from the first to the last.
  get bytes(): number {
    return this.#first === 0 || this.#isLast ? this.#source.raw.bytes : 0;
  }

  get #isLast(): boolean {
    return this.#first + this.rows === this.#source.raw.rows;
  }

  numbers(column: number, type: FloatType = "float64", mayShare: boolean = false): Numbers {
    const { computable, asked, typeName } = this.#source.fields[column];
    if ((computable ?? asked) === undefined) {
      throw new TypeError(`${this.#named(column)} holds ${typeName}, expected numbers`);
    }
    return this.#read(column, (reader) => reader.numbers(this.#range, { type, mayShare }));
  }

  values(column: number): ColumnValues {
    const field = this.#source.fields[column];
    if (valuesKind(field) === undefined) {
      throw new TypeError(
        `${this.#named(column)} holds ${field.typeName}, expected numbers or texts`,
      );
    }
    return this.#read(column, (reader) => reader.values(this.#range));
  }

  entries(column: number): Entries | undefined {
    const { raw: { rows } } = this.#source;
    return this.#read(column, (reader) => reader.entries(this.#range, rows));
  }

  numberEntries(column: number): NumberEntries | undefined {
    return this.#read(column, (reader) => reader.numberEntries(this.#range));
  }

  valid(column: number): Uint8Array | undefined {
    const field = this.#source.fields[column];
    const { id } = fieldType(field);
    if (field.dictionary !== undefined || id === TYPE.null) return this.#validValues(column);
    const { nodes, buffers: [bits] } = this.#source.raw.column(column);
    if (nodeOf(nodes).nulls === 0) return undefined;
    const needed = Math.ceil((this.#first + this.rows) / 8);
    if (bits.length >= needed) return sliceBits(bits, this.#range);
    throw new SyntaxError(
      `${this.#named(column)}: ${bits.length} bytes of nulls, expected ${needed}`,
    );
  }

  /** The rows that have a value: entries of a dictionary may be null, too. */
  #validValues(column: number): Uint8Array | undefined {
    if (fieldType(this.#source.fields[column]).id === TYPE.null) {
      return new Uint8Array(Math.ceil(this.rows / 8));
    }
    return this.values(column).valid;
  }

  slice(first: number, { rows: most, texts }: SliceLimits): BatchRows {
    const range = { first: this.#first + first, rows: Math.min(most, this.rows - first) };
    const rows = texts === undefined ? range.rows : rowsThatFit(texts.columns, {
      rows: range.rows,
      bytes: texts.bytes,
      lengthsOf: (column) => this.#read(column, (reader) => reader.lengths(range)),
    });
    return new BatchRows(this.#source, { ...range, rows, readers: this.#readers });
  }

  get #range(): RowRange {
    return { first: this.#first, rows: this.rows };
  }

  #read<T>(column: number, read: (reader: ColumnReader) => T): T {
    try {
      return read(this.#readers[column] ??= this.#open(column));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new SyntaxError(`${this.#named(column)}: ${reasonOf(error)}`, { cause: error });
    }
  }

  #open(column: number): ColumnReader {
    const { raw, fields, known } = this.#source;
    const field = fields[column];
    const { dictionary: id } = field;
    // A dictionary that never came has no values. A column that contains only nulls needs none.
    const state = id === undefined ? undefined : known.get(id) ??
      { dictionary: new KnownDictionary(fieldType(field)), rows: 0 };
    return new ColumnReader(field, { raw: raw.column(column), state });
  }

  #named(column: number): string {
    const { raw, fields } = this.#source;
    return `Cannot read ${raw.message.origin}: column ${JSON.stringify(fields[column].name)}`;
  }
}
