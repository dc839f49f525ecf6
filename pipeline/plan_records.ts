import {
  NO_PLACE,
  type RecordResult,
  type RecordsPlan,
  STEPS,
  type Steps,
} from "../formats/csv/transform_plan.ts";
import type { TablePlan } from "../plan/plan.ts";
import { MAX_GROWTH } from "./policy.ts";
import { type CsvOptions, encodeNulls, newDecimalOf, syntaxOf } from "../formats/csv/dialect.ts";

/** How records are read and written. */
export interface RecordsOptions {
  readonly csv: CsvOptions;
  /** Cells in each record. */
  readonly columns: number;
  /** The byte between cells in the input, and in the output. */
  readonly delimiter: number;
  readonly newDelimiter: number;
  readonly strict: boolean;
  /** A cell that is written behind each record: where it comes from. */
  readonly fileCell?: string;
  /** Bytes of a chunk that is read. */
  readonly chunkSize: number;
}

/** Turns the plan of a table into what is done with each of its records. */
export function planRecords(
  { results, outputs, program }: TablePlan,
  { csv, columns, delimiter, newDelimiter, strict, chunkSize, fileCell }: RecordsOptions,
): RecordsPlan {
  const kept = delimiter === newDelimiter && keepsColumns(outputs, columns);
  const read = unique(
    results.flatMap(({ input, upstream, expression }) => {
      if (expression !== undefined) return expression.inputs;
      return upstream === undefined ? [input] : [input, upstream];
    }),
  );
  const order = new Map(read.map((column, i) => [column, i]));
  // Cells are needed of columns that are copied, and of those that a result replaces.
  const shown = outputs.flatMap((output, i) => {
    if ("input" in output) return kept ? [] : [output.input];
    return kept && i < columns ? [i] : [];
  });
  const cells = unique([...read, ...shown]).sort((a, b) => a - b);
  // Places are looked up in a map, since there may be a hundred thousand.
  const places = new Map(cells.map((column, i) => [column, i]));
  const place = (column: number): number => places.get(column)!;
  const list = new StepList(2 * outputs.length + 3);
  outputs.forEach((output, i) => {
    const isAdded = i >= columns;
    // The rest of a record comes before what is added to it.
    if (kept && i === columns) list.add(STEPS.rest);
    if (kept ? isAdded : i > 0) list.add(STEPS.split);
    if ("input" in output) {
      if (kept) return;
      list.add(delimiter === newDelimiter ? STEPS.cell : STEPS.requote, place(output.input));
      return;
    }
    const { result } = output;
    if (!kept || isAdded) {
      list.add(STEPS.number, NO_PLACE, result);
      return;
    }
    const cell = place(i);
    list.add(STEPS.skip, cell);
    // Where there is no number, the cell of the same column stays unchanged, unless the user says
    // what a null is written as. An expression may miss a number of another column.
    const { input, expression } = results[result];
    const isKept = input === i && expression === undefined && csv.toNull === undefined;
    list.add(STEPS.number, isKept ? cell : NO_PLACE, result);
  });
  if (kept && outputs.length === columns) list.add(STEPS.rest);
  if (fileCell !== undefined) {
    list.add(STEPS.split);
    list.add(STEPS.text);
  }

  return {
    columns,
    delimiter,
    newDelimiter,
    decimal: csv.decimal.charCodeAt(0),
    newDecimal: newDecimalOf(csv),
    nulls: encodeNulls(csv.nullValues),
    none: new TextEncoder().encode(csv.toNull ?? ""),
    comment: new TextEncoder().encode(csv.comment),
    syntax: syntaxOf(csv),
    text: new TextEncoder().encode(fileCell ?? ""),
    onInvalid: csv.onInvalid,
    strict,
    type: results[0]?.type ?? "float64",
    textSize: MAX_GROWTH * chunkSize,
    cells: Uint32Array.from(cells),
    numbers: Uint32Array.from(read, place),
    results: results.map(({ computation, input, upstream, expression }): RecordResult => ({
      kernel: computation?.kernel,
      x: order.get(input) ?? 0,
      upstream: upstream === undefined ? undefined : order.get(upstream),
      others: expression?.inputs.length === 0
        ? undefined
        : expression?.inputs.slice(1).map((column) => order.get(column)!),
    })),
    program: program && {
      program: program.program,
      inputs: program.columns.map((column) => order.get(column)!),
    },
    steps: list.steps,
  };
}

/** A list of steps, with room for a number of them. */
class StepList {
  readonly #room: Steps;
  #length = 0;

  constructor(most: number) {
    this.#room = new Uint32Array(3 * most);
  }

  add(step: number, cell: number = NO_PLACE, result: number = NO_PLACE): void {
    this.#room.set([step, cell, result], this.#length);
    this.#length += 3;
  }

  get steps(): Steps {
    return this.#room.slice(0, this.#length);
  }
}

/**
 * Says whether all columns stay in their places or are replaced there, and new ones only follow.
 */
function keepsColumns(outputs: TablePlan["outputs"], columns: number): boolean {
  return outputs.length >= columns &&
    outputs.every((output, i) =>
      i < columns ? !("input" in output) || output.input === i : "result" in output
    );
}

function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)];
}
