import type { CellReaderOptions, Read, ScannedCells } from "./cells.ts";
import type { FloatArray, FloatType } from "../../kernels/float_types.ts";
import { Scratch } from "../../kernels/scratch.ts";
import { Slab } from "./slab.ts";
import { Float16Array } from "../../kernels/float16_array.ts";

/** Most cells that are found at a time: they take 8 bytes each. */
const MOST_CELLS = 2 ** 19;
/** Most records that are found at a time. */
export const MAX_ROWS: number = 2 ** 16;
const NARROW: Readonly<Record<FloatType, number>> = { float64: 0, float32: 1, float16: 2 };
const INVALID = { error: 0, null: 1, nan: 2 } as const;

/**
 * Finds and reads cells of CSV, in a WebAssembly memory of its own: the text stays there while one
 * column after the other is read from it.
 */
export class CellReader {
  readonly #options: CellReaderOptions;
  readonly #scratch = new Scratch();
  readonly #slab = new Slab();
  readonly #none: readonly [start: number, end: number];
  /** Where texts lie; cells are addresses, and stay true while a text is moved out and in again. */
  readonly #text: number;
  #loaded?: Uint8Array;

  constructor(options: CellReaderOptions) {
    this.#options = options;
    const none = this.#scratch.put(options.none);
    this.#none = [none, none + options.none.length];
    this.#text = this.#scratch.top;
  }

  /** Where a cell begins in its text. */
  startOf(cells: Uint32Array, row: number): number {
    return cells[2 * row] - this.#text;
  }

  /** Where a cell ends in its text. */
  endOf(cells: Uint32Array, row: number): number {
    return cells[2 * row + 1] - this.#text;
  }

