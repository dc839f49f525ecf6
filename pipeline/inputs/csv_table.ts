import { delimiterOf, newDelimiterOf, newQuoteOf } from "../../formats/csv/dialect.ts";
import { formatCell, headerHint } from "../../formats/csv/header.ts";
import { formatProblem, type ProblemPlace } from "../../formats/csv/format_problem.ts";
import {
  formatProblem as formatJsonProblem,
  showValue,
} from "../../formats/jsonl/format_problem.ts";
import { openJsonlInput } from "../../formats/jsonl/jsonl_input.ts";
import { openCsvInput } from "../../formats/csv/csv_input.ts";
import type { OpenRecords } from "../../formats/csv/opened_records.ts";
import { cellOf, type Problem, type RecordsPlan } from "../../formats/csv/transform_plan.ts";
import type { NotedCells } from "../../formats/cell_notes.ts";
import type { ColumnSpec } from "../../formats/table.ts";
import { type ByteSource, PeekedSource } from "../../io/byte_source.ts";
import { inputsOf, type TablePlan } from "../../plan/plan.ts";
import { planTable } from "../../plan/plan_table.ts";
import { withHint } from "../../plan/usage_error.ts";
import { keepsMembers } from "./keeps_members.ts";
import { planRecords } from "./plan_records.ts";
import { subjectsOf } from "../report/subjects_of.ts";
import type { Run } from "../run.ts";
import { matchColumns, reorderPlan, reorderResults, withLastLineEnd } from "./multi_input.ts";
import { planCondition } from "./plan_condition.ts";
import { hasPattern, inferNumericColumns } from "./infer_numeric_columns.ts";

/** An input of CSV or JSON lines whose columns are known, and what is done with its records. */
export interface CsvTable {
  readonly name: string;
  readonly records: OpenRecords;
  /** The columns of the first input, with what they hold where the selection depends on it. */
  readonly columns: readonly ColumnSpec[];
  readonly plan: TablePlan;
  readonly recordsPlan: RecordsPlan;
  /** Changes a source of the input's bytes, so that another input can follow. */
  endLine(source: ByteSource): ByteSource;
  /** Throws what is wrong with a record, after so many lines of the records before. */
  refuse(problem: Problem, lines: number): never;
  /** Returns the text of a cell, and what messages call its place. */
  locate(problem: Problem, lines: number): Omit<NotedCells, "counts">;
}

/** Plans what is computed of columns, and which of them rows are grouped by. */
export type PlanColumns = (
  columns: readonly ColumnSpec[],
) => TablePlan & { readonly by?: readonly number[] };

