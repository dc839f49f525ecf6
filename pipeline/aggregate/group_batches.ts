import { storedEntries } from "../../formats/entry_numbers.ts";
import {
  type Batch,
  type ColumnValues,
  type Entries,
  type Numbers,
  valuesOf,
} from "../../formats/table.ts";
import { type GivenValues, type GroupTable, MAX_ROWS } from "./group_table.ts";
import { isFloat, type KeyColumn, NUMBER_ARRAYS, numberTypeOf } from "./key_column.ts";

/** Bytes of the description of a column of keys, as in kernels/assembly/groups/keys.ts. */
const COLUMN = 20;
/** What keys_of_columns calls a column of texts, of values that are not floats, and of entries of a dictionary. */
const TEXTS = 0;
const INTEGERS = 1;
const ENTRIES = 16;
/** Bytes in front of the text of a key, at most. */
const KEY_BYTES = 5;
/** Bytes that the module may read after a text. */
const BEHIND = 16;

/** The part of the memory of groups that the entries of a dictionary may take. Others are texts of each row. */
const DICTIONARY_SHARE = 1 / 8;

/** A dictionary in the memory of groups: its texts, their offsets, which of them are not null, and their records. */
interface PlacedDictionary {
  readonly number: number;
  /** Where its room begins, and its bytes. */
  readonly at: number;
  readonly bytes: number;
  readonly texts: number;
  readonly offsets: number;
  readonly valid: number;
  readonly records: number;
  /** Bytes of the longest text. */
  readonly longest: number;
}

const known = new WeakMap<GroupTable, BatchGroups>();

/**
 * What adds batches to a table of groups. It is made once, so that its memory is used again for all
 * batches of a run, whoever adds them. `by` has the columns that rows are grouped by, by their index.
 */
export function batchGroupsOf(
  table: GroupTable,
  columns: readonly KeyColumn[],
  by: readonly number[],
): BatchGroups {
  const found = known.get(table) ?? new BatchGroups(table, columns, by);
  known.set(table, found);
  return found;
}

/** Adds batches of a table to groups. */
export class BatchGroups {
  readonly table: GroupTable;
  readonly #columns: readonly (KeyColumn & { readonly index: number })[];
  readonly #described: number;
  /** Room for the values of columns. */
  #room = { at: 0, bytes: 0 };
  /** The dictionary of each column, if it has one. */
  readonly #dictionaries: PlacedDictionary[] = [];
  #rows = 0;

  /** `by` has the columns that rows are grouped by, by their index. */
  constructor(table: GroupTable, columns: readonly KeyColumn[], by: readonly number[]) {
    this.table = table;
    this.#columns = by.map((index) => ({ ...columns[index], index }));
    this.#described = table.reserve(by.length * COLUMN);
  }

  /**
   * Adds the rows of a batch, some thousand at a time. The position is that of the first one in the
   * order of all rows; that after the batches so far if left out.
   */
  *add(
    batch: Batch,
    results: readonly Numbers[],
    position: number = this.#rows,
  ): Generator<undefined> {
    this.#rows = position + batch.rows;
    const keys = this.#keysOf(batch);
    for (let first = 0; first < batch.rows; first += MAX_ROWS) {
      const isDictionary = keys.length === 1 && keys[0].entries !== undefined &&
        !this.table.isCrowded;
      const rows = Math.min(MAX_ROWS, batch.rows - first);
      const some = keys.map((column) => sliceKeys(column, first, rows));
      const values = results.map((numbers) => sliceNumbers(numbers, first, rows));
      if (isDictionary) {
        const { records, longest } = this.#placeDictionary(0, keys[0].entries!);
        this.table.keyRoom(longest + KEY_BYTES);
        this.#describe(some);
        const column = this.#described;
        this.table.addEntries({ column, records, count: rows }, values, position + first);
      } else {
        this.#pack(some, rows);
        this.table.addPacked(rows, values, position + first);
      }
      yield;
    }
  }

  /** Calls back with the records of a batch's rows, some thousand at a time, and the first of these rows. */
  find(batch: Batch, take: (records: Uint32Array, first: number) => void): void {
    const keys = this.#keysOf(batch);
    for (let first = 0; first < batch.rows; first += MAX_ROWS) {
      const rows = Math.min(MAX_ROWS, batch.rows - first);
      this.#pack(keys.map((column) => sliceKeys(column, first, rows)), rows);
      take(this.table.findPacked(rows, this.#rows), first);
      this.#rows += rows;
    }
  }

  #keysOf(batch: Batch): readonly KeyValues[] {
    return this.#columns.map((column) =>
      keyValues(column, readKeys(batch, column.index, this.table))
    );
  }

