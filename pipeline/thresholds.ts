import type { DeviceName } from "../plan/request.ts";

// Every threshold that chooses how work is done, with its measurement. strategy.ts decides
// by them. Measured with Deno 2.9.6 on an AMD EPYC with 2 cores, unless a comment says otherwise.

// Whether threads share an input

/**
 * Bytes of an npy array for each worker that shares it. A worker takes 15 ms to start, in which
 * this thread reads, computes and writes as many.
 */
export const ARRAY_BYTES_PER_WORKER = 2 ** 24;

/**
 * Bytes of a CSV file for each thread that shares it. A worker takes 12 ms to start, in which this
 * thread only waits, and then some more until its code is optimised: two threads finish sooner than
 * one from 25 MB on.
 */
export const CSV_BYTES_PER_THREAD = 12 * 2 ** 20;

/**
 * Bytes that a byte of a compressed file usually becomes, to estimate how much CSV it holds: numbers
 * become twice as long, and names more.
 */
export const USUAL_COMPRESSION = 3;

/**
 * Bytes of one of several inputs from which on threads share it. Each input is shared anew, and
 * threads wait for each other at its end.
 */
export const MIN_SHARED_INPUT_BYTES = 2 ** 21;

/**
 * Bytes of a chunk from which on threads share a pipe. Nobody knows how much a pipe will bring, and
 * chunks that are smaller than the first read say nothing about it.
 */
export const MIN_SHARED_PIPE_CHUNK_BYTES = 2 ** 18;

/**
 * Bytes of a pipe that this thread transforms before the first worker starts. 1 MB, and most pipes
 * bring less, takes 47 ms instead of 76. 100 MB takes 15 ms longer, of 285, since the code is not
 * optimised yet.
 */
export const PIPE_BYTES_ALONE = 2 ** 20;

/**
 * Bytes of an Arrow file from which on its batches are computed slice by slice, by one thread or
 * several, and each slice is written to its place. Fewer are one batch or two, which are read as a
 * whole.
 */
export const MIN_SHARED_TABLE_BYTES = 2 ** 20;

/** And from which on it pays to leave text for standard output to workers. */
export const MIN_WATCHED_TABLE_BYTES = 2 ** 24;

/**
 * Rows of the batches that threads share, on average. Each batch takes some reads and writes of its
 * own. 2,000,000 rows in batches of 1,333 took 0.48 s with two threads, and 0.63 s where batches
 * flowed through one thread.
 */
export const MIN_SHARED_BATCH_ROWS = 2 ** 10;

/**
 * Columns of all batches that threads share at a time. A batch of three columns takes some 10 kB of
 * memory until it is written.
 */
export const MAX_SHARED_COLUMNS = 2 ** 13;

/**
 * Rows of a slice of a batch that threads share, at most and at least. The arrays of some columns
 * fit into the cache, and are long enough for reads and writes of their own: slices of 16,384,
 * 32,768 and 65,536 rows take the same time.
 */
export const SHARED_SLICE_ROWS = 2 ** 15;
export const MIN_SHARED_SLICE_ROWS = 2 ** 9;

/**
 * Bytes that a row group of Parquet becomes, and of a footer, up to which threads share row groups:
 * each thread keeps what it has made of one until those before are written, and decodes the footer.
 * Batches of Arrow that can only be read as a whole have as many bytes at most.
 */
export const MAX_SHARED_GROUP_BYTES = 2 ** 25;
export const MAX_SHARED_FOOTER_BYTES = 2 ** 23;

/**
 * Bytes of the columns of a slice of a batch, about, of which threads make text or groups: long texts
 * make a slice shorter.
 */
export const MAX_CHUNK_BYTES = 2 ** 22;

/** Bytes of the dictionaries of Arrow columns of which each thread may have a copy. */
export const MAX_SHARED_DICTIONARY_BYTES = 2 ** 23;

/** Slices after which this thread knows how long one takes. */
export const CHUNKS_BEFORE_WORKERS = 2;

/**
 * Milliseconds of work that must be left for a worker to pay, which takes 15 ms to start and holds up
 * this thread meanwhile. It is estimated where the length of the input is known.
 */
export const WORKER_PAYS_MS = 60;

/**
 * The same where columns are appended to Parquet: a worker, with the code that is optimised for it,
 * takes 130 ms of processor time. 8 million rows of lgamma took 0.22 s alone and 0.29 s with a worker.
 */
