import { Float16Array, type FloatArray, type FloatType } from "../../../kernels/float_types.ts";
import type { ColumnValues, Entries, NumberEntries, Numbers, Texts } from "../../table.ts";
import {
  type ArrowField,
  type FieldType,
  fieldType,
  indexType,
  isBinary,
  isTexts,
} from "../field.ts";
import type { RawColumn } from "./batch.ts";
import {
  type ColumnRows,
  columnRows,
  readFloats,
  type RowRange,
  sliceRows,
} from "./column_rows.ts";
import {
  type DictionaryState,
  dictionaryTexts,
  entryLengths,
  readDictionaryValues,
  readEntries,
} from "./dictionary_values.ts";
import { entriesOf, floatsOf, numbersOfEntries } from "./raw_entries.ts";
import { readValues } from "./read_values.ts";
import { type TextLengths, textLengths } from "./texts.ts";

/**
 * Reads the values of any rows of a column.
 *
 * @throws {RangeError} If the column has fewer bytes than its rows need, or values lie outside.
 */
export class ColumnReader {
  readonly #field: ArrowField;
  readonly #type: FieldType;
  readonly #raw: RawColumn;
  /** All rows, once they are asked for: values, or indexes into the dictionary. */
  #all?: ColumnRows;
  /** The dictionary, if the rows are indexes. */
  readonly #state?: DictionaryState;

  constructor(field: ArrowField, { raw, state }: { raw: RawColumn; state?: DictionaryState }) {
    this.#field = field;
    this.#state = state;
    this.#type = state === undefined ? fieldType(field) : indexType(field);
    this.#raw = raw;
  }

  /** Returns the numbers of some rows, in an array that the caller owns unless it may be shared. */
  numbers(
    range: RowRange,
    { type, mayShare }: { readonly type: FloatType; readonly mayShare: boolean },
  ): Numbers {
    const { entries } = this.#raw;
    const { type: given } = this.#field;
    if (given === undefined) return readNumbers(this.values(range), type);
    if (entries !== undefined && "fixed" in entries.dictionary) {
      return numbersOfEntries(entries, range, given);
    }
    const { valid, buffers: [bytes] } = this.#slice(range);
    const floats = readFloats(bytes, given, { mayShare });
    return valid === undefined ? floats : { ...floats, valid: valid.slice() };
  }

  /** Returns the numbers of some rows as entries, if another format stores them so. */
  numberEntries({ first, rows }: RowRange): NumberEntries | undefined {
    const { entries } = this.#raw;
    const { type } = this.#field;
    if (type === undefined || entries === undefined) return undefined;
    const { values } = floatsOf(entries.dictionary, type);
    return { places: entries.places.subarray(first, first + rows), values };
  }

