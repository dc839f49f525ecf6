import type { Batch, Numbers, SliceLimits, TableReader } from "./table.ts";

/** Rows of a batch, and the results for them. */
export interface Slice {
  readonly batch: Batch;
  readonly results: readonly Numbers[];
}

/**
 * Gives a batch slice by slice, with the results for each: what is made of a batch may be far larger than
 * the batch is. One that cannot be sliced is given as it is.
 */
export function* slicesOf(
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

/** Gives what reads the slices of a reader's batches, one after the other. */
export function sliceReader(
  reader: TableReader,
  limits: SliceLimits,
): () => Promise<Batch | undefined> {
  let slices: Iterator<Slice> | undefined;
  return async () => {
    for (;;) {
      const next = slices?.next();
      if (next !== undefined && !next.done) return next.value.batch;
      const batch = await reader.read(limits.rows);
      if (batch === undefined) return undefined;
      slices = slicesOf({ batch, results: [] }, limits);
    }
  };
}

/** Some bits of many, the first in the lowest; copied only where they do not begin in the lowest of a byte. */
export function sliceBits(
  bits: Uint8Array,
  { first, rows }: { first: number; rows: number },
): Uint8Array {
  const shift = first & 7;
  const bytes = bits.subarray(first >> 3, Math.ceil((first + rows) / 8));
  if (shift === 0) return bytes;
  // The byte behind the last is not a number, which counts as 0.
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
