import type { CellNotes } from "../formats/cell_notes.ts";
import { delimiterOf, newDelimiterOf, newQuoteOf } from "../formats/csv/dialect.ts";
import { beginsWithMark, formatCell, formatHeader, join, MARK } from "../formats/csv/header.ts";
import type { OpenRecords } from "../formats/csv/opened_records.ts";
import {
  addFirsts,
  countPlaces,
  type NotedCell,
  type Problem,
  type RecordsAnswer,
  type RecordsPlan,
} from "../formats/csv/transform_plan.ts";
import type { OutputColumn } from "../formats/table.ts";
import type { ByteSink } from "../io/byte_sink.ts";
import { readLast } from "../io/random_access_file.ts";
import type { FloatType } from "../kernels/float_types.ts";
import type { Engine } from "../kernels/job.ts";
import { listen } from "../threads/cooperative.ts";
import type { Pool } from "../threads/pool.ts";
import {
  batchesInFlight,
  chooseRecordsEngine,
  countRecordThreads,
  sizeRecordChunks,
} from "./strategy.ts";
import { type Transformed, transformInputs } from "./inputs/csv_inputs.ts";
import { DomainCheck } from "./report/domain_check.ts";
import { formatTablePlan } from "./report/plan_text.ts";
import { openCsvTable } from "./inputs/csv_table.ts";
import { transformHere, transformOn, type TransformRecords } from "./transform_records.ts";
import { openRunEngine } from "./open_run_engine.ts";
import { describeNotes } from "./report/rounded_integers.ts";
import type { Done, Run } from "./run.ts";
import { runSequential } from "./sequential.ts";
import { checkFileColumn } from "./inputs/multi_input.ts";
import { subjectsOf } from "./report/subjects_of.ts";
import { describeSkippedColumns, hasPattern } from "./inputs/infer_numeric_columns.ts";

const NOTHING = new Uint8Array(0);
const LINE_END = Uint8Array.of(0x0a);

/** Transforms CSV into CSV, or JSON lines into JSON lines: what is not asked for passes byte for byte. */
export async function runRecords(run: Run): Promise<Done> {
  const { request, input: { source }, from, watch, more = [] } = run;
  const { csv, chunkSize, fileColumn } = request;
  const table = await openCsvTable(run, { source, path: request.input, isLast: more.length === 0 });
  const { records, columns, plan, hint } = table;
  if (request.verbose) { for (const line of formatTablePlan(plan, columns)) run.log(line); }
  if (fileColumn !== undefined && (from === "jsonl" || csv.header)) {
    checkFileColumn(fileColumn, plan.outputs.map(({ name }) => name));
  }

  // The engine is opened before anything is written, since there may be no GPU.
  using engine = await openRunRecords(run, {
    types: plan.results.map(({ type }) => type),
    expressions: plan.program !== undefined,
  });
  using workers = new DisposableStack();
  let pool: Pool | undefined;
  /** Opens the workers, which have all inputs in turn. */
  async function openWorkers(): Promise<Pool> {
    const { openPool } = await import("../threads/pool.ts");
    return pool ??= workers.use(openPool(run.jobs));
  }
  using sink = await run.openSink();
  const lead = from === "jsonl"
    ? records.prelude
    : formatLead(run, { records, outputs: plan.outputs });
  if (lead.length > 0 && run.part?.isFirst !== false) await sink.write(lead);

  const totals = await transformInputs(run, {
    first: table,
    isJoined: true,
    async transform({ run, table: { records, recordsPlan: plan, refuse }, isLast }) {
      const size = { chunkSize, recordSize: records.recordSize, results: plan.results.length };
      return await transform(run, {
        records,
        plan,
        transform: engine === undefined ? transformHere : transformOn(engine),
        openWorkers,
        sink,
        chunkSize: sizeRecordChunks(size),
        isLast,
        refuse,
      });
    },
  });
  const check = new DomainCheck(subjectsOf(plan, { columns }), request);
  check.add(totals.outcomes);
  await watch.time("write", () => sink.finish());
  return {
    ...totals,
    outcomes: check.outcomes,
    warnings: [
      hint,
      records.note,
      hasPattern(request.work) ? describeSkippedColumns(columns, request.work.columns) : undefined,
      ...describeNotes(totals.noted, csv),
      ...check.summaries(),
    ],
  };
}

