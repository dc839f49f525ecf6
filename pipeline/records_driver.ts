import type { CellNotes } from "../formats/cell_notes.ts";
import type { OpenRecords } from "../formats/csv/opened_records.ts";
import {
  addFirsts,
  countPlaces,
  type NotedCell,
  type Problem,
  type RecordsAnswer,
  type RecordsPlan,
  type TakenRecords,
} from "../formats/csv/transform_plan.ts";
import type { ByteSink } from "../io/byte_sink.ts";
import { readLast } from "../io/random_access_file.ts";
import type { Engine } from "../kernels/job.ts";
import { listen } from "../threads/cooperative.ts";
import type { LazyPool } from "../threads/lazy_pool.ts";
import type { GroupRecordsOptions } from "./aggregate/group_records.ts";
import type { GroupTable } from "./aggregate/group_table.ts";
import type { Transformed } from "./inputs/csv_inputs.ts";
import type { Run } from "./run.ts";
import { runSequential } from "./sequential.ts";
import { batchesInFlight, countRecordThreads, sizeRecordChunks } from "./strategy.ts";
import { transformHere, transformOn } from "./transform_records.ts";

const LINE_FEED = 0x0a;

/** The records of an input, and what is made of them: text, or groups. */
export interface RecordsWork {
  readonly records: OpenRecords;
  readonly plan: RecordsPlan;
  /** Where text is written; missing where records are added up. */
  readonly sink?: ByteSink;
  /** Whether an input follows, whose records need a line end before them. */
  readonly isFollowed?: boolean;
  /** Computes results, if threads do not compute them themselves. */
  readonly engine?: Engine;
  /** What records are added up to, if they are. */
  readonly groups?: SharedGroups;
  /** The workers, which have all inputs in turn. */
  readonly pool: LazyPool;
  /** Throws the error of a record. The lines are those of the records before it. */
  refuse(problem: Problem, lines: number): never;
}

/** Groups to which threads add the records of an input. They keep them from one input to the next. */
export interface SharedGroups {
  readonly options: GroupRecordsOptions;
  /** The groups of this thread. */
  readonly table: GroupTable;
  /** Bytes of the inputs before this one. */
  readonly before: number;
  /** Returns what adds records to the groups of this thread, from those at this byte on. */
  takeFrom(position: number): (records: TakenRecords) => void;
}

/** What became of the records of an input, and how many bytes they have. */
export type RecordsDone = Transformed & { readonly bytes: number };

/** Takes all records of an input to a sink or to groups, on this thread or on several. */
export async function driveRecords(run: Run, work: RecordsWork): Promise<RecordsDone> {
  const { records, plan, sink, groups, isFollowed = false } = work;
  const chunkSize = sizeRecordChunks({
    chunkSize: run.request.chunkSize,
    recordSize: records.recordSize,
    results: groups === undefined ? plan.results.length : 0,
  });
  const threads = countRecordThreads(run, records);
  const ahead = threads > 1 ? records.handOver() : undefined;
  if (ahead === undefined) return await flowRecords(run, work, chunkSize);
  const { directInput, fileSize, standardInput } = run.input;
  const last = isFollowed && directInput !== undefined ? await readLast(directInput, 1) : undefined;
  const lacksEnd = last !== undefined && last[0] !== LINE_FEED;
  // A record that is not kept needs no line end, and threads that read by themselves do not report
  // which one was last. What this thread reads for them ends with a line (`withLastLineEnd`), and so
  // must standard input.
  const file = lacksEnd && plan.where !== undefined ? undefined : directInput;
  const { shareCsv } = await import("./parallel/share_csv.ts");
  const done = await shareCsv(run, {
    ...work,
    ahead,
    file,
    standardInput: isFollowed ? undefined : standardInput,
    threads,
    chunkSize,
  });
  // A piece that ends before the file does ends with a line.
  const isEnd = records.range === undefined || records.range.end === fileSize;
  if (file !== undefined && lacksEnd && isEnd) await sink!.write(Uint8Array.of(LINE_FEED));
  return done;
}

/** An answer, and the byte at which its records end, counted from the first of all inputs. */
interface PlacedAnswer {
  readonly answer: RecordsAnswer;
  readonly end: number;
}

/** Takes records through this thread, chunk by chunk. */
async function flowRecords(
  run: Run,
  { records, plan, sink, engine, groups, refuse }: RecordsWork,
  chunkSize: number,
): Promise<RecordsDone> {
  const { watch } = run;
  const counts = new Array<number>(countPlaces(plan).length).fill(0);
  const before = groups?.before ?? 0;
  let noted: CellNotes<NotedCell> = {};
  let lines = 0;
  let bytesTaken = 0;
  function transform(
    bytes: Uint8Array,
    position: number,
  ): RecordsAnswer | Promise<RecordsAnswer> {
    const overlong = bytes === records.chunks.overlong;
    const question = { plan, bytes, position, overlong };
    return watch.time(
      "compute",
      () =>
        engine === undefined || overlong
          ? transformHere(question, groups?.takeFrom(position))
          : transformOn(engine, question),
    );
  }
  await runSequential<Uint8Array, PlacedAnswer>({
    next: () => watch.time("read", () => records.read(chunkSize)),
    isLive: run.input.source.live !== undefined,
    transform(bytes: Uint8Array): PlacedAnswer | Promise<PlacedAnswer> {
      const position = before + bytesTaken;
      bytesTaken += bytes.length;
      const end = position + bytes.length;
      const answer = transform(bytes, position);
      return answer instanceof Promise
        ? answer.then((answer) => ({ answer, end }))
        : { answer, end };
    },
    async emit({ answer, end }: PlacedAnswer): Promise<void> {
      for (let made = answer;;) {
        const { text, problem, rest } = made;
        if (text.length > 0) await watch.time("write", () => sink!.write(text));
        if (problem !== undefined) refuse(problem, lines);
        records.chunks.giveBack(text.buffer);
        noted = addFirsts(noted, made.firsts, lines);
        lines += made.lines;
        made.counts.forEach((count, i) => counts[i] += count);
        if (rest === undefined) return;
        // The rest is computed only when it can be written, so that it need not be kept. Interrupts
        // are heard before.
        await listen();
        made = await transform(rest, end - rest.length);
      }
    },
  }, { inFlight: batchesInFlight(run) });
  return { workers: 0, counts, noted, bytes: bytesTaken };
}
