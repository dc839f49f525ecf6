import { headerHint } from "../formats/csv/header.ts";
import { isArrow, isText } from "../formats/format.ts";
import { NpyTableReader } from "../formats/npy/table_reader.ts";
import { openTableReader, openTableWriter } from "../formats/open_table.ts";
import { sliceReader } from "../formats/slices_of.ts";
import type { Batch, ColumnSpec } from "../formats/table.ts";
import type { FloatType } from "../kernels/float_types.ts";
import { listColumns } from "../plan/columns/find_column.ts";
import { selectColumns } from "../plan/columns/select_columns.ts";
import { resultNames, type TablePlan } from "../plan/plan.ts";
import { planTable } from "../plan/plan_table.ts";
import { UsageError, withHint } from "../plan/usage_error.ts";
import { checkBatch, computeBatch, type ComputedBatch, firstFailure } from "./compute_batch.ts";
import { DomainCheck, type Subject } from "./domain_check.ts";
import { flow } from "./flow.ts";
import { freeMemory } from "../io/memory_limits.ts";
import { formatTablePlan } from "./format_plan.ts";
import { batchesInFlight, countSliceRows, RESULT_BYTES } from "./choose_way.ts";
import { openRunEngine } from "./open_run_engine.ts";
import type { Done, Run } from "./run_request.ts";

/** Reads a table, computes some of its columns, and writes the chosen ones and the results. */
export async function runTable(run: Run): Promise<Done> {
  const { request, input, from, to, watch } = run;
  const { source, directInput } = input;
  const { csv, dtype, chunkSize } = request;
  using reader = await openTableReader(from, source, {
    chunkSize,
    path: directInput?.path,
    csv,
    selectColumns,
  });
  const hint = isText(from) ? headerHint(reader.columns, csv) : undefined;
  const plan = withHint(hint, () =>
    planTable(reader.columns, request.work, {
      from: source.name,
      named: isText(to) ? csv.header : to !== "npy",
      dtype,
    }));
  if (to === "npy") checkNumbers(reader.columns, plan, source.name);
  // CSV does not say what its columns hold: the user is told what was inferred.
  if (isText(from)) run.tell(`columns ${listColumns(reader.columns, { types: true })}`);
  if (request.verbose) { for (const line of formatTablePlan(plan, reader.columns)) run.tell(line); }

  using engine = await openRunEngine(run, typesOf(plan));
  using sink = await run.openSink();
  const writer = await openTableWriter(to, sink, {
    reader,
    outputs: plan.outputs,
    rows: reader instanceof NpyTableReader ? reader.rows : undefined,
    type: dtype,
    csv,
  });
  const check = new DomainCheck(subjectsOf(plan), request);
  let rows = 0;
  const results = plan.results.length;
  const limit = countSliceRows(chunkSize, plan.outputs.length + results);
  // Batches of Arrow stay as they are. Other formats have no batches, so that a batch need not be
  // in memory as a whole.
  const read = isArrow(to) ? () => reader.read(limit) : sliceReader(reader, { rows: limit });
  function locateIn(batch: Batch): (result: number, row: number) => string {
    return (result, row) => {
      const { input } = plan.results[result];
      return batch.locate?.(input, row) ??
        `column ${reader.columns[input].name} in row ${rows + row + 1} of ${source.name}`;
    };
  }
  function firstOf(failure: unknown, batch: Batch): unknown {
    return firstFailure(failure, { batch, plan, check, locate: locateIn(batch) });
  }
  await flow<Batch, ComputedBatch>({
    read: () => watch.time("read", read),
    weigh: ({ bytes = 0, rows }) => bytes + rows * results * RESULT_BYTES,
    compute(batch: Batch): ComputedBatch | Promise<ComputedBatch> {
      try {
        return watch.time("compute", () => computeBatch(batch, plan.results, { engine, check }));
      } catch (failure) {
        throw firstOf(failure, batch);
      }
    },
    async write(computed: ComputedBatch): Promise<void> {
      const { batch, results } = computed;
      try {
        checkBatch(computed, { check, locate: locateIn(batch) });
        await watch.time("write", () => writer.write(batch, results));
      } catch (failure) {
        throw firstOf(failure, batch);
      }
      rows += batch.rows;
      batch.release?.();
      for (const { values } of results) freeMemory(values);
    },
  }, { inFlight: batchesInFlight(run) });
  const { workers } = engine;
  await watch.time("write", async () => {
    await writer.close();
    await sink.finish();
  });
  return { workers, warnings: [hint, check.summary()] };
}

/** Lists the types that are computed in. Columns that are only converted need no engine. */
function typesOf({ results }: TablePlan): FloatType[] {
  return results.flatMap(({ computation, type }) => computation === undefined ? [] : [type]);
}

/** Lists the results that may be outside a domain, by name. */
function subjectsOf(plan: TablePlan): Subject[] {
  const names = resultNames(plan);
  return plan.results.map(({ computation }, i) => ({ name: names[i], spec: computation?.spec }));
}

function checkNumbers(columns: readonly ColumnSpec[], { outputs }: TablePlan, from: string): void {
  if (outputs.length === 0) throw new UsageError(`There is no column of ${from} to write as npy`);
  for (const output of outputs) {
    if ("result" in output || columns[output.input].type !== undefined) continue;
    throw new UsageError(
      `Cannot write column ${output.name} of ${from} as npy: it holds ${
        columns[output.input].typeName
      }, and npy only numbers; write the results alone with --only, or convert chosen columns with -c`,
    );
  }
}
