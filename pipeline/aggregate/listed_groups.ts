import { setDialect } from "../../formats/csv/split_records.ts";
import { type CsvOptions, syntaxOf } from "../../formats/csv/dialect.ts";
import type { ColumnValues, Numbers, Texts } from "../../formats/table.ts";
import type { GroupTable, ListedGroups } from "./group_table.ts";
import { isFloat, type KeyColumn, NUMBER_ARRAYS, numberTypeOf } from "./key_column.ts";

/**
 * Groups that are read at a time, at most; a multiple of the bits of a byte. Their records stay in
 * the cache.
 */
export const BATCH_GROUPS = 2 ** 12;
/** Bytes of the texts of a column that are read at a time, unless a single one is longer. */
const MAX_TEXTS = 2 ** 26;
/** Bytes after texts that the module may write over. */
const WRITTEN_BEHIND = 16;

/** The keys and values of groups, in the order of their list. */
export class GroupsReader {
  readonly #table: GroupTable;
  readonly #list: ListedGroups;
  readonly #values: number;
  readonly #valid: number;
  readonly #offsets: number;
  #texts = { at: 0, bytes: 0 };

  constructor(table: GroupTable, list: ListedGroups) {
    this.#table = table;
    this.#list = list;
    const most = Math.min(BATCH_GROUPS, list.count);
    this.#values = table.reserve(most * 8);
    this.#valid = table.reserve(most);
    this.#offsets = table.reserve((most + 1) * 4);
  }

  /** How many groups there are. */
  get count(): number {
    return this.#list.count;
  }

  /** How many groups to read at a time from one on, such that their texts are not too long. */
  countFitting(first: number, columns: readonly KeyColumn[]): number {
    let rows = Math.min(BATCH_GROUPS, this.count - first);
    const isLong = (_: KeyColumn, i: number): boolean =>
      this.#textBytes(i, first, rows) > MAX_TEXTS;
    while (rows > 8 && columns.some(isLong)) rows = Math.max(8, (rows >> 1) & ~7);
    return rows;
  }

  /** The addresses of the records of some groups. */
  records(first: number, rows: number): Uint32Array {
    return new Uint32Array(this.#table.buffer, this.#list.at + first * 4, rows);
  }

  /** The values of an aggregate. */
  numbers(aggregate: number, first: number, rows: number): Numbers {
    const { exports } = this.#table;
    const place = this.#table.placeOf(aggregate);
    exports.groups_values(place, this.#at(first), rows, this.#values, this.#valid);
    return {
      values: new Float64Array(this.#table.buffer.slice(this.#values, this.#values + rows * 8)),
      valid: this.#bits(rows),
    };
  }

  /** The keys of a column, as what it is. */
  keys(column: number, spec: KeyColumn, first: number, rows: number): ColumnValues {
    const type = numberTypeOf(spec);
    if (type === undefined) return this.#readTexts(column, first, rows);
    const Values = NUMBER_ARRAYS[type];
    const size = Values.BYTES_PER_ELEMENT;
    const { exports } = this.#table;
    exports.groups_fixed(column, this.#at(first), rows, size, this.#values, this.#valid);
    const bytes = this.#table.buffer.slice(this.#values, this.#values + rows * size);
    const values = new Values(bytes);
    const kind = isFloat(type) ? "floats" : "integers";
    return { kind, values, valid: this.#bits(rows) } as ColumnValues;
  }

  /**
   * The keys of a column of texts as numbers. Returns the first text that is not a number instead, if
   * there is one.
   */
  keysAs(
    type: "int64" | "float64",
    { column, first, rows, csv }: {
      readonly column: number;
      readonly first: number;
      readonly rows: number;
      readonly csv: CsvOptions;
    },
  ): ColumnValues | { readonly kind: "text"; readonly bytes: Uint8Array } {
    const { bytes, offsets } = this.#readTexts(column, first, rows);
    const { exports } = this.#table;
    // Quotes were undone when the keys were read.
    setDialect(exports, { comment: [0, 0], syntax: syntaxOf({ ...csv, quote: "none" }) });
    const cells = this.#table.reserve(rows * 8);
    const { at } = this.#texts;
    const places = new Uint32Array(this.#table.buffer, cells, rows * 2);
    for (let i = 0; i < rows; i++) {
      places[2 * i] = at + offsets[i];
      places[2 * i + 1] = at + offsets[i + 1];
    }
    const decimal = csv.decimal.charCodeAt(0);
    const read = type === "float64"
      ? exports.csv_read(cells, rows, this.#values, this.#valid, decimal, 0, 0, 0, 0)
      : exports.csv_integers(cells, rows, this.#values, this.#valid, false, true, 0, 0);
    if (read < rows) {
      return { kind: "text", bytes: bytes.subarray(offsets[read], offsets[read + 1]) };
    }
    const values = this.#table.buffer.slice(this.#values, this.#values + rows * 8);
    const valid = this.#bits(rows);
    return type === "float64"
      ? { kind: "floats", values: new Float64Array(values), valid }
      : { kind: "integers", values: new BigInt64Array(values), valid };
  }

  #readTexts(column: number, first: number, rows: number): Texts {
    const { exports } = this.#table;
    const length = this.#textBytes(column, first, rows);
    if (length + WRITTEN_BEHIND > this.#texts.bytes) {
      const bytes = 2 * length + WRITTEN_BEHIND;
      this.#texts = { at: this.#table.reserve(bytes), bytes };
    }
    const { at } = this.#texts;
    exports.groups_texts(column, this.#at(first), rows, this.#offsets, at, this.#valid);
    const { buffer } = this.#table;
    const offsets = buffer.slice(this.#offsets, this.#offsets + (rows + 1) * 4);
    return {
      kind: "texts",
      offsets: new Int32Array(offsets),
      bytes: new Uint8Array(buffer.slice(at, at + length)),
      valid: this.#bits(rows),
    };
  }

  #textBytes(column: number, first: number, rows: number): number {
    return this.#table.exports.groups_texts(column, this.#at(first), rows, 0, 0, 0) >>> 0;
  }

  #at(first: number): number {
    return this.#list.at + first * 4;
  }

  /** Makes bits from the bytes that mark what is there; nothing if all is. */
  #bits(rows: number): Uint8Array<ArrayBuffer> | undefined {
    if (this.#table.exports.csv_pack(this.#valid, rows, this.#valid) === 0) return undefined;
    const { buffer } = this.#table;
    return new Uint8Array(buffer.slice(this.#valid, this.#valid + Math.ceil(rows / 8)));
  }
}
