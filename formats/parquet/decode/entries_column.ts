import { freeMemory } from "../../../io/limits.ts";
import type { RawColumn, RawEntries } from "../../arrow/decode/batch.ts";
import { countTextBytes, expandEntries } from "./expand_entries.ts";

/** Bytes of an offset of a text. */
const OFFSET = 4;

/** A column of entries of a dictionary. Their values are put one after another when they are first asked for. */
export class EntriesColumn implements RawColumn {
  readonly nodes: Uint8Array;
  readonly entries: RawEntries;
  readonly variadic: readonly number[] = [];
  #expanded: readonly Uint8Array[] | undefined;

  constructor({ nodes, ...entries }: RawEntries & Pick<RawColumn, "nodes">) {
    this.nodes = nodes;
    this.entries = entries;
  }

  /** The number of bytes of all buffers. */
  get bytes(): number {
    const { places, dictionary, validity } = this.entries;
    const values = "texts" in dictionary
      ? (places.length + 1) * OFFSET + countTextBytes(places, dictionary.texts)
      : places.length * dictionary.size;
    return validity.length + values;
  }

  get buffers(): readonly Uint8Array[] {
    return [this.entries.validity, ...this.#expanded ??= expandEntries(this.entries)];
  }

  /** Frees its memory. The dictionary stays. */
  release(): void {
    freeMemory(this.entries.places);
    for (const buffer of this.#expanded ?? []) freeMemory(buffer);
  }
}
