import type { ColumnSpec } from "../../formats/table.ts";
import type { Instance } from "../../kernels/instance.ts";
import { takeAllSteps } from "../../kernels/job.ts";
import type { ComputedPlan } from "../compute_batch.ts";
import { openSliceComputer, type SliceComputer } from "../parallel/compute_slice.ts";
import { BatchGroups } from "./group_batches.ts";
import type { GroupRecordsOptions, WorkerGroups } from "./group_records.ts";
import { type MovedBatch, receiveBatch } from "./moved_batch.ts";

/** Rows of a batch that goes to another thread, at most. */
export const MAX_MOVED_ROWS: number = 2 ** 15;

/** What threads make of every batch. */
export interface BatchWork {
  readonly plan: ComputedPlan;
  readonly columns: readonly ColumnSpec[];
  /** The columns of keys. */
  readonly by: readonly number[];
  /** Whether a number outside of a domain is an error. */
  readonly strict: boolean;
  readonly groups: GroupRecordsOptions;
}

/** A batch for a thread to add. */
export interface BatchQuestion {
  readonly work: BatchWork;
  readonly batch: MovedBatch;
  /** The place of its first row in the order of all rows. */
  readonly position: number;
}

/** Adds batches to the groups of a worker, which are asked for afterwards as any groups are. */
export class WorkerBatches {
  readonly #groups: WorkerGroups;
  #opened: { readonly computer: SliceComputer; readonly added: BatchGroups } | undefined;

  constructor(groups: WorkerGroups) {
    this.#groups = groups;
  }

  /** Adds a batch. Returns whether it has a number outside of a domain that is an error. */
  add(instance: Instance, { work, batch, position }: BatchQuestion): boolean {
    const { computer, added } = this.#opened ??= this.#open(instance, work);
    const received = receiveBatch(batch);
    const { results, isRefused = false } = computer.compute(() => received, batch.rows);
    if (!isRefused) takeAllSteps(added.add(received, results, position));
    return isRefused;
  }

  /** What to report about the results so far. */
  counts(): ReturnType<SliceComputer["counts"]> | undefined {
    return this.#opened?.computer.counts();
  }

  #open(instance: Instance, { plan, columns, by, strict, groups }: BatchWork) {
    // The thread that sends a batch looks at its numbers, which are floats here.
    const computer = openSliceComputer(instance, {
      plan,
      sliceRows: MAX_MOVED_ROWS,
      sizes: [],
      nameOf: () => "",
      strict,
    });
    return { computer, added: new BatchGroups(this.#groups.open(groups), columns, by) };
  }
}
