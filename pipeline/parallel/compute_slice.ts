import type { Batch, Numbers } from "../../formats/table.ts";
import type { Instance } from "../../kernels/instance.ts";
import { checkBatch, computeBatch, type ComputedPlan } from "../compute_batch.ts";
import { DomainCheck, DomainError, type OutcomeCounts } from "../report/domain_check.ts";
import { classifierOf } from "../report/classifier_of.ts";
import { RoundedIntegers } from "../report/rounded_integers.ts";
import { openSliceEngine, type SliceEngine } from "./slice_engine.ts";

/** What is computed of slices of a table. */
export interface SliceOptions {
  readonly plan: ComputedPlan;
  /** Rows of a slice, at most; a multiple of 8. */
  readonly sliceRows: number;
  /** The bytes of a number of each column that slices are read into the engine's memory from. */
  readonly sizes: readonly number[];
  /** The names of the columns of the table, by their indexes. */
  readonly nameOf: (column: number) => string;
  /** Whether the work stops where a number is outside the domain. */
  readonly strict: boolean;
  /** Whether the numbers of a batch may stay where they are: nothing is written over them. */
  readonly mayShare?: boolean;
}

/** What was computed of a slice. */
export interface ComputedSlice {
  /** The rows that were computed: fewer than were asked for where time was up. */
  readonly rows: number;
  readonly results: readonly Numbers[];
  /** Whether a number is outside the domain, and that is an error. */
  readonly isRefused?: boolean;
}

/** What a thread has counted of its results. */
export interface SliceCounts {
  /** For each result, how many are infinite or NaN though their inputs are not, by the reason. */
  readonly outcomes: readonly OutcomeCounts[];
  /** Integers that were rounded, by the name of the column. */
  readonly rounded: ReturnType<RoundedIntegers["list"]>;
}

/** Computes slices on the thread that calls it, and counts what is to be reported. */
export interface SliceComputer {
  readonly engine: SliceEngine;
  /**
   * Computes the first rows of a slice, not much after the time `until`, by `performance.now`.
   * `batchOf` gives so many of them: all, or a multiple of 8.
   */
  compute(batchOf: (rows: number) => Batch, rows: number, until?: number): ComputedSlice;
  counts(): SliceCounts;
}

/** A thread that listens takes so much less time for a part of a slice than it has. */
const PARTS = 4;

/** Opens what computes slices. */
export function openSliceComputer(
  instance: Instance,
  { plan, sliceRows, sizes, nameOf, strict, mayShare = false }: SliceOptions,
): SliceComputer {
  const subjects = plan.results.map((_, result) => ({
    name: "",
    classify: classifierOf(plan, { result, kernels: instance }),
  }));
  const check = new DomainCheck(subjects, { strict });
  const rounded = new RoundedIntegers();
  const engine = openSliceEngine(instance, {
    program: plan.program?.program,
    rows: sliceRows,
    sizes,
  });
  /** Milliseconds that a row of the last part took. At first, it is what few rows take. */
  let rowMs = 0.1;

  function compute(
    batchOf: (rows: number) => Batch,
    asked: number,
    until?: number,
  ): ComputedSlice {
    const start = performance.now();
    const most = until === undefined ? sliceRows : (until - start) / PARTS / rowMs;
    // Bits of nulls are in bytes.
    let rows = Math.min(asked, Math.max(8, Math.floor(most / 8) * 8));
    let seen: [number, Numbers][] = [];
    const look = (column: number, numbers: Numbers) => seen.push([column, numbers]);
    const attempt = (rows: number) => {
      seen = [];
      const computed = computeBatch(batchOf(rows), plan, { engine, look, mayShare });
      // The engine of this thread computes at once.
      if (computed instanceof Promise) throw new Error("Cannot compute: the results are not here");
      return computed;
    };
    engine.stopAt(until && start + (until - start) / 2);
    let computed = attempt(rows);
    engine.stopAt(undefined);
    if (engine.done < rows) {
      // Rows took longer than those before: as many as were done are computed once more.
      rows = Math.min(rows, Math.max(8, engine.done & ~7));
      computed = attempt(rows);
    }
    for (const [column, numbers] of seen) rounded.look(numbers, nameOf(column));
    try {
      // The main thread computes the batch again, and says where the element is.
      checkBatch(computed, { check, locate: () => "" });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { rows, results: [], isRefused: true };
    }
    rowMs = (performance.now() - start) / Math.max(1, rows);
    return { rows, results: computed.results };
  }

  return {
    engine,
    compute,
    counts: () => ({ outcomes: check.counts, rounded: rounded.list() }),
  };
}
