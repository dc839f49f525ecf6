import type { ArrowReader } from "../formats/arrow/decode/reader.ts";
import type { ArrowWriter } from "../formats/arrow/encode/writer.ts";
import { headerHint } from "../formats/csv/header.ts";
import {
  hasArrowColumns,
  isArrow,
  isText,
  openTableReader,
  openTableWriter,
  type ReadTableOptions,
} from "../formats/format.ts";
import { NpyTableReader } from "../formats/npy/table_reader.ts";
import { limitHollow, sliceReader } from "../formats/slices_of.ts";
import type {
  Batch,
  ColumnSpec,
  FileTableReader,
  Numbers,
  OutputColumn,
  TableReader,
} from "../formats/table.ts";
import type { FloatType } from "../kernels/float_types.ts";
import { listColumns } from "../plan/columns/find_column.ts";
import { selectColumns } from "../plan/columns/select_columns.ts";
import { inputsOf, resultNames, type TablePlan } from "../plan/plan.ts";
import { planTable } from "../plan/plan_table.ts";
import { UsageError, withHint } from "../plan/usage_error.ts";
import { checkBatch, computeBatch, type ComputedBatch, firstFailure } from "./compute_batch.ts";
import { DomainCheck, summarizeReplaced } from "./domain_check.ts";
import { subjectsOf } from "./subjects_of.ts";
import { flow } from "./flow.ts";
import { RoundedIntegers } from "./rounded_integers.ts";
import { freeMemory } from "../io/memory_limits.ts";
import { wasChanged } from "../io/file_error.ts";
import { runJobs } from "../kernels/engine.ts";
import { formatTablePlan } from "./format_plan.ts";
import { batchesInFlight, countSliceRows, countTableThreads, RESULT_BYTES } from "./choose_way.ts";
import { openRunEngine } from "./open_run_engine.ts";
import type { ColumnCount, Done, Run } from "./run_request.ts";
import { describeLeftOut, mayPassOver } from "./tell_texts.ts";
import { checkFileColumn } from "./several_inputs.ts";
import type { SeveralOptions, SeveralReader } from "./several_reader.ts";