  /** Returns the values of some rows. Binary ones must be texts. */
  values(range: RowRange): ColumnValues {
    const rows = this.#slice(range);
    const values = this.#state === undefined
      ? readValues(rows, this.#type)
      : readDictionaryValues(rows, { state: this.#state, index: this.#type });
    if (values.kind === "texts" && isBinary(fieldType(this.#field))) checkTexts(values);
    return values;
  }

  /** Returns texts of a dictionary that is not much longer than the `rows` of the batch. */
  entries(range: RowRange, rows: number): Entries | undefined {
    // Those of binary values may be no texts, which matters only to a row that refers to them.
    if (isBinary(fieldType(this.#field))) return undefined;
    if (this.#state === undefined) return entriesOf(this.#raw.entries, range, this.#type);
    return readEntries(this.#slice(range), { state: this.#state, index: this.#type }, rows);
  }

  /** Returns the lengths of the texts of its values. */
  lengths(range: RowRange): TextLengths {
    const [type, state] = [this.#type, this.#state];
    if (state === undefined && !isTexts(type)) return textLengths({ ...range, buffers: [] }, type);
    const entries = entriesOf(this.#raw.entries, range, type);
    if (entries !== undefined) return entryLengths(entries);
    const rows = this.#slice(range);
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
    this.#all ??= columnRows(this.#raw, this.#type);
    return sliceRows(this.#all, { ...range, type: this.#type });
  }
}

/** @throws {RangeError} If a value is not UTF-8. */
function checkTexts({ offsets, bytes }: Texts): void {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let i = 1; i < offsets.length; i++) {
    try {
      decoder.decode(bytes.subarray(offsets[i - 1], offsets[i]));
    } catch (cause) {
      throw new RangeError(
        "it holds binary values that are not UTF-8 text; leave the column out",
        { cause },
      );
    }
  }
}

const FLOATS = { float16: Float16Array, float32: Float32Array, float64: Float64Array };

const ROUND = { float32: Math.fround, float16: Math.f16round };
/** The largest number of each type, and the number from which on rounding makes it infinite. */
const LARGEST = {
  float32: [2 ** 128 - 2 ** 104, 2 ** 128 - 2 ** 103],
  float16: [65504, 65520],
} as const;
const ONE = 0x74; // the t of true

/**
 * Reads values that are not plain numbers as numbers, into an array that the caller owns. Decimals
 * are rounded once to the type, `true` is 1 and `false` is 0, and numbers of a dictionary stay as
 * they are.
 */
function readNumbers(values: ColumnValues, type: FloatType): Numbers {
  const isWide = values.kind === "integers" && values.values.BYTES_PER_ELEMENT === 8;
  return {
    values: toFloats(values, type),
    valid: values.valid?.slice(),
    ...(isWide && { isWide }),
  };
}

function toFloats(values: ColumnValues, type: FloatType): FloatArray {
  if (values.kind === "floats") return values.values.slice();
  if (values.kind === "integers") return Float64Array.from(values.values, Number);
  return values.decimal ? readDecimals(values, type) : readBooleans(values);
}

function readBooleans({ offsets, bytes }: Texts): FloatArray {
  const floats = new Float64Array(offsets.length - 1);
  for (let i = 0; i < floats.length; i++) {
    floats[i] = +(offsets[i + 1] > offsets[i] && bytes[offsets[i]] === ONE);
  }
  return floats;
}

function readDecimals({ offsets, bytes }: Texts, type: FloatType): FloatArray {
  const floats = new FLOATS[type](offsets.length - 1);
  const decoder = new TextDecoder();
  for (let i = 0; i < floats.length; i++) {
    // A null has no text, which is read as 0.
    floats[i] = roundDecimal(decoder.decode(bytes.subarray(offsets[i], offsets[i + 1])), type);
  }
  return floats;
}

/** Returns the number of a type that is nearest to a plain decimal text. */
export function roundDecimal(text: string, type: FloatType): number {
  const nearest = Number(text);
  if (type === "float64") return nearest;
  const round = ROUND[type];
  const below = round(nearest);
  // This is the other neighbour if the float64 lies exactly in the middle of two numbers of the
  // type.
  const [largest, halfway] = LARGEST[type];
  const other = Math.abs(nearest) === halfway ? Math.sign(nearest) * largest : 2 * nearest - below;
  if (below === nearest || !Number.isFinite(other) || round(other) !== other) return below;
  // The decimal may lie next to that middle, and then decides itself.
  const side = compareWith(text, nearest);
  if (side === 0) return below;
  return side > 0 ? Math.max(below, other) : Math.min(below, other);
}

/** Compares a decimal with a float64 exactly: 1 if it is greater, -1 if it is less, 0 if equal. */
function compareWith(text: string, float: number): number {
  const [whole, fraction = ""] = text.split(".");
  const decimal = BigInt(whole + fraction);
  let [numerator, denominator] = [float, 1n];
  for (; !Number.isInteger(numerator); numerator *= 2) denominator *= 2n;
  const difference = decimal * denominator - BigInt(numerator) * 10n ** BigInt(fraction.length);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}
