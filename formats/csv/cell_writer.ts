import type { FloatArray } from "../../kernels/float_types.ts";
import { Scratch } from "../../kernels/scratch.ts";
import { setDialect } from "./split_records.ts";
import { type QuoteStyle, syntaxOf } from "./dialect.ts";

/** How records are written. */
export interface CellWriterOptions {
  /** Cells in each record. */
  readonly columns: number;
  /** The byte between cells, and the one before decimals. */
  readonly delimiter: number;
  readonly decimal: number;
  /** The significant digits that a float has, at most; 0 for as many as it needs to read back. */
  readonly digits: number;
  /** The text of a cell that is null. */
  readonly none: Uint8Array;
  /** Whether texts may be in quotes; if not, the caller has looked whether they can be written. */
  readonly quote: QuoteStyle;
  /** The names of the members, as they are written with their colons, if records are JSON objects. */
  readonly members?: readonly Uint8Array[];
}

/** Which values of a block are valid: a bit for each, the first in the lowest; all if omitted. */
type Valid = Uint8Array | undefined;

/** Integers of any type. */
type IntegerView = ArrayBufferView & {
  readonly length: number;
  readonly BYTES_PER_ELEMENT: number;
};

/** Bytes that a byte of a text becomes in a string of JSON, at most. */
const MAX_ESCAPE = 6;
/** Bytes of a number's text, at most. */
const NUMBER = 32;
const NARROW: Readonly<Record<number, number>> = { 8: 0, 4: 1, 2: 2 };

/**
 * Writes records of CSV, or JSON objects, in a WebAssembly memory of its own, a block of rows at a
 * time. After `begin` come the cells of each column, in order, and then `end`.
 */
export class CellWriter {
  readonly #options: CellWriterOptions;
  readonly #scratch = new Scratch();
  readonly #none: readonly [start: number, end: number];
  /** Where the name of each member begins and ends. */
  readonly #members?: readonly (readonly [start: number, end: number])[];
  readonly #bottom: number;
  /** The addresses of the cells of each column in this block. */
  #lists: number[] = [];
  #rows = 0;
  /** Bytes that the texts of the block take, at most. */
  #length = 0;

  constructor(options: CellWriterOptions) {
    this.#options = options;
    const syntax = syntaxOf({ quote: options.quote, thousands: "" });
    setDialect(this.#scratch.exports, { comment: [0, 0], syntax });
    const none = this.#scratch.put(options.none);
    this.#none = [none, none + options.none.length];
    this.#members = options.members?.map((name) => {
      const start = this.#scratch.put(name);
      return [start, start + name.length];
    });
    this.#bottom = this.#scratch.top;
  }

  /** Begins a block. */
  begin(rows: number): void {
    this.#scratch.free(this.#bottom);
    this.#rows = rows;
    this.#lists = [];
    this.#length = 0;
  }

  /** Adds a column of floats, with the fewest digits that read back in their type. */
  floats(values: FloatArray, valid: Valid): void {
    const { exports } = this.#scratch;
    const rows = this.#rows;
    const put = this.#scratch.put(values);
    let wide = put;
    if (!(values instanceof Float64Array)) {
      wide = this.#scratch.reserve(rows * 8);
      if (values instanceof Float32Array) exports.widen_f32(put, wide, rows);
      else exports.widen_f16(put, wide, rows);
    }
    this.#add(rows * NUMBER, valid, (cells, to, bits) => {
      const end = exports.csv_put_floats(
        wide,
        bits,
        rows,
        cells,
        to,
        this.#options.decimal,
        NARROW[values.BYTES_PER_ELEMENT],
        this.#options.digits,
        ...this.#none,
      );
      if (this.#members !== undefined) exports.json_words(cells, rows);
      return end;
    });
  }

  /** Adds a column of integers. */
  integers(values: IntegerView, valid: Valid): void {
    const { exports } = this.#scratch;
    const address = this.#scratch.put(values);
    const signed = !/^(Big)?Uint/.test(values.constructor.name);
    this.#add(this.#rows * NUMBER, valid, (cells, to, bits) =>
      exports.csv_put_integers(
        address,
        values.BYTES_PER_ELEMENT,
        signed,
        bits,
        this.#rows,
        cells,
        to,
        ...this.#none,
      ));
  }

  /** Adds a column of texts, in quotes where they need them. Plain ones are values of JSON already. */
  texts(
    { offsets, bytes }: { offsets: Int32Array; bytes: Uint8Array },
    valid: Valid,
    { isPlain = false }: { readonly isPlain?: boolean } = {},
  ): void {
    const { exports } = this.#scratch;
    const { delimiter } = this.#options;
    const isObject = this.#members !== undefined;
    const rows = this.#rows;
    const first = offsets[0];
    const text = bytes.subarray(first, offsets[rows]);
    const shift = this.#scratch.put(text) - first;
    // A text may get quotes around it, and each quote in it is doubled, or each byte escaped.
    const growth = isObject ? MAX_ESCAPE : 2;
    this.#add(growth * text.length + 2 * rows, valid, (cells, to, bits) => {
      const pairs = new Uint32Array(this.#scratch.memory, cells, 2 * rows);
      for (let i = 0; i < rows; i++) {
        pairs[2 * i] = offsets[i] + shift;
        pairs[2 * i + 1] = offsets[i + 1] + shift;
      }
      return isObject && !isPlain
        ? exports.json_put_texts(cells, bits, rows, to, ...this.#none)
        : exports.csv_put_texts(cells, bits, rows, to, delimiter, ...this.#none);
    });
  }

  /** Where the cells of a column that was added begin and end in `bytes`. */
  placesOf(column: number): Uint32Array {
    return new Uint32Array(this.#scratch.memory, this.#lists[column], 2 * this.#rows);
  }

  /** The bytes of the cells, until another column is added. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.#scratch.memory);
  }

  /** Ends the block. Returns its records, which are valid until the next block begins. */
  end(): Uint8Array {
    const { exports } = this.#scratch;
    const { columns, delimiter, none } = this.#options;
    const members = this.#members;
    if (members !== undefined) {
      const names = members.reduce((sum, [start, end]) => sum + end - start + 1, 3);
      const lists = this.#scratch.put(
        Uint32Array.from(this.#lists.flatMap((list, i) => [list, ...members[i]])),
      );
      const most = this.#length + this.#rows * (columns * none.length + names);
      const to = this.#scratch.reserve(most);
      const end = exports.json_join(lists, columns, this.#rows, to);
      return new Uint8Array(this.#scratch.memory, to, end - to);
    }
    const lists = this.#scratch.put(Uint32Array.from(this.#lists));
    const to = this.#scratch.reserve(this.#length + this.#rows * columns * (none.length + 3));
    const end = exports.csv_join(lists, columns, this.#rows, to, delimiter);
    return new Uint8Array(this.#scratch.memory, to, end - to);
  }

  /** Makes the cells of a column, whose texts take at most so many bytes. */
  #add(
    length: number,
    valid: Valid,
    write: (cells: number, to: number, bits: number) => number,
  ): void {
    const bits = valid === undefined ? 0 : this.#scratch.put(valid);
    const cells = this.#scratch.reserve(this.#rows * 8);
    const to = this.#scratch.reserve(length);
    this.#lists.push(cells);
    this.#length += length;
    this.#scratch.free(write(cells, to, bits));
  }
}
