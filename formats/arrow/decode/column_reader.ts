import type { ColumnValues, Numbers } from "../../table.ts";
import type { RawColumn } from "./batch.ts";
import { type ColumnRows, columnRows, type RowRange, sliceRows } from "./column_rows.ts";
import {
  type DictionaryState,
  dictionaryTexts,
  readDictionaryValues,
} from "./dictionary_values.ts";
import type { ArrowField } from "../field.ts";
import { type FieldType, fieldType, indexType, isTexts } from "../field_type.ts";
import { readValues } from "./read_values.ts";
import { type TextLengths, textLengths } from "./text_lengths.ts";
import { toFloats } from "./to_floats.ts";

/**
 * Reads the values of a column, of any rows.
 *
 * @throws {RangeError} If the column has fewer bytes than its rows need, or values lie outside.
 */
export class ColumnReader {
  readonly #field: ArrowField;
  readonly #type: FieldType;
  /** All rows: values, or indices into the dictionary. */
  readonly #all: ColumnRows;
  /** The dictionary, where there are indices. */
  readonly #state?: DictionaryState;

  constructor(field: ArrowField, { raw, state }: { raw: RawColumn; state?: DictionaryState }) {
    this.#field = field;
    this.#state = state;
    this.#type = state === undefined ? fieldType(field) : indexType(field);
    this.#all = columnRows(raw, this.#type);
  }

  /** Numbers, in an array of the caller's. */
  numbers(range: RowRange): Numbers {
    const { valid, buffers: [bytes] } = this.#slice(range);
    const values = toFloats(bytes, this.#field.type!);
    return valid === undefined ? { values } : { values, valid: valid.slice() };
  }

  values(range: RowRange): ColumnValues {
    const rows = this.#slice(range);
    if (this.#state === undefined) return readValues(rows, this.#type);
    return readDictionaryValues(rows, { state: this.#state, index: this.#type });
  }

  /** How long the texts of its values are. */
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
