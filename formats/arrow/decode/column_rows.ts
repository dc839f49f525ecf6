import { Float16Array, type FloatArray } from "../../../kernels/float_types.ts";
import { sliceBits } from "../../slice_batches.ts";
import { convertWide } from "../../../kernels/wide_integers.ts";
import type { Numbers, NumberType } from "../../table.ts";
import type { RawColumn } from "./batch.ts";
import { nodeOf } from "./decode_batch.ts";
import { type FieldType, FIXED_SIZE_BINARY, hasOffsets, TYPE } from "../field.ts";

/** Some rows of a column, as they are stored. */
export interface ColumnRows {
  readonly rows: number;
  /**
   * One bit for each row, which is 0 for null. If missing, no row is null, or the type has only
   * nulls.
   */
  readonly valid?: Uint8Array;
  /**
   * The buffers after the validity bits. For texts, these are offsets or views, followed by the
   * bytes that they refer to.
   */
  readonly buffers: readonly Uint8Array[];
}

/** A range of rows. */
export interface RowRange {
  readonly first: number;
  readonly rows: number;
}

const DECIMAL_BITS = [32, 64, 128, 256];
/** The maximum number of zeros that a scale may add to a decimal: more than any type has digits. */
const MAX_SCALE = 1000;
const MAX_NULLS = 2 ** 25;

/**
 * Finds all rows of a column whose values can be read.
 *
 * @throws {RangeError} If the column has fewer bytes than its rows need.
 */
export function columnRows(
  { nodes, buffers: [validity, values, ...others] }: RawColumn,
  type: FieldType,
): ColumnRows {
  const { length: rows, nulls } = nodeOf(nodes);
  if (type.id === TYPE.null) {
    // Such rows take no bytes of the input. Without this check, a small input could claim any
    // number of rows and take any time.
    if (rows > MAX_NULLS) throw new RangeError(`${rows} rows of nulls, at most ${MAX_NULLS}`);
    return { rows, buffers: [] };
  }
  const bits = Math.ceil(rows / 8);
  const valid = nulls === 0 ? undefined : need(validity, bits, "nulls");
  if (type.id === TYPE.bool) return { rows, valid, buffers: [need(values, bits)] };
  const size = rowSize(type);
  const isTexts = hasOffsets(type);
  // The end of the last text. A column without rows may lack even the first offset.
  const length = rows * size + (isTexts && rows > 0 ? size : 0);
  const first = need(values, length, isTexts ? "offsets" : "values");
  return { rows, valid, buffers: [first, ...others] };
}

/** Returns some of the rows that were found. */
export function sliceRows(
  all: ColumnRows,
  { type, first, rows }: RowRange & { type: FieldType },
): ColumnRows {
  if (rows === all.rows) return all;
  if (type.id === TYPE.null) return { rows, buffers: [] };
  const valid = all.valid && sliceBits(all.valid, { first, rows });
  const [values, ...others] = all.buffers;
  if (type.id === TYPE.bool) return { rows, valid, buffers: [sliceBits(values, { first, rows })] };
  const size = rowSize(type);
  const end = (first + rows + (hasOffsets(type) ? 1 : 0)) * size;
  return { rows, valid, buffers: [values.subarray(first * size, end), ...others] };
}

/** Returns the number of bytes of a row in the first buffer of values. */
export function rowSize(type: FieldType): number {
  switch (type.id) {
    case TYPE.int: {
      const bits = type.parameter(0);
      if ([8, 16, 32, 64].includes(bits)) return bits / 8;
      const name = `${type.parameter(1) ? "int" : "uint"}${bits}`;
      throw new RangeError(`it has integers of an unknown type, ${name}`);
    }
    case TYPE.float:
      return 2 << type.parameter(0);
    case TYPE.utf8:
    case TYPE.binary:
      return 4;
    case TYPE.date:
      return type.parameter(0, 1) === 0 ? 4 : 8;
    case TYPE.time:
      return type.parameter(1, 32) === 32 ? 4 : 8;
    case TYPE.decimal: {
      const [scale, bits] = [type.parameter(1), type.parameter(2, 128)];
      if (DECIMAL_BITS.includes(bits) && Math.abs(scale) <= MAX_SCALE) return bits / 8;
      throw new RangeError(`it has decimals of ${bits} bits and scale ${scale}`);
    }
    case TYPE.utf8View:
    case TYPE.binaryView:
      return 16;
    case FIXED_SIZE_BINARY:
      return type.parameter(0);
    default: // timestamps, durations and large offsets
      return 8;
  }
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
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
};

/**
 * Reads numbers as floats. Floats keep their bits, and integers become the nearest float64. Floats that
 * may share the memory of the bytes are not copied if they are aligned there.
 */
export function readFloats(
  bytes: Uint8Array,
  type: NumberType,
  { mayShare = false }: { readonly mayShare?: boolean } = {},
): Pick<Numbers, "values" | "isWide"> {
  if (type === "int64" || type === "uint64") {
    const { values, isWide } = convertWide(bytes, type === "int64");
    return isWide ? { values, isWide } : { values };
  }
  const Elements = ARRAYS[type];
  const size = Elements.BYTES_PER_ELEMENT;
  const isFloat = type === "float16" || type === "float32" || type === "float64";
  const isCopied = bytes.byteOffset % size !== 0 || isFloat && !mayShare;
  const { buffer, byteOffset, length } = isCopied ? bytes.slice() : bytes;
  const numbers = new Elements(buffer as ArrayBuffer, byteOffset, length / size);
  return { values: isFloat ? numbers as FloatArray : new Float64Array(numbers) };
}

/** Returns the number of bytes of a number. */
export function sizeOf(type: NumberType): number {
  return Number(/\d+$/.exec(type)![0]) / 8;
}
