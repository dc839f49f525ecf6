import type { ByteSource } from "../../../io/byte_source.ts";
import type { Piece } from "../../table.ts";
import { goesOnError, recognise, RECOGNISED_LENGTH } from "../../magic_bytes.ts";
import type { KeyValues } from "../field.ts";
import { decoding, FlatTable, keyValues } from "./flatbuffer_reader.ts";
import { MessageBytes, truncated } from "./message_bytes.ts";

// The kinds of messages, by the number that the format gives them.
const MESSAGE_KINDS = [
  "nothing",
  "schema",
  "dictionary",
  "batch",
  "tensor",
  "sparse tensor",
];

/** A message of an Arrow file or stream, without its body. */
export interface MessageHead {
  /** The kind: `schema`, `dictionary`, `batch`, or another kind, which is not read. */
  readonly kind: string;
  /** The header table of the message. */
  readonly header: FlatTable;
  /** The number of bytes of the metadata. */
  readonly metadataLength: number;
  /** The metadata as they are in the input. */
  readonly metadata: Uint8Array<ArrayBuffer>;
  /** The number of bytes of the body, which follows. */
  readonly bodyLength: number;
  /** The number of bytes that were read from the input before, which may be compressed. */
  readonly taken: number;
  /** The version of the metadata: 3 for V4, 4 for V5. */
  readonly version: number;
  /** Keys and values that the user attached to the message. */
  readonly customMetadata: KeyValues;
  /** The offset at which the message begins. */
  readonly at: number;
  /** Its place in the words of messages: `x.arrow: byte 1200`. */
  readonly origin: string;
}

/** A message of an Arrow file or stream. */
export interface Message extends MessageHead {
  readonly body: Uint8Array<ArrayBuffer>;
  /** The number of bytes of the input that the body takes, before decompression. */
  readonly inputLength: number;
}

/** What a message is, and where. */
export type MessagePlace = Pick<Message, "kind" | "at">;

/** What is not read of the messages of a file. */
export interface MessageCut {
  /** Whether the body of a message is passed over, and is empty then. */
  isSkipped(place: MessagePlace): boolean;
  /** Throws if the file cannot be cut because of a message. */
  check(place: MessagePlace): void;
  /** Makes a source of the bytes after a place in the file. */
  open(position: number): ByteSource;
}

const MAGIC = "ARROW1";
const CONTINUATION = 0xffffffff;
const V4 = 3;
const V5 = 4;

/** Reads the messages of an Arrow file or stream, front to back. */
export class MessageReader {
  /** The bytes that the messages are read from. */
  readonly bytes: MessageBytes;
  /** Whether the messages are in a file, with a footer, or are a bare stream. */
  readonly container: "file" | "stream";
  /**
   * Whether a file begins with a schema whose length is not given. polars writes such files, whose
   * messages can only be found by the footer.
   */
  readonly hasBareSchema: boolean;
  #legacy = false;
  /** The offset at which the messages end, if it is known. */
  #end?: number;

  private constructor(
    bytes: MessageBytes,
    { container, hasBareSchema = false }: {
      container: "file" | "stream";
      hasBareSchema?: boolean;
    },
  ) {
    this.bytes = bytes;
    this.container = container;
    this.hasBareSchema = hasBareSchema;
  }

  /** Determines whether the input is a file or a stream. */
  static async open(source: ByteSource): Promise<MessageReader> {
    const { name } = source;
    const bytes = new MessageBytes(source);
    const head = await bytes.peek(8);
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
    if (container === "stream") return new MessageReader(bytes, { container });
    bytes.skip(head.length);
    const next = await bytes.peek(8);
    const hasBareSchema = next.length === 8 && uint32(next, 0) > 0 &&
      containerOf(next) === undefined;
    return new MessageReader(bytes, { container, hasBareSchema });
  }

  /** Makes a reader of the messages from a byte of the same input on, which leaves this one alone. */
  fork(source: ByteSource, at: number): MessageReader {
    const reader = new MessageReader(new MessageBytes(source, at), this);
    reader.#legacy = this.#legacy;
    reader.#end = this.#end;
    return reader;
  }

  /** Leaves out the messages from an offset on. */
  endAt(end: number): void {
    this.#end = end;
  }