  /**
   * Finds the records at the beginning of a text, and the cells in them. Blank lines are no records. Of a
   * long text only a window is looked at, unless there is no whole record in it.
   */
  scan(
    text: Uint8Array,
    { rows: mostRows = MAX_ROWS, window = text.length }: {
      readonly rows?: number;
      readonly window?: number;
    } = {},
  ): ScannedCells {
    const { columns, delimiter } = this.#options;
    const most = Math.min(MAX_ROWS, mostRows, Math.max(1, Math.floor(MOST_CELLS / columns)));
    const { exports } = this.#scratch;
    const end = this.#loadRecords(text, window);
    const wanted = this.#scratch.put(Uint32Array.from([...Array(columns).keys(), 0xffffffff]));
    const ends = this.#scratch.reserve(most * 4);
    const cells = this.#scratch.reserve(columns * most * 8);
    const count = exports.csv_scan(
      this.#text,
      end,
      most,
      columns,
      delimiter,
      wanted,
      cells,
      ends,
    );
    const failed = exports.csv_problem.value;
    const found = exports.csv_found.value;
    const next = exports.csv_next.value;
    const lines = count + exports.csv_quoted_lines.value;
    const rows = exports.csv_drop_blank(cells, count, columns, most * 8);
    return {
      rows,
      cells: new Uint32Array(this.#scratch.memory.slice(cells, cells + rows * columns * 8)),
      length: next - this.#text,
      lines,
      problem: failed === 0 ? undefined : {
        kind: failed === 1 ? "ragged" : "unclosed",
        at: (failed === 1 ? next : found) - this.#text,
        found: failed === 1 ? found : 0,
      },
    };
  }

  /** What some cells hold: a sum of `KINDS`. */
  kinds(text: Uint8Array, cells: Uint32Array): number {
    const { decimal } = this.#options;
    const [address, count] = this.#prepare(text, cells);
    return this.#scratch.exports.csv_kinds(address, count, decimal, ...this.#none);
  }

  /**
   * Reads floats, rounded once to the type. `certain` refuses numbers that would lose digits, as `007`
   * and whole numbers beyond 2^53 do.
   */
  floats(
    text: Uint8Array,
    cells: Uint32Array,
    { type, onInvalid, certain = false }: {
      type: FloatType;
      onInvalid: "error" | "null" | "nan";
      certain?: boolean;
    },
  ): Read<FloatArray> {
    const { exports } = this.#scratch;
    const [address, count] = this.#prepare(text, cells);
    const values = this.#scratch.reserve(count * 8);
    const valid = this.#scratch.reserve(count);
    const fine = certain ? exports.csv_first_lossy(address, count, ...this.#none) : count;
    const read = exports.csv_read(
      address,
      fine,
      values,
      valid,
      this.#options.decimal,
      NARROW[type],
      INVALID[onInvalid],
      ...this.#none,
    );
    if (read < count) return { failed: read };
    if (type === "float32") exports.narrow_f32(values, values, count);
    if (type === "float16") exports.narrow_f16(values, values, count);
    const Floats = { float64: Float64Array, float32: Float32Array, float16: Float16Array }[type];
    const { buffer, byteOffset } = this.#keep(values, count * Floats.BYTES_PER_ELEMENT);
    return { values: new Floats(buffer, byteOffset, count), valid: this.#pack(valid, count) };
  }

  /** Reads whole numbers; `certain` refuses those that would be written in another way. */
  integers(
    text: Uint8Array,
    cells: Uint32Array,
    { refused, certain }: { refused: boolean; certain: boolean },
  ): Read<BigInt64Array> {
    const [address, count] = this.#prepare(text, cells);
    const values = this.#scratch.reserve(count * 8);
    const valid = this.#scratch.reserve(count);
    const read = this.#scratch.exports.csv_integers(
      address,
      count,
      values,
      valid,
      certain,
      refused,
      ...this.#none,
    );
    if (read < count) return { failed: read };
    const { buffer, byteOffset } = this.#keep(values, count * 8);
    return {
      values: new BigInt64Array(buffer, byteOffset, count),
      valid: this.#pack(valid, count),
    };
  }

  /** Reads texts; one that is not UTF-8 is refused. */
  texts(
    text: Uint8Array,
    cells: Uint32Array,
  ): Read<{ offsets: Int32Array; bytes: Uint8Array<ArrayBuffer> }> {
    const [address, count] = this.#prepare(text, cells);
    const offsets = this.#scratch.reserve((count + 1) * 4);
    const valid = this.#scratch.reserve(count);
    const bytes = this.#scratch.reserve(text.length);
    const read = this.#scratch.exports.csv_texts(
      address,
      count,
      offsets,
      bytes,
      valid,
      ...this.#none,
    );
    if (read < count) return { failed: read };
    const { buffer, byteOffset } = this.#keep(offsets, (count + 1) * 4);
    const ends = new Int32Array(buffer, byteOffset, count + 1);
    return {
      values: { offsets: ends, bytes: this.#keep(bytes, ends[count]) },
      valid: this.#pack(valid, count),
    };
  }

  /** Makes bits of bytes; nothing if all are there. */
  #pack(valid: number, count: number): Uint8Array<ArrayBuffer> | undefined {
    // In their place: a bit lies before the bytes that are still to be read.
    if (this.#scratch.exports.csv_pack(valid, count, valid) === 0) return undefined;
    return this.#keep(valid, Math.ceil(count / 8));
  }

  /** Copies what was made, for who asked for it. */
  #keep(start: number, length: number): Uint8Array<ArrayBuffer> {
    return this.#slab.copy(this.#scratch.memory, start, start + length);
  }

  /** Puts a text and some of its cells into memory; where these are, and how many. */
  #prepare(text: Uint8Array, cells: Uint32Array): [address: number, count: number] {
    this.#load(text);
    return [this.#scratch.put(cells), cells.length / 2];
  }

  /** Loads whole records, all of a text or those in a window of it, and gives where they end. */
  #loadRecords(text: Uint8Array, window: number): number {
    if (window < text.length) {
      const { exports } = this.#scratch;
      this.#load(text.subarray(0, window));
      exports.csv_state.value = 0;
      const cut = exports.csv_cut(this.#text, this.#text + window, this.#options.delimiter);
      if (cut > 0) return cut;
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
