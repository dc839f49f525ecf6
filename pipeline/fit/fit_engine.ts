import type { FitRows } from "../../fit/distinct_rows.ts";
import { openInstance } from "../../kernels/engine.ts";
import { AdaptiveEngine } from "../parallel/adaptive_engine.ts";
import { cooperate } from "../../threads/cooperative.ts";
import { LazyPool } from "../../threads/lazy_pool.ts";
import { startIfCostly } from "../parallel/start_policy.ts";
import { FIT_ALONE_MS } from "../thresholds.ts";
import type { HandedOver } from "../aggregate/group_records.ts";
import {
  addRows,
  type FitAnswer,
  type FitModel,
  type FitPlace,
  type FitQuestion,
} from "./fit_share.ts";
import { GroupSums } from "./group_sums.ts";

/** Adds up rows on this thread and on workers. */
export interface FitEngine extends Disposable {
  /** How many workers were used. */
  readonly workers: number;
  /** Adds rows to the sums of some thread. */
  add(place: FitPlace, rows: FitRows): FitAnswer | Promise<FitAnswer>;
  /** The sums of all threads, after all rows were added. */
  join(): Promise<GroupSums>;
}

/** Opens an engine. It adds up on this thread alone if there is one job, or the runtime has no workers. */
export function openFitEngine(
  model: FitModel,
  { jobs, aloneMs = FIT_ALONE_MS }: {
    readonly jobs: number;
    /** Milliseconds of work on this thread before the first worker starts. */
    readonly aloneMs?: number;
  },
): FitEngine {
  const sums = new GroupSums(model.program.outputs.length, model);
  const pool = new LazyPool(jobs);
  const hasWorkers = jobs > 1 && typeof Worker === "function";
  function addHere(question: FitQuestion): FitAnswer | Promise<FitAnswer> {
    return cooperate(addRows(question, { instance: openInstance(), sums }));
  }
  const engine = new AdaptiveEngine<FitQuestion, FitAnswer>({
    here: addHere,
    there: (pool, question) => pool.ask({ service: "fit", question }, []) as Promise<FitAnswer>,
    isCostly: () => true,
  }, {
    pool,
    // The main thread has reading to do.
    mostGiven: hasWorkers ? Infinity : 0,
    start: startIfCostly({ afterMs: aloneMs, minCostly: 0 }),
  });
  return {
    get workers(): number {
      return pool.workers;
    },
    add(place, rows): FitAnswer | Promise<FitAnswer> {
      const question = { model, place, rows };
      return place.isAlone ? addHere(question) : engine.run(question);
    },
    async join(): Promise<GroupSums> {
      const others = await pool.askEach("takeFit") as (HandedOver | undefined)[];
      for (const handed of others) if (handed !== undefined) sums.takeOver(handed);
      return sums;
    },
    [Symbol.dispose]: () => pool[Symbol.dispose](),
  };
}