  /** Returns the next message, or `undefined` at the end of the stream. */
  async read(cut?: MessageCut): Promise<Message | undefined> {
    const { bytes } = this;
    const head = await this.readHead();
    if (head === undefined) return undefined;
    const { at, kind, bodyLength, taken } = head;
    cut?.check(head);
    const wanted = { at, what: kind, recycles: true };
    const body = cut?.isSkipped(head)
      ? bytes.jump(bodyLength, { wanted, open: cut.open })
      : await bytes.read(bodyLength, wanted);
    return { ...head, body, inputLength: Math.min(bodyLength, bytes.taken - taken) };
  }

  /** Returns the next message, or `undefined` at the end. The caller reads its body. */
  async readHead(): Promise<MessageHead | undefined> {
    const { bytes } = this;
    const at = bytes.position;
    if (at === this.#end) return undefined;
    const length = await this.#readPrefix();
    if (length === 0) return undefined;
    const taken = bytes.taken;
    const origin = `${bytes.name}: byte ${at}`;
    const metadata = await bytes.read(length, { at, what: "metadata" });
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
    const { version } = parts;
    if (version !== V4 && version !== V5) {
      throw new TypeError(
        `Cannot read ${origin}: version ${version + 1} of the metadata, supported are 4 and 5 ` +
          `(Arrow 0.8 and later)`,
      );
    }
    return { ...parts, metadata, metadataLength: length, taken, at, origin };
  }

  // Reads the size of the metadata that follow, in bytes; 0 at the end of the stream.
  async #readPrefix(): Promise<number> {
    const { bytes, container } = this;
    const { name, position: at } = bytes;
    const word = await bytes.peek(4);
    // A stream may simply end, but a file may not.
    if (word.length === 0 && container === "stream") return 0;
    if (word.length < 4) throw truncated(name, { end: at + word.length, at, expected: 4 });
    if (uint32(word, 0) === CONTINUATION) {
      const prefix = await bytes.peek(8);
      if (prefix.length < 8) throw truncated(name, { end: at + prefix.length, at, expected: 8 });
      bytes.skip(8);
      return uint32(prefix, 4);
    }
    const length = uint32(word, 0);
    const isFirst = at <= 8;
    // Before Arrow 0.15 messages began with their length, in all of a file or in none.
    if (isFirst) this.#legacy = true;
    else if (length !== 0) {
      // Some writers leave out the end of the stream. What follows is then the footer.
      if (!this.#legacy && container === "file") return 0;
      const next = recognise(await bytes.peek(RECOGNISED_LENGTH));
      // The beginning of a message before 0.15 is recognised as the beginning of a stream.
      if (!this.#legacy || next.kind === "format" && next.format !== "arrows") {
        throw goesOnError(name, { at, after: "a message", words: next.words });
      }
    }
    bytes.skip(4);
    return length;
  }
}

function containerOf(head: Uint8Array): "file" | "stream" | undefined {
  const text = String.fromCharCode(...head.subarray(0, MAGIC.length));
  if (MAGIC.startsWith(text)) return "file";
  if (head.subarray(0, 4).every((byte) => byte === 0xff)) return "stream";
  // Before Arrow 0.15 a stream began with the length of its schema, followed by a reference to a
  // table in it. A text has no zero bytes there.
  if (head.length < 8) return undefined;
  const [length, root] = [uint32(head, 0), uint32(head, 4)];
  return length > root && length < 2 ** 24 && length % 4 === 0 && root % 4 === 0 && root > 0
    ? "stream"
    : undefined;
}

function uint32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true);
}

/** What is left of the messages of a file by a piece. */
export interface PieceCut extends MessageCut {
  /** Whether a message is a batch that comes before the piece. */
  isBefore(place: MessagePlace): boolean;
}

/**
 * Leaves the batches of a file that begin in a piece, and the dictionaries before its end.
 *
 * Pieces of Arrow begin with the same dictionaries, so that they can be joined.
 * So a dictionary that follows a batch is refused where batches are written as they are read.
 */
export function cutMessages(
  { file, from, to, keepsBatches, open }: Piece,
  { countBatches }: { readonly countBatches: () => number },
): PieceCut {
  const isBefore = ({ kind, at }: MessagePlace): boolean => kind === "batch" && at < from;
  return {
    isBefore,
    isSkipped: (place) => isBefore(place) || place.at >= to,
    check({ kind, at }: MessagePlace): void {
      const batches = countBatches();
      if (!keepsBatches || kind !== "dictionary" || batches === 0) return;
      throw new TypeError(
        `Cannot split ${file.name} with --part: the dictionary at byte ${at} follows batch ` +
          `${batches}, but pieces can only share dictionaries before the first batch; leave ` +
          `--part out, or write another format, such as --to csv`,
      );
    },
    open: (position) => open(position, file.size),
  };
}
