import { countNulls } from "../../validity.ts";
import type { ComparedArray } from "./statistics.ts";

/** Rows of a column, ready for a page. Values are valid until the next rows are made. */
export interface PlainRows {
  readonly rows: number;
  /** One bit for each row, the first in the lowest bit; missing if no row is null. */
  readonly valid?: Uint8Array;
  readonly nulls: number;
  /** The values that are not null, in the encoding PLAIN. */
  readonly bytes: Uint8Array;
  /** The same values as numbers, if they are compared. */
  readonly numbers?: ComparedArray;
}

/** Makes rows of numbers, without the nulls. */
export function fixedRows(values: ComparedArray, valid: Uint8Array | undefined): PlainRows {
  const { length: rows, BYTES_PER_ELEMENT: size } = values;
  const nulls = valid === undefined ? 0 : countNulls(valid, rows);
  const all = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  if (nulls === 0) return { rows, nulls, bytes: all, numbers: values };
  const bytes = withoutNulls(all, { size, valid: valid!, rows, nulls });
  const Type = values.constructor as new (buffer: ArrayBuffer) => ComparedArray;
  const numbers = new Type(bytes.buffer);
  return { rows, nulls, bytes, numbers, valid: valid!.slice(0, Math.ceil(rows / 8)) };
}

/** Copies values of a fixed size without those that are null. */
export function withoutNulls(
  bytes: Uint8Array,
  { size, valid, rows, nulls }: { size: number; valid: Uint8Array; rows: number; nulls: number },
): Uint8Array<ArrayBuffer> {
  const kept = new Uint8Array((rows - nulls) * size);
  let at = 0;
  for (let i = 0; i < rows; i++) {
    if ((valid[i >> 3] >> (i & 7) & 1) === 0) continue;
    for (let j = 0; j < size; j++) kept[at++] = bytes[i * size + j];
  }
  return kept;
}

/** Makes rows of texts or other bytes, each after its length, without the nulls. */
export function textRows(
  { offsets, bytes, valid }: { offsets: Int32Array; bytes: Uint8Array; valid?: Uint8Array },
): PlainRows {
  const rows = offsets.length - 1;
  const nulls = valid === undefined ? 0 : countNulls(valid, rows);
  const isThere = (i: number): boolean => nulls === 0 || (valid![i >> 3] >> (i & 7) & 1) === 1;
  let length = 0;
  for (let i = 0; i < rows; i++) if (isThere(i)) length += 4 + offsets[i + 1] - offsets[i];
  const plain = new Uint8Array(length);
  const view = new DataView(plain.buffer);
  let at = 0;
  for (let i = 0; i < rows; i++) {
    if (!isThere(i)) continue;
    const [start, end] = [offsets[i], offsets[i + 1]];
    view.setUint32(at, end - start, true);
    at += 4;
    if (end - start > 24) plain.set(bytes.subarray(start, end), at);
    else for (let j = start; j < end; j++) plain[at + j - start] = bytes[j];
    at += end - start;
  }
  return {
    rows,
    nulls,
    bytes: plain,
    valid: nulls === 0 ? undefined : valid!.slice(0, Math.ceil(rows / 8)),
  };
}
