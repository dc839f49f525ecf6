import type { ByteSink } from "../../../io/byte_sink.ts";
import {
  ALIGNMENT,
  type Block,
  type ColumnsMessage,
  encodeColumns,
  encodeFooter,
  encodeSchema,
  type OutputSchema,
  padded,
} from "./encode_message.ts";
import type { ColumnShape } from "../decode/batch.ts";
import type { MessageHead } from "../decode/message_reader.ts";
import type { KeyValues } from "../field.ts";

const MAGIC = new TextEncoder().encode("ARROW1");
const CONTINUATION = 0xffffffff;
const PADDING = new Uint8Array(ALIGNMENT);

/** Options of a writer of messages. */
export interface MessageWriterOptions {
  readonly container: "file" | "stream";
  readonly schema: OutputSchema;
}

/** The place of a message in the output, and what comes before its body. */
export interface PlacedMessage extends Block {
  readonly head: Uint8Array;
  /** The byte of the output at which each buffer begins. */
  readonly buffers: readonly number[];
  /** The byte after the message. */
  readonly end: number;
}

/** Finds the place of a message that begins at a byte of the output. */
export function placeMessage(message: ColumnsMessage<ColumnShape>, offset: number): PlacedMessage {
  const { metadata, bodyLength, offsets } = encodeColumns(message);
  const prefix = words(CONTINUATION, metadata.length);
  const head = new Uint8Array(prefix.length + metadata.length);
  head.set(prefix);
  head.set(metadata, prefix.length);
  const body = offset + head.length;
  return {
    head,
    offset,
    metadataLength: head.length,
    bodyLength,
    end: body + bodyLength,
    buffers: offsets.map((buffer) => body + buffer),
  };
}

/** Writes the messages of an Arrow file or stream, front to back. */
export class MessageWriter {
  readonly #out: Gather;
  readonly #options: MessageWriterOptions;
  readonly #dictionaries: Block[] = [];
  readonly #batches: Block[] = [];

  private constructor(sink: ByteSink, options: MessageWriterOptions) {
    this.#out = new Gather(sink);
    this.#options = options;
  }

  /** Writes the schema. */
  static async open(sink: ByteSink, options: MessageWriterOptions): Promise<MessageWriter> {
    const writer = new MessageWriter(sink, options);
    if (options.container === "file") {
      await writer.#out.write(MAGIC);
      await writer.#out.write(PADDING.subarray(MAGIC.length));
    }
    await writer.#writeMetadata(encodeSchema(options.schema));
    await writer.#out.flush();
    return writer;
  }

  /** Writes a batch or a dictionary. All of it has been written when the promise resolves. */
  async write(message: ColumnsMessage): Promise<void> {
    const { metadata, bodyLength } = encodeColumns(message);
    const offset = this.#out.position;
    await this.#writeMetadata(metadata);
    const metadataLength = this.#out.position - offset;
    for (const { buffers } of message.columns) {
      for (const buffer of buffers) {
        await this.#out.write(buffer);
        await this.#out.write(PADDING.subarray(0, padded(buffer.length) - buffer.length));
      }
    }
    await this.#out.flush();
    // Streams may never end, so that only a file keeps count.
    if (this.#options.container === "stream") return;
    const blocks = message.dictionary === undefined ? this.#batches : this.#dictionaries;
    blocks.push({ offset, metadataLength, bodyLength });
  }

  /**
   * Writes a message that was read elsewhere as it is: its metadata, and then its body, which
   * `copy` writes to the sink by itself, since it may be larger than the memory.
   */
  async pass(
    { kind, metadata, bodyLength }: Pick<MessageHead, "kind" | "metadata" | "bodyLength">,
    copy: () => Promise<void>,
  ): Promise<void> {
    const offset = this.#out.position;
    await this.#writeMetadata(metadata);
    const metadataLength = this.#out.position - offset;
    await this.#out.flush();
    await copy();
    this.#out.passed(bodyLength);
    if (this.#options.container === "stream") return;
    const blocks = kind === "batch" ? this.#batches : this.#dictionaries;
    blocks.push({ offset, metadataLength, bodyLength });
  }

  /** Counts batches that others have written after everything written so far. */
  passed(batches: readonly PlacedMessage[]): void {
    for (const { offset, metadataLength, bodyLength, end } of batches) {
      this.#out.passed(end - offset);
      if (this.#options.container === "stream") continue;
      this.#batches.push({ offset, metadataLength, bodyLength });
    }
  }

  /** Writes the end, and for a file the footer with its keys and values. */
  async close(customMetadata: KeyValues): Promise<void> {
    await this.#out.write(words(CONTINUATION, 0));
    if (this.#options.container === "file") {
      const footer = encodeFooter(this.#options.schema, {
        dictionaries: this.#dictionaries,
        batches: this.#batches,
        customMetadata,
      });
      await this.#out.write(footer);
      await this.#out.write(words(footer.length));
      await this.#out.write(MAGIC);
    }
    await this.#out.flush();
  }

  async #writeMetadata(metadata: Uint8Array): Promise<void> {
    await this.#out.write(words(CONTINUATION, metadata.length));
    await this.#out.write(metadata);
  }
}

function words(...values: number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(values).buffer);
}

/** Bytes that are gathered before they are written. */
const ROOM_BYTES = 2 ** 18;
/** Bytes up to which a piece is copied: a write costs more. */
const MAX_SMALL_BYTES = 2 ** 15;

/**
 * Writes many pieces in few writes. Small pieces are gathered, large ones are written as they are,
 * and pieces that are adjacent in memory, such as the columns of a batch, are written as one.
 *
 * Nothing waits longer than until `flush`.
 */
class Gather {
  readonly #sink: ByteSink;
  readonly #room = new Uint8Array(ROOM_BYTES);
  #filled = 0;
  /** A large piece that follows the gathered ones and is not copied. */
  #large: Uint8Array | undefined;
  #written = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  /** The number of bytes so far. */
  get position(): number {
    return this.#written + this.#filled + (this.#large?.length ?? 0);
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    if (this.#large !== undefined && follows(this.#large, bytes)) {
      const { buffer, byteOffset, length } = this.#large;
      this.#large = new Uint8Array(buffer, byteOffset, length + bytes.length);
      return;
    }
    const isSmall = bytes.length <= MAX_SMALL_BYTES;
    if (this.#large !== undefined || isSmall && this.#filled + bytes.length > ROOM_BYTES) {
      await this.flush();
    }
    if (isSmall) {
      this.#room.set(bytes, this.#filled);
      this.#filled += bytes.length;
    } else {
      this.#large = bytes;
    }
  }

  /** Counts bytes that were written to the sink directly. */
  passed(bytes: number): void {
    this.#written += bytes;
  }

  async flush(): Promise<void> {
    const pieces = [this.#room.subarray(0, this.#filled), this.#large];
    this.#written = this.position;
    this.#filled = 0;
    this.#large = undefined;
    for (const bytes of pieces) {
      if (bytes !== undefined && bytes.length > 0) await this.#sink.write(bytes);
    }
  }
}

/** Returns whether bytes directly follow others in memory. */
function follows(before: Uint8Array, { buffer, byteOffset }: Uint8Array): boolean {
  return before.buffer === buffer && before.byteOffset + before.length === byteOffset;
}
