import {
  type Batch,
  CellError,
  convertFloats,
  type NumberEntries,
  type Numbers,
  valuesOf,
} from "../formats/table.ts";
import { convertNumbers, EntryNumbers } from "../formats/entry_numbers.ts";
import { testColumn } from "../formats/test_column.ts";
import { countFloats, statusesOf } from "../kernels/result_status.ts";
import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import type { Engine, Job } from "../kernels/job.ts";
import { type DomainCheck, DomainError, type Inputs } from "./report/domain_check.ts";
import type { Computation, Result, TablePlan } from "../plan/plan.ts";

/** A batch with the results that were computed from it. */
export interface ComputedBatch {
  readonly batch: Batch;
  readonly results: readonly Numbers[];
  /** The inputs of each result; missing where numbers were only converted. */
  readonly inputs: readonly (Inputs | undefined)[];
  /** What the last phase made of each result of an expression (kernels/result_status.ts). */
  readonly statuses: readonly (Uint8Array | undefined)[];
  /** The arrays that were computed. One may hold several results. */
  readonly arrays: readonly FloatArray[];
}

/** What is computed from a table, as threads send it to each other. */
export interface ComputedPlan extends Pick<TablePlan, "program"> {
  readonly results: readonly (Omit<Result, "computation"> & {
    readonly computation?: Pick<Computation, "kernel">;
  })[];
}

/** A plan as threads send it to each other: functions cannot be sent. */
export function withoutFunctions(
  { program, results }: Pick<TablePlan, "results" | "program">,
): ComputedPlan {
  return {
    program,
    results: results.map(({ computation, ...result }) => ({
      ...result,
      computation: computation && { kernel: computation.kernel },
    })),
  };
}

