import {
  NO_PLACE,
  type RecordNumbers,
  type RecordResult,
  type RecordsPlan,
  type RecordTest,
  STEPS,
  type Steps,
} from "../../formats/csv/transform_plan.ts";
import { inputsOf, type TablePlan } from "../../plan/plan.ts";
import type { WherePlan } from "../../plan/plan_where.ts";
import { isSameOrder } from "./multi_input.ts";
import { MAX_GROWTH } from "../thresholds.ts";
import { join } from "../../formats/csv/header.ts";
import { encodeTexts } from "../../formats/csv/text_list.ts";
import { JSON_SYNTAX } from "../../formats/jsonl/jsonl_input.ts";
import { encodeNames } from "../../formats/jsonl/member_names.ts";
import { encodeNulls } from "../../formats/jsonl/encode_nulls.ts";
import { type CsvOptions, newDecimalOf, syntaxOf } from "../../formats/csv/dialect.ts";

const POINT = 0x2e;

/** How records are read and written. */
export interface RecordsOptions {
  readonly csv: CsvOptions;
  /** Cells in each record. */
  readonly columns: number;
  /** The names of the columns, and whether objects keep all members, for JSON lines; missing for CSV. */
  readonly members?: { readonly names: readonly string[]; readonly areKept: boolean };
  /** The byte between cells in the input, and in the output. */
  readonly delimiter: number;
  readonly newDelimiter: number;
  /**
   * For each column of the table, the cell that it is in a record; if omitted, they are in the
   * same order.
   */
  readonly order?: readonly number[];
  readonly strict: boolean;
  /** What decides which records are kept; all are if omitted. */
  readonly where?: WherePlan;
  /** The columns that rows are grouped by; none if omitted. */
  readonly by?: readonly number[];
  /** Whether nulls are rewritten in columns that are not computed too. */
  readonly replacesNulls?: boolean;
  /** A cell that is written after each record, or a member: where the record comes from. */
  readonly fileCell?: string;
  /** The name of that member. */
  readonly fileColumn?: string;
  /** Bytes of a chunk that is read. */
  readonly chunkSize: number;
}

/** Turns the plan of a table into what is done with each of its records. */
export function planRecords(
  { results, outputs, program }: TablePlan,
  {
    csv,
    columns,
    members,
    delimiter,
    newDelimiter,
    order,
    strict,
    replacesNulls = false,
    where,
    by = [],
    chunkSize,
    fileCell,
    fileColumn,
  }: RecordsOptions,
): RecordsPlan {
  const inOrder = order ?? Array.from({ length: columns }, (_, i) => i);
  // All columns are written, some perhaps replaced; and they are where they are in the record.
  const isWhole = keepsColumns(outputs, inOrder);
  const kept = members?.areKept ??
    (isWhole && !replacesNulls && delimiter === newDelimiter && isSameOrder(inOrder));
  const used = [
    ...usedColumns({ results, program }),
    ...where === undefined ? [] : usedColumns(where),
  ];
  // Cells are needed of columns that are copied one by one, and of those that a result replaces.
  const shown = outputs.flatMap((output, i) => {
    // A copy under another name is added to a record that stays.
    if ("input" in output) return kept && i < columns ? [] : [output.input];
    return kept && i < columns ? [inOrder[i]] : [];
  });
  const cells = unique([...used, ...shown, ...by]).sort((a, b) => a - b);
  // Places are looked up in a map, since there may be a hundred thousand.
  const places = new Map(cells.map((column, i) => [column, i]));
  const place = (column: number): number => places.get(column)!;
  const isJson = members !== undefined;
  const written = { outputs, columns, inOrder, kept, place, fileCell };
  const { steps, text } = isJson
    ? objectSteps(written)
    : recordSteps({ ...written, isSame: delimiter === newDelimiter });

  return {
    columns,
    delimiter,
    newDelimiter,
    decimal: isJson ? POINT : csv.decimal.charCodeAt(0),
    newDecimal: isJson ? POINT : newDecimalOf(csv),
    digits: csv.digits ?? 0,
    nulls: isJson ? encodeNulls(csv) : encodeTexts(csv.nullValues),
    replacesNulls,
    none: new TextEncoder().encode(isJson ? "null" : csv.toNull ?? ""),
    comment: new TextEncoder().encode(isJson ? "" : csv.comment),
    syntax: isJson ? JSON_SYNTAX : syntaxOf(csv),
    names: members && encodeNames([
      ...cells.map((column) => members.names[column]),
      // No object may have a member already that is added to it.
      ...kept ? outputs.slice(columns).map(({ name }) => name) : [],
      ...kept && fileColumn !== undefined ? [fileColumn] : [],
    ]),
    text,
    onInvalid: csv.onInvalid,
    strict,
    type: results[0]?.type ?? "float64",
    textSize: MAX_GROWTH * chunkSize,
    cells: Uint32Array.from(cells),
    ...planNumbers({ results, program }, place),
    where: where && planNumbers(where, place),
    keys: Uint32Array.from(by, place),
    steps,
  };
}

