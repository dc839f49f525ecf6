import type { ColumnValues, IntegerArray, Texts } from "../../table.ts";
import type { FloatArray } from "../../../kernels/float_types.ts";
import { type ColumnRows, rowSize } from "./column_rows.ts";
import { type FieldType, hasLargeOffsets, TYPE } from "../field.ts";
import { gatherTexts, plainTexts, textCursor, textsOf } from "./texts.ts";
import { Float16Array } from "../../../kernels/float_types.ts";

const INTEGERS = {
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
};
const FLOATS: readonly Elements<FloatArray>[] = [Float16Array, Float32Array, Float64Array];

/** A class of typed arrays. */
interface Elements<T> {
  new (buffer: ArrayBuffer, at?: number, length?: number): T;
  readonly BYTES_PER_ELEMENT: number;
}

/**
 * Returns the values of some rows of a column that has no dictionary. Dates and times become texts
 * in ISO 8601, decimals texts with all their digits.
 *
 * @throws {RangeError} If offsets lead outside.
 */
export function readValues(column: ColumnRows, type: FieldType): ColumnValues {
  const { rows, valid, buffers: [first, second] } = column;
  switch (type.id) {
    case TYPE.null:
      return noTexts(rows);
    case TYPE.int:
      return { kind: "integers", values: readIntegers(first, type), valid };
    case TYPE.duration:
      return { kind: "integers", values: elementsOf(first, BigInt64Array), valid };
    case TYPE.float:
      return { kind: "floats", values: elementsOf(first, FLOATS[type.parameter(0)]), valid };
    case TYPE.utf8:
    case TYPE.binary:
    case TYPE.largeUtf8:
    case TYPE.largeBinary:
      if (rows === 0) return textsOf(0, () => undefined);
      return { ...readTexts(first, { bytes: second, isLarge: hasLargeOffsets(type) }), valid };
    case TYPE.utf8View:
    case TYPE.binaryView:
      return { ...gatherTexts(rows, textCursor(column, type)), valid };
    default:
      return readFormatted(column, type);
  }
}

/** Returns integers. */
export function readIntegers(bytes: Uint8Array, type: FieldType): IntegerArray {
  const name = `${type.parameter(1) ? "int" : "uint"}${type.parameter(0)}` as keyof typeof INTEGERS;
  return elementsOf<IntegerArray>(bytes, INTEGERS[name]);
}

/** Returns a view of elements, or a copy if they are not aligned to their size. */
function elementsOf<T>(
  { buffer, byteOffset, byteLength }: Uint8Array,
  Elements: Elements<T>,
): T {
  const size = Elements.BYTES_PER_ELEMENT;
  const memory = buffer as ArrayBuffer;
  if (byteOffset % size === 0) return new Elements(memory, byteOffset, byteLength / size);
  return new Elements(memory.slice(byteOffset, byteOffset + byteLength));
}

function noTexts(rows: number): Texts {
  return {
    kind: "texts",
    offsets: new Int32Array(rows + 1),
    bytes: new Uint8Array(0),
    valid: new Uint8Array(Math.ceil(rows / 8)),
  };
}

function readTexts(
  offsets: Uint8Array,
  { bytes, isLarge }: { bytes: Uint8Array; isLarge: boolean },
): Texts {
  if (!isLarge) return plainTexts(elementsOf(offsets, Int32Array), bytes);
  // Halves of 32 bits, as 64-bit integers would take fifty times as long.
  const halves = elementsOf(offsets, Int32Array);
  const offset = (i: number): number => halves[2 * i + 1] * 2 ** 32 + (halves[2 * i] >>> 0);
  // A slice may begin beyond what 32 bits can address, if it is not longer than that itself.
  const base = offset(0) >= 0 && offset(0) <= bytes.length ? offset(0) : 0;
  const short = new Int32Array(halves.length / 2);
  for (let i = 0; i < short.length; i++) {
    const place = offset(i) - base;
    if (!(place >= 0 && place < 2 ** 31)) {
      throw new RangeError(`an offset of texts is ${offset(i)}, expected less than 2^31`);
    }
    short[i] = place;
  }
  return plainTexts(short, bytes.subarray(base));
}