/** Computes the results of a batch. A result is missing where its number or its upstream is. */
export function computeBatch(
  batch: Batch,
  { results, program }: ComputedPlan,
  { engine, look, mayShare = false }: {
    engine: Engine;
    /** Is called with the numbers of each column, before they are converted. */
    look?: (column: number, numbers: Numbers) => void;
    /**
     * Whether the inputs stay as they are: nothing is written over them, or moved to a thread. Results
     * may lie in the memory of the batch then.
     */
    mayShare?: boolean;
  },
): ComputedBatch | Promise<ComputedBatch> {
  const columns = new Map<string, Numbers>();
  const tests = new Map(program?.tests?.map((test) => [test.index, test]));
  const looked = new Set<number>();
  function lookOnce(column: number, numbers: Numbers): void {
    if (!looked.has(column)) look?.(column, numbers);
    looked.add(column);
  }

  function take(column: number, type: FloatType): Numbers {
    const key = `${column} ${type}`;
    const test = tests.get(column);
    if (test !== undefined && !columns.has(key)) columns.set(key, testColumn(batch, test));
    // Results of one column share its array: the engine knows when it may overwrite it.
    if (!columns.has(key)) {
      const numbers = batch.numbers(column, type, mayShare);
      lookOnce(column, numbers);
      columns.set(key, convertNumbers(numbers, type));
    }
    return columns.get(key)!;
  }

  // Results overwrite their inputs, and only inputs distinguish a pole from an overflow.
  const copies = new Map<FloatArray, FloatArray>();
  function keep(values: FloatArray): FloatArray {
    if (!copies.has(values)) copies.set(values, values.slice());
    return copies.get(values)!;
  }

  /** Returns what gives inputs as they were. They are not read before they are asked for, if they stay so. */
  function keepAll(numbers: readonly Numbers[]): () => readonly FloatArray[] {
    if (mayShare) return () => numbers.map(({ values }) => values);
    const kept = numbers.map(({ values }) => keep(values));
    return () => kept;
  }

  const jobs: Job[] = [];
  const known = findEntries(batch, { results, program });
  const places = program && new Map(program.columns.map((column, i) => [column, i]));
  // First, because later jobs may write over what the program reads.
  if (program !== undefined) {
    const inputs = program.columns.map((column, i) => {
      const type = program.types[i];
      // The array of a job may be moved to another thread.
      const values = known === undefined
        ? take(column, type).values
        : convertFloats(known.values, type).slice();
      return convertFloats(values, "float64") as Float64Array;
    });
    jobs.push({
      x: inputs[0] ?? new Float64Array(batch.rows),
      expressions: { program: program.program, inputs },
    });
  }
  const parts = results.map(({ input, type, computation, upstream, expression }) => {
    if (expression !== undefined) {
      const { output, presence, tests = [] } = expression;
      const numbers = [...expression.inputs, ...tests].map((column) =>
        take(column, program!.types[places!.get(column)!])
      );
      const valid = presence === undefined
        ? numbers.map(({ valid }) => valid).reduce(bothValid, undefined)
        : undefined;
      return { type, output, presence, valid, inputs: keepAll(numbers) };
    }
    if (computation === undefined) {
      if (mayShare) return { numbers: take(input, type) };
      // The result has a copy of its own, since other results may be computed in that place.
      const numbers = batch.numbers(input, type);
      lookOnce(input, numbers);
      return { numbers: convertNumbers(numbers, type) };
    }
    const x = take(input, type);
    const factors = upstream === undefined ? undefined : take(upstream, type);
    const valid = bothValid(x.valid, factors?.valid);
    jobs.push({ kernel: computation.kernel, x: x.values, upstream: factors?.values });
    const inputs = keepAll(factors === undefined ? [x] : [x, factors]);
    return { job: jobs.length - 1, valid, inputs };
  });
  /** An output of the program. */
  function outputOf(arrays: readonly FloatArray[], output: number): FloatArray {
    return arrays[0].subarray(output * batch.rows, (output + 1) * batch.rows);
  }

  /** Collects all results; `ofRows` has those that are finite, decided, and known for each entry. */
  function collect(
    arrays: readonly FloatArray[],
    ofRows: readonly (Numbers | undefined)[] = [],
  ): ComputedBatch {
    const valid = parts.map(({ valid, presence }) =>
      presence === undefined ? valid : packOnes(outputOf(arrays, presence))
    );
    return {
      batch,
      arrays,
      inputs: parts.map(({ inputs }, i) =>
        inputs === undefined || ofRows[i] !== undefined ? undefined : {
          get columns(): readonly FloatArray[] {
            return inputs();
          },
          valid: valid[i],
        }
      ),
      statuses: parts.map(({ output }, i) => {
        if (output === undefined || ofRows[i] !== undefined) return undefined;
        const all = statusesOf(
          arrays[0] as Float64Array,
          batch.rows * program!.program.outputs.length,
        );
        return all.subarray(output * batch.rows, (output + 1) * batch.rows);
      }),
      results: parts.map(({ numbers, job, output, type }, i) => {
        if (numbers !== undefined) return numbers;
        if (output === undefined) return { values: arrays[job], valid: valid[i] };
        if (ofRows[i] !== undefined) return ofRows[i];
        return { values: convertFloats(outputOf(arrays, output), type), valid: valid[i] };
      }),
    };
  }
  /** Gives each row the results of its entry: when they are asked for, if nothing is to be reported. */
  function finish(arrays: readonly FloatArray[]): ComputedBatch {
    if (known === undefined) return collect(arrays);
    const [ofEntries, ...others] = arrays as [Float64Array, ...FloatArray[]];
    const { places, values: { length: count } } = known;
    const { length } = program!.program.outputs;
    const ofRows = parts.map(({ output, type, valid }) => {
      if (output === undefined) return undefined;
      const values = ofEntries.subarray(output * count, (output + 1) * count);
      return new EntryNumbers({ places, values: convertFloats(values, type) }, { valid });
    });
    const isUsual = statusesOf(ofEntries, count * length).every((status) => status === 0) &&
      ofRows.every((numbers) => numbers?.entries.values.every(Number.isFinite) ?? true);
    if (isUsual) return collect(arrays, ofRows);
    return collect([spreadEntries(ofEntries, known, length), ...others]);
  }

  const arrays = jobs.length === 0 ? [] : engine.run(jobs);
  return arrays instanceof Promise ? arrays.then(finish) : finish(arrays);
}

/** Rows of a batch for each entry of a dictionary from which on entries are computed, and not rows. */
const MIN_ROWS_PER_ENTRY = 8;

/** The only column of a program as entries of a dictionary, if it is stored so, and has few of them. */
function findEntries(
  batch: Batch,
  { results, program }: Pick<ComputedPlan, "results" | "program">,
): NumberEntries | undefined {
  if (program?.columns.length !== 1 || program.tests?.length) return undefined;
  // Nulls are known row by row.
  if (results.some(({ expression }) => expression?.presence !== undefined)) return undefined;
  const entries = batch.numberEntries?.(program.columns[0]);
  if (entries === undefined) return undefined;
  return MIN_ROWS_PER_ENTRY * entries.values.length <= batch.rows ? entries : undefined;
}

