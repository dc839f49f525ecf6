import type { ByteSource } from "../../../io/byte_source.ts";
import type { RandomAccessFile } from "../../../io/random_access_file.ts";
import type { KeyValues, NodeLayout } from "../field.ts";
import { type BatchParts, decodeBatch } from "./decode_batch.ts";
import type { MessageReader } from "./message_reader.ts";

/** A batch of a file that is not compressed, and of which only the metadata were read. */
export interface BatchAhead {
  /** The bytes of the file at which its message and its body begin, and where it ends. */
  readonly at: number;
  readonly bodyAt: number;
  readonly end: number;
  /** The version of the metadata. */
  readonly version: number;
  readonly customMetadata: KeyValues;
  readonly parts: BatchParts;
}

/** The batches that come next, and the kind of the message behind them, if it could be read. */
export interface PeekedBatches {
  readonly batches: BatchAhead[];
  readonly next?: string;
}

/**
 * Reads the metadata of the batches that come next, up to a maximum. It stops at a message that is
 * not a batch, is compressed or damaged: what is wrong with it is said when it is read.
 */
export async function peekBatches(
  messages: MessageReader,
  { file, layouts, most }: {
    readonly file: RandomAccessFile;
    readonly layouts: readonly (readonly NodeLayout[])[];
    readonly most: number;
  },
): Promise<PeekedBatches> {
  const { bytes } = messages;
  const batches: BatchAhead[] = [];
  try {
    while (batches.length < most) {
      const head = await messages.readHead();
      if (head?.kind !== "batch") return { batches, next: head?.kind };
      const { at, bodyLength, origin, version, customMetadata } = head;
      const bodyAt = bytes.position;
      const parts = decodeBatch(head.header, { layouts, bodyLength, origin });
      if (parts.codec !== undefined) break;
      const wanted = { at, what: "batch" };
      bytes.jump(bodyLength, { wanted, open: (position) => sourceAt(file, position) });
      batches.push({ at, bodyAt, end: bytes.position, version, customMetadata, parts });
    }
  } catch {
    // The reader meets the same failure, and reports it after the batches before.
  }
  return { batches };
}

/** Bytes up to which a part of a file is read at once: a turn of the event loop takes longer. */
const MAX_SHORT_BYTES = 2 ** 14;

/** Makes a source of a file from a byte on. There may be several. */
export function sourceAt(file: RandomAccessFile, start: number): ByteSource {
  const { name, size } = file;
  let position = start;
  return {
    ...{ name, size },
    async read(into: Uint8Array): Promise<number | null> {
      const room = into.subarray(0, Math.max(0, size - position));
      if (room.length === 0) return null;
      if (room.length <= MAX_SHORT_BYTES) file.readSync(room, position);
      else await file.read(room, position);
      position += room.length;
      return room.length;
    },
  };
}
