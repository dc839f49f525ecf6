import { delimiterOf } from "../formats/csv/dialect.ts";
import { beginsWithMark, formatHeader, headerHint, join, MARK } from "../formats/csv/header.ts";
import { formatProblem } from "../formats/csv/format_problem.ts";
import { type OpenRecords, openRecords } from "../formats/csv/open_records.ts";
import type { Problem, RecordsAnswer, RecordsPlan } from "../formats/csv/transform_plan.ts";
import type { FloatType } from "../kernels/float_types.ts";
import { resultNames } from "../plan/plan.ts";
import { planTable } from "../plan/plan_table.ts";
import { withHint } from "../plan/usage_error.ts";
import {
  batchesInFlight,
  chooseRecordsEngine,
  countRecordJobs,
  countRecordThreads,
  sizeRecordChunks,
} from "./choose_way.ts";
import { DomainCheck } from "./domain_check.ts";
import { formatTablePlan } from "./format_plan.ts";
import {
  mainThreadTransform,
  openRecordsEngine,
  openRecordsOn,
  type RecordsEngine,
} from "./open_records_engine.ts";
import { openRunEngine } from "./open_run_engine.ts";
import { planRecords } from "./plan_records.ts";
import type { Done, Run } from "./run_request.ts";
import { listen } from "../threads/proceed.ts";
import type { ByteSink } from "../io/byte_sink.ts";
import { flow } from "./flow.ts";

const NOTHING = new Uint8Array(0);

/** Transforms CSV into CSV: what is not asked for passes byte for byte. */
export async function runRecords(run: Run): Promise<Done> {
  const { request, input: { source }, from, to, watch } = run;
  const { csv, chunkSize, dtype, strict } = request;
  const delimiter = delimiterOf(from as "csv", csv);
  const newDelimiter = delimiterOf(to as "csv", csv);
  const records = await openRecords(source, { csv, delimiter, chunkSize });
  const { columns, first, headerEnd } = records;
  const hint = headerHint(columns, csv);
  const plan = withHint(
    hint,
    () => planTable(columns, request.work, { from: source.name, named: csv.header, dtype }),
  );
  if (request.verbose) { for (const line of formatTablePlan(plan, columns)) run.tell(line); }
  const recordsPlan = planRecords(plan, {
    csv,
    columns: columns.length,
    delimiter,
    newDelimiter,
    strict,
    chunkSize,
  });

  function refuse(problem: Problem, lines: number): never {
    const isResult = problem.kind === "outside";
    const place = isResult ? recordsPlan.results[problem.which].x : problem.which;
    const column = recordsPlan.cells[recordsPlan.numbers[place]];
    throw new SyntaxError(formatProblem(problem, {
      name: source.name,
      line: records.lines + lines + problem.lines + 1,
      column: columns[column]?.name ?? "",
      columns: columns.length,
      spec: isResult ? plan.results[problem.which].computation?.spec : undefined,
      header: csv.header,
    }));
  }

  // The engine is opened before anything is written, since there may be no GPU.
  using engine = await openRunRecords(run, {
    types: plan.results.map(({ type }) => type),
    stepNumbers: recordsPlan.steps.length,
  });
  using sink = await run.openSink();
  const names = headerEnd && formatHeader(plan.outputs, { first, delimiter, newDelimiter });
  const [begin] = plan.outputs;
  const firstCell = names ?? ("input" in begin ? first.cell(begin.input) : NOTHING);
  // A byte order mark that belongs to a cell would be taken for that of the file, so that one is
  // put in front of it.
  const mark = records.prelude.length === 0 && beginsWithMark(firstCell) ? MARK : NOTHING;
  const lead = join([mark, records.prelude, names ?? NOTHING, headerEnd ?? NOTHING]);
  if (lead.length > 0) await sink.write(lead);
  const flowing = {
    ...{ records, plan: recordsPlan, engine, sink, refuse },
    chunkSize: sizeRecordChunks({
      chunkSize,
      recordSize: records.recordSize,
      results: recordsPlan.results.length,
    }),
  };
  const { workers, outside } = await transform(run, flowing);
  const check = new DomainCheck(resultNames(plan).map((name) => ({ name })), request);
  outside.forEach((count, i) => check.add(i, count));
  await watch.time("write", () => sink.finish());
  return { workers, warnings: [hint, check.summary()] };
}

/**
 * Transforms all records, on threads that read and write themselves where that is possible and
 * pays.
 */
async function transform(run: Run, flowing: FlowingRecords): Promise<Transformed> {
  const { directOutput } = flowing.sink;
  const threads = countRecordThreads(run, { hasDirectOutput: directOutput !== undefined });
  const ahead = threads > 1 ? await flowing.records.handOver() : undefined;
  if (directOutput !== undefined && ahead !== undefined) {
    const { shareRecords } = await import("./share_records.ts");
    return await shareRecords(run, { ...flowing, ahead, directOutput, threads });
  }
  return await flowRecords(run, flowing);
}

/** Opens what transforms the records. */
async function openRunRecords(
  run: Run,
  { types, stepNumbers }: { types: readonly FloatType[]; stepNumbers: number },
): Promise<RecordsEngine> {
  if (chooseRecordsEngine(run, types) === "webgpu") {
    return openRecordsOn(await openRunEngine(run, types));
  }
  if (run.request.device === "auto") {
    run.tell("chosen: cpu, most of the work on CSV is reading and writing it");
  }
  return openRecordsEngine({ jobs: countRecordJobs(run, stepNumbers) });
}

/** Records that flow through this thread, and how they are transformed. */
export interface FlowingRecords {
  readonly records: OpenRecords;
  readonly plan: RecordsPlan;
  readonly engine: RecordsEngine;
  readonly sink: ByteSink;
  /** Bytes of records to take at a time. */
  readonly chunkSize: number;
  /** Throws the error of a record. The lines are those of the records before it. */
  refuse(problem: Problem, lines: number): never;
}

/** The result of transforming all records. */
export interface Transformed {
  readonly workers: number;
  /** For each result, how many numbers are outside the domain. */
  readonly outside: readonly number[];
}

/** Takes records from their reader through the engine to the sink. */
async function flowRecords(
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
        // The rest is computed only when it can be written, so that it need not be kept. Interrupts
        // are heard before.
        await listen();
        made = await watch.time("compute", () => engine.run({ plan, bytes: rest }));
      }
    },
  }, { inFlight: batchesInFlight(run) });
  return { workers: engine.workers, outside };
}
