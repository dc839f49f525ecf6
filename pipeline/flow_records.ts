import { listen } from "../threads/proceed.ts";
import type { OpenRecords } from "../formats/csv/open_records.ts";
import { mainThreadTransform, type RecordsEngine } from "./open_records_engine.ts";
import {
  countPlaces,
  type Problem,
  type RecordsAnswer,
  type RecordsPlan,
} from "../formats/csv/transform_plan.ts";
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
  /** What was counted, by the places of `countPlaces`. */
  readonly counts: readonly number[];
  /** The first cell that is not a number, if it was read as null or NaN. */
  readonly replaced?: Replaced;
}

/** A cell that is not a number, behind so many lines of the records before. */
export interface Replaced {
  readonly problem: Problem;
  readonly lines: number;
}

/** Takes records from their reader through the engine to the sink. */
export async function flowRecords(
  run: Run,
  { records, plan, engine, sink, chunkSize, refuse }: FlowingRecords,
): Promise<Transformed> {
  const { watch } = run;
  const counts = new Array<number>(countPlaces(plan).length).fill(0);
  let replaced: Replaced | undefined;
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
        if (made.replaced !== undefined) replaced ??= { problem: made.replaced, lines };
        lines += made.lines;
        made.counts.forEach((count, i) => counts[i] += count);
        if (rest === undefined) return;
        // Its turn has come: what is left is computed only now, so that it need not be kept. Before that,
        // interrupts are heard.
        await listen();
        made = await watch.time("compute", () => engine.run({ plan, bytes: rest }));
      }
    },
  }, { inFlight: batchesInFlight(run) });
  return { workers: engine.workers, counts, replaced };
}
