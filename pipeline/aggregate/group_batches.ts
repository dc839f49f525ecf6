import { type Batch, type Numbers, type Texts, valuesOf } from "../../formats/table.ts";
import { type GivenValues, type GroupTable, MAX_ROWS } from "./group_table.ts";
import { isFloat, type KeyColumn, NUMBER_ARRAYS, numberTypeOf } from "./key_column.ts";

/** Bytes of the description of a column of keys, as in kernels/assembly/groups/keys.ts. */
const COLUMN = 20;
/** What keys_of_columns calls a column of texts, and one of values that are not floats. */
const TEXTS = 0;
const INTEGERS = 1;
/** Bytes in front of the text of a key, at most. */
const KEY_BYTES = 5;

/** Adds batches of a table to groups. */
export class BatchGroups {
  readonly table: GroupTable;
  readonly #columns: readonly (KeyColumn & { readonly index: number })[];
  readonly #described: number;
  /** Room for the values of columns. */
  #room = { at: 0, bytes: 0 };
  #rows = 0;

  /** `by` has the columns that rows are grouped by, by their index. */
  constructor(table: GroupTable, columns: readonly KeyColumn[], by: readonly number[]) {
    this.table = table;
    this.#columns = by.map((index) => ({ ...columns[index], index }));
    this.#described = table.reserve(by.length * COLUMN);
  }

  /** Adds the rows of a batch, some thousand at a time. */
  *add(batch: Batch, results: readonly Numbers[]): Generator<undefined> {
    const keys = this.#columns.map((column) => keyValues(batch, column));
    for (let first = 0; first < batch.rows; first += MAX_ROWS) {
      const rows = Math.min(MAX_ROWS, batch.rows - first);
      this.#pack(keys.map((column) => sliceKeys(column, first, rows)), rows);
      const values = results.map((numbers) => sliceNumbers(numbers, first, rows));
      this.table.addPacked(rows, values, this.#rows);
      this.#rows += rows;
      yield;
    }
  }

  /** Calls back with the records of a batch's rows, some thousand at a time, and the first of these rows. */
  find(batch: Batch, take: (records: Uint32Array, first: number) => void): void {
    const keys = this.#columns.map((column) => keyValues(batch, column));
    for (let first = 0; first < batch.rows; first += MAX_ROWS) {
      const rows = Math.min(MAX_ROWS, batch.rows - first);
      this.#pack(keys.map((column) => sliceKeys(column, first, rows)), rows);
      take(this.table.findPacked(rows, this.#rows), first);
      this.#rows += rows;
    }
  }

  /** Writes the keys of rows into the room for keys. */
  #pack(columns: readonly KeyValues[], rows: number): void {
    const { table } = this;
    const { exports } = table;
    const lengths = columns.map(({ bytes, offsets, valid }) =>
      [bytes, offsets, valid].map((part) => Math.ceil((part?.byteLength ?? 0) / 8) * 8)
    );
    const needed = lengths.flat().reduce((sum, length) => sum + length, 0);
    if (needed > this.#room.bytes) {
      this.#room = { at: table.reserve(2 * needed), bytes: 2 * needed };
    }
    const keyBytes = columns.reduce(
      (sum, { bytes }) => sum + bytes.length + KEY_BYTES * rows,
      rows,
    );
    const to = table.keyRoom(keyBytes);
    const memory = new Uint8Array(table.buffer);
    const described = new Uint32Array(table.buffer, this.#described);
    let top = this.#room.at;
    const put = (part: Uint8Array | undefined): number => {
      if (part === undefined) return 0;
      const at = top;
      memory.set(part, at);
      top = Math.ceil((at + part.length) / 8) * 8;
      return at;
    };
    columns.forEach(({ kind, size, bytes, offsets, valid }, i) => {
      described.set([kind, size, put(bytes), put(offsets), put(valid)], i * COLUMN / 4);
    });
    exports.keys_of_columns(this.#described, columns.length, rows, table.startsAt, to);
  }
}

/** The keys of a column, as the kernel reads them. */
interface KeyValues {
  readonly kind: number;
  /** Bytes of a value; 0 for texts. */
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly offsets?: Uint8Array;
  readonly valid?: Uint8Array;
}

function keyValues(batch: Batch, column: KeyColumn & { readonly index: number }): KeyValues {
  const found = valuesOf(batch, column.index);
  if (found.kind === "texts") {
    return { kind: TEXTS, size: 0, ...textBytes(found), valid: found.valid };
  }
  const type = numberTypeOf(column) ?? "float64";
  const Values = NUMBER_ARRAYS[type] as unknown as
    & (new (values: ArrayLike<unknown>) => ArrayBufferView)
    & { readonly BYTES_PER_ELEMENT: number };
  const { values, valid } = found;
  const own = values instanceof Values ? values : new Values(values);
  const size = Values.BYTES_PER_ELEMENT;
  return { kind: isFloat(type) ? size : INTEGERS, size, bytes: bytesOf(own), valid };
}

function textBytes({ bytes, offsets }: Texts): Pick<KeyValues, "bytes" | "offsets"> {
  return { bytes, offsets: bytesOf(offsets) };
}

function sliceKeys(column: KeyValues, first: number, rows: number): KeyValues {
  const { size, bytes, offsets, valid } = column;
  const bits = valid?.subarray(first / 8, Math.ceil((first + rows) / 8));
  if (offsets === undefined) {
    return { ...column, bytes: bytes.subarray(first * size, (first + rows) * size), valid: bits };
  }
  const all = new Int32Array(offsets.buffer, offsets.byteOffset, offsets.byteLength / 4);
  const start = all[first];
  const own = all.subarray(first, first + rows + 1).map((offset) => offset - start);
  return {
    ...column,
    bytes: bytes.subarray(start, all[first + rows]),
    offsets: bytesOf(own),
    valid: bits,
  };
}

function sliceNumbers({ values, valid }: Numbers, first: number, rows: number): GivenValues {
  const some = values.subarray(first, first + rows);
  if (valid === undefined) return { values: some };
  const bytes = new Uint8Array(rows);
  for (let i = 0; i < rows; i++) bytes[i] = valid[(first + i) >> 3] >> ((first + i) & 7) & 1;
  return { values: some, valid: bytes };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
