// How many times as fast as peers, by their names, whose starts are not counted where they are programs
// in a runtime; ours is.

/** The main file with two workers: at least this. */
export const MAIN_TIMES: Readonly<Record<string, number>> = {
  DuckDB: 4,
  "data.table": 2.5,
  Miller: 10,
};

/** The main file with one worker, where DuckDB has two threads: at least this. */
export const ONE_WORKER_TIMES: Readonly<Record<string, number>> = { DuckDB: 1 };

/** Every other file, every peer: at least this. */
export const OTHERS_TIMES = 1;

/** Pipes on both sides, divided by from file to file: at most this. */
export const PIPES_TIMES = 1.3;

/** Nanoseconds to read a number, in the engine: at most this. */
export const READ_NS = 25;

/** Nanoseconds to write a number, in the engine, with the line around it: at most this. */
export const WRITE_NS = 20;

/** The same for float32. */
export const WRITE_FLOAT32_NS = 18;
