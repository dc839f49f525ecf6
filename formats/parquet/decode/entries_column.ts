import { freeMemory } from "../../../io/limits.ts";
import type { RawColumn, RawEntries } from "../../arrow/decode/batch.ts";
import { takeBits } from "../../keep_rows.ts";
import { countTextBytes, expandEntries } from "./expand_entries.ts";

/** Makes what Arrow calls the node of a column without others in it. */
export function makeNodes(rows: number, nulls: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new BigInt64Array([BigInt(rows), BigInt(nulls)]).buffer);
}

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

  /** Takes some rows, which stay entries. */
  keep(rows: Uint32Array): EntriesColumn {
    const { places, dictionary, validity } = this.entries;
    const kept = new Int32Array(rows.length);
    let nulls = 0;
    for (let i = 0; i < rows.length; i++) {
      const place = places[rows[i]];
      kept[i] = place;
      nulls += Number(place < 0);
    }
    return new EntriesColumn({
      nodes: makeNodes(rows.length, nulls),
      places: kept,
      dictionary,
      validity: nulls === 0 ? new Uint8Array(0) : takeBits(validity, rows),
    });
  }

  /** Frees its memory. The dictionary stays. */
  release(): void {
    freeMemory(this.entries.places);
    for (const buffer of this.#expanded ?? []) freeMemory(buffer);
  }
}