/** Opens an input and plans what is done with its records. */
export async function openCsvTable(
  { request, from, to, more = [] }: Pick<Run, "request" | "from" | "to" | "more">,
  { source, path, isLast, before, makePlan }: {
    source: ByteSource;
    path: string;
    isLast: boolean;
    /** The first input, whose columns this one must have too. */
    before?: CsvTable;
    /** Makes the plan of columns, if it is not that of a table. */
    makePlan?: PlanColumns;
  },
): Promise<CsvTable & { readonly hint?: string }> {
  const { csv, chunkSize, dtype, strict, fileColumn } = request;
  const isJson = from === "jsonl";
  const delimiter = delimiterOf(from, csv);
  const newDelimiter = newDelimiterOf(to, csv);
  const newQuote = newQuoteOf(csv, { delimiter, newDelimiter });
  const { name } = source;
  const endLine = isLast || more.length === 0 ? (source: ByteSource) => source : withLastLineEnd;
  const text = endLine(source);
  // The first input decides which columns hold numbers, if the selection depends on it.
  const peeked = before === undefined && hasPattern(request.work)
    ? new PeekedSource(text)
    : undefined;
  const types = peeked && await inferNumericColumns({ source: peeked, format: from, csv });
  const records = isJson
    ? await openJsonlInput(peeked ?? text, {
      chunkSize,
      isSampled: csv.onInvalid !== "error",
      columns: before?.columns,
    })
    : await openCsvInput(peeked ?? text, { csv, delimiter, chunkSize });
  // Members are found by their names in each object.
  const order = isJson || before === undefined
    ? undefined
    : matchColumns(before, { name, columns: records.columns });
  const columns = before?.columns ?? types ?? records.columns;
  const hint = isJson ? undefined : headerHint(columns, csv);
  const advice = hint ?? records.hint;
  const inOrder: ReturnType<PlanColumns> = withHint(
    advice,
    () =>
      makePlan?.(columns) ??
        planTable(columns, request.work, {
          from: name,
          named: isJson || csv.header,
          dtype,
          isText: true,
        }),
  );
  const plan = order === undefined ? inOrder : reorderPlan(inOrder, order);
  const numbers = inOrder.results.flatMap(inputsOf);
  const condition = withHint(
    advice,
    () => planCondition(columns, { request, from }, { from: name, numbers }),
  );
  const where = order === undefined ? condition : condition && reorderResults(condition, order);
  const recordsPlan = planRecords(plan, {
    csv,
    columns: columns.length,
    members: isJson
      ? { names: columns.map(({ name }) => name), areKept: keepsMembers(request.work) }
      : undefined,
    delimiter,
    newDelimiter,
    order,
    strict,
    where,
    by: inOrder.by?.map((column) => order?.[column] ?? column),
    // Other commands pass the cells on that they do not compute.
    replacesNulls: !isJson && request.work.kind === "convert" && csv.toNull !== undefined,
    chunkSize,
    fileColumn,
    fileCell: fileColumn === undefined
      ? undefined
      : isJson
      ? `${JSON.stringify(fileColumn)}:${JSON.stringify(path)}`
      : formatCell(path, newDelimiter, newQuote),
  });
  const lineOf = ({ lines: before }: Problem, lines: number) => records.lines + lines + before + 1;
  return {
    name,
    records,
    columns,
    plan,
    recordsPlan,
    endLine,
    hint,
    locate: (problem, lines) => ({
      place: `${name}:${lineOf(problem, lines)}:${problem.characters + 1}`,
      text: isJson ? showValue(problem.text) : problem.text,
    }),
    refuse(problem: Problem, lines: number): never {
      const isResult = problem.kind === "outside";
      const place = isResult ? recordsPlan.results[problem.which].x : problem.which;
      const column = recordsPlan.cells[
        problem.kind === "key" ? recordsPlan.keys[place] : placeOfCell(recordsPlan, place, isResult)
      ];
      const format = isJson ? formatJsonProblem : formatProblem;
      throw new SyntaxError(format(problem, {
        name,
        line: lineOf(problem, lines),
        column: records.columns[column]?.name ?? "",
        columns: columns.length,
        ...(isResult && describeResult(plan, { which: problem.which, columns })),
        header: csv.header,
        isFirst: lines + problem.lines === 0,
        lacksRowNames: records.first?.lacksRowNames,
        quote: isJson ? "none" : csv.quote,
      }));
    },
  };
}

/** The cell of a number that is wrong, or of a result's first number: its place in the cells. */
function placeOfCell(plan: RecordsPlan, place: number, isResult: boolean): number {
  const { numbers: { length }, where } = plan;
  const isAsked = !isResult && where !== undefined && place >= length;
  return isAsked ? where.numbers[place - length] : cellOf(plan, place);
}

/** What messages say about a result: its function, its name, and the names of its inputs. */
function describeResult(
  plan: TablePlan,
  { which, columns }: { which: number; columns: readonly ColumnSpec[] },
): Pick<ProblemPlace, "spec" | "result" | "inputs"> {
  const { spec, name, inputs } = subjectsOf(plan, { columns })[which];
  return { spec, result: name, inputs };
}
