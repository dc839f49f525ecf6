import { type ColumnRows, rowSize } from "./column_rows.ts";
import { type FieldType, isTexts, TYPE } from "../field.ts";
import { type TextCursor, textCursor } from "./texts.ts";

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
  // Views may share their texts.
  if (type.id === TYPE.utf8View) return { most: () => Infinity, cursor };
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
