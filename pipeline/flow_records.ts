import { listen } from "../threads/proceed.ts";
import type { OpenRecords } from "../formats/csv/open_records.ts";
import { mainThreadTransform, type RecordsEngine } from "./open_records_engine.ts";
import type { Problem, RecordsAnswer, RecordsPlan } from "../formats/csv/transform_plan.ts";
import { batchesInFlight } from "./choose_way.ts";
import type { ByteSink } from "../io/byte_sink.ts";
import { flow } from "./flow.ts";
import type { Run } from "./run.ts";

/** Records, and what is made of them. */
export interface FlowingRecords {
  readonly records: OpenRecords;
  readonly plan: RecordsPlan;
  readonly engine: RecordsEngine;
  readonly sink: ByteSink;
  /** Bytes of records to take at a time. */
  readonly chunkSize: number;
  /** Throws what is wrong with a record, behind so many lines of them. */
  refuse(problem: Problem, lines: number): never;
}

/** What is known when all records are transformed. */
export interface Transformed {
  readonly workers: number;
  /** For each result, how many were outside of its domain. */
  readonly outside: readonly number[];
}

/** Takes records from their reader through the engine to the sink. */
export async function flowRecords(
  run: Run,
  { records, plan, engine, sink, chunkSize, refuse }: FlowingRecords,
): Promise<Transformed> {
  const { watch } = run;
  const outside = plan.results.map(() => 0);
  let lines = 0;
  await flow<Uint8Array, RecordsAnswer>({
    read: () => watch.time("read", () => records.read(chunkSize)),
    compute(bytes: Uint8Array): RecordsAnswer | Promise<RecordsAnswer> {
      if (bytes === records.chunks.overlong) {
        return mainThreadTransform({ plan, bytes, overlong: true });
      }
      return watch.time("compute", () => engine.run({ plan, bytes }));
    },
    async write(answer: RecordsAnswer): Promise<void> {
      for (let made = answer;;) {
        const { text, problem, rest } = made;
        if (text.length > 0) await watch.time("write", () => sink.write(text));
        if (problem !== undefined) refuse(problem, lines);
        records.chunks.giveBack(text.buffer);
        lines += made.lines;
        made.outside.forEach((count, i) => outside[i] += count);
        if (rest === undefined) return;
        // Its turn has come: what is left is computed only now, so that it need not be kept. Before that,
        // interrupts are heard.
        await listen();
        made = await watch.time("compute", () => engine.run({ plan, bytes: rest }));
      }
    },
  }, { inFlight: batchesInFlight(run) });
  return { workers: engine.workers, outside };
}
