import type { FitRows } from "../../fit/distinct_rows.ts";
import { listen } from "../../threads/cooperative.ts";
import { batchesInFlight, RESULT_BYTES } from "../strategy.ts";
import { runSequential } from "../sequential.ts";
import type { Run } from "../run.ts";
import type { FitEngine } from "./fit_engine.ts";
import type { FitAnswer, FitModel, FitPlace } from "./fit_share.ts";
import type { GroupSums } from "./group_sums.ts";

/** What a pass over all rows needs. */
export interface FitPass {
  readonly model: FitModel;
  readonly engine: FitEngine;
  readonly place: FitPlace;
  /** Is called with what to report about some rows, in order. */
  watch?(answer: FitAnswer, rows: FitRows): void;
}

/** Adds up the values and derivatives of rows at the parameters of their groups. */
export async function passOver(
  run: Run,
  next: () => Promise<FitRows | undefined>,
  { model: { program, inputs }, engine, place, watch }: FitPass,
): Promise<GroupSums> {
  const { needed } = place;

  async function readRows(): Promise<FitRows | undefined> {
    for (;;) {
      const rows = await next();
      if (rows === undefined) return undefined;
      const { groups } = rows;
      if (needed === undefined ? groups.length > 0 : groups.some((group) => needed[group] === 1)) {
        return rows;
      }
      await listen();
    }
  }

  await runSequential<FitRows, { readonly answer: FitAnswer; readonly rows: FitRows }>({
    // Pipes were copied before the first pass.
    isLive: false,
    next: () => run.watch.time("read", readRows),
    weigh: ({ groups }) => groups.length * (inputs.length + program.outputs.length) * RESULT_BYTES,
    transform(rows) {
      const answer = run.watch.time("compute", () => engine.add(place, rows));
      return answer instanceof Promise
        ? answer.then((answer) => ({ answer, rows }))
        : { answer, rows };
    },
    async emit({ answer, rows }) {
      watch?.(answer, rows);
      await listen();
    },
  }, { inFlight: batchesInFlight(run) });
  return await engine.join();
}
