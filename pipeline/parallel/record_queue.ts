import type { Transformer } from "../../formats/csv/record_transformer.ts";
import type { TakenChunk } from "../task.ts";
import type { CsvQuestion } from "./csv_task.ts";
import { openFedQueue } from "./fed_queue.ts";
import { openFileQueue } from "./file_queue.ts";
import type { FileFailure, Thread } from "./worker_loop.ts";

// The records of an input that several threads share are one queue. What was read and not taken yet
// lies in shared memory (`carry`), and one lock orders who takes the next records.
//
// A file is read by whoever takes from the queue, straight into the memory of WebAssembly
// (file_queue.ts). Nobody knows when a pipe will bring more, and only the main thread decompresses:
// one thread reads these for all (fed_queue.ts). Reading files in that way would copy them once
// more, which takes 5 % of the processor time of lgamma over a file of 144 MB.

/** Whole records of an input that several threads share, as one of these threads takes them. */
export interface RecordQueue {
  /**
   * Puts the next records into the transformer's room; nothing at the end, "wait" where the main
   * thread finds none, and "busy" where another thread has held the lock for long, or the work was
   * stopped.
   */
  take(): TakenRecords | "wait" | "busy" | undefined;
}

/** Records that were taken. */
export interface TakenRecords extends TakenChunk<FileFailure> {
  /** The bytes of the transformer's room in which the records lie. */
  readonly start: number;
  readonly end: number;
  /** The byte of the input at which the first record begins. */
  readonly position: number;
  /** Whether the bytes are the beginning of a record that is too long. */
  readonly isOverlong?: boolean;
}

/** What a thread takes records with. */
export interface RecordQueueOptions {
  readonly question: CsvQuestion;
  readonly transformer: Transformer;
  readonly thread: Thread;
}

/** Opens the queue of records for a thread. */
export function openRecordQueue(options: RecordQueueOptions): RecordQueue {
  return options.question.files.input === undefined
    ? openFedQueue(options)
    : openFileQueue(options);
}
