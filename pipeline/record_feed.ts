import type { Transformer } from "../formats/csv/record_transformer.ts";
import type { ChunkOrder } from "../threads/chunk_order.ts";
import type { SyncFiles } from "../threads/sync_files.ts";
import type { StreamQuestion } from "./record_supplier.ts";
import type { ReadRole, TakenChunk } from "./shared_loop.ts";

/** Whole records of an input that several threads share, as one of these threads takes them. */
export interface RecordFeed {
  /**
   * Puts the next records into the transformer's room; nothing at the end, "wait" where a helper
   * finds none, and "busy" where another thread has held the lock for long, or the work was stopped.
   */
  take(role: ReadRole): Chunk | "wait" | "busy" | undefined;
  /** Resolves when something has changed since "wait". */
  changed(): Promise<unknown>;
}

/** Records that were taken. */
export interface Chunk extends TakenChunk {
  /** The bytes of the transformer's room in which the records lie. */
  readonly start: number;
  readonly end: number;
  /** Whether the bytes are the beginning of a record that is too long. */
  readonly isOverlong?: boolean;
}

/** What a thread takes records with. */
export interface RecordFeedOptions {
  readonly question: StreamQuestion;
  readonly transformer: Transformer;
  readonly files: SyncFiles;
  readonly order: ChunkOrder;
  /** Milliseconds to wait for the lock; without end if left out. */
  readonly patience?: number;
  /** Counts the time that an action takes. */
  time<T>(action: () => T): T;
}

/** What the threads count together, and the place of each count in shared memory. */
export const STREAM_COUNTS = {
  /** Bytes that were read. */
  read: 0,
  /** Bytes that were written. */
  written: 1,
  /** Line ends of the records that were written. */
  lines: 2,
  /** The byte of `carry` at which the first record that was not taken begins. */
  head: 3,
  /** The byte of `carry` behind the last one that was read. */
  tail: 4,
  /** The byte of `carry` up to which no record ends. */
  scanned: 5,
  /** The state of quotes at `scanned`. */
  quotes: 6,
  /** 1 once there is a thread that reads for others. */
  readers: 7,
  /** 1 while a thread reads. */
  reading: 8,
  /** 1 when there is no more to read. */
  ended: 9,
} as const;