/** What comes before the records of CSV: what the input has there, and the header. */
function formatLead(
  { request: { csv, fileColumn }, from, to, more = [] }: Run,
  { records, outputs }: {
    readonly records: OpenRecords;
    readonly outputs: readonly OutputColumn[];
  },
): Uint8Array {
  const { first, headerEnd } = records;
  const delimiter = delimiterOf(from, csv);
  const newDelimiter = newDelimiterOf(to, csv);
  const { quote } = csv;
  const newQuote = newQuoteOf(csv, { delimiter, newDelimiter });
  const names = headerEnd && join([
    formatHeader(outputs, { first: first!, delimiter, newDelimiter, quote, newQuote }),
    fileColumn === undefined ? NOTHING : new TextEncoder().encode(
      String.fromCharCode(newDelimiter) + formatCell(fileColumn, newDelimiter, newQuote),
    ),
  ]);
  const [begin] = outputs;
  const firstCell = names ?? ("input" in begin ? first!.cell(begin.input) : NOTHING);
  // A byte order mark that belongs to a cell would be taken for that of the file, so that one is
  // put in front of it.
  const mark = records.prelude.length === 0 && beginsWithMark(firstCell) ? MARK : NOTHING;
  // A header that ends the file has no line end, which the records of the next input need.
  const lineEnd = headerEnd?.length === 0 && more.length > 0 ? LINE_END : headerEnd;
  return join([mark, records.prelude, names ?? NOTHING, lineEnd ?? NOTHING]);
}

/**
 * Transforms all records of an input: on this thread, or on several that read and write themselves
 * where they can.
 */
async function transform(
  run: Run,
  { isLast, openWorkers, ...flowing }: FlowingRecords & {
    readonly sink: ByteSink;
    /** Whether no input follows, whose records would need a line end before them. */
    readonly isLast: boolean;
    readonly openWorkers: () => Promise<Pool>;
  },
): Promise<Transformed> {
  const { sink, records, plan } = flowing;
  const threads = countRecordThreads(run, records);
  const ahead = threads > 1 ? records.handOver() : undefined;
  if (ahead === undefined) return await flowRecords(run, flowing);
  const { directInput } = run.input;
  const lastByte = isLast || directInput === undefined ? undefined : await readLast(directInput, 1);
  const lacksEnd = lastByte !== undefined && lastByte[0] !== LINE_END[0];
  // A record that is not kept needs no line end, and threads that read by themselves do not report
  // which one was last. What this thread reads for them ends with a line (`withLastLineEnd`).
  const file = lacksEnd && plan.where !== undefined ? undefined : directInput;
  const { shareCsv } = await import("./parallel/share_csv.ts");
  const pool = await openWorkers();
  const done = await shareCsv(run, { ...flowing, ahead, file, threads, pool });
  // A piece that ends before the file does ends with a line.
  const isEnd = records.range === undefined || records.range.end === run.input.fileSize;
  if (file !== undefined && lacksEnd && isEnd) await sink.write(LINE_END);
  return done;
}

/** Opens the engine that computes the results of records, if it is not that of each thread. */
async function openRunRecords(
  run: Run,
  { types, expressions }: { types: readonly FloatType[]; expressions: boolean },
): Promise<Engine | undefined> {
  if (chooseRecordsEngine(run, types, { expressions }) === "webgpu") {
    return await openRunEngine(run, types);
  }
  if (run.request.device === "auto") {
    run.log("chosen: cpu, most of the work on CSV is reading and writing it");
  }
}

/** Records that flow through this thread, and how they are transformed. */
export interface FlowingRecords {
  readonly records: OpenRecords;
  readonly plan: RecordsPlan;
  readonly transform: TransformRecords;
  /** Where text is written; missing if there is none. */
  readonly sink?: ByteSink;
  /** Bytes of records to take at a time. */
  readonly chunkSize: number;
  /** Bytes of the records of other inputs before these; 0 if omitted. */
  readonly before?: number;
  /** Throws the error of a record. The lines are those of the records before it. */
  refuse(problem: Problem, lines: number): never;
}

/** Takes records from their reader to the sink, or to groups. */
export async function flowRecords(
  run: Run,
  { records, plan, transform, sink, chunkSize, before = 0, refuse }: FlowingRecords,
): Promise<Transformed & { readonly bytes: number }> {
  const { watch } = run;
  const counts = new Array<number>(countPlaces(plan).length).fill(0);
  let noted: CellNotes<NotedCell> = {};
  let lines = 0;
  let bytesTaken = 0;
  /** Adds where the records of an answer end. */
  async function placed(answer: Promise<RecordsAnswer>, end: number): Promise<PlacedAnswer> {
    return { answer: await answer, end };
  }
  await runSequential<Uint8Array, PlacedAnswer>({
    next: () => watch.time("read", () => records.read(chunkSize)),
    isLive: run.input.source.live !== undefined,
    transform(bytes: Uint8Array): PlacedAnswer | Promise<PlacedAnswer> {
      const position = before + bytesTaken;
      bytesTaken += bytes.length;
      const end = position + bytes.length;
      if (bytes === records.chunks.overlong) {
        return { answer: transformHere({ plan, bytes, position, overlong: true }), end };
      }
      const answer = watch.time("compute", () => transform({ plan, bytes, position }));
      return answer instanceof Promise ? placed(answer, end) : { answer, end };
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
        const position = end - rest.length;
        made = await watch.time("compute", () => transform({ plan, bytes: rest, position }));
      }
    },
  }, { inFlight: batchesInFlight(run) });
  return { workers: 0, counts, noted, bytes: bytesTaken };
}

/** An answer, and the byte at which its records end, counted from the first of all. */
interface PlacedAnswer {
  readonly answer: RecordsAnswer;
  readonly end: number;
}
