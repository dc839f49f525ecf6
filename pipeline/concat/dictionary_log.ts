import { sameBytes } from "../../io/same_bytes.ts";
import { decoding } from "../../formats/arrow/decode/flatbuffer_reader.ts";
import type { MessageHead } from "../../formats/arrow/decode/message_reader.ts";

/** A dictionary as it was written: its metadata and its values. */
interface Written {
  readonly metadata: Uint8Array;
  readonly body: Uint8Array;
}

/**
 * Returns which dictionaries of a piece are new. A piece begins with the dictionaries that its batches
 * need, also those that an earlier piece has brought already.
 */
export class DictionaryLog {
  readonly #container: "file" | "stream";
  /** For each dictionary the message that made it, and those that added to it. */
  readonly #written = new Map<number, Written[]>();
  /** How many of them the piece has repeated so far. */
  readonly #repeated = new Map<number, number>();
  #path = "";
  #pieces = 0;

  constructor(container: "file" | "stream") {
    this.#container = container;
  }

  /** Begins another piece. */
  begin(path: string): void {
    this.#path = path;
    this.#pieces++;
    this.#repeated.clear();
  }

  /** Whether a dictionary is to be written. */
  isNew({ header, origin, metadata }: MessageHead, body: Uint8Array): boolean {
    const { id, isDelta } = decoding(origin, () => ({
      id: header.int64(0),
      isDelta: header.bool(2),
    }));
    const written = this.#written.get(id) ?? [];
    const repeated = this.#repeated.get(id) ?? 0;
    const message = { metadata, body };
    if (repeated < written.length && same(written[repeated], message)) {
      this.#repeated.set(id, repeated + 1);
      return false;
    }
    // An addition counts from the values that are there: others must not have been added before.
    if (isDelta && repeated < written.length) throw this.#differs(id);
    if (!isDelta && written.length > 0) {
      // A stream may repeat a dictionary. What the first piece repeats, the joined stream repeats.
      const isRepeated = written.length === 1 && same(written[0], message);
      if (isRepeated && (this.#container === "file" || this.#pieces > 1)) return false;
      if (this.#container === "file") throw this.#differs(id);
      written.length = 0;
    }
    written.push(message);
    this.#written.set(id, written);
    this.#repeated.set(id, written.length);
    return true;
  }

  #differs(id: number): TypeError {
    const advice = this.#container === "file"
      ? "and an Arrow file can hold only one; write a stream (--to arrows)"
      : "and both have deltas; rewrite each with specol convert";
    return new TypeError(
      `Cannot join ${this.#path}: its dictionary ${id} differs from that of earlier pieces, ${advice}`,
    );
  }
}

function same(a: Written, b: Written): boolean {
  return sameBytes(a.metadata, b.metadata) && sameBytes(a.body, b.body);
}
