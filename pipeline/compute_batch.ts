import type { FloatArray, FloatType } from "../kernels/float_types.ts";
import { type Batch, convertFloats, type Numbers } from "../formats/table.ts";
import type { Engine, Job } from "../kernels/job.ts";
import type { Before, DomainCheck } from "./domain_check.ts";
import type { Result } from "../plan/plan.ts";

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
  results: readonly Result[],
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
  const parts = results.map(({ input, type, computation, upstream }) => {
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
      results: parts.map(({ numbers, job, valid }) => numbers ?? { values: arrays[job], valid }),
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

function bothValid(a: Uint8Array | undefined, b: Uint8Array | undefined): Uint8Array | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.map((bits, i) => bits & b[i]);
}
