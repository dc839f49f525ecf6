import { bytesOfClimb, Climbs } from "../../fit/climb.ts";
import type { FitRows } from "../../fit/distinct_rows.ts";
import type { CsvOptions } from "../../formats/csv/dialect.ts";
import { isText } from "../../formats/registry.ts";
import type { Numbers } from "../../formats/table.ts";
import { wasChanged } from "../../io/file_error.ts";
import { type FitPlan, planFit } from "../../plan/plan_fit.ts";
import type { WherePlan } from "../../plan/plan_where.ts";
import type { FitWork } from "../../plan/request.ts";
import { UsageError, withHint } from "../../plan/usage_error.ts";
import { type KeyColumn, numberTypeOf } from "../aggregate/key_column.ts";
import { makeSeed } from "../aggregate/group_table.ts";
import { writeKeys } from "../aggregate/write_groups.ts";
import { openFirstInput, openInputTable } from "../inputs/input_table.ts";
import { planCondition } from "../inputs/plan_condition.ts";
import { chooseEngine } from "../strategy.ts";
import type { Done, Run } from "../run.ts";
import { TableReport } from "../report/table_report.ts";
import { describeEndings, refuseStart, UndefinedRows } from "./describe_endings.ts";
import { type FitEngine, openFitEngine } from "./fit_engine.ts";
import { passOver } from "./fit_pass.ts";
import type { FitModel } from "./fit_share.ts";
import { bytesOfSums, type GroupSums } from "./group_sums.ts";
import { KeptRows } from "./kept_rows.ts";
import { RowReader } from "./read_rows.ts";
import { type RereadInputs, rereadInputs } from "./reread_inputs.ts";
import { RowGroups } from "./row_groups.ts";
import { shareArray, shareRows } from "./share_rows.ts";

/** The part of the memory for groups that may keep rows for the next pass. */
const KEPT_PART = 4;

/** Rows for each group from which on several threads add them up sooner than one. */
const MIN_SHARED_ROWS = 16;

/** What is known of a fit once its first pass is done. */
interface Fit {
  readonly plan: FitPlan;
  readonly by: readonly KeyColumn[];
  readonly model: FitModel;
  readonly engine: FitEngine;
  readonly groups: RowGroups;
  readonly climbs: Climbs;
  /** The rows of each group in which nothing is null. */
  readonly rowsOf: Float64Array;
  /** What decides which rows are kept, if anything does. */
  readonly where?: WherePlan;
  readonly rows: number;
  readonly dropped?: number;
  readonly undecided?: number;
  readonly nulls: number;
  /** These rows, if they fit into memory. */
  readonly kept: KeptRows;
  readonly share: (rows: FitRows) => FitRows;
  readonly warnings: readonly (string | undefined)[];
}

/**
 * Finds the parameters that make the sum of an expression as large as possible, for all rows or for
 * each group of rows, and writes a row for each. Every pass reads the inputs again, and takes all
 * groups that have not converged one step further.
 */
export async function runFit(run: Run, work: FitWork): Promise<Done> {
  const { csv, strict } = run.request;
  const parsed = keysAsTexts(csv, work);
  using inputs = await rereadInputs(run);
  const fit = await passFirst(run, { inputs, work, csv: parsed });
  using engine = fit.engine;
  const { climbs, groups, rowsOf } = fit;
  for (let pass = 2;; pass++) {
    const left = [...rowsOf.keys()].filter((group) => climbs.isActive(group));
    if (left.length === 0) break;
    const text = describePass(pass, { climbs, left, groups: groups.count });
    run.readAgain(text);
    run.log(text);
    await passAgain(run, { ...fit, engine }, { inputs, csv: parsed });
  }
  const endings = describeEndings(climbs, { ...fit, work });
  if (strict && endings.length > 0) throw new Error(endings[0]);
  await writeFits(run, fit);
  const { rows, dropped, undecided, nulls } = fit;
  return {
    workers: engine.workers,
    rows,
    dropped,
    undecided,
    nulls: [{ column: "the expression", count: nulls, isResult: true }],
    warnings: [
      ...fit.warnings,
      nulls === 0 ? undefined : `rows with nulls were skipped: ${nulls}`,
      ...endings,
    ],
  };
}

