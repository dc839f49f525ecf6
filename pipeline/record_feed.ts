import type { SyncFiles } from "../threads/sync_files.ts";
import type { StreamFailure, StreamQuestion } from "./record_stream.ts";
import type { Transformer } from "../formats/csv/record_transformer.ts";
import type { ChunkOrder } from "../threads/chunk_order.ts";

/** What a thread does about a pipe. */
export type ReadRole =
  /** It reads when there is no whole record left; but once there is a reader it is a helper. */
  | "starter"
  /** It reads ahead for others. */
  | "reader"
  /** It takes what others have read, and never waits for that. */
  | "helper";

/** Whole records of an input that several threads share, for one of them after another. */
export interface RecordFeed {
  /**
   * Puts the next records into the transformer's room. Nothing at the end; "wait" where a helper finds none.
   */
  take(role: ReadRole): Chunk | "wait" | undefined;
  /** Comes when something has changed since "wait". */
  news(): Promise<unknown>;
}

/** Records that were taken. */
export interface Chunk {
  /** Their place in the order of all. */
  readonly chunk: number;
  /** Where they are in the room. */
  readonly start: number;
  readonly end: number;
  /** Whether they are the beginning of one that is too long. */
  readonly overlong?: boolean;
  readonly failure?: StreamFailure;
}

/** What a thread takes records with. */
export interface RecordFeedOptions {
  readonly question: StreamQuestion;
  readonly transformer: Transformer;
  readonly files: SyncFiles;
  readonly order: ChunkOrder;
  /** Counts the time that something takes. */
  time<T>(action: () => T): T;
}

/** What threads count together, and its place. */
export const STREAM_COUNTS = {
  /** Bytes that were read, and that were written. */
  read: 0,
  written: 1,
  /** Line ends of what was written. */
  lines: 2,
  /** Where in `carry` the first record begins that was not taken, and where what was read ends. */
  head: 3,
  tail: 4,
  /** How far records were looked for in vain, and the state of quotes there. */
  scanned: 5,
  quotes: 6,
  /** Whether there is a thread that reads, whether one is reading, and whether there is no more to read. */
  readers: 7,
  reading: 8,
  ended: 9,
} as const;
