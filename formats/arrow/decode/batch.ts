import type { Batch, ColumnValues, Numbers } from "../../table.ts";
import type { ArrowField } from "../field.ts";
import { fieldType, indexType, valuesKind } from "../field_type.ts";
import { type BatchParts, nodeOf } from "./decode_batch.ts";
import type { Decompress } from "./decompress.ts";
import { type DictionaryParts, readDictionaryValues } from "./dictionary_values.ts";
import { type Message, reasonOf } from "./message_reader.ts";
import { readValues, sizeOf, toFloats } from "./read_values.ts";

/** A column as it lies in a message: what a writer needs to pass it on unseen. */
export interface RawColumn {
  /** Length and number of nulls, 16 bytes for the column and each column nested in it. */
  readonly nodes: Uint8Array;
  readonly buffers: readonly Uint8Array[];
  /** How many buffers the text and binary views among them have beyond the usual. */
  readonly variadic: readonly number[];
}

/** Columns of one length, as they lie in a message. */
export class RawColumns {
  readonly #message: Message;
  readonly #parts: BatchParts;
  readonly #decompress?: Decompress;
  readonly #buffers = new Map<number, readonly Uint8Array[]>();

  constructor(
    message: Message,
    { parts, decompress }: { parts: BatchParts; decompress?: Decompress },
  ) {
    this.#message = message;
    this.#parts = parts;
    this.#decompress = decompress;
  }

  /** The message they come in. */
  get message(): Message {
    return this.#message;
  }

  get rows(): number {
    return this.#parts.rows;
  }

  /** A column, decompressed. */
  column(index: number): RawColumn {
    const { nodes, buffers, variadic } = this.#parts.columns[index];
    let found = this.#buffers.get(index);
    if (found === undefined) {
      const { body } = this.#message;
      found = buffers.map(({ offset, length }) => body.subarray(offset, offset + length));
      if (this.#decompress !== undefined) found = this.#decompressed(found, index);
      this.#buffers.set(index, found);
    }
    return { nodes, buffers: found, variadic };
  }

  #decompressed(buffers: readonly Uint8Array[], index: number): Uint8Array[] {
    try {
      return buffers.map(this.#decompress!);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const { kind, origin } = this.#message;
      const column = kind === "batch" ? ` in column ${index + 1}` : "";
      throw new SyntaxError(
        `Cannot read ${origin}: damaged compressed data${column}: ${reasonOf(error)}`,
        { cause: error },
      );
    }
  }
}

/** The values of a dictionary, or more of them. */
export interface Dictionary {
  readonly id: number;
  /** Whether they come after those that were there, or replace them. */
  readonly isDelta: boolean;
  readonly values: RawColumns;
}

/** Some rows of an Arrow table. */
export class ArrowBatch implements Batch {
  readonly #fields: readonly ArrowField[];
  /** Its columns as they are. */
  readonly raw: RawColumns;
  /** The dictionaries that came before it and after the batch before. */
  readonly dictionaries: readonly Dictionary[];
  /** The dictionary of each column that has one, as it is for it. */
  readonly #known: readonly (DictionaryParts | undefined)[];
  readonly release?: () => void;

  constructor(
    raw: RawColumns,
    { fields, dictionaries, known, release }: {
      fields: readonly ArrowField[];
      dictionaries: readonly Dictionary[];
      known: readonly (DictionaryParts | undefined)[];
      release?: () => void;
    },
  ) {
    this.raw = raw;
    this.#fields = fields;
    this.dictionaries = dictionaries;
    this.release = release;
    this.#known = known;
  }

  get rows(): number {
    return this.raw.rows;
  }

  numbers(column: number): Numbers {
    const { name, type, typeName } = this.#fields[column];
    const { origin } = this.raw.message;
    if (type === undefined) {
      throw new TypeError(
        `Cannot read ${origin}: column ${JSON.stringify(name)} holds ${typeName}, expected numbers`,
      );
    }
    const { nodes, buffers: [validity, values] } = this.raw.column(column);
    const { nulls } = nodeOf(nodes);
    const length = this.rows * sizeOf(type);
    const bits = Math.ceil(this.rows / 8);
    if (values.length < length || nulls !== 0 && validity.length < bits) {
      throw new SyntaxError(
        `Cannot read ${origin}: column ${JSON.stringify(name)} has ${values.length} bytes of ` +
          `values and ${validity.length} of nulls, expected at least ${length} and ` +
          `${nulls === 0 ? 0 : bits} for ${this.rows} rows`,
      );
    }
    const floats = toFloats(values.subarray(0, length), type);
    return nulls === 0 ? { values: floats } : { values: floats, valid: validity.slice(0, bits) };
  }

  values(column: number): ColumnValues {
    const field = this.#fields[column];
    const { origin } = this.raw.message;
    const named = `Cannot read ${origin}: column ${JSON.stringify(field.name)}`;
    if (valuesKind(field) === undefined) {
      throw new TypeError(`${named} holds ${field.typeName}, expected numbers or texts`);
    }
    const raw = this.raw.column(column);
    const type = fieldType(field);
    try {
      if (field.dictionary === undefined) return readValues(raw, type);
      const dictionary = this.#known[column];
      return readDictionaryValues(raw, { dictionary, type, index: indexType(field) });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new SyntaxError(`${named}: ${reasonOf(error)}`, { cause: error });
    }
  }
}
