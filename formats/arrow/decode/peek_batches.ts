import type { ByteSource } from "../../../io/byte_source.ts";
import { FileError } from "../../../io/file_error.ts";
import type { RandomAccessFile } from "../../../io/random_access_file.ts";
import type { KeyValues, NodeLayout } from "../field.ts";
import { type BatchParts, decodeBatch } from "./decode_batch.ts";
import type { MessageReader } from "./message_reader.ts";

/** A batch of a file; only its metadata have been read. */
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

/** The batches that come next, and the kind of the message after them, if it could be read. */
export interface PeekedBatches {
  readonly batches: BatchAhead[];
  readonly next?: string;
}

/** How many batches are looked at. */
export interface PeekLimits {
  /** The maximum number of batches. */
  readonly most: number;
  /** Rows of the batches on average: smaller ones are not looked at for long. */
  readonly rows: number;
  /** Whether batches may be compressed; false if omitted. */
  readonly isUnpacked?: boolean;
}

/** Batches after which it is seen whether they are large enough. */
const MIN_SEEN = 16;

/**
 * Reads the metadata of the batches that come next. It stops at a message that is not a batch, is
 * damaged, or is compressed unless that is allowed: its error is reported when it is read.
 */
export async function peekBatches(
  messages: MessageReader,
  { file, layouts, most, rows, isUnpacked = false }: PeekLimits & {
    readonly file: RandomAccessFile;
    readonly layouts: readonly (readonly NodeLayout[])[];
  },
): Promise<PeekedBatches> {
  const { bytes } = messages;
  const batches: BatchAhead[] = [];
  let all = 0;
  try {
    while (batches.length < most && (batches.length < MIN_SEEN || all >= rows * batches.length)) {
      const head = await messages.readHead();
      if (head?.kind !== "batch") return { batches, next: head?.kind };
      const { at, bodyLength, origin, version, customMetadata } = head;
      const bodyAt = bytes.position;
      const parts = decodeBatch(head.header, { layouts, bodyLength, origin });
      if (parts.codec !== undefined && !isUnpacked) break;
      const wanted = { at, what: "batch" };
      bytes.jump(bodyLength, { wanted, open: (position) => sourceAt(file, position) });
      all += parts.rows;
      batches.push({ at, bodyAt, end: bytes.position, version, customMetadata, parts });
    }
  } catch (error) {
    // An error of the disk may come only once. What is wrong with the data the reader finds, too, and
    // reports it after the batches before.
    if (error instanceof FileError) throw error;
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
    name,
    size,
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
