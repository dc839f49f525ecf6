import { freeMemory } from "../../../io/limits.ts";
import type { RawColumn } from "../../arrow/decode/batch.ts";
import type { Entries } from "../../table.ts";
import { type TakenEntries, textBytes } from "./text_rows.ts";

/** What is known of a column. */
export interface EntriesNode extends TakenEntries {
  readonly nodes: Uint8Array;
  /** The bits of rows that are not null; none if all are. */
  readonly validity: Uint8Array;
}

/** Bytes of an offset. */
const OFFSET = 4;
/** Up to so many bytes a loop is faster than a copy by the runtime. */
const SHORT = 24;

/** A column of texts that are entries of a dictionary. They are put one after another when they are first asked for. */
export class EntriesColumn implements RawColumn {
  readonly entries: Entries;
  readonly nodes: Uint8Array;
  readonly variadic: readonly number[] = [];
  /** The number of bytes of all buffers. */
  readonly bytes: number;
  readonly #validity: Uint8Array;
  #joined: readonly Uint8Array[] | undefined;

  constructor({ nodes, validity, entries, bytes }: EntriesNode) {
    this.entries = entries;
    this.nodes = nodes;
    this.bytes = validity.length + (entries.places.length + 1) * OFFSET + bytes;
    this.#validity = validity;
  }

  get buffers(): readonly Uint8Array[] {
    return [this.#validity, ...this.#joined ??= this.#join()];
  }

  /** Frees its memory. The dictionary stays. */
  release(): void {
    freeMemory(this.entries.places);
    for (const buffer of this.#joined ?? []) freeMemory(buffer);
  }

  #join(): readonly Uint8Array[] {
    const { places, texts: { offsets, bytes } } = this.entries;
    const ends = new Int32Array(places.length + 1);
    places.forEach((place, i) => ends[i + 1] = ends[i] + textBytes(offsets, place));
    const joined = new Uint8Array(ends[places.length]);
    places.forEach((place, i) => {
      const length = ends[i + 1] - ends[i];
      if (length > SHORT) {
        joined.set(bytes.subarray(offsets[place], offsets[place + 1]), ends[i]);
      } else {
        for (let j = 0; j < length; j++) joined[ends[i] + j] = bytes[offsets[place] + j];
      }
    });
    return [new Uint8Array(ends.buffer), joined];
  }
}