export const APPENDING_WORKER_PAYS_MS = 500;

/**
 * The same for sums over Parquet, whose row groups are few and large: by 1,000 keys, one thread and two
 * take 224 and 237 ms for 4 row groups of a million rows, 338 and 313 for 8, and 533 and 436 for 16.
 */
export const PARQUET_SUMS_WORKER_PAYS_MS = 400;

/**
 * Nanoseconds that a row of a table takes at least to be added to a group, or to become text. The sums
 * of a column take 20 to 60 ns, and the text of three columns takes 90.
 */
export const USUAL_ROW_NS = { groups: 20, text: 50 } as const;

/** Milliseconds of work on slices after which this thread looks after signals and workers. */
export const MS_BETWEEN_LOOKS = 5;

/** Milliseconds that this thread works before it starts another worker, which takes as long. */
export const MIN_MS_BETWEEN_STARTS = 12;

/**
 * Milliseconds between two looks at how far the workers are. A look costs nothing, and early syncs
 * wait for it.
 */
export const PROGRESS_MS = 10;

// Whether workers compute what flows through this thread

/**
 * When an engine starts workers (parallel/adaptive_engine.ts).
 *
 * Starting a worker holds up the calling thread for 11 to 18 ms. After as much computing, starting
 * one costs at most as much again if nothing more comes, and soon pays if it does.
 *
 * Moving an element to another core and back costs some 2.5 ns, and the other core has reading and
 * writing to do: lgamma, of 4 ns, took 0.95 s over 1 GB, and 1.2 s with two workers. Moving an array
 * costs some 3.5 µs, however short it is: batches of 500 columns and 64 rows took half as long again
 * with a worker.
 *
 * One slow batch may have been disturbed, and the first ones run before the kernels are optimised.
 */
export const WORKERS_PAY = {
  afterMs: 20,
  minNsPerElement: 10,
  minNsPerArray: 15_000,
  minCostlyBatches: 4,
} as const;

/** Milliseconds of the first pass of a fit before workers start. At least three more passes follow. */
export const FIT_ALONE_MS = 20;

/**
 * Batches that each worker has: the one that it works on, and one that it finds when it is done, so
 * that no worker is idle while the calling thread writes.
 */
export const BATCHES_PER_WORKER = 2;

// Whether a GPU computes

/**
 * Elements of a batch from which on a GPU can pay. Deno sleeps for 10 ms for every result, and has
 * six on their way: a batch cannot take less than 1.7 ms, in which the CPU computes 400,000
 * elements at 4 ns.
 */
export const MIN_GPU_ELEMENTS = 2 ** 19;

/** Batches that are under way to and from a GPU at the same time. */
export const GPU_BATCHES = 6;

// How large the pieces are

/**
 * Bytes of a chunk unless the user chooses others, as they are typed. One thread takes 28 MB of npy
 * through lgamma in 124 ms with chunks of 1 MB, in 133 with 256 KB, 145 with 4 MB and 202 with 16
 * MB. A GPU gets larger chunks, because each transfer has a fixed cost.
 */
export const DEFAULT_CHUNK_SIZES: Readonly<Record<DeviceName, string>> = {
  cpu: "1M",
  webgpu: "4M",
  auto: "4M",
};

/**
 * Bytes of batches that may be in memory at the same time, except for a single batch that is
 * larger.
 */
export const MAX_BYTES_IN_FLIGHT = 2 ** 26;

/** Chunks of bytes that the text of one may fill: buffers have room for as much. */
export const USUAL_GROWTH = 2;
/**
 * Chunks that a text fills at most before it is written: a usual text should not come in two parts.
 */
export const MAX_GROWTH = 2 * USUAL_GROWTH;
/** Bytes of a usual number as text, with its delimiter. */
export const USUAL_NUMBER_BYTES = 20;
/**
 * Records of a chunk, however long they become: kernels compute four numbers in the time of one.
 */
export const MIN_CHUNK_RECORDS = 4;

/**
 * Rows of a slice of a table, at least, however many columns there are: each column takes memory of
 * its own.
 */
export const MIN_SLICE_ROWS = 32;
/**
 * Numbers of a slice in all columns together, about. Some slices are in flight at the same time.
 */
export const MAX_SLICE_NUMBERS = 2 ** 20;
/** Slices of that length that may be in flight. More of them are shorter. */
export const SLICES_IN_FLIGHT = 4;