  /** Writes the keys of rows into the room for keys. */
  #pack(columns: readonly KeyValues[], rows: number): void {
    const { table } = this;
    columns.forEach(({ entries }, i) => entries && this.#placeDictionary(i, entries));
    const keyBytes = columns.reduce(
      (sum, column) => sum + countKeyBytes(column) + KEY_BYTES * rows,
      rows,
    );
    const to = table.keyRoom(keyBytes);
    this.#describe(columns);
    table.exports.keys_of_columns(this.#described, columns.length, rows, table.startsAt, to);
  }

  /** Describes the keys of rows to the module, in whose memory they are then. */
  #describe(columns: readonly KeyValues[]): void {
    const { table } = this;
    const lengths = columns.map(({ bytes, offsets, valid }) =>
      [bytes, offsets, valid].map((part) => Math.ceil((part?.byteLength ?? 0) / 8) * 8)
    );
    const needed = lengths.flat().reduce((sum, length) => sum + length, 0);
    if (needed > this.#room.bytes) {
      this.#room = { at: table.reserve(2 * needed), bytes: 2 * needed };
    }
    const memory = new Uint8Array(table.buffer);
    const described = new Uint32Array(table.buffer, this.#described);
    let top = this.#room.at;
    const put = (part: Uint8Array | Int32Array | undefined): number => {
      if (part === undefined) return 0;
      const at = top;
      memory.set(bytesOf(part), at);
      top = Math.ceil((at + part.byteLength) / 8) * 8;
      return at;
    };
    columns.forEach(({ kind, size, bytes, offsets, start = 0, valid, entries }, i) => {
      const dictionary = entries && this.#dictionaries[i];
      const description = dictionary === undefined
        // Offsets count from the first text of all, which need not be here.
        ? [kind, size, put(bytes) - start, put(offsets), put(valid)]
        : [kind, dictionary.texts, put(bytes), dictionary.offsets, dictionary.valid];
      described.set(description, i * COLUMN / 4);
    });
  }

  /** Puts the dictionary of a column into the memory of groups, if it is not there. */
  #placeDictionary(
    column: number,
    { dictionary: number, texts, longest }: Entries,
  ): PlacedDictionary {
    const { [column]: before } = this.#dictionaries;
    if (before?.number === number) return before;
    const { bytes, offsets, valid } = texts;
    const parts = [bytes, bytesOf(offsets), valid ?? new Uint8Array(0)];
    // Each entry has a record once a row refers to it, and so has null.
    const needed = [...parts.map(({ length }) => length), offsets.length * 4];
    const starts = needed.map((_, i) =>
      needed.slice(0, i).reduce((sum, length) => sum + Math.ceil(length / 8) * 8 + BEHIND, 0)
    );
    const all = starts[3] + needed[3];
    // A dictionary that replaces another one takes its place. So that many that grow a little do not
    // take the memory of all together, a new place is at least twice as large.
    const bytesOfRoom = Math.max(all, 2 * (before?.bytes ?? 0));
    const room = before !== undefined && before.bytes >= all
      ? before
      : { at: this.table.reserve(bytesOfRoom), bytes: bytesOfRoom };
    const [textsAt, offsetsAt, validAt, records] = starts.map((start) => room.at + start);
    const memory = new Uint8Array(this.table.buffer);
    parts.forEach((part, i) => memory.set(part, room.at + starts[i]));
    memory.fill(0, records, records + needed[3]);
    return this.#dictionaries[column] = {
      number,
      at: room.at,
      bytes: room.bytes,
      texts: textsAt,
      offsets: offsetsAt,
      valid: valid === undefined ? 0 : validAt,
      records,
      longest,
    };
  }
}

/** Reads the keys of a column: as entries of a dictionary, unless that would take too much memory. */
export function readKeys(
  batch: Batch,
  column: number,
  { memory }: { readonly memory: number },
): ColumnValues | Entries {
  const entries = batch.entries?.(column);
  if (entries === undefined) return valuesOf(batch, column);
  const { texts: { bytes, offsets } } = entries;
  const taken = bytes.length + 2 * offsets.byteLength;
  return taken <= DICTIONARY_SHARE * memory ? entries : valuesOf(batch, column);
}

/** The keys of a column, as the kernel reads them. */
interface KeyValues {
  readonly kind: number;
  /** Bytes of a value; 0 for texts. */
  readonly size: number;
  readonly bytes: Uint8Array;
  /** Where texts begin and end, and where the first one does; 0 if left out. */
  readonly offsets?: Int32Array;
  readonly start?: number;
  readonly valid?: Uint8Array;
  /** The dictionary, if the values are its entries. */
  readonly entries?: Entries;
}

function keyValues(column: KeyColumn, found: ColumnValues | Entries): KeyValues {
  if (found.kind === "entries") {
    return { kind: ENTRIES, size: 4, bytes: bytesOf(found.places), entries: found };
  }
  if (found.kind === "texts") {
    const { bytes, offsets, valid } = found;
    return { kind: TEXTS, size: 0, bytes, offsets, valid };
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

/** Bytes of the keys of a column, without those in front of each. */
function countKeyBytes({ bytes, entries }: KeyValues): number {
  if (entries === undefined) return bytes.length;
  const { offsets } = entries.texts;
  const places = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  let sum = 0;
  for (const place of places) if (place >= 0) sum += offsets[place + 1] - offsets[place];
  return sum;
}

function sliceKeys(column: KeyValues, first: number, rows: number): KeyValues {
  const { size, bytes, offsets, valid } = column;
  const bits = valid?.subarray(first / 8, Math.ceil((first + rows) / 8));
  if (offsets === undefined) {
    return { ...column, bytes: bytes.subarray(first * size, (first + rows) * size), valid: bits };
  }
  const start = offsets[first];
  return {
    ...column,
    start,
    bytes: bytes.subarray(start, offsets[first + rows]),
    offsets: offsets.subarray(first, first + rows + 1),
    valid: bits,
  };
}

function sliceNumbers(numbers: Numbers, first: number, rows: number): GivenValues {
  const { valid } = numbers;
  const entries = storedEntries(numbers);
  const some = entries === undefined
    ? { values: numbers.values.subarray(first, first + rows) }
    : { values: entries.values, places: entries.places.subarray(first, first + rows) };
  if (valid === undefined) return some;
  const bytes = new Uint8Array(rows);
  for (let i = 0; i < rows; i++) bytes[i] = valid[(first + i) >> 3] >> ((first + i) & 7) & 1;
  return { ...some, valid: bytes };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
