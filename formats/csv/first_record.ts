import { openInstance } from "../../kernels/engine.ts";
import { BEHIND } from "../../kernels/exports.ts";
import { setDialect } from "./split_records.ts";
import {
  CARRIAGE_RETURN,
  countLines,
  LINE_FEED,
  MAX_CELLS,
  type QuoteStyle,
  syntaxOf,
} from "./dialect.ts";
import { NO_PLACE } from "./transform_plan.ts";

/**
 * The first record of a text. It may have a million cells, which are not kept as a million objects.
 */
export interface FirstRecord {
  /** The record without its line end. */
  readonly bytes: Uint8Array;
  /** How many cells the record has. */
  readonly count: number;
  /** Returns the bytes of a cell, with its quotes. */
  cell(index: number): Uint8Array;
  /** Where the next record begins. */
  readonly next: number;
  /** Line feeds before the next record. */
  readonly lines: number;
  /** Whether a line feed ends the record. */
  readonly isEnded: boolean;
  /** Where a quote opens that is not closed, if there is one. */
  readonly unclosed?: number;
  /** Whether its first cell, for the names of rows, is not in its bytes (row_names.ts). */
  readonly lacksRowNames?: boolean;
}

/** Results of csv_scan for a record: it has another number of cells, or a quote is not closed. */
const [RAGGED, UNCLOSED] = [1, 2];

/**
 * Finds the cells of the record that begins at `from`, as all records are scanned. If it has too many
 * cells, it finds one more than the maximum.
 */
export function firstRecord(
  bytes: Uint8Array,
  { from, delimiter, quote }: { from: number; delimiter: number; quote: QuoteStyle },
): FirstRecord {
  // Nobody knows yet how many cells a record has: they are counted first, and then found.
  const { exports, memory, end: text, reserve } = openInstance();
  const end = text + bytes.length - from;
  const wanted = Math.ceil((end + BEHIND) / 8) * 8;
  reserve(wanted + 16);
  new Uint8Array(memory.buffer).set(bytes.subarray(from), text);
  setDialect(exports, { comment: [0, 0], syntax: syntaxOf({ quote, thousands: "" }) });
  /** Scans one record, and stores the cells of the first so many columns. */
  function scan(to: number, columns: number, found: number): void {
    new Uint32Array(memory.buffer, wanted, found + 1).set([...Array(found).keys(), NO_PLACE]);
    const cells = wanted + 8 * (found + 1);
    exports.csv_scan(text, to, 1, columns, delimiter, wanted, cells, cells + 8 * found);
  }
  function countCells(to: number): number {
    scan(to, 1, 0);
    return exports.csv_problem.value === RAGGED ? exports.csv_found.value : 1;
  }
  const count = countCells(end);
  if (exports.csv_problem.value === UNCLOSED) {
    const unclosed = exports.csv_found.value;
    return {
      bytes: withoutReturn(bytes.subarray(from)),
      // The cell whose quote is not closed is the last.
      count: countCells(unclosed),
      cell: () => bytes.subarray(0, 0),
      next: bytes.length,
      lines: countLines(bytes),
      isEnded: false,
      unclosed: from + unclosed - text,
    };
  }
  const found = Math.min(count, MAX_CELLS + 1);
  reserve(wanted + 16 * (found + 2));
  scan(end, count, found);
  const cells = wanted + 8 * (found + 1);
  const places = new Uint32Array(memory.buffer, cells, 2 * found).slice();
  const next = from + exports.csv_next.value - text;
  const isEnded = bytes[next - 1] === LINE_FEED;
  const line = bytes.subarray(from, isEnded ? next - 1 : next);
  return {
    bytes: withoutReturn(line),
    count: found,
    cell(index: number): Uint8Array {
      // A line of nothing but a carriage return has no cell.
      if (places[2 * index] === 0) return bytes.subarray(from, from);
      return bytes.subarray(
        from + places[2 * index] - text,
        from + places[2 * index + 1] - text,
      );
    },
    next,
    lines: countLines(bytes.subarray(0, next)),
    isEnded,
  };
}

function withoutReturn(line: Uint8Array): Uint8Array {
  return line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
}
