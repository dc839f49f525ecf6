import { delimiterOf } from "../formats/csv/dialect.ts";
import { formatHeader, join } from "../formats/csv/format_header.ts";
import { formatProblem } from "../formats/csv/format_problem.ts";
import { openRecords } from "../formats/csv/open_records.ts";
import { planRecords } from "../formats/csv/plan_records.ts";
import { LONGEST_RECORD } from "../formats/csv/record_chunks.ts";
import { openRecordsEngine } from "../kernels/open_records_engine.ts";
import type { RecordsAnswer } from "../kernels/records.ts";
import { batchesInFlight } from "./batches_in_flight.ts";
import { summarizeOutside } from "./domain_check.ts";
import { flow } from "./flow.ts";
import { formatBytes } from "./format_progress.ts";
import { formatTablePlan } from "./format_plan.ts";
import { planTable } from "./plan_table.ts";
import type { Done, Run } from "./run.ts";

/** Transforms CSV into CSV: what is not asked for passes byte for byte. */
export async function runRecords(run: Run): Promise<Done> {
  const { request, input: { source }, from, to, jobs, watch } = run;
  const { csv, chunkSize, dtype, strict } = request;
  const delimiter = delimiterOf(from as "csv", csv);
  const newDelimiter = delimiterOf(to as "csv", csv);
  const records = await openRecords(source, { csv, delimiter, chunkSize });
  const { columns, header } = records;
  const plan = planTable(columns, request.work, { from: source.name, named: csv.header, dtype });
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

  using engine = openRecordsEngine({ jobs });
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
    compute: (bytes) => watch.time("compute", () => engine.run({ plan: recordsPlan, bytes })),
    async write(answer: RecordsAnswer): Promise<void> {
      if (answer.text.length > 0) await watch.time("write", () => sink.write(answer.text));
      check(answer);
      records.chunks.giveBack(answer.text.buffer);
      lines += answer.lines;
      answer.outside.forEach((count, i) => counts[i] += count);
    },
  }, { inFlight: batchesInFlight(jobs) });
  if (records.chunks.overlong) {
    throw new SyntaxError(
      `${source.name}:${lines + 1}:1: a record is longer than ${formatBytes(LONGEST_RECORD)}; ` +
        `is it CSV?`,
    );
  }
  const { workers } = engine;
  await watch.time("write", () => sink.finish());
  const names = plan.results.map((_, i) =>
    plan.outputs.find((output) => "result" in output && output.result === i)!.name
  );
  return { workers, warning: summarizeOutside(counts, names) };
}
