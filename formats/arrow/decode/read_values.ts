import type { FloatArray } from "../../../kernels/float_types.ts";
import type { ColumnValues, IntegerArray, NumberType, Texts } from "../../table.ts";
import { formatDate, formatDecimal, formatTime, formatTimestamp } from "../encode/format_values.ts";
import { type FieldType, TYPE } from "../field_type.ts";
import type { RawColumn } from "./batch.ts";
import { nodeOf } from "./decode_batch.ts";
import { plainTexts, textsOf, viewTexts } from "./texts.ts";

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
const FLOATS = ["float16", "float32", "float64"] as const;
const DECIMAL_BITS = [32, 64, 128, 256];
/** Zeros that a scale may add to a decimal: more than any type has digits. */
const MOST_SCALE = 1000;
const MOST_NULLS = 2 ** 25;

/**
 * Gives the values of a column that has no dictionary. Dates and times are texts as ISO 8601 has them,
 * decimals texts with all their digits.
 *
 * @throws {RangeError} If there are fewer bytes than the rows need, or offsets lead outside.
 */
export function readValues({ nodes, buffers }: RawColumn, type: FieldType): ColumnValues {
  const { length: rows, nulls } = nodeOf(nodes);
  if (type.id === TYPE.null) {
    // No byte of the input stands for them: its word alone would take the memory.
    if (rows > MOST_NULLS) throw new RangeError(`${rows} rows of nulls, at most ${MOST_NULLS}`);
    return textsOf(rows, () => undefined);
  }
  const [validity, first, second] = buffers;
  const valid = nulls === 0 ? undefined : need(validity, Math.ceil(rows / 8), "nulls");
  switch (type.id) {
    case TYPE.int:
      return { kind: "integers", values: readIntegers(first, { rows, type }), valid };
    case TYPE.float: {
      const float = FLOATS[type.parameter(0)];
      return { kind: "floats", values: toFloats(need(first, rows * sizeOf(float)), float), valid };
    }
    case TYPE.utf8:
    case TYPE.largeUtf8: {
      // A column without rows may lack its one offset.
      if (rows === 0) return textsOf(0, () => undefined);
      const isLarge = type.id === TYPE.largeUtf8;
      const offsets = need(first, (rows + 1) * (isLarge ? 8 : 4), "offsets").slice().buffer;
      const places = isLarge
        ? Int32Array.from(new BigInt64Array(offsets), smallOffset)
        : new Int32Array(offsets);
      return { ...plainTexts(places, second), valid };
    }
    case TYPE.utf8View:
      return {
        ...viewTexts(need(first, rows * 16), { rows, valid, data: buffers.slice(2) }),
        valid,
      };
    default:
      return readFormatted(first, { rows, type, valid });
  }
}

/** Gives integers, from bytes that need not begin where integers may. */
export function readIntegers(
  bytes: Uint8Array,
  { rows, type }: { rows: number; type: FieldType },
): IntegerArray {
  const name = `${type.parameter(1) ? "int" : "uint"}${type.parameter(0)}` as
    & NumberType
    & keyof typeof INTEGERS;
  if (!(name in INTEGERS)) throw new RangeError(`it has integers of an unknown type, ${name}`);
  return new INTEGERS[name](need(bytes, rows * sizeOf(name)).slice().buffer);
}

/** Values that become texts, one by one: none of these types is worth more. */
function readFormatted(
  bytes: Uint8Array,
  { rows, type, valid }: { rows: number; type: FieldType; valid?: Uint8Array },
): Texts {
  const isThere = (i: number): boolean => !valid || (valid[i >> 3] >> (i & 7) & 1) === 1;
  const format = formatter(bytes, { rows, type });
  const texts = textsOf(rows, (i) => isThere(i) ? format(i) : undefined);
  return { ...texts, decimal: type.id === TYPE.decimal };
}

function formatter(
  bytes: Uint8Array,
  { rows, type }: { rows: number; type: FieldType },
): (i: number) => string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const int32 = (i: number): bigint => BigInt(view.getInt32(4 * i, true));
  const int64 = (i: number): bigint => view.getBigInt64(8 * i, true);
  switch (type.id) {
    case TYPE.bool:
      need(bytes, Math.ceil(rows / 8));
      return (i) => (bytes[i >> 3] >> (i & 7) & 1) === 1 ? "true" : "false";
    case TYPE.date: {
      const isDays = type.parameter(0, 1) === 0;
      need(bytes, rows * (isDays ? 4 : 8));
      return isDays ? (i) => formatDate(int32(i) * 86_400_000n) : (i) => formatDate(int64(i));
    }
    case TYPE.time: {
      const read = type.parameter(1, 32) === 32 ? int32 : int64;
      need(bytes, rows * (read === int32 ? 4 : 8));
      return (i) => formatTime(read(i), type.parameter(0, 1));
    }
    case TYPE.timestamp: {
      need(bytes, rows * 8);
      const zone = type.hasText(1) ? "Z" : "";
      return (i) => formatTimestamp(int64(i), type.parameter(0)) + zone;
    }
    default: {
      const [scale, bits] = [type.parameter(1), type.parameter(2, 128)];
      if (!DECIMAL_BITS.includes(bits) || Math.abs(scale) > MOST_SCALE) {
        throw new RangeError(`it has decimals of ${bits} bits and scale ${scale}`);
      }
      const words = bits / 32;
      need(bytes, rows * words * 4);
      return (i) => formatDecimal(readWide(view, { at: i * words * 4, words }), scale);
    }
  }
}

function smallOffset(offset: bigint): number {
  if (offset >= 0n && offset < 2n ** 31n) return Number(offset);
  throw new RangeError(`an offset of texts is ${offset}, expected less than 2^31`);
}

/** An integer of some 32-bit words, the lowest first. */
function readWide(view: DataView, { at, words }: { at: number; words: number }): bigint {
  let value = BigInt(view.getInt32(at + 4 * (words - 1), true));
  for (let i = words - 2; i >= 0; i--) {
    value = value << 32n | BigInt(view.getUint32(at + 4 * i, true));
  }
  return value;
}

function need(bytes: Uint8Array, length: number, what: string = "values"): Uint8Array {
  if (bytes.length >= length) return bytes.subarray(0, length);
  throw new RangeError(`${bytes.length} bytes of ${what}, expected ${length}`);
}

const ARRAYS = {
  float16: Float16Array,
  float32: Float32Array,
  float64: Float64Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: Int32Array, // in halves
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: Uint32Array,
};

/** Bytes of a number. */
export function sizeOf(type: NumberType): number {
  return Number(type.replace(/^\D+/, "")) / 8;
}

/** Copies numbers into floats: floats as they are, to the bit, and integers as the nearest float64. */
export function toFloats(bytes: Uint8Array, type: NumberType): FloatArray {
  // A copy, because the bytes need not begin where numbers may.
  const { buffer } = bytes.slice();
  if (type === "float16" || type === "float32" || type === "float64") {
    return new ARRAYS[type](buffer);
  }
  if (type === "int64" || type === "uint64") return join64(buffer, type);
  return Float64Array.from(new ARRAYS[type](buffer));
}

// Both halves are exact as float64, so their sum is rounded once: correctly. Each float takes the room
// of the integer that it is made of.
function join64(buffer: ArrayBuffer, type: "int64" | "uint64"): Float64Array {
  const low = new Uint32Array(buffer);
  const high = type === "uint64" ? low : new Int32Array(buffer);
  const floats = new Float64Array(buffer);
  for (let i = 0; i < floats.length; i++) floats[i] = high[2 * i + 1] * 2 ** 32 + low[2 * i];
  return floats;
}