/** Formats values as texts, one by one. None of these types is common enough for a faster way. */
function readFormatted({ rows, valid, buffers: [bytes] }: ColumnRows, type: FieldType): Texts {
  const isThere = (i: number): boolean => !valid || (valid[i >> 3] >> (i & 7) & 1) === 1;
  const format = formatter(bytes, type);
  const texts = textsOf(rows, (i) => isThere(i) ? format(i) : undefined);
  return { ...texts, decimal: type.id === TYPE.decimal };
}

function formatter(bytes: Uint8Array, type: FieldType): (i: number) => string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const int32 = (i: number): bigint => BigInt(view.getInt32(4 * i, true));
  const int64 = (i: number): bigint => view.getBigInt64(8 * i, true);
  const size = rowSize(type);
  switch (type.id) {
    case TYPE.bool:
      return (i) => (bytes[i >> 3] >> (i & 7) & 1) === 1 ? "true" : "false";
    case TYPE.date:
      return size === 4 ? (i) => formatDate(int32(i) * 86_400_000n) : (i) => formatDate(int64(i));
    case TYPE.time: {
      const read = size === 4 ? int32 : int64;
      return (i) => formatTime(read(i), type.parameter(0, 1));
    }
    case TYPE.timestamp: {
      const zone = type.hasText(1) ? "Z" : "";
      return (i) => formatTimestamp(int64(i), type.parameter(0)) + zone;
    }
    default: {
      const [scale, words] = [type.parameter(1), size / 4];
      return (i) => formatDecimal(readWide(view, { at: i * size, words }), scale);
    }
  }
}

/** Reads an integer of several 32-bit words, the lowest first. */
function readWide(view: DataView, { at, words }: { at: number; words: number }): bigint {
  let value = BigInt(view.getInt32(at + 4 * (words - 1), true));
  for (let i = words - 2; i >= 0; i--) {
    value = value << 32n | BigInt(view.getUint32(at + 4 * i, true));
  }
  return value;
}

// These functions format values that Arrow has and CSV does not, as ISO 8601 and plain decimals.

/** The number of digits after the second, by the number of the unit: s, ms, us, ns. */
const DIGITS = [0, 3, 6, 9];
/** The maximum that a Date can hold, in milliseconds. Later times have no calendar date. */
const MAX_MILLISECONDS = 8_640_000_000_000_000n;

/** Formats a day, given in milliseconds since 1970: `2024-02-29`. */
export function formatDate(milliseconds: bigint): string {
  return isoText(milliseconds).split("T")[0];
}

/** Formats a time of day, given in a unit: `12:34:56.789`. */
export function formatTime(value: bigint, unit: number): string {
  const { seconds, fraction } = split(value, unit);
  const [hours, rest] = [seconds / 3600n, seconds % 3600n];
  const parts = [hours, rest / 60n, rest % 60n].map((part) => String(part).padStart(2, "0"));
  return parts.join(":") + fraction;
}

/** Formats a time since 1970, given in a unit: `2024-02-29T12:34:56.789`. */
export function formatTimestamp(value: bigint, unit: number): string {
  const { seconds, fraction } = split(value, unit);
  return isoText(seconds * 1000n).slice(0, -".000Z".length) + fraction;
}

/** Formats value 10^-scale, with all digits. */
export function formatDecimal(value: bigint, scale: number): string {
  const sign = value < 0n ? "-" : "";
  const digits = String(value < 0n ? -value : value);
  if (scale <= 0) return sign + (value === 0n ? digits : digits + "0".repeat(-scale));
  const padded = digits.padStart(scale + 1, "0");
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

/** Splits a time into whole seconds and the text of the fraction. */
function split(value: bigint, unit: number): { seconds: bigint; fraction: string } {
  const digits = DIGITS[unit];
  if (digits === undefined) throw new RangeError(`a time in a unit that is not known, ${unit}`);
  const factor = 10n ** BigInt(digits);
  const above = (value % factor + factor) % factor;
  const fraction = digits === 0 ? "" : `.${String(above).padStart(digits, "0")}`;
  return { seconds: (value - above) / factor, fraction };
}

function isoText(milliseconds: bigint): string {
  if (milliseconds > MAX_MILLISECONDS || milliseconds < -MAX_MILLISECONDS) {
    throw new RangeError(`a time ${milliseconds / 1000n} seconds from 1970 has no date`);
  }
  return new Date(Number(milliseconds)).toISOString();
}
