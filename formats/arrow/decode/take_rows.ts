import { type ArrowField, columnLayout, type FieldType, fieldType, indexType } from "../field.ts";
import { takeBits } from "../../keep_rows.ts";
import type { RawColumn } from "./batch.ts";
import { rowSize } from "./column_rows.ts";
import { nodeOf } from "./decode_batch.ts";

/** The numbers that the format gives types, apart from those in field.ts. */
const KIND = {
  null: 1,
  binary: 4,
  utf8: 5,
  bool: 6,
  interval: 11,
  list: 12,
  struct: 13,
  union: 14,
  fixedSizeBinary: 15,
  fixedSizeList: 16,
  map: 17,
  largeBinary: 19,
  largeUtf8: 20,
  largeList: 21,
  runEndEncoded: 22,
  binaryView: 23,
  utf8View: 24,
  listView: 25,
  largeListView: 26,
} as const;

const INTERVAL_SIZES = [4, 8, 16];
const NODE_SIZE = 16;
const NONE = new Uint8Array(0);

/**
 * Takes some rows of a column, in growing order, whatever its type: the result is a column as a
 * message stores it. The bytes that views refer to, and the values of list views and dictionaries,
 * stay as they are.
 *
 * @throws {RangeError} If the column has fewer bytes than its rows need, or values lie outside.
 */
export function takeRows(field: ArrowField, column: RawColumn, rows: Uint32Array): RawColumn {
  const taken = new Taken(column);
  taken.field(field, rows);
  return taken.finish();
}

/** The parts of a column, taken one after another in the order in which a message has them. */
class Taken {
  readonly #column: RawColumn;
  #node = 0;
  #buffer = 0;
  #view = 0;
  readonly #nodes: (readonly [rows: number, nulls: number])[] = [];
  readonly #buffers: Uint8Array[] = [];
  readonly #variadic: number[] = [];

  constructor(column: RawColumn) {
    this.#column = column;
  }

  finish(): RawColumn {
    const nodes = new BigInt64Array(this.#nodes.flat().map(BigInt));
    return {
      nodes: new Uint8Array(nodes.buffer),
      buffers: this.#buffers,
      variadic: this.#variadic,
    };
  }

  field(field: ArrowField, rows: Uint32Array): void {
    const type = field.dictionary === undefined ? fieldType(field) : indexType(field);
    const { length, nulls } = this.#nextNode();
    if (rows.length > 0 && rows[rows.length - 1] >= length) {
      throw new RangeError(`${length} rows, expected ${rows[rows.length - 1] + 1}`);
    }
    switch (type.id) {
      case KIND.null:
        this.#nodes.push([rows.length, nulls === 0 ? 0 : rows.length]);
        return;
      case KIND.union:
        return this.#union(field, { type, rows, length, nulls });
      case KIND.runEndEncoded:
        return this.#runs(field, { rows, length });
    }
    this.#validity(rows, nulls);
    switch (type.id) {
      case KIND.bool:
        this.#buffers.push(takeBits(this.#next(Math.ceil(length / 8), rows), rows));
        return;
      case KIND.binary:
      case KIND.utf8:
        return this.#texts({ rows, length, size: 4 });
      case KIND.largeBinary:
      case KIND.largeUtf8:
        return this.#texts({ rows, length, size: 8 });
      case KIND.binaryView:
      case KIND.utf8View: {
        this.#fixed({ rows, length, size: 16 });
        const count = this.#column.variadic[this.#view++];
        this.#variadic.push(count);
        for (let i = 0; i < count; i++) this.#buffers.push(this.#column.buffers[this.#buffer++]);
        return;
      }
      case KIND.list:
      case KIND.map:
        return this.#list(field, { rows, length, size: 4 });
      case KIND.largeList:
        return this.#list(field, { rows, length, size: 8 });
      case KIND.listView:
      case KIND.largeListView: {
        const size = type.id === KIND.listView ? 4 : 8;
        this.#fixed({ rows, length, size });
        this.#fixed({ rows, length, size });
        return this.#pass(field.children[0]);
      }
      case KIND.struct:
        for (const child of field.children) this.field(child, rows);
        return;
      case KIND.fixedSizeList:
        return this.field(field.children[0], repeatRows(rows, type.parameter(0)));
      default:
        return this.#fixed({ rows, length, size: sizeOf(type) });
    }
  }

  #nextNode(): { length: number; nulls: number } {
    const at = NODE_SIZE * this.#node++;
    return nodeOf(this.#column.nodes.subarray(at, at + NODE_SIZE));
  }

  /** The next buffer, which must have so many bytes unless no row is taken. */
  #next(length: number, rows: Uint32Array): Uint8Array {
    const bytes = this.#column.buffers[this.#buffer++];
    if (rows.length === 0) return NONE;
    if (bytes.length >= length) return bytes.subarray(0, length);
    throw new RangeError(`${bytes.length} bytes of values, expected ${length}`);
  }

