import type { Texts } from "../../table.ts";
import { type ColumnRows, rowSize } from "./column_rows.ts";
import { type FieldType, hasLargeOffsets, isTexts, isView, TYPE } from "../field.ts";

const VIEW_SIZE = 16;
/** The maximum number of bytes of a text that a view holds itself. */
const MAX_INLINE = 12;
/** The number of bytes of texts that are joined at a time. */
const MAX_GATHERED = 2 ** 29;

/** Makes texts from a function of each row. No row is null. */
export function textsOf(rows: number, text: (row: number) => string | undefined): Texts {
  const parts: string[] = [];
  const offsets = new Int32Array(rows + 1);
  const valid = new Uint8Array(Math.ceil(rows / 8));
  for (let i = 0; i < rows; i++) {
    const part = text(i);
    // All of these texts are ASCII: one byte for each character.
    offsets[i + 1] = offsets[i] + (part?.length ?? 0);
    if (part === undefined) continue;
    valid[i >> 3] |= 1 << (i & 7);
    parts.push(part);
  }
  return { kind: "texts", offsets, bytes: new TextEncoder().encode(parts.join("")), valid };
}

/** Returns texts without copying, if their offsets grow and stay inside the buffer. */
export function plainTexts(offsets: Int32Array, bytes: Uint8Array): Texts {
  let before = offsets[0];
  let fine = before >= 0;
  for (let i = 1; i < offsets.length; i++) {
    fine &&= offsets[i] >= before;
    before = offsets[i];
  }
  if (!fine || before > bytes.length) throw outside(bytes);
  return { kind: "texts", offsets, bytes };
}

/** The text of the row that `moveTo` was called with. */
export interface TextCursor {
  bytes: Uint8Array;
  start: number;
  end: number;
  /** Moves to a row. A null has a text of no bytes. */
  moveTo(row: number): void;
}

/** Finds the texts of a column one by one. */
export function textCursor(column: ColumnRows, type: FieldType): TextCursor {
  if (isView(type)) return new ViewCursor(column);
  return new OffsetCursor(column, hasLargeOffsets(type) ? 8 : 4);
}

/** Texts that are stored one after another. */
class OffsetCursor implements TextCursor {
  readonly bytes: Uint8Array;
  start = 0;
  end = 0;
  readonly #offsets: DataView;
  readonly #size: 4 | 8;

  constructor({ buffers: [offsets, bytes] }: ColumnRows, size: 4 | 8) {
    this.bytes = bytes;
    this.#offsets = viewOf(offsets);
    this.#size = size;
  }

  moveTo(row: number): void {
    this.start = this.#offset(row);
    this.end = this.#offset(row + 1);
    if (!(this.start >= 0 && this.start <= this.end && this.end <= this.bytes.length)) {
      throw outside(this.bytes);
    }
  }

  #offset(row: number): number {
    const at = this.#size * row;
    return this.#size === 4
      ? this.#offsets.getInt32(at, true)
      : Number(this.#offsets.getBigInt64(at, true));
  }
}

/** Texts that are stored in several buffers, or in the views themselves. */
class ViewCursor implements TextCursor {
  bytes: Uint8Array;
  start = 0;
  end = 0;
  readonly #views: DataView;
  readonly #inline: Uint8Array;
  readonly #data: readonly Uint8Array[];
  readonly #valid?: Uint8Array;

  constructor({ buffers: [views, ...data], valid }: ColumnRows) {
    this.#views = viewOf(views);
    this.#inline = views;
    this.#data = data;
    this.#valid = valid;
    this.bytes = views;
  }

  moveTo(row: number): void {
    const at = row * VIEW_SIZE;
    // The text of a null may be anything.
    const isNull = this.#valid !== undefined && (this.#valid[row >> 3] >> (row & 7) & 1) === 0;
    const length = isNull ? 0 : this.#views.getInt32(at, true);
    if (length >= 0 && length <= MAX_INLINE) {
      this.bytes = this.#inline;
      this.start = at + 4;
    } else {
      const data = this.#data[this.#views.getInt32(at + 8, true)];
      this.start = this.#views.getInt32(at + 12, true);
      if (!(length >= 0 && this.start >= 0 && this.start + length <= data?.length)) {
        throw new RangeError(`a text of ${length} bytes lies outside of its buffer`);
      }
      this.bytes = data;
    }
    this.end = this.start + length;
  }
}

