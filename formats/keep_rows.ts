import {
  type Batch,
  type ColumnValues,
  type Floats,
  type IntegerArray,
  type Numbers,
  type Texts,
  valuesOf,
} from "./table.ts";

/**
 * Returns some rows of a batch as a batch of their own: those with the given numbers, which grow.
 * The memory of the batch stays in use until the rows are released.
 */
export function keepRows(batch: Batch, rows: Uint32Array): Batch {
  if (batch.keep !== undefined) return batch.keep(rows);
  return {
    rows: rows.length,
    bytes: batch.bytes,
    isHollow: batch.isHollow,
    numbers(column, type): Numbers {
      const { values, valid, isWide } = batch.numbers(column, type);
      return { values: take(values, rows), valid: valid && takeBits(valid, rows), isWide };
    },
    values(column): ColumnValues {
      const found = valuesOf(batch, column);
      const valid = found.valid && takeBits(found.valid, rows);
      if (found.kind === "floats") return { ...found, values: take(found.values, rows), valid };
      if (found.kind === "integers") return { ...found, values: take(found.values, rows), valid };
      return { ...found, ...takeTexts(found, rows), valid };
    },
    locate: batch.locate && ((column, row) => batch.locate!(column, rows[row])),
    release: batch.release && (() => batch.release!()),
  };
}

function take<Values extends Floats["values"] | IntegerArray>(
  values: Values,
  rows: Uint32Array,
): Values {
  const taken = new (values.constructor as new (length: number) => Values)(rows.length);
  for (let i = 0; i < rows.length; i++) taken[i] = values[rows[i]];
  return taken;
}

function takeTexts(
  { offsets, bytes }: Texts,
  rows: Uint32Array,
): Pick<Texts, "offsets" | "bytes"> {
  const starts = new Int32Array(rows.length + 1);
  rows.forEach((row, i) => starts[i + 1] = starts[i] + offsets[row + 1] - offsets[row]);
  const taken = new Uint8Array(starts[rows.length]);
  rows.forEach((row, i) => taken.set(bytes.subarray(offsets[row], offsets[row + 1]), starts[i]));
  return { offsets: starts, bytes: taken };
}

/** Takes some of the bits of a list, the first in the lowest position. */
export function takeBits(bits: Uint8Array, rows: Uint32Array): Uint8Array<ArrayBuffer> {
  const taken = new Uint8Array(Math.ceil(rows.length / 8));
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    taken[i >> 3] |= (bits[row >> 3] >> (row & 7) & 1) << (i & 7);
  }
  return taken;
}
