import type { FloatArray, FloatType } from "../../kernels/float_types.ts";
import type { Numbers } from "../table.ts";
import { findNotes, type Read, type ScannedCells } from "./scanned_cells.ts";
import { Scratch } from "../../kernels/scratch.ts";
import { type Range, setDialect, splitRecords } from "./split_records.ts";
import type { Syntax } from "./dialect.ts";
import { KNOWN_BYTES, MAX_KNOWN } from "./record_memory.ts";
import { INVALID_NUMBERS, NO_PLACE, TYPE_NUMBERS } from "./transform_plan.ts";
import { Float16Array } from "../../kernels/float_types.ts";

/** The results of csv_scan and json_scan for a record that they cannot read, from 1 on. */
const PROBLEMS = ["ragged", "unclosed", "syntax", "duplicate", "taken"] as const;
/** The maximum number of cells that are found at a time. Each takes 8 bytes. */
const MAX_CELLS = 2 ** 19;
/** The maximum number of records that are found at a time. */
export const MAX_ROWS: number = 2 ** 16;

/**
 * Finds and reads cells of CSV in a WebAssembly memory of its own. The text stays there while one
 * column after the other is read from it.
 */
export class CellReader {
  readonly #options: CellReaderOptions;
  readonly #scratch = new Scratch();
  readonly #slab = new Slab();
  readonly #nulls: Range;
  readonly #comment: Range;
  /** The list of names of JSON lines; 0 for CSV. */
  readonly #names: number;
  /** Where texts lie; cells are addresses, and stay true while a text is moved out and in again. */
  readonly #text: number;
  #loaded?: Uint8Array;