  /** Takes the bits that say which rows are not null, and makes the node. */
  #validity(rows: Uint32Array, nulls: number): void {
    const bits = this.#column.buffers[this.#buffer++];
    if (nulls === 0 || rows.length === 0) {
      this.#nodes.push([rows.length, 0]);
      this.#buffers.push(NONE);
      return;
    }
    const length = Math.ceil((rows[rows.length - 1] + 1) / 8);
    if (bits.length < length) {
      throw new RangeError(`${bits.length} bytes of nulls, expected ${length}`);
    }
    const taken = takeBits(bits, rows);
    const missing = rows.length - countBits(taken);
    this.#nodes.push([rows.length, missing]);
    this.#buffers.push(missing === 0 ? NONE : taken);
  }

  #fixed({ rows, length, size }: { rows: Uint32Array; length: number; size: number }): void {
    this.#buffers.push(takeFixed(this.#next(length * size, rows), rows, size));
  }

  #texts({ rows, length, size }: { rows: Uint32Array; length: number; size: 4 | 8 }): void {
    const offsets = readOffsets(this.#next((length + 1) * size, rows), size);
    const bytes = this.#column.buffers[this.#buffer++];
    const ranges = takeRanges(offsets, rows, bytes.length);
    this.#buffers.push(writeOffsets(ranges.ends, size), copyRanges(bytes, ranges));
  }

  #list(
    field: ArrowField,
    { rows, length, size }: { rows: Uint32Array; length: number; size: 4 | 8 },
  ): void {
    const offsets = readOffsets(this.#next((length + 1) * size, rows), size);
    const { starts, ends } = takeRanges(offsets, rows, Infinity);
    this.#buffers.push(writeOffsets(ends, size));
    const inner = new Uint32Array(ends[rows.length]);
    for (let i = 0; i < rows.length; i++) {
      for (let to = ends[i], from = starts[i]; to < ends[i + 1]; to++, from++) inner[to] = from;
    }
    this.field(field.children[0], inner);
  }

  #union(
    field: ArrowField,
    { type, rows, length, nulls }: {
      type: FieldType;
      rows: Uint32Array;
      length: number;
      nulls: number;
    },
  ): void {
    const isDense = type.parameter(0) === 1;
    // Before version 5 a union had nulls of its own.
    if (field.own.buffers > (isDense ? 2 : 1)) this.#validity(rows, nulls);
    else this.#nodes.push([rows.length, 0]);
    const ids = takeFixed(this.#next(length, rows), rows, 1);
    this.#buffers.push(ids);
    if (!isDense) {
      for (const child of field.children) this.field(child, rows);
      return;
    }
    const offsets = takeFixed(this.#next(4 * length, rows), rows, 4);
    const places = new Int32Array(offsets.buffer, offsets.byteOffset, rows.length);
    const numbers = unionIds(field);
    const children = new Int8Array(ids.buffer).map((id) => numbers.indexOf(id));
    if (children.includes(-1)) throw new RangeError("a union has a value of an unknown type");
    const taken = field.children.map((_, child) => {
      const used = places.filter((_, i) => children[i] === child);
      if (used.some((place) => place < 0)) throw new RangeError("a union has a negative offset");
      // Values may be shared, and need not be in order.
      return Uint32Array.from(new Set(used)).sort();
    });
    const found = taken.map((list) => new Map(Array.from(list, (place, i) => [place, i])));
    for (let i = 0; i < places.length; i++) places[i] = found[children[i]].get(places[i])!;
    this.#buffers.push(offsets);
    field.children.forEach((child, i) => this.field(child, taken[i]));
  }

  /** Takes rows of a run-end encoded column, and drops runs without a kept row. */
  #runs(field: ArrowField, { rows, length }: { rows: Uint32Array; length: number }): void {
    this.#nodes.push([rows.length, 0]);
    const [endField, valueField] = field.children;
    const { length: count } = this.#nextNode();
    this.#buffer++; // run ends have no nulls
    const size = rowSize(fieldType(endField));
    const bytes = this.#column.buffers[this.#buffer++];
    if (bytes.length < count * size) {
      throw new RangeError(`${bytes.length} bytes of run ends, expected ${count * size}`);
    }
    const ends = readIntegers(bytes.subarray(0, count * size), size);
    const runs: number[] = [];
    const newEnds: number[] = [];
    let run = 0;
    for (let i = 0; i < rows.length; i++) {
      while (run < count && ends[run] <= rows[i]) run++;
      if (run === count) {
        throw new RangeError(`run ends up to ${ends[count - 1]} of ${length} rows`);
      }
      if (runs[runs.length - 1] !== run) {
        runs.push(run);
        newEnds.push(i + 1);
      } else {
        newEnds[newEnds.length - 1] = i + 1;
      }
    }
    this.#nodes.push([runs.length, 0]);
    this.#buffers.push(NONE, writeIntegers(newEnds, size));
    this.field(valueField, Uint32Array.from(runs));
  }

  /** Passes a nested column on as it is. */
  #pass(field: ArrowField): void {
    for (const { buffers, variadic } of columnLayout(field)) {
      const { length, nulls } = this.#nextNode();
      this.#nodes.push([length, nulls]);
      let count = buffers;
      if (variadic) {
        const more = this.#column.variadic[this.#view++];
        this.#variadic.push(more);
        count += more;
      }
      for (let i = 0; i < count; i++) this.#buffers.push(this.#column.buffers[this.#buffer++]);
    }
  }
}

