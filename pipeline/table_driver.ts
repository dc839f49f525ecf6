import type { Batch, ColumnSpec, FileTableReader, Numbers } from "../formats/table.ts";
import { releaseNumbers } from "../formats/entry_numbers.ts";
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

/** What is known of a batch while it is on its way. */
export interface PlacedBatch {
  readonly batch: Batch;
  /** The rows of all batches before it. */
  readonly position: number;
  /** Names the place that a result is computed from, in a row of the batch, for messages. */
  readonly locate: (result: number, row: number) => string;
}

/** What is made of the batches of a table, and where that goes: to a writer, or into groups. */
export interface TableSink<Made> {
  /** The columns of the table whose values are asked for, besides those that are computed from. */
  readonly columns: readonly number[];
  /** Reads the next batch of the table, as large as it may be; nothing at the end. */
  read(): Promise<Batch | undefined>;
  /** Computes a batch, at once or later. Batches come in order. */
  transform(placed: PlacedBatch): Made | Promise<Made>;
  /** Takes what was made of a batch. Batches come in order, one at a time. */
  emit(made: Made, placed: PlacedBatch): Promise<void>;
  /** How threads that share the table write or add up results themselves, if they can. */
  readonly shared?: Pick<SharedTable, "output" | "groups" | "by" | "pool">;
  /** Takes what these threads have done, before the first batch. */
  takeShared?(shared: SharedRows): void;
}

/** A table, what is computed of it, and where that goes. */
export interface TableWork<Made> {
  /** The reader of the first input, whose columns all inputs have. */
  readonly first: FileTableReader;
  readonly table: InputTable;
  readonly plan: Pick<TablePlan, "results" | "program">;
  /** Workers of the engine, or others that compute. */
  readonly countWorkers: () => number;
  readonly report: TableReport;
  readonly sink: TableSink<Made>;
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
 * Takes all batches of a table to a sink. Threads share those whose places are known before they are
 * computed, and the rest flows through this thread. What is reported depends neither on where batches
 * end nor on the order of columns.
 */
export async function driveTable<Made>(run: Run, work: TableWork<Made>): Promise<TableDone> {
  const { input: { source }, more = [], watch } = run;
  const { first, table, plan, report, sink } = work;
  const { columns } = first;
  const threads = countTableThreads(run, {
    isLong: plan.program !== undefined || sink.shared?.groups !== undefined,
    hasDirectOutput: sink.shared !== undefined,
  });
  using shared = threads === 0 || sink.shared === undefined
    ? undefined
    : await shareTable(run, { ...sink.shared, reader: first, plan, threads });
  for (const note of shared?.notes ?? []) report.add(note);
  if (shared !== undefined) sink.takeShared?.(shared);
  let rows = shared?.rows ?? 0;
  let position = rows;
  const computed = new Set(plan.results.flatMap(inputsOf));
  table.reader.want?.([...columnsOf(plan), ...sink.columns]);
  const now: Engine = { workers: 0, run: runJobs, [Symbol.dispose](): void {} };
  function place(batch: Batch): PlacedBatch {
    const before = position;
    position += batch.rows;
    return {
      batch,
      position: before,
      locate(result, row): string {
        const { input } = plan.results[result];
        return batch.locate?.(input, row) ??
          describePlace(columns[input], table.locate(before + row));
      },
    };
  }
  function firstOf(failure: unknown, { batch, locate }: PlacedBatch): unknown {
    return firstFailure(failure, {
      batch,
      plan,
      passed: sink.columns,
      check: report.check,
      engine: now,
      locate,
    });
  }
  const { kept } = table;
  if (kept !== undefined) {
    kept.look = (column, numbers) =>
      computed.has(column) ? undefined : report.look(column, numbers);
  }
  await runSequential<Batch, { readonly made: Made; readonly placed: PlacedBatch }>({
    next: () => watch.time("read", () => sink.read()),
    isLive: source.live !== undefined || more.some(({ path }) => isStandardInput(path)),
    // The inputs of results are kept until these are written.
    weigh: ({ bytes = 0, rows }) =>
      bytes + rows * (plan.results.length + computed.size) * RESULT_BYTES,
    transform(batch) {
      const placed = place(batch);
      try {
        const made = watch.time("compute", () => sink.transform(placed));
        if (!(made instanceof Promise)) return { made, placed };
        return made.then((made) => ({ made, placed }), (failure) => {
          throw firstOf(failure, placed);
        });
      } catch (failure) {
        throw firstOf(failure, placed);
      }
    },
    async emit({ made, placed }): Promise<void> {
      const { batch } = placed;
      try {
        await sink.emit(made, placed);
      } catch (failure) {
        throw firstOf(failure, placed);
      }
      rows += batch.rows;
      kept?.forget(rows);
      batch.release?.();
    },
  }, { inFlight: batchesInFlight(run) });
  // Threads have refused a batch in which this thread found nothing wrong.
  if (shared?.isRefused) throw wasChanged(source.name);
  const { dropped, undecided } = kept ?? {};
  const workers = Math.max(shared?.workers ?? 0, work.countWorkers());
  return { rows, dropped, undecided, workers };
}

/** How results are computed and written. */
export interface ComputeOptions {
  readonly plan: Pick<TablePlan, "results" | "program">;
  readonly engine: Engine;
  readonly report: TableReport;
  /** Whether the engine leaves what it reads as it is; false if omitted. */
  readonly mayShare?: boolean;
  /** Takes a batch and its results, and the rows before it. Batches come in order, one at a time. */
  write(batch: Batch, results: readonly Numbers[], position: number): Promise<void>;
}

/** The steps of a sink that takes batches and their results. */
export function computeAndWrite(
  { watch }: Run,
  { plan, engine, report, mayShare, write }: ComputeOptions,
): Pick<TableSink<ComputedBatch>, "transform" | "emit"> {
  return {
    transform: ({ batch }) =>
      computeBatch(batch, plan, {
        engine,
        look: (column, numbers) => report.look(column, numbers),
        mayShare,
      }),
    async emit(computed, { batch, position, locate }): Promise<void> {
      const { results, arrays } = computed;
      checkBatch(computed, { check: report.check, locate });
      await watch.time("write", () => write(batch, results, position));
      for (const array of arrays) freeMemory(array);
      for (const numbers of results) releaseNumbers(numbers);
    },
  };
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
