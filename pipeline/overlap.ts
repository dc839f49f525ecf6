/** What happens to each chunk, in this order. */
export interface Stages<Chunk> {
  /** Fills a chunk; gives `false` at the end, when there was nothing more. */
  read(chunk: Chunk): Promise<boolean>;
  /** Computes in a chunk. */
  compute(chunk: Chunk): void;
  /** Writes a chunk. */
  write(chunk: Chunk): Promise<void>;
}

/**
 * Takes chunks through the stages in turn, so that the next chunk is read and
 * the one before is written while one is computed.
 *
 * There is one chunk for each of the three, used again and again. Chunk n + 1
 * is read into the one whose write was awaited last, chunk n - 2.
 */
export async function overlap<Chunk>(
  chunks: readonly [Chunk, Chunk, Chunk],
  { read, compute, write }: Stages<Chunk>,
): Promise<void> {
  let reading = read(chunks[0]);
  let writing = Promise.resolve();
  for (let n = 0; await reading; n++) {
    const chunk = chunks[n % 3];
    reading = observed(read(chunks[(n + 1) % 3]));
    compute(chunk);
    await writing;
    writing = observed(write(chunk));
  }
  await writing;
}

// Both promises are awaited later; one that fails before that must not count
// as a failure that nobody looks at, which would end the program.
function observed<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