function sizeOf(type: FieldType): number {
  if (type.id === KIND.fixedSizeBinary) return type.parameter(0);
  if (type.id === KIND.interval) return INTERVAL_SIZES[type.parameter(0)] ?? 0;
  return rowSize(type);
}

/** The numbers by which a union knows its children; by default, their places. */
function unionIds({ table: { slots }, children }: ArrowField): number[] {
  const parameters = slots[3];
  const list = parameters !== undefined && "slots" in parameters ? parameters.slots[1] : undefined;
  if (list === undefined || !("kind" in list) || list.kind !== "structs") {
    return children.map((_, i) => i);
  }
  return [...new Int32Array(list.bytes.slice().buffer)];
}

function countBits(bits: Uint8Array): number {
  let count = 0;
  for (let byte of bits) for (; byte > 0; byte &= byte - 1) count++;
  return count;
}

function takeFixed(bytes: Uint8Array, rows: Uint32Array, size: number): Uint8Array {
  const taken = new Uint8Array(rows.length * size);
  if (size % 4 === 0) {
    const words = size / 4;
    const from = aligned(bytes);
    const to = new Uint32Array(taken.buffer);
    if (words === 1) {
      for (let i = 0; i < rows.length; i++) to[i] = from[rows[i]];
    } else if (words === 2) {
      for (let i = 0; i < rows.length; i++) {
        const at = 2 * rows[i];
        to[2 * i] = from[at];
        to[2 * i + 1] = from[at + 1];
      }
    } else {
      for (let i = 0; i < rows.length; i++) {
        for (let word = 0; word < words; word++) {
          to[i * words + word] = from[rows[i] * words + word];
        }
      }
    }
    return taken;
  }
  for (let i = 0; i < rows.length; i++) {
    for (let byte = 0; byte < size; byte++) taken[i * size + byte] = bytes[rows[i] * size + byte];
  }
  return taken;
}

