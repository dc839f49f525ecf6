import { FLOAT_SIZES, type OutputColumn } from "../../table.ts";
import type { ColumnShape } from "../decode/batch.ts";
import type { BatchAhead } from "../decode/peek_batches.ts";
import { type PlacedMessage, placeMessage } from "./message_writer.ts";
import { encodeNode } from "./writer.ts";

/** Bytes of the input that are written unchanged. */
export interface CopiedBytes {
  /** The bytes of the input and of the output at which they begin. */
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** Where a result of a batch is written. */
export interface PlacedResult {
  readonly result: number;
  /** The byte of the output at which the values begin. */
  readonly values: number;
  /** The byte at which the bits of rows that are not null begin; missing if no row is null. */
  readonly valid?: number;
}

/** A batch whose place in the output is known before it is computed. */
export interface PlacedBatch {
  readonly message: PlacedMessage;
  readonly results: readonly PlacedResult[];
  readonly columns: readonly CopiedColumn[];
  /** All other bytes that are written as they are. */
  readonly copies: readonly CopiedBytes[];
}

/** A column of numbers that are computed from and written, too. */
export interface CopiedColumn {
  /** Its index in the table. */
  readonly column: number;
  /** The byte of the output at which its numbers begin. */
  readonly to: number;
}

/**
 * Finds the place of a batch in the output. Its results have known lengths, and all else is copied
 * buffer by buffer, as the writer does.
 */
export function placeBatch(
  { bodyAt, version, customMetadata, parts: { rows, columns } }: BatchAhead,
  { outputs, sizes, nulls, offset }: {
    readonly outputs: readonly OutputColumn[];
    /** The columns that are computed from, and the bytes of their numbers. */
    readonly sizes: ReadonlyMap<number, number>;
    /** How many rows of each result are null. */
    readonly nulls: readonly number[];
    /** The byte of the output at which the batch begins. */
    readonly offset: number;
  },
): PlacedBatch {
  const shapes = outputs.map((output): ColumnShape => {
    if (!("result" in output)) return columns[output.input];
    const missing = nulls[output.result];
    return {
      nodes: encodeNode(rows, missing),
      buffers: [
        { length: missing === 0 ? 0 : Math.ceil(rows / 8) },
        { length: rows * FLOAT_SIZES[output.type] },
      ],
      variadic: [],
    };
  });
  const message = placeMessage({ version, rows, columns: shapes, customMetadata }, offset);
  const results: PlacedResult[] = [];
  const copiedColumns: CopiedColumn[] = [];
  const copies: CopiedBytes[] = [];
  let next = 0;
  for (const output of outputs) {
    if ("result" in output) {
      const { result } = output;
      const [valid, values] = message.buffers.slice(next, next += 2);
      results.push({ result, values, ...(nulls[result] > 0 && { valid }) });
      continue;
    }
    const size = sizes.get(output.input);
    for (const [i, { offset, length }] of columns[output.input].buffers.entries()) {
      const to = message.buffers[next++];
      // The numbers come after the bits of nulls.
      const isNumbers = size !== undefined && i === 1;
      if (isNumbers) copiedColumns.push({ column: output.input, to });
      const done = isNumbers ? rows * size : 0;
      copies.push({ from: bodyAt + offset + done, to: to + done, length: length - done });
    }
  }
  return { message, results, columns: copiedColumns, copies: joinAdjacent(copies) };
}

/** Joins bytes that are adjacent in the input and in the output. */
function joinAdjacent(copies: readonly CopiedBytes[]): CopiedBytes[] {
  const joined: CopiedBytes[] = [];
  for (const copy of copies) {
    if (copy.length === 0) continue;
    const last = joined.at(-1);
    const follows = last !== undefined && last.from + last.length === copy.from &&
      last.to + last.length === copy.to;
    if (follows) joined[joined.length - 1] = { ...last, length: last.length + copy.length };
    else joined.push(copy);
  }
  return joined;
}
