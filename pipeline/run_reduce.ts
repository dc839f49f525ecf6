import type { ArrowReader } from "../formats/arrow/decode/reader.ts";
import { headerHint } from "../formats/csv/header.ts";
import { isText, openTableReader, type ReadTableOptions } from "../formats/format.ts";
import { sliceReader } from "../formats/slices_of.ts";
import type { Batch, ColumnSpec, Numbers, TableReader } from "../formats/table.ts";
import { wasChanged } from "../io/file_error.ts";
import { selectColumns } from "../plan/columns/select_columns.ts";
import { inputsOf } from "../plan/plan.ts";
import { planReduce, type ReducePlan } from "../plan/plan_reduce.ts";
import type { ReduceWork } from "../plan/request.ts";
import { UsageError, withHint } from "../plan/usage_error.ts";
import { checkBatch, computeBatch, type ComputedBatch } from "./compute_batch.ts";
import { DomainCheck, summarizeReplaced } from "./domain_check.ts";
import { flow } from "./flow.ts";
import { describeNulls, writeGroups } from "./group_table.ts";
import { Groups } from "./groups.ts";
import { batchesInFlight, countTableThreads } from "./choose_way.ts";
import { subjectsOf } from "./subjects_of.ts";
import { canReduceRecords, reduceRecords } from "./reduce_records.ts";
import { openRunEngine } from "./open_run_engine.ts";
import { writeReduction } from "./partial_reduction.ts";
import { identifyRun } from "./manifest.ts";
import { describeNotes, RoundedIntegers } from "./rounded_integers.ts";
import type { Done, Run } from "./run_request.ts";
import type { SeveralReader } from "./several_reader.ts";

/** Rows that are computed and added up at a time. */
const ROWS = 2 ** 15;

/** What was added up, and what the user should know about it. */
interface Reduced {
  readonly groups: Groups;
  readonly plan: ReducePlan;
  readonly columns: readonly ColumnSpec[];
  readonly rows: number;
  readonly workers: number;
  readonly outcomes: Done["outcomes"];
  readonly warnings: readonly (string | undefined)[];
}

/** Reads a table once, and writes one row of sums, means and others, or one for each group. */
export async function runReduce(run: Run): Promise<Done> {
  const { request, to, watch } = run;
  const { csv, dtype } = request;
  const work = request.work as ReduceWork;
  const part = request.part &&
    { part: request.part, run: await identifyRun(request, to), to, dtype, csv };
  const { groups, plan, columns, rows, workers, outcomes, warnings } =
    canReduceRecords(run, work.by) ? await addRecords(run, work) : await addTable(run, work);
  const by = plan.by.map((i) => columns[i]);
  const { reductions } = plan;
  using sink = await run.openSink();
  await watch.time("write", async () => {
    if (part === undefined) {
      await writeGroups(groups, sink, { by, reductions, to, dtype, csv });
    } else {
      await writeReduction(sink, { ...part, by, reductions }, { groups, rows });
    }
    await sink.finish();
  });
  return {
    ...{ workers, rows, outcomes },
    nulls: reductions.map(({ name }, i) => ({
      ...{ column: name, count: groups.nulls(i), isResult: true },
    })),
    warnings: [...warnings, describeNulls(groups, reductions)],
  };
}

/** Adds up the records of CSV. */
async function addRecords(run: Run, work: ReduceWork): Promise<Reduced> {
  const { csv, dtype } = run.request;
  const options = { from: run.input.source.name, named: true, dtype };
  const done = await reduceRecords(run, {
    plan: (columns) => planReduce(columns, work, options),
    open: (columns, plan) => new Groups(columns, plan),
  });
  const { groups, plan, columns, rows, workers, outcomes, noted, notes } = done;
  const check = new DomainCheck(subjectsOf(plan, { columns }), run.request);
  check.add(outcomes);
  return {
    ...{ groups, plan, columns: [], rows, workers, outcomes: check.outcomes },
    warnings: [...notes, ...describeNotes(noted, csv), ...check.summaries()],
  };
}

