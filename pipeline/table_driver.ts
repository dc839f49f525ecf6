import type { Batch, ColumnSpec, FileTableReader, Numbers } from "../formats/table.ts";
import { wasChanged } from "../io/file_error.ts";
import { isStandardInput } from "../io/open_source.ts";
import { freeMemory } from "../io/limits.ts";
import { runJobs } from "../kernels/engine.ts";
import type { Engine } from "../kernels/job.ts";
import { columnsOf, inputsOf, type TablePlan } from "../plan/plan.ts";
import { batchesInFlight, countTableThreads, RESULT_BYTES } from "./strategy.ts";
import { checkBatch, computeBatch, type ComputedBatch, firstFailure } from "./compute_batch.ts";
import { runSequential } from "./sequential.ts";
import type { InputTable } from "./inputs/input_table.ts";
import type { Run } from "./run.ts";
import type { SharedRows, SharedTable } from "./parallel/share_arrow.ts";
import type { TableReport } from "./report/table_report.ts";

/** Where the batches of a table and their results go: to a writer, or into groups. */
export interface TableSink {
  /** The columns of the table whose values are asked for, besides those that are computed from. */
  readonly columns: readonly number[];
  /** Reads the next batch of the table, as large as it may be; nothing at the end. */
  read(): Promise<Batch | undefined>;
  /** Takes a batch and its results. Batches come in order, one at a time. */
  write(batch: Batch, results: readonly Numbers[]): Promise<void>;
  /** How threads that share the table write or add up results themselves, if they can. */
  readonly shared?: Pick<SharedTable, "output" | "groups">;
  /** Takes what these threads have done, before the first batch. */
  takeShared(shared: SharedRows): void;
}

/** A table, what is computed of it, and where that goes. */
export interface TableWork {
  /** The reader of the first input, whose columns all inputs have. */
  readonly first: FileTableReader;
  readonly table: InputTable;
  readonly plan: Pick<TablePlan, "results" | "program">;
  readonly engine: Engine;
  readonly report: TableReport;
  readonly sink: TableSink;
}

/** What was done with a table. */
export interface TableDone {
  readonly rows: number;
  /** How many rows were not kept, and of these the undecided ones; missing if all are kept. */
  readonly dropped?: number;
  readonly undecided?: number;
  readonly workers: number;
}

/**
 * Takes all batches of a table through the engine to a sink. Threads share those whose places are
 * known before they are computed, and the rest flows through this thread. What is reported depends
 * neither on where batches end nor on the order of columns.
 */
export async function driveTable(run: Run, work: TableWork): Promise<TableDone> {
  const { input: { source }, more = [], watch } = run;
  const { first, table, plan, engine, report, sink } = work;
  const { columns } = first;
  const threads = countTableThreads(run, {
    isProgram: plan.program !== undefined,
    hasDirectOutput: sink.shared !== undefined,
  });
  using shared = threads === 0
    ? undefined
    : await shareTable(run, { ...sink.shared, reader: first, plan, threads });
  for (const note of shared?.notes ?? []) report.add(note);
  if (shared !== undefined) sink.takeShared(shared);
  let rows = shared?.rows ?? 0;
  const computed = new Set(plan.results.flatMap(inputsOf));
  table.reader.want?.([...columnsOf(plan), ...sink.columns]);
  const now: Engine = { workers: 0, run: runJobs, [Symbol.dispose](): void {} };
  function locateIn(batch: Batch): (result: number, row: number) => string {
    return (result, row) => {
      const { input } = plan.results[result];
      return batch.locate?.(input, row) ?? describePlace(columns[input], table.locate(rows + row));
    };
  }
  function firstOf(failure: unknown, batch: Batch): unknown {
    return firstFailure(failure, {
      batch,
      plan,
      passed: sink.columns,
      check: report.check,
      engine: now,
      locate: locateIn(batch),
    });
  }
  const look = (column: number, numbers: Numbers): void => report.look(column, numbers);
  const { kept } = table;
  if (kept !== undefined) {
    kept.look = (column, numbers) => computed.has(column) ? undefined : look(column, numbers);
  }
  await runSequential<Batch, ComputedBatch>({
    next: () => watch.time("read", () => sink.read()),
    isLive: source.live !== undefined || more.some(({ path }) => isStandardInput(path)),
    // The inputs of results are kept until these are written.
    weigh: ({ bytes = 0, rows }) =>
      bytes + rows * (plan.results.length + computed.size) * RESULT_BYTES,
    transform(batch: Batch): ComputedBatch | Promise<ComputedBatch> {
      try {
        return watch.time("compute", () => computeBatch(batch, plan, { engine, look }));
      } catch (failure) {
        throw firstOf(failure, batch);
      }
    },
    async emit(computed: ComputedBatch): Promise<void> {
      const { batch, results, arrays } = computed;
      try {
        checkBatch(computed, { check: report.check, locate: locateIn(batch) });
        await watch.time("write", () => sink.write(batch, results));
      } catch (failure) {
        throw firstOf(failure, batch);
      }
      rows += batch.rows;
      kept?.forget(rows);
      batch.release?.();
      for (const array of arrays) freeMemory(array);
      for (const { values } of results) freeMemory(values);
    },
  }, { inFlight: batchesInFlight(run) });
  // Threads have refused a batch in which this thread found nothing wrong.
  if (shared?.isRefused) throw wasChanged(source.name);
  const { dropped, undecided } = kept ?? {};
  return { rows, dropped, undecided, workers: Math.max(shared?.workers ?? 0, engine.workers) };
}

/** Lets threads share the batches or row groups of a table, if they can. */
async function shareTable(run: Run, shared: SharedTable): Promise<SharedRows | undefined> {
  if (run.from === "parquet") {
    return await (await import("./parallel/share_parquet.ts")).shareParquet(run, shared);
  }
  return await (await import("./parallel/share_arrow.ts")).shareArrow(run, shared);
}

function describePlace({ name }: ColumnSpec, row: string): string {
  return `column ${name} in ${row}`;
}
