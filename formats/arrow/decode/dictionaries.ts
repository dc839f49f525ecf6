import { maxUnpacked, UNPACKED_RULE } from "../../../io/limits.ts";
import type { Dictionary } from "./batch.ts";
import { type DictionaryState, KnownDictionary } from "./dictionary_values.ts";
import { type ArrowField, type ArrowSchema, fieldType, withDescendants } from "../field.ts";

/** The memory and the input that dictionaries take. */
interface Sizes {
  /** The number of bytes of memory after decompression. */
  bytes: number;
  /** The number of bytes of the input. */
  inputLength: number;
}

/** A dictionary and its sizes. */
interface Kept extends Sizes {
  readonly dictionary: KnownDictionary;
}

/** The dictionaries of a table at some position of its file or stream. */
export class Dictionaries {
  readonly #fields: ReadonlyMap<number, ArrowField>;
  readonly #kept = new Map<number, Kept>();
  readonly #all: Sizes = { bytes: 0, inputLength: 0 };
  /** The state that batches share until a dictionary changes. */
  #states: Map<number, DictionaryState> | undefined;

  constructor(schema: ArrowSchema) {
    this.#fields = fieldsOf(schema);
  }

  /** Returns the field whose values a dictionary holds. */
  fieldOf(id: number): ArrowField | undefined {
    return this.#fields.get(id);
  }

  /** Adds a dictionary. It replaces the existing one or adds values to it. */
  add({ id, isDelta, values }: Dictionary): void {
    const before = this.#kept.get(id);
    const type = fieldType(this.#fields.get(id)!);
    const kept = isDelta && before ||
      { dictionary: new KnownDictionary(type), bytes: 0, inputLength: 0 };
    if (kept !== before) this.#count(before, -1);
    const { bytes, message: { inputLength, origin } } = values;
    kept.dictionary.add(values);
    kept.bytes += bytes;
    kept.inputLength += inputLength;
    this.#kept.set(id, kept);
    this.#count({ bytes, inputLength }, 1);
    this.#states = undefined;
    this.#checkMemory(origin);
  }

  /** Returns all dictionaries in their current state. */
  states(): ReadonlyMap<number, DictionaryState> {
    return this.#states ??= new Map(
      Array.from(
        this.#kept,
        ([id, { dictionary }]) => [id, { dictionary, rows: dictionary.rows }],
      ),
    );
  }

  #count({ bytes, inputLength }: Sizes = { bytes: 0, inputLength: 0 }, sign: number): void {
    this.#all.bytes += sign * bytes;
    this.#all.inputLength += sign * inputLength;
  }

  // Dictionaries stay in memory as long as the table is read. There may be many, each of them
  // small.
  #checkMemory(origin: string): void {
    const { bytes, inputLength } = this.#all;
    if (bytes <= maxUnpacked(inputLength)) return;
    throw new SyntaxError(
      `Cannot read ${origin}: ${inputLength} compressed bytes of dictionaries would become ${bytes}, ` +
        `at most ${UNPACKED_RULE}; if that is right, write them without compression`,
    );
  }
}

// Fields may share a dictionary. Its values must then have the same type in all of them.
function fieldsOf({ fields }: ArrowSchema): Map<number, ArrowField> {
  const found = new Map<number, ArrowField>();
  for (const top of fields) {
    for (const field of withDescendants(top)) {
      if (field.dictionary !== undefined && !found.has(field.dictionary)) {
        found.set(field.dictionary, field);
      }
    }
  }
  return found;
}
