import { decoding, type MessageHead } from "../../formats/arrow/decode/message_reader.ts";

/** A dictionary as it was written: its metadata and its values. */
interface Written {
  readonly metadata: Uint8Array;
  readonly body: Uint8Array;
}

/**
 * Says which dictionaries of a piece are new. A piece begins with the dictionaries that its batches
 * need, also those that an earlier piece has brought already.
 */
export class DictionaryLog {
  readonly #container: "file" | "stream";
  /** For each dictionary the message that made it, and those that added to it. */
  readonly #written = new Map<number, Written[]>();
  /** How many of them the piece has repeated so far. */
  readonly #repeated = new Map<number, number>();
  #path = "";

  constructor(container: "file" | "stream") {
    this.#container = container;
  }

  /** Begins another piece. */
  begin(path: string): void {
    this.#path = path;
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
    if (isDelta) written.push(message);
    else if (written.length > 0 && this.#container === "file") {
      // A stream may repeat a dictionary with every batch.
      if (same(written[0], message)) return false;
      throw new TypeError(
        `Cannot join ${this.#path}: its dictionary ${id} differs from that of the pieces before, ` +
          `and a file has one; write a stream (--to arrows)`,
      );
    } else written.splice(0, Infinity, message);
    this.#written.set(id, written);
    this.#repeated.set(id, written.length);
    return true;
  }
}

function same(a: Written, b: Written): boolean {
  return sameBytes(a.metadata, b.metadata) && sameBytes(a.body, b.body);
}

/** Whether two arrays hold the same bytes. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
