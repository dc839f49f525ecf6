import { convertFloats } from "../formats/convert_floats.ts";
import type { Batch, Numbers } from "../formats/table.ts";
import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import type { Job } from "../kernels/job.ts";
import type { Engine } from "../kernels/job.ts";
import type { Before, DomainCheck } from "./domain_check.ts";
import type { Result, TablePlan } from "../plan/plan.ts";

/** A batch with the results that were computed from it. */
export interface ComputedBatch {
  readonly batch: Batch;
  readonly results: readonly Numbers[];
  /** What was known of each result's inputs; nothing where numbers were only converted. */
  readonly before: readonly (Before | undefined)[];
}

/** Computes the results of a batch. Where a number or its upstream is missing, so is the result. */
export function computeBatch(
  batch: Batch,
  { results, program }: Pick<TablePlan, "results" | "program">,
  { engine, check }: { engine: Engine; check: DomainCheck },
): ComputedBatch | Promise<ComputedBatch> {
  const columns = new Map<string, Numbers>();
  function take(column: number, type: FloatType): Numbers {
    const key = `${column} ${type}`;
    // Results of one column share its array: the engine knows when it may overwrite it.
    if (!columns.has(key)) {
      const { values, valid } = batch.numbers(column, type);
      columns.set(key, { values: convertFloats(values, type), valid });
    }
    return columns.get(key)!;
  }

  // Several results may have the same inputs.
  const looked = new Map<string, Before>();
  const jobs: Job[] = [];
  const places = program && new Map(program.columns.map((column, i) => [column, i]));
  // First, because later jobs may write over what the program reads.
  if (program !== undefined) {
    const inputs = program.columns.map((column, i) => widen(take(column, program.types[i]).values));
    jobs.push({
      x: inputs[0] ?? new Float64Array(batch.rows),
      expressions: { program: program.program, inputs },
    });
  }
  const parts = results.map(({ input, type, computation, upstream, expression }) => {
    if (expression !== undefined) {
      const [first, ...others] = expression.inputs.map((column) =>
        take(column, program!.types[places!.get(column)!])
      );
      const valid = others.reduce((valid, other) => bothValid(valid, other.valid), first?.valid);
      const inputs = {
        ...{ x: first?.values ?? new Float64Array(batch.rows), valid },
        others: others.map(({ values }) => values),
      };
      return { type, output: expression.output, valid, before: check.before(inputs) };
    }
    // A copy of its own: others may be computed in that place.
    if (computation === undefined) return { numbers: ownNumbers(batch, { input, type }) };
    const x = take(input, type);
    const factors = upstream === undefined ? undefined : take(upstream, type);
    const valid = bothValid(x.valid, factors?.valid);
    jobs.push({ kernel: computation.kernel, x: x.values, upstream: factors?.values });
    const key = `${input} ${type} ${upstream}`;
    const before = looked.get(key) ??
      check.before({ x: x.values, upstream: factors?.values, valid });
    looked.set(key, before);
    return { job: jobs.length - 1, valid, before };
  });
  function collect(arrays: readonly FloatArray[]): ComputedBatch {
    return {
      batch,
      before: parts.map(({ before }) => before),
      results: parts.map(({ numbers, job, output, type, valid }) => {
        if (numbers !== undefined) return numbers;
        if (output === undefined) return { values: arrays[job], valid };
        const all = arrays[0].slice(output * batch.rows, (output + 1) * batch.rows);
        return { values: convertFloats(all, type), valid };
      }),
    };
  }
  const arrays = jobs.length === 0 ? [] : engine.run(jobs);
  return arrays instanceof Promise ? arrays.then(collect) : collect(arrays);
}

/** Looks at the results of a batch: counts what is outside a domain, or refuses it. */
export function checkBatch(
  { before, results }: ComputedBatch,
  { check, locate }: {
    check: DomainCheck;
    /** What messages call the place of what a result is computed from, in a row of the batch. */
    locate: (result: number, row: number) => string;
  },
): void {
  const checked = before.flatMap((before, subject) =>
    before === undefined ? [] : [{ subject, before, y: results[subject].values }]
  );
  check.after(checked, locate);
}

function ownNumbers(batch: Batch, { input, type }: Pick<Result, "input" | "type">): Numbers {
  const { values, valid } = batch.numbers(input, type);
  return { values: convertFloats(values, type), valid };
}

/** A copy as float64: the original may be overwritten by a result. */
function widen(values: FloatArray): Float64Array {
  return Float64Array.from(values);
}

function bothValid(a: Uint8Array | undefined, b: Uint8Array | undefined): Uint8Array | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.map((bits, i) => bits & b[i]);
}
