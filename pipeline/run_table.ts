import { type Format, hasArrowColumns, isArrow, isText } from "../formats/registry.ts";
import { openTableWriter } from "../formats/open_table.ts";
import { newDecimalOf } from "../formats/csv/dialect.ts";
import { cannotHold } from "../formats/cannot_hold.ts";
import { COMMAND_LINE } from "../formats/option_labels.ts";
import { limitHollow, sliceReader } from "../formats/slice_batches.ts";
import type { Batch, ColumnSpec, Numbers, OutputColumn } from "../formats/table.ts";
import { countNulls } from "../formats/validity.ts";
import type { FloatType } from "../kernels/float_types.ts";
import { listColumns } from "../plan/columns/find_column.ts";
import type { NpyDtype, NpyHeader } from "../formats/npy/header.ts";
import { inputsOf, resultNames, type TablePlan } from "../plan/plan.ts";
import type { Request, Work } from "../plan/request.ts";
import { planTable } from "../plan/plan_table.ts";
import { UsageError, withHint } from "../plan/usage_error.ts";
import { LazyPool } from "../threads/lazy_pool.ts";
import { batchesInFlight, canShareOutput, countSliceRows } from "./strategy.ts";
import { computeAndWrite, driveTable } from "./table_driver.ts";
import { formatTablePlan } from "./report/plan_text.ts";
import { type InputTable, openFirstInput, openInputTable } from "./inputs/input_table.ts";
import { planCondition } from "./inputs/plan_condition.ts";
import { openRunEngine } from "./open_run_engine.ts";
import type { ColumnCount, Done, Run } from "./run.ts";
import { checkFileColumn } from "./inputs/multi_input.ts";
import { TableReport } from "./report/table_report.ts";
import { describeSkippedColumns, hasPattern } from "./inputs/infer_numeric_columns.ts";

/** Reads a table, computes some of its columns, and writes the chosen ones and the results. */
export async function runTable(
  run: Run,
  { isArray = false }: { readonly isArray?: boolean } = {},
): Promise<Done> {
  const { request, input: { source }, from, to, watch } = run;
  const { csv, dtype, strict } = request;
  using first = await openFirstInput(run, csv);
  const { reader, hint } = first;
  const { columns } = reader;
  const work = isArray ? arrayWork(request.work) : request.work;
  const { plan, where } = withHint(hint ?? reader.hint, () => {
    const plan = planTable(columns, work, {
      from: source.name,
      named: isText(to) ? csv.header : to !== "npy",
      dtype,
      isText: isText(from),
    });
    const numbers = plan.results.flatMap(inputsOf);
    return { plan, where: planCondition(columns, run, { from: source.name, numbers }) };
  });
  if (to === "npy") checkNumbers(columns, plan, source.name);
  if (run.part !== undefined) checkDictionaries(run, columns, plan);
  const added = request.fileColumn === undefined ? 0 : 1;
  await using table = await openInputTable(run, first, {
    passedAs: hasArrowColumns(to) ? "stored" : "text",
    hasFileColumn: request.fileColumn !== undefined,
    keepsBatches: isArrow(to),
    passed: passedColumns(plan.outputs),
    where,
    // Batches of Arrow, and pages of Parquet, must not depend on the number of threads.
    rows: countSliceRows(
      request.chunkSize,
      plan.outputs.length + added + plan.results.length,
      hasArrowColumns(to) ? 1 : batchesInFlight(run),
    ),
  });
  const outputs = await planOutputs(run, columns, plan);
  // CSV does not declare types: specol reports what was inferred.
  if (isText(from)) run.log(`columns ${listColumns(columns, { types: true })}`);
  if (request.verbose) { for (const line of formatTablePlan(plan, columns)) run.log(line); }

  using engine = await openRunEngine(run, typesOf(plan), {
    expressions: plan.program !== undefined,
  });
  using sink = await run.openSink();
  using pool = new LazyPool(run.jobs);
  const report = new TableReport(plan, { columns, strict });
  const computed = new Set(plan.results.flatMap(inputsOf));
  const writer = await openTableWriter(to, sink, {
    reader: passesBuffers(run) ? reader : table.reader,
    outputs,
    rows: table.several === undefined && where === undefined ? reader.array?.rows : undefined,
    type: dtype,
    isKept: where !== undefined,
    ...(isArray && reader.array !== undefined && arrayShape(reader.array.header, request)),
    // Only the first piece has a header.
    csv: run.part?.isFirst === false ? { ...csv, header: false } : csv,
    isPiece: run.part !== undefined,
    several: run.more !== undefined && run.more.length > 0,
    look: (column, numbers) => computed.has(column) ? undefined : report.look(column, numbers),
  });
  const nulls = plan.results.map(() => 0);
  const done = await driveTable(run, {
    first: reader,
    table,
    plan,
    countWorkers: () => engine.workers,
    report,
    sink: {
      columns: writer.passesUnread ? [] : passedColumns(outputs),
      read: readerFor(to, table, plan),
      ...computeAndWrite(run, {
        plan,
        engine,
        report,
        async write(batch: Batch, results: readonly Numbers[]): Promise<void> {
          await writer.write(batch, results);
          results.forEach(({ valid }, i) => nulls[i] += valid ? countNulls(valid, batch.rows) : 0);
        },
      }),
      shared: canShareOutput(run, sink.directOutput)
        ? { output: { writer, sink, columns: plan.outputs }, pool }
        : undefined,
      takeShared: (shared) => shared.nulls.forEach((count, i) => nulls[i] += count),
    },
  });
  await watch.time("write", async () => {
    await writer.close();
    await sink.finish();
  });
  return {
    ...done,
    nulls: nullsOf(plan, { columns, counts: nulls }),
    outcomes: report.check.outcomes,
    warnings: [
      hint,
      reader.note,
      hasPattern(request.work) ? describeSkippedColumns(columns, request.work.columns) : undefined,
      describeOldDecimals(run, columns, plan),
      ...report.warnings(table.reader, csv),
    ],
  };
}

