import { type Batch, CellError, valuesOf } from "../formats/table.ts";
import { runJobs } from "../kernels/engine.ts";
import { checkBatch, computeBatch, type ComputedBatch } from "./compute_batch.ts";
import { type DomainCheck, DomainError } from "./domain_check.ts";
import type { TablePlan } from "../plan/plan.ts";

/** A batch, and what is done with it. */
export interface FailedBatch {
  readonly batch: Batch;
  readonly plan: TablePlan;
  readonly check: DomainCheck;
  /** What messages call the place of what a result is computed from, in a row of the batch. */
  readonly locate: (result: number, row: number) => string;
}

/**
 * What is to be told of a batch in which something failed: of all that is wrong, what is in the first row.
 *
 * Columns are read and computed one after the other. So one may have failed of a row that comes after one
 * which the next would fail of, and which of them is met would depend on where batches end. In a row comes
 * first what is computed: its cells, then the domains of functions; then the columns that are written as
 * they are.
 */
export function firstFailure(
  failure: unknown,
  { batch, plan, check, locate }: FailedBatch,
): unknown {
  let first = failure;
  /** Tries something with the rows before the first that is known to be wrong. */
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
      const engine = { workers: 0, run: runJobs, [Symbol.dispose](): void {} };
      const computed = computeBatch(rows, plan, { engine, check }) as ComputedBatch;
      checkBatch(computed, { check, locate });
    });
  }
  for (const output of plan.outputs) {
    if ("input" in output) attempt((rows) => valuesOf(rows, output.input));
  }
  return first;
}

function hasRow(error: unknown): error is CellError | DomainError {
  return error instanceof CellError || error instanceof DomainError;
}