/** Opens the inputs, plans the fit, and adds up all rows where the search starts. */
async function passFirst(
  run: Run,
  { inputs, work, csv }: {
    readonly inputs: RereadInputs;
    readonly work: FitWork;
    readonly csv: CsvOptions;
  },
): Promise<Fit> {
  const { request: { dtype }, from, to } = run;
  await using opened = await inputs.open();
  const open: Run = { ...run, ...opened };
  using first = await openFirstInput(open, csv);
  const { hint } = first;
  const { columns, hint: otherHint, note } = first.reader;
  const { plan, where } = withHint(hint ?? otherHint, () => {
    const { name } = open.input.source;
    const plan = planFit(columns, work, { from: name, named: true, dtype });
    return { plan, where: planCondition(columns, run, { from: name, numbers: plan.used }) };
  });
  const by = plan.by.map((i): KeyColumn => ({ ...columns[i] }));
  if (to === "npy" && !isText(from) && by.some((column) => numberTypeOf(column) === undefined)) {
    throw new UsageError("Cannot write groups as npy, which holds only numbers: use --to csv");
  }
  chooseEngine(run, ["float64"], { expressions: true });
  const { jobs } = run;
  // Workers then read rows without copies of their own.
  const share = jobs > 1 ? shareRows : (rows: FitRows): FitRows => rows;
  const width = plan.parameters;
  const model: FitModel = {
    program: plan.program.program,
    inputs: plan.program.columns.map((column) => Math.max(-1, column - plan.columns)),
    width,
    hasGroups: by.length > 0,
    seed: makeSeed(),
  };
  using disposables = new DisposableStack();
  const engine = disposables.use(openFitEngine(model, { jobs }));
  await using table = await openInputTable(open, first, {
    // The keys of groups are written as what they are in the first input.
    passedAs: "keys",
    hasFileColumn: false,
    passed: plan.by,
    where,
  });
  const { kept } = table;
  const groups = new RowGroups(columns, {
    by: plan.by,
    memory: work.memory,
    otherBytes: bytesOfClimb(width) + (jobs === 1 ? 1 : jobs + 1) * bytesOfSums(model),
  });
  const report = new TableReport({ results: [] }, { columns, strict: false });
  const undefinedRows = new UndefinedRows((row) => table.locate(row));
  const look = (column: number, numbers: Numbers): void => report.look(column, numbers);
  if (kept !== undefined) {
    kept.look = (column, numbers) => plan.used.includes(column) ? undefined : look(column, numbers);
  }
  const reader = new RowReader(table, { plan, groups, look, share });
  const keptRows = new KeptRows(work.memory / KEPT_PART, share);
  const sums = await passOver(run, async () => keptRows.add(await reader.next()), {
    model,
    engine,
    place: { parameters: Float64Array.from(work.start, ({ value }) => value) },
    watch(answer, rows) {
      undefinedRows.add(answer);
      kept?.forget(rows.first);
    },
  });
  const climbs = new Climbs(groups.count, {
    start: work.start.map(({ value }) => value),
    minimize: work.minimize,
    iterations: work.iterations,
  });
  const rowsOf = new Float64Array(groups.count);
  sums.take((group, values, count) => {
    rowsOf[group] = count;
    climbs.take(group, values);
  });
  rowsOf.forEach((count, group) => {
    if (count === 0) climbs.leave(group);
  });
  const keepsNone = reader.rows === 0 && (kept?.dropped ?? 0) > 0;
  refuseStart(undefinedRows, { climbs, rowsOf, work, keepsNone });
  disposables.move();
  return {
    plan,
    by,
    model,
    engine,
    groups,
    climbs,
    rowsOf,
    where,
    rows: reader.rows,
    dropped: kept?.dropped,
    undecided: kept?.undecided,
    nulls: reader.nulls,
    kept: keptRows,
    share,
    warnings: [hint, note, ...report.warnings(table.reader, csv)],
  };
}

