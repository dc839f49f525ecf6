import type { ChunkOrder } from "../threads/chunk_order.ts";
import type { StageClock, StageTimes } from "../threads/clock.ts";
import { MAX_SILENCE_MS } from "../threads/proceed.ts";
import type { SyncFileFailure, SyncFiles } from "../threads/sync_files.ts";

/** What a thread does about an input that is read by one thread at a time. */
export type ReadRole =
  /** It reads when no whole record is left. Once there is a reader, it is a helper. */
  | "starter"
  /** It reads ahead for the other threads. */
  | "reader"
  /** It takes what other threads have read, and never waits for that. */
  | "helper";

/** A chunk of the input that a thread has taken. */
export interface TakenChunk {
  /** The place of the chunk in the order of all chunks. */
  readonly chunk: number;
  /** Why no chunk follows this one. */
  readonly failure?: LoopFailure;
}

/** What was made of a chunk, or of a part of it. */
export interface MadePart {
  /** Where in the chunk the next part begins; missing after the last part. */
  readonly next?: number;
  /** What was counted; counts of several parts are added up, place by place. */
  readonly counts: readonly number[];
}

/** Bytes, and the byte of the output at which they are written. */
export interface PlacedBytes {
  readonly bytes: Uint8Array;
  readonly position: number;
}

/** Why a thread stopped: a failure of a file, or one that the supplier of chunks describes. */
export type LoopFailure = SyncFileFailure | { readonly what: string };

/** Describes an error of reading or writing. */
export function fileFailure(what: "read" | "write", error: unknown): SyncFileFailure {
  const { name, message } = error as Error;
  return { what, name, message };
}

/** Where the chunks of a loop come from, and what is made of them. */
export interface ChunkSupplier<Chunk extends TakenChunk, Part extends MadePart> {
  /**
   * Reads the next chunk; nothing at the end, "wait" where a helper finds none, and "busy" where
   * another thread has taken so long that this one should listen first.
   */
  take(role: ReadRole): Chunk | "wait" | "busy" | undefined;
  /** Resolves when there may be a chunk after "wait". */
  changed(): Promise<unknown>;
  /** Makes a part of a chunk, not much after the time `until`, by `performance.now`. */
  make(chunk: Chunk, options: { readonly from?: number; readonly until?: number }): Part;
  /**
   * Whether the place of a chunk in the output is known before all chunks before it are written.
   */
  readonly isPlaced: boolean;
  /**
   * What is written of a part. Each piece is written before the next is asked for. It ends with why
   * there is no more, if something failed.
   */
  pieces(chunk: Chunk, part: Part): Iterable<PlacedBytes | LoopFailure>;
  /** Counts a part that was written. Returns why the work ends with it, if it does. */
  finish(part: Part): LoopFailure | undefined;
  /** What there is to say of all parts that were written. */
  note?(): unknown;
}

/** What a thread has done. */
export interface LoopAnswer<Failure = LoopFailure> {
  /** What was counted. */
  readonly counts: readonly number[];
  /** What the supplier has to say of its parts. */
  readonly note?: unknown;
  readonly times: Readonly<StageTimes>;
  /**
   * Why the thread stopped, and at which chunk. Of several failures, the one of the first chunk
   * counts.
   */
  readonly failure?: Failure & { readonly chunk: number };
}

/** What a loop works with. */
export interface LoopOptions {
  readonly files: SyncFiles;
  readonly order: ChunkOrder;
  readonly clock: StageClock;
  /**
   * Whether the thread has signals and messages to listen to: then no step takes much longer than
   * that allows.
   */
  readonly listens?: boolean;
}

/** The part of one thread in work that several threads share. */
export interface SharedLoop<Failure = LoopFailure> {
  /** Takes one chunk from the input to the output; "wait" where a helper finds none. */
  step(role: ReadRole): "went" | "wait" | "done";
  /** Resolves when there may be a chunk after "wait". */
  changed(): Promise<unknown>;
  /** Closes the files, and says what was done. */
  end(): LoopAnswer<Failure>;
}

/**
 * Opens the part of a thread in work that several threads share: take a chunk, make its bytes, wait
 * until all chunks before it are written, write, advance. A chunk whose place in the output is
 * known does not wait.
 *
 * Chunks are taken in order, and one that is taken is brought to its end. So none before the first
 * that fails is left out, and what is written and reported is what one thread alone would write and
 * report.
 */
export function openSharedLoop<Chunk extends TakenChunk, Part extends MadePart>(
  supplier: ChunkSupplier<Chunk, Part>,
  { files, order, clock, listens = false }: LoopOptions,
): SharedLoop {
  const counts: number[] = [];
  let failure: (LoopFailure & { readonly chunk: number }) | undefined;
  /** The chunk that was taken, and its part that is not written yet. */
  let begun: { readonly taken: Chunk; readonly part: Part } | undefined;

  function step(role: ReadRole): "went" | "wait" | "done" {
    try {
      return takeStep(role);
    } catch (error) {
      // Other threads would wait for this chunk for ever.
      order.stop();
      files.close();
      throw error;
    }
  }

  function takeStep(role: ReadRole): "went" | "wait" | "done" {
    if (begun === undefined) {
      const taken = supplier.take(role);
      if (taken === undefined) return "done";
      if (taken === "wait") return "wait";
      // A thread that waits without end is told only that the work was stopped.
      if (taken === "busy") return listens && !order.stopped ? "went" : "done";
      begun = { taken, part: make(taken) };
    }
    const { taken } = begun;
    if (!supplier.isPlaced) {
      const isTurn = order.await(taken.chunk, listens ? MAX_SILENCE_MS : undefined);
      if (isTurn === undefined) return "went";
      // A chunk before this one has failed, and that failure is the one to report.
      if (!isTurn) return "done";
    }
    let failed = write(taken, begun.part);
    // Most chunks have one part: they are as large as their text should be.
    while (failed === undefined && begun.part.next !== undefined) {
      begun = { taken, part: make(taken, begun.part.next) };
      if (listens) return "went";
      failed = write(taken, begun.part);
    }
    begun = undefined;
    failed ??= taken.failure;
    if (failed === undefined) {
      order.advance();
      return "went";
    }
    failure = { ...failed, chunk: taken.chunk };
    order.stop();
    return "done";
  }

  function make(taken: Chunk, from?: number): Part {
    const until = listens ? performance.now() + MAX_SILENCE_MS : undefined;
    return clock.time("compute", () => supplier.make(taken, { from, until }));
  }

  function write(taken: Chunk, part: Part): LoopFailure | undefined {
    const failed = clock.time("write", () => {
      for (const piece of supplier.pieces(taken, part)) {
        if ("what" in piece) return piece;
        try {
          if (piece.bytes.length > 0) files.write(piece.bytes, piece.position);
        } catch (error) {
          return fileFailure("write", error);
        }
      }
    });
    if (failed !== undefined) return failed;
    part.counts.forEach((count, i) => counts[i] = (counts[i] ?? 0) + count);
    return supplier.finish(part);
  }

  function end(): LoopAnswer {
    files.close();
    return { counts, note: supplier.note?.(), times: clock.times, failure };
  }

  return { step, changed: supplier.changed, end };
}

/** Does the part of a worker, until the work ends. */
export function runSharedLoop({ step, end }: SharedLoop): LoopAnswer {
  while (step("reader") === "went");
  return end();
}
