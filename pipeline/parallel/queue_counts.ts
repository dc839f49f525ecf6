/** What the threads count together, and the place of each count in shared memory. */
export const QUEUE_COUNTS = {
  /** Bytes that were read. */
  read: 0,
  /** Bytes that were written. */
  written: 1,
  /** Line ends of the records that were written. */
  lines: 2,
  /** The byte of `carry` at which the first record that was not taken begins. */
  head: 3,
  /** The byte of `carry` after the last one that was read. */
  tail: 4,
  /** The byte of `carry` up to which no record ends. */
  scanned: 5,
  /** The state of quotes at `scanned`. */
  quotes: 6,
  /** Not 0 when there is no more to read. */
  ended: 7,
  /** Threads that take records. */
  threads: 8,
  /** Not 0 while a thread reads, or the main thread does for all. */
  reading: 9,
} as const;
