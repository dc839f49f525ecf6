import { declaredTypes } from "../../formats/csv/column_types.ts";
import type { CsvOptions } from "../../formats/csv/dialect.ts";
import { isText } from "../../formats/registry.ts";
import { COMMAND_LINE } from "../../formats/option_labels.ts";
import { sliceReader } from "../../formats/slice_batches.ts";
import type { ColumnSpec } from "../../formats/table.ts";
import { parseSelection } from "../../plan/columns/parse_selection.ts";
import { quoteName } from "../../plan/columns/quote_name.ts";
import { selectColumns } from "../../plan/columns/select_columns.ts";
import { inputsOf } from "../../plan/plan.ts";
import { planReduce, type ReducePlan } from "../../plan/plan_reduce.ts";
import type { ReduceWork } from "../../plan/request.ts";
import { UsageError, withHint } from "../../plan/usage_error.ts";
import { cooperate, listen } from "../../threads/cooperative.ts";
import { DomainCheck } from "../report/domain_check.ts";
import { computeAndWrite, driveTable } from "../table_driver.ts";
import { openFirstInput, openInputTable } from "../inputs/input_table.ts";
import { planCondition } from "../inputs/plan_condition.ts";
import { openRunEngine } from "../open_run_engine.ts";
import { describeNotes } from "../report/rounded_integers.ts";
import type { Done, Run } from "../run.ts";
import { checkFileColumn } from "../inputs/multi_input.ts";
import { subjectsOf } from "../report/subjects_of.ts";
import { TableReport } from "../report/table_report.ts";
import { batchGroupsOf } from "./group_batches.ts";
import { type KeyColumn, numberTypeOf } from "./key_column.ts";
import { canReduceRecords, reduceRecords } from "./reduce_records.ts";
import type { ExchangedGroups } from "./exchange_groups.ts";
import { openThreadGroups } from "./thread_groups.ts";
import { describeNulls, nullsOfAggregates, writeGroups } from "./write_groups.ts";

/** Rows that are computed and added up at a time, and bytes of their keys, unless a single one is longer. */
const ROWS = 2 ** 15;
const KEY_BYTES = 2 ** 24;

/** What was added up, and what the user should know about it. */
interface Reduced extends ExchangedGroups, Disposable {
  readonly plan: ReducePlan;
  /** The columns of keys. */
  readonly by: readonly KeyColumn[];
  readonly rows: number;
  readonly dropped?: number;
  readonly undecided?: number;
  readonly workers: number;
  readonly outcomes: Done["outcomes"];
  readonly warnings: readonly (string | undefined)[];
}

/** Reads a table once, and writes one row of sums, means and others, or one for each group. */
export async function runReduce(run: Run, work: ReduceWork): Promise<Done> {
  const { request, to, watch } = run;
  const { csv, dtype } = request;
  const part = request.part && {
    part: request.part,
    run: await (await import("../concat/manifest.ts")).identifyRun(request, to),
    to,
    dtype,
    csv,
  };
  using reduced = canReduceRecords(run) ? await addRecords(run, work) : await addTable(run, work);
  const { table, by, plan: { reductions, values }, rows, workers, outcomes, warnings } = reduced;
  using sink = await run.openSink();
  const { strict } = request;
  let combined: DomainCheck | undefined;
  await watch.time("write", async () => {
    if (part === undefined) {
      combined = await writeGroups(reduced, sink, {
        by,
        reductions,
        values,
        strict,
        to,
        dtype,
        csv,
      });
    } else {
      const { writeReduction } = await import("./partial_reduction.ts");
      await writeReduction(sink, { ...part, by, reductions, values, strict }, {
        groups: reduced,
        rows,
      });
    }
    await sink.finish();
  });
  return {
    workers,
    rows,
    dropped: reduced.dropped,
    undecided: reduced.undecided,
    outcomes: [...outcomes ?? [], ...combined?.outcomes ?? []],
    nulls: nullsOfAggregates(table.nulls, reductions).map((nulls) => ({
      ...nulls,
      isResult: true,
    })),
    warnings: [
      ...warnings,
      ...combined?.summaries() ?? [],
      describeNulls(table.nulls, reductions),
    ],
  };
}

/** Adds up the records of CSV or JSON lines. Keys are the cells as they are, whatever they look like. */
async function addRecords(run: Run, work: ReduceWork): Promise<Reduced> {
  const { csv, dtype } = run.request;
  const { name: from } = run.input.source;
  const done = await reduceRecords(run, {
    memory: work.memory,
    plan: (columns) => planReduce(columns, work, { from, named: true, dtype, isText: true }),
  });
  const { plan, columns, outcomes, noted, notes } = done;
  const declared = declaredTypes(columns, {
    rules: csv.types ?? [],
    from,
    option: COMMAND_LINE.types(),
    selectColumns,
  });
  const by = plan.by.map((i): KeyColumn => {
    const { [i]: type } = declared;
    return {
      name: columns[i].name,
      typeName: "utf8",
      values: "texts",
      isBytes: true,
      isJson: run.from === "jsonl",
      as: type === "utf8" ? undefined : type,
    };
  });
  const check = new DomainCheck(subjectsOf(plan, { columns }), run.request);
  check.add(outcomes);
  return {
    ...done,
    by,
    outcomes: check.outcomes,
    warnings: [...notes, ...describeNotes(noted, csv), ...check.summaries()],
  };
}

