import { compile } from "../../kernels/compile.ts";
import { makeInstance } from "../../kernels/instance.ts";
import type { ReducePlan } from "../../plan/plan_reduce.ts";
import { LazyPool } from "../../threads/lazy_pool.ts";
import type { Run } from "../run.ts";
import { type ExchangedGroups, exchangeGroups, MIN_TEXT_GROUPS } from "./exchange_groups.ts";
import { type GroupRecordsOptions, openGroupTable } from "./group_records.ts";
import { type GroupTable, makeSeed } from "./group_table.ts";
import { isTextOfThreads } from "./group_text.ts";
import { RowBoxes, shareBoxes } from "./row_boxes.ts";

/** The groups of this thread and of workers, which keep theirs whoever asks them. Disposing of it ends the workers. */
export interface ThreadGroups extends Disposable {
  readonly options: GroupRecordsOptions;
  /** The groups of this thread. */
  readonly table: GroupTable;
  /** The workers that have groups, too. */
  readonly pool: LazyPool;
  /** Joins the groups of all threads. */
  exchange(): Promise<ExchangedGroups>;
}

/** Opens groups to which so many threads can add rows. */
export function openThreadGroups(
  { request, to, watch }: Run,
  plan: ReducePlan,
  { memory, jobs }: { readonly memory: number; readonly jobs: number },
): ThreadGroups {
  const hasKeys = plan.by.length > 0;
  const options: GroupRecordsOptions = {
    aggregates: plan.reductions.map(({ aggregate, result }) => ({ aggregate, result })),
    squares: plan.squares,
    memory,
    seed: makeSeed(),
    hasKeys,
    boxes: jobs > 1 && hasKeys ? shareBoxes(jobs) : undefined,
  };
  // This thread is the first, before there are others.
  const boxes = options.boxes && new RowBoxes(options.boxes);
  const table = openGroupTable(makeInstance(compile()), options, boxes);
  const pool = new LazyPool(jobs - 1);
  return {
    options,
    table,
    pool,
    exchange(): Promise<ExchangedGroups> {
      const isText = request.part === undefined && isTextOfThreads(to, plan);
      const minTextGroups = isText ? MIN_TEXT_GROUPS : undefined;
      return watch.time(
        "write",
        () => exchangeGroups(table, { pool: pool.opened, groups: options, minTextGroups }),
      );
    },
    [Symbol.dispose]: () => pool[Symbol.dispose](),
  };
}
