import type { ByteSource } from "../../pipeline/byte_source.ts";
import { readFull } from "../../pipeline/read_full.ts";
import { recognise } from "../recognise.ts";
import type { KeyValues } from "./field.ts";
import { FlatTable } from "./flat_table.ts";

// What a message is about, by the number that the format gives it.
const MESSAGE_KINDS = [
  "nothing",
  "schema",
  "dictionary",
  "batch",
  "tensor",
  "sparse tensor",
];

/** A message of an Arrow file or stream. */
export interface Message {
  /** `schema`, `dictionary`, `batch`, or what else is not read. */
  readonly kind: string;
  /** What it is about. */
  readonly header: FlatTable;
  /** Bytes of the metadata. */
  readonly metadataLength: number;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Version of the metadata: 3 for V4, 4 for V5. */
  readonly version: number;
  /** Keys and values that the user gave it. */
  readonly customMetadata: KeyValues;
  /** Byte of the input at which it begins. */
  readonly at: number;
  /** Where it is, for messages: `x.arrow: byte 1200`. */
  readonly origin: string;
}

const MAGIC = "ARROW1";
const CONTINUATION = 0xffffffff;
const V4 = 3;
const V5 = 4;
// Memory that is taken on the word of an input that does not say how long it is.
const TRUSTED = 2 ** 24;
// Bytes that are read together, where fewer are asked for.
const LOOK_AHEAD = 4096;
// Bodies that wait to be read into.
const MOST_FREE = 4;
// And that which is taken, as the bytes arrive, of one that is compressed: it may be made to hold anything.
const MOST_COMPRESSED = 2 ** 28;
// A batch takes 24 bytes of it.
const MAX_FOOTER = 2 ** 26;

/** Reads the messages of an Arrow file or stream, front to back. */
export class MessageReader {
  readonly #source: ByteSource;
  #at = 0;
  // What was read and belongs to what comes next.
  #ahead: Uint8Array = new Uint8Array(0);
  #legacy = false;
  // Bodies that are done with.
  readonly #free: ArrayBuffer[] = [];
  /** Whether the messages are in a file, with a footer, or are a bare stream. */
  readonly container: "file" | "stream";

  private constructor(
    source: ByteSource,
    { container, head }: { container: "file" | "stream"; head: Uint8Array },
  ) {
    this.#source = source;
    this.container = container;
    this.#at = container === "file" ? head.length : 0;
    this.#ahead = container === "file" ? this.#ahead : head;
  }

  /** Finds out whether it is a file or a stream. */
  static async open(source: ByteSource): Promise<MessageReader> {
    const { name } = source;
    const bytes = new Uint8Array(8);
    const head = bytes.subarray(0, await readFull(source, bytes));
    if (head.length === 0) {
      throw new SyntaxError(`Cannot read ${name}: it is empty, expected an Arrow file or stream`);
    }
    const container = containerOf(head);
    if (container === undefined) {
      throw new SyntaxError(
        `Cannot read ${name}: not an Arrow file or stream: it is ${recognise(head).words}`,
      );
    }
    if (head.length < 8) throw truncated(name, { end: head.length, at: 0, expected: 8 });
    return new MessageReader(source, { container, head });
  }

  /** Byte of the input that is read next. */
  get position(): number {
    return this.#at;
  }

  /** The next message, or nothing at the end of the stream. */
  async read(): Promise<Message | undefined> {
    const at = this.#at;
    const length = await this.#readPrefix();
    if (length === 0) return undefined;
    const origin = `${this.#source.name}: byte ${at}`;
    const metadata = await this.#readBytes(length, { at, what: "metadata" });
    const parts = decoding(origin, () => {
      const message = FlatTable.root(metadata);
      const header = message.table(2);
      const bodyLength = message.int64(3);
      if (header === undefined || bodyLength < 0) throw new RangeError("it has no header");
      return {
        version: message.int16(0),
        kind: MESSAGE_KINDS[message.byte(1)] ?? "message of an unknown kind",
        header,
        bodyLength,
        customMetadata: keyValues(message, 4),
      };
    });
    const { version, bodyLength } = parts;
    if (version !== V4 && version !== V5) {
      throw new TypeError(
        `Cannot read ${origin}: version ${version + 1} of the metadata, supported are 4 and 5 ` +
          `(Arrow 0.8 and later)`,
      );
    }
    const body = await this.#readBytes(bodyLength, { at, what: parts.kind, recycles: true });
    return { ...parts, metadataLength: length, body, at, origin };
  }