/** Gives the search of each group that goes on the sums that it asks for. */
async function passAgain(
  run: Run,
  { plan, model, engine, groups, climbs, rowsOf, rows, kept, share, where }: Fit,
  { inputs, csv }: { readonly inputs: RereadInputs; readonly csv: CsvOptions },
): Promise<void> {
  const needed = shareArray(Uint8Array.from(rowsOf, (_, group) => Number(climbs.isActive(group))));
  const groupsLeft = needed.reduce((count, one) => count + one, 0);
  const rowsLeft = rowsOf.reduce((sum, count, group) => sum + needed[group] * count, 0);
  const place = {
    parameters: shareArray(climbs.trials),
    needed,
    isAlone: rowsLeft < MIN_SHARED_ROWS * groupsLeft,
  };
  const pass = { model, engine, place };
  let sums: GroupSums;
  let isChanged = false;
  const all = kept.list();
  if (all !== undefined) {
    sums = await passOver(run, () => Promise.resolve(all.next().value), pass);
  } else {
    await using opened = await inputs.open();
    const open: Run = { ...run, ...opened };
    using first = await openFirstInput(open, csv);
    await using table = await openInputTable(open, first, {
      passedAs: "keys",
      hasFileColumn: false,
      passed: plan.by,
      where,
    });
    if (first.reader.columns.length !== plan.columns) throw wasChanged(open.input.source.name);
    const reader = new RowReader(table, { plan, groups, share });
    sums = await passOver(run, () => {
      table.kept?.forget(reader.rows);
      return reader.next();
    }, pass);
    isChanged = reader.rows !== rows || groups.count !== rowsOf.length;
  }
  sums.take((group, values, count) => {
    isChanged ||= count !== rowsOf[group];
    climbs.take(group, values);
  });
  if (isChanged) throw wasChanged(run.input.source.name);
}

/** Describes the pass that begins: its number, how many groups it is for, and how much their parameters change. */
function describePass(
  pass: number,
  { climbs, left, groups }: {
    readonly climbs: Climbs;
    readonly left: readonly number[];
    readonly groups: number;
  },
): string {
  const change = left.reduce((most, group) => Math.max(most, climbs.changeOf(group)), 0);
  const of = groups === 1 ? "" : `, ${left.length} of ${groups} groups`;
  return `pass ${pass}${of}, change ${change.toExponential(1)}`;
}

/** Writes a row for each group. */
async function writeFits(run: Run, { plan, by, groups, climbs, rowsOf }: Fit): Promise<void> {
  const { request: { csv, dtype }, to } = run;
  function numbersOf(first: number, count: number): Numbers[] {
    const columns = plan.names.map(() => new Float64Array(count));
    for (let i = 0; i < count; i++) {
      const { parameters, errors, extreme, iterations, ending } = climbs.found(first + i);
      const isConverged = Number(ending === "converged");
      const row = [
        ...parameters,
        ...errors,
        extreme,
        rowsOf[first + i],
        iterations,
        isConverged,
      ];
      row.forEach((value, column) => columns[column][i] = value);
    }
    return columns.map(withNulls);
  }
  using sink = await run.openSink();
  await run.watch.time("write", async () => {
    await writeKeys({ table: groups.table, list: groups.list() }, sink, {
      by,
      names: plan.names,
      numbers: (_, first, count) => numbersOf(first, count),
      to,
      dtype,
      csv,
    });
    await sink.finish();
  });
}

/** Numbers in which NaN means null: there is no such number. */
function withNulls(values: Float64Array): Numbers {
  if (!values.some(Number.isNaN)) return { values };
  const valid = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, i) => valid[i >> 3] |= Number(!Number.isNaN(value)) << (i & 7));
  return { values, valid };
}

/** How CSV is read if rows are grouped: the columns of keys are texts. */
function keysAsTexts(csv: CsvOptions, { by }: FitWork): CsvOptions {
  return by === undefined ? csv : { ...csv, types: [...csv.types ?? [], [by, "utf8"]] };
}
