import type { ColumnValues, Numbers, NumberType } from "../../table.ts";
import type { RawColumn } from "./batch.ts";
import { type ColumnRows, columnRows, type RowRange, sliceRows } from "./column_rows.ts";
import {
  type DictionaryState,
  dictionaryTexts,
  readDictionaryValues,
} from "./dictionary_values.ts";
import { type ArrowField, type FieldType, fieldType, indexType, isTexts } from "../field.ts";
import { readValues } from "./read_values.ts";
import { type TextLengths, textLengths } from "./texts.ts";
import { readNumbers } from "./read_numbers.ts";
import type { FloatArray, FloatType } from "../../../kernels/float_types.ts";
import { Float16Array } from "../../../kernels/float_types.ts";

/**
 * Reads the values of any rows of a column.
 *
 * @throws {RangeError} If the column has fewer bytes than its rows need, or values lie outside.
 */
export class ColumnReader {
  readonly #field: ArrowField;
  readonly #type: FieldType;
  /** All rows: values, or indexes into the dictionary. */
  readonly #all: ColumnRows;
  /** The dictionary, if the rows are indexes. */
  readonly #state?: DictionaryState;

  constructor(field: ArrowField, { raw, state }: { raw: RawColumn; state?: DictionaryState }) {
    this.#field = field;
    this.#state = state;
    this.#type = state === undefined ? fieldType(field) : indexType(field);
    this.#all = columnRows(raw, this.#type);
  }

  /** Returns the numbers of some rows, in an array that the caller owns. */
  numbers(range: RowRange, type: FloatType): Numbers {
    if (this.#field.type === undefined) return readNumbers(this.values(range), type);
    const { valid, buffers: [bytes] } = this.#slice(range);
    const values = toFloats(bytes, this.#field.type);
    const { type: given } = this.#field;
    const isWide = given === "int64" || given === "uint64";
    return { values, ...(valid && { valid: valid.slice() }), ...(isWide && { isWide }) };
  }

  values(range: RowRange): ColumnValues {
    const rows = this.#slice(range);
    if (this.#state === undefined) return readValues(rows, this.#type);
    return readDictionaryValues(rows, { state: this.#state, index: this.#type });
  }

  /** Returns the lengths of the texts of its values. */
  lengths(range: RowRange): TextLengths {
    const [rows, type, state] = [this.#slice(range), this.#type, this.#state];
    if (state === undefined) return textLengths(rows, type);
    const { dictionary } = state;
    if (!isTexts(dictionary.type)) return textLengths(rows, dictionary.type);
    const { longest } = dictionary;
    return {
      most: (rows) => rows * longest,
      cursor: () => dictionaryTexts(rows, { state, index: type }),
    };
  }

  #slice(range: RowRange): ColumnRows {
    return sliceRows(this.#all, { ...range, type: this.#type });
  }
}

const ARRAYS = {
  float16: Float16Array,
  float32: Float32Array,
  float64: Float64Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: Int32Array, // as two halves
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: Uint32Array,
};

/** Copies numbers into floats. Floats keep their bits, and integers become the nearest float64. */
function toFloats(bytes: Uint8Array, type: NumberType): FloatArray {
  // The bytes are copied, because they need not be aligned for their type.
  const { buffer } = bytes.slice();
  if (type === "float16" || type === "float32" || type === "float64") {
    return new ARRAYS[type](buffer);
  }
  if (type === "int64" || type === "uint64") return join64(buffer, type);
  return Float64Array.from(new ARRAYS[type](buffer));
}

// Both halves are exact in float64, so that their sum is rounded once, and correctly. Each float
// takes the place of its integer.
function join64(buffer: ArrayBuffer, type: "int64" | "uint64"): Float64Array {
  const low = new Uint32Array(buffer);
  const high = type === "uint64" ? low : new Int32Array(buffer);
  const floats = new Float64Array(buffer);
  for (let i = 0; i < floats.length; i++) floats[i] = high[2 * i + 1] * 2 ** 32 + low[2 * i];
  return floats;
}