/** The columns whose numbers results are computed from. */
function numberColumns({ results }: ComputedPlan): number[] {
  return unique(results.flatMap((result) => inputsOf(result)));
}

/** The columns whose cells are read or tested for results. */
function usedColumns(plan: ComputedPlan): number[] {
  return [...numberColumns(plan), ...(plan.program?.tests ?? []).map(({ column }) => column)];
}

type ComputedPlan = Pick<TablePlan, "results" | "program">;

/** What is read from records for results. `place` finds the cell of a column. */
function planNumbers(plan: ComputedPlan, place: (column: number) => number): RecordNumbers {
  const { results, program } = plan;
  const tests = program?.tests ?? [];
  const tested = tests.flatMap(({ column, isOfNumbers }) => isOfNumbers ? [column] : []);
  const read = unique([...numberColumns(plan), ...tested]);
  const inputs = new Map(
    [...read, ...tests.map(({ index }) => index)].map((column, i) => [column, i]),
  );
  return {
    numbers: Uint32Array.from(read, place),
    tests: tests.map(({ column, text, isOfNumbers }): RecordTest => ({
      cell: place(column),
      ...(text !== undefined && { text: new TextEncoder().encode(text) }),
      ...(isOfNumbers && { number: inputs.get(column)! }),
    })),
    results: results.map(({ computation, input, upstream, expression }): RecordResult => {
      const [x, ...others] = [...expression?.inputs ?? [], ...expression?.tests ?? []];
      return {
        kernel: computation?.kernel,
        x: inputs.get(expression === undefined ? input : x) ?? 0,
        upstream: upstream === undefined ? undefined : inputs.get(upstream),
        others: x === undefined ? undefined : others.map((column) => inputs.get(column)!),
        output: expression?.output,
        presence: expression?.presence,
      };
    }),
    program: program && {
      program: program.program,
      inputs: program.columns.map((column) => inputs.get(column)!),
    },
  };
}

/** What is written of each record. */
interface WrittenRecords {
  readonly outputs: TablePlan["outputs"];
  /** Cells in each record. */
  readonly columns: number;
  readonly inOrder: readonly number[];
  /** Whether records stay as they are, but for what is replaced and added. */
  readonly kept: boolean;
  /** Finds the place of a column among the cells that are looked at. */
  readonly place: (column: number) => number;
  readonly fileCell?: string;
}

/** The steps that write records, and their text. */
interface WrittenSteps {
  readonly steps: Steps;
  readonly text: Uint8Array;
}

/** The steps that write records of CSV. `isSame` is true if the delimiter stays. */
function recordSteps(
  { outputs, columns, inOrder, kept, place, fileCell, isSame }: WrittenRecords & {
    readonly isSame: boolean;
  },
): WrittenSteps {
  const list = new StepList(2 * outputs.length + 3);
  outputs.forEach((output, i) => {
    const isAdded = i >= columns;
    // The rest of a record comes before what is added to it.
    if (kept && i === columns) list.add(STEPS.rest);
    if (kept ? isAdded : i > 0) list.add(STEPS.split);
    if ("input" in output) {
      if (kept) return;
      list.add(isSame ? STEPS.cell : STEPS.requote, place(output.input));
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
  return { steps: list.steps, text: new TextEncoder().encode(fileCell ?? "") };
}

/** The steps that write objects of JSON lines. */
function objectSteps(
  { outputs, columns, kept, place, fileCell }: WrittenRecords,
): WrittenSteps {
  const list = new StepList(2 * outputs.length + 2);
  const texts: Uint8Array[] = [];
  let length = 0;
  function addMember(text: string): void {
    const bytes = new TextEncoder().encode(text);
    texts.push(bytes);
    list.add(STEPS.member, length, length + bytes.length);
    length += bytes.length;
  }
  if (kept) {
    outputs.slice(0, columns).forEach((output, i) => {
      if ("result" in output) list.add(STEPS.skip, place(i), output.result);
    });
    list.add(STEPS.rest);
  }
  for (const output of kept ? outputs.slice(columns) : outputs) {
    addMember(`${JSON.stringify(output.name)}:`);
    if ("result" in output) list.add(STEPS.number, NO_PLACE, output.result);
    else list.add(STEPS.cell, place(output.input));
  }
  if (fileCell !== undefined) addMember(fileCell);
  return { steps: list.steps, text: join(texts) };
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
 * Returns whether all columns are written in their order, or are replaced there, and new ones only follow.
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
