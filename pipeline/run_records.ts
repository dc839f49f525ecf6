import { delimiterOf, newDelimiterOf, newQuoteOf } from "../formats/csv/dialect.ts";
import { beginsWithMark, formatCell, formatHeader, join, MARK } from "../formats/csv/header.ts";
import type { OpenRecords } from "../formats/csv/opened_records.ts";
import type { OutputColumn } from "../formats/table.ts";
import type { FloatType } from "../kernels/float_types.ts";
import type { Engine } from "../kernels/job.ts";
import { LazyPool } from "../threads/lazy_pool.ts";
import { openCsvTable } from "./inputs/csv_table.ts";
import { transformInputs } from "./inputs/csv_inputs.ts";
import { describeSkippedColumns, hasPattern } from "./inputs/infer_numeric_columns.ts";
import { checkFileColumn } from "./inputs/multi_input.ts";
import { openRunEngine } from "./open_run_engine.ts";
import { driveRecords } from "./records_driver.ts";
import { DomainCheck } from "./report/domain_check.ts";
import { formatTablePlan } from "./report/plan_text.ts";
import { describeNotes } from "./report/rounded_integers.ts";
import { subjectsOf } from "./report/subjects_of.ts";
import type { Done, Run } from "./run.ts";
import { chooseRecordsEngine } from "./strategy.ts";

const NOTHING = new Uint8Array(0);
const LINE_END = Uint8Array.of(0x0a);

/** Transforms CSV into CSV, or JSON lines into JSON lines: what is not asked for passes byte for byte. */
export async function runRecords(run: Run): Promise<Done> {
  const { request, input: { source }, from, watch, more = [] } = run;
  const { csv, fileColumn } = request;
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
  using sink = await run.openSink();
  using pool = new LazyPool(run.jobs);
  const lead = from === "jsonl"
    ? records.prelude
    : formatLead(run, { records, outputs: plan.outputs });
  if (lead.length > 0 && run.part?.isFirst !== false) await sink.write(lead);

  const totals = await transformInputs(run, {
    first: table,
    isJoined: true,
    transform: ({ run, table: { records, recordsPlan: plan, refuse }, isLast }) =>
      driveRecords(run, { records, plan, sink, isFollowed: !isLast, engine, pool, refuse }),
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
