import type { ColumnValues } from "../../table.ts";
import type { RawColumn } from "../decode/batch.ts";

const NONE = new Uint8Array(0);

const NO_VARIADIC: readonly number[] = [];

/** A column of a message, made of values. */
export function valuesColumn(column: ColumnValues): RawColumn {
  const { valid } = column;
  const rows = column.kind === "texts" ? column.offsets.length - 1 : column.values.length;
  const nulls = valid === undefined ? 0 : countNulls(valid, rows);
  return {
    nodes: nodeOf(rows, nulls),
    buffers: [
      nulls === 0 ? NONE : valid!.subarray(0, Math.ceil(rows / 8)),
      ...(column.kind === "texts" ? [bytesOf(column.offsets), column.bytes] : [
        bytesOf(column.values),
      ]),
    ],
    variadic: NO_VARIADIC,
  };
}

/** The last node that was made: columns without nulls share it. */
let known = { rows: -1, nulls: -1, node: NONE };

function nodeOf(rows: number, nulls: number): Uint8Array {
  if (known.rows !== rows || known.nulls !== nulls) {
    const node = new Uint8Array(new BigInt64Array([BigInt(rows), BigInt(nulls)]).buffer);
    known = { rows, nulls, node };
  }
  return known.node;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function countNulls(valid: Uint8Array, rows: number): number {
  let nulls = 0;
  const whole = rows >> 3;
  for (let i = 0; i < whole; i++) {
    if (valid[i] !== 255) nulls += zeros(valid[i], 8);
  }
  return nulls + zeros(valid[whole], rows & 7);
}

function zeros(byte: number, bits: number): number {
  let count = 0;
  for (let bit = 0; bit < bits; bit++) count += (byte >> bit & 1) ^ 1;
  return count;
}