/** Adds up the rows of any table, batch by batch. */
async function addTable(run: Run, work: ReduceWork): Promise<Reduced> {
  const { request, input: { source, directInput }, from, to, watch } = run;
  const { csv, chunkSize, dtype } = request;
  const readOptions = { chunkSize, csv, selectColumns, count: run.countRead };
  using reader = await openTableReader(from, source, { ...readOptions, ...directInput });
  const { columns } = reader;
  const hint = isText(from) ? headerHint(columns, csv) : undefined;
  const options = { from: source.name, named: true, dtype };
  const plan = withHint(hint ?? reader.hint, () => planReduce(columns, work, options));
  const isNamed = plan.by.some((i) => columns[i].type === undefined);
  if (to === "npy" && isNamed) {
    throw new UsageError("Cannot write groups as npy, which holds only numbers: use --to csv");
  }
  using engine = await openRunEngine(run, plan.results.map(({ type }) => type), {
    expressions: plan.program !== undefined,
  });
  using piece = await run.part?.narrow({
    ...{ index: 0, input: run.input },
    narrow: (piece) => reader.narrow(piece),
  });
  const rowsBefore = piece?.rowsBefore ?? 0;
  using several = await openSeveral(run, { ...readOptions, reader, by: plan.by, rowsBefore });
  const groups = new Groups(columns, plan);
  const check = new DomainCheck(subjectsOf(plan, { columns }), run.request);
  const rounded = new RoundedIntegers();
  const look = (column: number, numbers: Numbers) => rounded.look(numbers, columns[column].name);
  // Groups appear in the order of rows, which threads do not know of each other.
  const threads = plan.by.length > 0 ? 0 : countTableThreads(run, {
    isProgram: plan.program !== undefined,
    hasDirectOutput: true,
  });
  using shared = threads === 0
    ? undefined
    : await (await import("./share_table.ts")).shareTable(run, {
      ...{ reader: reader as ArrowReader, plan, reductions: plan.reductions, threads },
    });
  for (const { outcomes, rounded: counts, tallies } of shared?.notes ?? []) {
    check.add(outcomes);
    rounded.addAll(counts);
    groups.merge([], tallies);
  }
  let rows = shared?.rows ?? 0;
  const table = several ?? reader;
  table.want?.([...plan.by, ...plan.results.flatMap(inputsOf)]);
  const read = sliceReader(table, { rows: ROWS });
  await flow<Batch, ComputedBatch>({
    read: () => watch.time("read", read),
    compute: (batch) => watch.time("compute", () => computeBatch(batch, plan, { engine, look })),
    write(computed: ComputedBatch): Promise<void> {
      const { batch, results } = computed;
      checkBatch(computed, {
        check,
        locate: (result, row) => {
          const { input } = plan.results[result];
          return batch.locate?.(input, row) ??
            `column ${columns[input].name} in ${
              several?.locate(rows + row) ??
                `row ${rowsBefore + rows + row + 1} of ${source.name}`
            }`;
        },
      });
      watch.time("write", () => groups.add(batch, results));
      rows += batch.rows;
      batch.release?.();
      return Promise.resolve();
    },
  }, { inFlight: batchesInFlight(run) });
  if (shared?.isRefused) throw wasChanged(source.name);
  const noted = table.noted?.() ?? {};
  const workers = Math.max(shared?.workers ?? 0, engine.workers);
  return {
    ...{ groups, plan, columns, rows, workers, outcomes: check.outcomes },
    warnings: [
      hint,
      reader.note,
      noted.invalid && summarizeReplaced(noted.invalid, csv),
      rounded.add(noted.rounded).summary(csv.quote),
      ...check.summaries(),
    ],
  };
}

/** Opens several inputs as one table; nothing if there is only one. */
async function openSeveral(
  { input: { source }, from, more = [], part, countRead }: Run,
  { reader, by, ...options }:
    & Omit<ReadTableOptions, "path">
    & { readonly reader: TableReader; readonly by: readonly number[]; readonly rowsBefore: number },
): Promise<SeveralReader | undefined> {
  if (more.length === 0) return undefined;
  const { SeveralReader } = await import("./several_reader.ts");
  const several = new SeveralReader({
    ...options,
    first: { reader, name: source.name, format: from },
    more,
    count: countRead,
    // The keys of groups are written as what they are in the first input.
    isTyped: true,
    hasFileColumn: false,
    part,
  });
  several.passed = by;
  return several;
}