/** Reads a table, computes some of its columns, and writes the chosen ones and the results. */
export async function runTable(run: Run): Promise<Done> {
  const { request, input, from, to, watch } = run;
  const { source, directInput } = input;
  const { csv, dtype, chunkSize } = request;
  const readOptions = { chunkSize, csv, selectColumns, count: run.countRead };
  using reader = await openTableReader(from, source, { ...readOptions, ...directInput });
  const hint = isText(from) ? headerHint(reader.columns, csv) : undefined;
  const plan = withHint(hint ?? reader.hint, () =>
    planTable(reader.columns, request.work, {
      from: source.name,
      named: isText(to) ? csv.header : to !== "npy",
      dtype,
    }));
  if (to === "npy") checkNumbers(reader.columns, plan, source.name);
  if (run.part !== undefined) checkDictionaries(run, reader);
  const results = plan.results.length;
  const added = request.fileColumn === undefined ? 0 : 1;
  // Batches of Arrow must not depend on the number of threads.
  const sliceRows = countSliceRows(
    chunkSize,
    plan.outputs.length + added + results,
    isArrow(to) ? 1 : batchesInFlight(run),
  );
  // Several inputs limit the rows of each by its name (several_reader.ts).
  const limit = added === 0
    ? sliceRows
    : (await import("./several_reader.ts")).limitRows(sliceRows, source.name);
  using piece = await run.part?.narrow({
    ...{ index: 0, input, keepsBatches: isArrow(to) },
    narrow: (piece) => reader.narrow(piece, limit),
  });
  const rowsBefore = piece?.rowsBefore;
  using several = await openSeveral(run, { ...readOptions, reader, plan, rows: limit, rowsBefore });
  const outputs = several?.outputs ?? plan.outputs;
  // CSV does not say what its columns hold: the user is told what was inferred.
  if (isText(from)) run.tell(`columns ${listColumns(reader.columns, { types: true })}`);
  if (request.verbose) { for (const line of formatTablePlan(plan, reader.columns)) run.tell(line); }

  using engine = await openRunEngine(run, typesOf(plan), {
    expressions: plan.program !== undefined,
  });
  using sink = await run.openSink();
  const rounded = new RoundedIntegers();
  const look = (column: number, numbers: Numbers) =>
    rounded.look(numbers, reader.columns[column].name);
  const computed = new Set(plan.results.flatMap(inputsOf));
  const writer = await openTableWriter(to, sink, {
    reader: several?.written ?? reader,
    outputs,
    rows: reader instanceof NpyTableReader && several === undefined ? reader.rows : undefined,
    type: dtype,
    // Only the first piece has a header.
    csv: run.part?.isFirst === false ? { ...csv, header: false } : csv,
    isPiece: run.part !== undefined,
    several: run.more !== undefined && run.more.length > 0,
    look: (column, numbers) => computed.has(column) ? undefined : look(column, numbers),
  });
  const check = new DomainCheck(subjectsOf(plan, { columns: reader.columns }), request);
  const threads = countTableThreads(run, {
    isProgram: plan.program !== undefined,
    hasDirectOutput: sink.directOutput?.path !== undefined,
  });
  using shared = threads === 0
    ? undefined
    : await (await import("./share_table.ts")).shareTable(run, {
      ...{ reader: reader as ArrowReader, plan, threads },
      output: { writer: writer as ArrowWriter, sink, columns: plan.outputs },
    });
  for (const { outcomes, rounded: counts } of shared?.notes ?? []) {
    check.add(outcomes);
    rounded.addAll(counts);
  }
  let rows = shared?.rows ?? 0;
  const nulls = plan.results.map((_, i) => shared?.nulls[i] ?? 0);
  const table = several?.reader ?? reader;
  const written = writer.passesUnread ? [] : outputs;
  table.want?.([
    ...computed,
    ...written.flatMap((output) => "input" in output ? [output.input] : []),
  ]);
  // Batches of Arrow and Parquet stay as they are. Other formats have no batches, so that a batch need not be in memory as a whole.
  const readWhole = () => table.read(limit);
  const read = !hasArrowColumns(to)
    ? sliceReader(table, { rows: limit })
    : results > 0
    ? limitHollow(readWhole)
    : readWhole;
  function locateIn(batch: Batch): (result: number, row: number) => string {
    return (result, row) => {
      const { input } = plan.results[result];
      return batch.locate?.(input, row) ??
        `column ${reader.columns[input].name} in ${
          several?.reader.locate(rows + row) ??
            `row ${(rowsBefore ?? 0) + rows + row + 1} of ${source.name}`
        }`;
    };
  }
  function firstOf(failure: unknown, batch: Batch): unknown {
    const now = { workers: 0, run: runJobs, [Symbol.dispose](): void {} };
    const read = writer.passesUnread ? { ...plan, outputs: [] } : plan;
    return firstFailure(failure, {
      batch,
      plan: read,
      check,
      engine: now,
      locate: locateIn(batch),
    });
  }
  await flow<Batch, ComputedBatch>({
    read: () => watch.time("read", read),
    // The inputs of results are kept until these are written.
    weigh: ({ bytes = 0, rows }) => bytes + rows * (results + computed.size) * RESULT_BYTES,
    compute(batch: Batch): ComputedBatch | Promise<ComputedBatch> {
      try {
        return watch.time("compute", () => computeBatch(batch, plan, { engine, look }));
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
      results.forEach(({ valid }, i) => nulls[i] += countNulls(valid, batch.rows));
      rows += batch.rows;
      batch.release?.();
      for (const array of computed.arrays) freeMemory(array);
      for (const { values } of results) freeMemory(values);
    },
  }, { inFlight: batchesInFlight(run) });
  if (shared?.isRefused) throw wasChanged(source.name);
  const workers = Math.max(shared?.workers ?? 0, engine.workers);
  await watch.time("write", async () => {
    await writer.close();
    await sink.finish();
  });
  const noted = table.noted?.() ?? {};
  return {
    workers,
    rows,
    nulls: nullsOf(plan, { columns: reader.columns, counts: nulls }),
    outcomes: check.outcomes,
    warnings: [
      hint,
      reader.note,
      mayPassOver(request.work) ? describeLeftOut(reader.columns, request.work.columns) : undefined,
      noted.invalid && summarizeReplaced(noted.invalid, csv),
      rounded.add(noted.rounded).summary(csv.quote),
      ...check.summaries(),
    ],
  };
}

/** The nulls of each column that was computed from; those of an expression are in its result. */
function nullsOf(
  plan: TablePlan,
  { columns, counts }: { columns: readonly ColumnSpec[]; counts: readonly number[] },
): ColumnCount[] {
  const names = resultNames(plan);
  const seen = new Set<number>();
  return plan.results.flatMap(({ input, expression }, i): ColumnCount[] => {
    const count = counts[i];
    if (expression !== undefined) return [{ column: names[i], count, isResult: true }];
    // A function and its gradient are computed from one column.
    if (seen.has(input)) return [];
    seen.add(input);
    return [{ column: columns[input].name, count }];
  });
}

/** Counts the rows that are null: a bit is 0 for each. */
function countNulls(valid: Uint8Array | undefined, rows: number): number {
  if (valid === undefined) return 0;
  let nulls = 0;
  for (let i = 0; i < rows; i++) nulls += 1 - (valid[i >> 3] >> (i & 7) & 1);
  return nulls;
}

/** Several inputs, or one whose name is a column. */
interface Several extends Disposable {
  readonly reader: SeveralReader;
  /** The columns to write. */
  readonly outputs: readonly OutputColumn[];
  /** The reader that the writer is opened for. */
  readonly written: TableReader;
}

/** Opens several inputs as one table; nothing if there is only one. */
async function openSeveral(
  run: Run,
  { reader: first, plan, ...options }:
    & Omit<ReadTableOptions, "path">
    & Pick<SeveralOptions, "rows" | "rowsBefore">
    & { readonly reader: TableReader; readonly plan: TablePlan },
): Promise<Several | undefined> {
  const { request: { fileColumn }, input: { source }, from, to, more = [] } = run;
  if (more.length === 0 && fileColumn === undefined) return undefined;
  const { checkPlainColumns, SeveralReader } = await import("./several_reader.ts");
  const reader = new SeveralReader({
    ...options,
    first: { reader: first, name: source.name, format: from },
    more,
    count: run.countRead,
    isTyped: hasArrowColumns(to),
    hasFileColumn: fileColumn !== undefined,
    part: run.part,
    keepsBatches: isArrow(to),
  });
  const passed = plan.outputs.flatMap((output) => "input" in output ? [output.input] : []);
  reader.passed = passed;
  const isSame = more.every(({ format }) => hasArrowColumns(format) === hasArrowColumns(from));
  if (fileColumn !== undefined) {
    checkFileColumn(fileColumn, plan.outputs.map(({ name }) => name));
    if (to === "npy") {
      throw new UsageError(
        "Option --file-column: npy holds only numbers, and no names of files; leave the option out, " +
          "or write CSV or Arrow",
      );
    }
  }
  // What is passed on buffer by buffer has no place for values of other formats.
  if (hasArrowColumns(to) && !isSame) checkPlainColumns(first.columns, passed);
  const outputs = fileColumn === undefined
    ? plan.outputs
    : [...plan.outputs, { name: fileColumn, input: first.columns.length }];
  return {
    reader,
    outputs,
    written: isSame && hasArrowColumns(from) && hasArrowColumns(to) ? first : reader,
    [Symbol.dispose]: () => reader[Symbol.dispose](),
  };
}

/** Lists the types that are computed in. Columns that are only converted need no engine. */
function typesOf({ results }: TablePlan): FloatType[] {
  return results.flatMap(({ computation, type }) => computation === undefined ? [] : [type]);
}

/** Throws where an input would repeat dictionaries, which pieces cannot be told from repeating. */
function checkDictionaries({ to, more = [] }: Run, { hasDictionaries }: FileTableReader): void {
  if (to !== "arrows" || more.length === 0 || !hasDictionaries) return;
  throw new UsageError(
    "Cannot cut several inputs with --part into an Arrow stream if a column has a dictionary, " +
      "which each input brings along: write files, with --to arrow, or cut each input by itself",
  );
}

function checkNumbers(columns: readonly ColumnSpec[], { outputs }: TablePlan, from: string): void {
  if (outputs.length === 0) throw new UsageError(`There is no column of ${from} to write as npy`);
  for (const output of outputs) {
    // Text of CSV may be numbers all the same: reading it tells.
    const { type, asked } = "result" in output ? {} as ColumnSpec : columns[output.input];
    if ("result" in output || type !== undefined || asked === "decimal") continue;
    throw new UsageError(
      `Cannot write column ${output.name} of ${from} as npy: it holds ${
        columns[output.input].typeName
      }, and npy only numbers; write the results alone with --only, or convert chosen columns with -c`,
    );
  }
}