  /**
   * Takes back the body of a message that nobody needs any more, to read others into it: memory that
   * is new costs as much as reading.
   */
  recycle({ buffer }: Uint8Array<ArrayBuffer>): void {
    if (this.#free.includes(buffer)) return;
    // The oldest has waited longest for a body of its size.
    if (this.#free.push(buffer) > MOST_FREE) this.#free.shift();
  }

  /** Whether there is nothing left. */
  async atEnd(): Promise<boolean> {
    return await this.#fill(new Uint8Array(1)) === 0;
  }

  /** All that is left: the footer of a file. */
  async readRest(): Promise<Uint8Array> {
    let bytes = new Uint8Array(2 ** 12);
    for (let found = 0;;) {
      found += await this.#fill(bytes.subarray(found));
      if (found < bytes.length) return bytes.subarray(0, found);
      if (found > MAX_FOOTER) break;
      const larger = new Uint8Array(2 * found);
      larger.set(bytes);
      bytes = larger;
    }
    throw new SyntaxError(
      `Cannot read ${this.#source.name}: more than ${MAX_FOOTER} bytes after the last message`,
    );
  }

  // Bytes of metadata that follow, 0 at the end of the stream.
  async #readPrefix(): Promise<number> {
    const at = this.#at;
    const bytes = new Uint8Array(4);
    let found = await this.#fill(bytes);
    // A stream may just end, a file may not.
    if (found === 0 && this.container === "stream") return 0;
    if (found < 4) throw truncated(this.#source.name, { end: at + found, at, expected: 4 });
    let length = new DataView(bytes.buffer).getUint32(0, true);
    if (length === CONTINUATION) {
      found = await this.#fill(bytes);
      if (found < 4) throw truncated(this.#source.name, { end: at + 4 + found, at, expected: 8 });
      length = new DataView(bytes.buffer).getUint32(0, true);
    } else if (at <= 8 || this.#legacy) {
      // Before Arrow 0.15 messages began with their length, in all of a file or in none.
      this.#legacy = true;
    } else if (this.container === "file" && length !== 0) {
      // Some writers leave out the end of the stream: this is the footer.
      this.#ahead = Uint8Array.of(...bytes, ...this.#ahead);
      this.#at = at;
      return 0;
    }
    return length;
  }

  async #readBytes(
    length: number,
    { at, what, recycles = false }: { at: number; what: string; recycles?: boolean },
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { name, size, compressed = false } = this.#source;
    const start = this.#at;
    const expected = start + length - at;
    if (size !== undefined && start + length > size) {
      throw truncated(name, { end: size, at, expected, what });
    }
    if (compressed && length > MOST_COMPRESSED) {
      throw new RangeError(
        `Cannot read ${name}: the ${what} that begins at byte ${at} has ${length} bytes, at most ` +
          `${MOST_COMPRESSED} in compressed input; decompress it first, or write smaller batches`,
      );
    }
    // A length that nothing confirms takes memory only as the bytes arrive.
    const room = size === undefined ? Math.min(length, TRUSTED) : length;
    let bytes = (recycles ? this.#findRoom(room) : undefined) ?? makeRoom(room, { name, at, what });
    for (let found = 0;;) {
      found += await this.#fill(bytes.subarray(found));
      if (found < bytes.length) throw truncated(name, { end: start + found, at, expected, what });
      if (found === length) return bytes;
      const larger = makeRoom(Math.min(length, 2 * found), { name, at, what });
      larger.set(bytes);
      bytes = larger;
    }
  }

  // A body that was larger by half would keep that memory from others for as long as it is used.
  #findRoom(length: number): Uint8Array<ArrayBuffer> | undefined {
    const fit = this.#free.findIndex(({ byteLength }) =>
      length <= byteLength && byteLength <= 1.5 * length
    );
    if (fit < 0) return undefined;
    return new Uint8Array(this.#free.splice(fit, 1)[0], 0, length);
  }

  async #fill(into: Uint8Array): Promise<number> {
    let found = this.#takeAhead(into);
    // Of what is short, what comes behind it is read, too, if it is here: a message has three such parts.
    while (found < into.length && into.length < LOOK_AHEAD) {
      const ahead = new Uint8Array(LOOK_AHEAD);
      const length = await this.#source.read(ahead);
      if (length === null) break;
      this.#ahead = ahead.subarray(0, length);
      found += this.#takeAhead(into.subarray(found));
    }
    if (into.length >= LOOK_AHEAD) found += await readFull(this.#source, into.subarray(found));
    this.#at += found;
    return found;
  }

  #takeAhead(into: Uint8Array): number {
    const kept = this.#ahead.subarray(0, into.length);
    into.set(kept);
    this.#ahead = this.#ahead.subarray(kept.length);
    return kept.length;
  }
}

/** Decodes metadata; where they lead out of their buffer, says that they are damaged. */
export function decoding<T>(origin: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const reason = reasonOf(error);
    throw new SyntaxError(`Cannot read ${origin}: damaged Arrow metadata: ${reason}`, {
      cause: error,
    });
  }
}

/** Says in words for users what a RangeError is about: what the runtime says of views is for programmers. */
export function reasonOf({ message }: RangeError): string {
  return /DataView|typed array/.test(message) ? "something leads out of them" : message;
}

/** Keys and values in a slot of a table. */
export function keyValues(table: FlatTable, slot: number): KeyValues {
  return table.tables(slot).map((pair) => [pair.bytes(0, 1), pair.bytes(1, 1)]);
}

function containerOf(head: Uint8Array): "file" | "stream" | undefined {
  const text = String.fromCharCode(...head.subarray(0, MAGIC.length));
  if (MAGIC.startsWith(text)) return "file";
  if (head.subarray(0, 4).every((byte) => byte === 0xff)) return "stream";
  // Before Arrow 0.15 a stream began with the length of its schema, and then a reference to a table
  // in it. Text has no zero bytes there.
  if (head.length < 8) return undefined;
  const view = new DataView(head.buffer);
  const [length, root] = [view.getUint32(0, true), view.getUint32(4, true)];
  return length > root && length < 2 ** 24 && length % 4 === 0 && root % 4 === 0 && root > 0
    ? "stream"
    : undefined;
}

function makeRoom(
  length: number,
  { name, at, what }: { name: string; at: number; what: string },
): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(length);
  } catch {
    throw new RangeError(
      `Cannot read ${name}: the ${what} that begins at byte ${at} needs ${length} bytes of memory at ` +
        `once, more than there are; write smaller batches`,
    );
  }
}

function truncated(
  name: string,
  { end, at, expected, what = "message" }: {
    end: number;
    at: number;
    expected: number;
    what?: string;
  },
): SyntaxError {
  return new SyntaxError(
    `Cannot read ${name}: it ends at byte ${end}, inside the ${what} that begins at byte ${at}, ` +
      `expected at least ${expected} bytes of it`,
  );
}
