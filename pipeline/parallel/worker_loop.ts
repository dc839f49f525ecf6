import { openSequencer, type Sequencer } from "../../threads/sequencer.ts";
import { type StageTimes, Stopwatch } from "../../threads/stopwatch.ts";
import { MAX_SILENCE_MS } from "../../threads/cooperative.ts";
import {
  openSyncFiles,
  type SyncFileFailure,
  type SyncFileNames,
  type SyncFiles,
} from "../../threads/sync_files.ts";
import type { GroupRecordsOptions } from "../aggregate/group_records.ts";
import type { GroupTable } from "../aggregate/group_table.ts";
import type { MadePart, TakenChunk, ThreadTask } from "../task.ts";

/** Why a thread could not read or write. */
export type FileFailure =
  | SyncFileFailure
  /** The file ends after so many bytes, and had more. */
  | { readonly what: "end"; readonly bytes: number };

/** Describes an error of reading or writing. */
export function fileFailure(what: "read" | "write", error: unknown): FileFailure {
  const { name, message } = error as Error;
  return { what, name, message };
}

/** Fills an array from a place in the input. Returns why that failed, if it did. */
export function readAll(
  files: SyncFiles,
  into: Uint8Array,
  position: number,
): FileFailure | undefined {
  try {
    for (let at = 0; at < into.length;) {
      const found = files.read(into.subarray(at), position + at);
      if (found === null) return { what: "end", bytes: position + at };
      at += found;
    }
  } catch (error) {
    return fileFailure("read", error);
  }
}

/** What all threads that share an input are asked, whatever they do with it. */
export interface ThreadQuestion {
  readonly files: SyncFileNames;
  /** The state of the order of chunks (threads/sequencer.ts). */
  readonly order: SharedArrayBuffer;
  /** How rows are added up, if they are. */
  readonly groups?: GroupRecordsOptions;
}

/** What a thread works with while it shares an input. */
export interface Thread {
  readonly files: SyncFiles;
  readonly order: Sequencer;
  readonly clock: Stopwatch;
  /** The groups to which this thread adds rows, if they are added up. */
  readonly table?: GroupTable;
  /**
   * Whether the thread has signals and messages to listen to: then no step takes much longer than
   * that allows.
   */
  readonly listens: boolean;
}

/** Opens what a thread works with. */
export function openThread(
  { files, order }: ThreadQuestion,
  { table, listens = false }: Partial<Pick<Thread, "table" | "listens">> = {},
): Thread {
  return {
    files: openSyncFiles(files),
    order: openSequencer(order),
    clock: new Stopwatch(),
    table,
    listens,
  };
}

/** What a thread has done. */
export interface LoopAnswer<Failure, Note> {
  /** What was counted. */
  readonly counts: readonly number[];
  /** What the task reports about its parts. */
  readonly note: Note;
  readonly times: Readonly<StageTimes>;
  /**
   * Why the thread stopped, and at which chunk. Of several failures, the one of the first chunk
   * counts.
   */
  readonly failure?: FailureAt<Failure>;
}

/** A failure, and the chunk that has it. */
export type FailureAt<Failure> = (Failure | FileFailure) & { readonly chunk: number };

/** The part of one thread in work that several threads share. */
export interface WorkerLoop<Failure, Note> {
  /** Takes one chunk from the input to the output; "wait" where the main thread finds nothing. */
  step(): "went" | "wait" | "done";
  /** Whether a chunk was taken of which a part is still to be written, which all others wait for. */
  readonly hasPart: boolean;
  /** Closes the files, and reports what was done. */
  end(): LoopAnswer<Failure, Note>;
}

/**
 * Opens the part of a thread in work that several threads share: take a chunk, transform it, wait
 * until all chunks before it are written, write, complete. A chunk whose place in the output is
 * known does not wait.
 *
 * Chunks are taken in order, and one that is taken is brought to its end. So none before the first
 * that fails is omitted, and what is written and reported is what one thread alone would write and
 * report.
 */
export function openWorkerLoop<
  Chunk extends TakenChunk<Failure | FileFailure>,
  Part extends MadePart,
  Failure extends object,
  Note,
>(
  task: ThreadTask<Chunk, Part, Failure | FileFailure, Note>,
  { files, order, clock, listens }: Thread,
): WorkerLoop<Failure, Note> {
  const counts: number[] = [];
  let failure: FailureAt<Failure> | undefined;
  /** The chunk that was taken, and its part that is not written yet. */
  let begun: { readonly taken: Chunk; readonly part: Part } | undefined;

  function step(): "went" | "wait" | "done" {
    try {
      return takeStep();
    } catch (error) {
      // Other threads would wait for this chunk for ever.
      order.abort();
      files.close();
      throw error;
    }
  }

  function takeStep(): "went" | "wait" | "done" {
    if (begun === undefined) {
      const taken = task.next();
      if (taken === undefined) return "done";
      if (taken === "wait") return "wait";
      // A thread that waits without end learns only that the work was stopped.
      if (taken === "busy") return listens && !order.aborted ? "went" : "done";
      begun = { taken, part: transform(taken) };
    }
    const { taken } = begun;
    if (!task.isPlaced) {
      const isTurn = order.waitTurn(taken.chunk, listens ? MAX_SILENCE_MS : undefined);
      if (isTurn === undefined) return "went";
      // A chunk before this one has failed, and that failure is the one to report.
      if (!isTurn) return "done";
    }
    let failed = write(taken, begun.part);
    // Most chunks have one part: they are as large as their text should be.
    while (failed === undefined && begun.part.next !== undefined) {
      begun = { taken, part: transform(taken, begun.part.next) };
      if (listens) return "went";
      failed = write(taken, begun.part);
    }
    begun = undefined;
    failed ??= taken.failure;
    if (failed === undefined) {
      order.complete();
      return "went";
    }
    failure = { ...failed, chunk: taken.chunk };
    order.abort();
    return "done";
  }

  function transform(taken: Chunk, from?: number): Part {
    const until = listens ? performance.now() + MAX_SILENCE_MS : undefined;
    return clock.time("compute", () => task.transform(taken, { from, until }));
  }

  function write(taken: Chunk, part: Part): Failure | FileFailure | undefined {
    return clock.time("write", () => {
      const pieces = task.emit(taken, part);
      for (;;) {
        const { done, value } = pieces.next();
        if (done) {
          if (value === undefined) count(part);
          return value;
        }
        try {
          if (value.bytes.length > 0) files.write(value.bytes, value.position);
        } catch (error) {
          return fileFailure("write", error);
        }
      }
    });
  }

  function count(part: Part): void {
    part.counts.forEach((count, i) => counts[i] = (counts[i] ?? 0) + count);
  }

  function end(): LoopAnswer<Failure, Note> {
    files.close();
    return { counts, note: task.note(), times: clock.times, failure };
  }

  return {
    step,
    get hasPart(): boolean {
      return begun !== undefined;
    },
    end,
  };
}

/** Does the part of a worker, until the work ends. */
export function runWorkerLoop<Failure, Note>(
  { step, end }: WorkerLoop<Failure, Note>,
): LoopAnswer<Failure, Note> {
  while (step() === "went");
  return end();
}
