import {
  NO_PLACE,
  type RecordResult,
  type RecordsPlan,
  STEPS,
  type Steps,
} from "../../formats/csv/transform_plan.ts";
import type { TablePlan } from "../../plan/plan.ts";
import { isSameOrder } from "./multi_input.ts";
import { MAX_GROWTH } from "../thresholds.ts";
import { encodeTexts } from "../../formats/csv/text_list.ts";
import { type CsvOptions, newDecimalOf, syntaxOf } from "../../formats/csv/dialect.ts";

/** How records are read and written. */
export interface RecordsOptions {
  readonly csv: CsvOptions;
  /** Cells in each record. */
  readonly columns: number;
  /** The byte between cells in the input, and in the output. */
  readonly delimiter: number;
  readonly newDelimiter: number;
  /** For each column of the table, the cell that it is in a record; if left out, they are in the same order. */
  readonly order?: readonly number[];
  readonly strict: boolean;
  /** The columns that rows are grouped by; none if left out. */
  readonly by?: readonly number[];
  /** Whether nulls are rewritten in columns that are not computed too. */
  readonly replacesNulls?: boolean;
  /** A cell that is written behind each record: where it comes from. */
  readonly fileCell?: string;
  /** Bytes of a chunk that is read. */
  readonly chunkSize: number;
}

/** Turns the plan of a table into what is done with each of its records. */
export function planRecords(
  { results, outputs, program }: TablePlan,
  {
    csv,
    columns,
    delimiter,
    newDelimiter,
    order,
    strict,
    replacesNulls = false,
    by = [],
    chunkSize,
    fileCell,
  }: RecordsOptions,
): RecordsPlan {
  const inOrder = order ?? Array.from({ length: columns }, (_, i) => i);
  // All columns are written, some perhaps replaced; and they are where they are in the record.
  const isWhole = keepsColumns(outputs, inOrder);
  const kept = isWhole && !replacesNulls && delimiter === newDelimiter && isSameOrder(inOrder);
  const read = unique(
    results.flatMap(({ input, upstream, expression }) => {
      if (expression !== undefined) return expression.inputs;
      return upstream === undefined ? [input] : [input, upstream];
    }),
  );
  const numbers = new Map(read.map((column, i) => [column, i]));
  // Cells are needed of columns that are copied one by one, and of those that a result replaces.
  const shown = outputs.flatMap((output, i) => {
    if ("input" in output) return kept ? [] : [output.input];
    return kept && i < columns ? [inOrder[i]] : [];
  });
  const cells = unique([...read, ...shown, ...by]).sort((a, b) => a - b);
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
    if (kept && !isAdded) list.add(STEPS.skip, place(inOrder[i]));
    list.add(STEPS.number, NO_PLACE, result);
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
    digits: csv.digits ?? 0,
    nulls: encodeTexts(csv.nullValues),
    replacesNulls,
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
    keys: Uint32Array.from(by, place),
    results: results.map(({ computation, input, upstream, expression }): RecordResult => ({
      kernel: computation?.kernel,
      x: numbers.get(input) ?? 0,
      upstream: upstream === undefined ? undefined : numbers.get(upstream),
      others: expression?.inputs.length === 0
        ? undefined
        : expression?.inputs.slice(1).map((column) => numbers.get(column)!),
    })),
    program: program && {
      program: program.program,
      inputs: program.columns.map((column) => numbers.get(column)!),
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
 * Says whether all columns are written in their order, or are replaced there, and new ones only follow.
 */
function keepsColumns(outputs: TablePlan["outputs"], order: readonly number[]): boolean {
  return outputs.length >= order.length &&
    outputs.every((output, i) =>
      i < order.length ? !("input" in output) || output.input === order[i] : "result" in output
    );
}

function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)];
}
