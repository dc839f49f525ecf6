/** lgamma over a float64 npy file with two workers, divided by `cp`: at most this. */
export const NPY_TIMES_COPY = 2.5;

/** The time of numpy and SciPy divided by that of lgamma with two workers: at least this. */
export const TIMES_NUMPY = 8;

/** The same from Arrow file to Arrow file, one of four columns, divided by `cp`: at most this. */
export const ARROW_TIMES_COPY = 4;

/** Bytes of memory, whatever the size of the file: at most this. */
export const PEAK_BYTES = 250e6;

/** The larger peak of two files of which one is ten times the other, divided by the smaller: at most this. */
export const PEAK_RATIO = 1.2;

/** One worker's time divided by that of two, where computing dominates: at least this. */
export const SECOND_CORE_TIMES = 1.6;

/** A small Arrow file through the command line, divided by an empty Deno program: at most this. */
export const ARROW_STARTUP_TIMES = 4;