/** Adds up the rows of any table, batch by batch. */
async function addTable(run: Run, work: ReduceWork): Promise<Reduced> {
  const { request: { dtype, strict, fileColumn, device }, input: { source }, from, to } = run;
  // Keys of CSV are its cells, whatever they look like.
  const csv = keysAsTexts(run.request.csv, { by: work.by, fileColumn });
  using first = await openFirstInput(run, csv);
  const { reader, hint } = first;
  const columns = withFileColumn(reader.columns, fileColumn);
  const isRead = (column: number): boolean => column < reader.columns.length;
  const options = { from: source.name, named: true, dtype, isText: isText(from) };
  const { plan, where } = withHint(hint ?? reader.hint, () => {
    const plan = planReduce(columns, work, options);
    const numbers = plan.results.flatMap(inputsOf);
    const condition = planCondition(reader.columns, run, { from: source.name, numbers });
    return { plan, where: condition };
  });
  if (fileColumn !== undefined && plan.by.every(isRead)) {
    throw new UsageError(
      `Option --file-column ${fileColumn} has no effect unless rows are grouped by it: add --by ` +
        quoteName(fileColumn),
    );
  }
  const by = plan.by.map((i): KeyColumn => ({ ...columns[i] }));
  if (to === "npy" && !isText(from) && by.some((column) => numberTypeOf(column) === undefined)) {
    throw new UsageError("Cannot write groups as npy, which holds only numbers: use --to csv");
  }
  // A GPU leaves the groups to this thread.
  const jobs = device === "cpu" ? run.jobs : 1;
  using engine = await openRunEngine(
    run,
    plan.results.map(({ type }) => type),
    { expressions: plan.results.length > 0 },
  );
  await using input = await openInputTable(run, first, {
    // The keys of groups are written as what they are in the first input.
    passedAs: "keys",
    hasFileColumn: fileColumn !== undefined,
    passed: plan.by.filter(isRead),
    where,
  });
  using stack = new DisposableStack();
  const groups = stack.use(openThreadGroups(run, plan, { memory: work.memory, jobs }));
  const report = new TableReport(plan, { columns, strict });
  const added = batchGroupsOf(groups.table, columns, plan.by);
  const done = await driveTable(run, {
    first: reader,
    table: input,
    plan,
    countWorkers: () => Math.max(engine.workers, groups.pool.workers),
    report,
    sink: {
      columns: plan.by.filter(isRead),
      read: sliceReader(input.reader, {
        rows: ROWS,
        texts: { bytes: KEY_BYTES, columns: plan.by },
      }),
      ...computeAndWrite(run, {
        plan,
        engine,
        report,
        // The engine of a single thread computes only expressions here, which write over nothing.
        mayShare: jobs === 1 && device === "cpu",
        async write(batch, results, position): Promise<void> {
          await cooperate(added.add(batch, results, position));
          await listen();
        },
      }),
      shared: { groups, by: plan.by, pool: groups.pool },
    },
  });
  const exchanged = await groups.exchange();
  const kept = stack.move();
  return {
    ...done,
    ...exchanged,
    [Symbol.dispose]: () => kept.dispose(),
    plan,
    by,
    outcomes: report.check.outcomes,
    warnings: [hint, reader.note, ...report.warnings(input.reader, csv)],
  };
}

/** How CSV is read if rows are grouped: the columns of keys are texts. */
function keysAsTexts(
  csv: CsvOptions,
  { by, fileColumn }: { readonly by?: string; readonly fileColumn?: string },
): CsvOptions {
  if (by === undefined) return csv;
  // The name of the input is no column of the CSV.
  const read = parseSelection(by, "--by").filter(({ what }) =>
    what.kind !== "name" || what.name !== fileColumn
  );
  if (read.length === 0) return csv;
  const keys = read.map(({ text, excluded, what }) =>
    (excluded ? "!" : "") + (what.kind === "name" ? quoteName(what.name) : text)
  ).join(",");
  return { ...csv, types: [...csv.types ?? [], [keys, "utf8"]] };
}

/** The columns of a table, and the one that has the name of the input, if the user wants one. */
function withFileColumn(
  columns: readonly ColumnSpec[],
  fileColumn: string | undefined,
): readonly ColumnSpec[] {
  if (fileColumn === undefined) return columns;
  checkFileColumn(fileColumn, columns.map(({ name }) => name));
  return [...columns, { name: fileColumn, typeName: "utf8", values: "texts" }];
}