/** Words of bytes, which are copied if they do not lie as words must. */
function aligned(bytes: Uint8Array): Uint32Array {
  const own = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(own.buffer, own.byteOffset, own.length >> 2);
}

/** Offsets of texts or lists, of 4 or 8 bytes. */
function readOffsets(bytes: Uint8Array, size: 4 | 8): ArrayLike<number> {
  const words = aligned(bytes);
  if (size === 4) return words;
  const offsets = new Float64Array(words.length / 2);
  for (let i = 0; i < offsets.length; i++) offsets[i] = words[2 * i + 1] * 2 ** 32 + words[2 * i];
  return offsets;
}

function writeOffsets(offsets: Float64Array, size: 4 | 8): Uint8Array {
  return writeIntegers(offsets, size);
}

function readIntegers(bytes: Uint8Array, size: number): ArrayLike<number> {
  const { buffer } = bytes.slice();
  if (size === 2) return new Int16Array(buffer);
  return size === 4 ? new Int32Array(buffer) : Float64Array.from(new BigInt64Array(buffer), Number);
}

function writeIntegers(numbers: ArrayLike<number>, size: number): Uint8Array {
  const Integers = size === 2 ? Int16Array : Int32Array;
  const { buffer } = size === 8
    ? BigInt64Array.from(numbers as number[], BigInt)
    : Integers.from(numbers);
  return new Uint8Array(buffer);
}

/** Where the values of rows begin, and where they end when they are put one after another. */
interface Ranges {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
}

function takeRanges(offsets: ArrayLike<number>, rows: Uint32Array, most: number): Ranges {
  const starts = new Float64Array(rows.length);
  const ends = new Float64Array(rows.length + 1);
  let before = 0;
  for (let i = 0; i < rows.length; i++) {
    const start = offsets[rows[i]];
    const end = offsets[rows[i] + 1];
    if (start < before || end < start || end > most) {
      throw new RangeError(`values of row ${rows[i] + 1} from ${start} to ${end} lie outside`);
    }
    before = end;
    starts[i] = start;
    ends[i + 1] = ends[i] + (end - start);
  }
  return { starts, ends };
}

/** Bytes from which on a copy by the runtime is faster than a loop. */
const LONG = 48;

function copyRanges(bytes: Uint8Array, { starts, ends }: Ranges): Uint8Array {
  const taken = new Uint8Array(ends[starts.length]);
  for (let i = 0; i < starts.length;) {
    const start = starts[i];
    const to = ends[i];
    // Rows that follow one another are copied at once.
    do i++; while (i < starts.length && starts[i] - start === ends[i] - to);
    const length = ends[i] - to;
    if (length >= LONG) taken.set(bytes.subarray(start, start + length), to);
    else for (let byte = 0; byte < length; byte++) taken[to + byte] = bytes[start + byte];
  }
  return taken;
}

/** The rows of a list of a fixed size: so many for each. */
function repeatRows(rows: Uint32Array, size: number): Uint32Array {
  const inner = new Uint32Array(rows.length * size);
  for (let i = 0; i < rows.length; i++) {
    for (let k = 0; k < size; k++) inner[i * size + k] = rows[i] * size + k;
  }
  return inner;
}
