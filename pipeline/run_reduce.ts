import { headerHint } from "../formats/csv/header.ts";
import { isText } from "../formats/format.ts";
import { openTableReader, openTableWriter, type ReadTableOptions } from "../formats/open_table.ts";
import { sliceReader } from "../formats/slices_of.ts";
import type { Batch, TableReader } from "../formats/table.ts";
import { selectColumns } from "../plan/columns/select_columns.ts";
import { planReduce } from "../plan/plan_reduce.ts";
import type { ReduceWork } from "../plan/request.ts";
import { UsageError, withHint } from "../plan/usage_error.ts";
import { checkBatch, computeBatch, type ComputedBatch } from "./compute_batch.ts";
import { DomainCheck } from "./domain_check.ts";
import { flow } from "./flow.ts";
import { makeGroupTable } from "./group_table.ts";
import { Groups } from "./groups.ts";
import { batchesInFlight } from "./choose_way.ts";
import { openRunEngine } from "./open_run_engine.ts";
import type { Done, Run } from "./run_request.ts";
import type { SeveralReader } from "./several_reader.ts";

/** Rows that are computed and added up at a time. */
const ROWS = 2 ** 15;

/** Reads a table once, and writes one row of sums, means and others, or one for each group. */
export async function runReduce(run: Run): Promise<Done> {
  const { request, input: { source, directInput }, from, to, watch } = run;
  const { csv, chunkSize, dtype } = request;
  const readOptions = { chunkSize, csv, selectColumns };
  using reader = await openTableReader(from, source, { ...readOptions, path: directInput?.path });
  const { columns } = reader;
  const hint = isText(from) ? headerHint(columns, csv) : undefined;
  const options = { from: source.name, named: true, dtype };
  const plan = withHint(
    hint ?? reader.hint,
    () => planReduce(columns, request.work as ReduceWork, options),
  );
  const by = plan.by.map((i) => columns[i]);
  using several = await openSeveral(run, { ...readOptions, reader, by: plan.by });
  const isNamed = by.some(({ type }) => type === undefined);
  if (to === "npy" && isNamed) {
    throw new UsageError("Cannot write groups as npy, which holds only numbers: use --to csv");
  }
  using engine = await openRunEngine(run, plan.results.map(({ type }) => type), {
    expressions: plan.program !== undefined,
  });
  const groups = new Groups(columns, plan);
  const names = plan.reductions.filter(({ result }) => result !== undefined).map(({ name }) =>
    name
  );
  const check = new DomainCheck(names.map((name) => ({ name })), request);
  let rows = 0;
  const read = sliceReader(several ?? reader, { rows: ROWS });
  await flow<Batch, ComputedBatch>({
    read: () => watch.time("read", read),
    compute: (batch) => watch.time("compute", () => computeBatch(batch, plan, { engine, check })),
    write(computed: ComputedBatch): Promise<void> {
      const { batch, results } = computed;
      checkBatch(computed, {
        check,
        locate: (result, row) => {
          const { input } = plan.results[result];
          return batch.locate?.(input, row) ??
            `column ${columns[input].name} in ${
              several?.locate(rows + row) ?? `row ${rows + row + 1} of ${source.name}`
            }`;
        },
      });
      watch.time("write", () => groups.add(batch, results));
      rows += batch.rows;
      batch.release?.();
      return Promise.resolve();
    },
  }, { inFlight: batchesInFlight(run) });

  using sink = await run.openSink();
  const table = makeGroupTable(groups, { by, reductions: plan.reductions });
  const writer = await openTableWriter(to, sink, {
    ...{ reader: table.reader, outputs: table.outputs, rows: table.batch.rows, type: dtype, csv },
  });
  await watch.time("write", async () => {
    await writer.write(table.batch, table.results);
    await writer.close();
    await sink.finish();
  });
  const nulls = plan.reductions.flatMap(({ name }, i) =>
    groups.nulls[i] === 0 ? [] : [`${groups.nulls[i]} in ${name}`]
  );
  const left = nulls.length === 0 ? undefined : `nulls were left out: ${nulls.join(", ")}`;
  return {
    ...{ workers: engine.workers, rows, outside: check.counts },
    nulls: plan.reductions.map(({ name }, i) => ({
      ...{ column: name, count: groups.nulls[i], isResult: true },
    })),
    warnings: [hint, reader.note, check.summary(), left],
  };
}

/** Opens several inputs as one table; nothing if there is only one. */
async function openSeveral(
  { input: { source }, from, more = [], countRead }: Run,
  { reader, by, ...options }:
    & Omit<ReadTableOptions, "path">
    & { readonly reader: TableReader; readonly by: readonly number[] },
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
  });
  several.passed = by;
  return several;
}
