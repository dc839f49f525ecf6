// One idea carries every chunk of an input: a task gives the next chunk, transforms it and emits the
// result. CSV records, arrays of npy and batches of tables are tasks, and two drivers run them.
//
// sequential.ts runs a `Task` for one thread, which reads and writes without blocking. Other threads
// may compute the results. parallel/worker_loop.ts runs a `ThreadTask` on each of several threads
// that share an input and an output. Such a thread blocks until its own reads and writes are done.

/** What one thread does with the chunks of an input. */
export interface Task<Chunk, Result> {
  /** Reads the next chunk; nothing at the end. */
  next(): Promise<Chunk | undefined>;
  /** Computes the result of a chunk, at once or later on a worker. */
  transform(chunk: Chunk): Result | Promise<Result>;
  /** Writes a result, or adds it up. It is called in the order of the chunks, for one at a time. */
  emit(result: Result): Promise<void>;
  /** Estimates the bytes of memory that a chunk and its result take; 0 if omitted. */
  weigh?(chunk: Chunk): number;
  /**
   * Whether the next chunk may never come, because another program writes it. Then a failure does
   * not wait for it.
   */
  readonly isLive: boolean;
}

/** What each of several threads does with the chunks of an input that they share. */
export interface ThreadTask<
  Chunk extends TakenChunk<Failure>,
  Part extends MadePart,
  Failure,
  Note,
> {
  /**
   * Reads the next chunk; nothing at the end, "wait" where the main thread finds none and has to
   * read or to wait for some, and "busy" where another thread has taken so long that this one should
   * listen first.
   */
  next(): Chunk | "wait" | "busy" | undefined;
  /** Makes a part of a chunk, not much after the time `until`, by `performance.now`. */
  transform(chunk: Chunk, options: { readonly from?: number; readonly until?: number }): Part;
  /**
   * Gives what is written of a part, piece by piece. Each piece is written before the next is asked
   * for, and nothing more is asked for after one that could not be written. Then it counts the part.
   * Returns why the work ends with it, if it does.
   */
  emit(chunk: Chunk, part: Part): Generator<PlacedBytes, Failure | undefined>;
  /**
   * Whether the place of a chunk in the output is known before all chunks before it are written.
   */
  readonly isPlaced: boolean;
  /** What to report about all parts that were emitted. */
  note(): Note;
}

/** A chunk of the input that a thread has taken. */
export interface TakenChunk<Failure> {
  /** The place of the chunk in the order of all chunks. */
  readonly chunk: number;
  /** Why no chunk follows this one. */
  readonly failure?: Failure;
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
