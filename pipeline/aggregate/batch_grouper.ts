import type { ColumnSpec, Numbers } from "../../formats/table.ts";
import { freeMemory } from "../../io/limits.ts";
import { runJobs } from "../../kernels/engine.ts";
import type { Engine } from "../../kernels/job.ts";
import type { ReducePlan } from "../../plan/plan_reduce.ts";
import { AdaptiveEngine } from "../parallel/adaptive_engine.ts";
import type { Pool } from "../../threads/pool.ts";
import { cooperate } from "../../threads/cooperative.ts";
import { checkBatch, computeBatch, type ComputedBatch } from "../compute_batch.ts";
import type { PlacedBatch } from "../table_driver.ts";
import type { SliceCounts } from "../parallel/compute_slice.ts";
import { startIfCostly } from "../parallel/start_policy.ts";
import type { TableReport } from "../report/table_report.ts";
import { BATCHES_PER_WORKER, GROUPS_PAY } from "../thresholds.ts";
import { BatchGroups } from "./group_batches.ts";
import { BatchMover, planForThreads } from "./moved_batch.ts";
import type { ThreadGroups } from "./thread_groups.ts";
import { type BatchQuestion, type BatchWork, MAX_MOVED_ROWS } from "./worker_batches.ts";

/** What is made of batches, and by what. */
export interface BatchGrouperOptions {
  readonly plan: ReducePlan;
  readonly columns: readonly ColumnSpec[];
  readonly groups: ThreadGroups;
  /** Threads that add batches, this one among them. */
  readonly jobs: number;
  /** Computes results on this thread, or on a GPU. */
  readonly engine: Engine;
  /** Whether it leaves what it reads as it is. */
  readonly mayShare: boolean;
  readonly report: TableReport;
  readonly strict: boolean;
}

const AT_ONCE: Engine = { workers: 0, run: runJobs, [Symbol.dispose](): void {} };

/** Adds the batches of a table to groups, on this thread until workers pay, and then on all. */
export class BatchGrouper {
  readonly #options: BatchGrouperOptions;
  readonly #own: BatchGroups;
  readonly #mover: BatchMover;
  readonly #work: BatchWork;
  readonly #threads: AdaptiveEngine<PlacedBatch, void>;

  constructor(options: BatchGrouperOptions) {
    const { plan, columns, groups, jobs, report, strict } = options;
    const { by } = plan;
    this.#options = options;
    this.#own = new BatchGroups(groups.table, columns, by);
    const look = (column: number, numbers: Numbers): void => report.look(column, numbers);
    this.#mover = new BatchMover({ plan, by, memory: groups.options.memory, look });
    this.#work = { plan: planForThreads(plan), columns, by, strict, groups: groups.options };
    const workers = typeof Worker === "function" ? jobs - 1 : 0;
    this.#threads = new AdaptiveEngine<PlacedBatch, void>({
      here: (placed) => this.#addHere(placed),
      there: (pool, placed) => this.#addThere(pool, placed),
      isCostly: ({ batch: { rows } }, _, milliseconds) =>
        milliseconds * 1e6 >= GROUPS_PAY.minNsPerRow * rows,
    }, {
      pool: groups.pool,
      mostGiven: BATCHES_PER_WORKER * workers,
      start: startIfCostly(GROUPS_PAY),
    });
  }

  /** Adds a batch, now or later on another thread. It may fail with a `DomainError`. */
  add(placed: PlacedBatch): void | Promise<void> {
    return placed.batch.rows > MAX_MOVED_ROWS ? this.#addHere(placed) : this.#threads.run(placed);
  }

  /** Adds what the workers report about their results, after all batches. */
  async finish(): Promise<void> {
    const { groups, report } = this.#options;
    for (const counts of await groups.pool.askEach("batchCounts") as (SliceCounts | undefined)[]) {
      if (counts !== undefined) report.add(counts);
    }
  }

  #addHere({ batch, position, locate }: PlacedBatch): void | Promise<void> {
    const { plan, engine, mayShare, report } = this.#options;
    const look = (column: number, numbers: Numbers): void => report.look(column, numbers);
    const add = (computed: ComputedBatch): void | Promise<void> => {
      const { results, arrays } = computed;
      checkBatch(computed, { check: report.check, locate });
      const free = (): void => {
        for (const array of arrays) freeMemory(array);
        for (const { values } of results) freeMemory(values);
      };
      const adding = cooperate(this.#own.add(batch, results, position));
      return adding instanceof Promise ? adding.then(free) : free();
    };
    const computed = computeBatch(batch, plan, { engine, look, mayShare });
    return computed instanceof Promise ? computed.then(add) : add(computed);
  }

  async #addThere(
    pool: Pool,
    { batch, position, locate }: PlacedBatch,
  ): Promise<void> {
    const { moved, free } = this.#mover.take(batch);
    const question: BatchQuestion = { work: this.#work, batch: moved, position };
    const isRefused = await pool.ask({ service: "batch", question }, []);
    free();
    if (!isRefused) return;
    // It is computed once more, to find where the number is.
    const { plan, report: { check } } = this.#options;
    checkBatch(await computeBatch(batch, plan, { engine: AT_ONCE }), { check, locate });
  }
}
