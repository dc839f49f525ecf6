import type { Batch, Numbers, SliceLimits, TableReader } from "./table.ts";

/** Some rows of a batch, and the results for them. */
export interface Slice {
  readonly batch: Batch;
  readonly results: readonly Numbers[];
}

/**
 * Yields a batch slice by slice, with the results for each slice, because the output of a batch may
 * be far larger than the batch itself. A batch that cannot be sliced is yielded unchanged.
 */
export function* sliceBatch(
  { batch, results }: Slice,
  limits: SliceLimits,
): Generator<Slice> {
  if (batch.slice === undefined) {
    yield { batch, results };
    return;
  }
  for (let first = 0; first < batch.rows;) {
    const slice = batch.slice(first, limits);
    const { rows } = slice;
    yield {
      batch: slice,
      results: results.map((numbers) => sliceNumbers(numbers, { first, rows })),
    };
    first += rows;
  }
}

/**
 * Rows that take no bytes, at most, where rows are computed or written one by one. A file of some
 * hundred bytes can have billions of them.
 */
const MAX_HOLLOW_ROWS = 2 ** 26;

/** Reads batches, and throws where too many rows take no bytes. */
export function limitHollow(
  read: () => Promise<Batch | undefined>,
): () => Promise<Batch | undefined> {
  let hollow = 0;
  return async () => {
    const batch = await read();
    if (batch?.isHollow) hollow += batch.rows;
    if (hollow <= MAX_HOLLOW_ROWS) return batch;
    throw new RangeError(
      `Cannot compute ${hollow} rows that take no bytes of the input, expected at most ` +
        `${MAX_HOLLOW_ROWS}: its columns hold only nulls, or there are none`,
    );
  };
}

/** Returns a function that reads the slices of a reader's batches one after another. */
export function sliceReader(
  reader: TableReader,
  limits: SliceLimits,
): () => Promise<Batch | undefined> {
  let slices: Iterator<Slice> | undefined;
  const read = limitHollow(() => reader.read(limits.rows));
  return async () => {
    for (;;) {
      const next = slices?.next();
      if (next !== undefined && !next.done) return next.value.batch;
      const batch = await read();
      if (batch === undefined) return undefined;
      slices = sliceBatch({ batch, results: [] }, limits);
    }
  };
}

/**
 * Returns a range of bits, the first in the lowest position. They are copied only if they do not
 * begin at the start of a byte.
 */
export function sliceBits(
  bits: Uint8Array,
  { first, rows }: { first: number; rows: number },
): Uint8Array {
  const shift = first & 7;
  const bytes = bits.subarray(first >> 3, Math.ceil((first + rows) / 8));
  if (shift === 0) return bytes;
  // The byte after the last is undefined, which counts as 0 here.
  return Uint8Array.from(
    { length: Math.ceil(rows / 8) },
    (_, i) => bytes[i] >> shift | bytes[i + 1] << 8 - shift,
  );
}

function sliceNumbers(
  { values, valid }: Numbers,
  { first, rows }: { first: number; rows: number },
): Numbers {
  if (rows === values.length) return { values, valid };
  return {
    values: values.subarray(first, first + rows),
    valid: valid && sliceBits(valid, { first, rows }),
  };
}
