import { delimiterOf } from "../formats/csv/dialect.ts";
import { formatHeader, join } from "../formats/csv/format_header.ts";
import { formatProblem } from "../formats/csv/format_problem.ts";
import { headerHint } from "../formats/csv/header_hint.ts";
import { openRecords } from "../formats/csv/open_records.ts";
import { planRecords } from "../formats/csv/plan_records.ts";
import type { FloatType } from "../kernels/float_types.ts";
import {
  openRecordsEngine,
  openRecordsOn,
  type RecordsEngine,
} from "../kernels/open_records_engine.ts";
import { answerHere } from "../kernels/engine.ts";
import type { RecordsAnswer, RecordsPlan } from "../kernels/records.ts";
import { batchesInFlight } from "./batches_in_flight.ts";
import { summarizeOutside } from "./domain_check.ts";
import { flow } from "./flow.ts";
import { formatTablePlan } from "./format_plan.ts";
import { openRunEngine } from "./open_run_engine.ts";
import { resultNames } from "./plan.ts";
import { planTable } from "./plan_table.ts";
import type { Done, Run } from "./run.ts";
import { withHint } from "./with_hint.ts";

/** Bytes of a file for which a worker starts at once: it takes more than twice the time of that. */
const LARGE = 2 ** 24;

/** Transforms CSV into CSV: what is not asked for passes byte for byte. */
export async function runRecords(run: Run): Promise<Done> {
  const { request, input: { source }, from, to, watch } = run;
  const { csv, chunkSize, dtype, strict } = request;
  const delimiter = delimiterOf(from as "csv", csv);
  const newDelimiter = delimiterOf(to as "csv", csv);
  const records = await openRecords(source, { csv, delimiter, chunkSize });
  const { columns, header } = records;
  const hint = headerHint(columns, csv);
  const plan = withHint(
    hint,
    () => planTable(columns, request.work, { from: source.name, named: csv.header, dtype }),
  );
  for (const line of formatTablePlan(plan, columns)) run.tell(line);
  const recordsPlan = planRecords(plan, {
    csv,
    columns: columns.length,
    delimiter,
    newDelimiter,
    strict,
  });
  const counts = plan.results.map(() => 0);
  let lines = records.lines;

  function check({ problem }: RecordsAnswer): void {
    if (problem === undefined) return;
    const { results } = plan;
    const isResult = problem.kind === "outside";
    const place = isResult ? recordsPlan.results[problem.which].x : problem.which;
    const column = recordsPlan.cells[recordsPlan.numbers[place]];
    throw new SyntaxError(formatProblem(problem, {
      name: source.name,
      line: lines + problem.lines + 1,
      column: columns[column]?.name ?? "",
      columns: columns.length,
      spec: isResult ? results[problem.which].computation?.spec : undefined,
      header: csv.header,
    }));
  }

  using engine = await openRunRecords(run, plan.results.map(({ type }) => type));
  using sink = await run.openSink();
  if (header !== undefined) {
    const { cells, lineEnd } = header;
    const names = formatHeader(plan.outputs, { cells, delimiter, newDelimiter });
    await sink.write(join([records.prelude, names, lineEnd]));
  } else if (records.prelude.length > 0) {
    await sink.write(records.prelude);
  }
  await flow<Uint8Array, RecordsAnswer>({
    read: () => watch.time("read", () => records.read()),
    compute(bytes: Uint8Array): RecordsAnswer | Promise<RecordsAnswer> {
      if (bytes === records.chunks.overlong) return judgeOverlong(bytes, recordsPlan);
      return watch.time("compute", () => engine.run({ plan: recordsPlan, bytes }));
    },
    async write(answer: RecordsAnswer): Promise<void> {
      if (answer.text.length > 0) await watch.time("write", () => sink.write(answer.text));
      check(answer);
      records.chunks.giveBack(answer.text.buffer);
      lines += answer.lines;
      answer.outside.forEach((count, i) => counts[i] += count);
    },
  }, { inFlight: batchesInFlight(run) });
  const { workers } = engine;
  await watch.time("write", () => sink.finish());
  return { workers, warnings: [hint, summarizeOutside(counts, resultNames(plan))] };
}

/** What transforms the records. The CPU does so unless a GPU was asked for: text is most of the work. */
async function openRunRecords(run: Run, types: readonly FloatType[]): Promise<RecordsEngine> {
  const { request: { device }, input, jobs, tell } = run;
  if (device === "webgpu" && types.length > 0) {
    return openRecordsOn(await openRunEngine(run, types));
  }
  if (device === "auto") tell("chosen: cpu, most of the work on CSV is reading and writing it");
  const isLarge = (input.fileSize ?? 0) >= LARGE;
  return openRecordsEngine({ jobs, patience: isLarge ? 0 : undefined });
}

/** What is wrong with a record that is too long to be one: a quote that is open, if that is it. */
function judgeOverlong(bytes: Uint8Array, plan: RecordsPlan): RecordsAnswer {
  const answer = answerHere({ service: "records", question: { plan, bytes } }) as RecordsAnswer;
  const nothing = { text: new Uint8Array(0), lines: 0, outside: [] };
  const { problem = { lines: 0, characters: 0, found: 0, which: 0, text: "" } } = answer;
  const isOpen = answer.problem?.kind === "unclosed";
  return { ...nothing, problem: { ...problem, kind: isOpen ? "unclosed" : "overlong" } };
}
