import type { CellNotes, NotedCells } from "../../formats/cell_notes.ts";
import { isText } from "../../formats/registry.ts";
import type { ColumnSpec } from "../../formats/table.ts";
import type { ReducePlan } from "../../plan/plan_reduce.ts";
import { driveRecords } from "../records_driver.ts";
import { transformInputs } from "../inputs/csv_inputs.ts";
import type { OutcomeCounts } from "../report/domain_check.ts";
import { openCsvTable } from "../inputs/csv_table.ts";
import type { Run } from "../run.ts";
import type { ExchangedGroups } from "./exchange_groups.ts";
import { rowsTaker } from "./rows_taker.ts";
import { openThreadGroups } from "./thread_groups.ts";

/** What was read and added up. Disposing of it ends the workers. */
export interface ReducedRecords extends ExchangedGroups, Disposable {
  readonly plan: ReducePlan;
  readonly columns: readonly ColumnSpec[];
  readonly workers: number;
  readonly rows: number;
  readonly dropped?: number;
  readonly undecided?: number;
  /** How many results are infinite or NaN though their inputs are not, for each. */
  readonly outcomes: readonly OutcomeCounts[];
  readonly noted: CellNotes<NotedCells>;
  /** What the user should know about the input. */
  readonly notes: readonly (string | undefined)[];
}

/** Whether all inputs are CSV, or all JSON lines, whose records threads group as they read them. */
export function canReduceRecords(
  { from, more = [], request: { device, fileColumn } }: Run,
): boolean {
  // Keys are packed from the cells of a record, and the name of the input is in none of them.
  const formats = [from, ...more.map(({ format }) => format)];
  return device !== "webgpu" && fileColumn === undefined &&
    (formats.every(isText) || formats.every((format) => format === "jsonl"));
}

/** Groups the records of CSV on this thread and on workers, chunk by chunk. */
export async function reduceRecords(
  run: Run,
  { memory, plan: makePlan }: {
    /** Bytes that the groups may take. */
    readonly memory: number;
    /** Plans what is computed of the columns. */
    readonly plan: (columns: readonly ColumnSpec[]) => ReducePlan;
  },
): Promise<ReducedRecords> {
  const { request, input: { source } } = run;
  let planned: ReducePlan | undefined;
  function planOnce(columns: readonly ColumnSpec[]) {
    planned ??= makePlan(columns);
    return { ...planned, outputs: [] };
  }
  const first = await openCsvTable(run, {
    source,
    path: request.input,
    isLast: true,
    makePlan: planOnce,
  });
  const { columns, hint, records: { note } } = first;
  const plan = planned!;
  using stack = new DisposableStack();
  const groups = stack.use(openThreadGroups(run, plan, { memory, jobs: run.jobs }));
  const { table, options, pool } = groups;
  let before = 0;
  const totals = await transformInputs(run, {
    first,
    isJoined: false,
    makePlan: planOnce,
    async transform({ run, table: { records, recordsPlan: plan, refuse } }) {
      const takeFrom = (position: number) => rowsTaker(table, position);
      const groups = { options, table, before, takeFrom };
      const done = await driveRecords(run, { records, plan, groups, pool, refuse });
      before += done.bytes;
      return done;
    },
  });
  const exchanged = await groups.exchange();
  const kept = stack.move();
  return {
    ...totals,
    ...exchanged,
    [Symbol.dispose]: () => kept.dispose(),
    plan,
    columns,
    workers: pool.workers,
    notes: [hint, note],
  };
}