  constructor(options: CellReaderOptions) {
    this.#options = options;
    const nulls = this.#scratch.put(options.nulls);
    this.#nulls = [nulls, nulls + options.nulls.length];
    const comment = this.#scratch.put(options.comment);
    this.#comment = [comment, comment + options.comment.length];
    this.#names = options.names === undefined ? 0 : this.#scratch.put(options.names);
    // The memory is its own: nobody else sets another dialect.
    setDialect(this.#scratch.exports, { comment: this.#comment, syntax: options.syntax });
    this.#text = this.#scratch.top;
  }

  /** The number of cells in each record. */
  get columns(): number {
    return this.#options.columns;
  }

  /** Returns where a cell begins in its text. */
  startOf(cells: Uint32Array, row: number): number {
    return cells[2 * row] - this.#text;
  }

  /** Returns where a cell ends in its text. */
  endOf(cells: Uint32Array, row: number): number {
    return cells[2 * row + 1] - this.#text;
  }

  /**
   * Finds the records at the beginning of a text, and the cells in them. Blank lines are not
   * records. Only a window of a long text is looked at, unless there is no complete record in it.
   */
  scan(
    text: Uint8Array,
    { rows: mostRows = MAX_ROWS, window = text.length }: {
      readonly rows?: number;
      readonly window?: number;
    } = {},
  ): ScannedCells {
    const { columns, delimiter } = this.#options;
    const most = Math.min(
      MAX_ROWS,
      mostRows,
      Math.max(1, Math.floor(MAX_CELLS / Math.max(1, columns))),
    );
    const { exports } = this.#scratch;
    const end = this.#loadRecords(text, window);
    const ends = this.#scratch.reserve(most * 4);
    const cells = this.#scratch.reserve(columns * most * 8);
    let count: number;
    if (this.#names === 0) {
      const wanted = this.#scratch.put(Uint32Array.from([...Array(columns).keys(), NO_PLACE]));
      const from = this.#text;
      count = exports.csv_scan(from, end, most, columns, delimiter, wanted, cells, ends);
    } else {
      count = this.#scanObjects(end, { most, cells, ends });
    }
    const failed = exports.csv_problem.value;
    const found = exports.csv_found.value;
    const next = exports.csv_next.value;
    const lines = count + exports.csv_quoted_lines.value;
    const rows = exports.csv_drop_blank(cells, count, columns, most * 8);
    const { value: unknown } = exports.json_unknown;
    return {
      rows,
      cells: new Uint32Array(this.#scratch.memory.slice(cells, cells + rows * columns * 8)),
      length: next - this.#text,
      lines,
      problem: failed === 0 ? undefined : {
        kind: PROBLEMS[failed - 1],
        at: (failed === 1 ? next : found) - this.#text,
        found: failed === 1 ? found : this.#names === 0 ? 0 : exports.json_expected.value,
      },
      unknown: this.#names === 0 || unknown === 0 ? undefined : {
        start: unknown - this.#text,
        end: exports.json_unknown_end.value - this.#text,
      },
    };
  }

  /** Finds objects in the text up to an address, and their members. */
  #scanObjects(
    end: number,
    { most, cells, ends }: { most: number; cells: number; ends: number },
  ): number {
    const closes = this.#scratch.reserve(most * 4);
    const known = this.#scratch.reserve(MAX_KNOWN * KNOWN_BYTES);
    const { columns } = this.#options;
    return this.#scratch.exports.json_scan(
      this.#text,
      end,
      most,
      columns,
      this.#names,
      cells,
      ends,
      closes,
      known,
      MAX_KNOWN,
    );
  }

  /** Finds out what some cells hold: a sum of `KINDS` (column_types.ts). */
  kinds(text: Uint8Array, cells: Uint32Array): number {
    const { decimal } = this.#options;
    const [address, count] = this.#prepare(text, cells, { mayLack: true });
    return this.#scratch.exports.csv_kinds(address, count, decimal, ...this.#nulls);
  }

  /**
   * Reads floats, rounded once to the type. `certain` refuses numbers that would lose digits, such
   * as `007` and integers beyond 2^53.
   */
  floats(
    text: Uint8Array,
    cells: Uint32Array,
    { type, onInvalid, certain = false, mayLack = false }: {
      type: FloatType;
      onInvalid: "error" | "null" | "nan";
      certain?: boolean;
      /** Whether a member that an object does not have is null. */
      mayLack?: boolean;
    },
  ): Read<FloatArray> {
    const { exports } = this.#scratch;
    const [address, count] = this.#prepare(text, cells, { mayLack });
    const values = this.#scratch.reserve(count * 8);
    const valid = this.#scratch.reserve(count);
    const fine = certain ? exports.csv_first_lossy(address, count, ...this.#nulls) : count;
    const read = exports.csv_read(
      address,
      fine,
      values,
      valid,
      this.#options.decimal,
      TYPE_NUMBERS[type],
      INVALID_NUMBERS[onInvalid],
      ...this.#nulls,
    );
    if (read < count) return { failed: read };
    const noted = findNotes(exports, {
      cells: address,
      values,
      count,
      decimal: this.#options.decimal,
      nulls: this.#nulls,
    });
    if (type === "float32") exports.narrow_f32(values, values, count);
    if (type === "float16") exports.narrow_f16(values, values, count);
    const Floats = { float64: Float64Array, float32: Float32Array, float16: Float16Array }[type];
    const { buffer, byteOffset } = this.#keep(values, count * Floats.BYTES_PER_ELEMENT);
    return {
      values: new Floats(buffer, byteOffset, count),
      valid: this.#pack(valid, count),
      noted,
    };
  }

  /** Reads integers. `certain` refuses those that would be written in another way. */
  integers(
    text: Uint8Array,
    cells: Uint32Array,
    { refused, certain }: { refused: boolean; certain: boolean },
  ): Read<BigInt64Array> {
    const [address, count] = this.#prepare(text, cells, { mayLack: true });
    const values = this.#scratch.reserve(count * 8);
    const valid = this.#scratch.reserve(count);
    const read = this.#scratch.exports.csv_integers(
      address,
      count,
      values,
      valid,
      certain,
      refused,
      ...this.#nulls,
    );
    if (read < count) return { failed: read };
    const { buffer, byteOffset } = this.#keep(values, count * 8);
    return {
      values: new BigInt64Array(buffer, byteOffset, count),
      valid: this.#pack(valid, count),
    };
  }

  /** Reads texts. A text that is not UTF-8 is refused. */
  texts(
    text: Uint8Array,
    cells: Uint32Array,
  ): Read<{ offsets: Int32Array; bytes: Uint8Array<ArrayBuffer> }> {
    const [address, count] = this.#prepare(text, cells, { mayLack: true });
    const offsets = this.#scratch.reserve((count + 1) * 4);
    const valid = this.#scratch.reserve(count);
    const bytes = this.#scratch.reserve(text.length);
    const { exports } = this.#scratch;
    const read = this.#names === 0
      ? exports.csv_texts(address, count, offsets, bytes, valid, ...this.#nulls)
      : exports.json_texts(address, count, offsets, bytes, valid, ...this.#nulls);
    if (read < count) return { failed: read };
    const { buffer, byteOffset } = this.#keep(offsets, (count + 1) * 4);
    const ends = new Int32Array(buffer, byteOffset, count + 1);
    return {
      values: { offsets: ends, bytes: this.#keep(bytes, ends[count]) },
      valid: this.#pack(valid, count),
    };
  }

  /**
   * Compares cells with a text: 1 where they are the same, 0 where not, nothing where there is no
   * text. Without a text, tests for null.
   */
  test(text: Uint8Array, cells: Uint32Array, wanted: string | undefined): Numbers {
    const { exports } = this.#scratch;
    const [address, count] = this.#prepare(text, cells, { mayLack: true });
    const [testNulls, testTexts] = this.#names === 0
      ? [exports.csv_test_nulls, exports.csv_test_texts]
      : [exports.json_test_nulls, exports.json_test_texts];
    const values = this.#scratch.reserve(count * 8);
    const valid = this.#scratch.reserve(count);
    if (wanted === undefined) {
      testNulls(address, count, values, valid, ...this.#nulls);
    } else {
      const bytes = new TextEncoder().encode(wanted);
      const start = this.#scratch.put(bytes);
      const range: Range = [start, start + bytes.length];
      testTexts(address, count, values, valid, ...range, ...this.#nulls);
    }
    const { buffer, byteOffset } = this.#keep(values, count * 8);
    return {
      values: new Float64Array(buffer, byteOffset, count),
      valid: this.#pack(valid, count),
    };
  }

  /** Makes bits of bytes; nothing if all are there. */
  #pack(valid: number, count: number): Uint8Array<ArrayBuffer> | undefined {
    // The bits may take the place of the bytes: each lies before the bytes that are still to be
    // read.
    if (this.#scratch.exports.csv_pack(valid, count, valid) === 0) return undefined;
    return this.#keep(valid, Math.ceil(count / 8));
  }

  /** Copies results out of the memory. */
  #keep(start: number, length: number): Uint8Array<ArrayBuffer> {
    return this.#slab.copy(this.#scratch.memory, start, start + length);
  }

  /**
   * Puts a text and some of its cells into memory; `mayLack` makes members null that objects do not
   * have. Returns the address of the cells, and how many they are.
   */
  #prepare(
    text: Uint8Array,
    cells: Uint32Array,
    { mayLack }: { mayLack: boolean },
  ): [address: number, count: number] {
    this.#load(text);
    const address = this.#scratch.put(cells);
    const count = cells.length / 2;
    if (mayLack && this.#names > 0) this.#scratch.exports.json_lacking(address, count);
    return [address, count];
  }

  /** Loads complete records, all of a text or those in a window of it. Returns where they end. */
  #loadRecords(text: Uint8Array, window: number): number {
    if (window < text.length) {
      const { exports } = this.#scratch;
      this.#load(text.subarray(0, window));
      const { end } = splitRecords(exports, {
        from: this.#text,
        to: this.#text + window,
        before: 0,
        quotes: 0,
        delimiter: this.#options.delimiter,
        comment: this.#comment,
        syntax: this.#options.syntax,
      });
      if (end > 0) return end;
    }
    this.#load(text);
    return this.#text + text.length;
  }

  #load(text: Uint8Array): void {
    this.#scratch.free(this.#text);
    if (this.#loaded === text) this.#scratch.reserve(text.length);
    else this.#scratch.put(text);
    this.#loaded = text;
  }
}

/** Bytes of a slab. */
const SIZE = 2 ** 16;
/** Bytes up to which arrays share a slab. */
const SMALL = 2 ** 12;
/** Alignment of each array, in bytes. */
const ALIGNMENT = 8;

/**
 * Memory for many small arrays. A buffer for each would take some hundred bytes more than its
 * contents. A hundred thousand columns of few rows would consist mostly of that.
 */
export class Slab {
  #buffer = new ArrayBuffer(0);
  #used = 0;

  /** Copies some bytes of a memory. */
  copy(memory: ArrayBuffer, start: number, end: number): Uint8Array<ArrayBuffer> {
    const length = end - start;
    if (length > SMALL) return new Uint8Array(memory.slice(start, end));
    if (this.#used + length > this.#buffer.byteLength) {
      this.#buffer = new ArrayBuffer(SIZE);
      this.#used = 0;
    }
    const copy = new Uint8Array(this.#buffer, this.#used, length);
    copy.set(new Uint8Array(memory, start, length));
    this.#used += Math.ceil(length / ALIGNMENT) * ALIGNMENT;
    return copy;
  }
}

/** How cells are separated, and what they mean. */
export interface CellReaderOptions {
  /** Cells in each record. */
  readonly columns: number;
  /** The byte between cells, and the one before decimals. */
  readonly delimiter: number;
  readonly decimal: number;
  /** The list of texts that mean null, in addition to the empty one (`encodeTexts`). */
  readonly nulls: Uint8Array;
  /** What a line begins with if it is a comment; empty if there are no comments. */
  readonly comment: Uint8Array;
  readonly syntax: Syntax;
  /** The list of the names of JSON lines (formats/jsonl/member_names.ts); missing for CSV. */
  readonly names?: Uint8Array;
}