/** The results of rows, and what became of them, by those of their entries. That of a null is 0. */
function spreadEntries(
  from: Float64Array,
  { places, values: { length: count } }: NumberEntries,
  outputs: number,
): Float64Array {
  const rows = places.length;
  const all = new Float64Array(countFloats(rows * outputs));
  const known = statusesOf(from, count * outputs);
  for (let output = 0; output < outputs; output++) {
    const of = from.subarray(output * count, (output + 1) * count);
    const to = all.subarray(output * rows, (output + 1) * rows);
    for (let i = 0; i < rows; i++) to[i] = places[i] < 0 ? 0 : of[places[i]];
    const statuses = statusesOf(all, rows * outputs).subarray(output * rows);
    for (let i = 0; i < rows; i++) {
      statuses[i] = places[i] < 0 ? 0 : known[output * count + places[i]];
    }
  }
  return all;
}

/** Counts the results of a batch to report, or refuses them. */
export function checkBatch(
  { inputs, results, statuses }: ComputedBatch,
  { check, locate }: {
    check: Pick<DomainCheck, "check">;
    /** Names the place that a result is computed from, in a row of the batch, for messages. */
    locate: (result: number, row: number) => string;
  },
): void {
  const checked = inputs.flatMap((inputs, subject) =>
    inputs === undefined
      ? []
      : [{ subject, inputs, y: results[subject].values, statuses: statuses[subject] }]
  );
  check.check(checked, locate);
}

/** Makes a bit of each number, which is 1 where that is 1; nothing if all are. */
function packOnes(numbers: FloatArray): Uint8Array | undefined {
  const bits = new Uint8Array(Math.ceil(numbers.length / 8));
  let count = 0;
  for (let i = 0; i < numbers.length; i++) {
    const is = Number(numbers[i] === 1);
    count += is;
    bits[i >> 3] |= is << (i & 7);
  }
  return count === numbers.length ? undefined : bits;
}

function bothValid(a: Uint8Array | undefined, b: Uint8Array | undefined): Uint8Array | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.map((bits, i) => bits & b[i]);
}

/** A batch in which something failed, and what is done with it. */
export interface FailedBatch {
  readonly batch: Batch;
  readonly plan: Pick<TablePlan, "results" | "program">;
  /** The columns that are written unchanged, or are keys. */
  readonly passed: readonly number[];
  readonly check: Pick<DomainCheck, "strict" | "check">;
  /** Computes rows again, at once. */
  readonly engine: Engine;
  /** Names the place that a result is computed from, in a row of the batch, for messages. */
  readonly locate: (result: number, row: number) => string;
}

/**
 * Finds the failure to report of a batch: of all that is wrong, what is in the first row.
 *
 * Columns are read and computed in sequence. So a column may have failed in a later row
 * than the next column would, and which failure is met would depend on where batches end. Within a
 * row, the cells that are computed come first, then the domains of functions, then the columns that
 * are written unchanged.
 */
export function firstFailure(
  failure: unknown,
  { batch, plan, passed, check, engine, locate }: FailedBatch,
): unknown {
  let first = failure;
  /** Tries an action with the rows before the first that is known to be wrong. */
  function attempt(action: (batch: Batch) => void): void {
    if (!hasRow(first) || batch.slice === undefined || first.row === 0) return;
    try {
      action(batch.slice(0, { rows: first.row }));
    } catch (error) {
      first = error;
    }
  }
  for (const { input, type, upstream, expression } of plan.results) {
    attempt((rows) => rows.numbers(input, type));
    if (upstream !== undefined) attempt((rows) => rows.numbers(upstream, type));
    for (const other of expression?.inputs ?? []) attempt((rows) => rows.numbers(other, type));
  }
  if (check.strict) {
    attempt((rows) => {
      const computed = computeBatch(rows, plan, { engine }) as ComputedBatch;
      checkBatch(computed, { check, locate });
    });
  }
  for (const column of passed) attempt((rows) => valuesOf(rows, column));
  return first;
}

function hasRow(error: unknown): error is CellError | DomainError {
  return error instanceof CellError || error instanceof DomainError;
}
