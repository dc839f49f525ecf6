import type { RecordResult, RecordsPlan, Step } from "../formats/csv/transform_plan.ts";
import type { TablePlan } from "../plan/plan.ts";
import type { CsvOptions } from "../formats/csv/dialect.ts";

/** What records are read and written with. */
export interface RecordsOptions {
  readonly csv: CsvOptions;
  /** Cells in each record. */
  readonly columns: number;
  /** The byte between cells that is read, and the one that is written. */
  readonly delimiter: number;
  readonly newDelimiter: number;
  readonly strict: boolean;
  /** Bytes of a chunk that is read. */
  readonly chunkSize: number;
}

/** Chunks that what becomes of one may fill: buffers have room for as much. */
const USUAL_GROWTH = 2;
/** Those that it fills at most before it is written: what is usual should not come in two parts. */
const MAX_GROWTH = 2 * USUAL_GROWTH;
/** Bytes of a number that is written, with its delimiter, as most are. */
const NUMBER = 20;

/**
 * Bytes of records to take at a time, such that what becomes of them is not much longer than a chunk: results
 * of short records take many times their length, and more of them would take as much memory.
 */
export function sizeChunks(
  { results }: RecordsPlan,
  { chunkSize, recordSize }: {
    chunkSize: number;
    /** Bytes of a record, by the first ones. */
    recordSize: number;
  },
): number {
  const growth = 1 + results.length * NUMBER / recordSize;
  return Math.ceil(chunkSize * Math.min(1, USUAL_GROWTH / growth));
}

/** Turns the plan of a table into what is done with each of its records. */
export function planRecords(
  { results, outputs }: TablePlan,
  { csv, columns, delimiter, newDelimiter, strict, chunkSize }: RecordsOptions,
): RecordsPlan {
  const kept = delimiter === newDelimiter && keepsColumns(outputs, columns);
  const read = unique(
    results.flatMap(({ input, upstream }) => upstream === undefined ? [input] : [input, upstream]),
  );
  const order = new Map(read.map((column, i) => [column, i]));
  // Of columns that are copied, and of those that others stand in for.
  const shown = outputs.flatMap((output, i) => {
    if ("input" in output) return kept ? [] : [output.input];
    return kept && i < columns ? [i] : [];
  });
  const cells = unique([...read, ...shown]).sort((a, b) => a - b);
  // By a map, since there may be a hundred thousand.
  const places = new Map(cells.map((column, i) => [column, i]));
  const place = (column: number): number => places.get(column)!;
  const steps = outputs.flatMap((output, i): Step[] => {
    const isAdded = i >= columns;
    const split: Step[] = kept
      ? (isAdded ? [{ step: "split" }] : [])
      : i > 0
      ? [{ step: "split" }]
      : [];
    if ("input" in output) {
      if (kept) return [];
      const step = delimiter === newDelimiter ? "cell" : "requote";
      return [...split, { step, cell: place(output.input) }];
    }
    const { result } = output;
    if (!kept || isAdded) return [...split, { step: "number", result }];
    const cell = place(i);
    return [{ step: "skip", cell }, { step: "number", result, cell: cellOf(result, cell) }];
  });
  // What is left of a record comes before what is added to it.
  const first = steps.findIndex(({ step }) => kept && step === "split");
  if (kept) steps.splice(first < 0 ? steps.length : first, 0, { step: "rest" });

  /** Where there is no number, its own cell stays as it is. */
  function cellOf(result: number, cell: number): number | undefined {
    return place(results[result].input) === cell ? cell : undefined;
  }

  return {
    columns,
    delimiter,
    newDelimiter,
    decimal: csv.decimal.charCodeAt(0),
    none: new TextEncoder().encode(csv.nullValue),
    onInvalid: csv.onInvalid,
    strict,
    type: results[0]?.type ?? "float64",
    textSize: MAX_GROWTH * chunkSize,
    cells,
    numbers: read.map(place),
    results: results.map(({ computation, input, upstream }): RecordResult => ({
      kernel: computation!.kernel,
      x: order.get(input)!,
      upstream: upstream === undefined ? undefined : order.get(upstream),
    })),
    steps,
  };
}

/** Whether all columns stay where they are, or have another in their place, and others only follow. */
function keepsColumns(outputs: TablePlan["outputs"], columns: number): boolean {
  return outputs.length >= columns &&
    outputs.every((output, i) =>
      i < columns ? !("input" in output) || output.input === i : "result" in output
    );
}

function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)];
}
