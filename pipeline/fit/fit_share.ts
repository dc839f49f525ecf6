import type { FitRows } from "../../fit/distinct_rows.ts";
import type { Instance } from "../../kernels/instance.ts";
import { takeAllSteps } from "../../kernels/job.ts";
import type { Program } from "../../kernels/program.ts";
import { runProgram } from "../../kernels/run_program.ts";
import type { Reply } from "../../threads/pool.ts";
import { GroupSums } from "./group_sums.ts";

/** What is computed for rows and added up. It is the same for all passes. */
export interface FitModel {
  readonly program: Program;
  /** The parameter that each input of the program is; -1 for the next column of the rows. */
  readonly inputs: readonly number[];
  /** How many parameters each group has. */
  readonly width: number;
  /** Whether there may be more than group 0. */
  readonly hasGroups: boolean;
  /** What the numbers of groups are hashed with. */
  readonly seed: bigint;
}

/** Where a pass computes the sums. The arrays have shared memory if there are several threads. */
export interface FitPlace {
  /** The parameters of each group, group after group; those of the first for all if it is the only one. */
  readonly parameters: Float64Array;
  /** 1 for each group whose rows are needed; all are if left out. */
  readonly needed?: Uint8Array;
  /** Whether groups have so few rows that one thread adds them up sooner than several join their sums. */
  readonly isAlone?: boolean;
}

/** Rows to add up. */
export interface FitQuestion {
  readonly model: FitModel;
  readonly place: FitPlace;
  readonly rows: FitRows;
}

/** What to report about rows that were added up. */
export interface FitAnswer {
  /** How many rows there were, and in how many the expression is not a finite number. */
  readonly rows: number;
  readonly undefined: number;
  /** The value in the first of these, and its place in the order of all rows. */
  readonly first?: { readonly value: number; readonly row: number };
}

/** Adds up the values and derivatives of rows at the parameters of their groups. */
export function* addRows(
  { model, place, rows: all }: FitQuestion,
  { instance, sums }: { readonly instance: Instance; readonly sums: GroupSums },
): Generator<undefined, FitAnswer> {
  const rows = pickRows(all, place.needed);
  const { program } = model;
  const { groups, counts } = rows;
  const { length } = groups;
  const out = new Float64Array(length * program.outputs.length);
  yield* runProgram(instance, { program, inputs: inputsOf(rows, { model, place }) }, { out });
  const values = program.outputs.map((_, i) => out.subarray(i * length, (i + 1) * length));
  sums.add(groups, values, counts);
  return findUndefined(values[0], rows);
}

/** The sums of a worker, which it keeps from one question to the next. */
export class WorkerFit {
  #sums: GroupSums | undefined;

  add(instance: Instance, question: FitQuestion): Reply {
    const { model } = question;
    const sums = this.#sums ??= new GroupSums(model.program.outputs.length, model);
    return { result: takeAllSteps(addRows(question, { instance, sums })), move: [] };
  }

  /** Hands over the sums of a pass, if there are any. */
  take(): Reply {
    const result = this.#sums?.handOver();
    return { result, move: result?.pieces.map(({ buffer }) => buffer) ?? [] };
  }
}

/** The rows of groups that are needed. */
function pickRows(rows: FitRows, needed: Uint8Array | undefined): FitRows {
  const { groups, columns, counts, places, first } = rows;
  if (needed === undefined) return rows;
  const picked = new Uint32Array(groups.length);
  let count = 0;
  for (let i = 0; i < groups.length; i++) if (needed[groups[i]] === 1) picked[count++] = i;
  if (count === groups.length) return rows;
  const some = picked.subarray(0, count);
  return {
    groups: some.map((i) => groups[i]),
    columns: columns.map((column) => Float64Array.from(some, (i) => column[i])),
    counts: counts && Float64Array.from(some, (i) => counts[i]),
    first,
    places: places === undefined ? some : some.map((i) => places[i]),
  };
}

function inputsOf(
  { groups, columns }: FitRows,
  { model, place: { parameters } }: Pick<FitQuestion, "model" | "place">,
): Float64Array[] {
  const { inputs, width } = model;
  let used = 0;
  return inputs.map((parameter) => {
    if (parameter < 0) return columns[used++];
    const gathered = new Float64Array(groups.length);
    if (parameters.length === width) return gathered.fill(parameters[parameter]);
    for (let i = 0; i < groups.length; i++) gathered[i] = parameters[groups[i] * width + parameter];
    return gathered;
  });
}

function findUndefined(values: Float64Array, { first, places, counts }: FitRows): FitAnswer {
  const answer: { -readonly [key in keyof FitAnswer]: FitAnswer[key] } = { rows: 0, undefined: 0 };
  for (let i = 0; i < values.length; i++) {
    const count = counts?.[i] ?? 1;
    answer.rows += count;
    if (Number.isFinite(values[i])) continue;
    answer.undefined += count;
    answer.first ??= { value: values[i], row: first + (places?.[i] ?? i) };
  }
  return answer;
}