/** The work that a function of an array is, as that of a table: all columns, and the results alone. */
function arrayWork(work: Work): Work {
  if (work.kind !== "apply") return work;
  return { ...work, columns: "*", only: true };
}

/** The shape and type of an array without the omitted rows. It is written in C order. */
function arrayShape(
  { shape, dtype: given }: NpyHeader,
  { work, dtype, input }: Request,
): { readonly axes: readonly number[]; readonly integers?: NpyDtype } {
  if (shape.length === 0) {
    throw new UsageError(
      `Option --where cannot choose rows of ${input}: it holds a single number`,
    );
  }
  const isBoth = work.kind === "apply" && work.results === "value and gradient";
  const keepsIntegers = work.kind === "convert" && dtype === undefined && given.kind !== "f";
  return {
    axes: isBoth ? [...shape.slice(1), 2] : shape.slice(1),
    ...(keepsIntegers && { integers: given }),
  };
}

/** How batches are read for a format that is written. */
function readerFor(
  to: Format,
  { reader, rows }: InputTable,
  { results }: TablePlan,
): () => Promise<Batch | undefined> {
  // Batches of Arrow and Parquet stay as they are. Other formats have no batches, so that a batch
  // need not be in memory as a whole.
  if (!hasArrowColumns(to)) return sliceReader(reader, { rows: rows! });
  const readWhole = () => reader.read(rows);
  return results.length > 0 ? limitHollow(readWhole) : readWhole;
}

/** The columns of the input that are written as they are. */
function passedColumns(outputs: readonly OutputColumn[]): number[] {
  return outputs.flatMap((output) => "input" in output ? [output.input] : []);
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

/** Whether all inputs have columns of Arrow, and the output passes them on buffer by buffer. */
function passesBuffers({ from, to, more = [] }: Run): boolean {
  return hasArrowColumns(to) && [from, ...more.map(({ format }) => format)].every(hasArrowColumns);
}

/** The columns to write: those of the plan, and that of the file if there is one. */
async function planOutputs(
  { request: { fileColumn }, from, to, more = [] }: Run,
  columns: readonly ColumnSpec[],
  { outputs }: TablePlan,
): Promise<readonly OutputColumn[]> {
  if (fileColumn !== undefined) {
    checkFileColumn(fileColumn, outputs.map(({ name }) => name));
    if (to === "npy") {
      throw new UsageError(
        "Option --file-column: npy holds only numbers, not file names; leave the option out, " +
          "or write CSV or Arrow",
      );
    }
  }
  // What is passed on buffer by buffer has no place for values of other formats.
  const isSame = more.every(({ format }) => hasArrowColumns(format) === hasArrowColumns(from));
  if (hasArrowColumns(to) && !isSame) {
    const { checkPlainColumns } = await import("./inputs/multi_reader.ts");
    checkPlainColumns(columns, passedColumns(outputs));
  }
  return fileColumn === undefined
    ? outputs
    : [...outputs, { name: fileColumn, input: columns.length }];
}

/** Lists the types that are computed in. Columns that are only converted need no engine. */
function typesOf({ results }: TablePlan): FloatType[] {
  return results.flatMap(({ computation, type }) => computation === undefined ? [] : [type]);
}

/**
 * Describes columns that are computed and copied with the decimal point of the input, because they
 * have cells that are not numbers.
 */
function describeOldDecimals(
  { request: { csv }, from, to }: Run,
  columns: readonly ColumnSpec[],
  plan: TablePlan,
): string | undefined {
  if (from === "jsonl" || to === "jsonl" || !isText(from) || !isText(to)) return undefined;
  if (newDecimalOf(csv) === csv.decimal.charCodeAt(0)) return undefined;
  const passed = new Set(passedColumns(plan.outputs));
  const names = [...new Set(plan.results.flatMap(inputsOf))]
    .filter((i) => passed.has(i) && columns[i]?.type === undefined)
    .map((i) => columns[i].name);
  if (names.length === 0) return undefined;
  return `copied as text, with the decimal point of the input, because of cells that are not ` +
    `numbers: ${names.join(", ")}; to write numbers, use ${
      COMMAND_LINE.types(names[0], "float64")
    }`;
}

/** Throws where an input would repeat dictionaries, which pieces cannot be distinguished from repeating. */
function checkDictionaries(
  { to, more = [] }: Run,
  columns: readonly ColumnSpec[],
  { outputs }: TablePlan,
): void {
  if (to !== "arrows" || more.length === 0) return;
  if (!passedColumns(outputs).some((i) => columns[i].typeName.includes("dictionary<"))) return;
  throw new UsageError(
    "Cannot split several inputs with --part into an Arrow stream if a column is dictionary-encoded: " +
      "write files with --to arrow, or split each input separately",
  );
}

function checkNumbers(columns: readonly ColumnSpec[], { outputs }: TablePlan, from: string): void {
  if (outputs.length === 0) throw new UsageError(`${from} has no column to write as npy`);
  const others = outputs.filter((output) => "input" in output)
    .map(({ name, input }) => ({ ...columns[input], name }))
    // Text of CSV may be numbers all the same: reading it shows.
    .filter(({ type, asked }) => type === undefined && asked !== "decimal");
  if (others.length === 0) return;
  throw cannotHold("npy, which holds only numbers", { columns: others, names: COMMAND_LINE });
}