/** Copies texts from anywhere into one array, one after another. */
export function gatherTexts(rows: number, cursor: TextCursor): Texts {
  const offsets = new Int32Array(rows + 1);
  for (let i = 0, length = 0; i < rows; i++) {
    cursor.moveTo(i);
    length += cursor.end - cursor.start;
    // Rows may share a text, so that a few bytes can describe an endless amount of text.
    if (length > MAX_GATHERED) {
      throw new RangeError(
        `its texts in one batch are longer than ${MAX_GATHERED} bytes; take it in slices`,
      );
    }
    offsets[i + 1] = length;
  }
  const bytes = new Uint8Array(offsets[rows]);
  for (let i = 0; i < rows; i++) {
    cursor.moveTo(i);
    copyText(cursor, { to: bytes, at: offsets[i] });
  }
  return { kind: "texts", offsets, bytes };
}

/** Up to this many bytes, a loop is faster than a copy by the runtime. */
const SHORT = 24;

function copyText(
  { bytes, start, end }: TextCursor,
  { to, at }: { to: Uint8Array; at: number },
): void {
  if (end - start > SHORT) to.set(bytes.subarray(start, end), at);
  else for (let i = start; i < end; i++) to[at + i - start] = bytes[i];
}

function outside({ length }: Uint8Array): RangeError {
  return new RangeError(`offsets of texts lead outside of ${length} bytes, or back`);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** The lengths of the texts of a column, in bytes. */
export interface TextLengths {
  /** Returns an upper bound for the total length of the texts of the first rows. */
  most(rows: number): number;
  /** Finds the texts one by one. If missing, only the bound is known. */
  cursor?(): TextCursor;
}

/**
 * The maximum length of a formatted value. A date with a time, nanoseconds and a zone, or a decimal
 * of 256 bits, is shorter.
 */
const MAX_FORMATTED = 90;

/** Returns the lengths of the texts of a column without a dictionary. */
export function textLengths(column: ColumnRows, type: FieldType): TextLengths {
  if (!isTexts(type)) {
    const zeros = type.id === TYPE.decimal ? Math.abs(type.parameter(1)) : 0;
    const perRow = type.id === TYPE.null ? 0 : MAX_FORMATTED + zeros;
    return { most: (rows) => rows * perRow };
  }
  const cursor = (): TextCursor => textCursor(column, type);
  // Views may share their texts, but for those that they hold themselves.
  if (isView(type)) {
    const isInline = column.buffers.length === 1;
    return { most: (rows) => isInline ? rows * MAX_INLINE : Infinity, cursor };
  }
  const size = rowSize(type);
  const [{ buffer, byteOffset, byteLength }] = column.buffers;
  const offsets = new DataView(buffer, byteOffset, byteLength);
  const offset = (row: number): number =>
    size === 4 ? offsets.getInt32(4 * row, true) : Number(offsets.getBigInt64(8 * row, true));
  return { most: (rows) => rows === 0 ? 0 : offset(rows) - offset(0), cursor };
}

/** Options for counting rows. */
export interface FitOptions {
  readonly rows: number;
  readonly bytes: number;
  /**
   * Returns the lengths of a column's texts. It is called only when they are needed: there may be a
   * hundred thousand columns.
   */
  readonly lengthsOf: (column: number) => TextLengths;
}

/**
 * Returns how many rows have texts of at most the given number of bytes in the given columns
 * together; at least one.
 */
export function rowsThatFit(
  columns: readonly number[],
  { rows, bytes, lengthsOf }: FitOptions,
): number {
  // Most batches have short texts, which need not be measured one by one.
  let sum = 0;
  for (const column of columns) sum += Math.abs(lengthsOf(column).most(rows));
  if (sum <= bytes) return rows;
  const lengths = new Float64Array(rows);
  for (const column of columns) addLengths(lengths, lengthsOf(column));
  let row = 0;
  for (let length = 0; row < rows; row++) {
    length += lengths[row];
    if (length > bytes) break;
  }
  return Math.max(1, row);
}

function addLengths(lengths: Float64Array, { most, cursor }: TextLengths): void {
  if (cursor === undefined) {
    const each = most(1);
    for (let i = 0; i < lengths.length; i++) lengths[i] += each;
    return;
  }
  let row = 0;
  try {
    const texts = cursor();
    for (; row < lengths.length; row++) {
      texts.moveTo(row);
      lengths[row] += texts.end - texts.start;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // An error in a row is reported when its values are read on their own.
    lengths[row] = Infinity;
  }
}
