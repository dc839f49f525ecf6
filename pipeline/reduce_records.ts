import { countPlaces, outcomesOf } from "../formats/csv/transform_plan.ts";
import { isText } from "../formats/format.ts";
import { type CellNotes, type ColumnSpec, mapNotes, type NotedCells } from "../formats/table.ts";
import type { ReducePlan } from "../plan/plan_reduce.ts";
import type { OutcomeCounts } from "./domain_check.ts";
import { countRecordJobs, sizeRecordChunks } from "./choose_way.ts";
import { openCsvTable } from "./open_csv_table.ts";
import { openRecordsEngine } from "./open_records_engine.ts";
import type { Groups } from "./groups.ts";
import { flowRecords } from "./run_records.ts";
import type { Run } from "./run_request.ts";
import type { SumsAnswer } from "./sum_records.ts";

/** What was read and added up. */
export interface ReducedRecords {
  readonly workers: number;
  readonly rows: number;
  /** The columns of the input. */
  readonly columns: readonly ColumnSpec[];
  /** How many results are infinite or NaN though their inputs are not, for each. */
  readonly outcomes: readonly OutcomeCounts[];
  readonly noted: CellNotes<NotedCells>;
  /** What the user should know about the input. */
  readonly notes: readonly (string | undefined)[];
}

/**
 * Whether records can be added up by threads that read their numbers, too: those of one table of
 * text that is no piece, over all rows. The keys of groups are typed, which only the reader of tables does.
 */
export function canReduceRecords({ from, more = [], part, request }: Run, by: unknown): boolean {
  const isWhole = more.length === 0 && part === undefined;
  return isText(from) && isWhole && by === undefined && request.device === "cpu";
}

/** Adds up the records of CSV on this thread and on workers, chunk by chunk. */
export async function reduceRecords(
  run: Run,
  { plan: makePlan, open }: {
    /** Plans what is computed of the columns. */
    plan: (columns: readonly ColumnSpec[]) => ReducePlan;
    /** Makes the groups. */
    open: (columns: readonly ColumnSpec[], plan: ReducePlan) => Groups;
  },
): Promise<ReducedRecords & { readonly groups: Groups; readonly plan: ReducePlan }> {
  const { request, input: { source } } = run;
  let planned: ReducePlan | undefined;
  const table = await openCsvTable(run, {
    source,
    path: request.input,
    isLast: true,
    makePlan(columns) {
      planned = makePlan(columns);
      return { ...planned, outputs: [] };
    },
  });
  const { records, recordsPlan, columns, hint, refuse, locate } = table;
  const plan = planned!;
  const groups = open(columns, plan);
  using engine = openRecordsEngine({
    jobs: countRecordJobs(run, recordsPlan.steps.length),
    reductions: plan.reductions.map(({ aggregate, result }) => ({ aggregate, result })),
  });
  const { chunkSize } = request;
  const size = { chunkSize, recordSize: records.recordSize, results: 0 };
  const { counts, noted, workers } = await flowRecords(run, {
    isLast: true,
    ...{ records, plan: recordsPlan, engine, refuse },
    chunkSize: sizeRecordChunks(size),
    add: (answer) => groups.merge([], (answer as SumsAnswer).tallies),
  });
  const places = countPlaces(recordsPlan);
  return {
    ...{ groups, plan, columns, workers, notes: [hint, records.note] },
    rows: counts[places.rows],
    outcomes: outcomesOf(counts, recordsPlan),
    noted: mapNotes(noted, ({ problem, lines }, note) => ({
      ...locate(problem, lines),
      counts: Array.from(recordsPlan.numbers, (cell, i) => ({
        column: columns[recordsPlan.cells[cell]].name,
        count: counts[places[note] + i],
      })),
    })),
  };
}
